//! Playing Gomoku at a limited strength: the scale is that of the core, the sight shorter still.
//!
//! A search for forced wins sees far with few nodes, so that a small number of nodes alone makes no weak player: the
//! lowest levels look one or two plies ahead.

use regence_core::deepen::Plan;
use regence_core::strength::{self, Level as Sight};
pub use regence_core::strength::{MAX_ELO, MIN_ELO};

/// Lines that a limited engine chooses from.
const LINES: usize = 5;
/// Below the first rating a level looks one ply ahead, and below the second two.
const BLIND: u32 = 1000;
const SHORT_SIGHTED: u32 = 1300;
/// A search for forced wins may go on for so many times the level's nodes.
const PATIENCE: u64 = 8;

/// How one level plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    pub sight: Sight,
    depth: Option<i32>,
}

/// The level of a rating, or none if that is full strength.
pub fn level(elo: u32) -> Option<Level> {
    let depth = match elo {
        ..BLIND => Some(1),
        BLIND..SHORT_SIGHTED => Some(2),
        _ => None,
    };
    let sight = strength::level(elo)?;
    Some(Level { sight, depth })
}

impl Level {
    /// The same plan with this level's sight.
    pub fn adapt(&self, mut plan: Plan) -> Plan {
        let least = |a: Option<u64>, b: u64| Some(a.map_or(b, |a| a.min(b)));
        let nodes = self.sight.nodes;
        plan.limits.soft_nodes = least(plan.limits.soft_nodes, nodes);
        plan.limits.nodes = least(plan.limits.nodes, nodes.saturating_mul(PATIENCE));
        if let Some(depth) = self.depth {
            plan.limits.depth = Some(plan.limits.depth.map_or(depth, |d| d.min(depth)));
        }
        plan.lines = plan.lines.max(LINES);
        plan
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AnyBoard, Engine, Job};
    use regence_core::watch::NodeClock;
    use regence_core::{Limits, NoObserver, Shared};
    use regence_gomoku::{RuleSet, Size};
    use std::time::Duration;

    #[test]
    fn the_weakest_look_one_ply_ahead() {
        let plan = |elo| {
            let limits = Limits::for_time(Duration::from_secs(1));
            level(elo).map(|level| level.adapt(Plan::new(limits)).limits)
        };
        assert_eq!(plan(MIN_ELO).and_then(|limits| limits.depth), Some(1));
        assert_eq!(plan(1200).and_then(|limits| limits.depth), Some(2));
        assert_eq!(plan(1500).and_then(|limits| limits.depth), None);
        assert_eq!(plan(MAX_ELO), None);
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
