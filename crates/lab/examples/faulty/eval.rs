//! A plain evaluation: material and where it stands.

use regence_chess::{Board, Color, PieceKind, see};

use crate::faults::Fault;

/// What the side to move has more than the other.
pub fn evaluate(board: &Board, fault: Fault) -> i32 {
    let us = board.side_to_move();
    let mut score = side(board, us) - side(board, !us);
    if fault == Fault::Asymmetric {
        let extra = 15 * board.of(Color::White, PieceKind::Pawn).count() as i32;
        score += if us == Color::White { extra } else { -extra };
    }
    score
}

fn side(board: &Board, color: Color) -> i32 {
    let majors = board.pieces(PieceKind::Queen).count() + board.pieces(PieceKind::Rook).count();
    let is_ending = majors <= 2;
    PieceKind::ALL
        .into_iter()
        .flat_map(|kind| {
            board
                .of(color, kind)
                .into_iter()
                .map(move |square| (kind, square))
        })
        .map(|(kind, square)| {
            let square = square.relative_to(color);
            let (file, rank) = (square.file().index() as i32, square.rank().index() as i32);
            see::value(kind) + placement(kind, file, rank, is_ending)
        })
        .sum()
}

/// What a piece's square is worth, seen from its own side.
fn placement(kind: PieceKind, file: i32, rank: i32, is_ending: bool) -> i32 {
    let file_centre = 3 - (2 * file - 7).abs() / 2;
    let rank_centre = 3 - (2 * rank - 7).abs() / 2;
    let centre = file_centre + rank_centre;
    match kind {
        PieceKind::Pawn if is_ending => 8 * (rank - 1),
        PieceKind::Pawn => 2 * (rank - 1) * (1 + file_centre),
        PieceKind::Knight => 9 * centre - 25,
        PieceKind::Bishop => 5 * centre - 10,
        PieceKind::Rook if rank == 6 => 20,
        PieceKind::Rook => 2 * file_centre,
        PieceKind::Queen => centre,
        PieceKind::King if is_ending => 6 * centre,
        PieceKind::King => -8 * (file_centre + 2 * rank),
    }
}
