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

    /// Reads the four fields of the board, and the two counters of a FEN if they are there. Published suites leave
    /// castling rights or the en passant square out, or change their places: what a field is shows in how it looks.
    fn read_board(&mut self) -> Result<Board, ReadError> {
        let placement = self.take_word(|_| false);
        let side = self.take_word(|_| false);
        let (mut castling, mut en_passant, mut dashes) = (None, None, Vec::new());
        while usize::from(castling.is_some()) + usize::from(en_passant.is_some()) + dashes.len() < 2
        {
            let before = self.at;
            let (at, field) = self.take_word(|stop| stop == ';');
            match field {
                "-" => dashes.push((at, field)),
                _ if en_passant.is_none() && is_square(field) && !self.is_before_text() => {
                    en_passant = Some((at, field));
                }
                // Whatever is no name of an operation is meant as castling rights, be they good or bad.
                _ if castling.is_none() && !field.is_empty() && !self.is_named(field) => {
                    castling = Some((at, field));
                }
                _ => {
                    self.at = before;
                    break;
                }
            }
        }
        let mut dashes = dashes.into_iter();
        let mut or_dash = |field: Option<_>| field.or_else(|| dashes.next());
        let (castling, en_passant) = (or_dash(castling), or_dash(en_passant));
        let or_none = |field: Option<_>| field.unwrap_or((self.at, "-"));
        let mut fields = vec![placement, side, or_none(castling), or_none(en_passant)];
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

    /// Whether the word that was just read is the name of an operation.
    fn is_named(&self, word: &str) -> bool {
        is_opcode(word) && (!matches!(wants(word), Wants::Words) || self.is_before_text())
    }

    /// Whether a text in quotes is next.
    fn is_before_text(&self) -> bool {
        self.rest().trim_start().starts_with('"')
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
            Wants::Moves if words.first().is_some_and(|word| word.text.starts_with('#')) => {
                Value::Mate(self.read_mate(at, opcode, &words)?)
            }
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

    /// Reads `#3`, or `#-3` for the side that is mated.
    fn read_mate(&self, at: usize, opcode: &str, words: &[Word]) -> Result<i64, ReadError> {
        if let [word] = words
            && let Some(Ok(moves)) = word.text.strip_prefix('#').map(str::parse)
            && moves != 0
        {
            return Ok(moves);
        }
        let found = words.iter().map(|word| word.text.as_str());
        let found = quote(&found.collect::<Vec<_>>().join(" "));
        let at = words.first().map_or(at, |word| word.at);
        Err(self.fault(
            at,
            found,
            format!("moves, or one mate such as #3 or #-3, for {opcode}"),
        ))
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

/// Whether it is meant as a square, be it a good or a bad one.
fn is_square(text: &str) -> bool {
    matches!(text.as_bytes(), [b'a'..=b'h', b'0'..=b'9'])
}
