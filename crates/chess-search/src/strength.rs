//! Playing at a limited strength; the core has the levels.

pub use regence_core::strength::{Level, MAX_ELO, MIN_ELO, level};

use regence_chess::Board;
use regence_core::deepen::Plan;
use regence_core::strength;

/// Lines that a limited engine chooses from.
const LINES: usize = 4;

/// The same plan with a level's sight.
pub fn adapt(level: &Level, mut plan: Plan) -> Plan {
    let soft = plan.limits.soft_nodes.unwrap_or(u64::MAX);
    plan.limits.soft_nodes = Some(soft.min(level.nodes));
    plan.lines = plan.lines.max(LINES);
    plan
}

/// A number that differs from position to position and from game to game.
pub fn random(board: &Board, seed: u64) -> u64 {
    strength::random(board.key() ^ u64::from(board.halfmove_clock()), seed)
}

#[cfg(test)]
mod tests {
    use crate::{Engine, Job};
    use regence_chess::{Board, Game};
    use regence_core::watch::NodeClock;
    use regence_core::{Limits, NoObserver, Shared};

    #[test]
    fn a_limited_engine_plays_legal_moves_with_few_nodes() {
        let mut engine = Engine::new();
        engine.set_seed(7);
        let mut game = Game::new(Board::startpos());
        for _ in 0..20 {
            let shared = Shared::new(1, NodeClock::new(1_000_000), false);
            let mut job = Job::new(
                game.clone(),
                Limits::for_time(std::time::Duration::from_secs(5)),
            );
            job.elo = Some(1000);
            let outcome = engine
                .search(&job, &shared, &mut NoObserver)
                .expect("a move");
            assert!(game.board().is_legal(outcome.best.mv));
            assert!(outcome.nodes < 50_000, "{} nodes", outcome.nodes);
            game.push(outcome.best.mv);
        }
    }
}
