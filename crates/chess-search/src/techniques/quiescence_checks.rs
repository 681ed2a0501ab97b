//! Quiet checks in quiescence (QSC).
//!
//! Idea: a quiet check can mate or fork; one ply of them mends the worst blindness of a search
//! that looks at captures only.
//! Guard: on the first ply of quiescence only; the check must not lose material.
//! Danger: it costs nodes at every leaf.
//! Parameters: none.

use regence_chess::{Board, Checks, Move};

pub fn tries(board: &Board, checks: &Checks, mv: Move) -> bool {
    checks.has(board, mv) && board.see_ge(mv, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn safe_checks_only() {
        let board = Board::from_fen("4k3/8/3p4/8/8/8/8/Q3K3 w - - 0 1").unwrap();
        let tried = |text: &str| {
            let mv = board.move_from_uci(text).unwrap();
            tries(&board, &Checks::new(&board), mv)
        };
        assert!(tried("a1a8"));
        assert!(!tried("a1e5"));
        assert!(!tried("a1a2"));
    }
}
