//! Checks early (CO).
//!
//! Idea: a quiet check limits the answers; if it works it cuts at once, so it comes before the
//! other quiet moves.
//! Guard: the check must not lose the piece.
//! Danger: spite checks that only delay; the bonus is one among other histories.
//! Parameters: `check_ordering_bonus`.

use crate::Chess;
use crate::params::Param;
use crate::techniques::Technique;
use regence_chess::{Board, Move};
use regence_core::knobs::Knobs;

/// What a quiet move gains in the order.
#[inline]
pub fn bonus<K: Knobs<Chess>>(knobs: &K, board: &Board, mv: Move) -> i32 {
    if knobs.on(Technique::CheckOrdering) && board.gives_check(mv) && board.see_ge(mv, 0) {
        knobs.get(Param::CheckOrderingBonus)
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_core::knobs::{Lab, Shipped};

    #[test]
    fn safe_quiet_checks_gain() {
        let board = Board::from_fen("4k3/8/3p4/8/8/8/8/Q3K3 w - - 0 1").unwrap();
        let mv = |text: &str| board.move_from_uci(text).unwrap();
        assert!(bonus(&Shipped, &board, mv("a1a8")) > 0);
        assert_eq!(bonus(&Shipped, &board, mv("a1e5")), 0, "loses the queen");
        assert_eq!(bonus(&Shipped, &board, mv("a1a2")), 0);
        assert_eq!(bonus(&Lab::<Chess>::plain(), &board, mv("a1a8")), 0);
    }
}
