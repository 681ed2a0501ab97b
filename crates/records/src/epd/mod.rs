//! Extended Position Description: a position and what is to be found in it, one on each line.
//!
//! ```
//! use regence_records::epd::Epd;
//! let epd: Epd = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra8# O-O-O; dm 1; id \"back rank\";".parse()?;
//! assert_eq!(epd.id(), Some("back rank"));
//! assert_eq!(epd.number("dm"), Some(1));
//! assert_eq!(epd.best_moves().len(), 2);
//! # Ok::<(), regence_records::ReadError>(())
//! ```

mod goal;
mod parser;

use std::error::Error;
use std::fmt;
use std::io::Read;
use std::iter::FusedIterator;
use std::str::FromStr;

use regence_chess::{Board, Move};

use crate::error::{ReadError, quote};
use crate::lines::{Lines, NumberedLine};
pub use goal::Goal;
use parser::Parser;

/// What an operation says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Moves in the position itself: `bm` (best), `am` (avoid), `pm` (predicted), `sm` (supplied).
    Moves(Vec<Move>),
    /// Instead of moves, as `bm #3`: the side to move mates in so many moves, or is mated if it is below zero.
    Mate(i64),
    /// Moves one after the other: `pv`.
    Line(Vec<Move>),
    /// A whole number: `dm` (mate in), `ce` (centipawns), `acd` (depth), `acn` (nodes), `acs` (seconds).
    Number(i64),
    /// Everything else: `id`, `c0` to `c9`, and what this crate does not know.
    Words(Vec<String>),
}

/// A name with a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    opcode: String,
    value: Value,
}

impl Operation {
    /// The name, such as `bm`.
    pub fn opcode(&self) -> &str {
        &self.opcode
    }

    /// What it says.
    pub fn value(&self) -> &Value {
        &self.value
    }
}

/// A position with operations.
///
/// The two move counters belong to the board; in text they are the operations `hmvc` and `fmvn`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd {
    board: Board,
    operations: Vec<Operation>,
}

/// What an opcode wants behind it.
enum Wants {
    Moves,
    Line,
    Number,
    Counter,
    Words,
}

fn wants(opcode: &str) -> Wants {
    match opcode {
        "bm" | "am" | "pm" | "sm" => Wants::Moves,
        "pv" => Wants::Line,
        "ce" | "dm" | "acd" | "acn" | "acs" => Wants::Number,
        HALFMOVES | FULLMOVES => Wants::Counter,
        _ => Wants::Words,
    }
}

const HALFMOVES: &str = "hmvc";
const FULLMOVES: &str = "fmvn";

impl Epd {
    /// A position without operations.
    pub fn new(board: Board) -> Epd {
        Epd {
            board,
            operations: Vec::new(),
        }
    }

    /// The position.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The operations, in order.
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// What the first operation of that name says.
    pub fn get(&self, opcode: &str) -> Option<&Value> {
        self.operations
            .iter()
            .find(|operation| operation.opcode == opcode)
            .map(Operation::value)
    }

    /// The moves of an operation; none if there is no such operation.
    pub fn moves(&self, opcode: &str) -> &[Move] {
        match self.get(opcode) {
            Some(Value::Moves(moves) | Value::Line(moves)) => moves,
            _ => &[],
        }
    }

    /// The number of an operation.
    pub fn number(&self, opcode: &str) -> Option<i64> {
        match self.get(opcode)? {
            Value::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// The first word or text of an operation.
    pub fn text(&self, opcode: &str) -> Option<&str> {
        match self.get(opcode)? {
            Value::Words(words) => words.first().map(String::as_str),
            _ => None,
        }
    }

    /// The best moves (`bm`).
    pub fn best_moves(&self) -> &[Move] {
        self.moves("bm")
    }

    /// The moves to avoid (`am`).
    pub fn avoid_moves(&self) -> &[Move] {
        self.moves("am")
    }

    /// The name of the position (`id`).
    pub fn id(&self) -> Option<&str> {
        self.text("id")
    }

    /// Adds an operation, if it is one that can be written and read again. Control characters in words become
    /// spaces.
    pub fn push(&mut self, opcode: &str, value: Value) -> Result<(), OperationError> {
        let fault = |reason: String| {
            Err(OperationError {
                opcode: quote(opcode),
                reason,
            })
        };
        if !is_opcode(opcode) {
            return fault(String::from(
                "expected a letter, then letters, digits and _",
            ));
        }
        let value = match (wants(opcode), value) {
            (Wants::Moves, Value::Moves(moves)) if !moves.is_empty() => {
                if let Some(mv) = moves.iter().find(|&&mv| !self.board.is_legal(mv)) {
                    return fault(format!("{mv} is not legal in {}", self.board));
                }
                Value::Moves(moves)
            }
            (Wants::Moves, Value::Mate(moves)) if moves != 0 => Value::Mate(moves),
            (Wants::Line, Value::Line(moves)) if !moves.is_empty() => {
                let mut board = self.board;
                for &mv in &moves {
                    if !board.is_legal(mv) {
                        return fault(format!("{mv} is not legal in {board}"));
                    }
                    board = board.make(mv);
                }
                Value::Line(moves)
            }
            (Wants::Number, Value::Number(number)) => Value::Number(number),
            (Wants::Words, Value::Words(words)) => {
                let clean = |word: String| word.replace(char::is_control, " ");
                Value::Words(words.into_iter().map(clean).collect())
            }
            (Wants::Moves, _) => return fault(String::from("expected moves")),
            (Wants::Line, _) => return fault(String::from("expected a line of moves")),
            (Wants::Number, _) => return fault(String::from("expected a number")),
            (Wants::Words, _) => return fault(String::from("expected words")),
            (Wants::Counter, _) => {
                return fault(String::from("the move counters belong to the board"));
            }
        };
        self.operations.push(Operation {
            opcode: opcode.to_string(),
            value,
        });
        Ok(())
    }
}

/// Why an operation cannot be added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperationError {
    opcode: String,
    reason: String,
}

impl fmt::Display for OperationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bad operation {}: {}", self.opcode, self.reason)
    }
}

impl Error for OperationError {}

fn is_opcode(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// One line, without a line end.
impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = self.board.to_fen();
        let fields: Vec<_> = fen.split(' ').take(4).collect();
        f.write_str(&fields.join(" "))?;
        for operation in &self.operations {
            write!(f, " {}", operation.opcode)?;
            self.write_value(f, operation)?;
            f.write_str(";")?;
        }
        if self.board.halfmove_clock() != 0 {
            write!(f, " {HALFMOVES} {};", self.board.halfmove_clock())?;
        }
        if self.board.fullmove_number() != 1 {
            write!(f, " {FULLMOVES} {};", self.board.fullmove_number())?;
        }
        Ok(())
    }
}

impl Epd {
    fn write_value(&self, f: &mut fmt::Formatter<'_>, operation: &Operation) -> fmt::Result {
        match &operation.value {
            Value::Moves(moves) => {
                for &mv in moves {
                    write!(f, " {}", self.board.move_to_san(mv))?;
                }
                Ok(())
            }
            Value::Line(moves) => {
                let mut board = self.board;
                for &mv in moves {
                    write!(f, " {}", board.move_to_san(mv))?;
                    board = board.make(mv);
                }
                Ok(())
            }
            Value::Number(number) => write!(f, " {number}"),
            Value::Mate(moves) => write!(f, " #{moves}"),
            Value::Words(words) => {
                for word in words {
                    if is_text_opcode(&operation.opcode) || !is_plain(word) {
                        let escaped = word.replace('\\', "\\\\").replace('"', "\\\"");
                        write!(f, " \"{escaped}\"")?;
                    } else {
                        write!(f, " {word}")?;
                    }
                }
                Ok(())
            }
        }
    }
}

/// Whether the words of an operation are always written in quotes.
fn is_text_opcode(opcode: &str) -> bool {
    let numbered = opcode.len() == 2 && opcode.ends_with(|last: char| last.is_ascii_digit());
    opcode == "id" || numbered && opcode.starts_with(['c', 'v'])
}

/// Whether a word needs no quotes.
fn is_plain(word: &str) -> bool {
    !word.is_empty() && !word.contains(|c: char| c.is_whitespace() || c == ';' || c == '"')
}

/// Reads one line.
impl FromStr for Epd {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Epd, ReadError> {
        let line = NumberedLine {
            number: 1,
            text: text.to_string(),
        };
        Parser::new(&line).read()
    }
}

/// Reads the positions of a text one by one, so that it may be larger than memory.
///
/// Empty lines and lines that begin with `#` are passed over. A bad line gives an error; the next one is read.
#[derive(Debug)]
pub struct Reader<R> {
    lines: Lines<R>,
}

impl<R: Read> Reader<R> {
    /// Reads from that input. It needs no buffer of its own.
    pub fn new(input: R) -> Reader<R> {
        Reader {
            lines: Lines::new(input),
        }
    }

    /// How many bytes of the text have been read and understood so far.
    pub fn offset(&self) -> u64 {
        self.lines.offset()
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Epd, ReadError>;

    fn next(&mut self) -> Option<Result<Epd, ReadError>> {
        let line = self.lines.next()?;
        Some(line.and_then(|line| Parser::new(&line).read()))
    }
}

impl<R: Read> FusedIterator for Reader<R> {}
