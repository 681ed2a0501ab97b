//! Shapes: the four line classes of a point without their order, and a score for each shape.
//!
//! An evaluation by patterns is a sum over the empty points of one weight per side and shape. The board
//! keeps the two sums up to date; whoever evaluates gives the weights. A tuner reads the shapes
//! themselves ([`crate::Board::shape`]) and fits the weights.

use crate::class::LineClass;
use crate::point::Side;
use crate::table::{OCCUPIED, boxed, unpack};

/// What a side would make at a point, line by line, whichever line is which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Shape(u16);

impl Shape {
    /// How many shapes there are: combinations of four out of fourteen with repetition.
    pub const COUNT: usize = 2380;

    /// All four lines dead.
    pub const DEAD: Shape = Shape(0);

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

/// Weights of all shapes for both sides, laid out for lookup while stones move.
pub struct Scores([Box<[i16; 1 << 16]>; 2]);

impl Scores {
    /// All weights zero.
    pub fn zero() -> Scores {
        Scores([boxed(), boxed()])
    }

    /// Asks `weight` once for each side and shape.
    pub fn new(mut weight: impl FnMut(Side, Shape, [LineClass; 4]) -> i16) -> Scores {
        let mut scores = Scores::zero();
        for side in Side::BOTH {
            let mut weights = vec![0; Shape::COUNT];
            for (shape, lines) in Shape::all() {
                weights[shape.index()] = weight(side, shape, lines);
            }
            for (word, score) in scores.0[side.index()].iter_mut().enumerate() {
                *score = weights[Shape::from_word(word as u16).index()];
            }
            scores.0[side.index()][OCCUPIED as usize] = 0;
        }
        scores
    }

    #[inline(always)]
    pub(crate) fn get(&self, side: usize, word: u16) -> i32 {
        i32::from(self.0[side & 1][word as usize])
    }
}

impl std::fmt::Debug for Scores {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Scores")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn scores_ignore_the_order_of_lines() {
        let scores = Scores::new(|side, shape, _| shape.index() as i16 + side.index() as i16);
        assert_eq!(scores.get(0, 0x1234), scores.get(0, 0x4213));
        assert_eq!(scores.get(0, 0x0005) + 1, scores.get(1, 0x5000));
    }
}
