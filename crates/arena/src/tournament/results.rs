//! What a match leaves in the store: its games with what each side used, their records and the faults.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use regence_store::{Existing, Game, GameResult, Head, RunId, Store};
use serde::{Deserialize, Serialize};

use super::game::{Ending, FaultKind, Played, Seat, Usage};
use crate::error::LabError;
use crate::legacy::OldFile;
use crate::results::{replace_file, store_path, with_ending};

/// What is counted of a game.
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

/// What the store keeps of a game as JSON.
#[derive(Serialize, Deserialize)]
struct Details {
    usage: [Usage; 2],
    overhead: Duration,
    faults: [[u32; FaultKind::ALL.len()]; 2],
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

    fn to_game(self, number: u64, record: &str, faults: &str) -> Game {
        let details = Details {
            usage: self.usage,
            overhead: self.overhead,
            faults: self.faults,
        };
        Game {
            number,
            result: match self.winner {
                Some(Seat::First) => GameResult::FirstWins,
                Some(Seat::Second) => GameResult::SecondWins,
                None => GameResult::Draw,
            },
            ending: self.ending.name().to_owned(),
            plies: self.plies,
            // Plain numbers: this cannot fail.
            details: serde_json::to_string(&details).unwrap_or_default(),
            record: record.to_owned(),
            faults: faults.to_owned(),
        }
    }

    fn from_game(game: &Game) -> Result<GameLine, LabError> {
        let unreadable = |what: &str| {
            let number = game.number + 1;
            LabError::new(format!(
                "game {number} of the store: {what} is of a newer version"
            ))
        };
        let details: Details =
            serde_json::from_str(&game.details).map_err(|_| unreadable("what it counts"))?;
        Ok(GameLine {
            winner: match game.result {
                GameResult::FirstWins => Some(Seat::First),
                GameResult::SecondWins => Some(Seat::Second),
                GameResult::Draw | GameResult::Unknown => None,
            },
            ending: Ending::from_name(&game.ending).ok_or_else(|| unreadable("its ending"))?,
            plies: game.plies,
            usage: details.usage,
            overhead: details.overhead,
            faults: details.faults,
        })
    }

    /// A line of the files of older versions, with the lengths of the two other files when it was written:
    /// `game 3 1-0 rules 87 | moves time depths nodes | … | overhead | faults | faults | lengths`
    fn from_old_line(line: &str) -> Option<(u64, GameLine, [u64; 2])> {
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
                ..Usage::default()
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

/// Where the results of a match are: the store, and what is written from it at the end.
#[derive(Clone, Debug)]
pub struct Paths {
    pub store: PathBuf,
    pub records: PathBuf,
    pub faults: PathBuf,
    pub result: PathBuf,
    /// The list of games of older versions.
    old: PathBuf,
}

impl Paths {
    /// `NAME.db` and so on; `records` is how the names of records end.
    pub fn new(base: &Path, records: &str) -> Paths {
        let store = store_path(base);
        let base = store.with_extension("");
        Paths {
            store,
            records: with_ending(&base, records),
            faults: with_ending(&base, "faults"),
            result: with_ending(&base, "result"),
            old: with_ending(&base, "games"),
        }
    }
}

/// A match in its store.
#[derive(Debug)]
pub struct Results {
    store: Store,
    run: RunId,
    paths: Paths,
}

impl Results {
    /// Begins or resumes a match; gives the games that were played before.
    pub fn open(
        paths: &Paths,
        head: &Head,
        existing: Existing,
    ) -> Result<(Results, Games), LabError> {
        let mut store = Store::open(&paths.store)?;
        import(&mut store, paths)?;
        let run = store.run(head, existing)?;
        let mut games = Games::new();
        for game in store.games(run)? {
            games.insert(game.number, GameLine::from_game(&game)?);
        }
        let paths = paths.clone();
        Ok((Results { store, run, paths }, games))
    }

    /// Adds a finished game.
    pub fn add(
        &mut self,
        number: u64,
        game: GameLine,
        record: &str,
        faults: &str,
    ) -> Result<(), LabError> {
        let game = game.to_game(number, record, faults);
        Ok(self.store.add_games(self.run, &[game])?)
    }

    /// Writes the records and the faults of the games so far as text.
    pub fn export(&self) -> Result<(), LabError> {
        let games = self.store.games(self.run)?;
        let records: String = games.iter().map(|game| game.record.as_str()).collect();
        let faults: String = games.iter().map(|game| game.faults.as_str()).collect();
        replace_file(&self.paths.records, &records)?;
        replace_file(&self.paths.faults, &faults)
    }

    /// Keeps what the match proved, in the store and as text with where it comes from.
    pub fn report(&mut self, text: &str, head: &Head) -> Result<(), LabError> {
        self.store.set_report(self.run, text)?;
        let origin = head.identity.iter().map(String::as_str);
        let origin = origin.chain(head.command.lines());
        let whole = origin.fold(format!("{text}\n"), |all, line| all + "# " + line + "\n");
        replace_file(&self.paths.result, &whole)
    }
}

/// Takes over the files of an older version, if there are any.
fn import(store: &mut Store, paths: &Paths) -> Result<bool, LabError> {
    import_old(store, &paths.old, &paths.records, &paths.faults)
}

/// Takes over the games of `NAME.games`, whose records and faults are in two other files; says whether there were any.
pub fn import_old(
    store: &mut Store,
    games: &Path,
    records: &Path,
    faults: &Path,
) -> Result<bool, LabError> {
    let Some(old) = OldFile::read(games)? else {
        return Ok(false);
    };
    let Some(run) = old.run(store, "match")? else {
        return Ok(true);
    };
    let texts = [records, faults].map(|path| std::fs::read(path).unwrap_or_default());
    let mut from = [0; 2];
    let mut all: BTreeMap<u64, Game> = BTreeMap::new();
    for (at, line) in &old.lines {
        let Some((number, game, to)) = GameLine::from_old_line(line) else {
            old.name_damage(*at, &format!("expected a game, found '{line}'"));
            continue;
        };
        let [record, fault] = [0, 1].map(|i| slice(&texts[i], from[i], to[i]));
        match (record.and_then(last_record), fault) {
            (Some(record), Some(fault)) => {
                all.insert(number, game.to_game(number, record, fault));
                from = to;
            }
            _ => old.name_damage(
                *at,
                &format!("its game is not whole in {}", records.display()),
            ),
        }
    }
    let all: Vec<Game> = all.into_values().collect();
    store.add_games(run, &all)?;
    old.retire(all.len(), store, &[records.to_owned(), faults.to_owned()])?;
    Ok(true)
}

fn slice(text: &[u8], from: u64, to: u64) -> Option<&str> {
    std::str::from_utf8(text.get(from as usize..to as usize)?).ok()
}

/// The last record of a text: those before it belong to lines that were damaged.
fn last_record(text: &str) -> Option<&str> {
    let start = text.rfind("[Event ")?;
    (start == 0 || text[..start].ends_with('\n')).then_some(&text[start..])
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
            ..Usage::default()
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
        let mut head = Head::new("match", ["match: a against b", "engine 1: a"]);
        head.command = "command: regence-lab match".into();
        head
    }

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> (Folder, Paths) {
            let path =
                std::env::temp_dir().join(format!("regence-games-{name}-{}", std::process::id()));
            std::fs::create_dir_all(&path).unwrap();
            let paths = Paths::new(&path.join("m"), "pgn");
            (Folder(path), paths)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn games_survive_the_store() {
        let stored = game().to_game(12, "record", "");
        assert_eq!(GameLine::from_game(&stored).unwrap(), game());
        let newer = Game {
            ending: "boredom".into(),
            ..stored
        };
        assert!(GameLine::from_game(&newer).is_err());
    }

    #[test]
    fn a_match_is_resumed_and_written_as_text() {
        let (_folder, paths) = Folder::new("resumed");
        let (mut results, games) = Results::open(&paths, &head(), Existing::Refuse).unwrap();
        assert!(games.is_empty());
        results.add(3, game(), "fourth\n", "oops\n").unwrap();
        results.add(0, game(), "first\n", "").unwrap();
        let second = Results::open(&paths, &head(), Existing::Resume).unwrap_err();
        assert!(second.to_string().contains("in use"), "{second}");
        drop(results);
        assert!(Results::open(&paths, &head(), Existing::Refuse).is_err());
        let (mut results, games) = Results::open(&paths, &head(), Existing::Resume).unwrap();
        assert_eq!(games, Games::from([(0, game()), (3, game())]));
        results.export().unwrap();
        results.report("a wins\n", &head()).unwrap();
        let read = |path: &Path| std::fs::read_to_string(path).unwrap();
        assert_eq!(read(&paths.records), "first\nfourth\n");
        assert_eq!(read(&paths.faults), "oops\n");
        assert!(read(&paths.result).ends_with("# command: regence-lab match\n"));
    }

    /// The files of an older version with four games, of which the second line is damaged.
    fn write_old(paths: &Paths, second: &str) {
        let records: Vec<String> = (0..4)
            .map(|n| format!("[Event \"{n}\"]\n1. e4 *\n\n"))
            .collect();
        std::fs::write(&paths.records, records.concat()).unwrap();
        std::fs::write(&paths.faults, "oops\n").unwrap();
        let mut text = "# Games of a match.\n# match: a against b\n# engine 1: a\n# laboratory: 1\n# command: x\n".to_owned();
        for number in 0..4 {
            let length = (number + 1) * records[0].len();
            let usage = "40 123456 400 40000 | 0 0 0 0 | 77 | 0 1 0 0 2 0 | 0 0 0 0 0 0";
            let line = format!("game {number} 0-1 time 79 | {usage} | {length} 5\n");
            text += if number == 1 { second } else { &line };
        }
        std::fs::write(&paths.old, text).unwrap();
    }

    #[test]
    fn older_matches_are_taken_over_without_what_is_damaged() {
        for second in [
            "",
            "game 1 0-1 tyme 79 |\n",
            "game 1 0-1 time 79 | 40 123456 400 40000 | 0 0 0 0 | 77 | 0 1 0 0 2 0 | 0 0 0 0 0 0 | 99999 5\n",
        ] {
            let (_folder, paths) = Folder::new("older");
            write_old(&paths, second);
            let (results, games) = Results::open(&paths, &head(), Existing::Resume).unwrap();
            assert_eq!(
                games.keys().copied().collect::<Vec<_>>(),
                [0, 2, 3],
                "{second}"
            );
            assert_eq!(games[&0], game());
            results.export().unwrap();
            let text = std::fs::read_to_string(&paths.records).unwrap();
            // Each game has its own record, also the one behind the damaged line.
            for (number, count) in [("0", 1), ("1", 0), ("2", 1), ("3", 1)] {
                assert_eq!(
                    text.matches(&format!("[Event \"{number}\"]")).count(),
                    count
                );
            }
            assert!(with_ending(&paths.old, "old").exists() && !paths.old.exists());
        }
    }

    #[test]
    fn a_cut_file_of_records_loses_no_game_in_silence() {
        let (_folder, paths) = Folder::new("cut");
        write_old(&paths, "");
        let text = std::fs::read_to_string(&paths.records).unwrap();
        std::fs::write(&paths.records, &text[..text.len() - 5]).unwrap();
        let (_, games) = Results::open(&paths, &head(), Existing::Resume).unwrap();
        // The game whose record is not whole will be played again.
        assert_eq!(games.keys().copied().collect::<Vec<_>>(), [0, 2]);
        let kept = std::fs::read_to_string(with_ending(&paths.records, "old")).unwrap();
        assert_eq!(kept, text[..text.len() - 5]);
    }
}
