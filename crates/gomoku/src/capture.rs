//! Which pairs a stone on an empty point would take, kept up to date as lines change.
//!
//! A pair is taken along a line in one of two directions, and only the three cells each way matter, so
//! that a table of 4096 bytes answers for both sides at once. It also tells where a stone would
//! threaten to take a pair with the next one.

use crate::line::cell;
use crate::point::{CELLS, Point, STEPS, Side};
use crate::pointset::PointSet;

/// One byte for each window of three cells each way: two bits (backward, forward) for each side's
/// captures, then two for each side's threats.
static TABLE: [u8; 1 << 12] = build();

const fn build() -> [u8; 1 << 12] {
    let mut table = [0; 1 << 12];
    let mut key = 0;
    while key < table.len() {
        let back = [key >> 4 & 3, key >> 2 & 3, key & 3];
        let ahead = [key >> 6 & 3, key >> 8 & 3, key >> 10 & 3];
        table[key] = arm(back) | arm(ahead) << 1;
        key += 1;
    }
    table
}

/// What each side would do along one arm of three cells, nearest first, on every second bit.
const fn arm(cells: [usize; 3]) -> u8 {
    const EMPTY: usize = cell::EMPTY as usize;
    const BLACK: usize = cell::BLACK as usize;
    const WHITE: usize = cell::WHITE as usize;
    match cells {
        [WHITE, WHITE, BLACK] => 0b0000_0001,
        [BLACK, BLACK, WHITE] => 0b0000_0100,
        [WHITE, WHITE, EMPTY] => 0b0001_0000,
        [BLACK, BLACK, EMPTY] => 0b0100_0000,
        _ => 0,
    }
}

/// Cells on each side of a point that its byte depends on.
pub(crate) const HALF: u32 = 3;

/// The byte for an empty cell at `bit` of a line.
#[inline]
pub(crate) fn entry(line: u64, bit: u32) -> u8 {
    let window = (line >> (bit - 6)) as usize;
    TABLE[window & 0x3F | window >> 2 & 0xFC0]
}

/// Whether a stone that comes or goes at `bit` can change the byte of any cell of its line: not if both
/// its neighbours are without a stone, for then no pair is near enough.
#[inline]
pub(crate) fn may_change(line: u64, bit: u32) -> bool {
    let stones = line ^ line >> 1;
    (stones >> (bit - 2) | stones >> (bit + 2)) & 1 != 0
}

/// Bits of both directions of every axis in a point's word, before the shift by side.
const TAKES: u32 = 0x0303_0303;
const THREATS: u32 = 0x3030_3030;

/// The eight directions of a move's captures: bit `2 * axis` backward, the next one forward.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Directions(u8);

impl Directions {
    pub const NONE: Directions = Directions(0);

    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many pairs.
    pub fn pairs(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// The cells of the pairs around `from`.
    pub fn cells(self, from: usize) -> impl Iterator<Item = usize> {
        (0..8)
            .filter(move |direction| self.0 >> direction & 1 != 0)
            .flat_map(move |direction| {
                let step = STEPS[direction / 2];
                match direction % 2 {
                    0 => [from - step, from - 2 * step],
                    _ => [from + step, from + 2 * step],
                }
            })
    }
}

/// The capture words of all points, four bytes each by axis, and what follows from them.
#[derive(Clone, Debug)]
pub(crate) struct Captures {
    words: Box<[u32; CELLS]>,
    takes: [PointSet; 2],
    threats: [PointSet; 2],
    /// Sums over all points: pairs that could be taken, and that could be threatened.
    pairs: [u16; 2],
    threatened: [u16; 2],
    log: Vec<(u16, u32)>,
}

impl Captures {
    pub fn new() -> Captures {
        Captures {
            words: crate::table::boxed(),
            takes: [PointSet::EMPTY; 2],
            threats: [PointSet::EMPTY; 2],
            pairs: [0; 2],
            threatened: [0; 2],
            log: Vec::new(),
        }
    }

    /// The pairs that a stone of `side` on an empty cell takes.
    #[inline]
    pub fn directions(&self, index: usize, side: Side) -> Directions {
        let word = self.words[index % CELLS] >> (2 * side.index()) & TAKES;
        Directions((word | word >> 6 | word >> 12 | word >> 18) as u8)
    }

    /// How many pairs a stone of `side` on an empty cell takes, or could take once their far end is held.
    #[inline]
    pub fn chances(&self, index: usize, side: Side) -> u32 {
        let mask = (TAKES | THREATS) << (2 * side.index());
        (self.words[index % CELLS] & mask).count_ones()
    }

    #[inline]
    pub fn takes(&self, side: Side) -> &PointSet {
        &self.takes[side.index()]
    }

    #[inline]
    pub fn threats(&self, side: Side) -> &PointSet {
        &self.threats[side.index()]
    }

    #[inline]
    pub fn pairs(&self, side: Side) -> u16 {
        self.pairs[side.index()]
    }

    #[inline]
    pub fn threatened(&self, side: Side) -> u16 {
        self.threatened[side.index()]
    }

    /// Sets the byte of one axis.
    #[inline]
    pub fn set_axis(&mut self, axis: usize, index: usize, entry: u8) {
        let old = self.words[index % CELLS];
        let shift = 8 * axis as u32;
        let new = old & !(0xFF << shift) | u32::from(entry) << shift;
        if new != old {
            self.log.push((index as u16, old));
            self.set(index, new);
        }
    }

    /// Sets all axes of a cell at once: zero when a stone comes to stand there.
    pub fn set_word(&mut self, index: usize, word: u32) {
        let old = self.words[index % CELLS];
        if word != old {
            self.log.push((index as u16, old));
            self.set(index, word);
        }
    }

    fn set(&mut self, index: usize, new: u32) {
        let old = std::mem::replace(&mut self.words[index % CELLS], new);
        let point = Point::from_index(index);
        for side in 0..2 {
            let (takes, threats) = (TAKES << (2 * side), THREATS << (2 * side));
            let change = |sum: u16, mask: u32| {
                sum + (new & mask).count_ones() as u16 - (old & mask).count_ones() as u16
            };
            self.pairs[side] = change(self.pairs[side], takes);
            self.threatened[side] = change(self.threatened[side], threats);
            mark(&mut self.takes[side], point, new & takes != 0);
            mark(&mut self.threats[side], point, new & threats != 0);
        }
    }

    /// Where the log of changes now ends.
    #[inline]
    pub fn log_len(&self) -> usize {
        self.log.len()
    }

    /// Takes back every change since the log had that length.
    pub fn rewind(&mut self, log_len: usize) {
        while self.log.len() > log_len {
            if let Some((index, word)) = self.log.pop() {
                self.set(index.into(), word);
            }
        }
    }

    pub fn forget_log(&mut self) {
        self.log.clear();
    }
}

/// The log says nothing about the position.
impl PartialEq for Captures {
    fn eq(&self, other: &Captures) -> bool {
        self.words == other.words
            && self.takes == other.takes
            && self.threats == other.threats
            && self.pairs == other.pairs
            && self.threatened == other.threatened
    }
}

fn mark(set: &mut PointSet, point: Point, member: bool) {
    if member {
        set.insert(point);
    } else {
        set.remove(point);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_knows_both_sides_and_directions() {
        // Cells from -3 to 3 around an empty centre, two bits each.
        let byte = |cells: [u64; 7]| {
            let line = cells.iter().rev().fold(0, |line, cell| line << 2 | cell);
            entry(line, 6)
        };
        assert_eq!(byte([1, 2, 2, 0, 2, 2, 1]), 0b0000_0011);
        assert_eq!(byte([2, 1, 1, 0, 0, 0, 0]), 0b0000_0100);
        assert_eq!(byte([0, 0, 0, 0, 2, 2, 0]), 0b0010_0000);
        assert_eq!(byte([0, 1, 1, 0, 3, 3, 3]), 0b0100_0000);
        assert_eq!(byte([3, 1, 1, 0, 2, 2, 2]), 0);
    }

    #[test]
    fn directions_name_the_cells_of_the_pairs() {
        let mut captures = Captures::new();
        captures.set_word(500, 0x0100_0202);
        let taken = captures.directions(500, Side::Black);
        assert_eq!(taken.pairs(), 3);
        let cells: Vec<_> = taken.cells(500).collect();
        assert_eq!(cells, [501, 502, 532, 564, 469, 438]);
        assert!(captures.directions(500, Side::White).is_empty());
        assert_eq!(captures.pairs(Side::Black), 3);
        captures.rewind(0);
        assert_eq!(captures, Captures::new());
    }
}
