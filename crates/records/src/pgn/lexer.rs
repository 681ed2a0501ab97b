//! PGN text in pieces: tags, moves, comments, brackets, results.

use std::io::Read;

use super::notes::{Comment, GameResult, Nag};
use super::tags;
use crate::error::{Place, ReadError, quote};
use crate::source::{LOOKAHEAD, Source, decode};

/// One piece of text and where it stands.
#[derive(Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) place: Place,
    /// Its first byte, counted from the beginning of the text.
    pub(super) start: u64,
    /// Only blanks are before it in its line.
    pub(super) starts_line: bool,
    /// There is an empty line between it and the token before.
    pub(super) after_gap: bool,
}

#[derive(Debug)]
pub(super) enum Kind {
    Tag {
        name: String,
        value: String,
        /// Where the value stands.
        value_place: Place,
    },
    /// The number of a move; `dots` tells `1.` from `1...`.
    Number {
        number: String,
        dots: u32,
    },
    /// Everything that may be a move.
    Word(String),
    Nag(Nag),
    Comment(Comment),
    Open,
    Close,
    Result(GameResult),
    /// A tag that is not well formed.
    BadTag(ReadError),
    /// Anything else that is not well formed.
    Bad(ReadError),
    /// No more text.
    End,
}

/// The longest word that is kept whole; no move is nearly as long.
const LONGEST_WORD: usize = 255;

/// Cuts a stream of bytes into tokens. After an error it goes on behind the fault.
#[derive(Debug)]
pub(super) struct Lexer<R> {
    source: Source<R>,
    /// The most bytes of a game.
    limit: u64,
    game_start: u64,
    /// Nobody will read the comments of a game that has turned out bad: keep none.
    discards: bool,
    starts_line: bool,
    after_gap: bool,
}

impl<R: Read> Lexer<R> {
    pub(super) fn new(input: R, limit: u64) -> Lexer<R> {
        Lexer {
            source: Source::new(input),
            limit,
            game_start: 0,
            discards: false,
            starts_line: true,
            after_gap: true,
        }
    }

    pub(super) fn set_limit(&mut self, limit: u64) {
        self.limit = limit;
    }

    /// From here on, text counts for the next game.
    pub(super) fn begin_game(&mut self) {
        self.game_start = self.source.offset();
        self.discards = false;
    }

    /// From here on, text is only looked at for its shape.
    pub(super) fn begin_discarding(&mut self) {
        self.discards = true;
    }

    pub(super) fn offset(&self) -> u64 {
        self.source.offset()
    }

    pub(super) fn take_failure(&mut self) -> Option<ReadError> {
        self.source.take_failure()
    }

    pub(super) fn next_token(&mut self) -> Token {
        loop {
            self.skip_blanks();
            if self.discards {
                self.game_start = self.source.offset();
            }
            let (place, start) = (self.source.place(), self.source.offset());
            let (starts_line, after_gap) = (self.starts_line, self.after_gap);
            self.starts_line = false;
            self.after_gap = false;
            if let Some(kind) = self.read_kind(place) {
                return Token {
                    kind,
                    place,
                    start,
                    starts_line,
                    after_gap,
                };
            }
        }
    }

    /// Skips blanks, line ends, stray dots and the lines that begin with `%`, and notes what they say about
    /// the next token.
    fn skip_blanks(&mut self) {
        let mut fresh_line = self.source.place().column() == 1;
        while let Some(byte) = self.source.peek() {
            match byte {
                b'%' if fresh_line => {
                    self.skip_line();
                    self.starts_line = false;
                }
                b'\r' if self.source.peek_at(1) == Some(b'\n') => {
                    self.source.take();
                    continue;
                }
                b'\n' | b'\r' => {
                    self.after_gap |= self.starts_line;
                    self.starts_line = true;
                    self.source.take();
                    fresh_line = true;
                    continue;
                }
                b' ' | b'\t' | b'\x0b' | b'\x0c' => {
                    self.source.take();
                }
                b'.' => {
                    self.starts_line = false;
                    self.source.take();
                }
                // The mark of UTF-8 text stands in the middle where files were joined.
                0xef if self.source.skip_byte_order_mark() => continue,
                _ => return,
            }
            fresh_line = false;
        }
    }

    /// Skips to the end of the line, but not over it.
    fn skip_line(&mut self) {
        while !matches!(self.source.peek(), None | Some(b'\n' | b'\r')) {
            self.source.take();
        }
    }

    /// Reads a token; nothing if there is none after all (an empty comment).
    fn read_kind(&mut self, place: Place) -> Option<Kind> {
        let Some(byte) = self.source.peek() else {
            return Some(Kind::End);
        };
        if let Err(error) = self.check_size() {
            return Some(Kind::Bad(error));
        }
        match byte {
            b'[' => Some(self.read_tag().unwrap_or_else(Kind::BadTag)),
            b'{' => comment_kind(self.read_comment(place)),
            b';' => comment_kind(self.read_line_comment()),
            b'$' => Some(self.read_nag(place)),
            b'(' => Some(self.single(Kind::Open)),
            b')' => Some(self.single(Kind::Close)),
            b'*' => Some(self.single(Kind::Result(GameResult::Unknown))),
            b'!' | b'?' => Some(self.read_marks(byte)),
            _ if is_word_byte(byte) => self.read_word(),
            _ => {
                self.source.take();
                // One error for all that follow it, too: a file of holes has millions.
                while self.source.peek().is_some_and(begins_nothing) {
                    self.source.take();
                }
                Some(Kind::Bad(ReadError::new(
                    place,
                    quote(&char::from(byte).to_string()),
                    "a move, a comment, a variation or a result",
                )))
            }
        }
    }

    /// Reads the glyph that one or two marks behind a move mean.
    fn read_marks(&mut self, first: u8) -> Kind {
        self.source.take();
        let second = self.source.peek().filter(|next| b"!?".contains(next));
        if second.is_some() {
            self.source.take();
        }
        Kind::Nag(Nag::from_marks(first, second))
    }

    fn single(&mut self, kind: Kind) -> Kind {
        self.source.take();
        kind
    }

    fn check_size(&self) -> Result<(), ReadError> {
        if self.source.offset() - self.game_start <= self.limit {
            return Ok(());
        }
        Err(ReadError::new(
            self.source.place(),
            "a game that still goes on",
            format!("at most {} bytes a game", self.limit),
        ))
    }

    fn read_tag(&mut self) -> Result<Kind, ReadError> {
        self.source.take();
        self.skip_spaces();
        let mut name = Vec::new();
        while let Some(byte) = self.source.peek().filter(|&byte| tags::is_name_byte(byte)) {
            self.check_size()?;
            name.push(byte);
            self.source.take();
        }
        if name.is_empty() {
            return Err(self.bad_tag("the name of a tag, as in [White \"Somebody\"]"));
        }
        self.skip_spaces();
        let value_place = self.source.place();
        if self.source.peek() != Some(b'"') {
            return Err(self.bad_tag("the value of the tag in double quotes"));
        }
        self.source.take();
        let value = self.read_string()?;
        Ok(Kind::Tag {
            name: decode(name),
            value,
            value_place,
        })
    }

    /// Reads a value to its closing quote, and the bracket behind it.
    ///
    /// Quotes inside a value should be written `\"`, but often are not: one counts as closing only if the bracket
    /// or the end of the line follows.
    fn read_string(&mut self) -> Result<String, ReadError> {
        let mut value = Vec::new();
        loop {
            self.check_size()?;
            let ahead = (self.source.peek(), self.source.peek_at(1));
            match ahead {
                (None | Some(b'\n' | b'\r'), _) => {
                    return Err(self.bad_tag("a closing double quote in the same line"));
                }
                (Some(b'\\'), Some(escaped @ (b'"' | b'\\'))) => {
                    self.source.take();
                    self.source.take();
                    value.push(escaped);
                }
                (Some(b'"'), _) => match self.after_spaces(1) {
                    Some(b']') => {
                        self.source.take();
                        self.skip_spaces();
                        self.source.take();
                        return Ok(decode(value));
                    }
                    None | Some(b'\n' | b'\r') => {
                        self.source.take();
                        self.skip_spaces();
                        return Err(self.bad_tag("a closing ] in the same line"));
                    }
                    Some(_) => {
                        self.source.take();
                        value.push(b'"');
                    }
                },
                (Some(byte), _) => {
                    self.source.take();
                    value.push(byte);
                }
            }
        }
    }

    /// The first byte behind spaces, `ahead` bytes from here.
    fn after_spaces(&mut self, mut ahead: usize) -> Option<u8> {
        while ahead < LOOKAHEAD && matches!(self.source.peek_at(ahead), Some(b' ' | b'\t')) {
            ahead += 1;
        }
        self.source.peek_at(ahead)
    }

    fn skip_spaces(&mut self) {
        while let Some(b' ' | b'\t') = self.source.peek() {
            self.source.take();
        }
    }

    /// A fault inside a tag: names what is here, and gives the rest of the line up.
    fn bad_tag(&mut self, expected: &str) -> ReadError {
        let place = self.source.place();
        let found = match self.source.peek() {
            None => String::from("the end of the text"),
            Some(b'\n' | b'\r') => String::from("the end of the line"),
            Some(byte) => quote(&char::from(byte).to_string()),
        };
        self.skip_line();
        ReadError::new(place, found, expected)
    }

    fn read_comment(&mut self, place: Place) -> Result<Option<Comment>, ReadError> {
        self.source.take();
        let mut text = Vec::new();
        // Line ends since the last byte that is not blank.
        let mut line_ends = 0u32;
        loop {
            let Some(byte) = self.source.peek() else {
                return Err(unclosed_comment(place, "the end of the text"));
            };
            match byte {
                b'\n' => line_ends = line_ends.saturating_add(1),
                b'\r' if self.source.peek_at(1) != Some(b'\n') => {
                    line_ends = line_ends.saturating_add(1)
                }
                b' ' | b'\t' | b'\r' => {}
                b'[' if line_ends > 0 && self.next_game_is_here(line_ends > 1) => {
                    self.starts_line = true;
                    self.after_gap = line_ends > 1;
                    return Err(unclosed_comment(place, "the next game"));
                }
                _ => line_ends = 0,
            }
            self.source.take();
            if byte == b'}' {
                return Ok(Comment::new(&decode(text)));
            }
            if self.discards {
                self.game_start = self.source.offset();
            } else {
                self.check_size()?;
                text.push(byte);
            }
        }
    }

    /// Whether the line that begins here can only be the head of another game: `[Event "`, or any tag after an
    /// empty line. Without this question, one forgotten brace would swallow the games up to the next one.
    fn next_game_is_here(&mut self, after_gap: bool) -> bool {
        let mut name = Vec::new();
        while let Some(byte) = self
            .source
            .peek_at(1 + name.len())
            .filter(|&byte| tags::is_name_byte(byte) && name.len() < LONGEST_WORD)
        {
            name.push(byte);
        }
        let is_tag = !name.is_empty() && self.after_spaces(1 + name.len()) == Some(b'"');
        is_tag && (after_gap || name == b"Event")
    }

    fn read_line_comment(&mut self) -> Result<Option<Comment>, ReadError> {
        self.source.take();
        let mut text = Vec::new();
        while let Some(byte) = self.source.peek().filter(|byte| !b"\r\n".contains(byte)) {
            self.source.take();
            if self.discards {
                self.game_start = self.source.offset();
            } else {
                self.check_size()?;
                text.push(byte);
            }
        }
        Ok(Comment::new(&decode(text)))
    }

    fn read_nag(&mut self, place: Place) -> Kind {
        self.source.take();
        let digits = self.read_bytes(|byte| byte.is_ascii_digit());
        match digits.parse() {
            Ok(number) => Kind::Nag(Nag::new(number)),
            Err(_) => Kind::Bad(ReadError::new(
                place,
                quote(&format!("${digits}")),
                "a glyph from $0 to $255",
            )),
        }
    }

    /// Reads a move, the number of a move, or a result; nothing if all of it was the remark `e.p.`.
    fn read_word(&mut self) -> Option<Kind> {
        let mut word = self.read_bytes(is_word_byte);
        if word.bytes().all(|byte| byte.is_ascii_digit()) {
            let mut dots = 0;
            while let Some(b'.') = self.source.peek() {
                self.source.take();
                dots += 1;
            }
            return Some(Kind::Number { number: word, dots });
        }
        let remark = (self.source.peek(), self.source.peek_at(1));
        if word.ends_with('e') && remark == (Some(b'.'), Some(b'p')) {
            word.pop();
            self.source.take();
            self.source.take();
            if word.is_empty() {
                return None;
            }
        }
        // Only a word with a digit in front can be one; most are moves.
        let result = match word.starts_with(['0', '1', '½']) {
            true => GameResult::from_text(&word),
            false => None,
        };
        Some(match result {
            Some(result) => Kind::Result(result),
            None => Kind::Word(word),
        })
    }

    /// Reads bytes of one kind, and keeps the first of them.
    fn read_bytes(&mut self, belongs: fn(u8) -> bool) -> String {
        let mut bytes = Vec::new();
        while let Some(byte) = self.source.peek().filter(|&byte| belongs(byte)) {
            self.source.take();
            if bytes.len() < LONGEST_WORD {
                bytes.push(byte);
            }
        }
        decode(bytes)
    }
}

fn comment_kind(comment: Result<Option<Comment>, ReadError>) -> Option<Kind> {
    match comment {
        Ok(comment) => comment.map(Kind::Comment),
        Err(error) => Some(Kind::Bad(error)),
    }
}

fn unclosed_comment(place: Place, found: &str) -> ReadError {
    ReadError::new(
        place,
        format!("{found} in a comment that begins here"),
        "a closing brace } before it",
    )
}

/// Whether no token and nothing between tokens begins with this byte.
fn begins_nothing(byte: u8) -> bool {
    let is_known = b" \t\x0b\x0c\r\n.%[{;$()*!?".contains(&byte);
    !is_known && !is_word_byte(byte)
}

/// Whether a byte may be part of a move, a move's number or a result: everything that has no meaning of its own.
fn is_word_byte(byte: u8) -> bool {
    !byte.is_ascii_control() && !b" .,{}()[];$!?*<>\"%".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of holes is refused in time in proportion to its size, without a message for each byte.
    #[test]
    fn bytes_that_mean_nothing_are_one_fault() {
        let text = "\0\0\u{1}\" \0% e4 %\0 (";
        let mut lexer = Lexer::new(text.as_bytes(), 1000);
        let mut found = Vec::new();
        loop {
            let token = lexer.next_token();
            found.push(match token.kind {
                Kind::End => break,
                Kind::Bad(_) => ("bad", token.start),
                Kind::Open => ("open", token.start),
                _ => ("word", token.start),
            });
        }
        let starts = [0, 5, 6, 8, 11, 14].into_iter();
        let kinds = ["bad", "bad", "bad", "word", "bad", "open"];
        assert_eq!(found, kinds.into_iter().zip(starts).collect::<Vec<_>>());
    }
}
