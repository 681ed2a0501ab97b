//! The board as lines: every row, column and diagonal is one `u64` of 32 two-bit cells.
//!
//! A window around a point is then a shift and a mask, and that window is the key of the tables in
//! [`crate::table`]. Each stone stands in four lines, so a move changes four words.

use crate::point::{STRIDE, Side, Size};

/// What a two-bit cell of a line holds.
pub(crate) mod cell {
    pub const EMPTY: u32 = 0;
    pub const BLACK: u32 = 1;
    pub const WHITE: u32 = 2;
    pub const BORDER: u32 = 3;
}

/// The low bit of each of the 32 cells of a line.
const LOW_BITS: u64 = 0x5555_5555_5555_5555;

/// Lines of one axis: 63 diagonals at most.
const LINES: usize = 64;

/// All lines of the board, by axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lines([[u64; LINES]; 4]);

impl Lines {
    /// The lines of an empty board: everything around it is border.
    pub fn new(size: Size) -> Lines {
        let mut lines = Lines([[u64::MAX; LINES]; 4]);
        for point in size.points() {
            lines.toggle(point.index(), cell::BORDER);
        }
        lines
    }

    /// Puts a stone on an empty cell or takes it away again.
    #[inline]
    pub fn toggle_stone(&mut self, index: usize, side: Side) {
        self.toggle(index, side.index() as u32 + 1);
    }

    #[inline]
    fn toggle(&mut self, index: usize, value: u32) {
        for axis in 0..4 {
            let (line, position) = locate(axis, index);
            self.0[axis][line] ^= u64::from(value) << (2 * position);
        }
    }

    /// The line along `axis` through a cell, and the cell's bit position in it.
    #[inline]
    pub fn through(&self, axis: usize, index: usize) -> (u64, u32) {
        let (line, position) = locate(axis, index);
        (self.0[axis][line], 2 * position as u32)
    }

    /// What stands on a cell.
    #[inline]
    pub fn cell(&self, index: usize) -> u32 {
        let (line, bit) = self.through(0, index);
        cell_at(line, bit)
    }
}

/// The cell at a bit position of a line.
#[inline]
pub(crate) fn cell_at(line: u64, bit: u32) -> u32 {
    (line >> bit) as u32 & 3
}

/// The empty cells of a line, as the low bits of their positions.
#[inline]
pub(crate) fn empties(line: u64) -> u64 {
    !(line | line >> 1) & LOW_BITS
}

/// The cells of one colour in a line, as the low bits of their positions.
#[inline]
pub(crate) fn stones(line: u64, side: Side) -> u64 {
    let (own, other) = match side {
        Side::Black => (line, line >> 1),
        Side::White => (line >> 1, line),
    };
    own & !other & LOW_BITS
}

/// Bits of the cells at most `half` away from a bit position, which is itself left out.
#[inline]
pub(crate) fn window(bit: u32, half: u32) -> u64 {
    let around = (1u64 << (4 * half + 1)) - 1;
    (around << (bit - 2 * half)) & !(1 << bit) & LOW_BITS
}

/// Which line of an axis a cell is in, and where in it.
///
/// The position is the column where x grows along the axis, else the row, so that one step along the
/// axis is always one position up.
#[inline]
fn locate(axis: usize, index: usize) -> (usize, usize) {
    let (x, y) = (index % STRIDE, index / STRIDE % STRIDE);
    match axis {
        0 => (y, x),
        1 => (x, y),
        2 => (y + STRIDE - x, x),
        _ => (x + y, y),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::STEPS;

    #[test]
    fn stepping_along_an_axis_is_stepping_along_its_line() {
        let size = Size::new(22, 17).unwrap();
        for point in size.points() {
            for (axis, step) in STEPS.into_iter().enumerate() {
                let mut lines = Lines::new(size);
                let (here, bit) = lines.through(axis, point.index());
                assert_eq!(cell_at(here, bit), cell::EMPTY);
                let next = point.index() + step;
                if lines.cell(next) == cell::BORDER {
                    assert_eq!(cell_at(here, bit + 2), cell::BORDER);
                    continue;
                }
                lines.toggle_stone(next, Side::White);
                let (here, bit) = lines.through(axis, point.index());
                assert_eq!(cell_at(here, bit + 2), cell::WHITE);
                assert_eq!(stones(here, Side::White), 1 << (bit + 2));
                assert_eq!(stones(here, Side::Black), 0);
            }
        }
    }

    #[test]
    fn windows_leave_the_centre_out() {
        assert_eq!(window(20, 4).count_ones(), 8);
        assert_eq!(window(52, 5).count_ones(), 10);
        assert_eq!(window(10, 5) & 1, 1);
        assert_eq!(window(10, 5) >> 20, 1);
    }
}
