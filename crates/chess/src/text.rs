//! Help for messages about text from outside.

/// At most 40 characters of a text, so that a message about a bad line stays readable.
pub(crate) fn shorten(text: &str) -> String {
    const LIMIT: usize = 40;
    match text.char_indices().nth(LIMIT) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}
