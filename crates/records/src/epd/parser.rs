//! Reading one line of EPD.

use std::str::FromStr;

use regence_chess::{Board, FenError, FenField, Move, Setup};

use super::{Epd, HALFMOVES, Operation, Value, Wants, is_opcode, wants};
use crate::error::{ReadError, quote};
use crate::lines::NumberedLine;

/// A place in a line from which it is read on.
pub(super) struct Parser<'a> {
    line: &'a NumberedLine,
    at: usize,
}

/// A word, or a text that stood in quotes, with its place.
struct Word {
    text: String,
    at: usize,
}

impl<'a> Parser<'a> {
    pub(super) fn new(line: &'a NumberedLine) -> Parser<'a> {
        Parser { line, at: 0 }
    }

    fn fault(&self, at: usize, found: impl Into<String>, expected: impl Into<String>) -> ReadError {
        ReadError::new(self.line.place(at), found, expected)
    }

    fn rest(&self) -> &'a str {
        &self.line.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Takes everything up to a blank or a character at which `stops` says so.
    fn take_word(&mut self, stops: fn(char) -> bool) -> (usize, &'a str) {
        self.skip_blanks();
        let (at, rest) = (self.at, self.rest());
        let end = rest
            .find(|c: char| c.is_whitespace() || stops(c))
            .unwrap_or(rest.len());
        self.at += end;
        (at, &rest[..end])
    }

    pub(super) fn read(mut self) -> Result<Epd, ReadError> {
        let mut epd = Epd::new(self.read_board()?);
        let mut counters = (epd.board.halfmove_clock(), epd.board.fullmove_number());
        loop {
            self.skip_blanks();
            match self.peek() {
                None => break,
                Some(';') => self.at += 1,
                Some(_) => self.read_operation(&mut epd, &mut counters)?,
            }
        }
        let mut setup = Setup::of(&epd.board);
        setup.set_counters(counters.0, counters.1);
        if let Ok(board) = setup.build() {
            epd.board = board;
        }
        Ok(epd)
    }

    /// Reads the four fields of the board, and the two counters of a FEN if they are there.
    fn read_board(&mut self) -> Result<Board, ReadError> {
        let mut fields = Vec::new();
        for _ in 0..4 {
            let (at, field) = self.take_word(|_| false);
            fields.push((at, field));
        }
        for _ in 0..2 {
            self.skip_blanks();
            if !self.peek().is_some_and(|next| next.is_ascii_digit()) {
                break;
            }
            fields.push(self.take_word(|stop| stop == ';'));
        }
        let texts: Vec<_> = fields.iter().map(|&(_, text)| text).collect();
        Board::from_fen(&texts.join(" ")).map_err(|error| self.bad_board(&fields, &error))
    }

    fn bad_board(&self, fields: &[(usize, &str)], error: &FenError) -> ReadError {
        let index = match error.field() {
            FenField::Placement | FenField::Fen => 0,
            FenField::SideToMove => 1,
            FenField::Castling => 2,
            FenField::EnPassant => 3,
            FenField::HalfmoveClock => 4,
            FenField::FullmoveNumber => 5,
        };
        let (at, text) = fields.get(index).copied().unwrap_or((self.at, ""));
        let found = if text.is_empty() {
            String::from("the end of the line")
        } else {
            quote(text)
        };
        self.fault(at, found, format!("a position ({error})"))
    }

    fn read_operation(
        &mut self,
        epd: &mut Epd,
        counters: &mut (u16, u16),
    ) -> Result<(), ReadError> {
        let (at, opcode) = self.take_word(|stop| stop == ';');
        if !is_opcode(opcode) {
            return Err(self.fault(
                at,
                quote(opcode),
                "the name of an operation, such as bm, am, dm or id",
            ));
        }
        let words = self.read_operands()?;
        let value = match wants(opcode) {
            Wants::Moves => Value::Moves(self.read_moves(at, opcode, words, epd.board, false)?),
            Wants::Line => Value::Line(self.read_moves(at, opcode, words, epd.board, true)?),
            Wants::Number => Value::Number(self.read_number(at, opcode, &words)?),
            Wants::Counter if opcode == HALFMOVES => {
                counters.0 = self.read_number(at, opcode, &words)?;
                return Ok(());
            }
            Wants::Counter => {
                counters.1 = self.read_number(at, opcode, &words)?;
                return Ok(());
            }
            Wants::Words => Value::Words(words.into_iter().map(|word| word.text).collect()),
        };
        epd.operations.push(Operation {
            opcode: opcode.to_string(),
            value,
        });
        Ok(())
    }

    /// Reads words and texts in quotes up to the semicolon, which is taken, or to the end of the line.
    fn read_operands(&mut self) -> Result<Vec<Word>, ReadError> {
        let mut words = Vec::new();
        loop {
            self.skip_blanks();
            match self.peek() {
                None => return Ok(words),
                Some(';') => {
                    self.at += 1;
                    return Ok(words);
                }
                Some('"') => words.push(self.read_string()?),
                Some(_) => {
                    let (at, text) = self.take_word(|stop| stop == ';');
                    let text = text.replace(char::is_control, " ");
                    words.push(Word { text, at });
                }
            }
        }
    }

    fn read_string(&mut self) -> Result<Word, ReadError> {
        let at = self.at;
        let mut text = String::new();
        let mut chars = self.rest().char_indices().skip(1).peekable();
        while let Some((offset, letter)) = chars.next() {
            match letter {
                '"' => {
                    self.at += offset + 1;
                    return Ok(Word { text, at });
                }
                '\\' => {
                    let escaped = chars.next_if(|&(_, next)| next == '"' || next == '\\');
                    text.push(escaped.map_or('\\', |(_, next)| next));
                }
                control if control.is_control() => text.push(' '),
                other => text.push(other),
            }
        }
        Err(self.fault(
            at,
            "the end of the line in a text that begins here",
            "a closing double quote",
        ))
    }

    /// Reads moves in algebraic or in coordinate notation; in a line each is played before the next.
    fn read_moves(
        &self,
        at: usize,
        opcode: &str,
        words: Vec<Word>,
        mut board: Board,
        in_line: bool,
    ) -> Result<Vec<Move>, ReadError> {
        if words.is_empty() {
            let found = format!("nothing behind {opcode}");
            return Err(self.fault(at, found, "one or more moves"));
        }
        let mut moves = Vec::with_capacity(words.len());
        for word in words {
            let text = word.text.trim_end_matches(',');
            let mv = board
                .move_from_san(text)
                .or_else(|error| board.move_from_uci(text).map_err(|_| error))
                .map_err(|error| {
                    ReadError::bad_move(self.line.place(word.at), text, error.reason())
                })?;
            moves.push(mv);
            if in_line {
                board = board.make(mv);
            }
        }
        Ok(moves)
    }

    fn read_number<N: FromStr>(
        &self,
        at: usize,
        opcode: &str,
        words: &[Word],
    ) -> Result<N, ReadError> {
        let (at, found) = match words {
            [word] => match word.text.parse() {
                Ok(number) => return Ok(number),
                Err(_) => (word.at, quote(&word.text)),
            },
            [] => (at, format!("nothing behind {opcode}")),
            [_, second, ..] => (second.at, quote(&second.text)),
        };
        Err(self.fault(at, found, format!("one whole number for {opcode}")))
    }
}
