//! Endings: advantages that do not win, and wins that need to be carried out.

use regence_chess::{Bitboard, Board, Color, PieceKind};

use super::kpk;
use super::masks;
use super::side::Side;
use super::sink::Sink;
use super::weights::*;

/// A whole advantage, in parts of 128.
pub const FULL: i32 = 128;

/// Rough values for the question "is this enough to win?", in pawns.
const POINTS: [(PieceKind, i32); 4] = [
    (PieceKind::Knight, 3),
    (PieceKind::Bishop, 3),
    (PieceKind::Rook, 5),
    (PieceKind::Queen, 9),
];

fn points(board: &Board, color: Color) -> i32 {
    POINTS
        .iter()
        .map(|&(kind, worth)| worth * board.of(color, kind).count() as i32)
        .sum()
}

/// How much of an endgame advantage of `strong` is real, in parts of [`FULL`].
pub fn scale(board: &Board, strong: Color) -> i32 {
    if let Some(wins) = kpk::pawn_wins(board) {
        return if wins { FULL } else { 0 };
    }
    let pawns = board.of(strong, PieceKind::Pawn).count() as i32;
    let (ours, theirs) = (points(board, strong), points(board, !strong));
    if pawns == 0 {
        // Without pawns one needs more than a minor piece's lead: two knights, or rook against
        // bishop, win nothing by themselves.
        if ours < 5 || only_knights(board, strong) {
            return 0;
        }
        if ours - theirs <= 3 {
            return 14;
        }
    }
    if pawns == 1 && ours - theirs <= 3 && ours <= 3 && theirs >= 3 {
        // The weak side gives its last piece for the last pawn.
        return 24;
    }
    if pawns > 0 && wrong_rook_pawn(board, strong) {
        return 0;
    }
    if opposite_bishops(board) {
        let passed_room = 6 * pawns;
        return if ours == 3 && theirs == 3 {
            40 + passed_room
        } else {
            90 + passed_room / 2
        };
    }
    (84 + 11 * pawns).min(FULL)
}

fn only_knights(board: &Board, color: Color) -> bool {
    let pieces = board.colored(color) - board.of(color, PieceKind::King);
    let knights = board.of(color, PieceKind::Knight);
    pieces == knights && knights.count() <= 2
}

/// One bishop each, on squares of different colours.
fn opposite_bishops(board: &Board) -> bool {
    let bishops = board.pieces(PieceKind::Bishop);
    let one_each = Color::ALL
        .iter()
        .all(|&color| board.of(color, PieceKind::Bishop).count() == 1);
    one_each && (bishops & Bitboard::DARK).count() == 1
}

/// Rook pawns on one file, at most a bishop that does not guard their goal, and the bare enemy king in front.
fn wrong_rook_pawn(board: &Board, strong: Color) -> bool {
    let pawns = board.of(strong, PieceKind::Pawn);
    let file = if (pawns - Bitboard::FILE_A).is_empty() {
        Bitboard::FILE_A
    } else if (pawns - Bitboard::FILE_H).is_empty() {
        Bitboard::FILE_H
    } else {
        return false;
    };
    if board.has_non_pawn_material(!strong) || board.of(!strong, PieceKind::Pawn).any() {
        return false;
    }
    let bishops = board.of(strong, PieceKind::Bishop);
    let others = board.colored(strong) - pawns - bishops - board.of(strong, PieceKind::King);
    let Some(goal) = (file & Bitboard::rank(strong.promotion_rank())).lsb() else {
        return false;
    };
    let goal_color = if Bitboard::DARK.contains(goal) {
        Bitboard::DARK
    } else {
        Bitboard::LIGHT
    };
    others.is_empty()
        && (bishops & goal_color).is_empty()
        && masks::distance(board.king(!strong), goal) <= 1
}

/// Against a bare king: drive it to the edge (to the right corner with bishop and knight), and bring up our own.
#[inline]
pub fn mop_up<S: Side>(board: &Board, sink: &mut impl Sink) {
    let bare = Bitboard::of(board.king(!S::COLOR));
    if board.colored(!S::COLOR) != bare {
        return;
    }
    if kpk::pawn_wins(board) == Some(true) {
        sink.add::<S>(PAWN_WINS.one(), 1);
    }
    if !can_mate(board, S::COLOR) {
        return;
    }
    let (king, prey) = (board.king(S::COLOR), board.king(!S::COLOR));
    let (file, rank) = (prey.file().index(), prey.rank().index());
    let from_centre = (file.max(7 - file) - 4 + rank.max(7 - rank) - 4) as i32;
    sink.add::<S>(MOP_UP.one(), 1);
    sink.add::<S>(MOP_UP_KINGS.one(), 7 - masks::distance(king, prey) as i32);
    let bishops = board.of(S::COLOR, PieceKind::Bishop);
    let pieces = board.colored(S::COLOR) - board.of(S::COLOR, PieceKind::King);
    let knights = board.of(S::COLOR, PieceKind::Knight);
    if pieces == bishops | knights && bishops.count() == 1 {
        // Mate comes in a corner of the bishop's colour alone. From the long diagonal of the other colour
        // both wrong corners are as far as the centre.
        let (file, rank) = (file as i32, rank as i32);
        let dark = (bishops & Bitboard::DARK).any();
        let along = if dark {
            (7 - file - rank).abs()
        } else {
            (file - rank).abs()
        };
        sink.add::<S>(MOP_UP_CORNER.one(), along);
    } else {
        sink.add::<S>(MOP_UP_EDGE.one(), from_centre);
    }
}

/// A rook or queen, two bishops of both colours, bishop and knight, or three knights.
fn can_mate(board: &Board, color: Color) -> bool {
    let bishops = board.of(color, PieceKind::Bishop);
    let knights = board.of(color, PieceKind::Knight);
    let heavy = board.of(color, PieceKind::Rook) | board.of(color, PieceKind::Queen);
    heavy.any()
        || ((bishops & Bitboard::DARK).any() && (bishops & Bitboard::LIGHT).any())
        || (bishops.any() && knights.any())
        || knights.count() >= 3
}
