//! Less depth behind a raised alpha (RA).
//!
//! Idea: once a move has raised alpha without cutting, it is probably the best one: the others are asked one ply less.
//! Guard: middle depths; never at the root, and not behind a proven result.
//! Danger: the second-best move of a shallow search may be the best of a deep one; the next iteration asks again.
//! Parameters: `raised_alpha_from`, `raised_alpha_to`.

use crate::Gomoku;
use crate::facts::Node;
use crate::params::Param;
use regence_core::Value;
use regence_core::config::Config;

pub fn applies<K: Config<Gomoku>>(config: &K, node: &Node, value: Value) -> bool {
    let depths = config.get(Param::RaisedAlphaFrom)..=config.get(Param::RaisedAlphaTo);
    !node.is_root && depths.contains(&node.depth) && !value.is_decisive()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::tests::node;
    use regence_core::config::Shipped;

    #[test]
    fn middle_depths_only_and_no_proven_results() {
        let at = |depth: i32| Node { depth, ..node() };
        assert!(applies(&Shipped, &at(6), Value::cp(30)));
        assert!(!applies(&Shipped, &at(1), Value::cp(30)));
        assert!(!applies(&Shipped, &at(40), Value::cp(30)));
        assert!(!applies(&Shipped, &at(6), Value::win_in(9)));
        let root = Node {
            is_root: true,
            ..at(6)
        };
        assert!(!applies(&Shipped, &root, Value::cp(30)));
    }
}
