//! A search that is recorded: the laboratory's, with a recorder that listens.

use std::sync::{Arc, Mutex};

use regence_chess_search::Chess;
use regence_core::config::{Config, Lab, Listening};
use regence_core::iterative_deepening::Outcome;
use regence_core::limiter::WallClock;
use regence_core::{Engine, GameSearch, Limits, NoObserver, Request, Shared};

use super::recorder::{Recorder, Scope};
use super::tree::Trace;
use crate::error::TraceError;
use regence_core::game::Game;

/// The config of a search and what it found; nothing if there is no legal move.
type Searched<K, G> = (K, Option<Outcome<<G as GameSearch>::Move>>);

/// A recorded search and what it found; nothing if there is no legal move.
pub type Recorded<G> = (Trace<G>, Option<Outcome<<G as GameSearch>::Move>>);

/// A search that can be repeated exactly: one position, one thread, an empty table.
#[derive(Clone, Debug)]
pub struct Inquiry<G: Game = Chess> {
    pub board: G::Position,
    /// A depth or a number of nodes; time would make every run another one.
    pub limits: Limits,
    /// Switches and numbers of the search; untouched ones are those of the shipped engine.
    pub config: Lab<G>,
    pub hash_megabytes: usize,
    /// The only root moves to look at; all if empty.
    pub root_moves: Vec<G::Move>,
}

impl<G: Game> Inquiry<G> {
    pub fn new(board: G::Position, limits: Limits) -> Inquiry<G> {
        Inquiry {
            board,
            limits,
            config: Lab::new(),
            hash_megabytes: 16,
            root_moves: Vec::new(),
        }
    }

    /// Searches without a recorder; none if there is no legal move. Deep searches need a large stack.
    pub fn search(&self) -> Result<Option<Outcome<G::Move>>, TraceError> {
        self.search_on(&one_thread())
    }

    /// Searches without a recorder; whoever holds `shared`, made for one thread, can end it early.
    pub fn search_on(&self, shared: &Arc<Shared>) -> Result<Option<Outcome<G::Move>>, TraceError> {
        Ok(self.search_with(self.config.clone(), shared)?.1)
    }

    /// Searches and records.
    pub fn record(&self, scope: Scope<G>) -> Result<Recorded<G>, TraceError> {
        self.record_on(scope, &one_thread())
    }

    /// Searches and records; whoever holds `shared`, made for one thread, can end it early.
    pub fn record_on(
        &self,
        scope: Scope<G>,
        shared: &Arc<Shared>,
    ) -> Result<Recorded<G>, TraceError> {
        let recorder = Arc::new(Mutex::new(Recorder::new(scope)));
        let listening = Listening {
            lab: self.config.clone(),
            listener: recorder.clone(),
        };
        let (_, outcome) = self.search_with(listening, shared)?;
        let mut recorder = recorder.lock().unwrap_or_else(|e| e.into_inner());
        Ok((recorder.take_trace(self.board.clone()), outcome))
    }

    /// Runs the search with these config, which come back with what they heard.
    fn search_with<K: Config<G>>(
        &self,
        config: K,
        shared: &Arc<Shared>,
    ) -> Result<Searched<K, G>, TraceError> {
        let mut engine = Engine::with_config(config);
        engine
            .set_hash(self.hash_megabytes)
            .map_err(|error| TraceError::new(format!("the table: {error}")))?;
        let mut request = Request::new(self.board.clone(), self.limits.clone());
        request.search_moves = self.root_moves.clone();
        let outcome = engine.search(&request, shared, &mut NoObserver);
        Ok((engine.into_config(), outcome))
    }
}

/// The signals of a search that nobody ends early.
pub(crate) fn one_thread() -> Arc<Shared> {
    Shared::new(1, WallClock::start(), false)
}
