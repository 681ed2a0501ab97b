//! Playing Gomoku at a limited strength: the scale is that of the core, the sight shorter still.
//!
//! A search for forced wins sees far with few nodes, so that a small number of nodes alone makes no weak player: the
//! lowest levels look one or two plies ahead.

use regence_core::strength::{self, Level};
pub use regence_core::strength::{MAX_ELO, MIN_ELO};

/// Lines that a limited engine chooses from.
const LINES: usize = 5;
/// Below the first rating a level looks one ply ahead, and below the second two.
const BLIND: u32 = 1000;
const SHORT_SIGHTED: u32 = 1300;
/// A search for forced wins may go on for so many times the level's nodes.
const PATIENCE: u64 = 8;

/// The level of a rating, or none if that is full strength.
pub fn level(elo: u32) -> Option<Level> {
    let level = strength::level(elo)?;
    Some(Level {
        most_nodes: Some(level.nodes.saturating_mul(PATIENCE)),
        depth: match elo {
            ..BLIND => Some(1),
            BLIND..SHORT_SIGHTED => Some(2),
            _ => None,
        },
        lines: LINES,
        ..level
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AnyBoard, Engine, Job};
    use regence_core::limiter::NodeClock;
    use regence_core::{Limits, NoObserver, Shared};
    use regence_gomoku::{RuleSet, Size};
    use std::time::Duration;

    #[test]
    fn the_weakest_look_one_ply_ahead() {
        let depth = |elo| level(elo).and_then(|level| level.depth);
        assert_eq!(depth(MIN_ELO), Some(1));
        assert_eq!(depth(1200), Some(2));
        assert_eq!(depth(1500), None);
        assert_eq!(level(MAX_ELO), None);
    }

    #[test]
    fn a_limited_engine_plays_legal_moves_with_few_nodes() {
        let mut engine = Engine::new();
        engine.set_seed(7);
        let size = Size::square(15).expect("a size");
        let mut board = AnyBoard::new(RuleSet::Freestyle, size);
        for elo in [800, 1100, 1500, 800, 1100, 1500, 1500, 800] {
            let shared = Shared::new(1, NodeClock::new(1_000_000), false);
            let mut job = Job::new(board.clone(), Limits::for_time(Duration::from_secs(5)));
            job.elo = Some(elo);
            let outcome = engine.search(&job, &shared, &mut NoObserver);
            let outcome = outcome.expect("a move");
            assert!(outcome.nodes < 50_000, "{} nodes", outcome.nodes);
            board.play(outcome.best.mv).expect("a legal move");
        }
    }
}
