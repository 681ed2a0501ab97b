//! The file of a match: a head that says what was played, then one line a finished pair.
//!
//! A pair's result depends on the match and the pair's number alone, so a match that was stopped, or killed, goes on
//! where it was and ends with the same table.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::error::LabError;
use crate::provenance::Provenance;
use crate::stats::{Score, Tally};

/// Two games from one opening, from the candidate's side, which is White in the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    pub scores: [Score; 2],
    pub plies: [usize; 2],
}

impl Pair {
    fn to_line(self, number: u64) -> String {
        let [first, second] = self.scores.map(letter);
        let [plies1, plies2] = self.plies;
        format!("pair {number} {first} {second} {plies1} {plies2}\n")
    }

    fn from_line(line: &str) -> Option<(u64, Pair)> {
        let mut words = line.strip_prefix("pair ")?.split(' ');
        let number = words.next()?.parse().ok()?;
        let scores = [score(words.next()?)?, score(words.next()?)?];
        let plies = [words.next()?.parse().ok()?, words.next()?.parse().ok()?];
        words
            .next()
            .is_none()
            .then_some((number, Pair { scores, plies }))
    }
}

fn letter(score: Score) -> char {
    match score {
        Score::Loss => 'L',
        Score::Draw => 'D',
        Score::Win => 'W',
    }
}

fn score(word: &str) -> Option<Score> {
    match word {
        "L" => Some(Score::Loss),
        "D" => Some(Score::Draw),
        "W" => Some(Score::Win),
        _ => None,
    }
}

/// The finished pairs of a match by their numbers.
pub type Pairs = BTreeMap<u64, Pair>;

/// The counts of the pairs below `wanted`.
pub fn tally(pairs: &Pairs, wanted: u64) -> Tally {
    let mut tally = Tally::default();
    for pair in pairs.range(..wanted).map(|(_, pair)| pair) {
        tally.add(pair.scores[0], pair.scores[1]);
    }
    tally
}

/// An open match file.
#[derive(Debug)]
pub struct Ledger {
    file: File,
    path: PathBuf,
}

/// Whether a file that is already there is gone on with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    Refuse,
    Resume,
}

impl Ledger {
    /// Opens the file of a match, described in one line, and reads the pairs that it holds.
    pub fn open(
        path: &Path,
        description: &str,
        provenance: &Provenance,
        existing: Existing,
    ) -> Result<(Ledger, Pairs), LabError> {
        let fail = |error: std::io::Error| LabError::file(path, &error);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(fail)?;
        }
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(fail)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(fail)?;
        // What a killed run left after its last whole line is not a result.
        let whole = bytes
            .iter()
            .rposition(|&b| b == b'\n')
            .map_or(0, |at| at + 1);
        let text = String::from_utf8_lossy(&bytes[..whole]);
        let match_line = format!("# match: {description}");
        let search_line = format!("# search: {}", provenance.search);
        let command_line = format!("# command: {}", provenance.command);

        let mut head = String::new();
        if whole == 0 {
            head += "# Pairs of games; each line: number, results of the candidate (White first), plies.\n";
            head += &format!("{match_line}\n{search_line}\n");
        } else {
            if existing == Existing::Refuse {
                return Err(LabError::new(format!(
                    "{}: holds a match already; add --resume to go on with it, or name another file with --out",
                    path.display()
                )));
            }
            expect_line(path, &text, "# match: ", &match_line)?;
            expect_line(path, &text, "# search: ", &search_line)?;
        }
        if !text.lines().any(|line| line == command_line) {
            head += &format!("# machine: {}\n{command_line}\n", provenance.machine);
        }
        let pairs = text.lines().filter_map(Pair::from_line).collect();
        file.set_len(whole as u64).map_err(fail)?;
        file.seek(SeekFrom::End(0)).map_err(fail)?;
        file.write_all(head.as_bytes()).map_err(fail)?;
        let path = path.to_owned();
        Ok((Ledger { file, path }, pairs))
    }

    /// Adds a finished pair in one go.
    pub fn add(&mut self, number: u64, pair: Pair) -> Result<(), LabError> {
        self.file
            .write_all(pair.to_line(number).as_bytes())
            .map_err(|error| LabError::file(&self.path, &error))
    }
}

/// The head must be of the same match, or the pairs would be mixed.
fn expect_line(path: &Path, text: &str, prefix: &str, wanted: &str) -> Result<(), LabError> {
    let found = text.lines().find(|line| line.starts_with(prefix));
    if found == Some(wanted) {
        return Ok(());
    }
    Err(LabError::new(format!(
        "{}: expected a file with '{wanted}', found '{}'; choose another file",
        path.display(),
        found.unwrap_or("no such line")
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn provenance() -> Provenance {
        Provenance {
            search: "version 1, bench 2".into(),
            machine: "a box".into(),
            command: "regence-lab duel".into(),
        }
    }

    fn temporary(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("regence-ledger-{name}-{}", std::process::id()))
    }

    const PAIR: Pair = Pair {
        scores: [Score::Win, Score::Draw],
        plies: [80, 141],
    };

    #[test]
    fn pairs_survive_the_file() {
        assert_eq!(
            Pair::from_line(PAIR.to_line(12).trim_end()),
            Some((12, PAIR))
        );
        for wrong in ["pair 1 W", "pair x W D 1 2", "pair 1 W D 1 2 3", "# pair"] {
            assert_eq!(Pair::from_line(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_killed_match_goes_on_with_its_whole_lines() {
        let path = temporary("killed");
        let open = |existing| Ledger::open(&path, "a against b", &provenance(), existing);
        let (mut ledger, pairs) = open(Existing::Refuse).unwrap();
        assert!(pairs.is_empty());
        ledger.add(3, PAIR).unwrap();
        let whole = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, format!("{whole}pair 4 W D 1")).unwrap();
        assert!(open(Existing::Refuse).is_err());
        let (_, pairs) = open(Existing::Resume).unwrap();
        assert_eq!(pairs, Pairs::from([(3, PAIR)]));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), whole);
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn matches_are_not_mixed() {
        let path = temporary("mixed");
        Ledger::open(&path, "a against b", &provenance(), Existing::Refuse).unwrap();
        let other = Ledger::open(&path, "a against c", &provenance(), Existing::Resume);
        assert!(other.unwrap_err().to_string().contains("a against b"));
        let newer = Provenance {
            search: "version 1, bench 3".into(),
            ..provenance()
        };
        assert!(Ledger::open(&path, "a against b", &newer, Existing::Resume).is_err());
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn only_wanted_pairs_count() {
        let pairs = Pairs::from([(0, PAIR), (1, PAIR), (7, PAIR)]);
        assert_eq!(tally(&pairs, 2).pairs(), 2);
        assert_eq!(tally(&pairs, 8).pentanomial(), [0, 0, 0, 3, 0]);
    }
}
