//! Where an analysis goes: whole records only, and a run that was interrupted goes on where it stopped.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::Trouble;
use super::format::{Format, Style, Whole};
use super::input::{Input, Kind, Record};

/// A file or the standard output.
#[allow(missing_debug_implementations)]
pub struct Output {
    out: Box<dyn Write>,
    /// Records that an earlier run has written.
    pub before: Whole,
    name: String,
}

/// What makes an output.
#[derive(Clone, Copy, Debug)]
pub struct Target<'a> {
    /// Nothing is the standard output.
    pub path: Option<&'a Path>,
    pub format: Format,
    pub kind: Kind,
    /// Begin again, whatever is there.
    pub overwrite: bool,
}

impl Output {
    /// Opens the output. What an earlier run left unfinished at its end is cut off.
    pub fn open(target: Target<'_>) -> Result<Output, Trouble> {
        let Some(path) = target.path else {
            return Ok(Output {
                out: Box::new(io::stdout()),
                before: Whole::default(),
                name: String::from("standard output"),
            }
            .begun(target));
        };
        let name = path.display().to_string();
        let fault = |error: io::Error| Trouble::new(format!("{name}: {error}"));
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(target.overwrite)
            .open(path)
            .map_err(fault)?;
        let before = what_is_there(&mut file, target, path)?;
        file.set_len(before.end).map_err(fault)?;
        file.seek(SeekFrom::End(0)).map_err(fault)?;
        Ok(Output {
            out: Box::new(file),
            before,
            name: name.clone(),
        }
        .begun(target))
    }

    /// A new output begins with its heading, which goes out with the first record.
    fn begun(mut self, target: Target<'_>) -> Output {
        if self.before.end == 0 {
            let heading = target.format.heading(target.kind);
            self.out = Box::new(WithHeading {
                heading: Some(heading),
                out: self.out,
            });
        }
        self
    }

    /// Passes over the records of the input that are in the output already. Tells how many bytes that were, and
    /// how many bad records were among them.
    pub fn skip(
        &self,
        input: &mut Input,
        format: Format,
        style: &Style,
    ) -> Result<Skipped, Trouble> {
        let mut skipped = Skipped::default();
        let mut last = None;
        while skipped.records < self.before.records {
            let Some((record, bytes)) = input.next_record() else {
                break;
            };
            skipped.bytes += bytes;
            match record {
                Ok(record) => {
                    skipped.records += 1;
                    last = Some(record);
                }
                Err(_) => skipped.bad += 1,
            }
        }
        let agrees = |record: &Record| format.agrees(&self.before.last, record, style);
        if skipped.records < self.before.records
            || last.is_some_and(|record: Record| !agrees(&record))
        {
            return Err(Trouble::new(format!(
                "{} has an analysis of another file, or with other limits, in it: name another file, or \
                 begin again with --overwrite",
                self.name
            )));
        }
        Ok(skipped)
    }

    /// Writes a record as a whole.
    pub fn write(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }

    pub fn name(&self) -> &str {
        &self.name
    }
}

/// What was passed over because an earlier run has done it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Skipped {
    pub records: u64,
    pub bytes: u64,
    pub bad: u64,
}

/// The whole records of a file. A file that is none of ours is left alone.
fn what_is_there(file: &mut File, target: Target<'_>, path: &Path) -> Result<Whole, Trouble> {
    let fault = |error: io::Error| Trouble::new(format!("{}: {error}", path.display()));
    let whole = target
        .format
        .whole(target.kind, BufReader::new(&mut *file))
        .map_err(fault)?;
    let length = file.metadata().map_err(fault)?.len();
    if whole.end > 0 || length == 0 {
        return Ok(whole);
    }
    let opening = target.format.opening(target.kind).map(str::as_bytes);
    let mut begin = Vec::new();
    file.seek(SeekFrom::Start(0)).map_err(fault)?;
    file.take(opening.map_or(0, <[u8]>::len) as u64)
        .read_to_end(&mut begin)
        .map_err(fault)?;
    match opening.is_some_and(|opening| opening.starts_with(&begin)) {
        true => Ok(whole),
        false => Err(Trouble::new(format!(
            "{} is not empty, and there is no analysis in it: name another file, or replace it with --overwrite",
            path.display()
        ))),
    }
}

/// Whether both names are of one file.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| -> Option<PathBuf> { path.canonicalize().ok() };
    real(one).is_some() && real(one) == real(other)
}

/// Writes a heading together with the first text.
struct WithHeading {
    heading: Option<&'static str>,
    out: Box<dyn Write>,
}

impl Write for WithHeading {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(heading) = self.heading.take() {
            self.out.write_all(heading.as_bytes())?;
        }
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
