//! A search of the console: beside the reader, silent until it is done.

use regence_chess::Move;
use regence_chess_search::{Engine, Job};
use regence_core::deepen::Outcome;
use regence_core::pool::STACK_BYTES;
use regence_core::watch::WallClock;
use regence_core::{Observer, Report, Shared, Value};
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
    /// Whether it ends only when it is told to.
    pub is_endless: bool,
    /// Whether it was told to.
    pub is_stopped: bool,
}

impl Thinking {
    /// Starts a search that hands what it found to `done`.
    pub fn start(
        engine: Arc<Mutex<Engine>>,
        job: Job,
        done: impl FnOnce(Found) + Send + 'static,
    ) -> std::io::Result<Thinking> {
        let threads = engine.lock().unwrap_or_else(|e| e.into_inner()).threads();
        let shared = Shared::new(threads, WallClock::start(), false);
        let is_endless = !job.limits.is_bounded();
        let work = {
            let shared = shared.clone();
            move || {
                let start = Instant::now();
                let mut iterations = Iterations::default();
                let outcome = engine.lock().unwrap_or_else(|e| e.into_inner()).search(
                    &job,
                    &shared,
                    &mut iterations,
                );
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
            is_endless,
            is_stopped: false,
        })
    }

    pub fn stop(&mut self) {
        self.is_stopped = true;
        self.shared.signals.stop();
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
