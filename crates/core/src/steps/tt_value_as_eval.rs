//! The table's score as an evaluation: a search result, even a shallow one, knows more than the static evaluation.

use crate::transposition_table::Entry;
use crate::value::{Bound, Value};

/// The better guess at a node's score: the table's where its bound allows the conclusion and it is no proven result.
#[inline]
pub fn better_guess(entry: Option<&Entry>, static_eval: Value) -> Value {
    let fits = |entry: &&Entry| {
        !entry.value.is_decisive()
            && match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.value > static_eval,
                Bound::Upper => entry.value < static_eval,
            }
    };
    entry.filter(fits).map_or(static_eval, |entry| entry.value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::steps::tests::entry;

    #[test]
    fn a_bound_moves_the_guess_its_own_way_only() {
        let guess = |bound, value| {
            let entry = entry(bound, Value::cp(value), 3);
            better_guess(Some(&entry), Value::cp(10)).raw()
        };
        assert_eq!(guess(Bound::Exact, -40), -40);
        assert_eq!(guess(Bound::Lower, 40), 40);
        assert_eq!(guess(Bound::Lower, -40), 10);
        assert_eq!(guess(Bound::Upper, -40), -40);
        assert_eq!(guess(Bound::Upper, 40), 10);
    }

    #[test]
    fn proven_results_and_missing_entries_leave_the_evaluation() {
        let eval = Value::cp(10);
        let won = entry(Bound::Exact, Value::win_in(9), 3);
        let lost = entry(Bound::Exact, Value::loss_in(9), 3);
        assert_eq!(better_guess(Some(&won), eval), eval);
        assert_eq!(better_guess(Some(&lost), eval), eval);
        assert_eq!(better_guess(None, eval), eval);
    }
}
