//! The benchmark: a fixed set of positions to a fixed depth. Its node count is the search's
//! fingerprint, the same in every run and on every machine.

use crate::search::CutCount;
use crate::{AnyBoard, Engine, Gomoku, GomokuEngine};
use regence_core::bench;
use regence_core::config::Config;
use regence_core::iterative_deepening::AspirationCount;
use regence_gomoku::{RuleSet, Size};
use std::time::Duration;

/// The depth of the standard benchmark.
pub const DEPTH: i32 = 10;

/// Rule, side of the board, and the moves so far: openings, fights, positions with captures.
pub const POSITIONS: &[(RuleSet, u8, &str)] = &[
    (RuleSet::Freestyle, 15, ""),
    (RuleSet::Freestyle, 15, "h8i9"),
    (RuleSet::Freestyle, 15, "h8h9i10g9g10i8f10"),
    (RuleSet::Freestyle, 15, "h8i9i8j8h9h10"),
    (RuleSet::Freestyle, 20, "j10k11j12k10k12"),
    (RuleSet::Freestyle, 19, "j10i9k9i11l8m7k11j9h9k10"),
    (RuleSet::Standard, 15, "h8i9j8i7i8g8h10h9"),
    (RuleSet::Standard, 20, "j10k9l10k10k8j9"),
    (RuleSet::Renju, 15, "h8h9j10g7f8i10"),
    (RuleSet::Renju, 15, "h8i9g9i7i10j11g8g10f9"),
    (RuleSet::Caro, 15, "h8i8h9i9h10h7i10g10"),
    (RuleSet::Caro, 20, "j10k10k11j9l12m13i9h8l10"),
    (RuleSet::Ninuki, 19, "j10"),
    (RuleSet::Ninuki, 19, "j10k10l11k11j12k9k12l9"),
    (RuleSet::Ninuki, 19, "j10i9k9i11l8m7k11j9h9k10l12"),
    (RuleSet::Ninuki, 19, "j10k11i9j9k10l10h8g7i11k8m9"),
    (RuleSet::Ninuki, 15, "h8i9h9i8h10h7i10j11g8f7"),
];

/// What a benchmark measured.
#[derive(Clone, Copy, Debug)]
pub struct BenchResult {
    pub nodes: u64,
    pub time: Duration,
    pub aspiration: AspirationCount,
    pub cuts: CutCount,
}

/// Searches every position to `depth`, each as a new game.
pub fn run<K: Config<Gomoku>>(depth: i32, engine: &mut Engine<K>) -> BenchResult {
    let mut cuts = CutCount::default();
    let counted = bench::run_with(depth, engine, |engine| cuts.add(engine.cuts()));
    BenchResult {
        nodes: counted.nodes,
        time: counted.time,
        aspiration: counted.aspiration,
        cuts,
    }
}

pub(crate) fn boards() -> impl Iterator<Item = AnyBoard> {
    POSITIONS
        .iter()
        .filter_map(|&(rule, side, moves)| board(rule, side, moves))
}

/// The board after a game's moves; `None` if one of them cannot be played.
pub fn board(rule: RuleSet, side: u8, moves: &str) -> Option<AnyBoard> {
    let size = Size::square(side)?;
    let mut board = AnyBoard::new(rule, size);
    for mv in size.parse_moves(moves).ok()? {
        board.play(mv).ok()?;
    }
    Some(board)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_valid() {
        assert_eq!(boards().count(), POSITIONS.len());
    }

    #[test]
    fn the_node_count_is_the_same_in_every_run() {
        let mut engine = Engine::new();
        let first = run(4, &mut engine).nodes;
        assert_eq!(run(4, &mut engine).nodes, first);
        assert_eq!(run(4, &mut Engine::new()).nodes, first);
    }

    #[test]
    fn an_untouched_lab_walks_the_same_tree() {
        use regence_core::config::Lab;
        let lab = run(4, &mut Engine::with_config(Lab::<Gomoku>::new())).nodes;
        assert_eq!(run(4, &mut Engine::new()).nodes, lab);
    }
}
