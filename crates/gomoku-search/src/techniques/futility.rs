//! Futility pruning (FP).
//!
//! Idea: near the leaves a quiet move cannot lift a hopeless evaluation to alpha: skip it.
//! Guard: calm nodes off the principal variation; quiet moves after the first.
//! Danger: quiet moves that prepare a double threat; the margin grows with the depth that is left.
//! Parameters: `futility_depth`, `futility_base`, `futility_factor`.

use crate::Gomoku;
use crate::anatomy::{Candidate, Node};
use crate::params::Param;
use regence_core::Value;
use regence_core::event::Numbers;
use regence_core::knobs::Knobs;

pub fn skips<K: Knobs<Gomoku>>(
    knobs: &K,
    node: &Node,
    candidate: &Candidate,
    reduced: i32,
    alpha: Value,
) -> bool {
    !node.is_pv
        && node.is_calm()
        && candidate.is_quiet()
        && reduced <= knobs.get(Param::FutilityDepth)
        && !alpha.is_decisive()
        && node.static_eval + margin(knobs, reduced) <= alpha
}

fn margin<K: Knobs<Gomoku>>(knobs: &K, reduced: i32) -> i32 {
    knobs.get(Param::FutilityBase) + knobs.get(Param::FutilityFactor) * reduced
}

/// What a trace says of a skipped move.
pub fn why<K: Knobs<Gomoku>>(
    node: &Node,
    reduced: i32,
    alpha: Value,
) -> impl FnOnce(&K) -> Numbers {
    move |knobs| {
        vec![
            ("eval", node.static_eval.raw()),
            ("margin", margin(knobs, reduced)),
            ("alpha", alpha.raw()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::tests::{node, quiet};
    use regence_core::knobs::Shipped;
    use regence_gomoku::Class;

    #[test]
    fn hopeless_quiet_moves_only() {
        let bad = Node {
            static_eval: Value::cp(-900),
            ..node()
        };
        assert!(skips(&Shipped, &bad, &quiet(), 2, Value::ZERO));
        assert!(!skips(&Shipped, &node(), &quiet(), 2, Value::ZERO));
        let three = Candidate {
            makes: Class::Three,
            ..quiet()
        };
        assert!(!skips(&Shipped, &bad, &three, 2, Value::ZERO));
    }
}
