//! Move-count pruning (MCP).
//!
//! Idea: near the leaves, if the first few moves did not help, quiet ones further down will not.
//! Guard: no forced win to be met; moves that make or deny a double threat are always tried, single
//! threes and captures twice as long as quiet moves; twice as many on the principal variation.
//! Danger: the quiet move that prepares two threats comes late; more are tried when deep or improving.
//! Parameters: `move_count_base`, `move_count_factor`, `move_count_depth`.

use crate::Gomoku;
use crate::facts::{Candidate, Node};
use crate::params::Param;
use regence_core::config::Config;
use regence_core::steps::late_moves::is_late;
pub use regence_core::steps::late_moves::why;

pub fn skips<K: Config<Gomoku>>(config: &K, node: &Node, candidate: &Candidate) -> bool {
    !node.own.is_threatened
        && !candidate.is_urgent()
        && node.depth <= config.get(Param::MoveCountDepth)
        && is_late(candidate.number, allowance(config, node, candidate))
}

/// How many moves like this one are tried here.
pub fn allowance<K: Config<Gomoku>>(config: &K, node: &Node, candidate: &Candidate) -> i32 {
    let patience = 1 + i32::from(node.is_pv) + i32::from(!candidate.is_quiet());
    patience * limit(config, node.depth, node.improving)
}

/// How many moves are tried at this depth.
pub fn limit<K: Config<Gomoku>>(config: &K, depth: i32, improving: bool) -> i32 {
    let grown = config.get(Param::MoveCountFactor) * depth * depth / 100;
    config.get(Param::MoveCountBase) + if improving { grown } else { grown / 2 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::tests::{node, quiet};
    use regence_core::config::Shipped;
    use regence_gomoku::Class;

    #[test]
    fn more_moves_are_tried_when_deeper_or_improving() {
        assert!(limit(&Shipped, 9, false) > limit(&Shipped, 3, false));
        assert!(limit(&Shipped, 6, true) > limit(&Shipped, 6, false));
    }

    #[test]
    fn threats_are_skipped_later_and_double_ones_never() {
        let shallow = Node { depth: 1, ..node() };
        let late = Candidate {
            number: 60,
            ..quiet()
        };
        assert!(skips(&Shipped, &shallow, &late));
        let early = Candidate {
            number: limit(&Shipped, 1, false) + 1,
            ..late
        };
        assert!(skips(&Shipped, &shallow, &early));
        let three = Candidate {
            denies: Class::Three,
            ..early
        };
        assert!(!skips(&Shipped, &shallow, &three));
        let double = Candidate {
            denies: Class::FourThree,
            ..late
        };
        assert!(!skips(&Shipped, &shallow, &double));
    }
}
