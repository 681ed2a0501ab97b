//! Counting the leaves of the tree of legal moves, the usual proof of a move generator.

use crate::board::Board;
use crate::moves::{Move, MoveList};
use crate::sides::{Black, Side, White};
use crate::types::Color;

/// How many sequences of `depth` legal moves there are.
///
/// ```
/// use regence_chess::{perft, Board};
/// assert_eq!(perft(&Board::startpos(), 3), 8902);
/// ```
pub fn perft(board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    match board.side_to_move() {
        Color::White => perft_as::<White>(board, depth),
        Color::Black => perft_as::<Black>(board, depth),
    }
}

/// The count behind each legal move, in the order of the move generator. Empty for depth 0.
pub fn divide(board: &Board, depth: u32) -> Vec<(Move, u64)> {
    match depth.checked_sub(1) {
        None => Vec::new(),
        Some(rest) => board
            .legal_moves()
            .iter()
            .map(|&mv| (mv, perft(&board.make(mv), rest)))
            .collect(),
    }
}

fn perft_as<S: Side>(board: &Board, depth: u32) -> u64 {
    // The last moves are counted and not made: that is why this is fast.
    if depth == 1 {
        return u64::from(board.count_legal_as::<S>());
    }
    let mut moves = MoveList::new();
    board.legal_moves_as::<S>(&mut moves);
    let mut leaves = 0;
    for &mv in moves.iter() {
        let mut next = *board;
        next.play::<S>(mv);
        leaves += perft_as::<S::Them>(&next, depth - 1);
    }
    leaves
}
