//! Mobility of the pieces and the squares that suit them. Walking over the pieces also fills the attack maps.

use regence_chess::{Bitboard, File, PieceKind, Square, attacks};

use super::king;
use super::scene::Scene;
use super::side::Side;
use super::sink::Sink;
use super::weights::*;

/// Mobility of every piece of one side; also notes what each attacks.
#[inline]
pub fn mobility<S: Side>(scene: &mut Scene<'_>, sink: &mut impl Sink) {
    let board = scene.board;
    let our = |kind| board.of(S::COLOR, kind);
    // Sliders see through friends that slide the same way: a battery works as one.
    let for_bishops = scene.occupied - our(PieceKind::Queen);
    let for_rooks = for_bishops - our(PieceKind::Rook);

    for square in our(PieceKind::Knight) {
        let reach = attacks::knight(square);
        walk::<S>(
            scene,
            PieceKind::Knight,
            square,
            reach,
            KNIGHT_MOBILITY,
            sink,
        );
    }
    for square in our(PieceKind::Bishop) {
        let reach = attacks::bishop(square, for_bishops);
        walk::<S>(
            scene,
            PieceKind::Bishop,
            square,
            reach,
            BISHOP_MOBILITY,
            sink,
        );
    }
    for square in our(PieceKind::Rook) {
        let reach = attacks::rook(square, for_rooks);
        walk::<S>(scene, PieceKind::Rook, square, reach, ROOK_MOBILITY, sink);
    }
    for square in our(PieceKind::Queen) {
        let reach = attacks::queen(square, scene.occupied);
        walk::<S>(scene, PieceKind::Queen, square, reach, QUEEN_MOBILITY, sink);
    }
}

#[inline(always)]
fn walk<S: Side>(
    scene: &mut Scene<'_>,
    kind: PieceKind,
    square: Square,
    reach: Bitboard,
    table: super::table::Span,
    sink: &mut impl Sink,
) {
    // A pinned piece attacks along the pin alone.
    let reach = if scene.of::<S>().pinned.contains(square) {
        reach & attacks::line(scene.board.king(S::COLOR), square)
    } else {
        reach
    };
    scene.note::<S>(kind, reach);
    let targets = reach & scene.of::<S>().mobility_area;
    sink.add::<S>(table.at(targets.count() as usize), 1);

    let on_ring = reach & scene.of::<S::Them>().ring;
    if on_ring.any() {
        let assault = &mut scene.of_mut::<S>().assault;
        assault.attackers += 1;
        assault.weight += king::attacker_weight(kind);
        assault.hits += on_ring.count() as i32;
    }
}

/// Knights and bishops: outposts, shelter behind pawns, bad bishops, long diagonals, company for the king.
#[inline]
pub fn minors<S: Side>(scene: &Scene<'_>, sink: &mut impl Sink) {
    let board = scene.board;
    let knights = scene.pieces::<S>(PieceKind::Knight);
    let bishops = scene.pieces::<S>(PieceKind::Bishop);
    let pawns = scene.pieces::<S>(PieceKind::Pawn);
    let king = board.king(S::COLOR);

    // Squares in the enemy's half that a pawn of ours holds and that no enemy pawn can ever attack.
    let zone = S::rank_set(3) | S::rank_set(4) | S::rank_set(5);
    let their_span = S::Them::fill_forward(scene.by::<S::Them>(PieceKind::Pawn));
    let outposts = zone & scene.by::<S>(PieceKind::Pawn) & !their_span;
    sink.add::<S>(OUTPOST.at(0), (knights & outposts).count() as i32);
    sink.add::<S>(OUTPOST.at(1), (bishops & outposts).count() as i32);
    let reachable = scene.by::<S>(PieceKind::Knight) & outposts & !board.colored(S::COLOR);
    sink.add::<S>(OUTPOST_IN_REACH.one(), reachable.any() as i32);

    let covered = (knights | bishops) & S::backward(board.pieces(PieceKind::Pawn));
    sink.add::<S>(MINOR_BEHIND_PAWN.one(), covered.count() as i32);

    for square in knights {
        sink.add::<S>(
            KING_COMPANY.at(0),
            super::masks::distance(king, square) as i32,
        );
    }
    let blocked_centre = pawns & S::backward(scene.occupied) & CENTRE_FILES;
    for square in bishops {
        sink.add::<S>(
            KING_COMPANY.at(1),
            super::masks::distance(king, square) as i32,
        );
        let color = if Bitboard::DARK.contains(square) {
            Bitboard::DARK
        } else {
            Bitboard::LIGHT
        };
        // Pawns on its own colour are walls, worst when the centre can not move.
        let walls = (pawns & color).count() as i32;
        sink.add::<S>(
            BAD_BISHOP.one(),
            walls * (1 + blocked_centre.count() as i32),
        );
        // Pieces move on; what the pawns leave open stays.
        let past_pieces = attacks::bishop(square, board.pieces(PieceKind::Pawn));
        if (past_pieces & CENTRE).many() {
            sink.add::<S>(LONG_DIAGONAL.one(), 1);
        }
        let now = attacks::bishop(square, scene.occupied);
        let ring = scene.of::<S::Them>().ring;
        if (past_pieces & ring).any() && (now & ring).is_empty() {
            sink.add::<S>(BISHOP_AIMS_AT_KING.one(), 1);
        }
    }
}

const CENTRE_FILES: Bitboard = Bitboard(0x3c3c_3c3c_3c3c_3c3c);
const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);

/// Rooks want files without pawns, and the rank where pawns begin and kings are cut off.
#[inline]
pub fn rooks<S: Side>(scene: &Scene<'_>, sink: &mut impl Sink) {
    let board = scene.board;
    let rooks = scene.pieces::<S>(PieceKind::Rook);
    let our_pawns = scene.pieces::<S>(PieceKind::Pawn);
    let their_pawns = scene.pieces::<S::Them>(PieceKind::Pawn);
    for square in rooks {
        let file = Bitboard::file(square.file());
        if (file & our_pawns).is_empty() {
            let weight = if (file & their_pawns).is_empty() {
                ROOK_OPEN_FILE
            } else {
                ROOK_HALF_OPEN_FILE
            };
            sink.add::<S>(weight.one(), 1);
        } else if is_shut_in::<S>(scene, square) {
            sink.add::<S>(ROOK_SHUT_IN.one(), 1);
        }
    }
    let prey = (their_pawns & S::rank_set(6)).any()
        || (Bitboard::of(board.king(!S::COLOR)) & S::rank_set(7)).any();
    if prey {
        let heavy = rooks | scene.pieces::<S>(PieceKind::Queen);
        sink.add::<S>(SEVENTH_RANK.one(), (heavy & S::rank_set(6)).count() as i32);
    }
}

/// Whether a rook has next to no moves and its own king stands between it and the open board.
#[inline]
fn is_shut_in<S: Side>(scene: &Scene<'_>, rook: Square) -> bool {
    let moves = attacks::rook(rook, scene.occupied) & scene.of::<S>().mobility_area;
    let king = scene.board.king(S::COLOR).file();
    moves.count() <= 3 && (king < File::E) == (rook.file() < king)
}

/// Queens: deep in the enemy's half they are strong where no pawn can ever chase them.
#[inline]
pub fn queens<S: Side>(scene: &Scene<'_>, sink: &mut impl Sink) {
    let their_span = S::Them::fill_forward(scene.by::<S::Them>(PieceKind::Pawn));
    let far = S::fill_forward(S::rank_set(4));
    let deep = scene.pieces::<S>(PieceKind::Queen) & far & !their_span;
    sink.add::<S>(QUEEN_DEEP.one(), deep.count() as i32);
}
