//! Late-move reductions (LMR).
//!
//! Idea: with a good order, late moves seldom matter: search them less deeply with a zero
//! window, and again in full only if they beat alpha.
//! Guard: not the first move, depth at least `lmr_depth`.
//! Danger: quiet moves that need depth to show; histories, checks and killers take back some of
//! the reduction, and every surprise is searched again.
//! Parameters: `lmr_*`, in 1/1024 ply.

use crate::Chess;
use crate::facts::{Candidate, Node};
use crate::params::Param;
use crate::search::Search;
use regence_core::Value;
use regence_core::config::Config;
pub use regence_core::steps::reductions::applies;
use regence_core::steps::reductions::{Reduction, ReductionTable};

/// Base reductions of quiet and of noisy moves.
#[derive(Debug, Clone)]
pub struct Reductions {
    quiet: ReductionTable,
    noisy: ReductionTable,
}

impl Reductions {
    pub fn new<K: Config<Chess>>(config: &K) -> Reductions {
        // The bases are thousandths of a ply.
        let table = |base: Param, divisor: Param| {
            let base = f64::from(config.get(base)) * 1.024;
            ReductionTable::new(base, f64::from(config.get(divisor)))
        };
        Reductions {
            quiet: table(Param::LmrQuietBase, Param::LmrQuietDivisor),
            noisy: table(Param::LmrNoisyBase, Param::LmrNoisyDivisor),
        }
    }

    #[inline]
    pub fn of(&self, is_quiet: bool) -> &ReductionTable {
        if is_quiet { &self.quiet } else { &self.noisy }
    }
}

/// The smallest depth of a node whose moves are reduced.
#[inline]
pub fn depth<K: Config<Chess>>(config: &K) -> i32 {
    config.get(Param::LmrDepth)
}

/// Plies by which the move is searched less deeply.
pub fn reduction<K: Config<Chess>>(
    config: &K,
    reductions: &Reductions,
    node: &Node,
    candidate: &Candidate,
    fail_highs: i32,
) -> i32 {
    let table = reductions.of(candidate.is_quiet);
    Reduction::new(table.get(node.depth, candidate.number))
        .more(!node.improving, config.get(Param::LmrNotImproving))
        .more(node.is_cut, config.get(Param::LmrCutNode))
        .more(
            node.is_cut && node.table_move.is_none(),
            config.get(Param::LmrNoTableMove),
        )
        .less(node.is_pv, config.get(Param::LmrPv))
        .less(node.was_pv, config.get(Param::LmrWasPv))
        .more(
            node.own.table_move_is_noisy,
            config.get(Param::LmrNoisyTableMove),
        )
        .less(candidate.gives_check, config.get(Param::LmrCheck))
        .less(candidate.is_killer, config.get(Param::LmrKiller))
        .more(fail_highs > 3, config.get(Param::LmrFailHighs))
        .by_history(candidate.history, config.get(Param::LmrHistoryDivisor))
        .plies()
}

/// The depth of the reduced search: at least one ply, at most one more than planned.
pub fn reduced_depth<K: Config<Chess>>(
    search: &mut Search<'_, K>,
    node: &Node,
    candidate: &Candidate,
    new_depth: i32,
) -> i32 {
    let fail_highs = search.frame(node.ply + 1).fail_highs;
    let plies = reduction(
        &*search.config,
        &search.memory.reductions,
        node,
        candidate,
        fail_highs,
    );
    (new_depth - plies).clamp(1, new_depth + 1)
}

/// The depth of the second search, after a reduced one beat alpha: one ply more if it beat
/// everything by far, one less if barely.
pub fn again<K: Config<Chess>>(config: &K, value: Value, best: Value, new_depth: i32) -> i32 {
    let deeper = value > best + config.get(Param::LmrDeeper) + 2 * new_depth;
    let shallower = value < best + config.get(Param::LmrShallower);
    new_depth + i32::from(deeper) - i32::from(shallower)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::tests::{node, quiet};
    use regence_core::config::Shipped;

    #[test]
    fn quiet_moves_are_reduced_more() {
        let table = Reductions::new(&Shipped);
        assert!(table.of(true).get(10, 10) > table.of(false).get(10, 10));
    }

    #[test]
    fn good_signs_reduce_less() {
        let table = Reductions::new(&Shipped);
        let deep = Node {
            depth: 12,
            ..node()
        };
        let late = Candidate {
            number: 15,
            ..quiet()
        };
        let plain = reduction(&Shipped, &table, &deep, &late, 0);
        let check = Candidate {
            gives_check: true,
            ..late
        };
        let liked = Candidate {
            history: 16000,
            ..late
        };
        let disliked = Candidate {
            history: -16000,
            ..late
        };
        assert!(reduction(&Shipped, &table, &deep, &check, 0) <= plain);
        assert!(reduction(&Shipped, &table, &deep, &liked, 0) < plain);
        assert!(reduction(&Shipped, &table, &deep, &disliked, 0) > plain);
        let cut = Node {
            is_cut: true,
            ..deep
        };
        assert!(reduction(&Shipped, &table, &cut, &late, 0) > plain);
    }
}
