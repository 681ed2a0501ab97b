//! Gomoku games as text: plain moves (`h8i9g7`), or SGF as other programs write it (`GM[4]`).
//!
//! Of an SGF tree the main line is read: the first variation everywhere. Points are letters there, counted from the
//! upper left corner; the rule set is in `RU`, under the name that it has here.

use std::fmt;

use regence_gomoku::{Move, RuleSet, Side, Size};

use crate::error::quote;
use crate::sgf;

/// A game of Gomoku from the empty board.
///
/// ```
/// use regence_gomoku::{RuleSet, Size};
/// use regence_records::gomoku_record::GomokuRecord;
///
/// let size = Size::square(15).unwrap();
/// let game = GomokuRecord::read("h8 i9 g7", size)?;
/// let sgf = game.to_sgf();
/// assert_eq!(sgf, "(;FF[4]GM[4]SZ[15];B[hh];W[ig];B[gi])\n");
/// assert_eq!(GomokuRecord::read(&sgf, size)?, game);
/// # Ok::<(), regence_records::gomoku_record::GomokuRecordError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GomokuRecord {
    /// Where the record names it.
    pub rule: Option<RuleSet>,
    /// The size of the board.
    pub size: Size,
    /// Black's move first, then in turn.
    pub moves: Vec<Move>,
    /// How it ended, as SGF writes it: `B+5`, `W+R`, `0`.
    pub result: Option<String>,
}

/// Why a text is no record of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GomokuRecordError(String);

impl fmt::Display for GomokuRecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for GomokuRecordError {}

fn fault<T>(message: impl Into<String>) -> Result<T, GomokuRecordError> {
    Err(GomokuRecordError(message.into()))
}

impl GomokuRecord {
    /// A game without a move yet.
    pub fn new(rule: RuleSet, size: Size) -> GomokuRecord {
        GomokuRecord {
            rule: Some(rule),
            size,
            moves: Vec::new(),
            result: None,
        }
    }

    /// Reads either form. `size` is the board where the text does not name one. Whether the moves are legal is for
    /// the rules to say.
    pub fn read(text: &str, size: Size) -> Result<GomokuRecord, GomokuRecordError> {
        let text = text.trim();
        if text.starts_with('(') {
            return read_sgf(text, size);
        }
        let moves = size
            .parse_moves(text)
            .map_err(|error| GomokuRecordError(format!("{error}; moves look like h8i9g7")))?;
        Ok(GomokuRecord {
            rule: None,
            size,
            moves,
            result: None,
        })
    }

    /// The moves one behind the other: `h8i9g7`.
    pub fn to_plain(&self) -> String {
        self.moves.iter().map(Move::to_string).collect()
    }

    /// The game as SGF.
    pub fn to_sgf(&self) -> String {
        let (width, height) = (self.size.width(), self.size.height());
        let size = match width == height {
            true => width.to_string(),
            false => format!("{width}:{height}"),
        };
        let mut text = format!("(;FF[4]GM[4]SZ[{size}]");
        if let Some(rule) = self.rule {
            text += &format!("RU[{rule}]");
        }
        if let Some(result) = &self.result {
            text += &format!("RE[{}]", sgf::escaped(result));
        }
        for (number, mv) in self.moves.iter().enumerate() {
            let side = if number % 2 == 0 { 'B' } else { 'W' };
            text += &format!(";{side}[{}]", write_point(*mv, self.size));
        }
        text + ")\n"
    }
}

/// A point as SGF has it: two letters, counted from the upper left.
pub fn write_point(mv: Move, size: Size) -> String {
    let letter = |index: u8| char::from(b'a' + index);
    let row = (size.height() - 1).saturating_sub(mv.point().y());
    format!("{}{}", letter(mv.point().x()), letter(row))
}

/// The properties of the main line of the first game, node by node.
fn main_line(text: &str) -> Result<Vec<sgf::Property>, GomokuRecordError> {
    let games = sgf::read(text).map_err(|error| GomokuRecordError(error.to_string()))?;
    let game = games.into_iter().next().unwrap_or_default();
    let (mut properties, mut last) = (Vec::new(), None);
    for (index, node) in game.into_iter().enumerate() {
        if node.parent == last {
            properties.extend(node.properties);
            last = Some(index);
        }
    }
    Ok(properties)
}

fn read_sgf(text: &str, size: Size) -> Result<GomokuRecord, GomokuRecordError> {
    let properties = main_line(text)?;
    let first = |wanted: &str| {
        let found = properties.iter().find(|(name, _)| name == wanted);
        found.and_then(|(_, values)| values.first())
    };
    if let Some(game) = first("GM").filter(|game| game.trim() != "4") {
        return fault(format!(
            "the SGF is of game GM[{}], expected GM[4], Gomoku",
            quote(game)
        ));
    }
    let size = match first("SZ") {
        Some(text) => read_size(text)?,
        None => size,
    };
    let rule = first("RU").and_then(|name| name.parse().ok());
    let mut moves = Vec::new();
    for (name, values) in &properties {
        let side = match name.as_str() {
            "B" => Side::Black,
            "W" => Side::White,
            "AB" | "AW" | "AE" => {
                return fault(format!(
                    "the SGF sets stones up with {name}; only games from the empty board are read"
                ));
            }
            _ => continue,
        };
        if side != Side::BOTH[moves.len() % 2] {
            return fault(format!(
                "move {} is {side}'s, expected Black and White in turn",
                moves.len() + 1
            ));
        }
        let value = values.first().map_or("", String::as_str);
        moves.push(read_point(value, size)?);
    }
    Ok(GomokuRecord {
        rule,
        size,
        moves,
        result: first("RE").cloned(),
    })
}

/// The size of a board as `SZ` has it: `15` or `19:15`.
pub fn read_size(text: &str) -> Result<Size, GomokuRecordError> {
    let (width, height) = text.split_once(':').unwrap_or((text, text));
    let size = (|| Size::new(width.trim().parse().ok()?, height.trim().parse().ok()?))();
    size.ok_or_else(|| {
        GomokuRecordError(format!(
            "the board is SZ[{}], expected sides of 5 to 22",
            quote(text)
        ))
    })
}

/// A point of SGF such as `hh`, counted from the upper left, or `h8` as some programs write it.
pub fn read_point(text: &str, size: Size) -> Result<Move, GomokuRecordError> {
    let text = text.trim();
    let wrong = || {
        GomokuRecordError(format!(
            "found {} for a point of the {size} board, expected letters such as hh",
            quote(text)
        ))
    };
    if let [x @ b'a'..=b'z', y @ b'a'..=b'z'] = text.as_bytes() {
        let row = size
            .height()
            .checked_sub(1 + (y - b'a'))
            .ok_or_else(wrong)?;
        return Ok(size.point(x - b'a', row).ok_or_else(wrong)?.into());
    }
    Ok(size.parse_point(text).map_err(|_| wrong())?.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size() -> Size {
        Size::square(15).expect("a size")
    }

    #[test]
    fn both_forms_come_back_as_they_were() {
        let mut game = GomokuRecord::new(RuleSet::Renju, Size::new(19, 15).expect("a size"));
        game.moves = game.size.parse_moves("a1s15j8").expect("moves");
        game.result = Some("B+R]".into());
        let sgf = game.to_sgf();
        assert_eq!(GomokuRecord::read(&sgf, size()), Ok(game.clone()));
        assert_eq!(game.to_plain(), "a1s15j8");
        let plain = GomokuRecord::read("a1 s15 j8", game.size).expect("a game");
        assert_eq!(plain.moves, game.moves);
    }

    #[test]
    fn the_main_line_is_read() {
        let text = "(;GM[4]FF[4]SZ[15]C[a (note\\]);]\n;B[hh](;W[ii];B[gg])(;W[jj]))";
        let game = GomokuRecord::read(text, size()).expect("a game");
        assert_eq!(game.to_plain(), "h8i7g9");
        assert_eq!(game.rule, None);
    }

    #[test]
    fn wrong_texts_are_refused_with_a_reason() {
        for (text, reason) in [
            ("(;GM[1];B[hh])", "GM[4]"),
            ("(;GM[4]SZ[99];B[hh])", "5 to 22"),
            ("(;GM[4];B[hh];B[ii])", "in turn"),
            ("(;GM[4];B[zz])", "15x15"),
            ("(;GM[4];B[])", "expected letters"),
            ("(;GM[4];AB[hh])", "empty board"),
            ("(;GM[4];B[hh]", "')'"),
            ("(;B[hh", "']'"),
            ("(;[hh])", "name"),
            ("(%)", "property"),
            ("h8z99", "h8i9g7"),
        ] {
            let error = GomokuRecord::read(text, size())
                .expect_err(text)
                .to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
