//! Late-move reductions (LMR).
//!
//! Idea: with a good order, late moves seldom matter: search them less deeply with a zero
//! window, and again in full only if they beat alpha.
//! Guard: not the first move, depth at least `lmr_depth`, no four to answer, no double threat made.
//! Danger: quiet moves that need depth to show; threats, histories and killers take back some of the
//! reduction, and every surprise is searched again.
//! Parameters: `lmr_*`, in 1/1024 ply.

use crate::Gomoku;
use crate::facts::{Candidate, Node};
use crate::params::Param;
use crate::threat_info::Urgency;
use regence_core::config::Config;
use regence_core::steps::reductions::{self, Reduction, ReductionTable};

/// Base reductions by depth and move number.
pub fn table<K: Config<Gomoku>>(config: &K) -> ReductionTable {
    let [base, divisor] = [Param::LmrBase, Param::LmrDivisor].map(|p| f64::from(config.get(p)));
    ReductionTable::new(base, divisor)
}

pub fn applies<K: Config<Gomoku>>(config: &K, node: &Node, candidate: &Candidate) -> bool {
    reductions::applies(config.get(Param::LmrDepth), node, candidate.number)
        && node.own.urgency != Urgency::Four
        && !candidate.is_forcing()
}

/// Plies by which the move is searched less deeply.
pub fn reduction<K: Config<Gomoku>>(
    config: &K,
    table: &ReductionTable,
    node: &Node,
    candidate: &Candidate,
) -> i32 {
    Reduction::new(table.get(node.depth, candidate.number))
        .more(!node.improving, config.get(Param::LmrNotImproving))
        .more(node.is_cut, config.get(Param::LmrCutNode))
        .more(candidate.is_distant, config.get(Param::LmrDistant))
        .less(node.was_pv, config.get(Param::LmrPv))
        .less(!candidate.is_quiet(), config.get(Param::LmrThreat))
        .less(!node.is_calm, config.get(Param::LmrThreat))
        .less(candidate.is_killer, config.get(Param::LmrKiller))
        .by_history(candidate.history, config.get(Param::LmrHistoryDivisor))
        .plies()
}

/// The depth of the reduced search: at least one ply, never more than planned.
pub fn reduced_depth<K: Config<Gomoku>>(
    config: &K,
    table: &ReductionTable,
    node: &Node,
    candidate: &Candidate,
    new_depth: i32,
) -> i32 {
    let plies = reduction(config, table, node, candidate);
    (new_depth - plies).clamp(1.min(new_depth), new_depth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::tests::{node, quiet};
    use regence_core::config::Shipped;
    use regence_gomoku::Class;

    #[test]
    fn threats_are_reduced_less_and_double_ones_never() {
        let table = table(&Shipped);
        let deep = Node {
            depth: 12,
            ..node()
        };
        let late = Candidate {
            number: 20,
            ..quiet()
        };
        let three = Candidate {
            makes: Class::Three,
            ..late
        };
        let double = Candidate {
            makes: Class::FourThree,
            ..late
        };
        // Single plies are rounded, so that the sum over many places tells.
        let sum = |candidate: Candidate| -> i32 {
            (3..40)
                .map(|number| {
                    reduction(
                        &Shipped,
                        &table,
                        &deep,
                        &Candidate {
                            number,
                            ..candidate
                        },
                    )
                })
                .sum()
        };
        assert!(sum(three) < sum(late));
        assert!(applies(&Shipped, &deep, &late));
        assert!(!applies(&Shipped, &deep, &double));
    }
}
