//! The text files in which older versions kept their results, taken over into the store.
//!
//! Such a file has a head (lines that begin with `#`) and a line for each result. What cannot be read is named with its
//! line and left out; the files themselves are kept beside the store with `.old` behind their names.

use std::path::{Path, PathBuf};

use regence_store::{Game, Head, RunId, Store};

use crate::error::LabError;
use crate::results::{Pair, with_ending};
use crate::stats::Score;

/// An old file of results.
#[derive(Clone, Debug)]
pub struct OldFile {
    pub path: PathBuf,
    pub identity: Vec<String>,
    pub command: String,
    /// The whole lines behind the head with their numbers.
    pub lines: Vec<(usize, String)>,
}

impl OldFile {
    /// Reads a file if there is one and it is such a file.
    pub fn read(path: &Path) -> Result<Option<OldFile>, LabError> {
        let bytes = match std::fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if is_nothing(&error) => return Ok(None),
            Err(error) => return Err(LabError::file(path, &error)),
        };
        if !bytes.starts_with(b"# ") {
            return Ok(None);
        }
        let mut text = String::from_utf8_lossy(&bytes).into_owned();
        // What a killed process left behind the last whole line is not a result.
        text.truncate(text.rfind('\n').map_or(0, |at| at + 1));
        let heads = || text.lines().filter_map(|line| line.strip_prefix("# "));
        let is_run = |line: &&str| {
            // The version of the laboratory decides the games where it makes the openings.
            let is_random = text.contains("; random openings of seed");
            line.starts_with("machine: ")
                || line.starts_with("command: ")
                || (line.starts_with("laboratory: ") && !is_random)
        };
        let is_first = |line: &&str| line.starts_with("match: ") || line.starts_with("tune: ");
        let identity: Vec<String> = heads()
            .skip_while(|line| !is_first(line))
            .filter(|line| !is_run(line))
            .map(str::to_owned)
            .collect();
        if identity.is_empty() {
            return Ok(None);
        }
        let numbered = text.lines().enumerate();
        let results = numbered.filter(|(_, line)| !line.starts_with('#') && !line.is_empty());
        Ok(Some(OldFile {
            path: path.to_owned(),
            identity,
            command: heads().filter(is_run).collect::<Vec<_>>().join("\n"),
            lines: results
                .map(|(at, line)| (at + 1, line.to_owned()))
                .collect(),
        }))
    }

    /// The run of this file in a store, unless the store has its results already.
    pub fn run(&self, store: &mut Store, kind: &str) -> Result<Option<RunId>, LabError> {
        let mut head = Head::new(kind, self.identity.iter().cloned());
        head.command = self.command.clone();
        let run = store.run(&head, regence_store::Existing::Join)?;
        let is_new = store.games(run)?.is_empty() && store.notes(run)?.is_empty();
        Ok(is_new.then_some(run))
    }

    /// Names a line that is left out.
    pub fn name_damage(&self, line: usize, why: &str) {
        eprintln!(
            "{}: line {line} is left out, its games are played again: {why}",
            self.path.display()
        );
    }

    /// Puts old files aside, and says what became of them.
    pub fn retire(
        &self,
        results: usize,
        store: &Store,
        others: &[PathBuf],
    ) -> Result<(), LabError> {
        for path in others.iter().chain([&self.path]) {
            match std::fs::rename(path, with_ending(path, "old")) {
                Err(error) if !is_nothing(&error) => return Err(LabError::file(path, &error)),
                _ => {}
            }
        }
        eprintln!(
            "{}: {results} results were taken over into {}; the old file has '.old' behind its name now",
            self.path.display(),
            store.path().display()
        );
        Ok(())
    }
}

fn is_nothing(error: &std::io::Error) -> bool {
    matches!(
        error.kind(),
        std::io::ErrorKind::NotFound | std::io::ErrorKind::IsADirectory
    )
}

/// Takes over the pairs of an old file, if there is one; says whether there was.
pub fn import_pairs(store: &mut Store, path: &Path) -> Result<bool, LabError> {
    let Some(old) = OldFile::read(path)? else {
        return Ok(false);
    };
    let Some(run) = old.run(store, "pairs")? else {
        return Ok(true);
    };
    let mut games: Vec<Game> = Vec::new();
    for (at, line) in &old.lines {
        match read_pair(line) {
            Some((number, pair)) => games.extend(pair.to_games(number)),
            None => old.name_damage(*at, &format!("expected 'pair', a number, two results and two numbers of plies, found '{line}'")),
        }
    }
    store.add_games(run, &games)?;
    old.retire(games.len() / 2, store, &[])?;
    Ok(true)
}

/// `pair 3 W D 80 141`
fn read_pair(line: &str) -> Option<(u64, Pair)> {
    let score = |word: &str| match word {
        "L" => Some(Score::Loss),
        "D" => Some(Score::Draw),
        "W" => Some(Score::Win),
        _ => None,
    };
    let mut words = line.strip_prefix("pair ")?.split(' ');
    let number = words.next()?.parse().ok()?;
    let scores = [score(words.next()?)?, score(words.next()?)?];
    let plies = [words.next()?.parse().ok()?, words.next()?.parse().ok()?];
    words
        .next()
        .is_none()
        .then_some((number, Pair { scores, plies }))
}
