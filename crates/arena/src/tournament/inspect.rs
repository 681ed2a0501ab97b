//! A look at each engine before a match: that it starts, has the options that are set, and which file it is.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::player::READY;
use super::spec::{EngineSpec, Protocol};
use crate::client::{Gomocup, Process, Uci};
use crate::error::LabError;

/// Starts an engine once and says in one line what it is: a match is gone on with only with the same one.
pub fn inspect(spec: &EngineSpec, chess960: bool) -> Result<String, LabError> {
    let told = match spec.protocol {
        Protocol::Uci => inspect_uci(spec, chess960)?,
        Protocol::Gomocup => inspect_gomocup(spec)?,
    };
    let file = match file_of(&spec.launch.program).and_then(|path| fingerprint(&path)) {
        Some(print) => format!("; file {print}"),
        None => String::new(),
    };
    Ok(format!("{spec}; it says '{told}'{file}"))
}

fn inspect_uci(spec: &EngineSpec, chess960: bool) -> Result<String, LabError> {
    let fail = |what: String| LabError::new(format!("{}: {what}", spec.name));
    let process = Process::start(&spec.launch).map_err(|error| fail(error.to_string()))?;
    let uci = Uci::greet(process, READY).map_err(|failure| {
        let (error, process) = *failure;
        fail(format!(
            "{error}; is it an engine that speaks UCI?\n{}",
            process.transcript_text(10)
        ))
    })?;
    let wanted = spec.options.iter().map(|(name, _)| name.as_str());
    for name in wanted.chain(chess960.then_some("UCI_Chess960")) {
        if uci.option(name).is_none() {
            let known: Vec<&str> = uci.options().iter().map(|o| o.name.as_str()).collect();
            return Err(fail(format!(
                "it has no option '{name}'; it has {}",
                known.join(", ")
            )));
        }
    }
    let name = uci.name();
    uci.quit(Duration::from_millis(300));
    Ok(name)
}

fn inspect_gomocup(spec: &EngineSpec) -> Result<String, LabError> {
    let fail = |what: String| LabError::new(format!("{}: {what}", spec.name));
    let mut client = Gomocup::start(&spec.launch).map_err(|error| fail(error.to_string()))?;
    let about = match client.about(READY) {
        Ok(about) => about,
        Err(error) => {
            let transcript = client.process().transcript_text(10);
            return Err(fail(format!(
                "{error}; is it a program that speaks Gomocup's protocol?\n{transcript}"
            )));
        }
    };
    client.quit(Duration::from_millis(300));
    Ok(about.replace(['\r', '\n'], " "))
}

/// The file of a program: by its path, or found where programs are looked for.
fn file_of(program: &Path) -> Option<PathBuf> {
    if program.components().count() > 1 {
        return Some(program.to_owned());
    }
    let folders = std::env::var_os("PATH")?;
    let mut candidates = std::env::split_paths(&folders).map(|folder| folder.join(program));
    candidates.find(|path| path.is_file())
}

/// The length of a file and a hash of its bytes (FNV-1a): two builds of an engine that calls both by one name differ.
fn fingerprint(path: &Path) -> Option<String> {
    let bytes = std::fs::read(path).ok()?;
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    Some(format!("{} bytes, {hash:016x}", bytes.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_apart() {
        let path = std::env::temp_dir().join(format!("regence-inspect-{}", std::process::id()));
        std::fs::write(&path, "one").unwrap();
        let one = fingerprint(&path).unwrap();
        std::fs::write(&path, "two").unwrap();
        assert_ne!(fingerprint(&path).unwrap(), one);
        std::fs::remove_file(&path).unwrap();
        assert_eq!(fingerprint(&path), None);
    }

    #[cfg(unix)]
    #[test]
    fn programs_are_found_like_the_system_does() {
        assert!(file_of(Path::new("sh")).is_some());
        assert_eq!(file_of(Path::new("no-such-program-here")), None);
        assert_eq!(file_of(Path::new("a/b")), Some(PathBuf::from("a/b")));
    }
}
