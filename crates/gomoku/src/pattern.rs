//! The classes of all points, kept up to date as lines change: the board's memory of threats.
//!
//! For each empty point and side there is a word of four line classes. From it follow the point's
//! [`Class`], the set and the number of points of each class, and the sum of the shapes' scores. Every
//! change goes through [`Patterns::set`] and is logged, so that undoing a move is replaying the log
//! backwards, without a single table of lines.

use std::sync::Arc;

use crate::class::{Class, LineClass};
use crate::point::{CELLS, Side};
use crate::pointset::PointSet;
use crate::shape::{Scores, Shape};
use crate::table::{ClassTable, OCCUPIED, SUSPECT};

/// What a line table's byte looks like in a word: Black's class in the low half, White's in the high.
#[inline(always)]
fn halves(entry: u8) -> u32 {
    u32::from(entry & 0x0F) | u32::from(entry & 0xF0) << 12
}

/// Both halves of a cell that is no empty point.
const TAKEN: u32 = (OCCUPIED as u32) << 16 | OCCUPIED as u32;

/// Sets of points: one a class, and one for what is no empty point.
const SETS: usize = Class::COUNT + 1;

/// A word before it changed.
#[derive(Clone, Copy, Debug)]
struct Change {
    word: u32,
    cell: u16,
}

#[derive(Clone, Debug)]
pub(crate) struct Patterns {
    /// Line classes of each cell, four nibbles for Black and four for White.
    words: [u32; CELLS],
    /// The last set and count, beyond the classes, are those of the cells that are no empty point.
    sets: [[PointSet; SETS]; 2],
    counts: [[u16; SETS]; 2],
    /// Points whose legality has to be asked of the board.
    suspects: [PointSet; 2],
    suspect_counts: [u16; 2],
    sums: [i32; 2],
    scores: Arc<Scores>,
    tables: &'static [ClassTable; 2],
    log: Vec<Change>,
}

impl Patterns {
    pub fn new(tables: &'static [ClassTable; 2], scores: Arc<Scores>) -> Patterns {
        let mut sets = [[PointSet::EMPTY; SETS]; 2];
        let mut counts = [[0; SETS]; 2];
        for side in 0..2 {
            sets[side][Class::COUNT] = PointSet::EVERYTHING;
            counts[side][Class::COUNT] = CELLS as u16;
        }
        Patterns {
            words: [TAKEN; CELLS],
            sets,
            counts,
            suspects: [PointSet::EMPTY; 2],
            suspect_counts: [0; 2],
            sums: [0; 2],
            scores,
            tables,
            log: Vec::new(),
        }
    }

    #[inline]
    pub fn class(&self, index: usize, side: Side) -> Class {
        Class::from_nibble(self.tables[side.index()].get(self.word(index, side)))
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
        (self.words[index % CELLS] >> (16 * side.index())) as u16
    }

    /// The class that a word stands for.
    #[inline]
    pub fn class_of_word(&self, word: u16, side: Side) -> Class {
        Class::from_nibble(self.tables[side.index()].get(word))
    }

    #[inline]
    pub fn points(&self, side: Side, class: Class) -> &PointSet {
        &self.sets[side.index()][class.index()]
    }

    #[inline]
    pub fn count(&self, side: Side, class: Class) -> u16 {
        self.counts[side.index()][class.index()]
    }

    #[inline]
    pub fn counts(&self, side: Side) -> &[u16] {
        &self.counts[side.index()][..Class::COUNT]
    }

    #[inline]
    pub fn suspects(&self, side: Side) -> &PointSet {
        &self.suspects[side.index()]
    }

    #[inline]
    pub fn suspect_count(&self, side: Side) -> u16 {
        self.suspect_counts[side.index()]
    }

    #[inline]
    pub fn sum(&self, side: Side) -> i32 {
        self.sums[side.index()]
    }

    /// Other weights: both sums are made anew.
    pub fn set_scores(&mut self, scores: Arc<Scores>) {
        self.scores = scores;
        self.sums = [0; 2];
        for index in 0..CELLS {
            for side in Side::BOTH {
                self.sums[side.index()] += self.scores.get(side.index(), self.word(index, side));
            }
        }
    }

    /// Sets what both sides would make at a cell along one axis.
    #[inline(always)]
    pub fn set_axis(&mut self, axis: usize, index: usize, entry: u8) {
        let old = self.words[index % CELLS];
        let shift = 4 * axis as u32;
        let new = old & !(0x000F_000F << shift) | halves(entry) << shift;
        if new != old {
            self.log.push(Change {
                word: old,
                cell: index as u16,
            });
            self.set(index, old, new);
        }
    }

    /// Sets all axes of a cell from four entries of the line table.
    pub fn set_cell(&mut self, index: usize, entries: [u8; 4]) {
        let new = (0..4).fold(0, |word, axis| word | halves(entries[axis]) << (4 * axis));
        self.set_word(index, new);
    }

    /// A stone now stands there.
    #[inline]
    pub fn occupy(&mut self, index: usize) {
        self.set_word(index, TAKEN);
    }

    #[inline(always)]
    fn set_word(&mut self, index: usize, new: u32) {
        let old = self.words[index % CELLS];
        self.log.push(Change {
            word: old,
            cell: index as u16,
        });
        self.set(index, old, new);
    }

    #[inline(always)]
    fn set(&mut self, index: usize, old: u32, new: u32) {
        self.words[index % CELLS] = new;
        let changed = old ^ new;
        if changed as u16 != 0 {
            self.set_side(0, index, old as u16, new as u16);
        }
        if changed >> 16 != 0 {
            self.set_side(1, index, (old >> 16) as u16, (new >> 16) as u16);
        }
    }

    #[inline(always)]
    fn set_side(&mut self, side: usize, index: usize, old: u16, new: u16) {
        self.sums[side] += self.scores.get(side, new) - self.scores.get(side, old);
        let before = self.tables[side].get(old);
        let after = self.tables[side].get(new);
        if before != after {
            let (left, joined) = (set_of(before), set_of(after));
            self.sets[side][left].toggle(index);
            self.sets[side][joined].toggle(index);
            self.counts[side][left] = self.counts[side][left].wrapping_sub(1);
            self.counts[side][joined] = self.counts[side][joined].wrapping_add(1);
            if (before ^ after) & SUSPECT != 0 {
                self.suspects[side].toggle(index);
                self.suspect_counts[side] = match after & SUSPECT {
                    0 => self.suspect_counts[side].wrapping_sub(1),
                    _ => self.suspect_counts[side].wrapping_add(1),
                };
            }
        }
    }

    /// Where the log of changes now ends.
    #[inline]
    pub fn log_len(&self) -> usize {
        self.log.len()
    }

    /// Takes back every change since the log had that length.
    #[inline]
    pub fn rewind(&mut self, log_len: usize) {
        while self.log.len() > log_len {
            if let Some(change) = self.log.pop() {
                let index = usize::from(change.cell);
                let old = self.words[index % CELLS];
                self.set(index, old, change.word);
            }
        }
    }

    pub fn forget_log(&mut self) {
        self.log.clear();
    }
}

/// Which set an entry of the class table belongs to.
#[inline(always)]
fn set_of(entry: u8) -> usize {
    ((entry & !SUSPECT) as usize).min(Class::COUNT)
}

/// Logs and the weights' address say nothing about the position.
impl PartialEq for Patterns {
    fn eq(&self, other: &Patterns) -> bool {
        self.words == other.words
            && self.sets == other.sets
            && self.counts == other.counts
            && self.suspects == other.suspects
            && self.suspect_counts == other.suspect_counts
            && self.sums == other.sums
    }
}
