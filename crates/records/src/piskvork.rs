//! Games as Piskvork and other Gomocup managers write them (`.psq`, `.rec`): a head with the size of the board, then a line `x,y,milliseconds`
//! for each stone, counted from the upper left corner.

use crate::error::quote;
use regence_gomoku::{Move, Size};
use std::fmt;

/// A game from the empty board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PiskvorkRecord {
    /// The size of the board.
    pub size: Size,
    /// Black's move first, with its milliseconds.
    pub moves: Vec<(Move, u64)>,
    /// The lines behind the moves that are no numbers: the players' programs.
    pub players: Vec<String>,
}

/// Why a text is no such record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PiskvorkError(String);

impl fmt::Display for PiskvorkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PiskvorkError {}

/// Whether a text says that it is such a record.
pub fn is_piskvork(text: &str) -> bool {
    text.trim_start().starts_with("Piskv")
}

impl PiskvorkRecord {
    /// Reads a record.
    ///
    /// ```
    /// use regence_records::piskvork::PiskvorkRecord;
    /// let text = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,120\nC:\\black.exe\nC:\\white.exe\n-1\n";
    /// let game = PiskvorkRecord::read(text).unwrap();
    /// assert_eq!(game.moves[1].0.to_string(), "i9");
    /// assert_eq!(game.players, ["black", "white"]);
    /// ```
    pub fn read(text: &str) -> Result<PiskvorkRecord, PiskvorkError> {
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let head = lines.next().unwrap_or_default();
        let wrong = || {
            PiskvorkError(format!(
                "found {}, expected a head such as Piskvorky 15x15, 11:11, 0",
                quote(head)
            ))
        };
        let sides = head.split_whitespace().nth(1).unwrap_or_default();
        let (width, height) = sides
            .trim_end_matches(',')
            .split_once('x')
            .ok_or_else(wrong)?;
        let size = (|| Size::new(width.parse().ok()?, height.parse().ok()?))().ok_or_else(wrong)?;
        let mut record = PiskvorkRecord {
            size,
            moves: Vec::new(),
            players: Vec::new(),
        };
        for (number, line) in (2..).zip(lines) {
            let Some(numbers) = numbers(line) else {
                let name = line.rsplit(['\\', '/']).next().unwrap_or(line);
                record
                    .players
                    .push(name.strip_suffix(".exe").unwrap_or(name).to_owned());
                continue;
            };
            let [x, y, ms] = numbers[..] else {
                // How the game ended, in the numbers of the manager.
                continue;
            };
            let point = || {
                let from_zero = |number: i64| u8::try_from(number.checked_sub(1)?).ok();
                let (x, y) = (from_zero(x)?, from_zero(y)?);
                size.point(x, size.height().checked_sub(1 + y)?)
            };
            let Some(point) = point() else {
                return Err(PiskvorkError(format!(
                    "line {number}: {} is no point of the {size} board, expected x,y,milliseconds from 1,1 at the upper left",
                    quote(line)
                )));
            };
            record
                .moves
                .push((point.into(), u64::try_from(ms).unwrap_or(0)));
        }
        Ok(record)
    }

    /// Writes the record.
    pub fn write(&self) -> String {
        let (width, height) = (self.size.width(), self.size.height());
        let mut text = format!("Piskvorky {width}x{height}, 11:11, 0\n");
        for (mv, ms) in &self.moves {
            let (x, y) = (mv.point().x() + 1, height - mv.point().y());
            text += &format!("{x},{y},{ms}\n");
        }
        for name in &self.players {
            text += &format!("{name}\n");
        }
        text + "-1\n"
    }
}

fn numbers(line: &str) -> Option<Vec<i64>> {
    line.split(',')
        .map(|word| word.trim().parse().ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_comes_back_as_it_was() {
        let text = "Piskvorky 20x15, 11:11, 0\n1,1,0\n20,15,99\nA\nB\n-1\n";
        let game = PiskvorkRecord::read(text).expect("a record");
        assert_eq!(game.moves[0].0.to_string(), "a15");
        assert_eq!(game.moves[1].0.to_string(), "t1");
        assert_eq!(game.write(), text);
    }

    #[test]
    fn wrong_texts_are_refused_with_a_reason() {
        for (text, reason) in [
            ("", "a head"),
            ("Piskvorky 99x99, 0\n", "a head"),
            ("Piskvorky 15x15\n16,1,0\n", "line 2"),
            ("Piskvorky 15x15\n0,1,0\n", "line 2"),
            ("Piskvorky 15x15\n1,-9223372036854775808,0\n", "line 2"),
        ] {
            let error = PiskvorkRecord::read(text).expect_err(text).to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
