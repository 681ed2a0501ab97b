//! How a five that is yet to be made could be broken (ninuki).
//!
//! A search by fours asks at every step which answers may hold and whether a five would win at once. Making
//! the five to see is exact but dear; here the same is read off the stones around it wherever that is
//! certain, and only the doubtful cases are tried on the board.

use crate::board::Board;
use crate::class::LineClass;
use crate::point::{Axis, Point, STEPS, Side};
use crate::pointset::PointSet;
use crate::rules::{CAPTURES_TO_WIN, Rule};

/// Both directions of every axis.
fn steps() -> impl Iterator<Item = isize> {
    STEPS
        .into_iter()
        .flat_map(|step| [step as isize, -(step as isize)])
}

fn along(from: usize, step: isize, count: isize) -> Point {
    Point::from_index(from.wrapping_add_signed(step * count))
}

impl<R: Rule> Board<R> {
    /// The stones of the fives that `side` would make on an empty point, that point included.
    fn coming_five(&self, point: Point, side: Side) -> PointSet {
        let stones = self.stones(side);
        let mut row = PointSet::EMPTY;
        row.insert(point);
        for axis in Axis::ALL {
            if self.line_class(point, side, axis) != LineClass::Five {
                continue;
            }
            let step = STEPS[axis.index()] as isize;
            for step in [step, -step] {
                let ahead = (1..).map(|count| along(point.index(), step, count));
                for stone in ahead.take_while(|&at| stones.contains(at)) {
                    row.insert(stone);
                }
            }
        }
        row
    }

    /// Whether the stone of `side` on a cell is part of five in a row.
    pub(crate) fn is_in_five(&self, cell: usize, side: Side) -> bool {
        let stones = self.stones(side);
        let arm = |step| {
            (1..5)
                .take_while(|&count| stones.contains(along(cell, step, count)))
                .count()
        };
        STEPS
            .into_iter()
            .any(|step| arm(step as isize) + arm(-(step as isize)) >= 4)
    }

    /// Whether a five on `point` is certain to stand: it takes nothing, gives the other side no new pair,
    /// and no pair that hangs already touches it or is the fifth. False if in doubt.
    pub(crate) fn surely_stands(&self, point: Point, side: Side) -> bool {
        let other = side.other();
        if !self.captures().directions(point.index(), side).is_empty() {
            return false;
        }
        let (ours, theirs) = (self.stones(side), self.stones(other));
        let opens_pair = steps().any(|step| {
            let at = |count| along(point.index(), step, count);
            ours.contains(at(1)) && (theirs.contains(at(-1)) != theirs.contains(at(2)))
        });
        if opens_pair {
            return false;
        }
        let takes = self.captures().takes(other);
        if takes.is_empty() {
            return true;
        }
        let row = self.coming_five(point, side);
        takes.iter().filter(|&take| take != point).all(|take| {
            let pairs = self.captures().directions(take.index(), other);
            self.captured(other) + 2 * pairs.pairs() < CAPTURES_TO_WIN
                && pairs
                    .cells(take.index())
                    .all(|cell| !row.contains(Point::from_index(cell)))
        })
    }

    /// Where the other side, by threatening a pair that now stands, may keep a five on `point` from
    /// winning at once.
    pub(crate) fn breaking_threats(&self, attacker: Side, point: Point) -> PointSet {
        let threats = *self.captures().threats(attacker.other());
        if threats.is_empty() {
            return threats;
        }
        let taken = self.captures().directions(point.index(), attacker);
        if self.captured(attacker) + 2 * taken.pairs() >= CAPTURES_TO_WIN {
            return PointSet::EMPTY;
        }
        // A five that takes stones may open pairs that nobody has counted.
        if !taken.is_empty() || self.fifth_pair_is_near(attacker.other()) {
            return threats;
        }
        let stones = self.stones(attacker);
        let mut ends = PointSet::EMPTY;
        for stone in &self.coming_five(point, attacker) {
            for step in steps() {
                let at = |count| along(stone.index(), step, count);
                if stones.contains(at(1)) {
                    ends.insert(at(-1));
                    ends.insert(at(2));
                }
            }
        }
        ends.intersection(&threats)
    }

    /// The stones that `side` would capture on an empty point.
    pub fn captured_at(&self, point: Point, side: Side) -> PointSet {
        let pairs = self.captures().directions(point.index(), side);
        pairs.cells(point.index()).map(Point::from_index).collect()
    }

    /// Whether one of `cells` may belong to the row of `least` or more that `side` would make on `point`.
    pub fn row_touches(
        &self,
        point: Point,
        side: Side,
        least: LineClass,
        cells: &PointSet,
    ) -> bool {
        Axis::ALL.into_iter().any(|axis| {
            let step = STEPS[axis.index()] as isize;
            self.line_class(point, side, axis) >= least
                && (-4..=4).any(|count| cells.contains(along(point.index(), step, count)))
        })
    }

    /// Whether `side` may take its tenth stone within two moves. One more pair than those on the board
    /// is granted for the stone that the other side puts meanwhile.
    fn fifth_pair_is_near(&self, side: Side) -> bool {
        let missing = u32::from(CAPTURES_TO_WIN - self.captured(side)).div_ceil(2);
        let captures = self.captures();
        let points = captures.takes(side).union(captures.threats(side));
        points
            .iter()
            .any(|point| captures.chances(point.index(), side) + 1 >= missing)
    }
}
