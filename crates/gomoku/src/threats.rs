//! Questions about threats, answered from what the board keeps up to date.
//!
//! Counts and sets are free; [`Board::stops`] and [`Board::answers`] try a stone on a few cells of a line
//! and look the line up again, which is exact and still needs no move to be made.
//!
//! The sets hold every point of a class, legal or not: in renju and ninuki some of them may be forbidden
//! to the side. The generators in [`crate::generate`] leave those out.

use crate::board::Board;
use crate::capture::Directions;
use crate::class::{Class, LineClass};
use crate::line::{empties, window};
use crate::point::{Point, STEPS, Side};
use crate::pointset::PointSet;
use crate::rules::Rule;
use crate::table::LineTable;

impl<R: Rule> Board<R> {
    /// The empty points where `side` would make exactly that class. Kept ready from
    /// [`Class::WEAKEST_KEPT`] on; for weaker classes the board is searched.
    #[inline]
    pub fn points_of(&self, side: Side, class: Class) -> PointSet {
        if class >= Class::WEAKEST_KEPT {
            *self.patterns().points(side, class)
        } else {
            let empties = self.empties();
            let points = empties.iter();
            points
                .filter(|&point| self.class(point, side) == class)
                .collect()
        }
    }

    /// How many such points there are.
    #[inline]
    pub fn count_of(&self, side: Side, class: Class) -> u16 {
        if class >= Class::WEAKEST_KEPT {
            self.patterns().count(side, class)
        } else {
            self.points_of(side, class).len() as u16
        }
    }

    /// The classes from [`Class::WEAKEST_KEPT`] on of which `side` has a point: bit n is class n of [`Class::ALL`].
    #[inline]
    pub fn classes(&self, side: Side) -> u16 {
        self.patterns().classes(side)
    }

    /// How many points each class has, in the order of [`Class::ALL`].
    pub fn histogram(&self, side: Side) -> [u16; Class::COUNT] {
        let mut histogram = [0; Class::COUNT];
        for point in &self.empties() {
            histogram[self.class(point, side).index()] += 1;
        }
        histogram
    }

    /// Whether `side` has a point that makes five.
    #[inline]
    pub fn has_five(&self, side: Side) -> bool {
        self.count_of(side, Class::Five) > 0
    }

    /// Whether `side` has a point that makes a four which no single stone stops.
    #[inline]
    pub fn has_open_four(&self, side: Side) -> bool {
        self.count_of(side, Class::OpenFour) + self.count_of(side, Class::DoubleFour) > 0
    }

    /// Whether `side` has a point that makes a four of any kind.
    #[inline]
    pub fn has_four(&self, side: Side) -> bool {
        self.has_open_four(side)
            || self.count_of(side, Class::Four)
                + self.count_of(side, Class::FourPlus)
                + self.count_of(side, Class::FourThree)
                > 0
    }

    /// The empty points where `side` would make a class from `least` to `most`.
    pub fn points_between(&self, side: Side, least: Class, most: Class) -> PointSet {
        let mut all = PointSet::EMPTY;
        for &class in &Class::ALL[least.index()..=most.index().max(least.index())] {
            if class < Class::WEAKEST_KEPT {
                all = all.union(&self.points_of(side, class));
            } else if self.count_of(side, class) > 0 {
                all = all.union(self.patterns().points(side, class));
            }
        }
        all
    }

    /// How many pairs a stone of `side` on an empty point captures (ninuki).
    #[inline]
    pub fn captures_at(&self, point: Point, side: Side) -> u8 {
        match R::CAPTURES {
            true => self.captures().directions(point.index(), side).pairs(),
            false => 0,
        }
    }

    /// How many pairs `side` could take, summed over all points (ninuki).
    #[inline]
    pub fn pairs_to_take(&self, side: Side) -> u16 {
        self.captures().pairs(side)
    }

    /// How many pairs `side` could threaten to take, summed over all points (ninuki).
    #[inline]
    pub fn pairs_to_threaten(&self, side: Side) -> u16 {
        self.captures().threatened(side)
    }

    /// Whether a capture by `side` on an empty point takes a stone that kept it from making five: then the
    /// capture threatens to win, like a four (ninuki).
    #[inline]
    pub fn reopens_five(&self, point: Point, side: Side) -> bool {
        let taken = self.captures().directions(point.index(), side);
        !taken.is_empty() && self.any_kept_five(point, taken, side)
    }

    fn any_kept_five(&self, point: Point, taken: Directions, side: Side) -> bool {
        taken.cells(point.index()).any(|cell| {
            (0..STEPS.len()).any(|axis| {
                // What stands on the cell itself is not looked at.
                let (line, bit) = self.lines().through(axis, cell);
                let class = self.tables().get(line, bit) >> (4 * side.index()) & 15;
                LineClass::from_nibble(class.into()) == LineClass::Five
            })
        })
    }

    /// The empty points where a stone of the other side leaves `attacker` with less than `least` at
    /// `point`; the point itself is one of them. What captures could do is not looked at.
    pub fn stops(&self, attacker: Side, point: Point, least: Class) -> PointSet {
        let index = point.index();
        let word = self.patterns().word(index, attacker);
        let stone = attacker.other().index() as u64 + 1;
        let mut stops = PointSet::EMPTY;
        stops.insert(point);
        for (axis, step) in STEPS.into_iter().enumerate() {
            let (line, bit) = self.lines().through(axis, index);
            let mut cells = empties(line) & window(bit, <R::Lines as LineTable>::HALF);
            while cells != 0 {
                let at = cells.trailing_zeros();
                cells &= cells - 1;
                let entry = self.tables().get(line | stone << at, bit);
                let class = u16::from(entry >> (4 * attacker.index()) & 15);
                let now = word & !(15 << (4 * axis)) | class << (4 * axis);
                if self.patterns().class_of_word(now, attacker) < least {
                    let steps = (at / 2) as isize - (bit / 2) as isize;
                    stops.insert(Point::from_index(
                        index.wrapping_add_signed(steps * step as isize),
                    ));
                }
            }
        }
        stops
    }

    /// The empty points where one stone of the other side leaves `attacker` with no point of `least` or
    /// more: a move that is not among them does not stop the threat. Captures and counter-threats aside.
    pub fn answers(&self, attacker: Side, least: Class) -> PointSet {
        let threats = self.points_between(attacker, least, Class::Five);
        let legal = self.only_legal(threats, attacker);
        let all = self.empties();
        legal.iter().fold(all, |answers, point| {
            answers.intersection(&self.stops(attacker, point, least))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ninuki;
    use crate::point::Size;

    #[test]
    fn a_capture_may_let_a_four_go_on() {
        let size = Size::square(15).unwrap();
        // White's row of four ends at h8 and i8; that black stone is one of a pair that hangs.
        let board = Board::<Ninuki>::from_moves(size, "i8e8a1f8a3g8i7h8o1i6").unwrap();
        let at = |text| size.parse_point(text).unwrap();
        assert!(board.reopens_five(at("i9"), Side::White));
        assert!(!board.reopens_five(at("d8"), Side::White), "takes nothing");
        let without = Board::<Ninuki>::from_moves(size, "i8e8a1f8a3o3i7h8o1i6").unwrap();
        assert_eq!(without.captures_at(at("i9"), Side::White), 1);
        assert!(!without.reopens_five(at("i9"), Side::White), "no four");
    }
}
