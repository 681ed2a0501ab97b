//! The file of a match: a head that says what was played, then one line a finished pair.
//!
//! A pair's result depends on the match and the pair's number alone, so a match that was stopped, or killed, goes on
//! where it was and ends with the same table.

use std::collections::BTreeMap;
use std::path::Path;

use crate::error::LabError;
use crate::journal::{Existing, Head, Journal};
use crate::provenance::Provenance;
use crate::stats::{Score, Tally};

/// Two games from one opening, from the candidate's side, which has the first seat in the first: White, in Gomoku Black.
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
pub struct Ledger(Journal);

impl Ledger {
    /// Opens the file of a match, described in one line, and reads the pairs that it holds.
    pub fn open(
        path: &Path,
        description: &str,
        provenance: &Provenance,
        existing: Existing,
    ) -> Result<(Ledger, Pairs), LabError> {
        let head = Head {
            about: "Pairs of games; each line: number, results of the candidate (in the first seat first), plies.",
            identity: vec![
                format!("match: {description}"),
                format!("search: {}", provenance.search),
            ],
            run: provenance.of_run(),
        };
        let (journal, text) = Journal::resume(path, &head, existing)?;
        let pairs = text.lines().filter_map(Pair::from_line).collect();
        Ok((Ledger(journal), pairs))
    }

    /// Adds a finished pair in one go.
    pub fn add(&mut self, number: u64, pair: Pair) -> Result<(), LabError> {
        self.0.add(&pair.to_line(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

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
