//! A match of two setups of the same search, pair by pair, on several threads.

use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, Sender};
use std::thread::Builder;
use std::time::{Duration, Instant};

use regence_chess::Color;
use regence_core::pool::STACK_BYTES;

use crate::error::LabError;
use crate::ledger::{Ledger, Pair, Pairs};
use crate::opening::Openings;
use crate::referee::{self, Effort, Finished, Player};
use crate::setup::Setup;
use crate::stats::{Score, Tally};

/// All that decides the result of each pair.
#[derive(Clone, Debug)]
pub struct Match {
    pub base: Setup,
    pub candidate: Setup,
    pub effort: Effort,
    /// Megabytes of table for each side.
    pub hash: usize,
    pub seed: u64,
}

impl fmt::Display for Match {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Match {
            base,
            candidate,
            effort,
            hash,
            seed,
        } = self;
        write!(
            f,
            "{candidate} against {base}; {effort}, {hash} MB, openings of seed {seed}"
        )
    }
}

/// Two players and their openings: one thread's share of a match.
#[derive(Debug)]
struct Table {
    base: Player,
    candidate: Player,
    openings: Openings,
}

impl Table {
    fn new(of: &Match) -> Result<Table, LabError> {
        Ok(Table {
            base: Player::of(&of.base, of.effort, of.hash)?,
            candidate: Player::of(&of.candidate, of.effort, of.hash)?,
            openings: Openings::new(of.seed),
        })
    }

    /// The pair of this number: one opening, both colours.
    fn play(&mut self, number: u64) -> Result<Pair, LabError> {
        let opening = self.openings.get(number);
        let first = referee::play(opening.clone(), &mut self.candidate, &mut self.base)?;
        let second = referee::play(opening, &mut self.base, &mut self.candidate)?;
        Ok(Pair {
            scores: [
                score_for(Color::White, &first),
                score_for(Color::Black, &second),
            ],
            plies: [first.plies, second.plies],
        })
    }
}

fn score_for(color: Color, game: &Finished) -> Score {
    match game.winner {
        None => Score::Draw,
        Some(winner) if winner == color => Score::Win,
        Some(_) => Score::Loss,
    }
}

/// Whether a match goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    Continue,
    Stop,
}

/// Plays the pairs of `wanted` that are missing in `pairs`. After each one the caller looks at all of them.
///
/// Pairs that are under way when the caller says stop are finished and kept.
pub fn run(
    of: &Match,
    wanted: Range<u64>,
    pairs: &mut Pairs,
    ledger: &mut Ledger,
    concurrency: usize,
    mut look: impl FnMut(&Pairs) -> Next,
) -> Result<(), LabError> {
    let missing: Vec<u64> = wanted
        .filter(|number| !pairs.contains_key(number))
        .collect();
    if missing.is_empty() || look(pairs) == Next::Stop {
        return Ok(());
    }
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (sender, finished) = mpsc::channel();
    std::thread::scope(|scope| {
        let spawn = |sender: Sender<Message>| {
            Builder::new()
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, || work(of, &missing, &next, &stop, sender))
        };
        // A thread that the system refuses makes the match slower, no more.
        let threads: Vec<_> = (0..concurrency.clamp(1, missing.len()))
            .filter_map(|_| spawn(sender.clone()).ok())
            .collect();
        drop(sender);
        let mut receive = || {
            for result in &finished {
                let (number, pair) = result?;
                ledger.add(number, pair)?;
                pairs.insert(number, pair);
                if look(pairs) == Next::Stop {
                    stop.store(true, Relaxed);
                }
            }
            Ok(())
        };
        let received = receive();
        stop.store(true, Relaxed);
        let panicked = threads.is_empty()
            | threads
                .into_iter()
                .map(|thread| thread.join().is_err())
                .fold(false, |any, one| any | one);
        match panicked && received.is_ok() {
            true => Err(LabError::new("a thread of the match died, see above")),
            false => received,
        }
    })
}

type Message = Result<(u64, Pair), LabError>;

/// One thread: plays missing pairs until there are none, or until it is told to stop.
fn work(
    of: &Match,
    missing: &[u64],
    next: &AtomicUsize,
    stop: &AtomicBool,
    sender: Sender<Message>,
) {
    let play_all = || {
        let mut table = Table::new(of)?;
        while !stop.load(Relaxed)
            && let Some(&number) = missing.get(next.fetch_add(1, Relaxed))
        {
            let pair = table.play(number)?;
            if sender.send(Ok((number, pair))).is_err() {
                break;
            }
        }
        Ok(())
    };
    if let Err(error) = play_all() {
        // Nobody listens any more if another thread failed first.
        let _ = sender.send(Err(error));
    }
}

/// Tells on standard error how a match stands, from time to time.
#[derive(Debug)]
pub struct Progress {
    began: Instant,
    told: Option<Instant>,
    games_before: u64,
}

/// Time between two lines.
const TELL_EVERY: Duration = Duration::from_secs(10);

impl Progress {
    pub fn new(games_before: u64) -> Progress {
        Progress {
            began: Instant::now(),
            told: None,
            games_before,
        }
    }

    /// A line if it is time for one.
    pub fn tell(&mut self, tally: &Tally, wanted_games: u64, more: impl Fn() -> String) {
        let now = Instant::now();
        if self.told.is_some_and(|told| now - told < TELL_EVERY)
            || tally.games() == self.games_before
        {
            return;
        }
        self.told = Some(now);
        let played = tally.games().saturating_sub(self.games_before).max(1);
        let a_game = self.began.elapsed().as_secs_f64() / played as f64;
        let left = a_game * wanted_games.saturating_sub(tally.games()) as f64;
        eprintln!(
            "{}/{wanted_games} games  {}  {}{a_game:.2} s a game, {} to go",
            tally.games(),
            in_brief(tally),
            more(),
            duration(left)
        );
    }
}

/// A tally in one line.
pub fn in_brief(tally: &Tally) -> String {
    format!(
        "Elo {}  LOS {:.1} %  draws {:.0} %  pairs {:?}",
        elo_text(tally),
        100.0 * tally.los(),
        100.0 * tally.draw_rate(),
        tally.pentanomial()
    )
}

/// `+12.3 ± 8.1`
pub fn elo_text(tally: &Tally) -> String {
    format!("{:+.1} ± {:.1}", tally.elo(), tally.elo_error())
}

fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 90.0 => format!("{s:.0} s"),
        s if s < 5400.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::{Existing, tally};
    use crate::provenance::Provenance;
    use std::path::{Path, PathBuf};

    fn small_match(candidate: Setup) -> Match {
        Match {
            base: Setup::shipped(),
            candidate,
            effort: Effort::Nodes(150),
            hash: 1,
            seed: 5,
        }
    }

    fn open(path: &Path) -> (Ledger, Pairs) {
        let provenance = Provenance {
            search: "test".into(),
            machine: "test".into(),
            command: "test".into(),
        };
        Ledger::open(path, "test", &provenance, Existing::Resume).unwrap()
    }

    fn temporary(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("regence-arena-{name}-{}", std::process::id()))
    }

    #[test]
    fn a_search_against_itself_splits_every_pair() {
        let path = temporary("itself");
        let (mut ledger, mut pairs) = open(&path);
        let of = small_match(Setup::shipped());
        run(&of, 0..4, &mut pairs, &mut ledger, 2, |_| Next::Continue).unwrap();
        assert_eq!(tally(&pairs, 4).pentanomial(), [0, 0, 4, 0, 0]);
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn an_interrupted_match_ends_like_an_uninterrupted_one() {
        let of = small_match(Setup::switched("quiescence_see", false));
        let (whole, parts) = (temporary("whole"), temporary("parts"));
        let (mut ledger, mut pairs) = open(&whole);
        run(&of, 0..5, &mut pairs, &mut ledger, 1, |_| Next::Continue).unwrap();

        let (mut ledger, mut first) = open(&parts);
        let stop_at_two = |pairs: &Pairs| match pairs.len() >= 2 {
            true => Next::Stop,
            false => Next::Continue,
        };
        run(&of, 0..5, &mut first, &mut ledger, 2, stop_at_two).unwrap();
        assert!((2..5).contains(&first.len()), "{}", first.len());
        let (mut ledger, mut resumed) = open(&parts);
        assert_eq!(resumed, first);
        run(&of, 0..5, &mut resumed, &mut ledger, 2, |_| Next::Continue).unwrap();
        assert_eq!(resumed, pairs);
        std::fs::remove_file(&whole).unwrap();
        std::fs::remove_file(&parts).unwrap();
    }

    #[test]
    fn a_setup_that_cannot_be_is_an_error() {
        let path = temporary("wrong");
        let (mut ledger, mut pairs) = open(&path);
        let of = small_match(Setup::switched("luck", true));
        let done = run(&of, 0..2, &mut pairs, &mut ledger, 1, |_| Next::Continue);
        assert!(done.unwrap_err().to_string().contains("luck"));
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn times_are_told_in_fitting_units() {
        assert_eq!(duration(12.4), "12 s");
        assert_eq!(duration(600.0), "10 min");
        assert_eq!(duration(9000.0), "2.5 h");
    }
}
