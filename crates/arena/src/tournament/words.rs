//! Words of the command line in the form `key=value,key=value`.

use crate::error::LabError;

/// The pairs of a text. Commas and equal signs inside quotes belong to the value; the quotes stay where they are not
/// around the whole value, because a command line needs them.
pub fn read_pairs(text: &str, example: &str) -> Result<Vec<(String, String)>, LabError> {
    let wrong = |part: &str| {
        LabError::new(format!(
            "expected key=value pairs with commas between them, as in '{example}', found '{part}'"
        ))
    };
    let mut pairs = Vec::new();
    for part in split_outside_quotes(text).ok_or_else(|| wrong(text))? {
        let (key, value) = part.split_once('=').ok_or_else(|| wrong(part))?;
        let key = key.trim();
        if key.is_empty() {
            return Err(wrong(part));
        }
        pairs.push((key.to_owned(), unquoted(value.trim()).to_owned()));
    }
    Ok(pairs)
}

/// A number of such a pair.
pub fn number<T: std::str::FromStr>(key: &str, value: &str) -> Result<T, LabError> {
    value
        .parse()
        .map_err(|_| LabError::new(format!("expected a number after '{key}=', found '{value}'")))
}

fn split_outside_quotes(text: &str) -> Option<Vec<&str>> {
    let (mut parts, mut start, mut quote) = (Vec::new(), 0, None);
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '\'' | '"') => quote = Some(c),
            (None, ',') => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    quote.is_none().then_some(parts)
}

/// Without the quotes around the whole value.
fn unquoted(value: &str) -> &str {
    for quote in ['\'', '"'] {
        let inner = value
            .strip_prefix(quote)
            .and_then(|rest| rest.strip_suffix(quote));
        if let Some(inner) = inner.filter(|inner| !inner.contains(quote)) {
            return inner;
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(text: &str) -> Vec<(String, String)> {
        read_pairs(text, "a=b").unwrap()
    }

    #[test]
    fn pairs_are_read_with_their_quotes() {
        let expected = [("cmd", "a b"), ("option.X", "1=2"), ("name", "x, y")];
        let expected = expected.map(|(key, value)| (key.to_owned(), value.to_owned()));
        assert_eq!(pairs("cmd=a b, option.X=1=2,name='x, y'"), expected);
        assert_eq!(pairs("cmd='a' 'b'")[0].1, "'a' 'b'");
        assert_eq!(pairs("cmd=")[0].1, "");
        for wrong in ["", "cmd", "=x", "a=b,", "a='b"] {
            let error = read_pairs(wrong, "k=v").unwrap_err();
            assert!(error.to_string().contains("'k=v'"), "{wrong}: {error}");
        }
    }
}
