//! Files that somebody names: only those that can be read to their end.

use std::fs::{self, File, FileType};
use std::io;

const PIPE: &str = "a pipe";

/// Opens a regular file of at most `limit` bytes. Others may block their reader or never end: a pipe, a device, a file
/// of nothing but holes.
pub fn open_regular(path: &str, limit: u64) -> Result<File, String> {
    check_regular(path, limit)?;
    File::open(path).map_err(|error| format!("{path}: {error}"))
}

/// Makes a file, or empties it. A pipe is refused: it would block until somebody reads.
pub fn create(path: &str) -> io::Result<File> {
    match fs::metadata(path) {
        Ok(known) if describe(known.file_type()) == PIPE => Err(io::Error::other(format!(
            "found {PIPE}, expected a file or a device"
        ))),
        _ => File::create(path),
    }
}

/// As [`open_regular`], for who opens the file elsewhere.
pub fn check_regular(path: &str, limit: u64) -> Result<(), String> {
    let known = fs::metadata(path).map_err(|error| format!("{path}: {error}"))?;
    if !known.is_file() {
        let kind = describe(known.file_type());
        return Err(format!("{path}: found {kind}, expected a regular file"));
    }
    match known.len() <= limit {
        true => Ok(()),
        false => Err(format!(
            "{path}: found {} MB, expected at most {} MB",
            known.len() >> 20,
            limit >> 20
        )),
    }
}

fn describe(kind: FileType) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return PIPE;
        }
        if kind.is_char_device() || kind.is_block_device() {
            return "a device";
        }
        if kind.is_socket() {
            return "a socket";
        }
    }
    match kind.is_dir() {
        true => "a directory",
        false => "something else",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn scratch(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("regence-files-{}-{name}", std::process::id()))
    }

    #[test]
    fn a_file_may_be_as_long_as_the_limit() {
        let path = scratch("limit");
        fs::write(&path, [0; 1000]).expect("a file");
        let name = path.to_str().expect("text");
        assert!(open_regular(name, 1000).is_ok());
        assert!(open_regular(name, 999).is_err());
        fs::remove_file(&path).expect("removed");
        assert!(open_regular(name, 1000).is_err());
    }

    #[test]
    fn what_is_no_regular_file_is_named() {
        let directory = std::env::temp_dir();
        let error = open_regular(directory.to_str().expect("text"), 1).unwrap_err();
        assert!(error.contains("found a directory"), "{error}");
        if cfg!(unix) {
            let error = open_regular("/dev/zero", u64::MAX).unwrap_err();
            assert!(error.contains("found a device"), "{error}");
        }
    }
}
