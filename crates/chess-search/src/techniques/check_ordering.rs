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
use regence_chess::{Board, Checks, Move};
use regence_core::config::Config;

/// What a quiet move gains in the order.
#[inline]
pub fn bonus<K: Config<Chess>>(
    config: &K,
    board: &Board,
    checks: Option<&Checks>,
    mv: Move,
) -> i32 {
    if config.on(Technique::CheckOrdering)
        && checks.is_some_and(|checks| checks.has(board, mv))
        && board.see_ge(mv, 0)
    {
        config.get(Param::CheckOrderingBonus)
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_core::config::Shipped;

    #[test]
    fn safe_quiet_checks_gain() {
        let board = Board::from_fen("4k3/8/3p4/8/8/8/8/Q3K3 w - - 0 1").unwrap();
        let gain = |text: &str| {
            let mv = board.move_from_uci(text).unwrap();
            bonus(&Shipped, &board, Some(&Checks::new(&board)), mv)
        };
        assert!(gain("a1a8") > 0);
        assert_eq!(gain("a1e5"), 0, "loses the queen");
        assert_eq!(gain("a1a2"), 0);
    }
}
