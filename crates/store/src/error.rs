//! What can go wrong with a store, in words for the person whose games it holds.

use std::fmt;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

/// Why a store could not do what it was asked for.
#[derive(Debug)]
pub enum StoreError {
    /// The file system refused.
    File(PathBuf, std::io::Error),
    /// The file is not a store.
    Foreign(PathBuf),
    /// New and still empty, or of an older version that only a writer brings up to date.
    Older { path: PathBuf, found: i64 },
    /// Written by a later version of this program.
    Newer {
        path: PathBuf,
        found: i64,
        known: i64,
    },
    /// Another process is working at it.
    InUse { path: PathBuf, owner: String },
    /// It holds results and was not to be resumed.
    Occupied(PathBuf),
    /// It holds another run.
    Other {
        path: PathBuf,
        wanted: String,
        found: String,
    },
    /// A game is there already.
    Duplicate { path: PathBuf, what: String },
    /// What is damaged, each with its place.
    Damaged { path: PathBuf, places: Vec<String> },
    /// No room is left on the disk.
    Full(PathBuf),
    /// Anything else that the database says.
    Database(PathBuf, rusqlite::Error),
}

impl StoreError {
    /// An error of the database, told by what it means.
    pub(crate) fn from(path: &Path, error: rusqlite::Error) -> StoreError {
        let path = path.to_owned();
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => StoreError::Foreign(path),
            Some(ErrorCode::DiskFull) => StoreError::Full(path),
            Some(ErrorCode::DatabaseCorrupt) => {
                let places = vec![error.to_string()];
                StoreError::Damaged { path, places }
            }
            _ => StoreError::Database(path, error),
        }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::File(path, error) => write!(f, "{}: {error}", path.display()),
            StoreError::Foreign(path) => write!(
                f,
                "{}: expected a store of games, found another kind of file; name another one",
                path.display()
            ),
            StoreError::Older { path, found: 0 } => {
                write!(
                    f,
                    "{}: an empty store; nothing was played yet",
                    path.display()
                )
            }
            StoreError::Older { path, found } => write!(
                f,
                "{}: version {found} of the store; merge it into a new one with 'regence-lab merge NEW.db {}'",
                path.display(),
                path.display()
            ),
            StoreError::Newer { path, found, known } => write!(
                f,
                "{}: version {found} of the store; this program knows versions up to {known}, so use a newer one",
                path.display()
            ),
            StoreError::InUse { path, owner } => write!(
                f,
                "{}: in use by {owner}; wait until it ends, or name another store",
                path.display()
            ),
            StoreError::Occupied(path) => write!(
                f,
                "{}: holds results already; add --resume to continue, or name another file with --out",
                path.display()
            ),
            StoreError::Other {
                path,
                wanted,
                found,
            } => write!(
                f,
                "{}: expected results of '{wanted}', found '{found}'; give the same command as before, or name another file with --out",
                path.display()
            ),
            StoreError::Duplicate { path, what } => {
                write!(
                    f,
                    "{}: holds {what} already; nothing was added",
                    path.display()
                )
            }
            StoreError::Damaged { path, places } => write!(
                f,
                "{}: damaged: {}; save the rest with 'regence-lab merge NEW.db {}'",
                path.display(),
                places.join("; "),
                path.display()
            ),
            StoreError::Full(path) => write!(
                f,
                "{}: the disk is full; what was finished is saved: free some space and continue with --resume",
                path.display()
            ),
            StoreError::Database(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for StoreError {}
