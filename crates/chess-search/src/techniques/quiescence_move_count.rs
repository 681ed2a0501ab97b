//! Late moves in quiescence (QMC).
//!
//! Idea: captures come with the best first, and so do the answers to a check: what the first few did not find, the others
//! seldom do.
//! Guard: only once there is a score that is no loss; captures that give check and evasions that capture are never skipped.
//! Danger: a late capture that is the only good one; the order must be good.
//! Parameters: `qs_moves`, `qs_evasions`.

use crate::Chess;
use crate::params::Param;
use regence_chess::{Board, Move};
use regence_core::config::Config;

/// Whether a move is too late: `captures` were searched before it, or `evasions` that are quiet.
pub fn skips<K: Config<Chess>>(
    config: &K,
    board: &Board,
    mv: Move,
    captures: i32,
    evasions: i32,
) -> bool {
    match board.in_check() {
        true => !board.is_noisy(mv) && evasions >= config.get(Param::QsEvasions),
        false => {
            captures >= config.get(Param::QsMoves) && !mv.is_promotion() && !board.gives_check(mv)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_core::config::Shipped;

    #[test]
    fn late_captures_without_check_are_skipped() {
        let board = Board::from_fen("4k3/P2p4/8/3p4/4P3/8/3R4/4K3 w - - 0 1").unwrap();
        let skipped = |text: &str, captures| {
            let mv = board.move_from_uci(text).unwrap();
            skips(&Shipped, &board, mv, captures, 9)
        };
        assert!(skipped("e4d5", 3));
        assert!(!skipped("e4d5", 2));
        assert!(!skipped("a7a8q", 3));
        let checking = Board::from_fen("4k3/3p4/8/8/8/8/3R4/4K3 w - - 0 1").unwrap();
        let check = checking.move_from_uci("d2d7").unwrap();
        assert!(skips(&Shipped, &checking, check, 3, 0) != checking.gives_check(check));
    }

    #[test]
    fn late_quiet_evasions_are_skipped() {
        let board = Board::from_fen("4k3/8/8/8/8/8/3q4/4K3 w - - 0 1").unwrap();
        let takes = board.move_from_uci("e1d2").unwrap();
        assert!(!skips(&Shipped, &board, takes, 9, 9), "a capture");
        let board = Board::from_fen("4k3/8/8/8/8/8/r7/4K2r w - - 0 1").unwrap();
        for mv in board.legal_moves().iter().copied() {
            assert!(!skips(&Shipped, &board, mv, 0, 1));
            assert!(skips(&Shipped, &board, mv, 0, 2) != board.is_noisy(mv));
        }
    }
}
