//! A result file that only grows, line by line, and from which a run that was stopped or killed goes on.
//!
//! It begins with a head: what the run is, which must be the same whenever it is gone on with, and where it was made.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::error::LabError;

/// Whether a file that is already there is gone on with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    Refuse,
    Resume,
}

impl Existing {
    /// What `--resume` says.
    pub fn from_flag(resume: bool) -> Existing {
        match resume {
            true => Existing::Resume,
            false => Existing::Refuse,
        }
    }
}

/// What a file says of itself.
#[derive(Clone, Debug)]
pub struct Head {
    /// What its lines mean, for people; may be several lines.
    pub about: &'static str,
    /// Lines that must be the same in every run, as `key: value`.
    pub identity: Vec<String>,
    /// Lines about this run.
    pub run: Vec<String>,
}

/// An open file that only grows.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    length: u64,
}

impl Journal {
    /// Opens a file as it is, or an empty one, and reads it.
    pub fn open(path: &Path) -> Result<(Journal, String), LabError> {
        let fail = |error: std::io::Error| LabError::file(path, &error);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(fail)?;
        }
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(fail)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(fail)?;
        let journal = Journal {
            file,
            path: path.to_owned(),
            length: bytes.len() as u64,
        };
        Ok((journal, String::from_utf8_lossy(&bytes).into_owned()))
    }

    /// Opens the file of a run, checks or writes its head, and gives the whole lines that it holds.
    pub fn resume(
        path: &Path,
        head: &Head,
        existing: Existing,
    ) -> Result<(Journal, String), LabError> {
        let (mut journal, mut text) = Journal::open(path)?;
        // What a killed run left after its last whole line is not a result.
        text.truncate(text.rfind('\n').map_or(0, |at| at + 1));
        let mut new = String::new();
        if text.is_empty() {
            let about = head.about.lines().map(str::to_owned);
            for line in about.chain(head.identity.iter().cloned()) {
                new += &format!("# {line}\n");
            }
        } else if existing == Existing::Refuse {
            return Err(LabError::new(format!(
                "{}: holds results already; add --resume to go on with it, or name another file with --out",
                path.display()
            )));
        } else {
            expect_same(path, &text, &head.identity)?;
        }
        for line in head.run.iter().map(|line| format!("# {line}")) {
            if !text.lines().any(|found| found == line) {
                new += &format!("{line}\n");
            }
        }
        journal.cut(text.len() as u64)?;
        journal.add(&new)?;
        Ok((journal, text))
    }

    /// Takes off what is beyond this length. A shorter file has been changed by somebody; what is there stays.
    pub fn cut(&mut self, length: u64) -> Result<(), LabError> {
        let length = length.min(self.length);
        self.file
            .set_len(length)
            .and_then(|()| self.file.seek(SeekFrom::Start(length)))
            .map_err(|error| LabError::file(&self.path, &error))?;
        self.length = length;
        Ok(())
    }

    /// Adds a text in one go.
    pub fn add(&mut self, text: &str) -> Result<(), LabError> {
        self.file
            .write_all(text.as_bytes())
            .map_err(|error| LabError::file(&self.path, &error))?;
        self.length += text.len() as u64;
        Ok(())
    }

    pub fn length(&self) -> u64 {
        self.length
    }
}

/// The head must be of the same run, or results would be mixed.
fn expect_same(path: &Path, text: &str, identity: &[String]) -> Result<(), LabError> {
    for wanted in identity {
        let line = format!("# {wanted}");
        if text.lines().any(|found| found == line) {
            continue;
        }
        let key = line.split(':').next().unwrap_or("");
        let found = text.lines().find(|found| found.starts_with(key));
        return Err(LabError::new(format!(
            "{}: expected results of '{wanted}', found '{}'; give the same command as before, or name another file with --out",
            path.display(),
            found.map_or("no such line", |found| found.trim_start_matches("# "))
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(identity: &str, run: &str) -> Head {
        Head {
            about: "Lines.\nEach one a number.",
            identity: vec![identity.into()],
            run: vec![run.into()],
        }
    }

    #[test]
    fn a_killed_run_goes_on_with_its_whole_lines() {
        let path = std::env::temp_dir().join(format!("regence-journal-{}", std::process::id()));
        let open = |head: &Head, existing| Journal::resume(&path, head, existing);
        let one = head("match: a", "command: x");
        let (mut journal, text) = open(&one, Existing::Refuse).unwrap();
        assert_eq!(text, "");
        journal.add("7\n").unwrap();
        let whole = std::fs::read_to_string(&path).unwrap();
        assert_eq!(
            whole,
            "# Lines.\n# Each one a number.\n# match: a\n# command: x\n7\n"
        );
        assert_eq!(journal.length(), whole.len() as u64);
        journal.add("half of a li").unwrap();
        assert!(open(&one, Existing::Refuse).is_err());
        let other = open(&head("match: b", "command: x"), Existing::Resume);
        let said = other.unwrap_err().to_string();
        assert!(said.contains("'match: b'") && said.contains("'match: a'"));
        let (_, text) = open(&one, Existing::Resume).unwrap();
        assert_eq!(text, whole);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), whole);
        open(&head("match: a", "command: y"), Existing::Resume).unwrap();
        let longer = whole + "# command: y\n";
        assert_eq!(std::fs::read_to_string(&path).unwrap(), longer);
        std::fs::remove_file(&path).unwrap();
    }
}
