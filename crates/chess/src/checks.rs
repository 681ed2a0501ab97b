//! Which moves give check, answered quickly for many moves of one position.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::moves::Move;
use crate::types::{PieceKind, Square};

/// From where the side to move checks, and which of its pieces uncover a check.
///
/// ```
/// use regence_chess::{Board, Checks};
/// let board = Board::from_fen("4k3/8/8/8/8/8/4N3/K3R3 w - - 0 1").unwrap();
/// let checks = Checks::new(&board);
/// let uncovers = board.move_from_uci("e2c3").unwrap();
/// assert!(checks.has(&board, uncovers));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Checks {
    king: Square,
    /// The squares from which each kind would attack the enemy king.
    from: [Bitboard; 6],
    /// Pieces of the side to move that stand alone between a slider of theirs and the king.
    uncovering: Bitboard,
}

impl Checks {
    /// Looks at the lines to the enemy king once.
    pub fn new(board: &Board) -> Checks {
        let (us, occupied) = (board.side_to_move(), board.occupied());
        let king = board.king(!us);
        let diagonal = attacks::bishop(king, occupied);
        let straight = attacks::rook(king, occupied);
        let mut uncovering = Bitboard::EMPTY;
        let far_sliders = (attacks::rook_lines(king) & board.straight_sliders(us))
            | (attacks::bishop_lines(king) & board.diagonal_sliders(us));
        for slider in far_sliders {
            let between = attacks::between(king, slider) & occupied;
            if !between.many() {
                uncovering |= between & board.colored(us);
            }
        }
        Checks {
            king,
            from: [
                attacks::pawn(!us, king),
                attacks::knight(king),
                diagonal,
                straight,
                diagonal | straight,
                Bitboard::EMPTY,
            ],
            uncovering,
        }
    }

    /// Whether a legal move of the same board gives check; equal to [`Board::gives_check`].
    #[inline]
    pub fn has(&self, board: &Board, mv: Move) -> bool {
        if !mv.is_ordinary() {
            return board.gives_check(mv);
        }
        let (from, to) = (mv.from(), mv.to());
        let kind = board.kind_at(from).unwrap_or(PieceKind::King);
        self.from[kind.index()].contains(to)
            || (self.uncovering.contains(from) && !attacks::line(self.king, from).contains(to))
    }
}
