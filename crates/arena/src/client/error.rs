//! What can go wrong with an engine, in words for its author.

use std::fmt;
use std::time::Duration;

/// Why a conversation cannot go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClientError {
    /// The program could not be started.
    Start { command: String, reason: String },
    /// The program has ended, or has closed its output.
    Gone { waiting_for: String, ending: String },
    /// The program was ended by the keyboard or by a request to terminate, as the match itself may be right now.
    Interrupted,
    /// No answer within the caller's patience.
    Silent {
        waiting_for: String,
        waited: Duration,
    },
    /// An answer that refuses what was asked (`ERROR`, `UNKNOWN`).
    Refused { asked: String, answer: String },
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClientError::Start { command, reason } => write!(
                f,
                "'{command}' cannot be started: {reason}; check the path, and that the file may be executed"
            ),
            ClientError::Gone {
                waiting_for,
                ending,
            } => write!(f, "expected {waiting_for}, but the program {ending}"),
            ClientError::Interrupted => f.write_str("the program was interrupted"),
            ClientError::Silent {
                waiting_for,
                waited,
            } => write!(
                f,
                "expected {waiting_for}, found nothing for {:.1} s",
                waited.as_secs_f64()
            ),
            ClientError::Refused { asked, answer } => {
                write!(f, "'{asked}' was refused: '{answer}'")
            }
        }
    }
}

impl std::error::Error for ClientError {}

/// A line that breaks the protocol but does not end the conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What was expected and what is wrong.
    pub what: String,
    /// The line as it came, shortened.
    pub line: String,
}

impl Fault {
    pub fn new(what: impl Into<String>, line: &str) -> Fault {
        Fault {
            what: what.into(),
            line: excerpt(line),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: '{}'", self.what, self.line)
    }
}

/// Enough of a line to recognise it by, without control characters.
pub(super) fn excerpt(line: &str) -> String {
    const LIMIT: usize = 200;
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    let mut text: String = line.chars().take(LIMIT).map(clean).collect();
    if line.chars().nth(LIMIT).is_some() {
        text.push('…');
    }
    text
}
