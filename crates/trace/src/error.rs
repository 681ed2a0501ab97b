//! Why a search could not be recorded or explained.

use std::fmt;

/// A message that says what was expected, what was found and what to do.
#[derive(Debug)]
pub struct TraceError(String);

impl TraceError {
    pub fn new(message: impl Into<String>) -> TraceError {
        TraceError(message.into())
    }
}

impl fmt::Display for TraceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for TraceError {}
