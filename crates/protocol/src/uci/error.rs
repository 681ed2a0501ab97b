//! What can be wrong with a line.

use regence_chess::MoveTextError;
use std::fmt;

/// Why a line is not a command. The text says where, what was expected and what was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// No word of the line is a command.
    UnknownCommand { found: String },
    /// A command lacks something, or has something else in its place.
    Unexpected {
        place: String,
        expected: String,
        /// `None` at the end of the line.
        found: Option<String>,
    },
    /// A `position` that cannot be set up, and why.
    Position(String),
    /// A move to search that is not legal in the position.
    SearchMove(MoveTextError),
    /// There is no such option.
    UnknownOption { found: String },
}

impl Error {
    pub(crate) fn unexpected(place: &str, expected: &str, found: Option<&str>) -> Error {
        Error::Unexpected {
            place: place.to_string(),
            expected: expected.to_string(),
            found: found.map(excerpt),
        }
    }
}

impl Error {
    /// There is no option of that name.
    pub fn unknown_option(name: &str) -> Error {
        Error::UnknownOption {
            found: excerpt(name),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::UnknownCommand { found } => {
                write!(f, "unknown command {found}; type help for the commands")
            }
            Error::Unexpected {
                place,
                expected,
                found: Some(found),
            } => write!(f, "{place}: expected {expected}, found {found}"),
            Error::Unexpected {
                place, expected, ..
            } => write!(f, "{place}: expected {expected}, found the end of the line"),
            Error::Position(reason) => write!(
                f,
                "position: {reason}; it is refused, and go answers bestmove 0000 until a position is accepted"
            ),
            Error::SearchMove(error) => write!(f, "go searchmoves: {error}; it is left out"),
            Error::UnknownOption { found } => {
                write!(f, "there is no option {found}; type uci for the options")
            }
        }
    }
}

impl std::error::Error for Error {}

/// A quoted, short and printable form of a text from outside, fit for a line of output.
pub(crate) fn excerpt(text: &str) -> String {
    const LIMIT: usize = 40;
    match text.char_indices().nth(LIMIT) {
        Some((end, _)) => format!("{:?} (and more)", &text[..end]),
        None => format!("{text:?}"),
    }
}
