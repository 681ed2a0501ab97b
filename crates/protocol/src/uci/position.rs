//! The `position` command: a valid position and the legal moves that follow it.

use super::error::Error;
use regence_chess::{Board, Game, Move};

/// A start position and moves, all of them legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    start: Board,
    moves: Vec<Move>,
}

impl Position {
    /// Reads what follows `position`: `startpos` or `fen <fields>`, then `moves <moves>`.
    pub(crate) fn parse(words: &[&str]) -> Result<Position, Error> {
        let (setup, moves) = match words.iter().position(|&word| word == "moves") {
            Some(at) => (&words[..at], &words[at + 1..]),
            None => (words, &[][..]),
        };
        let start = match setup {
            ["startpos"] => Board::startpos(),
            ["startpos", more, ..] => {
                let place = "position startpos";
                return Err(Error::unexpected(place, "moves or no more", Some(more)));
            }
            ["fen"] => {
                let place = "position fen";
                return Err(Error::unexpected(
                    place,
                    "the fields of a FEN",
                    moves.first().copied(),
                ));
            }
            ["fen", fields @ ..] => Board::from_fen(&fields.join(" ")).map_err(Error::Fen)?,
            other => {
                let found = other.first().copied();
                return Err(Error::unexpected("position", "startpos or fen", found));
            }
        };
        Ok(Position {
            start,
            moves: read_moves(start, moves)?,
        })
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
        let mv = board.move_from_uci(word).map_err(|error| Error::Move {
            number: index + 1,
            error,
        })?;
        board = board.make(mv);
        moves.push(mv);
    }
    Ok(moves)
}
