//! The keys by which Polyglot books know positions.

use regence_chess::{Board, CastlingSide, Color, PieceKind};

use super::numbers::RANDOM;

const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE_TO_MOVE: usize = 780;

/// The key of a position in Polyglot books.
///
/// The en passant file counts only where the pawn can be taken. The format asks less (a pawn that stands
/// ready, even if it is pinned), but a board here does not remember what nobody can do.
///
/// ```
/// use regence_chess::Board;
/// assert_eq!(regence_records::polyglot::key(&Board::startpos()), 0x463b96181691fc9c);
/// ```
pub fn key(board: &Board) -> u64 {
    let mut key = 0;
    for color in Color::ALL {
        for kind in PieceKind::ALL {
            let piece = 2 * kind.index() + (color == Color::White) as usize;
            for square in board.of(color, kind) {
                key ^= RANDOM[64 * piece + square.index()];
            }
        }
        for side in CastlingSide::ALL {
            if board.has_castling_right(color, side) {
                key ^= RANDOM[CASTLING + 2 * color.index() + side.index()];
            }
        }
    }
    if let Some(square) = board.en_passant() {
        key ^= RANDOM[EN_PASSANT + square.file().index()];
    }
    if board.side_to_move() == Color::White {
        key ^= RANDOM[WHITE_TO_MOVE];
    }
    key
}
