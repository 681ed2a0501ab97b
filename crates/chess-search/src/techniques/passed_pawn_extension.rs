//! Passed-pawn extension (PPE).
//!
//! Idea: a passed pawn that steps to the sixth or seventh rank decides games beyond the horizon.
//! Guard: only in PV nodes, a quiet push that does not simply lose the pawn.
//! Danger: long races extend and extend; the loop caps extensions by the iteration's depth.
//! Parameters: none.

use crate::facts::{Candidate, Node};
use regence_chess::{Bitboard, Board, Color, Move, PieceKind, Rank};

pub fn applies(node: &Node, candidate: &Candidate, board: &Board) -> bool {
    node.is_pv
        && candidate.is_quiet
        && is_far_passed_push(board, candidate.mv)
        && board.see_ge(candidate.mv, 0)
}

/// A pawn that arrives on the sixth or seventh rank with no enemy pawn before it or beside its way.
pub fn is_far_passed_push(board: &Board, mv: Move) -> bool {
    let side = board.side_to_move();
    let to = mv.to().relative_to(side);
    board.moved(mv).kind() == PieceKind::Pawn
        && matches!(to.rank(), Rank::Sixth | Rank::Seventh)
        && (way_ahead(side, mv) & board.of(!side, PieceKind::Pawn)).is_empty()
}

/// The squares from which enemy pawns could stop this one.
fn way_ahead(side: Color, mv: Move) -> Bitboard {
    let file = Bitboard::file(mv.to().file());
    let files = file | file.east() | file.west();
    let mut ahead = Bitboard::EMPTY;
    let mut rank = Bitboard::rank(mv.to().rank());
    loop {
        rank = match side {
            Color::White => rank.north(),
            Color::Black => rank.south(),
        };
        if rank.is_empty() {
            return ahead & files;
        }
        ahead |= rank;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_passed_pawns_that_have_come_far_count() {
        let board = Board::from_fen("4k3/7p/8/1P3PP1/8/8/P7/4K3 w - - 0 1").unwrap();
        let push = |text: &str| is_far_passed_push(&board, board.move_from_uci(text).unwrap());
        assert!(push("b5b6"));
        assert!(!push("g5g6"), "the h-pawn guards g6's way");
        assert!(push("f5f6"), "no pawn on e, f or g");
        assert!(!push("a2a4"), "not far enough");
        assert!(!push("e1e2"), "no pawn");
    }
}
