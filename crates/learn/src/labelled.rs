//! Labelled positions: the quiet positions of self-play shards (`.games`), or text, `FEN;result;score`, one a line.
//!
//! Result (`1.0`, `0.5`, `0.0`) and score (centipawns of the search) are White's. A line that begins with `#` ends a
//! game: positions of one game stay together, so that none of them is both learnt from and tested on.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use regence_chess::{Board, Color};

use crate::selfplay::inspect::{for_each_game, is_quiet};
use regence_arena::error::LabError;

/// Games whose ends are not marked are taken to be this many positions long.
const UNMARKED_GAME: usize = 256;

/// A position with how its game ended and what the search thought of it, from White's view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Labelled {
    pub board: Board,
    pub result: f32,
    pub score: i32,
}

impl Labelled {
    pub fn from_line(line: &str) -> Result<Labelled, String> {
        let mut fields = line.split(';').map(str::trim);
        let (Some(fen), Some(result), Some(score), None) =
            (fields.next(), fields.next(), fields.next(), fields.next())
        else {
            return Err(format!("{line:?} is not `FEN;result;score`"));
        };
        let board = Board::from_fen(fen).map_err(|error| error.to_string())?;
        let result = match result {
            "1" | "1.0" | "1-0" => 1.0,
            "0.5" | "1/2" | "1/2-1/2" => 0.5,
            "0" | "0.0" | "0-1" => 0.0,
            other => {
                return Err(format!(
                    "{other:?} is not a result: 1.0, 0.5 or 0.0 is expected"
                ));
            }
        };
        let score = score.parse().map_err(|_| {
            format!("{score:?} is not a score: a whole number of centipawns is expected")
        })?;
        Ok(Labelled {
            board,
            result,
            score,
        })
    }
}

/// Reads a file and hands each position to `take`, with the number of its game.
pub fn read(path: &Path, take: impl FnMut(usize, Labelled)) -> Result<(), LabError> {
    match path
        .extension()
        .is_some_and(|extension| extension == "games")
    {
        true => read_shard(path, take),
        false => read_text(path, take),
    }
}

fn read_shard(path: &Path, mut take: impl FnMut(usize, Labelled)) -> Result<(), LabError> {
    let mut number = 0;
    for_each_game(path, |game| {
        let result = match game.winner {
            Some(Color::White) => 1.0,
            Some(Color::Black) => 0.0,
            None => 0.5,
        };
        for (board, ply) in game
            .positions()
            .filter(|(board, ply)| is_quiet(board, *ply))
        {
            let score = ply.score.into();
            take(
                number,
                Labelled {
                    board,
                    result,
                    score,
                },
            );
        }
        number += 1;
    })
    .map(|_| ())
}

fn read_text(path: &Path, mut take: impl FnMut(usize, Labelled)) -> Result<(), LabError> {
    let file = File::open(path).map_err(|error| LabError::file(path, &error))?;
    let (mut game, mut in_game) = (0, 0);
    for (number, line) in BufReader::new(file).lines().enumerate() {
        let line = line.map_err(|error| LabError::file(path, &error))?;
        if line.starts_with('#') || in_game == UNMARKED_GAME {
            (game, in_game) = (game + 1, 0);
        }
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        in_game += 1;
        let position = Labelled::from_line(&line).map_err(|reason| {
            LabError::new(format!("{}, line {}: {reason}", path.display(), number + 1))
        })?;
        take(game, position);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read() {
        let position = Labelled {
            board: Board::startpos(),
            result: 0.5,
            score: -17,
        };
        assert_eq!(
            Labelled::from_line(&format!("{};0.5;-17", position.board)),
            Ok(position)
        );
    }

    #[test]
    fn bad_lines_say_what_is_wrong() {
        let start = Board::startpos();
        for (line, part) in [
            ("", "FEN;result;score"),
            ("x;1.0;3", "FEN"),
            (&format!("{start};2;3"), "result"),
            (&format!("{start};1.0;much"), "centipawns"),
        ] {
            let error = Labelled::from_line(line).unwrap_err();
            assert!(error.contains(part), "{error}");
        }
    }
}
