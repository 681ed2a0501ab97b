//! Lines from outside, of any bytes and any length.

use std::io::{self, BufRead, Read};

/// Longer lines are refused. The longest useful one, a `position` with ten thousand moves, has some
/// sixty thousand bytes.
pub const LONGEST_LINE: usize = 4 << 20;

/// A line of input.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// Bytes that are no UTF-8 are replaced, not refused: they are part of a message at most.
    Text(String),
    TooLong,
}

/// Reads the next line; `None` at the end of the input.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    let limit = LONGEST_LINE as u64 + 1;
    let count = input.by_ref().take(limit).read_until(b'\n', &mut bytes)?;
    if count == 0 {
        return Ok(None);
    }
    if bytes.len() > LONGEST_LINE && bytes.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        return Ok(Some(Line::TooLong));
    }
    Ok(Some(Line::Text(
        String::from_utf8_lossy(&bytes).into_owned(),
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(mut bytes: &[u8]) -> Vec<Line> {
        let mut lines = Vec::new();
        while let Some(line) = read_line(&mut bytes).expect("memory can be read") {
            lines.push(line);
        }
        lines
    }

    fn text(text: &str) -> Line {
        Line::Text(text.to_string())
    }

    #[test]
    fn lines_end_at_newlines_and_at_the_end() {
        assert_eq!(
            lines(b"uci\r\n\nquit"),
            [text("uci\r\n"), text("\n"), text("quit")]
        );
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced() {
        assert_eq!(lines(b"\xff\xfego\n"), [text("\u{fffd}\u{fffd}go\n")]);
    }

    #[test]
    fn a_line_without_end_is_skipped_not_stored() {
        let mut bytes = vec![b'x'; LONGEST_LINE + 10];
        bytes.extend_from_slice(b"\nuci\n");
        assert_eq!(lines(&bytes), [Line::TooLong, text("uci\n")]);
    }
}
