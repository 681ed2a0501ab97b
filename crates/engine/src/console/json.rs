//! Text as a JSON string.

use std::fmt::Write;

/// A JSON string with its quotes.
pub fn string(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            control if control < ' ' => {
                // Writing to a string does not fail.
                let _ = write!(out, "\\u{:04x}", u32::from(control));
            }
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_written_is_read_again() {
        for text in ["", "a \"b\" \\ c", "1\n2\t3\r\u{7}\u{1b}", "é ♞ 象"] {
            let read: String = serde_json::from_str(&string(text)).expect(text);
            assert_eq!(read, text);
        }
    }
}
