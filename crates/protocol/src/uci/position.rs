//! The `position` command: a valid position and the legal moves that follow it.

use super::error::{Error, excerpt};
use regence_chess::{Board, FenError, Game, Move};

/// A start position and moves, all of them legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    start: Board,
    moves: Vec<Move>,
    dropped: Vec<FenError>,
}

impl Position {
    /// Reads what follows `position`: `startpos` or `fen <fields>`, then `moves <moves>`.
    pub(crate) fn parse(words: &[&str]) -> Result<Position, Error> {
        let (setup, moves) = match words.iter().position(|&word| word == "moves") {
            Some(at) => (&words[..at], &words[at + 1..]),
            None => (words, &[][..]),
        };
        let unexpected = |expected: &str, found: Option<&&str>| {
            let found = found.map_or("the end of the line".to_string(), |word| excerpt(word));
            Err(Error::Position(format!(
                "expected {expected}, found {found}"
            )))
        };
        let (start, dropped) = match setup {
            ["startpos"] => (Board::startpos(), Vec::new()),
            ["startpos", more, ..] => {
                return unexpected("moves or no more after startpos", Some(more));
            }
            ["fen"] => return unexpected("the fields of a FEN", moves.first()),
            ["fen", fields @ ..] => Board::from_fen_leniently(&fields.join(" "))
                .map_err(|error| Error::Position(error.to_string()))?,
            other => return unexpected("startpos or fen", other.first()),
        };
        Ok(Position {
            start,
            moves: read_moves(start, moves)?,
            dropped,
        })
    }

    /// The castling rights and the en passant square of the FEN that cannot be and were left out.
    pub fn dropped(&self) -> &[FenError] {
        &self.dropped
    }

    /// The game so far, ready for a search.
    pub fn game(&self) -> Game {
        let mut game = Game::new(self.start);
        for &mv in &self.moves {
            game.push(mv);
        }
        game
    }
}

fn read_moves(start: Board, words: &[&str]) -> Result<Vec<Move>, Error> {
    let mut board = start;
    let mut moves = Vec::with_capacity(words.len());
    for (index, word) in words.iter().enumerate() {
        let mv = board
            .move_from_uci(word)
            .map_err(|error| Error::Position(format!("move {}: {error}", index + 1)))?;
        board = board.make(mv);
        moves.push(mv);
    }
    Ok(moves)
}
