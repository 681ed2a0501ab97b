//! Table cutoffs, and deeper drafts (DD).
//!
//! Idea: a position that was searched at least as deep before need not be searched again, where
//! the stored bound settles the window.
//! Guard: the bound is looked at first; never near the fifty-move rule, which the key does not
//! know. With deeper drafts off, only results of exactly the depth asked for count, so that a
//! plain search gives the same score with and without the table.
//! Danger: a bound on the wrong side of the window proves nothing.
//! Parameters: none.

use crate::Chess;
use crate::params::Param;
use crate::techniques::Technique;
use regence_chess::Board;
use regence_core::config::Config;
use regence_core::steps::table_cutoff::{is_deep_enough, settles};
use regence_core::{Entry, Window};

/// From this half-move count on, draws by the fifty-move rule are too near to trust the table.
const FIFTY_MOVES_NEAR: u16 = 90;

#[inline]
pub fn applies<K: Config<Chess>>(
    config: &K,
    entry: &Entry,
    depth: i32,
    window: Window,
    board: &Board,
) -> bool {
    is_deep_enough(entry, depth, config.on(Technique::DeeperEntries))
        && settles(entry, window)
        && board.halfmove_clock() < FIFTY_MOVES_NEAR
}

/// Whether the cut is of the kind that the search expects here, or deep enough to be believed against it.
#[inline]
pub fn is_expected<K: Config<Chess>>(
    config: &K,
    entry: &Entry,
    depth: i32,
    window: Window,
    is_cut: bool,
) -> bool {
    let fails_high = entry.value >= window.beta;
    fails_high == is_cut || depth > config.get(Param::TtUnexpectedDepth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_core::config::{Lab, Shipped};
    use regence_core::{Bound, Value};

    const ENTRY: Entry = Entry {
        best: None,
        value: Value::ZERO,
        bound: Bound::Exact,
        depth: 6,
        eval: None,
        was_pv: false,
    };

    #[test]
    fn the_fifty_move_rule_makes_the_table_unsure() {
        let applies = |clock: u16| {
            let fen = format!("4k3/8/8/8/8/8/3R4/4K3 w - - {clock} 80");
            let board = Board::from_fen(&fen).expect("a position");
            super::applies(&Shipped, &ENTRY, 6, Window::FULL, &board)
        };
        assert!(applies(89));
        assert!(!applies(90));
    }

    #[test]
    fn deeper_entries_have_a_switch() {
        let board = Board::startpos();
        assert!(applies(&Shipped, &ENTRY, 5, Window::FULL, &board));
        let plain = Lab::<Chess>::plain();
        assert!(!applies(&plain, &ENTRY, 5, Window::FULL, &board));
        assert!(applies(&plain, &ENTRY, 6, Window::FULL, &board));
        let unsettled = Entry {
            bound: Bound::Upper,
            ..ENTRY
        };
        assert!(!applies(&Shipped, &unsettled, 5, Window::FULL, &board));
    }

    #[test]
    fn a_cut_that_nobody_expects_must_be_deep() {
        let mut lab = Lab::<Chess>::new();
        lab.set_by_name("tt_unexpected_depth", 5).unwrap();
        let window = Window::zero(Value::ZERO);
        let of = |value| Entry {
            value: Value::cp(value),
            ..ENTRY
        };
        let expected = |value, depth, is_cut| is_expected(&lab, &of(value), depth, window, is_cut);
        let beta = window.beta.raw();
        assert!(expected(beta, 3, true) && expected(beta - 1, 3, false));
        assert!(!expected(beta, 5, false) && !expected(beta - 1, 5, true));
        assert!(expected(beta, 6, false) && expected(beta - 1, 6, true));
    }
}
