//! Shapes: the four line classes of a point without their order, and a score for each shape.
//!
//! An evaluation by patterns is a sum over the empty points of one weight per side and shape. The board
//! keeps the two sums up to date; whoever evaluates gives the weights. A tuner reads the shapes
//! themselves ([`crate::Board::shape`]) and fits the weights.
//!
//! A network wants more than one number of each shape: a row of them for each view, which the board sums
//! in the same way ([`ShapeRows`]).

use std::marker::PhantomData;
use std::sync::Arc;

use crate::class::{Class, LineClass};
use crate::point::Side;
use crate::rules::Rule;
use crate::table::{ClassTable, NO_CLASS, OCCUPIED, SUSPECT, boxed, unpack};

/// What a side would make at a point, line by line, whichever line is which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Shape(u16);

impl Shape {
    /// How many shapes there are: combinations of four out of fourteen with repetition.
    pub const COUNT: usize = 2380;

    /// All four lines dead.
    pub const DEAD: Shape = Shape(0);

    /// In tables by shape: what stands for a cell that is no empty point.
    pub(crate) const NONE: usize = Shape::COUNT;

    /// The shape of a point whose four lines have these classes.
    pub fn new(lines: [LineClass; 4]) -> Shape {
        let mut sorted = lines.map(|line| line as usize);
        sorted.sort_unstable();
        let [a, b, c, d] = sorted;
        Shape((a + b * (b + 1) / 2 + c * (c + 1) * (c + 2) / 6 + quadruples(d)) as u16)
    }

    /// A number below [`Shape::COUNT`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Every shape with its four line classes, weakest first.
    pub fn all() -> impl Iterator<Item = (Shape, [LineClass; 4])> {
        let upto = |last: LineClass| LineClass::ALL.into_iter().filter(move |&line| line <= last);
        LineClass::ALL.into_iter().flat_map(move |d| {
            upto(d).flat_map(move |c| {
                upto(c).flat_map(move |b| {
                    upto(b).map(move |a| (Shape::new([a, b, c, d]), [a, b, c, d]))
                })
            })
        })
    }

    /// Every shape, with the class that rule `R` makes of a side's lines.
    pub fn all_of<R: Rule>(side: Side) -> impl Iterator<Item = (Shape, Class, [LineClass; 4])> {
        Shape::all().map(move |(shape, lines)| {
            let class = Class::combine(lines, R::FOULS[side.index()]).0;
            (shape, class, lines)
        })
    }

    pub(crate) fn from_word(word: u16) -> Shape {
        Shape::new(unpack(word))
    }
}

/// Shapes whose strongest line is below `d`.
fn quadruples(d: usize) -> usize {
    d * (d + 1) * (d + 2) * (d + 3) / 24
}

/// Weights of all shapes for both sides, ready for boards of rule `R`. Cloning shares them.
///
/// ```
/// use regence_gomoku::{Board, Freestyle, LineClass, ScoreTable, Side, Size};
///
/// let twos = ScoreTable::<Freestyle>::new(|_, _, lines| {
///     lines.iter().filter(|&&line| line == LineClass::OpenTwo).count() as i16
/// });
/// let size = Size::square(15).unwrap();
/// let mut board = Board::<Freestyle>::new(size);
/// board.set_scores(&twos);
/// assert_eq!(board.score(Side::Black), 0);
/// board.make(size.centre().into());
/// assert_eq!(board.score(Side::Black), 16);
/// ```
#[derive(Clone, Debug)]
pub struct ScoreTable<R: Rule> {
    scores: Arc<Scores>,
    rule: PhantomData<R>,
}

/// For both sides the score of each shape, and at the end that of a cell without one, zero.
pub(crate) type Scores = [[i16; Shape::COUNT + 1]; 2];

impl<R: Rule> ScoreTable<R> {
    /// Asks `weight` once for each side and shape, with the class that the rule makes of its lines.
    pub fn new(mut weight: impl FnMut(Side, Class, [LineClass; 4]) -> i16) -> ScoreTable<R> {
        let mut scores = Arc::new([[0; Shape::COUNT + 1]; 2]);
        let of_sides = Arc::make_mut(&mut scores);
        for (side, scores) in Side::BOTH.into_iter().zip(of_sides) {
            for (shape, class, lines) in Shape::all_of::<R>(side) {
                scores[shape.index()] = weight(side, class, lines);
            }
        }
        ScoreTable {
            scores,
            rule: PhantomData,
        }
    }

    pub(crate) fn scores(&self) -> &Arc<Scores> {
        &self.scores
    }
}

/// How many numbers a shape adds to the sums of each view.
pub const ROW: usize = 16;

/// The sums of both views, Black's first.
pub type RowSums = [[i16; ROW]; 2];

/// For both sides and every shape a row for each view of the board: what the shape means to its own side and to the
/// other. All zero for points where nothing can be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapeRows([Box<[RowSums; Shape::COUNT + 1]>; 2]);

impl ShapeRows {
    /// Asks `row` once for each view, side and shape, with the class that rule `R` makes of its lines.
    pub fn new<R: Rule>(
        mut row: impl FnMut(Side, Side, Class, [LineClass; 4]) -> [i16; ROW],
    ) -> ShapeRows {
        let mut rows = ShapeRows([boxed(), boxed()]);
        for side in Side::BOTH {
            for (shape, class, lines) in Shape::all_of::<R>(side).skip(1) {
                let views = Side::BOTH.map(|view| row(view, side, class, lines));
                rows.0[side.index()][shape.index()] = views;
            }
        }
        rows
    }

    /// What an empty point adds to the sums of both views where `side` would make a shape, by its number.
    #[inline(always)]
    pub fn get(&self, side: usize, shape: usize) -> &RowSums {
        &self.0[side & 1][shape.min(Shape::NONE)]
    }
}

/// Adds what comes and takes away what goes. Sums may wrap around on the way.
#[inline(always)]
pub(crate) fn exchange(sums: &mut RowSums, comes: &RowSums, goes: &RowSums) {
    for view in 0..2 {
        for lane in 0..ROW {
            let change = comes[view][lane].wrapping_sub(goes[view][lane]);
            sums[view][lane] = sums[view][lane].wrapping_add(change);
        }
    }
}

/// For both sides and every word of four line classes: the shape in the high 16 bits, then the set that
/// points with this word are kept in, marked if they are suspect, then the class.
pub struct Entries([Box<[i32; 1 << 16]>; 2]);

impl Entries {
    pub(crate) fn new(classes: &[ClassTable; 2]) -> Entries {
        Entries(Side::BOTH.map(|side| {
            let mut entries: Box<[i32; 1 << 16]> = boxed();
            for (word, entry) in entries.iter_mut().enumerate() {
                let word = word as u16;
                let shape = match word {
                    OCCUPIED => Shape::NONE,
                    _ => Shape::from_word(word).index(),
                };
                let class = classes[side.index()].get(word);
                let kept = match class % SUSPECT {
                    weak if weak < Class::WEAKEST_KEPT as u8 || weak == NO_CLASS => 0,
                    _ => class,
                };
                let marks = u16::from_le_bytes([class % SUSPECT, kept]);
                *entry = (shape as i32) << 16 | i32::from(marks);
            }
            entries
        }))
    }

    #[inline(always)]
    pub(crate) fn get(&self, side: usize, word: u16) -> i32 {
        self.0[side & 1][word as usize]
    }
}

impl std::fmt::Debug for Entries {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Entries")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::class::Fouls;

    #[test]
    fn every_shape_has_its_own_number() {
        let mut seen = [false; Shape::COUNT];
        for (shape, lines) in Shape::all() {
            assert!(!std::mem::replace(&mut seen[shape.index()], true));
            let [a, b, c, d] = lines;
            assert_eq!(Shape::new([d, b, a, c]), shape);
        }
        assert!(seen.iter().all(|&seen| seen));
        assert_eq!(Shape::new([LineClass::Dead; 4]), Shape::DEAD);
    }

    #[test]
    fn entries_ignore_the_order_of_lines() {
        let classes = [Fouls::None; 2].map(ClassTable::build);
        let entries = Entries::new(&classes);
        assert_eq!(entries.get(0, 0x1234), entries.get(0, 0x4213));
        assert_eq!(entries.get(0, 0x0005), entries.get(1, 0x5000));
        assert_eq!(entries.get(1, 0), 0);
        assert_eq!(entries.get(1, OCCUPIED) as usize >> 16, Shape::NONE);
    }
}
