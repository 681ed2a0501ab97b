//! What annotators add to moves: comments and glyphs; and how a game ended.

use std::fmt;
use std::str::FromStr;

use regence_chess::{Color, Outcome};

/// A comment: text without braces and line breaks, never empty.
///
/// PGN wraps comments at will and cannot write a closing brace in them, so this is the form in which a comment
/// survives writing and reading.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Comment(Box<str>);

impl Comment {
    /// A comment of that text: runs of blanks, line breaks and control characters become one space, braces
    /// become round brackets. Nothing if no text is left.
    ///
    /// ```
    /// use regence_records::pgn::Comment;
    /// let comment = Comment::new(" a trap {or not}\n").unwrap();
    /// assert_eq!(comment.as_str(), "a trap (or not)");
    /// assert_eq!(Comment::new(" \t"), None);
    /// ```
    pub fn new(text: &str) -> Option<Comment> {
        let mut clean = String::with_capacity(text.len());
        let words = text.split(|letter: char| letter == ' ' || letter.is_control());
        for word in words.filter(|word| !word.is_empty()) {
            if !clean.is_empty() {
                clean.push(' ');
            }
            clean.extend(word.chars().map(|letter| match letter {
                '{' => '(',
                '}' => ')',
                other => other,
            }));
        }
        (!clean.is_empty()).then(|| Comment(clean.into()))
    }

    /// A comment of text that is known to have the right form.
    pub(super) fn from_clean(text: String) -> Comment {
        Comment(text.into())
    }

    /// The text, without braces around it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Comment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A numeric annotation glyph: `$1` is a good move (`!`), and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nag(u8);

impl Nag {
    /// `!`
    pub const GOOD: Nag = Nag(1);
    /// `?`
    pub const MISTAKE: Nag = Nag(2);
    /// `!!`
    pub const BRILLIANT: Nag = Nag(3);
    /// `??`
    pub const BLUNDER: Nag = Nag(4);
    /// `!?`
    pub const INTERESTING: Nag = Nag(5);
    /// `?!`
    pub const DUBIOUS: Nag = Nag(6);

    /// The glyph with that number.
    pub const fn new(number: u8) -> Nag {
        Nag(number)
    }

    /// The number of the glyph.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The glyph that one or two marks behind a move mean.
    pub(super) fn from_marks(first: u8, second: Option<u8>) -> Nag {
        match (first, second) {
            (b'!', Some(b'!')) => Nag::BRILLIANT,
            (b'!', Some(b'?')) => Nag::INTERESTING,
            (b'!', _) => Nag::GOOD,
            (_, Some(b'!')) => Nag::DUBIOUS,
            (_, Some(b'?')) => Nag::BLUNDER,
            _ => Nag::MISTAKE,
        }
    }
}

impl fmt::Display for Nag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}

/// How a game ended, as its record says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum GameResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: still going on, given up, or not known.
    #[default]
    Unknown,
}

impl GameResult {
    /// The text that PGN has for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            GameResult::WhiteWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        }
    }

    /// The win of one side.
    pub const fn win(winner: Color) -> GameResult {
        match winner {
            Color::White => GameResult::WhiteWins,
            Color::Black => GameResult::BlackWins,
        }
    }

    /// Reads the text of a result, with the ways of writing it that are in use.
    pub(super) fn from_text(text: &str) -> Option<GameResult> {
        Some(match text.replace(['–', '—'], "-").as_str() {
            "1-0" => GameResult::WhiteWins,
            "0-1" => GameResult::BlackWins,
            "1/2-1/2" | "1/2" | "½-½" | "½" => GameResult::Draw,
            "*" => GameResult::Unknown,
            _ => return None,
        })
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> GameResult {
        match outcome.winner() {
            Some(winner) => GameResult::win(winner),
            None => GameResult::Draw,
        }
    }
}

impl FromStr for GameResult {
    type Err = String;

    fn from_str(text: &str) -> Result<GameResult, String> {
        GameResult::from_text(text).ok_or_else(|| {
            let found = crate::error::quote(text);
            format!("found {found}, expected one of 1-0, 0-1, 1/2-1/2 and *")
        })
    }
}
