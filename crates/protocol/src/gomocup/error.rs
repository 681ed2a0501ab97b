//! What can be wrong with a line.

use std::fmt;

/// Why a line is not a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// No such command: answered `UNKNOWN`.
    Unknown(String),
    /// A command with a bad argument: answered `ERROR`.
    Argument {
        place: &'static str,
        expected: &'static str,
        found: String,
    },
}

impl Error {
    pub(crate) fn argument(place: &'static str, expected: &'static str, found: &str) -> Error {
        Error::Argument {
            place,
            expected,
            found: excerpt(found),
        }
    }

    pub(crate) fn unknown(word: &str) -> Error {
        Error::Unknown(excerpt(word))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Unknown(word) => write!(f, "UNKNOWN there is no command {word}"),
            Error::Argument {
                place,
                expected,
                found,
            } => write!(f, "ERROR {place}: expected {expected}, found {found}"),
        }
    }
}

impl std::error::Error for Error {}

/// A quoted, short and printable form of a text from outside.
fn excerpt(text: &str) -> String {
    const LIMIT: usize = 40;
    let text = text.trim();
    match text.char_indices().nth(LIMIT) {
        Some((end, _)) => format!("{:?} (and more)", &text[..end]),
        None if text.is_empty() => "nothing".to_string(),
        None => format!("{text:?}"),
    }
}
