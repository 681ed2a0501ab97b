//! The position: stones, side to move, captures, key and threats, all kept up to date by make and undo.

mod make;

use std::marker::PhantomData;
use std::sync::Arc;

use crate::capture::{Captures, Directions};
use crate::class::{Class, Fouls, LineClass};
use crate::line::Lines;
use crate::outcome::Outcome;
use crate::pattern::{Batch, Mark, Patterns};
use crate::point::{Axis, Move, Point, Side, Size};
use crate::pointset::PointSet;
use crate::rules::{Foul, Rule, Spec};
use crate::shape::{RowSums, ScoreTable, Shape, ShapeRows};
use crate::zobrist;

/// What a move changed that no log keeps.
#[derive(Clone, Copy, Debug)]
struct Frame {
    key: u64,
    patterns: Mark,
    capture_log: u32,
    /// `None` for a pass.
    played: Option<Move>,
    taken: Directions,
    five_waits: bool,
}

/// A position of the game with rule set `R`, and the moves that led to it.
///
/// ```
/// use regence_gomoku::{Board, Class, Freestyle, Side, Size};
///
/// let size = Size::square(15).unwrap();
/// let mut board = Board::<Freestyle>::new(size);
/// for text in ["h8", "a1", "i8", "a2", "j8", "a3"] {
///     board.play(size.parse_point(text).unwrap().into()).unwrap();
/// }
/// let g8 = size.parse_point("g8").unwrap();
/// assert_eq!(board.class(g8, Side::Black), Class::OpenFour);
/// board.undo();
/// assert_eq!(board.side(), Side::White);
/// ```
#[derive(Clone, Debug)]
pub struct Board<R: Rule> {
    lines: Lines,
    patterns: Patterns,
    captures: Captures,
    stones: [PointSet; 2],
    key: u64,
    size: Size,
    side: Side,
    empty_count: u16,
    captured: [u8; 2],
    /// The side that is not to move has a five that can still be broken.
    five_waits: bool,
    outcome: Option<Outcome>,
    frames: Vec<Frame>,
    tables: &'static <R as Spec>::Lines,
    rule: PhantomData<R>,
}

impl<R: Rule> Board<R> {
    /// An empty board with Black to move.
    pub fn new(size: Size) -> Board<R> {
        let mut board = Board {
            lines: Lines::new(size),
            patterns: Patterns::new(R::classes().entries.clone()),
            captures: Captures::new(),
            stones: [PointSet::EMPTY; 2],
            key: zobrist::empty(R::SET, size),
            size,
            side: Side::Black,
            empty_count: size.area(),
            captured: [0; 2],
            five_waits: false,
            outcome: None,
            frames: Vec::new(),
            tables: R::lines(),
            rule: PhantomData,
        };
        for point in size.points() {
            let mut batch = Batch::new();
            board.look_up(&mut batch, point.index());
            board.patterns.apply(&batch);
        }
        board.patterns.forget_log();
        board.captures.forget_log();
        board
    }

    /// Gives the shapes other weights; [`Board::score`] then sums those. They are zero at first.
    pub fn set_scores(&mut self, scores: &ScoreTable<R>) {
        self.patterns.set_scores(scores.scores().clone());
    }

    /// Gives the shapes rows of numbers; [`Board::row_sums`] then sums those. Without any they stay zero.
    pub fn set_rows(&mut self, rows: Option<Arc<ShapeRows>>) {
        self.patterns.set_rows(rows);
    }

    /// Columns and rows.
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The side to move.
    #[inline]
    pub fn side(&self) -> Side {
        self.side
    }

    /// The Zobrist key: stones, side to move, captures, size and rule.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// `None` while the game goes on.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Whether the opponent has made a five that the side to move must break now or lose (ninuki).
    #[inline]
    pub fn must_break_five(&self) -> bool {
        self.five_waits
    }

    /// How many points are free.
    #[inline]
    pub fn empty_count(&self) -> u16 {
        self.empty_count
    }

    /// The stones of one side.
    #[inline]
    pub fn stones(&self, side: Side) -> &PointSet {
        &self.stones[side.index()]
    }

    /// The points without a stone.
    #[inline]
    pub fn empties(&self) -> PointSet {
        let taken = self.stones[0].union(&self.stones[1]);
        PointSet::full(self.size).difference(&taken)
    }

    /// Whose stone stands on a point.
    #[inline]
    pub fn stone(&self, point: Point) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|side| self.stones[side.index()].contains(point))
    }

    /// How many stones a side has captured (ninuki).
    #[inline]
    pub fn captured(&self, side: Side) -> u8 {
        self.captured[side.index()]
    }

    /// How many moves, passes included, can be taken back.
    #[inline]
    pub fn ply(&self) -> usize {
        self.frames.len()
    }

    /// The moves from the position that the board was set up with; `None` is a pass.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Option<Move>> {
        self.frames.iter().map(|frame| frame.played)
    }

    /// The last move, if there is one and it was not a pass.
    #[inline]
    pub fn last_move(&self) -> Option<Move> {
        self.frames.last()?.played
    }

    /// Whether the side to move may play there. False once the game is over.
    #[inline]
    pub fn is_legal(&self, mv: Move) -> bool {
        let point = mv.point();
        self.outcome.is_none()
            && self.size.contains(point)
            && self.stone(point).is_none()
            && self.foul(point, self.side).is_none()
    }

    /// Why the rule forbids a side to play an empty point. `None` for a point with a stone.
    #[inline]
    pub fn foul(&self, point: Point, side: Side) -> Option<Foul> {
        if R::FOULS[side.index()] != Fouls::None && self.patterns.suspects(side).contains(point) {
            R::foul(self, point.index(), side)
        } else {
            None
        }
    }

    /// What `side` would make on a point. [`Class::Idle`] where a stone stands.
    #[inline]
    pub fn class(&self, point: Point, side: Side) -> Class {
        self.patterns.class(point.index(), side)
    }

    /// What `side` would make on an empty point in the line along `axis`.
    #[inline]
    pub fn line_class(&self, point: Point, side: Side, axis: Axis) -> LineClass {
        self.patterns.line_class(point.index(), side, axis.index())
    }

    /// What `side` would make on an empty point, line by line.
    pub fn shape(&self, point: Point, side: Side) -> Shape {
        self.patterns.shape(point.index(), side)
    }

    /// The score of the shape that `side` would make on an empty point.
    #[inline]
    pub fn score_at(&self, point: Point, side: Side) -> i32 {
        self.patterns.score(point.index(), side)
    }

    /// The sum over all empty points of the scores of the shapes that `side` would make there.
    #[inline]
    pub fn score(&self, side: Side) -> i32 {
        self.patterns.sum(side)
    }

    /// For both views, Black's first, the sum over all empty points of the rows of what each side would make there.
    #[inline]
    pub fn row_sums(&self) -> &RowSums {
        self.patterns.row_sums()
    }

    /// Makes and takes back moves without summing rows: quicker, for whoever asks for threats alone. The position must
    /// be the same afterwards.
    #[inline]
    pub fn without_rows<T>(&mut self, work: impl FnOnce(&mut Board<R>) -> T) -> T {
        let ply = self.ply();
        self.patterns.rest_rows(true);
        let done = work(self);
        self.patterns.rest_rows(false);
        debug_assert_eq!(ply, self.ply());
        done
    }

    #[inline]
    pub(crate) fn lines(&self) -> &Lines {
        &self.lines
    }

    #[inline]
    pub(crate) fn patterns(&self) -> &Patterns {
        &self.patterns
    }

    #[inline]
    pub(crate) fn captures(&self) -> &Captures {
        &self.captures
    }

    #[inline]
    pub(crate) fn tables(&self) -> &'static R::Lines {
        self.tables
    }
}

/// Two boards are equal when everything known about the position is equal; how it came about is not
/// compared.
impl<R: Rule> PartialEq for Board<R> {
    fn eq(&self, other: &Board<R>) -> bool {
        self.size == other.size
            && self.side == other.side
            && self.stones == other.stones
            && self.captured == other.captured
            && self.key == other.key
            && self.empty_count == other.empty_count
            && self.five_waits == other.five_waits
            && self.outcome == other.outcome
            && self.lines == other.lines
            && self.patterns == other.patterns
            && self.captures == other.captures
    }
}
