//! The knobs of a traced search: the laboratory's, with a recorder that listens.

use std::sync::Arc;

use regence_chess::{Board, Game, Move};
use regence_chess_search::params::Param;
use regence_chess_search::techniques::Technique;
use regence_chess_search::{Chess, Engine, Job};
use regence_core::deepen::Outcome;
use regence_core::event::Event;
use regence_core::knobs::{Knobs, Lab};
use regence_core::watch::WallClock;
use regence_core::{Limits, NoObserver, Shared};

use super::recorder::{Recorder, Scope};
use super::tree::Trace;
use crate::error::TraceError;

/// Switches and numbers as in the laboratory, and a recorder.
#[derive(Clone, Debug)]
pub struct Tracing {
    lab: Lab<Chess>,
    recorder: Recorder,
}

impl Knobs<Chess> for Tracing {
    const TRACES: bool = true;

    #[inline]
    fn on(&self, technique: Technique) -> bool {
        self.lab.on(technique)
    }

    #[inline]
    fn get(&self, param: Param) -> i32 {
        self.lab.get(param)
    }

    #[inline]
    fn used(&mut self, technique: Technique) {
        self.lab.used(technique);
    }

    fn tell(&mut self, event: Event<Technique>) {
        self.recorder.hear(event);
    }
}

/// A search that can be repeated exactly: one position, one thread, an empty table.
#[derive(Clone, Debug)]
pub struct Inquiry {
    pub board: Board,
    /// A depth or a number of nodes; time would make every run another one.
    pub limits: Limits,
    /// Switches and numbers of the search; untouched ones are those of the shipped engine.
    pub knobs: Lab<Chess>,
    pub hash_megabytes: usize,
    /// The only root moves to look at; all if empty.
    pub root_moves: Vec<Move>,
}

impl Inquiry {
    pub fn new(board: Board, limits: Limits) -> Inquiry {
        Inquiry {
            board,
            limits,
            knobs: Lab::new(),
            hash_megabytes: 16,
            root_moves: Vec::new(),
        }
    }

    /// Searches without a recorder; none if there is no legal move. Deep searches need a large stack.
    pub fn search(&self) -> Result<Option<Outcome<Move>>, TraceError> {
        Ok(self.search_with(self.knobs.clone(), &one_thread())?.1)
    }

    /// Searches and records.
    pub fn record(&self, scope: Scope) -> Result<(Trace, Option<Outcome<Move>>), TraceError> {
        self.record_on(scope, &one_thread())
    }

    /// Searches and records; whoever holds `shared`, made for one thread, can end it early.
    pub fn record_on(
        &self,
        scope: Scope,
        shared: &Arc<Shared>,
    ) -> Result<(Trace, Option<Outcome<Move>>), TraceError> {
        let tracing = Tracing {
            lab: self.knobs.clone(),
            recorder: Recorder::new(scope),
        };
        let (knobs, outcome) = self.search_with(tracing, shared)?;
        Ok((knobs.recorder.into_trace(self.board), outcome))
    }

    fn search_with<K: Knobs<Chess>>(
        &self,
        knobs: K,
        shared: &Arc<Shared>,
    ) -> Result<(K, Option<Outcome<Move>>), TraceError> {
        let mut engine = Engine::with_knobs(knobs);
        engine
            .set_hash(self.hash_megabytes)
            .map_err(|error| TraceError::new(format!("the table: {error}")))?;
        let mut job = Job::new(Game::new(self.board), self.limits.clone());
        job.search_moves = self.root_moves.clone();
        let outcome = engine.search(&job, shared, &mut NoObserver);
        Ok((engine.into_knobs(), outcome))
    }
}

fn one_thread() -> Arc<Shared> {
    Shared::new(1, WallClock::start(), false)
}
