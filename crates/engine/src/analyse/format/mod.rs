//! How an analysis is written, and how one that was interrupted is recognised.

mod csv;
mod epd;
mod jsonl;
mod pgn;

use std::io::{self, BufRead};

use clap::ValueEnum;
use regence_chess::{Board, Move};
use regence_core::Value;

use super::input::{Kind, Record};
use super::story::Story;

/// A format of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Games with evaluations as comments and better lines as variations
    Pgn,
    /// Positions with score (ce), depth (acd), nodes (acn) and line (pv)
    Epd,
    /// JSON Lines: one object a game or position
    Jsonl,
    /// A table: one row a move or position
    Csv,
}

/// Which better lines are written into games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Lines {
    /// Wherever the engine would have played something else
    All,
    /// Only for inaccuracies, mistakes and blunders
    Marked,
    /// None
    None,
}

/// What is the same in the whole output.
#[derive(Clone, Debug)]
pub struct Style {
    /// What a search may cost, in words.
    pub limit: String,
    pub lines: Lines,
    /// Leave out what others said about the moves.
    pub clean: bool,
}

impl Style {
    /// Who says all this, for the tag `Annotator`.
    pub fn annotator(&self) -> String {
        format!("{}, {} a position", crate::NAME, self.limit)
    }
}

/// The part of a file that has whole records.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Whole {
    /// How many.
    pub records: u64,
    /// Where the last of them ends.
    pub end: u64,
    /// The text of the last one (of a table, the last row).
    pub last: String,
}

impl Format {
    /// The format that a file's name asks for.
    pub fn of(path: &std::path::Path) -> Option<Format> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        Some(match extension.as_str() {
            "pgn" => Format::Pgn,
            "epd" => Format::Epd,
            "jsonl" | "ndjson" | "json" => Format::Jsonl,
            "csv" => Format::Csv,
            _ => return None,
        })
    }

    /// Whether such records can be written so.
    pub fn suits(self, kind: Kind) -> bool {
        match self {
            Format::Pgn => kind == Kind::Games,
            Format::Epd => kind == Kind::Positions,
            Format::Jsonl | Format::Csv => true,
        }
    }

    /// What stands before the first record.
    pub fn heading(self, kind: Kind) -> &'static str {
        match self {
            Format::Csv => csv::heading(kind),
            Format::Pgn | Format::Epd | Format::Jsonl => "",
        }
    }

    /// How the first record begins, where that is always the same.
    pub fn opening(self, kind: Kind) -> Option<&'static str> {
        match self {
            Format::Pgn => Some("[Event "),
            Format::Epd => None,
            Format::Jsonl => Some("{\""),
            Format::Csv => Some(csv::heading(kind)),
        }
    }

    /// The text of a record, line ends included.
    pub fn text(self, story: &Story, style: &Style) -> String {
        match (self, story) {
            (Format::Csv, Story::Game(story)) => csv::game(story),
            (Format::Csv, Story::Position(story)) => csv::position(story),
            (Format::Jsonl, Story::Game(story)) => jsonl::game(story, style),
            (Format::Jsonl, Story::Position(story)) => jsonl::position(story, style),
            (_, Story::Game(story)) => pgn::game(story, style),
            (_, Story::Position(story)) => epd::position(story),
        }
    }

    /// Looks for the last whole record of an output that may have been cut off anywhere.
    pub fn whole(self, kind: Kind, text: impl BufRead) -> io::Result<Whole> {
        match self {
            Format::Pgn => pgn::whole(text),
            Format::Csv => csv::whole(text, kind),
            Format::Epd | Format::Jsonl => whole_lines(text),
        }
    }

    /// Whether the last record of an output was made of this one, with the same limits.
    pub fn agrees(self, last: &str, record: &Record, style: &Style) -> bool {
        match self {
            Format::Pgn => pgn::agrees(last, record, style),
            Format::Epd => epd::agrees(last, record),
            Format::Jsonl => jsonl::agrees(last, record, style),
            Format::Csv => csv::agrees(last, record),
        }
    }
}

/// Lines with their ends: what has no end is not whole.
fn for_each_line(mut text: impl BufRead, mut take: impl FnMut(&str, u64)) -> io::Result<()> {
    let (mut end, mut bytes) = (0, Vec::new());
    loop {
        bytes.clear();
        end += text.read_until(b'\n', &mut bytes)? as u64;
        if bytes.last() != Some(&b'\n') {
            return Ok(());
        }
        take(&String::from_utf8_lossy(&bytes), end);
    }
}

/// Every line is a record.
fn whole_lines(text: impl BufRead) -> io::Result<Whole> {
    let mut whole = Whole::default();
    for_each_line(text, |line, end| {
        whole = Whole {
            records: whole.records + 1,
            end,
            last: line.trim_end().to_string(),
        };
    })?;
    Ok(whole)
}

/// Moves until mate, negative if White is mated.
fn mate(white: Value) -> Option<i32> {
    let plies = white.plies_to_win()?;
    Some(plies.signum() * (plies.abs() + 1) / 2)
}

/// The moves of a line in algebraic notation.
fn sans(board: &Board, line: &[Move]) -> Vec<String> {
    let mut board = *board;
    let mut sans = Vec::with_capacity(line.len());
    for &mv in line {
        if !board.is_legal(mv) {
            break;
        }
        sans.push(board.move_to_san(mv));
        board = board.make(mv);
    }
    sans
}

fn uci(board: &Board, mv: Move) -> String {
    board.move_to_uci(mv, board.is_chess960_setup())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_without_its_end_is_not_whole() {
        let whole = whole_lines("one\ntwo\nthr".as_bytes()).expect("memory");
        assert_eq!((whole.records, whole.end), (2, 8));
        assert_eq!(whole.last, "two");
        assert_eq!(whole_lines(&b""[..]).expect("memory"), Whole::default());
    }

    #[test]
    fn mates_count_moves_from_whites_view() {
        assert_eq!(mate(Value::win_in(1)), Some(1));
        assert_eq!(mate(Value::win_in(4)), Some(2));
        assert_eq!(mate(Value::loss_in(3)), Some(-2));
        assert_eq!(mate(Value::loss_in(0)), Some(0));
        assert_eq!(mate(Value::cp(50)), None);
    }
}
