//! The game tree.
//!
//! A game owns its lines in one list: the main line, and every variation with a note of the move that it
//! replaces. No line contains another, so a game may be nested to any depth without anything ever recursing.

use std::error::Error;
use std::fmt;

use regence_chess::{Board, Game as PlayedGame, Move};

use super::notes::{Comment, GameResult, Nag};
use super::tags::{self, TagName, Tags};

/// The name of a line within its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineId(u32);

impl LineId {
    /// The moves that were played.
    pub const MAIN: LineId = LineId(0);

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// The move that a variation replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch {
    line: LineId,
    ply: usize,
}

impl Branch {
    /// The line that the variation leaves.
    pub fn line(self) -> LineId {
        self.line
    }

    /// The index of the replaced move in that line.
    pub fn ply(self) -> usize {
        self.ply
    }
}

/// Moves one after the other, with what is said about them.
#[derive(Clone, Debug)]
pub struct Line {
    branch: Option<Branch>,
    intro: Vec<Comment>,
    plies: Vec<Ply>,
}

impl Line {
    fn new(branch: Option<Branch>) -> Line {
        Line {
            branch,
            intro: Vec::new(),
            plies: Vec::new(),
        }
    }

    /// Where the line leaves another; the main line leaves none.
    pub fn branch(&self) -> Option<Branch> {
        self.branch
    }

    /// The comments before the first move.
    pub fn intro(&self) -> &[Comment] {
        &self.intro
    }

    /// The moves.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// A line of which nothing would be written.
    fn is_blank(&self) -> bool {
        self.plies.is_empty() && self.intro.is_empty()
    }
}

/// One move of a line with what is said about it.
#[derive(Clone, Debug)]
pub struct Ply {
    mv: Option<Move>,
    /// Most moves have none.
    notes: Option<Box<Notes>>,
}

#[derive(Clone, Debug, Default)]
struct Notes {
    nags: Vec<Nag>,
    comments: Vec<Comment>,
    variations: Vec<LineId>,
    tail: Vec<Comment>,
}

impl Ply {
    /// The move. Nothing for a passed turn (`--`), by which annotators show a threat.
    pub fn mv(&self) -> Option<Move> {
        self.mv
    }

    /// The glyphs.
    pub fn nags(&self) -> &[Nag] {
        self.notes.as_ref().map_or(&[], |notes| &notes.nags)
    }

    /// The comments behind the move.
    pub fn comments(&self) -> &[Comment] {
        self.notes.as_ref().map_or(&[], |notes| &notes.comments)
    }

    /// The variations that replace the move.
    pub fn variations(&self) -> &[LineId] {
        self.notes.as_ref().map_or(&[], |notes| &notes.variations)
    }

    /// The comments behind those variations, before the next move.
    pub fn tail(&self) -> &[Comment] {
        self.notes.as_ref().map_or(&[], |notes| &notes.tail)
    }

    fn notes_mut(&mut self) -> &mut Notes {
        self.notes.get_or_insert_default()
    }
}

/// A game with everything that PGN can say about it.
///
/// ```
/// use regence_chess::Board;
/// use regence_records::pgn::{Comment, Game, LineId, TagName};
///
/// let mut game = Game::new(Board::startpos());
/// game.tags_mut().set(TagName::WHITE, "Vera");
/// for san in ["e4", "e5"] {
///     let mv = game.end_of(LineId::MAIN)?.move_from_san(san)?;
///     game.push(LineId::MAIN, mv)?;
/// }
/// let sicilian = game.open_variation(LineId::MAIN, 1)?;
/// let mv = game.end_of(sicilian)?.move_from_san("c5")?;
/// game.push(sicilian, mv)?;
/// game.comment(sicilian, Comment::new("sharper").unwrap())?;
/// assert_eq!(game.line_text(LineId::MAIN)?, "1. e4 e5 (1... c5 {sharper})");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    tags: Tags,
    start: Board,
    result: GameResult,
    /// The main line first, then the variations as they were opened.
    lines: Vec<Line>,
}

/// The value of the tag that tells readers of a Chess960 game.
const CHESS960: &str = "Chess960";

impl Game {
    /// A game that begins in that position, without a move yet.
    pub fn new(start: Board) -> Game {
        let mut game = Game {
            tags: Tags::new(),
            start,
            result: GameResult::Unknown,
            lines: vec![Line::new(None)],
        };
        game.name_variant();
        game
    }

    /// The record of a game as it was played, with its result if the rules have ended it.
    pub fn record(played: &PlayedGame) -> Game {
        let mut game = Game::new(*played.start());
        let plies = played.moves().iter().map(|&mv| Ply {
            mv: Some(mv),
            notes: None,
        });
        game.lines[0].plies.extend(plies);
        game.result = played.outcome().map_or(GameResult::Unknown, Into::into);
        game
    }

    /// The tags, without `Result`, `SetUp` and `FEN`: those follow from the game.
    pub fn tags(&self) -> &Tags {
        &self.tags
    }

    /// The tags, to change them.
    pub fn tags_mut(&mut self) -> &mut Tags {
        &mut self.tags
    }

    /// All tags that are written, in order, those that follow from the game included.
    pub fn all_tags(&self) -> Vec<(&str, String)> {
        let mut all: Vec<_> = self
            .tags
            .iter()
            .map(|(name, value)| (name, value.to_string()))
            .collect();
        let others = all.split_off(tags::BEFORE_RESULT.min(all.len()));
        all.push((tags::RESULT, self.result.to_string()));
        if self.start != Board::startpos() {
            all.push((tags::SET_UP, String::from("1")));
            all.push((tags::FEN, self.start.to_fen()));
        }
        all.extend(others);
        all
    }

    /// The position in which the game began.
    pub fn start(&self) -> &Board {
        &self.start
    }

    pub(super) fn set_start(&mut self, start: Board) {
        self.start = start;
    }

    /// Adds the `Variant` tag where other programs need it to understand castling.
    pub(super) fn name_variant(&mut self) {
        if self.start.is_chess960_setup() && self.tags.get(TagName::VARIANT.as_str()).is_none() {
            self.tags.set(TagName::VARIANT, CHESS960);
        }
    }

    /// Whether this is a game of Chess960, by its starting position or by what its tags say.
    pub fn is_chess960(&self) -> bool {
        let variant = self.tags.get(TagName::VARIANT.as_str()).unwrap_or_default();
        let variant: String = variant
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .map(|letter| letter.to_ascii_lowercase())
            .collect();
        let named = [
            "chess960",
            "960",
            "fischerandom",
            "fischerrandom",
            "freestyle",
        ];
        self.start.is_chess960_setup() || named.contains(&variant.as_str())
    }

    /// How the game ended.
    pub fn result(&self) -> GameResult {
        self.result
    }

    /// Says how the game ended.
    pub fn set_result(&mut self, result: GameResult) {
        self.result = result;
    }

    /// A line, if this game has it.
    pub fn line(&self, id: LineId) -> Result<&Line, EditError> {
        self.lines.get(id.index()).ok_or(EditError::NoSuchLine)
    }

    /// The moves that were played.
    pub fn main_line(&self) -> &Line {
        &self.lines[0]
    }

    /// The moves that were played, without anything said about them. A lesson may have passed turns in its main
    /// line; what follows the first of them has not been played, and is left out.
    pub fn moves(&self) -> Vec<Move> {
        self.main_line().plies.iter().map_while(Ply::mv).collect()
    }

    /// How many lines one has to leave to come to the main line: 0 for the main line itself.
    pub fn depth(&self, id: LineId) -> Result<usize, EditError> {
        let mut depth = 0;
        let mut line = self.line(id)?;
        while let Some(branch) = line.branch {
            line = self.line(branch.line)?;
            depth += 1;
        }
        Ok(depth)
    }

    /// The position after the first `plies` moves of a line.
    pub fn position(&self, id: LineId, plies: usize) -> Result<Board, EditError> {
        let line = self.line(id)?;
        let path = line.plies.get(..plies).ok_or(EditError::NoSuchMove)?;
        Ok(play(self.line_start(line)?, path))
    }

    /// The position after all moves of a line.
    pub fn end_of(&self, id: LineId) -> Result<Board, EditError> {
        self.position(id, self.line(id)?.plies.len())
    }

    /// The position before a line's first move.
    fn line_start(&self, line: &Line) -> Result<Board, EditError> {
        let mut path = Vec::new();
        let mut next = line.branch;
        while let Some(branch) = next {
            let parent = self.line(branch.line)?;
            // A line that branched off a move that was taken away has no beginning any more.
            path.push(
                parent
                    .plies
                    .get(..branch.ply)
                    .ok_or(EditError::NoSuchMove)?,
            );
            next = parent.branch;
        }
        Ok(path.into_iter().rev().fold(self.start, play))
    }

    /// The moves of a line in algebraic notation.
    pub fn sans(&self, id: LineId) -> Result<Vec<String>, EditError> {
        let line = self.line(id)?;
        let mut board = self.line_start(line)?;
        let mut sans = Vec::with_capacity(line.plies.len());
        for ply in &line.plies {
            sans.push(san(&board, ply));
            board = after(&board, ply);
        }
        Ok(sans)
    }

    /// Adds a move at the end of a line.
    pub fn push(&mut self, id: LineId, mv: Move) -> Result<(), EditError> {
        let board = self.end_of(id)?;
        if !board.is_legal(mv) {
            return Err(EditError::Illegal {
                mv,
                fen: board.to_fen(),
            });
        }
        self.add_ply(id, Some(mv));
        Ok(())
    }

    /// Adds a move at the end of a line, or a passed turn. It must be legal there, as for [`Board::make`]: nothing is
    /// checked, so that long games are built quickly.
    pub fn push_known(&mut self, id: LineId, mv: Option<Move>) -> Result<(), EditError> {
        self.line(id)?;
        self.add_ply(id, mv);
        Ok(())
    }

    /// Takes the last move of a line away, with all that was said about it and all that branched off there. The
    /// lines that did are not part of the game any more.
    pub fn pop(&mut self, id: LineId) -> Result<Ply, EditError> {
        self.line(id)?;
        let plies = &mut self.lines[id.index()].plies;
        plies.pop().ok_or(EditError::NoSuchMove)
    }

    /// Opens a variation that replaces the move of a line with the index `ply`. It is not written before
    /// it has a move or a comment.
    pub fn open_variation(&mut self, id: LineId, ply: usize) -> Result<LineId, EditError> {
        if ply >= self.line(id)?.plies.len() {
            return Err(EditError::NoSuchMove);
        }
        let variation = u32::try_from(self.lines.len()).map_err(|_| EditError::TooManyLines)?;
        let variation = LineId(variation);
        let branch = Branch { line: id, ply };
        self.lines.push(Line::new(Some(branch)));
        let notes = self.lines[id.index()].plies[ply].notes_mut();
        notes.variations.push(variation);
        Ok(variation)
    }

    /// Adds a comment at the end of a line: behind its last move, or before any move.
    pub fn comment(&mut self, id: LineId, comment: Comment) -> Result<(), EditError> {
        self.line(id)?;
        let line = &mut self.lines[id.index()];
        match line.plies.last_mut() {
            None => line.intro.push(comment),
            Some(ply) => ply.notes_mut().comments.push(comment),
        }
        Ok(())
    }

    /// Adds a comment behind the move of a line with the index `ply`.
    pub fn comment_move(
        &mut self,
        id: LineId,
        ply: usize,
        comment: Comment,
    ) -> Result<(), EditError> {
        self.ply_mut(id, ply)?.notes_mut().comments.push(comment);
        Ok(())
    }

    /// Adds a comment behind the variations of the move with the index `ply`.
    pub fn comment_tail(
        &mut self,
        id: LineId,
        ply: usize,
        comment: Comment,
    ) -> Result<(), EditError> {
        self.ply_mut(id, ply)?.notes_mut().tail.push(comment);
        Ok(())
    }

    /// Puts these comments behind the move of a line with the index `ply`, in place of those that were there.
    pub fn set_comments(
        &mut self,
        id: LineId,
        ply: usize,
        comments: Vec<Comment>,
    ) -> Result<(), EditError> {
        self.ply_mut(id, ply)?.notes_mut().comments = comments;
        Ok(())
    }

    /// Adds a glyph to the move of a line with the index `ply`.
    pub fn add_nag(&mut self, id: LineId, ply: usize, nag: Nag) -> Result<(), EditError> {
        self.ply_mut(id, ply)?.notes_mut().nags.push(nag);
        Ok(())
    }

    fn ply_mut(&mut self, id: LineId, ply: usize) -> Result<&mut Ply, EditError> {
        self.line(id)?;
        let plies = &mut self.lines[id.index()].plies;
        plies.get_mut(ply).ok_or(EditError::NoSuchMove)
    }

    /// Adds a move that is known to be legal, or a passed turn.
    pub(super) fn add_ply(&mut self, id: LineId, mv: Option<Move>) {
        let ply = Ply { mv, notes: None };
        self.lines[id.index()].plies.push(ply);
    }

    /// Adds a comment where a reader finds it: behind the variations of the last move, if there are any.
    pub(super) fn append_comment(&mut self, id: LineId, comment: Comment) {
        let line = &mut self.lines[id.index()];
        match line.plies.last_mut() {
            None => line.intro.push(comment),
            Some(ply) if ply.variations().is_empty() => ply.notes_mut().comments.push(comment),
            Some(ply) => ply.notes_mut().tail.push(comment),
        }
    }

    /// Adds a glyph to the last move of a line.
    pub(super) fn append_nag(&mut self, id: LineId, nag: Nag) {
        if let Some(ply) = self.lines[id.index()].plies.last_mut() {
            ply.notes_mut().nags.push(nag);
        }
    }

    /// Opens a variation that replaces the last move of a line.
    pub(super) fn branch_off(&mut self, id: LineId) -> Result<LineId, EditError> {
        let plies = self.line(id)?.plies.len();
        self.open_variation(id, plies.checked_sub(1).ok_or(EditError::NoSuchMove)?)
    }

    /// The position after the last move of a line, from the one before it.
    pub(super) fn replay_last(&self, id: LineId, before: Board) -> Board {
        match self.lines[id.index()].plies.last() {
            Some(ply) => after(&before, ply),
            None => before,
        }
    }

    /// Takes the line that was opened last away again, if nothing was put in it.
    pub(super) fn drop_if_blank(&mut self, id: LineId) {
        let last = id.index() + 1 == self.lines.len();
        let Some(branch) = self.lines[id.index()].branch else {
            return;
        };
        if last && self.lines[id.index()].is_blank() {
            self.lines.pop();
            // The move's last variation is this one: only the line at the end of the list is ever dropped.
            let ply = &mut self.lines[branch.line.index()].plies[branch.ply];
            ply.notes_mut().variations.pop_if(|last| *last == id);
        }
    }

    /// The variations of a move that have anything in them.
    pub(super) fn written_variations(&self, ply: &Ply) -> impl Iterator<Item = LineId> {
        ply.variations()
            .iter()
            .copied()
            .filter(|id| !self.lines[id.index()].is_blank())
    }

    /// Whether two lines have the same moves and notes, their variations aside; those are put on the list.
    fn same_line(
        &self,
        other: &Game,
        ids: (LineId, LineId),
        todo: &mut Vec<(LineId, LineId)>,
    ) -> bool {
        let (Ok(mine), Ok(theirs)) = (self.line(ids.0), other.line(ids.1)) else {
            return false;
        };
        if mine.intro != theirs.intro || mine.plies.len() != theirs.plies.len() {
            return false;
        }
        for (a, b) in mine.plies.iter().zip(&theirs.plies) {
            let same = a.mv == b.mv
                && a.nags() == b.nags()
                && a.comments() == b.comments()
                && a.tail() == b.tail();
            let before = todo.len();
            todo.extend(self.written_variations(a).zip(other.written_variations(b)));
            let paired = todo.len() - before;
            if !same
                || self.written_variations(a).count() != paired
                || other.written_variations(b).count() != paired
            {
                return false;
            }
        }
        true
    }
}

/// Games are equal if the same would be written of both.
impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        if self.tags != other.tags || self.start != other.start || self.result != other.result {
            return false;
        }
        let mut todo = vec![(LineId::MAIN, LineId::MAIN)];
        while let Some(pair) = todo.pop() {
            if !self.same_line(other, pair, &mut todo) {
                return false;
            }
        }
        true
    }
}

impl Eq for Game {}

/// The text of a move: algebraic, or `--` for a passed turn.
pub(super) fn san(board: &Board, ply: &Ply) -> String {
    match ply.mv {
        Some(mv) => board.move_to_san(mv),
        None => String::from("--"),
    }
}

/// The board after a move or a passed turn.
pub(super) fn after(board: &Board, ply: &Ply) -> Board {
    match ply.mv {
        Some(mv) => board.make(mv),
        None => board.make_null(),
    }
}

fn play(board: Board, plies: &[Ply]) -> Board {
    plies.iter().fold(board, |board, ply| after(&board, ply))
}

/// Why a game could not be changed like that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditError {
    /// The line belongs to another game.
    NoSuchLine,
    /// The line has fewer moves.
    NoSuchMove,
    /// The move is not legal there.
    Illegal {
        /// The move.
        mv: Move,
        /// The position.
        fen: String,
    },
    /// There are as many lines as can be numbered.
    TooManyLines,
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditError::NoSuchLine => {
                f.write_str("no such line in this game: use a line of the same game")
            }
            EditError::NoSuchMove => {
                f.write_str("no such move in this line: expected the index of one of its moves")
            }
            EditError::Illegal { mv, fen } => {
                write!(f, "{mv} is not a legal move in {fen}: expected a legal one")
            }
            EditError::TooManyLines => write!(f, "a game has at most {} lines", u32::MAX),
        }
    }
}

impl Error for EditError {}
