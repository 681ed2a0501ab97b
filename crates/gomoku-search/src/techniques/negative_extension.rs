//! The negative extension (NE).
//!
//! Idea: a table move that is not singular, in a node whose table score says that it cuts anyway, needs less.
//! Guard: only after a singular search that did not extend.
//! Danger: taking depth from the best move; it is searched again if it disappoints.
//! Parameters: none.

use crate::facts::Node;
use regence_core::Value;

/// Plies (not above zero) for a table move that turned out not to be singular.
pub fn plies(node: &Node, table_value: Value) -> i32 {
    -i32::from(table_value >= node.window.beta) - i32::from(node.is_cut && !node.is_pv)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::tests::node;

    #[test]
    fn sure_fail_highs_are_reduced_most() {
        assert_eq!(plies(&node(), Value::cp(900)), -1);
        assert_eq!(plies(&node(), Value::cp(-900)), 0);
        let cut = Node {
            is_cut: true,
            ..node()
        };
        assert_eq!(plies(&cut, Value::cp(900)), -2);
        assert_eq!(plies(&cut, Value::cp(-900)), -1);
    }
}
