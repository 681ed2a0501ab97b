//! Many matches at once: the next pair of games is played where the answer is least certain.
//!
//! One store holds them all, so a campaign that was stopped, or killed, is resumed. Each pair's result depends on its match
//! and its number alone.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use regence_arena::error::LabError;
use regence_arena::in_process::{Match, Players, elo_text};
use regence_arena::provenance::Provenance;
use regence_arena::results::{self, Pairs};
use regence_arena::stats::Tally;
use regence_arena::workers::{self, Next};
use regence_core::game::Game;
use regence_store::{Existing, RunId, Store};

/// When a match has been played enough.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Effort {
    /// At most so many games of each match
    #[arg(long, default_value_t = 2000)]
    pub games: u64,
    /// A match is over when its 95 % interval is within so many Elo; 0 plays all games
    #[arg(long, value_name = "ELO", default_value_t = 10.0)]
    pub error: f64,
    /// Games that are played at the same time
    #[arg(long, default_value_t = 2)]
    pub concurrency: usize,
}

/// So many pairs of a match say little about its error.
const FIRST_PAIRS: u64 = 10;

impl Effort {
    pub fn pairs(&self) -> u64 {
        self.games.div_ceil(2)
    }

    fn is_enough(&self, tally: &Tally) -> bool {
        tally.pairs() >= FIRST_PAIRS && tally.elo_error() <= self.error
    }
}

/// A match of a campaign.
#[derive(Debug)]
pub struct Contest<G: Game> {
    pub name: String,
    pub of: Match<G>,
    run: RunId,
    pairs: Pairs,
}

impl<G: Game> Contest<G> {
    /// Begins or resumes a match in the store of its campaign.
    pub fn begin(
        store: &mut Store,
        name: &str,
        of: Match<G>,
        provenance: &Provenance,
    ) -> Result<Contest<G>, LabError> {
        let (run, pairs) = results::begin_run(store, &of.to_string(), provenance, Existing::Join)?;
        Ok(Contest {
            name: name.to_owned(),
            of,
            run,
            pairs,
        })
    }

    /// The counts of the candidate.
    pub fn tally(&self, effort: &Effort) -> Tally {
        results::tally(&self.pairs, effort.pairs())
    }
}

/// What of a match is known and given out.
#[derive(Debug)]
struct Progress {
    tally: Tally,
    /// The numbers that nobody plays yet, the smallest last.
    missing: Vec<u64>,
}

/// Which pair is played next.
#[derive(Debug)]
struct Schedule {
    effort: Effort,
    all: Vec<Progress>,
}

impl Schedule {
    fn new<G: Game>(contests: &[Contest<G>], effort: &Effort) -> Schedule {
        let progress = |contest: &Contest<G>| Progress {
            tally: contest.tally(effort),
            missing: (0..effort.pairs())
                .rev()
                .filter(|number| !contest.pairs.contains_key(number))
                .collect(),
        };
        Schedule {
            effort: *effort,
            all: contests.iter().map(progress).collect(),
        }
    }

    /// The match with the widest interval; first those of which hardly anything is known.
    fn give(&mut self) -> Option<(usize, u64)> {
        let effort = self.effort;
        let open = self.all.iter().enumerate().filter(|(_, progress)| {
            !progress.missing.is_empty() && !effort.is_enough(&progress.tally)
        });
        let uncertainty = |progress: &Progress| {
            let given = effort.pairs() - progress.missing.len() as u64;
            match given < FIRST_PAIRS {
                true => (FIRST_PAIRS - given, 0.0),
                false => (0, progress.tally.elo_error()),
            }
        };
        // Of equals the first one.
        let (chosen, _) = open.rev().max_by(|(_, a), (_, b)| {
            let (a, b) = (uncertainty(a), uncertainty(b));
            a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
        })?;
        let number = self.all[chosen].missing.pop()?;
        Some((chosen, number))
    }
}

/// Time between two looks at a campaign.
const TELL_EVERY: Duration = Duration::from_secs(60);

/// Plays until every match has been played enough; `look` sees them from time to time and at the end.
pub fn play<G: Game>(
    store: &mut Store,
    contests: &mut [Contest<G>],
    effort: &Effort,
    mut look: impl FnMut(&mut Store, &[Contest<G>]) -> Result<(), LabError>,
) -> Result<(), LabError> {
    let schedule = Mutex::new(Schedule::new(contests, effort));
    let locked = || schedule.lock().unwrap_or_else(|e| e.into_inner());
    let give = || locked().give();
    let matches: Vec<Match<G>> = contests.iter().map(|contest| contest.of.clone()).collect();
    // A thread keeps its players as long as it stays with a match.
    let work = |players: &mut Option<(usize, Players<G>)>, (at, number): (usize, u64)| {
        let kept = players.take().filter(|(of, _)| *of == at);
        let mut ready = match kept {
            Some((_, ready)) => ready,
            None => Players::new(&matches[at])?,
        };
        let pair = ready.play(number)?;
        *players = Some((at, ready));
        Ok(pair)
    };
    let mut told = Instant::now();
    workers::share_given(
        &give,
        effort.concurrency,
        || Ok(None),
        work,
        |piece, pair| {
            let (at, number) = piece;
            store.add_games(contests[at].run, &pair.to_games(number))?;
            contests[at].pairs.insert(number, pair);
            let tally = contests[at].tally(effort);
            locked().all[at].tally = tally;
            if told.elapsed() >= TELL_EVERY {
                told = Instant::now();
                let name = &contests[at].name;
                eprintln!("{} games  {name}: {} Elo", tally.games(), elo_text(&tally));
                look(store, contests)?;
            }
            Ok(Next::Continue)
        },
    )?;
    look(store, contests)
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_arena::stats::Score;

    fn tally(pairs: u64, win_every: u64) -> Tally {
        let mut tally = Tally::default();
        for pair in 0..pairs {
            let first = match pair % win_every {
                0 => Score::Win,
                _ => Score::Draw,
            };
            tally.add(first, Score::Draw);
        }
        tally
    }

    fn schedule(tallies: &[Tally], error: f64) -> Schedule {
        let effort = Effort {
            games: 200,
            error,
            concurrency: 2,
        };
        let progress = |tally: &Tally| Progress {
            tally: *tally,
            missing: (tally.pairs()..100).rev().collect(),
        };
        Schedule {
            effort,
            all: tallies.iter().map(progress).collect(),
        }
    }

    #[test]
    fn what_is_hardly_known_comes_first_and_in_turn() {
        let mut schedule = schedule(&[tally(30, 2), tally(8, 2), tally(9, 2)], 10.0);
        let given: Vec<_> = (0..3).filter_map(|_| schedule.give()).collect();
        assert_eq!(given, [(1, 8), (1, 9), (2, 9)]);
    }

    #[test]
    fn the_widest_interval_is_played_next_until_it_is_narrow() {
        let (wide, narrow) = (tally(20, 2), tally(60, 20));
        assert!(wide.elo_error() > narrow.elo_error());
        let mut both = schedule(&[narrow, wide], 1.0);
        assert_eq!(both.give(), Some((1, 20)));
        assert_eq!(both.give(), Some((1, 21)));
        both.all[1].tally = narrow;
        assert_eq!(both.give(), Some((0, 60)), "of equals the first one");
        let error = narrow.elo_error() + 0.1;
        let mut enough = schedule(&[narrow, wide], error);
        enough.all[1].tally = narrow;
        assert_eq!(enough.give(), None);
    }

    #[test]
    fn nothing_is_given_twice_or_beyond_the_games() {
        let mut one = schedule(&[tally(98, 2)], 0.0);
        assert_eq!(one.give(), Some((0, 98)));
        assert_eq!(one.give(), Some((0, 99)));
        assert_eq!(one.give(), None);
    }
}
