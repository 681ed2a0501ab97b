//! Where stones stand: board sizes, points, sides, moves and the four axes of a line.
//!
//! Every board, whatever its size, lives in the same 32 x 32 array: 22 cells at most and a border of
//! at least five on each side. A step along an axis is then a constant, no index ever has to be checked
//! against an edge, and a line of 32 two-bit cells fills one `u64`.

use std::fmt;
use std::num::NonZeroU16;

/// The smallest width or height that a game can be played on.
pub const MIN_SIDE: u8 = 5;
/// The largest width or height.
pub const MAX_SIDE: u8 = 22;

/// Cells from one row to the next in the array.
pub(crate) const STRIDE: usize = 32;
/// Cells of border before the first column and the first row.
pub(crate) const BORDER: usize = 5;
/// Cells of the whole array.
pub(crate) const CELLS: usize = STRIDE * STRIDE;

/// One of the two players. Black moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Moves first.
    Black,
    /// Moves second.
    White,
}

impl Side {
    /// Black, then White.
    pub const BOTH: [Side; 2] = [Side::Black, Side::White];

    /// 0 for Black, 1 for White: an index of per-side arrays.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The opponent.
    #[inline]
    pub const fn other(self) -> Side {
        match self {
            Side::Black => Side::White,
            Side::White => Side::Black,
        }
    }

    /// The mark used in diagrams: `X` for Black, `O` for White.
    pub const fn mark(self) -> char {
        match self {
            Side::Black => 'X',
            Side::White => 'O',
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Black => "Black",
            Side::White => "White",
        })
    }
}

/// The four axes along which five stones can stand in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// x grows.
    Horizontal,
    /// y grows.
    Vertical,
    /// x and y grow.
    Diagonal,
    /// y grows while x falls.
    Antidiagonal,
}

impl Axis {
    /// The four directions of a line.
    pub const ALL: [Axis; 4] = [
        Axis::Horizontal,
        Axis::Vertical,
        Axis::Diagonal,
        Axis::Antidiagonal,
    ];

    /// The place in [`Axis::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// Steps in the array along the four axes, in the order of [`Axis::ALL`].
pub(crate) const STEPS: [usize; 4] = [1, STRIDE, STRIDE + 1, STRIDE - 1];

/// Width and height of a board, each from 5 to 22.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    width: u8,
    height: u8,
}

impl Size {
    /// `None` unless both sides are from 5 to 22.
    pub const fn new(width: u8, height: u8) -> Option<Size> {
        let fits =
            width >= MIN_SIDE && width <= MAX_SIDE && height >= MIN_SIDE && height <= MAX_SIDE;
        if fits {
            Some(Size { width, height })
        } else {
            None
        }
    }

    /// A square board.
    pub const fn square(side: u8) -> Option<Size> {
        Size::new(side, side)
    }

    /// Columns.
    pub const fn width(self) -> u8 {
        self.width
    }

    /// Rows.
    pub const fn height(self) -> u8 {
        self.height
    }

    /// How many points the board has.
    pub const fn area(self) -> u16 {
        self.width as u16 * self.height as u16
    }

    /// The point at column `x` and row `y`, both counted from 0.
    #[inline]
    pub const fn point(self, x: u8, y: u8) -> Option<Point> {
        if x < self.width && y < self.height {
            Some(Point(
                ((y as usize + BORDER) * STRIDE + x as usize + BORDER) as u16,
            ))
        } else {
            None
        }
    }

    /// Whether a point, perhaps of a larger board, is on this one.
    #[inline]
    pub const fn contains(self, point: Point) -> bool {
        point.x() < self.width && point.y() < self.height
    }

    /// The middle, where a game usually begins; on even sides the lower right of the four middle points.
    pub const fn centre(self) -> Point {
        let y = self.height as usize / 2 + BORDER;
        Point((y * STRIDE + self.width as usize / 2 + BORDER) as u16)
    }

    /// Every point, row by row.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.height).flat_map(move |y| (0..self.width).filter_map(move |x| self.point(x, y)))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// A point of some board of at most 22 x 22.
///
/// A point cannot be off every board; whether it is on a given one, [`Size::contains`] tells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u16);

impl Point {
    /// Column, counted from 0.
    #[inline]
    pub const fn x(self) -> u8 {
        ((self.0 as usize % STRIDE) - BORDER) as u8
    }

    /// Row, counted from 0.
    #[inline]
    pub const fn y(self) -> u8 {
        ((self.0 as usize / STRIDE) - BORDER) as u8
    }

    /// A number below [`Point::COUNT`], the same on every board size: an index of per-point arrays.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize % CELLS
    }

    /// One more than the largest [`Point::index`].
    pub const COUNT: usize = CELLS;

    /// Only for indices that come from a point or from a set of points.
    #[inline]
    pub(crate) const fn from_index(index: usize) -> Point {
        Point(index as u16)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A move: the point where the side to move puts its stone. `Option<Move>` is two bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(NonZeroU16);

impl Move {
    /// A stone on `point`.
    #[inline]
    pub const fn new(point: Point) -> Move {
        match NonZeroU16::new(point.0) {
            Some(index) => Move(index),
            // Cell 0 is border: no point has it.
            None => Move(NonZeroU16::MIN),
        }
    }

    /// Where the stone goes.
    #[inline]
    pub const fn point(self) -> Point {
        Point(self.0.get())
    }

    /// The move as a number for tables of moves; [`Move::unpack`] gives it back.
    #[inline]
    pub const fn pack(self) -> u16 {
        self.0.get()
    }

    /// `None` for a number that no move of any board packs to.
    #[inline]
    pub const fn unpack(packed: u16) -> Option<Move> {
        let (x, y) = (packed as usize % STRIDE, packed as usize / STRIDE);
        let end = BORDER + MAX_SIDE as usize;
        if x < BORDER || x >= end || y < BORDER || y >= end {
            return None;
        }
        Some(Move::new(Point(packed)))
    }
}

impl From<Point> for Move {
    #[inline]
    fn from(point: Point) -> Move {
        Move::new(point)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_limited() {
        assert!(Size::square(4).is_none());
        assert!(Size::new(5, 23).is_none());
        assert_eq!(Size::new(22, 5).map(Size::area), Some(110));
    }

    #[test]
    fn points_keep_their_coordinates() {
        let size = Size::new(22, 9).unwrap();
        let mut seen = 0;
        for point in size.points() {
            assert_eq!(size.point(point.x(), point.y()), Some(point));
            assert!(size.contains(point));
            assert_eq!(Move::unpack(Move::new(point).pack()), Some(point.into()));
            seen += 1;
        }
        assert_eq!(seen, size.area());
        assert!(size.point(22, 0).is_none() && size.point(0, 9).is_none());
    }

    #[test]
    fn numbers_that_are_no_move_are_refused() {
        let good = (0..=u16::MAX).filter(|&n| Move::unpack(n).is_some());
        assert_eq!(good.count(), 22 * 22);
    }

    #[test]
    fn an_optional_move_is_two_bytes() {
        assert_eq!(size_of::<Option<Move>>(), 2);
    }

    #[test]
    fn the_centre_of_fifteen_is_h8() {
        assert_eq!(Size::square(15).unwrap().centre().to_string(), "h8");
    }
}
