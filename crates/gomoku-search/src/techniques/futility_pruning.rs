//! Futility pruning (FP).
//!
//! Idea: near the leaves a quiet move cannot lift a hopeless evaluation to alpha: skip it.
//! Guard: calm nodes off the principal variation; quiet moves after the first.
//! Danger: quiet moves that prepare a double threat; the margin grows with the depth that is left.
//! Parameters: `futility_depth`, `futility_base`, `futility_factor`.

use crate::Gomoku;
use crate::facts::{Candidate, Node};
use crate::params::Param;
use regence_core::Value;
use regence_core::config::Config;
pub use regence_core::steps::futility_pruning::why;
use regence_core::steps::futility_pruning::{Params, is_futile};

#[inline]
pub fn params<K: Config<Gomoku>>(config: &K) -> Params {
    Params {
        depth: config.get(Param::FutilityDepth),
        base: config.get(Param::FutilityBase),
        factor: config.get(Param::FutilityFactor),
    }
}

#[inline]
pub fn skips(
    params: Params,
    node: &Node,
    candidate: &Candidate,
    reduced_depth: i32,
    alpha: Value,
) -> bool {
    !node.is_pv
        && node.is_calm
        && candidate.is_quiet()
        && is_futile(params, node.static_eval, reduced_depth, alpha)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::tests::{node, quiet};
    use regence_core::config::Shipped;
    use regence_gomoku::Class;

    #[test]
    fn only_quiet_moves_of_calm_nodes_off_the_principal_variation() {
        let skips = |node: &Node, candidate: &Candidate| {
            skips(params(&Shipped), node, candidate, 2, Value::ZERO)
        };
        let bad = Node {
            static_eval: Value::cp(-900),
            ..node()
        };
        assert!(skips(&bad, &quiet()));
        assert!(!skips(&node(), &quiet()));
        let three = Candidate {
            makes: Class::Three,
            ..quiet()
        };
        assert!(!skips(&bad, &three));
        assert!(!skips(&Node { is_pv: true, ..bad }, &quiet()));
        let threatened = Node {
            is_calm: false,
            ..bad
        };
        assert!(!skips(&threatened, &quiet()));
    }
}
