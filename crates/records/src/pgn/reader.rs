//! Games from text, one after the other, from any reader.
//!
//! The `pgn-reader` crate is quick and well kept, but it passes over what it does not understand without a word,
//! drops `;` comments, and cannot say where in the text it is. Here errors name line and column, so the
//! text is cut up by our own [lexer](super::lexer); the tests compare both readers on what both can read.

use std::io::Read;
use std::iter::FusedIterator;
use std::str::FromStr;

use regence_chess::Board;

use super::game::{Game, LineId};
use super::lexer::{Kind, Lexer, Token};
use super::notes::{Comment, GameResult, Nag};
use super::tags::{self, TagName};
use crate::error::{Place, ReadError, quote};

/// Reads games one by one; only the one at hand is in memory.
///
/// A game that cannot be understood gives an error, and the reader goes on with the next game: it looks for the
/// next tags, for a result, or for a move number 1 after an empty line. After a failure of the input
/// itself nothing follows.
///
/// The reader is tolerant where a text has only one meaning: move numbers may be wrong or missing, results may be
/// missing, moves may be written as coordinates, text may be UTF-8 or Latin-1. It asks for legal moves.
///
/// ```
/// use regence_records::pgn::Reader;
///
/// let text = "1. e4 e5 2. Ke3 *\n\n[Event \"Next\"]\n\n1. d4 {solid} d5 1/2-1/2\n";
/// let games: Vec<_> = Reader::new(text.as_bytes()).collect();
/// let error = games[0].as_ref().unwrap_err();
/// assert_eq!((error.place().line(), error.place().column()), (1, 13));
/// assert_eq!(games[1].as_ref().unwrap().tags().get("Event"), Some("Next"));
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    lexer: Lexer<R>,
    /// The first token of the next game, where it was needed to find the end of the last.
    pending: Option<Token>,
    ended: bool,
}

impl<R: Read> Reader<R> {
    /// The most bytes of a game's text, unless told otherwise: far more than the longest annotated game.
    pub const DEFAULT_LIMIT: u64 = 4 << 20;

    /// Reads from that input. It needs no buffer of its own.
    pub fn new(input: R) -> Reader<R> {
        Reader {
            lexer: Lexer::new(input, Reader::<R>::DEFAULT_LIMIT),
            pending: None,
            ended: false,
        }
    }

    /// Sets the most bytes that the text of one game may have; a longer one is an error. In memory, a game may be
    /// some hundred times as large as a text that was made to be so, and otherwise a few times.
    pub fn with_limit(mut self, bytes: u64) -> Reader<R> {
        self.lexer.set_limit(bytes);
        self
    }

    /// How many bytes of the text have been read and understood so far: all of the games that were given, and at
    /// most one word more.
    pub fn offset(&self) -> u64 {
        self.lexer.offset()
    }

    /// Where the next game begins: the byte behind the games that were given, blanks and stray comments aside.
    pub fn next_start(&self) -> u64 {
        let pending = self.pending.as_ref();
        pending.map_or(self.lexer.offset(), |token| token.start)
    }

    fn next_token(&mut self) -> Token {
        match self.pending.take() {
            Some(token) => token,
            None => self.lexer.next_token(),
        }
    }

    fn read_game(&mut self) -> Option<Result<Game, ReadError>> {
        self.lexer.begin_game();
        let mut builder = Builder::new();
        loop {
            let token = self.next_token();
            match builder.take(token) {
                Flow::More => {}
                Flow::Ends(next) => {
                    self.pending = Some(next);
                    return Some(Ok(builder.finish()));
                }
                Flow::EndOfText => return self.end(builder),
                Flow::Fault(error) => {
                    self.skip_game(&builder);
                    return Some(Err(error));
                }
                Flow::Unclosed(error, next) => {
                    self.pending = Some(next);
                    return Some(Err(error));
                }
            }
        }
    }

    fn end(&mut self, builder: Builder) -> Option<Result<Game, ReadError>> {
        self.ended = true;
        if let Some(failure) = self.lexer.take_failure() {
            return Some(Err(failure));
        }
        if let Some(level) = builder.stack.last() {
            return Some(Err(unclosed_variation(level, "the end of the text")));
        }
        (!builder.is_empty()).then(|| Ok(builder.finish()))
    }

    /// Skips the rest of a bad game, up to the first token of the next.
    fn skip_game(&mut self, bad: &Builder) {
        self.lexer.begin_discarding();
        let mut depth = bad.stack.len();
        let mut in_moves = bad.phase != Phase::Tags;
        let mut ended = false;
        loop {
            let token = self.lexer.next_token();
            let begins_next = match &token.kind {
                Kind::End => true,
                Kind::Tag { name, .. } => {
                    token.starts_line && (in_moves || token.after_gap || name == "Event")
                }
                Kind::BadTag(_) => token.starts_line && (in_moves || token.after_gap),
                Kind::Number { number, dots } => {
                    in_moves && token.after_gap && number == "1" && *dots < 2
                }
                Kind::Comment(_) => ended && token.after_gap,
                _ => false,
            };
            if begins_next || ended && !matches!(token.kind, Kind::Comment(_)) {
                self.pending = Some(token);
                return;
            }
            match token.kind {
                Kind::Open => depth += 1,
                Kind::Close => depth = depth.saturating_sub(1),
                Kind::Result(_) if depth == 0 => ended = true,
                _ => {}
            }
            in_moves |= !is_head(&token.kind);
        }
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Game, ReadError>;

    fn next(&mut self) -> Option<Result<Game, ReadError>> {
        if self.ended {
            return None;
        }
        self.read_game()
    }
}

impl<R: Read> FusedIterator for Reader<R> {}

/// Reads the first game of a text.
impl FromStr for Game {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Game, ReadError> {
        match Reader::new(text.as_bytes()).next() {
            Some(game) => game,
            None => Err(ReadError::new(Place::START, "no game", "tags or moves")),
        }
    }
}

/// What a token means for the game that is being read.
enum Flow {
    More,
    /// The game is complete; the token belongs to the next.
    Ends(Token),
    EndOfText,
    /// The rest of the game makes no sense any more.
    Fault(ReadError),
    /// The next game began before a variation of this one was closed.
    Unclosed(ReadError, Token),
}

/// The part of a game that is being read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Tags,
    Moves,
    /// Behind the result: only comments may follow.
    Ended,
}

/// A line that a variation has left, to go back to.
struct Level {
    line: LineId,
    /// The position before the line's last move: the one in which the variation begins.
    before: Board,
    opened: Place,
}

/// A game that grows token by token.
struct Builder {
    game: Game,
    phase: Phase,
    /// Whether there is anything but comments.
    has_content: bool,
    result: Option<GameResult>,
    tagged_result: Option<GameResult>,
    line: LineId,
    board: Board,
    /// The position before the last move of the line; nothing before its first.
    before: Option<Board>,
    /// Glyphs that came before the line's first move.
    early_nags: Vec<Nag>,
    stack: Vec<Level>,
}

impl Builder {
    fn new() -> Builder {
        Builder {
            game: Game::new(Board::startpos()),
            phase: Phase::Tags,
            has_content: false,
            result: None,
            tagged_result: None,
            line: LineId::MAIN,
            board: Board::startpos(),
            before: None,
            early_nags: Vec::new(),
            stack: Vec::new(),
        }
    }

    fn is_empty(&self) -> bool {
        !self.has_content
    }

    /// The result behind the moves counts; one that says nothing gives way to the tag.
    fn finish(mut self) -> Game {
        let known = |result: &GameResult| *result != GameResult::Unknown;
        let result = self.result.filter(known).or(self.tagged_result);
        self.game.set_result(result.unwrap_or_default());
        self.game.name_variant();
        self.game
    }

    fn take(&mut self, token: Token) -> Flow {
        if let Kind::End = token.kind {
            return Flow::EndOfText;
        }
        if self.next_game_begins(&token) {
            return match self.stack.last() {
                Some(level) => Flow::Unclosed(unclosed_variation(level, "the next game"), token),
                None => Flow::Ends(token),
            };
        }
        match self.add(token) {
            Ok(()) => Flow::More,
            Err(error) => Flow::Fault(error),
        }
    }

    /// Whether a token cannot belong to this game any more.
    fn next_game_begins(&self, token: &Token) -> bool {
        match (&token.kind, self.phase) {
            (Kind::Tag { name, .. }, Phase::Tags) => {
                token.after_gap && self.has_content && name == "Event"
            }
            (Kind::Tag { .. } | Kind::BadTag(_), Phase::Moves) => token.starts_line,
            (Kind::Comment(_), Phase::Ended) => token.after_gap,
            (Kind::Nag(_) | Kind::Open | Kind::Close, Phase::Ended) => false,
            (_, Phase::Ended) => true,
            (Kind::Number { number, dots }, Phase::Moves) => {
                let has_moves = !self.game.main_line().plies().is_empty();
                token.after_gap && has_moves && number == "1" && *dots < 2
            }
            _ => false,
        }
    }

    fn add(&mut self, token: Token) -> Result<(), ReadError> {
        let place = token.place;
        if !is_head(&token.kind) && self.phase == Phase::Tags {
            self.phase = Phase::Moves;
        }
        self.has_content |= !matches!(token.kind, Kind::Comment(_));
        match token.kind {
            Kind::Tag {
                name,
                value,
                value_place,
            } => self.add_tag(place, &name, &value, value_place),
            Kind::Comment(comment) => {
                self.game.append_comment(self.line, comment);
                Ok(())
            }
            Kind::Word(word) => self.add_move(place, word),
            Kind::Nag(nag) => {
                self.add_nag(nag);
                Ok(())
            }
            Kind::Open => self.open(place),
            Kind::Close => self.close(place),
            Kind::Result(result) => {
                self.add_result(result);
                Ok(())
            }
            Kind::BadTag(error) | Kind::Bad(error) => Err(error),
            Kind::Number { .. } | Kind::End => Ok(()),
        }
    }

    fn add_tag(
        &mut self,
        place: Place,
        name: &str,
        value: &str,
        value_place: Place,
    ) -> Result<(), ReadError> {
        if self.phase != Phase::Tags {
            let found = format!("the tag {}", quote(name));
            return Err(ReadError::new(
                place,
                found,
                "a move or a result; tags stand before the moves, in lines of their own",
            ));
        }
        match name {
            tags::RESULT => self.tagged_result = GameResult::from_text(value.trim()),
            tags::SET_UP => {}
            tags::FEN => {
                self.board = Board::from_fen(value).map_err(|error| {
                    ReadError::new(value_place, quote(value), format!("a position ({error})"))
                })?;
                self.game.set_start(self.board);
            }
            _ => match TagName::new(name) {
                Ok(name) => self.game.tags_mut().set(name, value),
                Err(error) => {
                    return Err(ReadError::new(place, quote(name), error.to_string()));
                }
            },
        }
        Ok(())
    }

    fn add_move(&mut self, place: Place, mut word: String) -> Result<(), ReadError> {
        if !word.is_ascii() {
            word = word.replace(['–', '—'], "-");
        }
        let next = if is_pass(&word) {
            if self.board.in_check() {
                let expected = "a legal move (nobody can pass in check)";
                return Err(ReadError::new(place, quote(&word), expected));
            }
            self.game.add_ply(self.line, None);
            self.board.make_null()
        } else {
            let mv = self
                .board
                .move_from_san(&word)
                .or_else(|error| self.board.move_from_uci(&word).map_err(|_| error))
                .map_err(|error| ReadError::bad_move(place, &word, error.reason()))?;
            self.game.add_ply(self.line, Some(mv));
            self.board.make(mv)
        };
        self.before = Some(self.board);
        self.board = next;
        for nag in std::mem::take(&mut self.early_nags) {
            self.add_nag(nag);
        }
        Ok(())
    }

    fn add_nag(&mut self, nag: Nag) {
        match self.before {
            None => self.early_nags.push(nag),
            Some(_) => self.game.append_nag(self.line, nag),
        }
    }

    /// A result inside a variation says how that line would have ended: a comment, not the end of the game.
    fn add_result(&mut self, result: GameResult) {
        if self.stack.is_empty() {
            self.result = Some(result);
            self.phase = Phase::Ended;
        } else if let Some(comment) = Comment::new(result.as_str()) {
            self.game.append_comment(self.line, comment);
        }
    }

    fn open(&mut self, place: Place) -> Result<(), ReadError> {
        let (Some(before), false) = (self.before, self.phase == Phase::Ended) else {
            return Err(ReadError::new(
                place,
                "the beginning of a variation",
                "a move before it, which the variation replaces",
            ));
        };
        let variation = self
            .game
            .branch_off(self.line)
            .map_err(|error| ReadError::new(place, "one more variation", error.to_string()))?;
        self.stack.push(Level {
            line: self.line,
            before,
            opened: place,
        });
        self.line = variation;
        self.board = before;
        self.before = None;
        Ok(())
    }

    fn close(&mut self, place: Place) -> Result<(), ReadError> {
        let Some(level) = self.stack.pop() else {
            return Err(ReadError::new(
                place,
                "the end of a variation",
                "an opening bracket ( before it",
            ));
        };
        // A glyph without a move says nothing.
        self.early_nags.clear();
        self.game.drop_if_blank(self.line);
        self.line = level.line;
        self.before = Some(level.before);
        self.board = self.game.replay_last(level.line, level.before);
        Ok(())
    }
}

/// Whether a token may stand before the moves.
fn is_head(kind: &Kind) -> bool {
    matches!(kind, Kind::Tag { .. } | Kind::BadTag(_) | Kind::Comment(_))
}

fn unclosed_variation(level: &Level, found: &str) -> ReadError {
    ReadError::new(
        level.opened,
        format!("{found} in a variation that begins here"),
        "a closing bracket ) before it",
    )
}

/// The ways of writing a passed turn, by which annotators show a threat.
fn is_pass(word: &str) -> bool {
    matches!(word, "--" | "Z0" | "null" | "pass" | "@@@@")
}
