//! The classical evaluation: a sum of readable terms, each a function with its reason.
//!
//! Every term exists once and reports to a [`Sink`]: the engine adds up ([`evaluate`], [`Classical`]), `explain` keeps
//! the terms apart, and the tuner records how often each weight counts. The weights are numbers in one table,
//! [`weights`]. A score is a middlegame and an endgame number; the pieces left decide how much of each is meant.

pub mod endings;
mod king;
mod kpk;
mod masks;
mod material;
mod pawn_table;
mod pawns;
mod pieces;
mod scene;
mod score;
mod side;
mod sink;
mod table;
mod threats;
pub mod weights;

#[cfg(test)]
mod tests;

use regence_chess::{Bitboard, Board, Color, PieceKind};
use regence_core::Value;

use pawn_table::PawnTable;
use scene::Scene;
pub use score::Score;
pub use side::{Black, Side, White};
pub use sink::{Counts, Ledger, Sink, Sum};
pub use table::{Group, Span, Term};
use weights::TEMPO;

/// The phase with all pieces on the board.
pub const FULL_PHASE: i32 = 24;

/// The evaluation with the memory that makes it quick.
#[derive(Clone, Debug, Default)]
pub struct Classical {
    pawns: PawnTable,
}

impl Classical {
    /// An evaluation that has seen nothing.
    pub fn new() -> Classical {
        Classical::default()
    }

    /// Forgets what it has seen. The scores do not depend on it.
    pub fn clear(&mut self) {
        self.pawns.clear();
    }

    /// The score of a position from the view of the side to move.
    #[inline]
    pub fn evaluate(&mut self, board: &Board) -> Value {
        let (pawns, passed) = self.pawns.look_up(board);
        let mut sum = Sum { total: pawns };
        pieces_and_kings(board, passed, &mut sum);
        verdict(board, sum.total)
    }
}

/// The score of a position from the view of the side to move, without any memory.
pub fn evaluate(board: &Board) -> Value {
    let mut sum = Sum::default();
    report(board, &mut sum);
    verdict(board, sum.total)
}

/// Reports every term of both sides.
pub fn report(board: &Board, sink: &mut impl Sink) {
    let passed = pawns::structure(board, sink);
    pieces_and_kings(board, passed, sink);
}

/// Everything that does not depend on the pawns alone.
#[inline]
fn pieces_and_kings(board: &Board, passed: Bitboard, sink: &mut impl Sink) {
    match board.side_to_move() {
        Color::White => sink.add::<White>(TEMPO.one(), 1),
        Color::Black => sink.add::<Black>(TEMPO.one(), 1),
    }
    let mut scene = Scene::new(board, passed);
    // Both sides' attack maps must be complete before any term looks at them.
    pieces::mobility::<White>(&mut scene, sink);
    pieces::mobility::<Black>(&mut scene, sink);
    one_side::<White>(&scene, sink);
    one_side::<Black>(&scene, sink);
}

#[inline]
fn one_side<S: Side>(scene: &Scene<'_>, sink: &mut impl Sink) {
    let board = scene.board;
    material::material::<S>(board, sink);
    material::bishop_pair::<S>(board, sink);
    material::squares::<S>(board, sink);
    material::castling::<S>(board, sink);
    pieces::minors::<S>(scene, sink);
    pieces::rooks::<S>(scene, sink);
    pieces::queens::<S>(scene, sink);
    pawns::passed::<S>(scene, sink);
    king::shelter::<S>(scene, sink);
    king::danger::<S>(scene, sink);
    king::way_to_pawns::<S>(board, sink);
    threats::attacked::<S>(scene, sink);
    threats::pawn_pushes::<S>(scene, sink);
    threats::pins::<S>(scene, sink);
    threats::queen_hunt::<S>(scene, sink);
    endings::mop_up::<S>(board, sink);
}

/// How much of the middlegame is left, from [`FULL_PHASE`] down to 0 when only kings and pawns remain.
#[inline]
pub fn phase(board: &Board) -> i32 {
    let minors = (board.pieces(PieceKind::Knight) | board.pieces(PieceKind::Bishop)).count();
    let rooks = board.pieces(PieceKind::Rook).count();
    let queens = board.pieces(PieceKind::Queen).count();
    FULL_PHASE.min((minors + 2 * rooks + 4 * queens) as i32)
}

/// Blends the two numbers by phase, the endgame one shrunk where it would not win. From White's view.
#[inline]
pub fn blend(total: Score, phase: i32, scale: i32) -> i32 {
    let mg = total.mg() * phase * endings::FULL;
    let eg = total.eg() * (FULL_PHASE - phase) * scale;
    (mg + eg) / (FULL_PHASE * endings::FULL)
}

/// The side that an endgame score favours.
#[inline]
pub fn favoured(total: Score) -> Color {
    if total.eg() >= 0 {
        Color::White
    } else {
        Color::Black
    }
}

/// The sum as a value for the side to move.
#[inline]
fn verdict(board: &Board, total: Score) -> Value {
    let white = white_view(board, total);
    Value::cp(if board.side_to_move() == Color::White {
        white
    } else {
        -white
    })
}

/// The sum in centipawns for White.
#[inline]
pub fn white_view(board: &Board, total: Score) -> i32 {
    blend(total, phase(board), endings::scale(board, favoured(total)))
}
