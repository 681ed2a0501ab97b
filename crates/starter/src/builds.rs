//! What a starter carries behind its own code: builds, then a list of them, then where the list begins.
//!
//! The list has a line `LEVEL OFFSET LENGTH` for each build, the plainest first. The last 16 bytes of the file are the
//! list's offset, little-endian, and [`MARK`].

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

const MARK: &[u8; 8] = b"\x00REGBLD\n";
const END: u64 = 16;
/// No list of builds is longer.
const LONGEST_LIST: u64 = 4096;

struct Build {
    level: String,
    offset: u64,
    length: u64,
}

/// The builds in a file.
pub struct Carried {
    file: File,
    builds: Vec<Build>,
}

impl Carried {
    /// What the program at that path carries; nothing if no builds were put behind it.
    pub fn open(path: &Path) -> Result<Option<Self>, String> {
        let read = || -> std::io::Result<Option<(File, u64, String)>> {
            let mut file = File::open(path)?;
            let size = file.metadata()?.len();
            let mut end = [0; END as usize];
            file.seek(SeekFrom::Start(size.saturating_sub(END)))?;
            file.read_exact(&mut end)?;
            let (list_at, mark) = end.split_at(8);
            if mark != MARK {
                return Ok(None);
            }
            let list_at = u64::from_le_bytes(list_at.try_into().unwrap_or_default());
            file.seek(SeekFrom::Start(list_at))?;
            let mut list = String::new();
            let length = (size - END).saturating_sub(list_at).min(LONGEST_LIST);
            (&mut file).take(length).read_to_string(&mut list)?;
            Ok(Some((file, list_at, list)))
        };
        let damaged = |what: &str| {
            format!(
                "{} is damaged ({what}); unpack the archive again",
                path.display()
            )
        };
        let Some((file, list_at, list)) = read().map_err(|error| damaged(&error.to_string()))?
        else {
            return Ok(None);
        };
        if list.is_empty() {
            return Err(damaged("it lost a part"));
        }
        let mut builds = Vec::new();
        for line in list.lines() {
            let build = read_line(line, list_at).ok_or_else(|| damaged("its list of builds"))?;
            builds.push(build);
        }
        Ok(Some(Self { file, builds }))
    }

    pub fn levels(&self) -> impl Iterator<Item = &str> + Clone {
        self.builds.iter().map(|build| build.level.as_str())
    }

    /// The build for a level.
    pub fn unload(&mut self, level: &str) -> Result<Vec<u8>, String> {
        let found = self.builds.iter().find(|build| build.level == level);
        let build = found.ok_or_else(|| format!("it carries no build for {level}"))?;
        let mut program = vec![0; build.length as usize];
        self.file
            .seek(SeekFrom::Start(build.offset))
            .and_then(|_| self.file.read_exact(&mut program))
            .map_err(|error| {
                format!("cannot read the build for {level} out of its own file: {error}")
            })?;
        Ok(program)
    }
}

fn read_line(line: &str, list_at: u64) -> Option<Build> {
    let mut words = line.split(' ');
    let level = words.next()?.to_owned();
    let offset: u64 = words.next()?.parse().ok()?;
    let length: u64 = words.next()?.parse().ok()?;
    (words.next().is_none() && offset.checked_add(length)? <= list_at).then_some(Build {
        level,
        offset,
        length,
    })
}

/// Writes the starter with builds behind it: `OUT LEVEL=PROGRAM...`, the plainest level first.
pub fn pack(starter: &Path, words: &[OsString]) -> Result<(), String> {
    let usage = "expected OUT LEVEL=PROGRAM..., the plainest level first: where to write, and the builds to put behind it";
    let words: Option<Vec<&str>> = words.iter().map(|word| word.to_str()).collect();
    let words = words.unwrap_or_default();
    let Some((out, builds)) = words.split_first().filter(|(_, builds)| !builds.is_empty()) else {
        return Err(usage.to_owned());
    };
    let read = |path: &Path| fs::read(path).map_err(|error| format!("{}: {error}", path.display()));
    let mut packed = read(starter)?;
    let mut list = String::new();
    for build in builds {
        let (level, path) = build
            .split_once('=')
            .filter(|(level, _)| !level.is_empty() && !level.contains(char::is_whitespace))
            .ok_or_else(|| format!("{usage}; found {build}"))?;
        let program = read(Path::new(path))?;
        list += &format!("{level} {} {}\n", packed.len(), program.len());
        packed.extend(program);
    }
    let list_at = packed.len() as u64;
    packed.extend(list.bytes());
    packed.extend(list_at.to_le_bytes());
    packed.extend(MARK);
    let written = fs::write(out, packed)
        .and_then(|()| fs::metadata(starter))
        .and_then(|starter| fs::set_permissions(out, starter.permissions()));
    written.map_err(|error| format!("{out}: {error}"))
}
