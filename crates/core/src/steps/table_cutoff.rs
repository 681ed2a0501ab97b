//! Cuts by the transposition table: what was searched as deeply need not be searched again.

use crate::transposition_table::Entry;
use crate::value::Window;

/// Whether an entry was searched to the depth asked for. Where `deeper_counts` is off, only exactly that depth is
/// enough, so that a plain search gives the same score with and without the table.
#[inline]
pub fn is_deep_enough(entry: &Entry, depth: i32, deeper_counts: bool) -> bool {
    entry.depth == depth || (deeper_counts && entry.depth > depth)
}

/// Whether an entry holds a proven result, which is true at every depth.
#[inline]
pub fn is_proof(entry: &Entry) -> bool {
    (entry.value.is_win() && entry.bound.is_at_least())
        || (entry.value.is_loss() && entry.bound.is_at_most())
}

/// Whether an entry's bound decides the window. A bound on the wrong side of it proves nothing.
#[inline]
pub fn settles(entry: &Entry, window: Window) -> bool {
    entry.bound.settles(entry.value, window)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::steps::tests::entry;
    use crate::value::{Bound, Value};

    #[test]
    fn the_bound_is_looked_at() {
        let window = Window::zero(Value::cp(10));
        let cuts = |bound, value| settles(&entry(bound, Value::cp(value), 5), window);
        assert!(cuts(Bound::Lower, 30) && !cuts(Bound::Lower, -30));
        assert!(cuts(Bound::Upper, -30) && !cuts(Bound::Upper, 30));
        assert!(cuts(Bound::Exact, 30) && cuts(Bound::Exact, -30));
    }

    #[test]
    fn the_depth_must_suffice() {
        let of = |depth| entry(Bound::Exact, Value::ZERO, depth);
        assert!(is_deep_enough(&of(5), 5, false));
        assert!(!is_deep_enough(&of(6), 5, false));
        assert!(is_deep_enough(&of(6), 5, true));
        assert!(!is_deep_enough(&of(4), 5, true));
    }

    #[test]
    fn a_proof_holds_on_its_own_side_only() {
        let proof = |value, bound| is_proof(&entry(bound, value, 1));
        let (won, lost) = (Value::win_in(9), Value::loss_in(8));
        assert!(proof(won, Bound::Lower) && proof(won, Bound::Exact));
        assert!(!proof(won, Bound::Upper));
        assert!(proof(lost, Bound::Upper) && proof(lost, Bound::Exact));
        assert!(!proof(lost, Bound::Lower));
        assert!(!proof(Value::cp(900), Bound::Exact));
    }
}
