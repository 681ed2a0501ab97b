//! History pruning (HP).
//!
//! Idea: near the leaves, a quiet move that has failed again and again need not be tried again.
//! Guard: quiet moves at a small reduced depth.
//! Danger: histories are about other positions; the bar falls with the depth that is left.
//! Parameters: `history_pruning_depth`, `history_pruning_factor`.

use crate::Chess;
use crate::facts::{Candidate, Node};
use crate::params::Param;
use regence_core::config::Config;
use regence_core::event::Numbers;

pub fn skips<K: Config<Chess>>(
    config: &K,
    node: &Node,
    candidate: &Candidate,
    reduced_depth: i32,
) -> bool {
    candidate.is_quiet
        && !node.is_root
        && reduced_depth < config.get(Param::HistoryPruningDepth)
        && candidate.history < -config.get(Param::HistoryPruningFactor) * reduced_depth.max(1)
}

/// What a trace says of a skipped move.
pub fn why<K: Config<Chess>>(
    candidate: &Candidate,
    reduced_depth: i32,
) -> impl FnOnce(&K) -> Numbers {
    move |config| {
        let bar = -config.get(Param::HistoryPruningFactor) * reduced_depth.max(1);
        vec![("history", candidate.history), ("least", bar)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::tests::{node, quiet};
    use regence_core::config::Shipped;

    #[test]
    fn only_a_bad_record_near_the_leaves_is_skipped() {
        let bad = Candidate {
            history: -20_000,
            ..quiet()
        };
        assert!(skips(&Shipped, &node(), &bad, 2));
        assert!(!skips(&Shipped, &node(), &quiet(), 2));
        assert!(!skips(&Shipped, &node(), &bad, 9), "too deep");
    }
}
