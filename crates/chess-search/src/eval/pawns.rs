//! Pawn structure: everything that depends on the pawns of both sides alone, and so can be cached.

use regence_chess::{Bitboard, Board, PieceKind, attacks};

use super::masks;
use super::side::{Black, Side, White};
use super::sink::Sink;
use super::weights::*;

/// Scores the pawns of both sides and returns the passed ones of both.
pub fn structure(board: &Board, sink: &mut impl Sink) -> Bitboard {
    one_side::<White>(board, sink) | one_side::<Black>(board, sink)
}

fn one_side<S: Side>(board: &Board, sink: &mut impl Sink) -> Bitboard {
    let ours = board.of(S::COLOR, PieceKind::Pawn);
    let theirs = board.of(!S::COLOR, PieceKind::Pawn);
    let guarded_by_them = S::Them::pawn_attacks(theirs);
    let mut passed = Bitboard::EMPTY;

    islands_and_blocks::<S>(ours, theirs, sink);
    sink.add::<S>(PIECE_VALUE.at(PieceKind::Pawn.index()), ours.count() as i32);
    for square in ours {
        let here = Bitboard::of(square);
        let rank = S::rank(square);
        let span = masks::passed_span(S::COLOR, square);
        let ahead = masks::file_ahead(S::COLOR, square);
        let neighbours = ours & masks::adjacent_files(square);
        let supporters = attacks::pawn(!S::COLOR, square) & ours;
        let phalanx = (here.east() | here.west()) & ours;
        let stoppers = theirs & span;
        let opposed = (theirs & ahead).any() as usize;

        sink.add::<S>(PAWN_SQUARE.at(square.relative_to(S::COLOR).index()), 1);

        // A pawn behind another of its own side can not advance past it and defends nothing before it.
        if (ours & ahead).any() {
            sink.add::<S>(DOUBLED.one(), 1);
        }
        if neighbours.is_empty() {
            // No pawn can ever defend it; on a half-open file rooks see it too.
            sink.add::<S>(ISOLATED.at(opposed), 1);
        } else if (neighbours - span).is_empty() && (S::forward(here) & guarded_by_them).any() {
            // All neighbours have gone ahead, and an enemy pawn guards the square before it.
            sink.add::<S>(BACKWARD.at(opposed), 1);
        }
        if supporters.any() {
            sink.add::<S>(DEFENDED_PAWN.at(rank), 1);
        }
        if phalanx.any() {
            sink.add::<S>(PHALANX.at(rank), 1);
        }
        if (ours & ahead).is_empty() {
            if stoppers.is_empty() {
                passed |= here;
            } else if opposed == 0 && (neighbours - span).count() >= stoppers.count() {
                // As many helpers as guards: it can become passed by exchanges.
                sink.add::<S>(CANDIDATE.at(rank), 1);
            }
        }
    }
    passed
}

/// Pawns that hang together need fewer guards; pawns that have run into others far forward cramp the enemy or
/// are targets.
#[inline]
fn islands_and_blocks<S: Side>(ours: Bitboard, theirs: Bitboard, sink: &mut impl Sink) {
    let files = White::fill_forward(ours) & Bitboard::RANK_8;
    let beginnings = files - files.east();
    sink.add::<S>(PAWN_ISLAND.one(), beginnings.count() as i32);

    let blocked = ours & S::backward(theirs);
    let on_rank = |rank| (blocked & S::rank_set(rank)).count() as i32;
    sink.add::<S>(BLOCKED_PAWN.at(0), on_rank(4));
    sink.add::<S>(BLOCKED_PAWN.at(1), on_rank(5));
}

/// Passed pawns: how far, how well escorted, and what stands in the way.
#[inline]
pub fn passed<S: Side>(scene: &super::scene::Scene<'_>, sink: &mut impl Sink) {
    let board = scene.board;
    let (us, them) = (scene.of::<S>(), scene.of::<S::Them>());
    let (our_king, their_king) = (board.king(S::COLOR), board.king(!S::COLOR));
    let their_turn = (board.side_to_move() != S::COLOR) as usize;
    let bare = !board.has_non_pawn_material(!S::COLOR);

    let passed = scene.passed & board.colored(S::COLOR);
    for square in passed {
        let rank = S::rank(square);
        let here = Bitboard::of(square);
        let stop = S::forward(here);
        let path = masks::file_ahead(S::COLOR, square);
        sink.add::<S>(PASSED.at(rank), 1);
        // Two beside each other cover each other's way.
        if (passed & masks::adjacent_files(square)).any() {
            sink.add::<S>(PASSED_CONNECTED.at(rank), 1);
        }

        if rank >= 3 {
            // Kings matter more the further the pawn has come.
            let urgency = rank as i32 - 2;
            if let Some(stop) = stop.lsb() {
                sink.add::<S>(PASSED_OUR_KING.at(masks::distance(our_king, stop)), urgency);
                sink.add::<S>(
                    PASSED_THEIR_KING.at(masks::distance(their_king, stop)),
                    urgency,
                );
            }
            if (stop & scene.occupied).is_empty() {
                sink.add::<S>(PASSED_FREE.at(rank), 1);
                if (path & (them.all | board.colored(!S::COLOR))).is_empty() {
                    sink.add::<S>(PASSED_PATH_SAFE.at(rank), 1);
                } else if (stop & them.all).is_empty() {
                    sink.add::<S>(PASSED_STEP_SAFE.at(rank), 1);
                }
                if (stop & us.all).any() {
                    sink.add::<S>(PASSED_ESCORTED.at(rank), 1);
                }
            }
            // A rook behind the pawn, on either side's team, gains room with every step.
            let behind = masks::file_ahead(!S::COLOR, square);
            let near_behind = attacks::rook(square, scene.occupied) & behind;
            if (near_behind & scene.pieces::<S>(PieceKind::Rook)).any() {
                sink.add::<S>(PASSED_ROOK_BEHIND.at(0), 1);
            }
            if (near_behind & scene.pieces::<S::Them>(PieceKind::Rook)).any() {
                sink.add::<S>(PASSED_ROOK_BEHIND.at(1), 1);
            }
        }
        // Alone against a king that comes too late, the pawn queens by counting.
        if bare && (path & scene.occupied).is_empty() {
            let steps = if rank == 1 { 5 } else { 7 - rank };
            let goal = S::rank_set(7) & path;
            if goal
                .lsb()
                .is_some_and(|goal| masks::distance(their_king, goal) > steps + their_turn)
            {
                sink.add::<S>(PASSED_UNSTOPPABLE.one(), 1);
            }
        }
    }
}
