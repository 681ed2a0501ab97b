//! Futility pruning of captures (CFP).
//!
//! Idea: near the leaves, a capture whose victim, with a margin and what the capture did before, can't lift the evaluation to
//! alpha is hopeless.
//! Guard: captures that give no check, in nodes that are not in check; promotions are never skipped.
//! Danger: sacrifices and deflections; the margin grows with the depth that is left.
//! Parameters: `capture_futility_depth`, `capture_futility_base`, `capture_futility_factor`, `capture_futility_history`.

use crate::Chess;
use crate::facts::{Candidate, Node};
use crate::params::Param;
use regence_chess::{Board, see};
use regence_core::Value;
use regence_core::config::Config;
use regence_core::event::Numbers;

pub fn skips<K: Config<Chess>>(
    config: &K,
    node: &Node,
    candidate: &Candidate,
    board: &Board,
    reduced_depth: i32,
    alpha: Value,
) -> bool {
    !candidate.is_quiet
        && !candidate.mv.is_promotion()
        && !candidate.gives_check
        && node.is_calm
        && !alpha.is_decisive()
        && reduced_depth <= config.get(Param::CaptureFutilityDepth)
        && node.static_eval + gain(config, candidate, board, reduced_depth) <= alpha
}

/// The most that the capture is expected to gain.
fn gain<K: Config<Chess>>(
    config: &K,
    candidate: &Candidate,
    board: &Board,
    reduced_depth: i32,
) -> i32 {
    board.captured(candidate.mv).map_or(0, see::value)
        + config.get(Param::CaptureFutilityBase)
        + config.get(Param::CaptureFutilityFactor) * reduced_depth
        + candidate.history / config.get(Param::CaptureFutilityHistory)
}

/// What a trace says of a skipped move.
pub fn why<K: Config<Chess>>(
    node: &Node,
    candidate: &Candidate,
    board: &Board,
    reduced_depth: i32,
    alpha: Value,
) -> impl FnOnce(&K) -> Numbers {
    move |config| {
        vec![
            ("eval", node.static_eval.raw()),
            ("gain", gain(config, candidate, board, reduced_depth)),
            ("alpha", alpha.raw()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::tests::{node, quiet};
    use regence_core::config::Shipped;

    #[test]
    fn a_pawn_does_not_make_up_for_a_rook() {
        let board = Board::from_fen("4k3/P7/8/3p4/4P3/8/8/4K3 w - - 0 1").unwrap();
        let capture = |text: &str| Candidate {
            mv: board.move_from_uci(text).unwrap(),
            is_quiet: false,
            ..quiet()
        };
        let skipped = |node: &Node, candidate: &Candidate, depth, alpha| {
            skips(&Shipped, node, candidate, &board, depth, Value::cp(alpha))
        };
        let takes = capture("e4d5");
        assert!(skipped(&node(), &takes, 2, 600));
        assert!(!skipped(&node(), &takes, 2, 100), "near enough");
        assert!(!skipped(&node(), &takes, 7, 600), "too deep");
        let winning = Value::win_in(9);
        assert!(!skips(&Shipped, &node(), &takes, &board, 2, winning));
        assert!(!skipped(&node(), &capture("a7a8q"), 2, 600));
        let check = Candidate {
            gives_check: true,
            ..takes
        };
        assert!(!skipped(&node(), &check, 2, 600));
        let in_check = Node {
            is_calm: false,
            ..node()
        };
        assert!(!skipped(&in_check, &takes, 2, 600));
        let successful = Candidate {
            history: 16_000,
            ..takes
        };
        let edge = 100 + 60 + 50 * 2;
        assert!(skipped(&node(), &takes, 2, edge));
        assert!(!skipped(&node(), &takes, 2, edge - 1));
        assert!(!skipped(&node(), &successful, 2, edge));
    }
}
