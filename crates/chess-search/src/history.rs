//! What the search remembers of moves: which cut, which disappointed, and where.
//!
//! All tables are indexed by the side as well (through the piece): a history without sides would
//! credit one player with the other's successes.

use regence_chess::{Board, Color, Move, Piece, PieceKind, Square};
use regence_core::history_entry::HistoryEntry;
use regence_core::prefetch;

/// The scale of move histories.
pub const HISTORY_MAX: i32 = 16384;
/// The scale of evaluation corrections.
pub const CORRECTION_MAX: i32 = 1024;

type Cell = HistoryEntry<HISTORY_MAX>;
type Correction = HistoryEntry<CORRECTION_MAX>;

const PIECE_SQUARES: usize = 12 * 64;
const CORRECTION_SLOTS: usize = 1 << 14;
const PAWN_SLOTS: usize = 1 << 10;

/// A piece and the square it goes to: the index of continuation tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceTo(u16);

impl PieceTo {
    #[inline]
    pub fn new(piece: Piece, to: Square) -> PieceTo {
        PieceTo((piece.index() * 64 + to.index()) as u16)
    }

    #[inline]
    pub fn of(board: &Board, mv: Move) -> PieceTo {
        PieceTo::new(board.moved(mv), mv.to())
    }

    #[inline]
    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Whether a move leaves an attacked square, and whether it enters one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Danger {
    pub before: bool,
    pub after: bool,
}

impl Danger {
    const CASES: usize = 4;

    #[inline]
    fn table(self, side: Color) -> usize {
        side.index() * Danger::CASES + 2 * usize::from(self.before) + usize::from(self.after)
    }
}

/// All move histories and corrections of one thread. They live from search to search, until a
/// new game.
#[derive(Debug)]
pub struct Histories {
    butterfly: Vec<[Cell; 64 * 64]>,
    pawn: Vec<[Cell; PIECE_SQUARES]>,
    capture: Vec<[Cell; 6]>,
    continuation: Vec<[Cell; PIECE_SQUARES]>,
    counter: Vec<Option<Move>>,
    pawn_correction: Vec<[Correction; CORRECTION_SLOTS]>,
    non_pawn_correction: Vec<[Correction; CORRECTION_SLOTS]>,
    continuation_correction: Vec<[Correction; PIECE_SQUARES]>,
}

impl Default for Histories {
    fn default() -> Self {
        Histories {
            butterfly: vec![[Cell::default(); 64 * 64]; 2 * Danger::CASES],
            pawn: vec![[Cell::default(); PIECE_SQUARES]; PAWN_SLOTS],
            capture: vec![[Cell::default(); 6]; PIECE_SQUARES],
            continuation: vec![[Cell::default(); PIECE_SQUARES]; PIECE_SQUARES],
            counter: vec![None; PIECE_SQUARES],
            pawn_correction: vec![[Correction::default(); CORRECTION_SLOTS]; 2],
            non_pawn_correction: vec![[Correction::default(); CORRECTION_SLOTS]; 4],
            continuation_correction: vec![[Correction::default(); PIECE_SQUARES]; PIECE_SQUARES],
        }
    }
}

#[inline]
fn from_to(mv: Move) -> usize {
    mv.from().index() * 64 + mv.to().index()
}

#[inline]
fn slot<const SLOTS: usize>(key: u64) -> usize {
    key as usize % SLOTS
}

impl Histories {
    /// What the tables of one thread take, about: the two indexed by a pair of moves are nearly all of it.
    pub const BYTES: usize = 2 * PIECE_SQUARES * PIECE_SQUARES * size_of::<Cell>()
        + PAWN_SLOTS * PIECE_SQUARES * size_of::<Cell>();

    /// Forgets everything in place.
    pub fn clear(&mut self) {
        *self = Histories::default();
    }

    #[inline]
    pub fn butterfly(&self, side: Color, danger: Danger, mv: Move) -> &Cell {
        &self.butterfly[danger.table(side)][from_to(mv)]
    }

    #[inline]
    pub fn butterfly_mut(&mut self, side: Color, danger: Danger, mv: Move) -> &mut Cell {
        &mut self.butterfly[danger.table(side)][from_to(mv)]
    }

    #[inline]
    pub fn pawn(&self, board: &Board, now: PieceTo) -> &Cell {
        &self.pawn[slot::<PAWN_SLOTS>(board.pawn_key())][now.index()]
    }

    #[inline]
    pub fn pawn_mut(&mut self, board: &Board, now: PieceTo) -> &mut Cell {
        &mut self.pawn[slot::<PAWN_SLOTS>(board.pawn_key())][now.index()]
    }

    #[inline]
    pub fn capture(&self, mover: PieceTo, victim: PieceKind) -> &Cell {
        &self.capture[mover.index()][victim.index()]
    }

    #[inline]
    pub fn capture_mut(&mut self, mover: PieceTo, victim: PieceKind) -> &mut Cell {
        &mut self.capture[mover.index()][victim.index()]
    }

    #[inline]
    pub fn continuation(&self, before: PieceTo, now: PieceTo) -> &Cell {
        &self.continuation[before.index()][now.index()]
    }

    #[inline]
    pub fn continuation_mut(&mut self, before: PieceTo, now: PieceTo) -> &mut Cell {
        &mut self.continuation[before.index()][now.index()]
    }

    #[inline]
    pub fn counter(&self, before: PieceTo) -> Option<Move> {
        self.counter[before.index()]
    }

    #[inline]
    pub fn set_counter(&mut self, before: PieceTo, mv: Move) {
        self.counter[before.index()] = Some(mv);
    }

    /// Asks the processor for what corrects the evaluation of `board`, which the moves `before` and `last` led to.
    #[inline]
    pub fn prefetch(&self, board: &Board, before: Option<PieceTo>, last: PieceTo) {
        let side = board.side_to_move().index();
        prefetch(&self.pawn_correction[side][slot::<CORRECTION_SLOTS>(board.pawn_key())]);
        for of in Color::ALL {
            let slot = slot::<CORRECTION_SLOTS>(board.non_pawn_key(of));
            prefetch(&self.non_pawn_correction[side * 2 + of.index()][slot]);
        }
        if let Some(before) = before {
            prefetch(&self.continuation_correction[before.index()][last.index()]);
        }
    }

    #[inline]
    pub fn pawn_correction(&mut self, board: &Board) -> &mut Correction {
        &mut self.pawn_correction[board.side_to_move().index()]
            [slot::<CORRECTION_SLOTS>(board.pawn_key())]
    }

    #[inline]
    pub fn non_pawn_correction(&mut self, board: &Board, of: Color) -> &mut Correction {
        let table = board.side_to_move().index() * 2 + of.index();
        &mut self.non_pawn_correction[table][slot::<CORRECTION_SLOTS>(board.non_pawn_key(of))]
    }

    #[inline]
    pub fn continuation_correction(&mut self, before: PieceTo, last: PieceTo) -> &mut Correction {
        &mut self.continuation_correction[before.index()][last.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_sides_do_not_share_a_history() {
        let mut histories = Histories::default();
        let mv = Board::startpos().move_from_uci("g1f3").unwrap();
        let peace = Danger::default();
        let peril = Danger {
            after: true,
            ..peace
        };
        histories
            .butterfly_mut(Color::White, peace, mv)
            .update(1000);
        assert!(histories.butterfly(Color::White, peace, mv).get() > 0);
        assert_eq!(histories.butterfly(Color::Black, peace, mv).get(), 0);
        assert_eq!(histories.butterfly(Color::White, peril, mv).get(), 0);
    }

    #[test]
    fn other_pawns_have_another_history() {
        let mut histories = Histories::default();
        let board = Board::startpos();
        let now = PieceTo::of(&board, board.move_from_uci("g1f3").unwrap());
        histories.pawn_mut(&board, now).update(1000);
        assert!(histories.pawn(&board, now).get() > 0);
        let advanced = board.make(board.move_from_uci("e2e4").unwrap());
        assert_eq!(histories.pawn(&advanced, now).get(), 0);
    }

    #[test]
    fn clearing_forgets_everything() {
        let mut histories = Histories::default();
        let board = Board::startpos();
        let mv = board.move_from_uci("g1f3").unwrap();
        let piece_to = PieceTo::of(&board, mv);
        let danger = Danger::default();
        histories
            .butterfly_mut(Color::White, danger, mv)
            .update(1000);
        histories.pawn_mut(&board, piece_to).update(1000);
        histories.continuation_mut(piece_to, piece_to).update(1000);
        histories.set_counter(piece_to, mv);
        histories.pawn_correction(&board).update(100);
        histories.clear();
        assert_eq!(histories.butterfly(Color::White, danger, mv).get(), 0);
        assert_eq!(histories.pawn(&board, piece_to).get(), 0);
        assert_eq!(histories.continuation(piece_to, piece_to).get(), 0);
        assert_eq!(histories.counter(piece_to), None);
        assert_eq!(histories.pawn_correction(&board).get(), 0);
    }
}
