//! Space: safe squares in the own half of the centre, for as long as there are pieces that need them.

use regence_chess::{Bitboard, PieceKind};

use super::scene::Scene;
use super::side::Side;
use super::sink::Sink;
use super::weights::SPACE;

/// The four middle files.
const MIDDLE: Bitboard = Bitboard(0x3c3c_3c3c_3c3c_3c3c);

/// Squares behind or beside the own pawns, on ranks two to four, that no enemy pawn attacks; those directly
/// behind a pawn count twice. The more pieces have to share them, the more they are worth.
#[inline]
pub fn space<S: Side>(scene: &Scene<'_>, sink: &mut impl Sink) {
    let pawns = scene.pieces::<S>(PieceKind::Pawn);
    let zone = MIDDLE & (S::rank_set(1) | S::rank_set(2) | S::rank_set(3));
    let safe = zone - pawns - scene.by::<S::Them>(PieceKind::Pawn);
    let behind = S::Them::fill_forward(S::backward(pawns));
    let squares = safe.count() + ((safe & behind) - scene.of::<S::Them>().all).count();
    let pieces = scene.officers::<S>().count();
    sink.add::<S>(SPACE.one(), (squares * pieces / 8) as i32);
}
