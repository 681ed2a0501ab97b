//! Late-move reductions (LMR).
//!
//! Idea: with a good order, late moves seldom matter: search them less deeply with a zero
//! window, and again in full only if they beat alpha.
//! Guard: not the first move, depth at least `lmr_depth`, no four to answer, no double threat made.
//! Danger: quiet moves that need depth to show; threats, histories and killers take back some of the
//! reduction, and every surprise is searched again.
//! Parameters: `lmr_*`, in 1/1024 ply.

use crate::Gomoku;
use crate::anatomy::{Candidate, Node};
use crate::eval::Play;
use crate::params::Param;
use crate::scene::Urgency;
use crate::search::Search;
use regence_core::knobs::Knobs;

const ONE_PLY: i32 = 1024;
const SIZE: usize = 64;

/// Base reductions by depth and move number, in 1/1024 ply.
#[derive(Debug, Clone)]
pub struct Reductions(Vec<[i16; SIZE]>);

impl Reductions {
    pub fn new<K: Knobs<Gomoku>>(knobs: &K) -> Reductions {
        let base = f64::from(knobs.get(Param::LmrBase));
        let divisor = f64::from(knobs.get(Param::LmrDivisor));
        let cell = |depth: usize, number: usize| {
            let product = (depth.max(1) as f64).ln() * (number.max(1) as f64).ln();
            (base + product * 1024.0 * 1000.0 / divisor).max(0.0) as i16
        };
        Reductions(
            (0..SIZE)
                .map(|depth| std::array::from_fn(|number| cell(depth, number)))
                .collect(),
        )
    }

    #[inline]
    pub fn base(&self, depth: i32, number: i32) -> i32 {
        let depth = depth.clamp(0, SIZE as i32 - 1) as usize;
        let number = number.clamp(0, SIZE as i32 - 1) as usize;
        i32::from(self.0[depth][number])
    }

    /// The depth that a move would be searched with, for the pruning that goes by it.
    #[inline]
    pub fn depth_after(&self, node: &Node, number: i32) -> i32 {
        (node.depth - 1 - self.base(node.depth, number) / ONE_PLY).max(0)
    }
}

pub fn applies<K: Knobs<Gomoku>>(knobs: &K, node: &Node, candidate: &Candidate) -> bool {
    let first = 1 + i32::from(node.is_root) + i32::from(node.is_pv);
    node.depth >= knobs.get(Param::LmrDepth)
        && candidate.number > first
        && node.urgency != Urgency::Four
        && !candidate.is_forcing()
}

/// Plies by which the move is searched less deeply.
pub fn reduction<K: Knobs<Gomoku>>(
    knobs: &K,
    reductions: &Reductions,
    node: &Node,
    candidate: &Candidate,
) -> i32 {
    let mut r = reductions.base(node.depth, candidate.number);
    let mut when = |condition: bool, amount: i32| {
        if condition {
            r += amount;
        }
    };
    when(!node.improving, knobs.get(Param::LmrNotImproving));
    when(node.is_cut, knobs.get(Param::LmrCutNode));
    when(node.was_pv, -knobs.get(Param::LmrPv));
    when(!candidate.is_quiet(), -knobs.get(Param::LmrThreat));
    when(!node.is_calm(), -knobs.get(Param::LmrThreat));
    when(candidate.is_killer, -knobs.get(Param::LmrKiller));
    r -= candidate.history * ONE_PLY / knobs.get(Param::LmrHistoryDivisor);
    r.div_euclid(ONE_PLY)
}

/// The depth of the reduced search: at least one ply, never more than planned.
pub fn reduced_depth<R: Play, K: Knobs<Gomoku>>(
    search: &Search<'_, R, K>,
    node: &Node,
    candidate: &Candidate,
    new_depth: i32,
) -> i32 {
    let plies = reduction(&*search.knobs, &search.reductions, node, candidate);
    (new_depth - plies).clamp(1.min(new_depth), new_depth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::tests::{node, quiet};
    use regence_core::knobs::Shipped;
    use regence_gomoku::Class;

    #[test]
    fn later_moves_and_deeper_nodes_are_reduced_more() {
        let r = Reductions::new(&Shipped);
        assert!(r.base(10, 20) > r.base(10, 4));
        assert!(r.base(20, 10) > r.base(6, 10));
        assert_eq!(r.base(500, 500), r.base(63, 63));
    }

    #[test]
    fn threats_are_reduced_less_and_double_ones_never() {
        let table = Reductions::new(&Shipped);
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
