//! Exchange pruning (SEP).
//!
//! Idea: near the leaves, a move that loses more material than its depth can win back is skipped.
//! Guard: not at the root; the bar falls with depth, for quiet moves with its square, and is lower for
//! checks, whose sacrifices may mate.
//! Danger: real sacrifices; they are found at higher depth, where the bar is low.
//! Parameters: `see_quiet`, `see_noisy`, `see_depth`, `see_check_credit`.

use crate::Chess;
use crate::facts::{Candidate, Node};
use crate::params::Param;
use crate::trace::exchange;
use regence_chess::Board;
use regence_core::config::Config;
use regence_core::event::Numbers;

pub fn skips<K: Config<Chess>>(
    config: &K,
    node: &Node,
    candidate: &Candidate,
    reduced_depth: i32,
    board: &Board,
) -> bool {
    let threshold = threshold(config, node.depth, reduced_depth, candidate.is_quiet);
    node.depth <= config.get(Param::SeeDepth)
        && !board.see_ge(candidate.mv, threshold - credit(config, candidate))
}

/// What a check may lose beyond the threshold.
fn credit<K: Config<Chess>>(config: &K, candidate: &Candidate) -> i32 {
    match candidate.gives_check {
        true => config.get(Param::SeeCheckCredit),
        false => 0,
    }
}

/// The loss that is still accepted.
pub fn threshold<K: Config<Chess>>(
    config: &K,
    depth: i32,
    reduced_depth: i32,
    is_quiet: bool,
) -> i32 {
    match is_quiet {
        true => -config.get(Param::SeeQuiet) * reduced_depth * reduced_depth,
        false => -config.get(Param::SeeNoisy) * depth,
    }
}

/// What a trace says of a skipped move.
pub fn why<K: Config<Chess>>(
    node: &Node,
    candidate: &Candidate,
    reduced_depth: i32,
    board: &Board,
) -> impl FnOnce(&K) -> Numbers {
    move |config| {
        let allowed = threshold(config, node.depth, reduced_depth, candidate.is_quiet)
            - credit(config, candidate);
        vec![
            ("exchange", exchange(board, candidate.mv)),
            ("allowed", allowed),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::tests::node;
    use regence_core::config::Shipped;

    #[test]
    fn a_hanging_queen_move_is_skipped_near_the_leaves_only() {
        let board = Board::from_fen("4k3/8/2p5/8/8/8/3Q4/4K3 w - - 0 1").unwrap();
        let mv = board.move_from_uci("d2d5").unwrap();
        let candidate = Candidate {
            mv,
            number: 9,
            is_quiet: true,
            gives_check: false,
            is_killer: false,
            history: 0,
        };
        let shallow = Node { depth: 3, ..node() };
        assert!(skips(&Shipped, &shallow, &candidate, 2, &board));
        let deep = Node {
            depth: 20,
            ..node()
        };
        assert!(!skips(&Shipped, &deep, &candidate, 15, &board));
    }
}
