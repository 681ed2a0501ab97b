//! Threats: pieces that are attacked by less, not defended, pinned, or about to be forked by a pawn.

use regence_chess::{Bitboard, Board, PieceKind, attacks};

use super::scene::Scene;
use super::side::Side;
use super::sink::Sink;
use super::table::Span;
use super::weights::*;

/// What `S` threatens by attacks that are on the board now.
#[inline]
pub fn attacked<S: Side>(scene: &Scene<'_>, sink: &mut impl Sink) {
    let (us, them) = (scene.of::<S>(), scene.of::<S::Them>());
    let board = scene.board;
    let enemies = board.colored(!S::COLOR) - board.pieces(PieceKind::King);
    let officers = enemies - board.pieces(PieceKind::Pawn);
    let pawn_guarded = scene.by::<S::Them>(PieceKind::Pawn);
    // Not held by a pawn, and not held twice unless we attack but once.
    let weak = enemies & us.all & !pawn_guarded & (!them.twice | us.twice);

    // A pawn that is not simply taken chases anything.
    let safe = !them.all | us.all;
    let pawns = scene.pieces::<S>(PieceKind::Pawn) & safe;
    each_kind::<S>(
        board,
        S::pawn_attacks(pawns) & officers,
        THREAT_BY_PAWN,
        sink,
    );

    let minors = scene.by::<S>(PieceKind::Knight) | scene.by::<S>(PieceKind::Bishop);
    each_kind::<S>(board, minors & (officers | weak), THREAT_BY_MINOR, sink);
    let queens = board.pieces(PieceKind::Queen);
    each_kind::<S>(
        board,
        scene.by::<S>(PieceKind::Rook) & (weak | (officers & queens)),
        THREAT_BY_ROOK,
        sink,
    );
    sink.add::<S>(
        THREAT_BY_KING.one(),
        (scene.by::<S>(PieceKind::King) & weak).any() as i32,
    );

    // Attacked and defended by nobody, or by a queen that has better things to do.
    each_kind::<S>(board, enemies & us.all & !them.all, HANGING, sink);
    let overloaded = weak & scene.by::<S::Them>(PieceKind::Queen) & !them.twice;
    sink.add::<S>(HELD_BY_QUEEN.one(), overloaded.count() as i32);
}

/// Squares from which a piece of `S` could attack the enemy queen next and not be taken.
#[inline]
pub fn queen_hunt<S: Side>(scene: &Scene<'_>, sink: &mut impl Sink) {
    let us = scene.of::<S>();
    let safe = us.mobility_area & !firmly_held::<S>(scene) & !scene.pieces::<S>(PieceKind::Pawn);
    for queen in scene.pieces::<S::Them>(PieceKind::Queen) {
        let leaps = scene.by::<S>(PieceKind::Knight) & attacks::knight(queen) & safe;
        sink.add::<S>(QUEEN_HUNT.at(0), leaps.count() as i32);
        let diagonals = scene.by::<S>(PieceKind::Bishop) & attacks::bishop(queen, scene.occupied);
        let lines = scene.by::<S>(PieceKind::Rook) & attacks::rook(queen, scene.occupied);
        // The queen attacks such a square herself, so it must be held.
        let slides = (diagonals | lines) & safe & us.twice;
        sink.add::<S>(QUEEN_HUNT.at(1), slides.count() as i32);
    }
}

/// What the enemy of `S` holds by a pawn, or by two pieces against at most one of ours.
#[inline]
fn firmly_held<S: Side>(scene: &Scene<'_>) -> Bitboard {
    let (us, them) = (scene.of::<S>(), scene.of::<S::Them>());
    scene.by::<S::Them>(PieceKind::Pawn) | (them.twice & !us.twice)
}

/// What pawns of `S` could attack after one safe step, and what that step would fork.
#[inline]
pub fn pawn_pushes<S: Side>(scene: &Scene<'_>, sink: &mut impl Sink) {
    let (us, them) = (scene.of::<S>(), scene.of::<S::Them>());
    let board = scene.board;
    let empty = !scene.occupied;
    let single = S::forward(scene.pieces::<S>(PieceKind::Pawn)) & empty;
    let double = S::forward(single & S::rank_set(2)) & empty;
    let safe = !scene.by::<S::Them>(PieceKind::Pawn) & (us.all | !them.all);
    let pushes = (single | double) & safe;

    let officers = scene.officers::<S::Them>();
    let fresh = officers & !scene.by::<S>(PieceKind::Pawn) & !board.pieces(PieceKind::King);
    let hit = S::pawn_attacks(pushes) & fresh;
    sink.add::<S>(PUSH_THREAT.one(), hit.count() as i32);

    // A square from which both captures hit a piece, the king included.
    let below = S::backward(officers);
    let forks = pushes & below.east() & below.west();
    sink.add::<S>(PUSH_FORK.one(), forks.any() as i32);
}

/// Pieces of `S` that may not leave a line to their king, and lines on which its queen stands behind one piece.
#[inline]
pub fn pins<S: Side>(scene: &Scene<'_>, sink: &mut impl Sink) {
    let board = scene.board;
    each_kind::<S>(board, scene.of::<S>().pinned, PINNED, sink);

    let bishops = scene.pieces::<S::Them>(PieceKind::Bishop);
    let rooks = scene.pieces::<S::Them>(PieceKind::Rook);
    for queen in scene.pieces::<S>(PieceKind::Queen) {
        let snipers = (attacks::bishop(queen, Bitboard::EMPTY) & bishops)
            | (attacks::rook(queen, Bitboard::EMPTY) & rooks);
        for sniper in snipers {
            let blockers = attacks::between(queen, sniper) & scene.occupied;
            if blockers.any() && !blockers.many() {
                sink.add::<S>(QUEEN_SNIPED.one(), 1);
            }
        }
    }
}

/// One weight for each kind of piece in a set.
#[inline]
fn each_kind<S: Side>(board: &Board, set: Bitboard, table: Span, sink: &mut impl Sink) {
    if set.is_empty() {
        return;
    }
    for kind in [
        PieceKind::Pawn,
        PieceKind::Knight,
        PieceKind::Bishop,
        PieceKind::Rook,
        PieceKind::Queen,
    ] {
        let count = (set & board.pieces(kind)).count() as i32;
        sink.add::<S>(table.at(kind.index()), count);
    }
}
