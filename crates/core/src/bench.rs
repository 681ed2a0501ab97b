//! The benchmark of a game: a fixed set of positions to a fixed depth. Its node count is the search's fingerprint, the
//! same in every run and on every machine.

use crate::config::Config;
use crate::engine::Engine;
use crate::game::Game;
use crate::iterative_deepening::AspirationCount;
use crate::limiter::{Shared, WallClock};
use crate::limits::Limits;
use crate::report::NoObserver;
use crate::request::Request;
use std::time::Duration;

/// What a benchmark measured.
#[derive(Clone, Copy, Debug, Default)]
pub struct BenchResult {
    /// Of all threads.
    pub nodes: u64,
    /// Time of the searches alone.
    pub time: Duration,
    /// How often the first window held.
    pub aspiration: AspirationCount,
}

/// Searches every position of the game's bench to `depth`, each as a new game.
pub fn run<G: Game, K: Config<G>>(depth: i32, engine: &mut Engine<G, K>) -> BenchResult {
    run_with(depth, engine, |_| {})
}

/// The same; the caller looks at the engine after each position.
pub fn run_with<G: Game, K: Config<G>>(
    depth: i32,
    engine: &mut Engine<G, K>,
    look: impl FnMut(&Engine<G, K>),
) -> BenchResult {
    run_on(G::bench_positions(), depth, engine, look)
}

/// The same in positions of one's own.
pub fn run_on<G: Game, K: Config<G>>(
    positions: Vec<G::Position>,
    depth: i32,
    engine: &mut Engine<G, K>,
    mut look: impl FnMut(&Engine<G, K>),
) -> BenchResult {
    let mut result = BenchResult::default();
    for position in positions {
        engine.new_game();
        let shared = Shared::new(engine.threads(), WallClock::start(), false);
        let request = Request::new(position, Limits::to_depth(depth));
        if let Some(outcome) = engine.search(&request, &shared, &mut NoObserver) {
            result.aspiration.tries += outcome.aspiration.tries;
            result.aspiration.first_try += outcome.aspiration.first_try;
        }
        look(engine);
        result.nodes += shared.total_nodes();
        result.time += shared.elapsed();
    }
    result
}
