//! Lines of moves as people write them.

use crate::error::TraceError;
use regence_core::game::Game;

/// Moves one after the other: in algebraic or UCI notation, in Gomoku points.
pub fn read_line<G: Game>(board: &G::Position, text: &str) -> Result<Vec<G::Move>, TraceError> {
    let mut board = board.clone();
    let mut line = Vec::new();
    for word in text.split_whitespace() {
        let mv = G::read_move(&board, word)
            .map_err(|error| TraceError::new(format!("{error}; {}", legal_moves::<G>(&board))))?;
        line.push(mv);
        board = G::after(&board, mv);
    }
    Ok(line)
}

/// More are not listed.
const MOST: usize = 60;

fn legal_moves<G: Game>(board: &G::Position) -> String {
    let legal = G::legal_moves(board);
    let mut names: Vec<String> = legal.iter().map(|&mv| G::move_text(board, mv)).collect();
    names.sort();
    match names.len() {
        0 => "the game is over there, no move is legal".to_owned(),
        1..=MOST => format!("legal are {}", names.join(", ")),
        more => format!("{more} moves are legal, such as {}", names[0]),
    }
}
