//! What can be wrong with a text, and where.

use std::error::Error;
use std::fmt;
use std::io;

/// A place in a text, counted in lines and characters from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    line: u64,
    column: u64,
}

impl Place {
    pub(crate) const START: Place = Place { line: 1, column: 1 };

    pub(crate) const fn new(line: u64, column: u64) -> Place {
        Place { line, column }
    }

    /// The number of the line; the first is 1.
    pub fn line(self) -> u64 {
        self.line
    }

    /// The number of the character in its line; the first is 1.
    pub fn column(self) -> u64 {
        self.column
    }

    pub(crate) fn next_line(&mut self) {
        self.line += 1;
        self.column = 1;
    }

    pub(crate) fn next_column(&mut self) {
        self.column += 1;
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Why a text could not be read: the place, what was found there, and what was expected.
#[derive(Debug)]
pub struct ReadError {
    place: Place,
    fault: Fault,
}

#[derive(Debug)]
enum Fault {
    Text { found: String, expected: String },
    Input(io::Error),
}

impl ReadError {
    pub(crate) fn new(
        place: Place,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> ReadError {
        ReadError {
            place,
            fault: Fault::Text {
                found: found.into(),
                expected: expected.into(),
            },
        }
    }

    /// A word that should have been a legal move; `reason` is what the rules say about it.
    pub(crate) fn bad_move(place: Place, word: &str, reason: &str) -> ReadError {
        let expected = match reason.strip_prefix("expected ") {
            Some(form) => form.to_string(),
            None => format!("a legal move ({reason})"),
        };
        ReadError::new(place, quote(word), expected)
    }

    pub(crate) fn input(place: Place, error: io::Error) -> ReadError {
        ReadError {
            place,
            fault: Fault::Input(error),
        }
    }

    /// Where the fault lies.
    pub fn place(&self) -> Place {
        self.place
    }

    /// What was found there; nothing if the input itself failed.
    pub fn found(&self) -> Option<&str> {
        match &self.fault {
            Fault::Text { found, .. } => Some(found),
            Fault::Input(_) => None,
        }
    }

    /// What should have been there; nothing if the input itself failed.
    pub fn expected(&self) -> Option<&str> {
        match &self.fault {
            Fault::Text { expected, .. } => Some(expected),
            Fault::Input(_) => None,
        }
    }

    /// Whether the input itself failed (a disk, a pipe), so that nothing more can come.
    pub fn is_input_failure(&self) -> bool {
        matches!(self.fault, Fault::Input(_))
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self.place;
        match &self.fault {
            Fault::Text { found, expected } => {
                write!(f, "{place}: found {found}, expected {expected}")
            }
            Fault::Input(error) => write!(f, "{place}: the input cannot be read on: {error}"),
        }
    }
}

impl Error for ReadError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.fault {
            Fault::Input(error) => Some(error),
            Fault::Text { .. } => None,
        }
    }
}

/// At most 40 characters of a text, in quotes, so that a message stays readable.
pub(crate) fn quote(text: &str) -> String {
    const LIMIT: usize = 40;
    match text.char_indices().nth(LIMIT) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}
