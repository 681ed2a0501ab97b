//! The classes of all points, kept up to date as lines change: the board's memory of threats.
//!
//! For each empty point and side there is a word of four line classes. From it follow the point's
//! [`Class`], the sum of the shapes' scores, and for the classes that threaten something the set and the
//! number of their points. The weaker classes change all the time and are seldom asked for: their points
//! are found when they are.
//!
//! This is the hot path. What a move changes is first collected in a [`Batch`], then applied in two
//! passes without a branch that depends on the position: one looks up the entries of the old and the new
//! words, the other moves the points whose class has changed from set to set. Both passes are logged, so
//! that undoing a move needs no lookup at all.

use std::sync::Arc;

use crate::class::{Class, LineClass};
use crate::point::{CELLS, Side};
use crate::pointset::PointSet;
use crate::shape::{Entries, RowSums, Scores, Shape, ShapeRows, exchange};
use crate::table::{OCCUPIED, SUSPECT};

/// What a line table's byte looks like in a word: Black's class in the low half, White's in the high.
#[inline(always)]
fn halves(entry: u8) -> u32 {
    u32::from(entry & 0x0F) | u32::from(entry & 0xF0) << 12
}

/// Both halves of a cell that is no empty point.
const TAKEN: u32 = (OCCUPIED as u32) << 16 | OCCUPIED as u32;

/// Sets of points: one for each class from [`Class::WEAKEST_KEPT`] on. Set 0 holds all the other cells.
const SETS: usize = Class::COUNT;

/// What is known of a cell. It carries its own number, so that a copy of it is an entry of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(16))]
struct Cell {
    /// Line classes, four nibbles for Black and four for White.
    word: u32,
    /// What the two halves of the word stand for.
    entries: [i32; 2],
    index: u32,
}

/// A point that changed its set for one side: cell, side, and the marks of its entries before and after,
/// in one number.
#[derive(Clone, Copy, Debug, Default)]
struct Switch(u32);

impl Switch {
    #[inline(always)]
    fn new(cell: u32, side: usize, before: i32, after: i32) -> Switch {
        let (before, after) = (before as u32 & 0xFF00, after as u32 & 0xFF00);
        Switch(cell << 1 | side as u32 | before << 8 | after << 16)
    }

    #[inline(always)]
    fn cell(self) -> usize {
        (self.0 >> 1) as usize % CELLS
    }

    #[inline(always)]
    fn side(self) -> usize {
        (self.0 & 1) as usize
    }

    #[inline(always)]
    fn before(self) -> usize {
        (self.0 >> 16) as usize % SETS
    }

    #[inline(always)]
    fn after(self) -> usize {
        (self.0 >> 24) as usize % SETS
    }

    /// Whether the point becomes, or ceases to be, a suspect.
    #[inline(always)]
    fn turns_suspect(self) -> bool {
        (self.0 >> 16 ^ self.0 >> 24) as u8 & SUSPECT != 0
    }
}

/// Room for every cell that one stone can change: itself and ten on each of its four lines.
const BATCH: usize = 64;

/// A new word for a cell.
#[derive(Clone, Copy, Debug, Default)]
struct NewWord {
    word: u32,
    cell: u32,
}

/// New words of different cells, collected before they are applied.
#[derive(Clone, Debug)]
pub(crate) struct Batch {
    items: [NewWord; BATCH],
    len: usize,
}

impl Batch {
    #[inline(always)]
    pub fn new() -> Batch {
        Batch {
            items: [NewWord::default(); BATCH],
            len: 0,
        }
    }

    #[inline(always)]
    fn push(&mut self, cell: usize, word: u32, counts: bool) {
        self.items[self.len % BATCH] = NewWord {
            word,
            cell: cell as u32,
        };
        self.len += usize::from(counts);
    }

    /// A stone now stands there.
    #[inline(always)]
    pub fn occupy(&mut self, cell: usize) {
        self.push(cell, TAKEN, true);
    }

    /// The cell is an empty point with these entries of the line table.
    #[inline]
    pub fn vacate(&mut self, cell: usize, entries: [u8; 4]) {
        let word = (0..4).fold(0, |word, axis| word | halves(entries[axis]) << (4 * axis));
        self.push(cell, word, true);
    }
}

type Counts = [[u16; SETS]; 2];

/// How far the logs went before a move, and what is cheaper to copy than to replay.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    cells: u32,
    switches: u32,
    sums: [i32; 2],
    row_sums: RowSums,
    counts: Counts,
}

/// The number of the shape in an entry.
#[inline(always)]
fn shape_of(entry: i32) -> usize {
    ((entry as u32 >> 16) as usize).min(Shape::NONE)
}

#[derive(Clone, Debug)]
pub(crate) struct Patterns {
    cells: [Cell; CELLS],
    sets: [[PointSet; SETS]; 2],
    counts: Counts,
    /// Points whose legality has to be asked of the board.
    suspects: [PointSet; 2],
    sums: [i32; 2],
    row_sums: RowSums,
    entries: Arc<Entries>,
    scores: Arc<Scores>,
    rows: Option<Arc<ShapeRows>>,
    /// The sums of rows are left as they are.
    rows_rest: bool,
    cell_log: Vec<Cell>,
    switch_log: Vec<Switch>,
    /// Scratch: the points that a batch moves from set to set.
    switches: [Switch; 2 * BATCH],
}

impl Patterns {
    pub fn new(entries: Arc<Entries>) -> Patterns {
        let mut sets = [[PointSet::EMPTY; SETS]; 2];
        let mut counts = [[0; SETS]; 2];
        for side in 0..2 {
            sets[side][0] = PointSet::EVERYTHING;
            counts[side][0] = CELLS as u16;
        }
        let taken = |index| Cell {
            word: TAKEN,
            entries: [0, 1].map(|side| entries.get(side, OCCUPIED)),
            index: index as u32,
        };
        Patterns {
            cells: std::array::from_fn(taken),
            sets,
            counts,
            suspects: [PointSet::EMPTY; 2],
            sums: [0; 2],
            row_sums: RowSums::default(),
            entries,
            scores: Arc::new([[0; Shape::COUNT + 1]; 2]),
            rows: None,
            rows_rest: false,
            cell_log: Vec::new(),
            switch_log: Vec::new(),
            switches: [Switch::default(); 2 * BATCH],
        }
    }

    #[inline]
    pub fn class(&self, index: usize, side: Side) -> Class {
        Class::from_nibble(self.cells[index % CELLS].entries[side.index()] as u8)
    }

    #[inline]
    pub fn line_class(&self, index: usize, side: Side, axis: usize) -> LineClass {
        LineClass::from_nibble(u32::from(self.word(index, side)) >> (4 * axis) & 15)
    }

    pub fn shape(&self, index: usize, side: Side) -> Shape {
        Shape::from_word(self.word(index, side))
    }

    /// The four line classes of a point for one side.
    #[inline]
    pub fn word(&self, index: usize, side: Side) -> u16 {
        (self.cells[index % CELLS].word >> (16 * side.index())) as u16
    }

    /// The class that a word stands for.
    #[inline]
    pub fn class_of_word(&self, word: u16, side: Side) -> Class {
        Class::from_nibble(self.entries.get(side.index(), word) as u8)
    }

    /// The points of a class that is at least [`Class::WEAKEST_KEPT`].
    #[inline]
    pub fn points(&self, side: Side, class: Class) -> &PointSet {
        debug_assert!(class >= Class::WEAKEST_KEPT);
        &self.sets[side.index()][class.index()]
    }

    /// How many they are.
    #[inline]
    pub fn count(&self, side: Side, class: Class) -> u16 {
        debug_assert!(class >= Class::WEAKEST_KEPT);
        self.counts[side.index()][class.index()]
    }

    /// How many points are of that class or a stronger one.
    #[inline]
    pub fn count_from(&self, side: Side, class: Class) -> u16 {
        debug_assert!(class >= Class::WEAKEST_KEPT);
        self.counts[side.index()][class.index()..].iter().sum()
    }

    /// The classes that have points, a bit each.
    #[inline]
    pub fn classes(&self, side: Side) -> u16 {
        let counts = &self.counts[side.index()];
        // Set 0 holds the points of all weaker classes.
        (Class::WEAKEST_KEPT.index()..SETS).fold(0, |bits, class| {
            bits | u16::from(counts[class] > 0) << class
        })
    }

    #[inline]
    pub fn suspects(&self, side: Side) -> &PointSet {
        &self.suspects[side.index()]
    }

    /// The score of one cell's shape.
    #[inline]
    pub fn score(&self, index: usize, side: Side) -> i32 {
        let shape = shape_of(self.cells[index % CELLS].entries[side.index()]);
        i32::from(self.scores[side.index()][shape])
    }

    #[inline]
    pub fn sum(&self, side: Side) -> i32 {
        self.sums[side.index()]
    }

    #[inline]
    pub fn row_sums(&self) -> &RowSums {
        &self.row_sums
    }

    /// Other weights: both sums are made anew.
    pub fn set_scores(&mut self, scores: Arc<Scores>) {
        self.scores = scores;
        for side in Side::BOTH {
            self.sums[side.index()] = (0..CELLS).map(|index| self.score(index, side)).sum();
        }
    }

    /// Other rows, or none: the sums of both views are made anew.
    pub fn set_rows(&mut self, rows: Option<Arc<ShapeRows>>) {
        self.row_sums = RowSums::default();
        if let Some(rows) = &rows {
            for cell in &self.cells {
                for (side, &entry) in cell.entries.iter().enumerate() {
                    let comes = rows.get(side, shape_of(entry));
                    exchange(&mut self.row_sums, comes, &RowSums::default());
                }
            }
        }
        self.rows = rows;
    }

    /// From now on the sums of rows stay as they are, or follow the position again, which must then be the same.
    #[inline]
    pub fn rest_rows(&mut self, rest: bool) {
        self.rows_rest = rest;
    }

    /// Adds what both sides would make at an empty point along one axis to a batch, if this is new.
    #[inline(always)]
    pub fn collect(&self, batch: &mut Batch, axis: usize, index: usize, entry: u8) {
        let old = self.cells[index % CELLS].word;
        let shift = 4 * axis as u32;
        let new = old & !(0x000F_000F << shift) | halves(entry) << shift;
        batch.push(index, new, new != old);
    }

    /// Sets the words of a batch.
    #[inline]
    pub fn apply(&mut self, batch: &Batch) {
        let items = &batch.items[..batch.len.min(BATCH)];
        let cells = &mut self.cells;
        let old = items.iter().map(|item| cells[item.cell as usize % CELLS]);
        self.cell_log.extend(old);
        let (entries, scores) = (&*self.entries, &*self.scores);
        let rows = self.rows.as_deref().filter(|_| !self.rows_rest);
        let mut sums = self.sums;
        let mut row_sums = self.row_sums;
        let mut len = 0;
        for item in items {
            let cell = &mut cells[item.cell as usize % CELLS];
            cell.word = item.word;
            for (side, sum) in sums.iter_mut().enumerate() {
                let after = entries.get(side, (item.word >> (16 * side)) as u16);
                let before = std::mem::replace(&mut cell.entries[side], after);
                let (comes, goes) = (shape_of(after), shape_of(before));
                *sum += i32::from(scores[side][comes]) - i32::from(scores[side][goes]);
                if let Some(rows) = rows {
                    let (comes, goes) = (rows.get(side, comes), rows.get(side, goes));
                    exchange(&mut row_sums, comes, goes);
                }
                self.switches[len % (2 * BATCH)] = Switch::new(item.cell, side, before, after);
                len += usize::from((before ^ after) & 0xFF00 != 0);
            }
        }
        self.sums = sums;
        self.row_sums = row_sums;
        for at in 0..len.min(2 * BATCH) {
            let switch = self.switches[at];
            self.switch_sets(switch);
            self.switch_counts(switch);
        }
        let switches = &self.switches[..len.min(2 * BATCH)];
        self.switch_log.extend_from_slice(switches);
    }

    /// Moves a point from one set to another, or back.
    #[inline(always)]
    fn switch_sets(&mut self, switch: Switch) {
        let (side, cell) = (switch.side(), switch.cell());
        self.sets[side][switch.before()].toggle(cell);
        self.sets[side][switch.after()].toggle(cell);
        if switch.turns_suspect() {
            self.suspects[side].toggle(cell);
        }
    }

    #[inline(always)]
    fn switch_counts(&mut self, switch: Switch) {
        let counts = &mut self.counts[switch.side()];
        counts[switch.before()] = counts[switch.before()].wrapping_sub(1);
        counts[switch.after()] = counts[switch.after()].wrapping_add(1);
    }

    /// Where everything stands now, to come back to.
    #[inline]
    pub fn mark(&self) -> Mark {
        Mark {
            cells: self.cell_log.len() as u32,
            switches: self.switch_log.len() as u32,
            sums: self.sums,
            row_sums: self.row_sums,
            counts: self.counts,
        }
    }

    /// Takes back every change since the mark was made.
    #[inline]
    pub fn rewind(&mut self, mark: &Mark) {
        // Backwards, as a capturing move may change a cell more than once.
        let first = (mark.cells as usize).min(self.cell_log.len());
        for old in self.cell_log[first..].iter().rev() {
            self.cells[old.index as usize % CELLS] = *old;
        }
        self.cell_log.truncate(first);
        let first = (mark.switches as usize).min(self.switch_log.len());
        for at in first..self.switch_log.len() {
            let switch = self.switch_log[at];
            self.switch_sets(switch);
        }
        self.switch_log.truncate(first);
        self.sums = mark.sums;
        self.row_sums = mark.row_sums;
        self.counts = mark.counts;
    }

    pub fn forget_log(&mut self) {
        self.cell_log.clear();
        self.switch_log.clear();
    }
}

/// Logs and the weights' address say nothing about the position.
impl PartialEq for Patterns {
    fn eq(&self, other: &Patterns) -> bool {
        self.cells == other.cells
            && self.sets == other.sets
            && self.counts == other.counts
            && self.suspects == other.suspects
            && self.sums == other.sums
            && self.row_sums == other.row_sums
    }
}
