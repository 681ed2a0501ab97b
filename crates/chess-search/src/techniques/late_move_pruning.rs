//! Late-move pruning (LMP).
//!
//! Idea: near the leaves, if the first few quiet moves did not help, the rest will not either.
//! Guard: not in PV nodes, not in check, never before a move that is not losing is found.
//! Danger: the one quiet move that saves the game comes late; more are tried when improving.
//! Parameters: `lmp_base`, `lmp_depth`.

use crate::Chess;
use crate::facts::Node;
use crate::params::Param;
use regence_core::config::Config;
use regence_core::steps::late_moves::is_late;
pub use regence_core::steps::late_moves::why;

pub fn skips<K: Config<Chess>>(config: &K, node: &Node, number: i32) -> bool {
    !node.is_pv
        && node.is_calm
        && node.depth <= config.get(Param::LmpDepth)
        && is_late(number, limit(config, node))
}

/// How many moves are tried in a node.
pub fn limit<K: Config<Chess>>(config: &K, node: &Node) -> i32 {
    let grown = config.get(Param::LmpBase) + node.depth * node.depth;
    if node.improving { grown } else { grown / 2 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::tests::node;
    use regence_core::config::Shipped;

    #[test]
    fn more_moves_are_tried_when_deeper_or_improving() {
        let at = |depth, improving| {
            let node = Node {
                depth,
                improving,
                ..node()
            };
            limit(&Shipped, &node)
        };
        assert!(at(5, false) > at(3, false));
        assert!(at(3, true) > at(3, false));
    }

    #[test]
    fn only_near_the_leaves_off_the_principal_variation_and_out_of_check() {
        let near = Node { depth: 1, ..node() };
        assert!(skips(&Shipped, &near, 50));
        assert!(!skips(&Shipped, &near, 1));
        assert!(!skips(
            &Shipped,
            &Node {
                is_pv: true,
                ..near
            },
            50
        ));
        assert!(!skips(
            &Shipped,
            &Node {
                is_calm: false,
                ..near
            },
            50
        ));
        assert!(!skips(&Shipped, &Node { depth: 30, ..near }, 5000));
    }
}
