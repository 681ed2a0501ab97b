//! The king: the pawns before it, and the pieces that come for it.
//!
//! Attacks on a king grow worse than in proportion to the attackers, so they are first counted in units and the
//! units then looked up in a table of weights. The table can be tuned like everything else; the units
//! below are what it is a table of.

use regence_chess::{Bitboard, Board, PieceKind, attacks};

use super::scene::Scene;
use super::side::Side;
use super::sink::Sink;
use super::weights::*;

/// A safe check can not simply be taken; knights' can not be blocked either.
const SAFE_KNIGHT_CHECK: i32 = 6;
const SAFE_BISHOP_CHECK: i32 = 4;
const SAFE_ROOK_CHECK: i32 = 7;
const SAFE_QUEEN_CHECK: i32 = 5;
/// A ring square that the enemy attacks and at best king or queen defends.
const WEAK_SQUARE: i32 = 2;
/// A shield that can not move.
const PINNED_DEFENDER: i32 = 2;
/// A defending knight beside its king.
const KNIGHT_DEFENDER: i32 = -2;
/// Without a queen an attack seldom mates.
const NO_QUEEN: i32 = -8;

/// What a piece adds by taking part in the attack.
#[inline]
pub const fn attacker_weight(kind: PieceKind) -> i32 {
    match kind {
        PieceKind::Knight => 3,
        PieceKind::Bishop | PieceKind::Rook => 2,
        PieceKind::Queen => 1,
        PieceKind::Pawn | PieceKind::King => 0,
    }
}

/// Danger for the king of `S` from the enemy's pieces.
#[inline]
pub fn danger<S: Side>(scene: &Scene<'_>, sink: &mut impl Sink) {
    let assault = scene.of::<S::Them>().assault;
    let queens = scene.pieces::<S::Them>(PieceKind::Queen);
    // One lone attacker without a queen to help is no attack.
    if assault.attackers + (queens.any() as i32) < 2 {
        return;
    }
    sink.add::<S>(KING_DANGER.at(units::<S>(scene).max(0) as usize), 1);
}

/// How many units of danger the king of `S` is in; below zero is no danger.
fn units<S: Side>(scene: &Scene<'_>) -> i32 {
    let (us, them) = (scene.of::<S>(), scene.of::<S::Them>());
    let king = scene.board.king(S::COLOR);
    let poorly_defended =
        !us.all | (!us.twice & (scene.by::<S>(PieceKind::King) | scene.by::<S>(PieceKind::Queen)));
    let weak = them.all & !us.twice & poorly_defended;

    // Where an enemy piece could go and not be taken for nothing.
    let free = !scene.board.colored(!S::COLOR);
    let safe = free & (!us.all | (weak & them.twice));
    let see_through = scene.occupied - scene.pieces::<S>(PieceKind::Queen);
    let straight = attacks::rook(king, see_through);
    let diagonal = attacks::bishop(king, see_through);
    let check = |kind, lines: Bitboard, units| {
        if (scene.by::<S::Them>(kind) & lines & safe).any() {
            units
        } else {
            0
        }
    };

    let assault = them.assault;
    let mut units = assault.weight * assault.attackers.min(4) / 2 + assault.hits;
    units += WEAK_SQUARE * (us.ring & weak).count() as i32;
    units += check(PieceKind::Knight, attacks::knight(king), SAFE_KNIGHT_CHECK);
    units += check(PieceKind::Bishop, diagonal, SAFE_BISHOP_CHECK);
    units += check(PieceKind::Rook, straight, SAFE_ROOK_CHECK);
    units += check(PieceKind::Queen, straight | diagonal, SAFE_QUEEN_CHECK);
    units += PINNED_DEFENDER * us.pinned.count() as i32;
    let near = attacks::king(king) & scene.by::<S>(PieceKind::Knight);
    units += if near.any() { KNIGHT_DEFENDER } else { 0 };
    units += if scene.pieces::<S::Them>(PieceKind::Queen).is_empty() {
        NO_QUEEN
    } else {
        0
    };
    units
}

/// The pawns on the three files about the king: ours as a wall, theirs as a storm.
#[inline]
pub fn shelter<S: Side>(scene: &Scene<'_>, sink: &mut impl Sink) {
    let board = scene.board;
    let king = board.king(S::COLOR);
    // Pawns that the king has left behind shelter nothing.
    let from_king_up = S::fill_forward(Bitboard::rank(king.rank()));
    let ours = scene.pieces::<S>(PieceKind::Pawn) & from_king_up;
    let theirs = scene.pieces::<S::Them>(PieceKind::Pawn) & from_king_up;
    let centre = king.file().index().clamp(1, 6);
    for file in centre - 1..=centre + 1 {
        let squares = Bitboard::FILE_A << file as u32;
        let edge = file.min(7 - file);
        let wall = nearest_rank::<S>(ours & squares);
        let storm = nearest_rank::<S>(theirs & squares);
        sink.add::<S>(SHELTER.at(edge * 7 + wall), 1);
        if storm > 0 {
            let blocked = wall > 0 && wall + 1 == storm;
            let table = if blocked { STORM_BLOCKED } else { STORM };
            sink.add::<S>(table.at(storm), 1);
        }
    }
    let file = Bitboard::file(king.file());
    let (our_half, their_half) = (
        (file & scene.pieces::<S>(PieceKind::Pawn)).is_empty(),
        (file & scene.pieces::<S::Them>(PieceKind::Pawn)).is_empty(),
    );
    if our_half {
        sink.add::<S>(KING_ON_OPEN_FILE.at(their_half as usize), 1);
    }
}

/// In the endgame the king fights for pawns, its own and the enemy's.
#[inline]
pub fn way_to_pawns<S: Side>(board: &Board, sink: &mut impl Sink) {
    let pawns = board.pieces(PieceKind::Pawn);
    if pawns.is_empty() {
        return;
    }
    let mut reached = Bitboard::of(board.king(S::COLOR));
    let mut steps = 0;
    while (reached & pawns).is_empty() {
        let wide = reached | reached.east() | reached.west();
        reached = wide | wide.north() | wide.south();
        steps += 1;
    }
    sink.add::<S>(KING_TO_PAWN.one(), steps);
}

/// The rank, as `S` sees it, of the pawn nearest to its own side; 0 if there is none.
#[inline]
fn nearest_rank<S: Side>(pawns: Bitboard) -> usize {
    let nearest = if S::SIGN > 0 {
        pawns.lsb()
    } else {
        pawns.msb()
    };
    nearest.map_or(0, |square| S::rank(square))
}
