//! A match of two setups of the same search, pair by pair, on several threads.

pub mod play;
pub mod player;

use std::fmt;
use std::ops::Range;
use std::time::{Duration, Instant};

use regence_core::game::Game;

use crate::error::LabError;
use crate::games::Setups;
use crate::in_process::play::play;
use crate::in_process::player::{Effort, Finished, Player};
use crate::openings::balanced::Openings;
use crate::results::{Pair, PairResults, Pairs};
use crate::seat::Seat;
use crate::setup::Setup;
use crate::stats::{Score, Tally};
use crate::workers::{self, Next};

/// All that decides the result of each pair.
#[derive(Clone, Debug)]
pub struct Match<G: Game> {
    pub setups: Setups<G>,
    pub base: Setup,
    pub candidate: Setup,
    pub effort: Effort,
    /// Megabytes of table for each side.
    pub hash: usize,
    pub seed: u64,
}

impl<G: Game> fmt::Display for Match<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Match {
            setups,
            base,
            candidate,
            effort,
            hash,
            seed,
        } = self;
        write!(
            f,
            "{candidate} against {base}; {effort}, {hash} MB, openings of seed {seed}"
        )?;
        match setups.to_string().as_str() {
            "" => Ok(()),
            setups => write!(f, "; {setups}"),
        }
    }
}

/// The two players of a match and their openings: one thread's share of it.
#[allow(missing_debug_implementations)]
pub struct Players<G: Game> {
    base: Player<G>,
    candidate: Player<G>,
    openings: Openings<G>,
    setups: Setups<G>,
}

impl<G: Game> Players<G> {
    pub fn new(of: &Match<G>) -> Result<Players<G>, LabError> {
        Ok(Players {
            base: Player::new(&of.base, of.effort, of.hash)?,
            candidate: Player::new(&of.candidate, of.effort, of.hash)?,
            openings: Openings::new(of.seed),
            setups: of.setups.clone(),
        })
    }

    /// The pair of this number: one opening, both seats.
    pub fn play(&mut self, number: u64) -> Result<Pair, LabError> {
        let setup = self.setups.of_pair(number);
        let opening = self.openings.get(setup, number);
        let first = play::<G>(opening.clone(), [&mut self.candidate, &mut self.base])?;
        let second = play::<G>(opening, [&mut self.base, &mut self.candidate])?;
        Ok(Pair {
            scores: [
                score_for(Seat::First, &first),
                score_for(Seat::Second, &second),
            ],
            plies: [first.plies, second.plies],
        })
    }

    fn slowest(&self) -> Duration {
        self.base.slowest().max(self.candidate.slowest())
    }
}

fn score_for(seat: Seat, game: &Finished) -> Score {
    match game.winner {
        None => Score::Draw,
        Some(winner) if winner == seat => Score::Win,
        Some(_) => Score::Loss,
    }
}

/// Plays the pairs of `wanted` that are missing in `pairs`, and adds them to the results if they are kept. After each
/// one the caller looks at all of them. Gives the longest thought about a move.
pub fn run<G: Game>(
    of: &Match<G>,
    wanted: Range<u64>,
    pairs: &mut Pairs,
    mut results: Option<&mut PairResults<'_>>,
    concurrency: usize,
    mut look: impl FnMut(&Pairs) -> Next,
) -> Result<Duration, LabError> {
    let missing: Vec<u64> = wanted
        .filter(|number| !pairs.contains_key(number))
        .collect();
    let mut slowest = Duration::ZERO;
    if missing.is_empty() || look(pairs) == Next::Stop {
        return Ok(slowest);
    }
    let play = |players: &mut Players<G>, number| Ok((players.play(number)?, players.slowest()));
    workers::share(
        &missing,
        concurrency,
        || Players::new(of),
        play,
        |number, (pair, thought)| {
            if let Some(results) = &mut results {
                results.add(number, pair)?;
            }
            pairs.insert(number, pair);
            slowest = slowest.max(thought);
            Ok(look(pairs))
        },
    )?;
    Ok(slowest)
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
    use crate::games::GameOptions;
    use crate::provenance::Provenance;
    use crate::results::{open_store, tally, with_ending};
    use regence_chess_search::Chess;
    use regence_gomoku_search::Gomoku;
    use regence_store::{Existing, Store};
    use std::path::PathBuf;

    fn small_match<G: Game>(candidate: Setup) -> Match<G> {
        Match {
            setups: GameOptions::default().setups().unwrap(),
            base: Setup::shipped(),
            candidate,
            effort: Effort::Nodes(150),
            hash: 1,
            seed: 5,
        }
    }

    fn begin(store: &mut Store) -> (PairResults<'_>, Pairs) {
        let provenance = Provenance {
            search: "test".into(),
            machine: "test".into(),
            command: "test".into(),
        };
        PairResults::begin(store, "test", &provenance, Existing::Resume).unwrap()
    }

    fn temporary(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("regence-arena-{name}-{}", std::process::id()))
    }

    fn splits_every_pair<G: Game>() {
        let (of, mut pairs) = (small_match::<G>(Setup::shipped()), Pairs::new());
        run(&of, 0..4, &mut pairs, None, 2, |_| Next::Continue).unwrap();
        assert_eq!(tally(&pairs, 4).pentanomial(), [0, 0, 4, 0, 0]);
    }

    #[test]
    fn a_search_against_itself_splits_every_pair() {
        splits_every_pair::<Chess>();
        splits_every_pair::<Gomoku>();
    }

    fn can_be_interrupted<G: Game>(candidate: Setup) {
        let of = small_match::<G>(candidate);
        let mut whole = Pairs::new();
        run(&of, 0..5, &mut whole, None, 1, |_| Next::Continue).unwrap();

        let path = temporary(G::NAME);
        let mut store = open_store(&path).unwrap();
        let (mut results, mut first) = begin(&mut store);
        run(&of, 0..2, &mut first, Some(&mut results), 2, |_| {
            Next::Continue
        })
        .unwrap();
        // Nothing is played where the caller does not want it.
        run(&of, 0..5, &mut first, Some(&mut results), 2, |_| Next::Stop).unwrap();
        assert_eq!(first.len(), 2);
        let (mut results, mut resumed) = begin(&mut store);
        assert_eq!(resumed, first);
        run(&of, 0..5, &mut resumed, Some(&mut results), 2, |_| {
            Next::Continue
        })
        .unwrap();
        assert_eq!(resumed, whole);
        drop(store);
        for ending in ["db", "lock"] {
            std::fs::remove_file(with_ending(&path, ending)).unwrap();
        }
    }

    #[test]
    fn an_interrupted_match_ends_like_an_uninterrupted_one() {
        can_be_interrupted::<Chess>(Setup::switched("quiescence_see", false));
        can_be_interrupted::<Gomoku>(Setup::switched("beam", true));
    }

    #[test]
    fn a_match_is_named_by_all_that_decides_it() {
        let chess = small_match::<Chess>(Setup::switched("null_move_pruning", false));
        assert_eq!(
            chess.to_string(),
            "off null_move_pruning against shipped; 150 nodes a move, 1 MB, openings of seed 5"
        );
        let gomoku = small_match::<Gomoku>(Setup::switched("beam", true)).to_string();
        assert!(gomoku.contains("; gomoku freestyle 15, "), "{gomoku}");
    }

    #[test]
    fn a_setup_that_cannot_be_is_an_error() {
        let of = small_match::<Chess>(Setup::switched("luck", true));
        let done = run(&of, 0..2, &mut Pairs::new(), None, 1, |_| Next::Continue);
        assert!(done.unwrap_err().to_string().contains("luck"));
    }

    #[test]
    fn times_are_told_in_fitting_units() {
        assert_eq!(duration(12.4), "12 s");
        assert_eq!(duration(600.0), "10 min");
        assert_eq!(duration(9000.0), "2.5 h");
    }
}
