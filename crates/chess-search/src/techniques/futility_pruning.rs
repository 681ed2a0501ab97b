//! Futility pruning (FP).
//!
//! Idea: near the leaves, a quiet move of a position far below alpha will not reach it.
//! Guard: quiet moves that give no check, at a small reduced depth, not in check.
//! Danger: quiet moves that win slowly; the margin grows with the depth that is left.
//! Parameters: `futility_depth`, `futility_base`, `futility_factor`.

use crate::Chess;
use crate::facts::{Candidate, Node};
use crate::params::Param;
use regence_core::Value;
use regence_core::config::Config;
pub use regence_core::steps::futility_pruning::why;
use regence_core::steps::futility_pruning::{Params, is_futile};

#[inline]
pub fn params<K: Config<Chess>>(config: &K) -> Params {
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
    candidate.is_quiet
        && !candidate.gives_check
        && node.is_calm
        && is_futile(params, node.eval, reduced_depth, alpha)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::tests::{node, quiet};
    use regence_core::config::Shipped;

    #[test]
    fn only_quiet_moves_that_give_no_check_and_answer_none() {
        let skips = |node: &Node, candidate: &Candidate| {
            skips(params(&Shipped), node, candidate, 2, Value::cp(600))
        };
        assert!(skips(&node(), &quiet()));
        let check = Candidate {
            gives_check: true,
            ..quiet()
        };
        assert!(!skips(&node(), &check));
        let capture = Candidate {
            is_quiet: false,
            ..quiet()
        };
        assert!(!skips(&node(), &capture));
        let in_check = Node {
            is_calm: false,
            ..node()
        };
        assert!(!skips(&in_check, &quiet()));
        let winning = Node {
            eval: Value::cp(600),
            ..node()
        };
        assert!(!skips(&winning, &quiet()));
    }
}
