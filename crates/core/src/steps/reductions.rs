//! Late-move reductions: with a good order late moves seldom matter, so they are searched less deeply.
//!
//! Reductions are counted in 1/1024 ply, so that several small reasons add up.

use super::Node;

/// One ply of reduction.
pub const ONE_PLY: i32 = 1024;

/// Depths and move numbers beyond this are reduced like the last.
const SIZE: usize = 64;

/// Base reductions by depth and move number: `base + 1024 * ln(depth) * ln(number) * 1000 / divisor`.
#[derive(Debug, Clone)]
pub struct ReductionTable(Box<[[i16; SIZE]; SIZE]>);

impl ReductionTable {
    /// The table of these two numbers; the type says how.
    pub fn new(base: f64, divisor: f64) -> ReductionTable {
        let logarithms: [f64; SIZE] = std::array::from_fn(|n| (n.max(1) as f64).ln());
        let mut table = Box::new([[0; SIZE]; SIZE]);
        for (row, of_depth) in table.iter_mut().zip(logarithms) {
            for (cell, of_number) in row.iter_mut().zip(logarithms) {
                let product = of_depth * of_number;
                *cell = (base + product * 1024.0 * 1000.0 / divisor).max(0.0) as i16;
            }
        }
        ReductionTable(table)
    }

    /// The reduction of the move of this number.
    #[inline]
    pub fn get(&self, depth: i32, number: i32) -> i32 {
        let depth = depth.clamp(0, SIZE as i32 - 1) as usize;
        let number = number.clamp(0, SIZE as i32 - 1) as usize;
        i32::from(self.0[depth][number])
    }

    /// The depth that a move would be searched with, for the pruning that goes by it.
    #[inline]
    pub fn depth_after(&self, depth: i32, number: i32) -> i32 {
        (depth - 1 - self.get(depth, number) / ONE_PLY).max(0)
    }
}

/// Whether a move of this number is late enough to be reduced, in nodes from `depth` on.
#[inline]
pub fn applies<M, X>(depth: i32, node: &Node<M, X>, number: i32) -> bool {
    let first = 1 + i32::from(node.is_root) + i32::from(node.is_pv);
    node.depth >= depth && number > first
}

/// A reduction with the reasons for more or less of it.
#[derive(Clone, Copy, Debug)]
pub struct Reduction(i32);

impl Reduction {
    /// A reduction that begins at this, in 1024ths of a ply.
    #[inline]
    pub fn new(base: i32) -> Reduction {
        Reduction(base)
    }

    /// More, where the condition holds.
    #[inline]
    pub fn more(self, condition: bool, amount: i32) -> Reduction {
        Reduction(self.0 + if condition { amount } else { 0 })
    }

    /// Less, where the condition holds.
    #[inline]
    pub fn less(self, condition: bool, amount: i32) -> Reduction {
        self.more(condition, -amount)
    }

    /// Less for a good history and more for a bad one: a ply for each `divisor`.
    #[inline]
    pub fn by_history(self, history: i32, divisor: i32) -> Reduction {
        Reduction(self.0 - history * ONE_PLY / divisor)
    }

    /// Whole plies, rounded down.
    #[inline]
    pub fn plies(self) -> i32 {
        self.0.div_euclid(ONE_PLY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::steps::tests::node;

    #[test]
    fn later_moves_and_deeper_nodes_are_reduced_more() {
        let table = ReductionTable::new(500.0, 2000.0);
        assert!(table.get(10, 20) > table.get(10, 4));
        assert!(table.get(20, 10) > table.get(6, 10));
        assert_eq!(table.get(500, 500), table.get(63, 63));
        assert_eq!(table.get(-5, 9), 500, "the logarithm of one is zero");
        // ln(10) * ln(20) * 512 + 500
        assert_eq!(table.get(10, 20), 4031);
        assert!(ReductionTable::new(-9000.0, 2000.0).get(9, 9) >= 0);
    }

    #[test]
    fn the_depth_after_a_move_is_never_negative() {
        let table = ReductionTable::new(0.0, 1000.0);
        assert_eq!(table.depth_after(1, 60), 0);
        assert_eq!(table.depth_after(8, 1), 7);
        assert!(table.depth_after(20, 30) < 19);
    }

    #[test]
    fn the_first_moves_are_never_reduced() {
        assert!(!applies(3, &node(), 1));
        assert!(applies(3, &node(), 2));
        assert!(!applies(6, &node(), 2), "too shallow");
        let pv = Node {
            is_pv: true,
            ..node()
        };
        assert!(!applies(3, &pv, 2) && applies(3, &pv, 3));
        let root = Node {
            is_root: true,
            ..pv
        };
        assert!(!applies(3, &root, 3) && applies(3, &root, 4));
    }

    #[test]
    fn good_signs_reduce_less_and_bad_ones_more() {
        let plain = Reduction::new(2 * ONE_PLY);
        assert_eq!(plain.plies(), 2);
        assert_eq!(plain.more(true, ONE_PLY).plies(), 3);
        assert_eq!(plain.less(true, ONE_PLY).plies(), 1);
        assert_eq!(plain.less(true, 1).plies(), 1, "rounded down");
        assert_eq!(plain.more(false, ONE_PLY).plies(), 2);
        assert_eq!(plain.by_history(8000, 8000).plies(), 1);
        assert_eq!(plain.by_history(-8000, 8000).plies(), 3);
        assert_eq!(plain.less(true, 3 * ONE_PLY + 1).plies(), -2);
    }
}
