//! Sets of points as bits: one `u32` per row of the array.
//!
//! The border of five cells around every board lets a whole row be shifted by up to five columns, and
//! the whole set by up to five rows, without a stone ever wrapping around to the other edge.

use crate::point::{BORDER, Point, STRIDE, Size};

/// How far from the stones on the board a quiet move may be.
///
/// A point is within reach of a stone when both its columns and its rows are at most `square` away, or
/// when it is on one of the stone's four lines and at most `line` away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    square: u8,
    line: u8,
}

impl Reach {
    /// The eight neighbours and what is behind them: narrow, for fast searches.
    pub const NEAR: Reach = Reach { square: 1, line: 2 };
    /// Two around and three along a line: every move that can join a shape with a stone.
    pub const USUAL: Reach = Reach { square: 2, line: 3 };
    /// Three around and four along a line: every point that shares a five with a stone.
    pub const WIDE: Reach = Reach { square: 3, line: 4 };

    /// Distances above five are read as five, the width of the border.
    pub const fn new(square: u8, line: u8) -> Reach {
        const LIMIT: u8 = BORDER as u8;
        Reach {
            square: if square > LIMIT { LIMIT } else { square },
            line: if line > LIMIT { LIMIT } else { line },
        }
    }
}

/// The four axes as steps of columns and rows.
pub(crate) const AXES: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

/// A set of points of the board.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(align(32))]
pub struct PointSet([u32; STRIDE]);

impl PointSet {
    /// No point.
    pub const EMPTY: PointSet = PointSet([0; STRIDE]);

    /// Every cell of the array, border included.
    pub(crate) const EVERYTHING: PointSet = PointSet([u32::MAX; STRIDE]);

    /// Every point of a board of that size.
    pub fn full(size: Size) -> PointSet {
        let row = ((1u32 << size.width()) - 1) << BORDER;
        let mut rows = [0; STRIDE];
        rows[BORDER..BORDER + size.height() as usize].fill(row);
        PointSet(rows)
    }

    /// Is `point` in the set?
    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        let (row, bit) = split(point.index());
        self.0[row] & bit != 0
    }

    /// Adds `point`; one that is there already changes nothing.
    #[inline]
    pub fn insert(&mut self, point: Point) {
        let (row, bit) = split(point.index());
        self.0[row] |= bit;
    }

    /// Takes `point` out; one that is not there changes nothing.
    #[inline]
    pub fn remove(&mut self, point: Point) {
        let (row, bit) = split(point.index());
        self.0[row] &= !bit;
    }

    #[inline]
    pub(crate) fn toggle(&mut self, index: usize) {
        let (row, bit) = split(index);
        self.0[row] ^= bit;
    }

    /// Is no point in the set?
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, row| all | row) == 0
    }

    /// How many points are in the set.
    pub fn len(&self) -> usize {
        self.0.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// The points from the first row to the last, each row from left to right.
    #[inline]
    pub fn iter(&self) -> Iter<'_> {
        Iter {
            rows: &self.0,
            row: BORDER,
            bits: self.0[BORDER],
        }
    }

    /// The lowest point, or none in an empty set.
    #[inline]
    pub fn first(&self) -> Option<Point> {
        self.iter().next()
    }

    /// The points of either set.
    #[inline]
    #[must_use]
    pub fn union(&self, other: &PointSet) -> PointSet {
        self.zip(other, |a, b| a | b)
    }

    /// The points of both sets.
    #[inline]
    #[must_use]
    pub fn intersection(&self, other: &PointSet) -> PointSet {
        self.zip(other, |a, b| a & b)
    }

    /// What is in `self` and not in `other`.
    #[inline]
    #[must_use]
    pub fn difference(&self, other: &PointSet) -> PointSet {
        self.zip(other, |a, b| a & !b)
    }

    #[inline]
    fn zip(&self, other: &PointSet, f: impl Fn(u32, u32) -> u32) -> PointSet {
        let mut rows = self.0;
        for (a, b) in rows.iter_mut().zip(&other.0) {
            *a = f(*a, *b);
        }
        PointSet(rows)
    }

    /// The set moved by `dx` columns and `dy` rows, both at most five either way.
    #[inline(always)]
    pub(crate) fn shifted(&self, dx: i32, dy: i32) -> PointSet {
        let mut rows = [0; STRIDE];
        let gap = dy.unsigned_abs() as usize % STRIDE;
        if dy < 0 {
            rows[..STRIDE - gap].copy_from_slice(&self.0[gap..]);
        } else {
            rows[gap..].copy_from_slice(&self.0[..STRIDE - gap]);
        }
        for row in &mut rows {
            *row = *row << dx.max(0) >> (-dx).max(0);
        }
        PointSet(rows)
    }

    /// All cells within reach of the set, the set itself included; it may spill into the border.
    pub(crate) fn spread(&self, reach: Reach) -> PointSet {
        let square = i32::from(reach.square);
        let mut wide = *self;
        for dx in 1..=square {
            wide = wide.union(&self.shifted(dx, 0));
            wide = wide.union(&self.shifted(-dx, 0));
        }
        let mut all = wide;
        for dy in 1..=square {
            all = all.union(&wide.shifted(0, dy));
            all = all.union(&wide.shifted(0, -dy));
        }
        for d in square + 1..=i32::from(reach.line) {
            for (dx, dy) in AXES {
                all = all.union(&self.shifted(dx * d, dy * d));
                all = all.union(&self.shifted(-dx * d, -dy * d));
            }
        }
        all
    }

    /// Whether five or more points of the set stand in a row.
    pub(crate) fn has_five_in_row(&self) -> bool {
        let rows = &self.0;
        // Rows beyond the last are in the border, and empty.
        (0..STRIDE - 4).fold(0, |found, row| {
            let across = |at: u32| rows[row] >> at;
            let down = |at: u32| rows[row + at as usize];
            let right = |at: u32| down(at) >> at;
            let left = |at: u32| down(at) << at;
            let all = |cells: [u32; 5]| cells.into_iter().fold(u32::MAX, |all, cell| all & cell);
            let steps = [0, 1, 2, 3, 4];
            found
                | all(steps.map(across))
                | all(steps.map(down))
                | all(steps.map(right))
                | all(steps.map(left))
        }) != 0
    }
}

/// Row and bit of a cell.
#[inline]
fn split(index: usize) -> (usize, u32) {
    ((index / STRIDE) % STRIDE, 1 << (index % STRIDE))
}

impl std::fmt::Debug for PointSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> PointSet {
        let mut set = PointSet::EMPTY;
        for point in points {
            set.insert(point);
        }
        set
    }
}

impl<'a> IntoIterator for &'a PointSet {
    type Item = Point;
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

/// Iterator over the points of a [`PointSet`].
#[derive(Clone, Debug)]
pub struct Iter<'a> {
    rows: &'a [u32; STRIDE],
    row: usize,
    bits: u32,
}

impl Iterator for Iter<'_> {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        while self.bits == 0 {
            self.row += 1;
            self.bits = *self.rows.get(self.row)?;
        }
        let column = self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        Some(Point::from_index(self.row * STRIDE + column))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size() -> Size {
        Size::new(22, 22).unwrap()
    }

    #[test]
    fn insert_remove_iterate() {
        let full = PointSet::full(size());
        assert_eq!(full.len(), 484);
        assert!(full.iter().eq(size().points()));
        let mut set = PointSet::EMPTY;
        let corner = size().point(21, 21).unwrap();
        set.insert(corner);
        assert!(set.contains(corner) && set.first() == Some(corner));
        set.remove(corner);
        assert!(set.is_empty());
        assert!(full.difference(&full).is_empty());
    }

    #[test]
    fn spreading_follows_the_definition() {
        let stones: PointSet = [(0, 0), (21, 21), (10, 7), (21, 3)]
            .into_iter()
            .map(|(x, y)| size().point(x, y).unwrap())
            .collect();
        for reach in [Reach::NEAR, Reach::USUAL, Reach::WIDE, Reach::new(9, 9)] {
            let spread = stones.spread(reach).intersection(&PointSet::full(size()));
            for point in size().points() {
                let near = stones.iter().any(|stone| {
                    let dx = stone.x().abs_diff(point.x());
                    let dy = stone.y().abs_diff(point.y());
                    let aligned = dx == 0 || dy == 0 || dx == dy;
                    dx.max(dy) <= reach.square || (aligned && dx.max(dy) <= reach.line)
                });
                assert_eq!(spread.contains(point), near, "{point} with {reach:?}");
            }
        }
    }

    #[test]
    fn rows_of_five_are_seen_on_each_axis() {
        let row = |dx: i32, dy: i32, len: i32| -> PointSet {
            (0..len)
                .map(|i| {
                    size()
                        .point((10 + dx * i) as u8, (10 + dy * i) as u8)
                        .unwrap()
                })
                .collect()
        };
        for (dx, dy) in AXES {
            assert!(row(dx, dy, 5).has_five_in_row());
            assert!(row(dx, dy, 7).has_five_in_row());
            assert!(!row(dx, dy, 4).has_five_in_row());
        }
    }
}
