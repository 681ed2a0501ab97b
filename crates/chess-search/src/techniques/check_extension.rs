//! Check extension (CE).
//!
//! Idea: a check forces the answer, so looking one ply deeper costs little and sees mates.
//! Guard: the checking move must not lose material.
//! Danger: endless rows of checks; the loop caps extensions by the iteration's depth.
//! Parameters: none.
//! Off: it gains nothing in games and hides sacrifices, see docs/tried.md.

use crate::facts::Candidate;
use regence_chess::Board;

pub fn applies(candidate: &Candidate, board: &Board) -> bool {
    candidate.gives_check && board.see_ge(candidate.mv, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(board: &Board, text: &str) -> Candidate {
        let mv = board.move_from_uci(text).unwrap();
        Candidate {
            mv,
            number: 1,
            is_quiet: !board.is_noisy(mv),
            gives_check: board.gives_check(mv),
            is_killer: false,
            history: 0,
        }
    }

    #[test]
    fn a_sound_check_is_extended_a_sacrifice_is_not() {
        let board = Board::from_fen("4k3/8/3p4/8/8/8/8/Q3K3 w - - 0 1").unwrap();
        assert!(applies(&candidate(&board, "a1a8"), &board));
        assert!(
            !applies(&candidate(&board, "a1e5"), &board),
            "takes the queen"
        );
        assert!(!applies(&candidate(&board, "a1b1"), &board), "no check");
    }
}
