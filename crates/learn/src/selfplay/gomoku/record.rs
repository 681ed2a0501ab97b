//! A game of Gomoku self-play in four bytes a move.
//!
//! | bytes | what |
//! |---|---|
//! | 1 | rule set: 0 freestyle, 1 standard, 2 renju, 3 caro, 4 ninuki, 5 standard caro |
//! | 1 | points a side |
//! | 1 | result: 0 drawn, 1 Black won, 2 White won |
//! | 1 | stones of the opening |
//! | 2 | moves that were thought about |
//! | 2 each | the opening: row times points a side plus column |
//! | 4 each | a move in the same way, and its score for the side that played it |
//!
//! Numbers of more than one byte begin with the lowest. A score beyond [`DECIDED`] stands for a proven win or loss.

use std::io::{self, Read};

use regence_gomoku::{Move, RuleSet, Side, Size};
use regence_gomoku_search::AnyBoard;

use crate::selfplay::shard::Record;

/// A proven win is written as this score, a loss as its negative.
pub const DECIDED: i16 = 30_000;

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    pub rule: RuleSet,
    pub size: Size,
    /// `None` for a draw.
    pub winner: Option<Side>,
    pub opening: Vec<Move>,
    pub moves: Vec<(Move, i16)>,
}

/// Why bytes are no game.
#[derive(Debug)]
pub enum RecordError {
    /// The file ends inside a game, as an interrupted run leaves it.
    CutOff,
    Wrong(String),
    Io(io::Error),
}

impl std::fmt::Display for RecordError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RecordError::CutOff => f.write_str("the file ends inside a game"),
            RecordError::Wrong(what) => f.write_str(what),
            RecordError::Io(error) => error.fmt(f),
        }
    }
}

const HEAD: usize = 6;

impl Game {
    fn cell(&self, mv: Move) -> u16 {
        let point = mv.point();
        u16::from(point.y()) * u16::from(self.size.width()) + u16::from(point.x())
    }

    /// Hands each position that was thought about to `take`, with the number of its move. The last move need not end
    /// the game: a proven win is not played out. An error names the move that cannot be played.
    pub fn replay(&self, mut take: impl FnMut(&AnyBoard, usize)) -> Result<AnyBoard, String> {
        let mut board = AnyBoard::new(self.rule, self.size);
        let play = |board: &mut AnyBoard, mv: Move| {
            board
                .play(mv)
                .map_err(|error| format!("{mv} cannot be played: {error}"))
        };
        for &mv in &self.opening {
            play(&mut board, mv)?;
        }
        for (number, &(mv, _)) in self.moves.iter().enumerate() {
            take(&board, number);
            play(&mut board, mv)?;
        }
        match (board.outcome(), self.moves.last()) {
            (Some(outcome), _) if outcome.winner() != self.winner => {
                Err(format!("the board says {outcome}, the record otherwise"))
            }
            (None, Some(&(_, score))) if self.winner.is_some() && score.abs() < DECIDED => {
                Err("the game ends undecided and is called won".into())
            }
            _ => Ok(board),
        }
    }
}

impl Record for Game {
    type Error = RecordError;

    fn bytes(&self) -> usize {
        HEAD + 2 * self.opening.len() + 4 * self.moves.len()
    }

    fn positions(&self) -> usize {
        self.moves.len()
    }

    fn write(&self, bytes: &mut Vec<u8>) -> io::Result<()> {
        let rule = RuleSet::ALL.iter().position(|&rule| rule == self.rule);
        let result = self.winner.map_or(0, |side| side.index() + 1);
        bytes.extend([
            rule.unwrap_or(0) as u8,
            self.size.width(),
            result as u8,
            self.opening.len() as u8,
        ]);
        bytes.extend((self.moves.len() as u16).to_le_bytes());
        for &mv in &self.opening {
            bytes.extend(self.cell(mv).to_le_bytes());
        }
        for &(mv, score) in &self.moves {
            bytes.extend(self.cell(mv).to_le_bytes());
            bytes.extend(score.to_le_bytes());
        }
        Ok(())
    }

    fn read(input: &mut impl Read) -> Result<Option<Game>, RecordError> {
        let mut head = [0; HEAD];
        match input.read(&mut head[..1]) {
            Ok(0) => return Ok(None),
            Ok(_) => fill(input, &mut head[1..])?,
            Err(error) => return Err(RecordError::Io(error)),
        }
        let [rule, side, result, stones, low, high] = head;
        let wrong = |what: &str, found: u8| RecordError::Wrong(format!("{found} is no {what}"));
        let rule = *RuleSet::ALL
            .get(usize::from(rule))
            .ok_or_else(|| wrong("rule set: 0 to 5 is expected", rule))?;
        let size = Size::square(side)
            .ok_or_else(|| wrong("size of a board: 5 to 22 is expected", side))?;
        let winner = match result {
            0 => None,
            1 => Some(Side::Black),
            2 => Some(Side::White),
            _ => return Err(wrong("result: 0 to 2 is expected", result)),
        };
        let mut opening = vec![0; 2 * usize::from(stones)];
        fill(input, &mut opening)?;
        let mut moves = vec![0; 4 * usize::from(u16::from_le_bytes([low, high]))];
        fill(input, &mut moves)?;
        let point = |pair: &[u8]| {
            let cell = u16::from_le_bytes([pair[0], pair[1]]);
            let (x, y) = (cell % u16::from(side), cell / u16::from(side));
            u8::try_from(y)
                .ok()
                .and_then(|y| size.point(x as u8, y))
                .map(Move::new)
                .ok_or_else(|| RecordError::Wrong(format!("{cell} is no point of the board")))
        };
        Ok(Some(Game {
            rule,
            size,
            winner,
            opening: opening
                .chunks_exact(2)
                .map(point)
                .collect::<Result<_, _>>()?,
            moves: moves
                .chunks_exact(4)
                .map(|four| Ok((point(four)?, i16::from_le_bytes([four[2], four[3]]))))
                .collect::<Result<_, _>>()?,
        }))
    }
}

fn fill(input: &mut impl Read, bytes: &mut [u8]) -> Result<(), RecordError> {
    input.read_exact(bytes).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => RecordError::CutOff,
        _ => RecordError::Io(error),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game() -> Game {
        let size = Size::square(15).unwrap();
        let moves = size.parse_moves("h8i9j8i7").unwrap();
        Game {
            rule: RuleSet::Renju,
            size,
            winner: Some(Side::White),
            opening: moves[..2].to_vec(),
            moves: vec![(moves[2], -12), (moves[3], DECIDED)],
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let mut bytes = Vec::new();
        game().write(&mut bytes).unwrap();
        assert_eq!(bytes.len(), game().bytes());
        let mut input = bytes.as_slice();
        assert_eq!(Game::read(&mut input).unwrap(), Some(game()));
        assert!(Game::read(&mut input).unwrap().is_none());
        for cut in 1..bytes.len() {
            let end = Game::read(&mut &bytes[..cut]);
            assert!(matches!(end, Err(RecordError::CutOff)), "{cut}");
        }
    }

    #[test]
    fn nonsense_is_refused() {
        let wrong = [
            [9, 15, 0, 0, 0, 0],
            [0, 99, 0, 0, 0, 0],
            [0, 15, 7, 0, 0, 0],
        ];
        for head in wrong {
            let end = Game::read(&mut head.as_slice());
            assert!(matches!(end, Err(RecordError::Wrong(_))), "{head:?}");
        }
        let off_board = [0, 15, 0, 1, 0, 0, 255, 255];
        assert!(Game::read(&mut off_board.as_slice()).is_err());
    }

    #[test]
    fn a_replay_checks_moves_and_result() {
        let mut seen = 0;
        assert!(game().replay(|_, _| seen += 1).is_ok());
        assert_eq!(seen, 2);
        let twice = Game {
            moves: vec![(game().opening[0], 0)],
            ..game()
        };
        assert!(twice.replay(|_, _| {}).is_err());
        let undecided = Game {
            moves: vec![(game().moves[0].0, 5)],
            ..game()
        };
        assert!(undecided.replay(|_, _| {}).is_err());
    }
}
