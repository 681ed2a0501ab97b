//! A search of the console: beside the reader, silent until it is done.

use crate::search::Engine;
use regence_chess::{Move, PieceKind};
use regence_chess_search::Job;
use regence_core::iterative_deepening::Outcome;
use regence_core::limiter::WallClock;
use regence_core::pool::STACK_BYTES;
use regence_core::time_manager::{Delays, Pace, budget};
use regence_core::{Limits, NoObserver, Observer, Report, Shared, Value};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// A finished iteration.
#[derive(Clone, Debug)]
pub struct Iteration {
    pub depth: i32,
    pub seldepth: i32,
    pub value: Value,
    pub nodes: u64,
    pub time: Duration,
    pub hashfull: u32,
    pub line: Vec<Move>,
}

/// What a search found.
#[derive(Debug)]
pub struct Found {
    /// None if there is no legal move.
    pub outcome: Option<Outcome<Move>>,
    pub time: Duration,
    pub iterations: Vec<Iteration>,
}

/// A search that runs.
pub struct Thinking {
    shared: Arc<Shared>,
    /// The same as `is_stopped`, for the thread that searches.
    told: Arc<AtomicBool>,
    /// Whether it ends only when it is told to.
    pub is_endless: bool,
    /// Whether it can be waited for.
    pub ends_soon: bool,
    /// Whether it was told to end.
    pub is_stopped: bool,
}

impl Thinking {
    /// Starts a search that hands what it found to `done`. `is_shallow` says that the depth was asked for and is
    /// small: a promotion that such a search puts off is looked at again.
    pub fn start(
        engine: Arc<Mutex<Engine>>,
        job: Job,
        is_shallow: bool,
        done: impl FnOnce(Found) + Send + 'static,
    ) -> std::io::Result<Thinking> {
        let threads = engine.lock().unwrap_or_else(|e| e.into_inner()).threads();
        let clock = WallClock::start();
        let shared = Shared::new(threads, clock, false);
        let told = Arc::new(AtomicBool::new(false));
        let is_endless = !job.limits.is_bounded();
        let ends_soon = ends_soon(&job.limits);
        let work = {
            let (shared, told) = (shared.clone(), told.clone());
            move || {
                let start = Instant::now();
                let mut iterations = Iterations::default();
                let mut engine = engine.lock().unwrap_or_else(|e| e.into_inner());
                let mut outcome = engine.search(&job, &shared, &mut iterations);
                if let Some(first) = &mut outcome
                    && is_shallow
                    && !told.load(Ordering::Relaxed)
                {
                    // The signals of a search that has ended cannot be used again, but its clock runs on.
                    let shared = Shared::new(threads, clock, false);
                    if first.depth == 0 {
                        // On a machine that is busy with other things the time was over before it began.
                        let job = Job {
                            limits: Limits::to_depth(1),
                            ..job.clone()
                        };
                        if let Some(again) = engine.search(&job, &shared, &mut iterations) {
                            *first = again;
                        }
                    }
                    let shared = Shared::new(threads, clock, false);
                    prefer_promotion(&mut engine, &job, &shared, first);
                }
                drop(engine);
                done(Found {
                    outcome,
                    time: start.elapsed(),
                    iterations: iterations.0,
                });
            }
        };
        thread::Builder::new()
            .name("search".into())
            .stack_size(STACK_BYTES)
            .spawn(work)?;
        Ok(Thinking {
            shared,
            told,
            is_endless,
            ends_soon,
            is_stopped: false,
        })
    }

    pub fn stop(&mut self) {
        self.is_stopped = true;
        self.told.store(true, Ordering::Relaxed);
        self.shared.signals.stop();
    }
}

/// Searches up to these are short enough for a script to wait for them: seconds, or a minute at most.
const SOON: Duration = Duration::from_secs(60);
const SOON_DEPTH: i32 = 20;
const SOON_NODES: u64 = 10_000_000;

/// Whether a search with these limits can be waited for. `go depth 99` ends by itself as `go depth 9` does, but nobody
/// sees it.
fn ends_soon(limits: &Limits) -> bool {
    let time = budget(limits, Delays::default(), 0, Pace::default()).hard;
    !limits.infinite
        && (time.is_some_and(|time| time <= SOON)
            || limits.depth.is_some_and(|depth| depth <= SOON_DEPTH)
            || limits.nodes.is_some_and(|nodes| nodes <= SOON_NODES))
}

/// Centipawns with which a game is as good as won.
const CLEARLY: i32 = 500;

/// Centipawns that a queen on the board may seem to be worth less than the promise of one.
const NEARLY: i32 = 250;

/// A shallow search likes to put a promotion off: at the end of its line the queen is there either way, and the move
/// before it seems to be free. So if it chose a quiet move where a pawn may promote at once, and that wins clearly and
/// is nearly as good to the same depth, the pawn promotes.
fn prefer_promotion(
    engine: &mut Engine,
    job: &Job,
    shared: &Arc<Shared>,
    first: &mut Outcome<Move>,
) {
    let board = job.position.board();
    let legal = board.legal_moves();
    let promotions: Vec<_> = legal
        .iter()
        .copied()
        .filter(|mv| mv.promotion() == Some(PieceKind::Queen))
        .collect();
    let is_settled = board.is_noisy(first.best.mv) || first.best.value.is_decisive();
    if is_settled || promotions.is_empty() {
        return;
    }
    let promoting = Job {
        search_moves: promotions,
        ..job.clone()
    };
    let Some(second) = engine.search(&promoting, shared, &mut NoObserver) else {
        return;
    };
    first.nodes += second.nodes;
    let value = second.best.value.raw();
    let is_as_good = value >= CLEARLY && value + NEARLY >= first.best.value.raw();
    if is_as_good && second.depth >= first.depth {
        first.best = second.best;
    }
}

impl std::fmt::Debug for Thinking {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Thinking").finish_non_exhaustive()
    }
}

/// Remembers what a search told.
#[derive(Debug, Default)]
struct Iterations(Vec<Iteration>);

impl Observer<Move> for Iterations {
    fn line(&mut self, report: &Report<'_, Move>) {
        if report.rank == 1 {
            self.0.push(Iteration {
                depth: report.depth,
                seldepth: report.seldepth,
                value: report.value,
                nodes: report.nodes,
                time: report.time,
                hashfull: report.hashfull,
                line: report.line.to_vec(),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_core::limits::Remaining;

    #[test]
    fn what_can_be_waited_for_is_told_from_what_ends_some_day() {
        let clock = |seconds| Limits {
            clock: Some(Remaining {
                time: Duration::from_secs(seconds),
                increment: Duration::ZERO,
                moves_to_go: None,
            }),
            ..Limits::default()
        };
        let mate = Limits {
            win_in_plies: Some(3),
            ..Limits::default()
        };
        let both = Limits {
            nodes: Some(100),
            ..Limits::to_depth(200)
        };
        let endless = Limits {
            depth: Some(1),
            ..Limits::infinite()
        };
        let minutes = |count: u64| Limits::for_time(Duration::from_secs(60 * count));
        for limits in [
            Limits::to_depth(5),
            Limits::to_nodes(1000),
            minutes(1),
            clock(300),
            both,
        ] {
            assert!(ends_soon(&limits), "{limits:?}");
        }
        for limits in [
            Limits::default(),
            Limits::infinite(),
            Limits::to_depth(99),
            Limits::to_nodes(u64::MAX),
            minutes(2),
            clock(1_000_000),
            mate,
            endless,
        ] {
            assert!(!ends_soon(&limits), "{limits:?}");
        }
    }
}
