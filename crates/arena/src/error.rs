//! Why a command could not do its work, in words for the person who gave it.

use std::fmt;
use std::path::Path;

/// A message that says what was expected, what was found and what to do.
#[derive(Debug)]
pub struct LabError(String);

impl LabError {
    pub fn new(message: impl Into<String>) -> LabError {
        LabError(message.into())
    }

    /// An error of the file system, with the file that it is about.
    pub fn file(path: &Path, error: &std::io::Error) -> LabError {
        LabError(format!("{}: {error}", path.display()))
    }
}

impl fmt::Display for LabError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LabError {}

impl From<regence_trace::TraceError> for LabError {
    fn from(error: regence_trace::TraceError) -> LabError {
        LabError(error.to_string())
    }
}

impl From<regence_store::StoreError> for LabError {
    fn from(error: regence_store::StoreError) -> LabError {
        LabError(error.to_string())
    }
}
