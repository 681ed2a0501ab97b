//! What the pieces are worth, alone and together, and where they stand.

use regence_chess::{Bitboard, Board, PieceKind};

use super::side::Side;
use super::sink::Sink;
use super::table::Span;
use super::weights::*;

/// Material: the main thing, by far.
#[inline]
pub fn material<S: Side>(board: &Board, sink: &mut impl Sink) {
    let count = |kind| board.of(S::COLOR, kind).count() as i32;
    for kind in [
        PieceKind::Knight,
        PieceKind::Bishop,
        PieceKind::Rook,
        PieceKind::Queen,
    ] {
        sink.add::<S>(PIECE_VALUE.at(kind.index()), count(kind));
    }
    // Knights like many pawns about them, rooks few: the usual count is five.
    let pawns = count(PieceKind::Pawn) - 5;
    sink.add::<S>(KNIGHT_BY_PAWNS.one(), pawns * count(PieceKind::Knight));
    sink.add::<S>(ROOK_BY_PAWNS.one(), pawns * count(PieceKind::Rook));
}

/// The bishop pair: two bishops guard squares of both colours, and no single piece can oppose both.
#[inline]
pub fn bishop_pair<S: Side>(board: &Board, sink: &mut impl Sink) {
    let bishops = board.of(S::COLOR, PieceKind::Bishop);
    if (bishops & Bitboard::DARK).any() && (bishops & Bitboard::LIGHT).any() {
        sink.add::<S>(BISHOP_PAIR.one(), 1);
    }
}

/// Piece-square tables of the pieces; pawns have theirs in [`pawns`](super::pawns), where they are cached.
#[inline]
pub fn squares<S: Side>(board: &Board, sink: &mut impl Sink) {
    const TABLES: [(PieceKind, Span); 5] = [
        (PieceKind::Knight, KNIGHT_SQUARE),
        (PieceKind::Bishop, BISHOP_SQUARE),
        (PieceKind::Rook, ROOK_SQUARE),
        (PieceKind::Queen, QUEEN_SQUARE),
        (PieceKind::King, KING_SQUARE),
    ];
    for (kind, table) in TABLES {
        for square in board.of(S::COLOR, kind) {
            sink.add::<S>(table.at(square.relative_to(S::COLOR).index()), 1);
        }
    }
}

/// The right to castle: a promise of safety that an early king move throws away.
#[inline]
pub fn castling<S: Side>(board: &Board, sink: &mut impl Sink) {
    let rooks = board.castling_rooks() & board.colored(S::COLOR);
    sink.add::<S>(CASTLING_RIGHT.one(), rooks.count() as i32);
}
