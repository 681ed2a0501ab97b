//! Lines of moves as people write them.

use regence_chess::{Board, Move};

use crate::error::TraceError;

/// Moves in algebraic or UCI notation, one after the other.
pub fn read_line(board: &Board, text: &str) -> Result<Vec<Move>, TraceError> {
    let mut board = *board;
    let mut line = Vec::new();
    for word in text.split_whitespace() {
        let mv = board
            .move_from_uci(word)
            .or_else(|_| board.move_from_san(word))
            .map_err(|error| TraceError::new(format!("{error}; {}", legal_moves(&board))))?;
        line.push(mv);
        board = board.make(mv);
    }
    Ok(line)
}

fn legal_moves(board: &Board) -> String {
    let legal = board.legal_moves();
    let mut sans: Vec<String> = legal.iter().map(|&mv| board.move_to_san(mv)).collect();
    sans.sort();
    match sans.is_empty() {
        true => "the game is over there, no move is legal".to_owned(),
        false => format!("legal are {}", sans.join(", ")),
    }
}
