//! What matches in one process leave in the store: their pairs of games.
//!
//! A pair's result depends on the match and the pair's number alone, so a match that was stopped, or killed, is resumed
//! and ends with the same table.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use regence_store::{Existing, Game, GameResult, Head, RunId, Store};

use crate::error::LabError;
use crate::legacy;
use crate::provenance::Provenance;
use crate::stats::{Score, Tally};

/// Two games from one opening, from the candidate's side, which has the first seat in the first: White, in Gomoku Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    pub scores: [Score; 2],
    pub plies: [usize; 2],
}

impl Pair {
    /// As two games of the store.
    pub fn to_games(self, number: u64) -> [Game; 2] {
        // The candidate has the first seat in the first game and the second seat in the second.
        let results = [
            [GameResult::FirstWins, GameResult::SecondWins],
            [GameResult::SecondWins, GameResult::FirstWins],
        ];
        [0, 1].map(|at| Game {
            number: 2 * number + at as u64,
            result: match self.scores[at] {
                Score::Win => results[at][0],
                Score::Loss => results[at][1],
                Score::Draw => GameResult::Draw,
            },
            plies: self.plies[at] as u64,
            ..Game::default()
        })
    }

    fn from_games(first: &Game, second: &Game) -> Pair {
        let score = |game: &Game, win: GameResult| match game.result {
            GameResult::Draw | GameResult::Unknown => Score::Draw,
            result if result == win => Score::Win,
            _ => Score::Loss,
        };
        Pair {
            scores: [
                score(first, GameResult::FirstWins),
                score(second, GameResult::SecondWins),
            ],
            plies: [first, second].map(|game| game.plies as usize),
        }
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

/// The store of a name: `NAME.db`. What older versions kept under that name is taken over.
pub fn open_store(name: &Path) -> Result<Store, LabError> {
    let mut store = Store::open(&store_path(name))?;
    for old in [name.to_owned(), with_ending(name, "pairs")] {
        legacy::import_pairs(&mut store, &old)?;
    }
    Ok(store)
}

/// `NAME.db`, or the name itself where it says so already.
pub fn store_path(name: &Path) -> PathBuf {
    match name.extension().is_some_and(|ending| ending == "db") {
        true => name.to_owned(),
        false => with_ending(name, "db"),
    }
}

/// The name with an ending behind it.
pub fn with_ending(name: &Path, ending: &str) -> PathBuf {
    let mut all = name.as_os_str().to_owned();
    all.push(".");
    all.push(ending);
    PathBuf::from(all)
}

/// Writes a file whole: readers see the old text or the new one, also after a full disk.
pub fn replace_file(path: &Path, text: &str) -> Result<(), LabError> {
    let new = with_ending(path, "new");
    std::fs::write(&new, text)
        .and_then(|()| std::fs::rename(&new, path))
        .map_err(|error| LabError::file(path, &error))
}

/// A match in its store.
#[derive(Debug)]
pub struct PairResults<'a> {
    store: &'a mut Store,
    run: RunId,
}

impl<'a> PairResults<'a> {
    /// Begins or resumes the match, described in one line; gives the pairs that were played before.
    pub fn begin(
        store: &'a mut Store,
        description: &str,
        provenance: &Provenance,
        existing: Existing,
    ) -> Result<(PairResults<'a>, Pairs), LabError> {
        let (run, pairs) = begin_run(store, description, provenance, existing)?;
        Ok((PairResults { store, run }, pairs))
    }

    /// Adds a finished pair.
    pub fn add(&mut self, number: u64, pair: Pair) -> Result<(), LabError> {
        Ok(self.store.add_games(self.run, &pair.to_games(number))?)
    }

    /// Keeps what the match proved.
    pub fn report(&mut self, text: &str) -> Result<(), LabError> {
        Ok(self.store.set_report(self.run, text)?)
    }
}

/// The same for one of several matches of a store.
pub fn begin_run(
    store: &mut Store,
    description: &str,
    provenance: &Provenance,
    existing: Existing,
) -> Result<(RunId, Pairs), LabError> {
    let mut head = Head::new(
        "pairs",
        [
            format!("match: {description}"),
            format!("search: {}", provenance.search),
        ],
    );
    head.builds = vec![provenance.search.clone()];
    head.command = provenance.of_run().join("\n");
    let run = store.run(&head, existing)?;
    let games = store.games(run)?;
    let whole = games
        .windows(2)
        .filter(|two| two[0].number % 2 == 0 && two[1].number == two[0].number + 1);
    let pairs = whole.map(|two| (two[0].number / 2, Pair::from_games(&two[0], &two[1])));
    Ok((run, pairs.collect()))
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
        std::env::temp_dir().join(format!("regence-results-{name}-{}", std::process::id()))
    }

    fn remove(name: &Path) {
        for ending in ["db", "lock", "pairs.old"] {
            let _ = std::fs::remove_file(with_ending(name, ending));
        }
    }

    const PAIR: Pair = Pair {
        scores: [Score::Win, Score::Draw],
        plies: [80, 141],
    };

    #[test]
    fn pairs_survive_the_store() {
        use Score::{Draw, Loss, Win};
        for scores in [
            [Win, Loss],
            [Loss, Win],
            [Draw, Win],
            [Win, Win],
            [Loss, Draw],
        ] {
            let pair = Pair { scores, ..PAIR };
            let [first, second] = pair.to_games(12);
            assert_eq!([first.number, second.number], [24, 25]);
            assert_eq!(Pair::from_games(&first, &second), pair);
        }
        // A win of the candidate with the second seat is the second side's.
        let [_, second] = Pair {
            scores: [Draw, Win],
            ..PAIR
        }
        .to_games(0);
        assert_eq!(second.result, GameResult::SecondWins);
    }

    #[test]
    fn a_match_is_resumed_with_its_pairs_and_with_no_other() {
        let name = temporary("resumed");
        let begin = |what: &str, by: &Provenance, existing| -> Result<Pairs, LabError> {
            let mut store = open_store(&name)?;
            let (mut results, pairs) = PairResults::begin(&mut store, what, by, existing)?;
            if pairs.is_empty() {
                results.add(3, PAIR)?;
            }
            Ok(pairs)
        };
        let here = provenance();
        assert!(
            begin("a against b", &here, Existing::Refuse)
                .unwrap()
                .is_empty()
        );
        assert!(begin("a against b", &here, Existing::Refuse).is_err());
        let pairs = begin("a against b", &here, Existing::Resume).unwrap();
        assert_eq!(pairs, Pairs::from([(3, PAIR)]));
        let other = begin("a against c", &here, Existing::Resume).unwrap_err();
        assert!(other.to_string().contains("a against b"), "{other}");
        let newer = Provenance {
            search: "version 1, bench 3".into(),
            ..provenance()
        };
        assert!(begin("a against b", &newer, Existing::Resume).is_err());
        remove(&name);
    }

    #[test]
    fn files_of_older_versions_are_taken_over() {
        let name = temporary("older");
        let text = "# Pairs of games; each line: number, results, plies.\n# match: a against b\n\
            # search: version 1, bench 2\n# machine: m\n# command: c\n\
            pair 3 W D 80 141\npair 5 W X 80 141\npair 4 L L 9 9\npair 6 W W 1";
        std::fs::write(with_ending(&name, "pairs"), text).unwrap();
        let mut store = open_store(&name).unwrap();
        let (_, pairs) =
            PairResults::begin(&mut store, "a against b", &provenance(), Existing::Resume).unwrap();
        let lost = Pair {
            scores: [Score::Loss; 2],
            plies: [9; 2],
        };
        assert_eq!(pairs, Pairs::from([(3, PAIR), (4, lost)]));
        assert!(!with_ending(&name, "pairs").exists());
        let kept = std::fs::read_to_string(with_ending(&name, "pairs.old")).unwrap();
        assert_eq!(kept, text);
        drop(store);
        remove(&name);
    }

    #[test]
    fn only_wanted_pairs_count() {
        let pairs = Pairs::from([(0, PAIR), (1, PAIR), (7, PAIR)]);
        assert_eq!(tally(&pairs, 2).pairs(), 2);
        assert_eq!(tally(&pairs, 8).pentanomial(), [0, 0, 0, 3, 0]);
    }
}
