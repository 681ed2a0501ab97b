//! The double extension (DE).
//!
//! Idea: a move that is singular by far is the only move: two plies instead of one.
//! Guard: zero-window nodes; the number of such extensions on a line is limited.
//! Danger: search explosion, hence the limit.
//! Parameters: `double_margin`.

use crate::Gomoku;
use crate::facts::Node;
use crate::params::Param;
use regence_core::config::Config;
use regence_core::steps::singular::Found;

/// Stronger extensions on one line, at most.
const MOST_ON_A_LINE: i32 = 8;

/// Whether the move deserves a second ply; `on_line` is how many had one before it.
pub fn applies<K: Config<Gomoku>>(config: &K, node: &Node, found: Found, on_line: i32) -> bool {
    !node.is_pv
        && on_line < MOST_ON_A_LINE
        && found.bar - found.without > config.get(Param::DoubleMargin)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::tests::node;
    use regence_core::Value;
    use regence_core::config::Shipped;

    #[test]
    fn the_gap_decides_and_the_line_is_limited() {
        let margin = Config::<Gomoku>::get(&Shipped, Param::DoubleMargin);
        let found = |gap: i32| Found {
            bar: Value::cp(gap),
            without: Value::ZERO,
        };
        let of = |gap, on_line| applies(&Shipped, &node(), found(gap), on_line);
        assert!(of(margin + 1, 0) && !of(margin, 0));
        assert!(of(margin + 1, MOST_ON_A_LINE - 1) && !of(margin + 1, MOST_ON_A_LINE));
        let pv = Node {
            is_pv: true,
            ..node()
        };
        assert!(!applies(&Shipped, &pv, found(margin + 1), 0));
    }
}
