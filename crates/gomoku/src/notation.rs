//! Text: points as `h8` or `7,7`, games as `h8i9g7`, positions as diagrams.
//!
//! The letter is the column from `a`, the number the row from 1; `7,7` counts both from 0, column first,
//! as the Gomocup protocol does. Row 1 is drawn at the top, like row 0 in the protocol's managers.
//!
//! A diagram has one line of `.`, `X` (Black) and `O` (White) for each row, spaces being free; what
//! [`Board`] displays is one, with its frame of letters and numbers. After the rows may follow
//! `O to move` and `captured: X 2, O 4`.

use std::fmt;

use crate::board::Board;
use crate::outcome::PlayError;
use crate::point::{MAX_SIDE, Move, Point, Side, Size};
use crate::rules::{Rule, RuleSet};
use crate::setup::{Setup, SetupError};

/// Why a text could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotationError {
    /// Not a point of the board.
    Point(String, Size),
    /// A line of a diagram that is neither a row nor one of the two notes.
    Line(String),
    /// Rows of different lengths, or too few or too many.
    Shape(usize, usize),
    /// A move that the rules refuse.
    Play(PlayError),
    /// Stones that do not make a position.
    Setup(SetupError),
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotationError::Point(text, size) => {
                let (x, y) = (size.width() - 1, size.height() - 1);
                let last = Point::display(x, y);
                write!(
                    f,
                    "`{text}` is no point of a {size} board: expected a1 to {last}, or 0,0 to {x},{y}"
                )
            }
            NotationError::Line(text) => write!(
                f,
                "cannot read `{text}`: expected a row of `.`, `X` and `O`, or `X to move`, or `captured: X 2, O 0`"
            ),
            NotationError::Shape(width, height) => write!(
                f,
                "a diagram of {height} rows and {width} columns: expected equal rows, 5 to {MAX_SIDE} each way"
            ),
            NotationError::Play(error) => error.fmt(f),
            NotationError::Setup(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NotationError {}

impl From<PlayError> for NotationError {
    fn from(error: PlayError) -> NotationError {
        NotationError::Play(error)
    }
}

impl From<SetupError> for NotationError {
    fn from(error: SetupError) -> NotationError {
        NotationError::Setup(error)
    }
}

impl Point {
    fn display(x: u8, y: u8) -> String {
        format!("{}{}", (b'a' + x) as char, y + 1)
    }

    /// The point as `x,y`, counted from 0: the Gomocup protocol's form.
    pub fn gomocup(self) -> String {
        format!("{},{}", self.x(), self.y())
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Point::display(self.x(), self.y()))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.point().fmt(f)
    }
}

impl Size {
    /// Reads `h8` or `7,7`.
    pub fn parse_point(self, text: &str) -> Result<Point, NotationError> {
        let text = text.trim();
        let error = || NotationError::Point(shortened(text), self);
        let point = match text.split_once(',') {
            Some((x, y)) => {
                let x = number(x.trim()).ok_or_else(error)?;
                let y = number(y.trim()).ok_or_else(error)?;
                self.point(x, y)
            }
            None => {
                let (letter, digits) = text.split_at_checked(1).ok_or_else(error)?;
                let x = column(letter.as_bytes()[0]).ok_or_else(error)?;
                let y = number(digits)
                    .and_then(|n| n.checked_sub(1))
                    .ok_or_else(error)?;
                self.point(x, y)
            }
        };
        point.ok_or_else(error)
    }

    /// Reads a game: `h8i9g7`, with or without spaces between the moves.
    pub fn parse_moves(self, text: &str) -> Result<Vec<Move>, NotationError> {
        let mut moves = Vec::new();
        let mut rest = text.trim();
        while !rest.is_empty() {
            let digits = rest.bytes().skip(1).take_while(u8::is_ascii_digit).count();
            let error = || NotationError::Point(shortened(rest), self);
            let (first, others) = rest.split_at_checked(1 + digits).ok_or_else(error)?;
            moves.push(self.parse_point(first)?.into());
            rest = others.trim_start();
        }
        Ok(moves)
    }
}

/// Digits only, no sign.
fn number(text: &str) -> Option<u8> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

fn column(letter: u8) -> Option<u8> {
    letter
        .is_ascii_alphabetic()
        .then(|| letter.to_ascii_lowercase() - b'a')
}

/// Enough of a text to recognise it by.
fn shortened(text: &str) -> String {
    text.chars().take(20).collect()
}

fn stone(mark: char) -> Option<Option<Side>> {
    match mark {
        '.' => Some(None),
        'X' | 'x' => Some(Some(Side::Black)),
        'O' | 'o' => Some(Some(Side::White)),
        _ => None,
    }
}

impl Setup {
    /// Reads a diagram.
    pub fn parse(text: &str) -> Result<Setup, NotationError> {
        let mut rows: Vec<Vec<Option<Side>>> = Vec::new();
        let mut to_move = None;
        let mut captured = [0; 2];
        for line in text.lines().map(str::trim) {
            let error = || NotationError::Line(shortened(line));
            if line.is_empty() || is_frame(line) {
            } else if let Some(row) = row(line) {
                rows.push(row);
            } else if let Some(mark) = line.strip_suffix("to move") {
                to_move = Some(side(mark).ok_or_else(error)?);
            } else if let Some(list) = line.strip_prefix("captured:") {
                for item in list.split(',') {
                    let (mark, count) = item.trim().split_once(' ').ok_or_else(error)?;
                    let side = side(mark).ok_or_else(error)?;
                    captured[side.index()] = number(count.trim()).ok_or_else(error)?;
                }
            } else {
                return Err(error());
            }
        }
        let mut setup = from_rows(&rows)?;
        for side in Side::BOTH {
            setup.captured(side, captured[side.index()]);
        }
        if let Some(side) = to_move {
            setup.side_to_move(side);
        }
        Ok(setup)
    }
}

fn from_rows(rows: &[Vec<Option<Side>>]) -> Result<Setup, NotationError> {
    let width = rows.first().map_or(0, Vec::len);
    let fits = |length: usize| u8::try_from(length).ok();
    let size = fits(width)
        .zip(fits(rows.len()))
        .and_then(|(width, height)| Size::new(width, height))
        .filter(|_| rows.iter().all(|row| row.len() == width))
        .ok_or(NotationError::Shape(width, rows.len()))?;
    let mut setup = Setup::new(size);
    for (point, stone) in size.points().zip(rows.iter().flatten()) {
        if let Some(side) = *stone {
            setup.put(point, side)?;
        }
    }
    Ok(setup)
}

/// The letters above a displayed board.
fn is_frame(line: &str) -> bool {
    line.starts_with("a b")
}

/// The stones of a row, after the row's number if it has one.
fn row(line: &str) -> Option<Vec<Option<Side>>> {
    let cells = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let marks = cells.chars().filter(|c| !c.is_whitespace());
    let row: Option<Vec<_>> = marks.map(stone).collect();
    row.filter(|row| !row.is_empty())
}

fn side(mark: &str) -> Option<Side> {
    let mut marks = mark.trim().chars();
    let first = marks.next()?;
    if marks.next().is_some() {
        return None;
    }
    stone(first)?
}

impl<R: Rule> Board<R> {
    /// Plays a game such as `h8i9g7` from the empty board.
    pub fn from_moves(size: Size, text: &str) -> Result<Board<R>, NotationError> {
        let mut board = Board::new(size);
        for mv in size.parse_moves(text)? {
            board.play(mv)?;
        }
        Ok(board)
    }

    /// Reads a diagram.
    pub fn from_diagram(text: &str) -> Result<Board<R>, NotationError> {
        Ok(Board::from_setup(&Setup::parse(text)?)?)
    }
}

impl<R: Rule> fmt::Display for Board<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.size();
        let letters = (b'a'..).take(size.width().into());
        let letters: Vec<String> = letters.map(|letter| (letter as char).to_string()).collect();
        writeln!(f, "   {}", letters.join(" "))?;
        for y in 0..size.height() {
            write!(f, "{:2}", y + 1)?;
            for point in (0..size.width()).filter_map(|x| size.point(x, y)) {
                let mark = self.stone(point).map_or('.', Side::mark);
                write!(f, " {mark}")?;
            }
            writeln!(f)?;
        }
        write!(f, "{} to move", self.side().mark())?;
        if R::SET == RuleSet::Ninuki {
            let [black, white] = Side::BOTH.map(|side| self.captured(side));
            write!(f, "\ncaptured: X {black}, O {white}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Freestyle, Ninuki};

    fn size() -> Size {
        Size::square(15).unwrap()
    }

    #[test]
    fn points_are_read_in_both_forms() {
        let h8 = size().point(7, 7).unwrap();
        for text in ["h8", "H8", "7,7", " 7 , 7 ", "h08"] {
            assert_eq!(size().parse_point(text), Ok(h8), "{text}");
        }
        assert_eq!(h8.to_string(), "h8");
        assert_eq!(h8.gomocup(), "7,7");
        assert_eq!(size().parse_point("o15").unwrap().gomocup(), "14,14");
    }

    #[test]
    fn bad_points_say_what_was_expected() {
        for text in [
            "", "h", "8", "h0", "h16", "p1", "é4", "-1,2", "+1,2", "1,", "15,0", "h8x", "h999999",
        ] {
            assert!(size().parse_point(text).is_err(), "{text}");
        }
        let error = size().parse_point("z9").unwrap_err();
        assert_eq!(
            error.to_string(),
            "`z9` is no point of a 15x15 board: expected a1 to o15, or 0,0 to 14,14"
        );
    }

    #[test]
    fn games_are_read() {
        let moves = size().parse_moves("h8i9 g7\tl11").unwrap();
        let texts: Vec<_> = moves.iter().map(Move::to_string).collect();
        assert_eq!(texts, ["h8", "i9", "g7", "l11"]);
        assert!(size().parse_moves("h8h").is_err());
        assert!(size().parse_moves("8h8").is_err());
        assert!(size().parse_moves("h8é").is_err());
        let twice = Board::<Freestyle>::from_moves(size(), "h8h8").unwrap_err();
        assert_eq!(
            twice.to_string(),
            "h8 already holds a stone: play an empty point"
        );
    }

    #[test]
    fn a_displayed_board_is_read_back() {
        let mut board = Board::<Ninuki>::from_moves(size(), "h8g8a1f8e8").unwrap();
        assert_eq!(board.captured(Side::Black), 2);
        let text = board.to_string();
        let mut again = Board::<Ninuki>::from_diagram(&text).unwrap();
        assert_eq!(again, board, "{text}");
        let mv = size().parse_point("c3").unwrap().into();
        board.play(mv).unwrap();
        again.play(mv).unwrap();
        assert_eq!(again, board);
    }

    #[test]
    fn bad_diagrams_are_refused() {
        for (text, expected) in [
            (
                "",
                "a diagram of 0 rows and 0 columns: expected equal rows, 5 to 22 each way",
            ),
            (
                ".....\n.....\n.....\n.....\n......",
                "a diagram of 5 rows and 5 columns: expected equal rows, 5 to 22 each way",
            ),
            (
                "..?..",
                "cannot read `..?..`: expected a row of `.`, `X` and `O`, or `X to move`, or `captured: X 2, O 0`",
            ),
        ] {
            let error = Setup::parse(text).unwrap_err();
            assert_eq!(error.to_string(), expected);
        }
        let empty = ".....\n".repeat(5);
        for note in ["XO to move", ". to move", "captured: X", "captured: X -2"] {
            assert!(Setup::parse(&format!("{empty}{note}")).is_err(), "{note}");
        }
        let odd = Setup::parse(&format!("{empty}captured: X 3")).unwrap();
        assert!(Board::<Ninuki>::from_setup(&odd).is_err());
        assert!(Board::<Freestyle>::from_setup(&odd).is_err());
    }
}
