//! Depth by hindsight (HS).
//!
//! Idea: a move was reduced before anybody saw the position after it. If the evaluation says that it was better than thought,
//! the reduction was too large; if it was hardly reduced and is as bad for the mover as it looks, less depth will do.
//! Guard: only the reduced search of a late move, whose reduction is known; not in check.
//! Danger: two evaluations differ by tactics as well; a ply at most.
//! Parameters: `hindsight_reduction`, `hindsight_gain`.

use crate::Chess;
use crate::facts::Node;
use crate::params::Param;
use regence_core::Value;
use regence_core::config::Config;

/// How many plies deeper (or less deep) this node is searched than was planned. `reduction` is by how much the move to it was
/// reduced, `before` the evaluation of the side that made it.
pub fn plies<K: Config<Chess>>(
    config: &K,
    node: &Node,
    reduction: i32,
    before: Option<Value>,
) -> i32 {
    let Some(before) = before.filter(|_| node.is_calm && !node.is_root) else {
        return 0;
    };
    // Both sides' evaluations together: how much the side to move now gained by the other's move.
    let gained = node.static_eval.raw() + before.raw();
    if reduction >= config.get(Param::HindsightReduction) && gained <= 0 {
        1
    } else if reduction > 0 && node.depth >= 2 && gained > config.get(Param::HindsightGain) {
        -1
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::tests::node;
    use regence_core::config::Shipped;

    #[test]
    fn a_move_that_was_reduced_too_much_or_too_little() {
        let at = |eval| Node {
            static_eval: Value::cp(eval),
            ..node()
        };
        let plies = |node: &Node, reduction| plies(&Shipped, node, reduction, Some(Value::cp(20)));
        assert_eq!(plies(&at(-20), 3), 1, "the mover stands as before");
        assert_eq!(plies(&at(-20), 2), 0, "hardly reduced");
        assert_eq!(plies(&at(-19), 3), 0);
        assert_eq!(plies(&at(41), 1), -1, "the move lost more than the margin");
        assert_eq!(plies(&at(40), 1), 0);
        assert_eq!(plies(&at(41), 0), 0, "not reduced");
        let leaf = Node { depth: 1, ..at(41) };
        assert_eq!(plies(&leaf, 1), 0);
        let in_check = Node {
            is_calm: false,
            ..at(-20)
        };
        assert_eq!(plies(&in_check, 3), 0);
        assert_eq!(super::plies(&Shipped, &at(-20), 3, None), 0);
    }
}
