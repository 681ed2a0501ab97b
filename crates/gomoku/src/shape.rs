//! Shapes: the four line classes of a point without their order, and a score for each shape.
//!
//! An evaluation by patterns is a sum over the empty points of one weight per side and shape. The board
//! keeps the two sums up to date; whoever evaluates gives the weights. A tuner reads the shapes
//! themselves ([`crate::Board::shape`]) and fits the weights.

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
    entries: Arc<Entries>,
    rule: PhantomData<R>,
}

impl<R: Rule> ScoreTable<R> {
    /// Asks `weight` once for each side and shape, with the class that the rule makes of its lines.
    pub fn new(mut weight: impl FnMut(Side, Class, [LineClass; 4]) -> i16) -> ScoreTable<R> {
        let weights = Side::BOTH.map(|side| {
            let mut weights = vec![0; Shape::COUNT];
            for (shape, lines) in Shape::all() {
                let class = Class::combine(lines, R::FOULS[side.index()]).0;
                weights[shape.index()] = weight(side, class, lines);
            }
            weights
        });
        let weight = |side: Side, shape: Shape| weights[side.index()][shape.index()];
        ScoreTable {
            entries: Arc::new(Entries::new(&R::classes().tables, weight)),
            rule: PhantomData,
        }
    }

    pub(crate) fn entries(&self) -> &Arc<Entries> {
        &self.entries
    }
}

/// For both sides and every word of four line classes: the score in the high 16 bits, then the set that
/// points with this word are kept in, marked if they are suspect, then the class.
pub struct Entries([Box<[i32; 1 << 16]>; 2]);

impl Entries {
    pub(crate) fn new(classes: &[ClassTable; 2], weight: impl Fn(Side, Shape) -> i16) -> Entries {
        Entries(Side::BOTH.map(|side| {
            let mut entries: Box<[i32; 1 << 16]> = boxed();
            for (word, entry) in entries.iter_mut().enumerate() {
                let word = word as u16;
                let score = match word {
                    OCCUPIED => 0,
                    _ => weight(side, Shape::from_word(word)),
                };
                let class = classes[side.index()].get(word);
                let kept = match class % SUSPECT {
                    weak if weak < Class::WEAKEST_KEPT as u8 || weak == NO_CLASS => 0,
                    _ => class,
                };
                let marks = u16::from_le_bytes([class % SUSPECT, kept]);
                *entry = i32::from(score) << 16 | i32::from(marks);
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
        let weight = |side: Side, shape: Shape| shape.index() as i16 - side.index() as i16;
        let classes = [Fouls::None; 2].map(ClassTable::build);
        let entries = Entries::new(&classes, weight);
        assert_eq!(entries.get(0, 0x1234), entries.get(0, 0x4213));
        assert_eq!(
            entries.get(0, 0x0005) >> 16,
            (entries.get(1, 0x5000) >> 16) + 1
        );
        assert_eq!(entries.get(1, 0), -1 << 16);
        assert_eq!(entries.get(1, OCCUPIED) >> 16, 0);
    }
}
