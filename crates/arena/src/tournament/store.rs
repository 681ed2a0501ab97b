//! The files of a match: a ledger with one line for each finished game, the records of the games, and the faults.
//!
//! A line of the ledger is written last and says how long the other two files were then. Whatever happens in between,
//! also `kill -9`, the files can be cut back to what the ledger knows, and the match goes on as if nothing had been.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::game::{Ending, FaultKind, Played, Seat, Usage};
use crate::error::LabError;
use crate::journal::{Existing, Head, Journal};

/// What the ledger keeps of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameLine {
    pub winner: Option<Seat>,
    pub ending: Ending,
    pub plies: u64,
    pub usage: [Usage; 2],
    pub overhead: Duration,
    /// Faults of each seat by their kinds.
    pub faults: [[u32; FaultKind::ALL.len()]; 2],
}

impl GameLine {
    pub fn of(played: &Played) -> GameLine {
        let mut faults = [[0; FaultKind::ALL.len()]; 2];
        for fault in &played.faults {
            faults[fault.seat.index()][fault.kind.index()] += 1;
        }
        GameLine {
            winner: played.winner,
            ending: played.ending,
            plies: played.position.played() as u64,
            usage: played.usage,
            overhead: played.overhead,
            faults,
        }
    }

    /// `game 3 1-0 rules 87 | moves time depths nodes | … | overhead | faults | lengths`
    fn to_line(self, number: u64, lengths: [u64; 2]) -> String {
        let result = match self.winner {
            Some(Seat::First) => "1-0",
            Some(Seat::Second) => "0-1",
            None => "1/2-1/2",
        };
        let usage = self.usage.map(|u| {
            let time = u.time.as_micros();
            format!("{} {time} {} {}", u.moves, u.depths, u.nodes)
        });
        let faults = self
            .faults
            .map(|kinds| kinds.map(|n| n.to_string()).join(" "));
        format!(
            "game {number} {result} {} {} | {} | {} | {} | {} | {} | {} {}\n",
            self.ending.name(),
            self.plies,
            usage[0],
            usage[1],
            self.overhead.as_micros(),
            faults[0],
            faults[1],
            lengths[0],
            lengths[1],
        )
    }

    fn from_line(line: &str) -> Option<(u64, GameLine, [u64; 2])> {
        let mut parts = line.strip_prefix("game ")?.split(" | ");
        let mut head = parts.next()?.split(' ');
        let number = head.next()?.parse().ok()?;
        let winner = match head.next()? {
            "1-0" => Some(Seat::First),
            "0-1" => Some(Seat::Second),
            "1/2-1/2" => None,
            _ => return None,
        };
        let ending = Ending::from_name(head.next()?)?;
        let plies = head.next()?.parse().ok()?;
        let mut usage = [Usage::default(); 2];
        for one in &mut usage {
            let [moves, time, depths, nodes] = numbers(parts.next()?)?;
            *one = Usage {
                moves,
                time: Duration::from_micros(time),
                depths,
                nodes,
            };
        }
        let [overhead] = numbers(parts.next()?)?;
        let mut faults = [[0; FaultKind::ALL.len()]; 2];
        for one in &mut faults {
            let counts: [u64; FaultKind::ALL.len()] = numbers(parts.next()?)?;
            *one = counts.map(|count| count as u32);
        }
        let lengths = numbers(parts.next()?)?;
        let line = GameLine {
            winner,
            ending,
            plies,
            usage,
            overhead: Duration::from_micros(overhead),
            faults,
        };
        (head.next().is_none() && parts.next().is_none()).then_some((number, line, lengths))
    }
}

fn numbers<const N: usize>(text: &str) -> Option<[u64; N]> {
    let numbers: Option<Vec<u64>> = text.split(' ').map(|word| word.parse().ok()).collect();
    numbers?.try_into().ok()
}

/// The finished games by their numbers.
pub type Games = BTreeMap<u64, GameLine>;

/// What the lines of the ledger mean.
pub const ABOUT: &str = "\
Games of a match. Each line: number, result, ending, plies; for each side moves, time in µs, sum of depths, nodes;
time of the referee in µs; for each side illegal moves, time losses, crashes, hangs, illegal lines, protocol faults;
lengths of the files of records and faults.";

/// The open files of a match.
#[derive(Debug)]
pub struct Store {
    ledger: Journal,
    records: Journal,
    faults: Journal,
}

/// Where the files of a match are.
#[derive(Clone, Debug)]
pub struct Paths {
    pub ledger: PathBuf,
    pub records: PathBuf,
    pub faults: PathBuf,
    pub result: PathBuf,
}

impl Paths {
    /// `NAME.games` and so on; `records` is how the names of records end.
    pub fn new(base: &Path, records: &str) -> Paths {
        let with = |ending: &str| {
            let mut name = base.as_os_str().to_owned();
            name.push(".");
            name.push(ending);
            PathBuf::from(name)
        };
        Paths {
            ledger: with("games"),
            records: with(records),
            faults: with("faults"),
            result: with("result"),
        }
    }
}

impl Store {
    /// Opens the files and reads the games that they hold.
    pub fn open(
        paths: &Paths,
        head: &Head,
        existing: Existing,
    ) -> Result<(Store, Games), LabError> {
        let (ledger, text) = Journal::resume(&paths.ledger, head, existing)?;
        let (mut games, mut lengths) = (Games::new(), [0; 2]);
        for (number, game, then) in text.lines().filter_map(GameLine::from_line) {
            games.insert(number, game);
            lengths = [lengths[0].max(then[0]), lengths[1].max(then[1])];
        }
        let open_to = |path, length| -> Result<Journal, LabError> {
            let (mut journal, _) = Journal::open(path)?;
            journal.cut(length)?;
            Ok(journal)
        };
        let store = Store {
            ledger,
            records: open_to(&paths.records, lengths[0])?,
            faults: open_to(&paths.faults, lengths[1])?,
        };
        Ok((store, games))
    }

    /// Adds a finished game: its record and faults first, the line that counts last.
    pub fn add(
        &mut self,
        number: u64,
        game: GameLine,
        record: &str,
        faults: &str,
    ) -> Result<(), LabError> {
        self.records.add(record)?;
        self.faults.add(faults)?;
        let lengths = [self.records.length(), self.faults.length()];
        self.ledger.add(&game.to_line(number, lengths))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game() -> GameLine {
        let usage = Usage {
            moves: 40,
            time: Duration::from_micros(123_456),
            depths: 400,
            nodes: 40_000,
        };
        GameLine {
            winner: Some(Seat::Second),
            ending: Ending::Fault(FaultKind::Time),
            plies: 79,
            usage: [usage, Usage::default()],
            overhead: Duration::from_micros(77),
            faults: [[0, 1, 0, 0, 2, 0], [0; 6]],
        }
    }

    fn head() -> Head {
        Head {
            about: ABOUT,
            identity: vec!["match: a against b".into(), "engine 1: a".into()],
            run: vec!["command: regence-lab match".into()],
        }
    }

    fn paths(name: &str) -> Paths {
        let base =
            std::env::temp_dir().join(format!("regence-store-{name}-{}", std::process::id()));
        Paths::new(&base, "pgn")
    }

    fn remove(paths: &Paths) {
        for path in [&paths.ledger, &paths.records, &paths.faults] {
            std::fs::remove_file(path).unwrap();
        }
    }

    #[test]
    fn games_survive_the_file() {
        let line = game().to_line(12, [1000, 20]);
        assert_eq!(
            GameLine::from_line(line.trim_end()),
            Some((12, game(), [1000, 20]))
        );
        for wrong in [
            "game",
            "game 1",
            "game 1 2-0 rules 3",
            &line[..line.len() - 5],
        ] {
            assert_eq!(GameLine::from_line(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn what_the_ledger_does_not_know_is_cut_off() {
        let paths = paths("cut");
        let (mut store, games) = Store::open(&paths, &head(), Existing::Refuse).unwrap();
        assert!(games.is_empty());
        store.add(0, game(), "first\n", "").unwrap();
        store.add(3, game(), "fourth\n", "oops\n").unwrap();
        // Killed after the record of another game, and in the middle of the ledger's line.
        store.records.add("half of a ga").unwrap();
        store.faults.add("more\n").unwrap();
        store.ledger.add("game 5 1-0 rul").unwrap();
        drop(store);
        assert!(Store::open(&paths, &head(), Existing::Refuse).is_err());
        let (mut store, games) = Store::open(&paths, &head(), Existing::Resume).unwrap();
        assert_eq!(games, Games::from([(0, game()), (3, game())]));
        store.add(5, game(), "sixth\n", "").unwrap();
        let read = |path: &Path| std::fs::read_to_string(path).unwrap();
        assert_eq!(read(&paths.records), "first\nfourth\nsixth\n");
        assert_eq!(read(&paths.faults), "oops\n");
        assert_eq!(read(&paths.ledger).matches("command:").count(), 1);
        remove(&paths);
    }

    #[test]
    fn matches_are_not_mixed() {
        let paths = paths("mixed");
        Store::open(&paths, &head(), Existing::Refuse).unwrap();
        let mut other = head();
        other.identity[1] = "engine 1: b".into();
        let error = Store::open(&paths, &other, Existing::Resume)
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("'engine 1: b'") && error.contains("'engine 1: a'"),
            "{error}"
        );
        remove(&paths);
    }
}
