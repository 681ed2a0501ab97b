//! Capture history (CPH).
//!
//! Idea: among captures of the same victim, those that worked before come first; remembered by
//! piece, target and victim.
//! Guard: captures and promotions (a promotion without capture counts as taking a pawn).
//! Danger: it must not outweigh the victim's value at once, or big captures come late.
//! Parameters: those of the butterfly history.

use crate::Chess;
use crate::history::PieceTo;
use crate::search::Search;
use regence_chess::{Board, Move, PieceKind};
use regence_core::config::Config;

/// The victim under which a noisy move is remembered.
#[inline]
pub fn victim(board: &Board, mv: Move) -> PieceKind {
    board.captured(mv).unwrap_or(PieceKind::Pawn)
}

pub fn learn<K: Config<Chess>>(search: &mut Search<'_, K>, board: &Board, mv: Move, bonus: i32) {
    let histories = &mut search.memory.histories;
    histories
        .capture_mut(PieceTo::of(board, mv), victim(board, mv))
        .update(bonus);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn en_passant_and_quiet_promotions_count_as_taking_a_pawn() {
        let board = Board::from_fen("4k3/P7/8/3pP3/8/8/8/4K3 w - d6 0 1").unwrap();
        for text in ["e5d6", "a7a8q"] {
            let mv = board.move_from_uci(text).unwrap();
            assert_eq!(victim(&board, mv), PieceKind::Pawn, "{text}");
        }
    }
}
