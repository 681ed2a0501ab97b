//! Making and undoing moves: the hot path of a search.
//!
//! A move changes four lines; only the empty points within a few cells of the stone are looked up again,
//! and what changed is logged, so that undoing replays the log. Captured stones are changes like any other.

use crate::board::{Board, Frame};
use crate::capture::{self, Directions};
use crate::class::{Class, Fouls};
use crate::line::{empties, window};
use crate::outcome::{Outcome, PlayError, Victory};
use crate::pattern::Batch;
use crate::point::{Move, STEPS, Side};
use crate::rules::{CAPTURES_TO_WIN, Rule};
use crate::table::LineTable;
use crate::zobrist;

impl<R: Rule> Board<R> {
    /// Plays a move after checking it: for moves that come from outside.
    pub fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        let point = mv.point();
        if let Some(outcome) = self.outcome {
            return Err(PlayError::GameOver(outcome));
        }
        if !self.size.contains(point) {
            return Err(PlayError::OffBoard(point, self.size));
        }
        if self.stone(point).is_some() {
            return Err(PlayError::Occupied(point));
        }
        if let Some(foul) = self.foul(point, self.side) {
            return Err(PlayError::Forbidden(point, foul));
        }
        self.make(mv);
        Ok(())
    }

    /// Plays a move that is known to be legal.
    pub fn make(&mut self, mv: Move) {
        debug_assert!(self.is_legal(mv), "{mv} is not legal");
        let (index, side) = (mv.point().index(), self.side);
        let class = self.patterns.class(index, side);
        let taken = match R::CAPTURES {
            true => self.captures.directions(index, side),
            false => Directions::NONE,
        };
        self.push_frame(Some(mv), taken);
        self.put(index, side);
        if R::CAPTURES && !taken.is_empty() {
            self.take(index, taken, side.other());
        }
        self.side = side.other();
        self.key ^= zobrist::WHITE_TO_MOVE;
        self.outcome = self.judge(side, class);
    }

    /// Lets the other side move, as a search does to see what is threatened. Not part of any rule, and
    /// not to be done while a five waits for its answer.
    pub fn pass(&mut self) {
        debug_assert!(!self.five_waits && self.outcome.is_none());
        self.push_frame(None, Directions::NONE);
        self.side = self.side.other();
        self.key ^= zobrist::WHITE_TO_MOVE;
    }

    /// Takes the last move or pass back. False if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(frame) = self.frames.pop() else {
            return false;
        };
        self.side = self.side.other();
        self.key = frame.key;
        self.five_waits = frame.five_waits;
        self.outcome = None;
        if let Some(mv) = frame.played {
            let index = mv.point().index();
            self.toggle(index, self.side);
            self.empty_count += 1;
            if R::CAPTURES {
                for cell in frame.taken.cells(index) {
                    self.toggle(cell, self.side.other());
                }
                self.captured[self.side.index()] -= 2 * frame.taken.pairs();
                self.empty_count -= 2 * u16::from(frame.taken.pairs());
                self.captures.rewind(frame.capture_log as usize);
            }
            self.patterns.rewind(&frame.patterns);
        }
        true
    }

    #[inline]
    fn push_frame(&mut self, played: Option<Move>, taken: Directions) {
        self.frames.push(Frame {
            key: self.key,
            patterns: self.patterns.mark(),
            capture_log: self.captures.log_len() as u32,
            played,
            taken,
            five_waits: self.five_waits,
        });
    }

    /// Puts a stone on an empty cell.
    #[inline]
    pub(crate) fn put(&mut self, index: usize, side: Side) {
        self.toggle(index, side);
        self.key ^= zobrist::stone(side, index);
        self.empty_count -= 1;
        if R::CAPTURES {
            self.captures.set_word(index, 0);
        }
        let mut batch = Batch::new();
        batch.occupy(index);
        self.look_around(&mut batch, index);
        self.patterns.apply(&batch);
    }

    /// Takes the pairs around `from` off the board.
    fn take(&mut self, from: usize, taken: Directions, owner: Side) {
        let taker = owner.other();
        for cell in taken.cells(from) {
            self.toggle(cell, owner);
            self.key ^= zobrist::stone(owner, cell);
            self.empty_count += 1;
            let mut batch = Batch::new();
            self.look_up(&mut batch, cell);
            self.look_around(&mut batch, cell);
            self.patterns.apply(&batch);
        }
        self.set_captured(taker, self.captured(taker) + 2 * taken.pairs());
    }

    pub(crate) fn set_captured(&mut self, side: Side, stones: u8) {
        let before = usize::from(self.captured(side) / 2);
        self.key ^= zobrist::pairs(side, before) ^ zobrist::pairs(side, usize::from(stones / 2));
        self.captured[side.index()] = stones;
    }

    pub(crate) fn set_side(&mut self, side: Side) {
        if side != self.side {
            self.side = side;
            self.key ^= zobrist::WHITE_TO_MOVE;
        }
    }

    /// Ends setting up: what happened so far cannot be undone.
    pub(crate) fn settle(&mut self, five_waits: bool, outcome: Option<Outcome>) {
        self.patterns.forget_log();
        self.captures.forget_log();
        self.frames.clear();
        self.five_waits = five_waits;
        self.outcome = outcome;
    }

    #[inline]
    fn toggle(&mut self, index: usize, side: Side) {
        self.lines.toggle_stone(index, side);
        self.stones[side.index()].toggle(index);
    }

    /// Looks up what both sides would make on an empty cell.
    pub(super) fn look_up(&mut self, batch: &mut Batch, index: usize) {
        let entries = [0, 1, 2, 3].map(|axis| {
            let (line, bit) = self.lines.through(axis, index);
            self.tables.get(line, bit)
        });
        batch.vacate(index, entries);
        if R::CAPTURES {
            let mut word = 0;
            for axis in 0..4 {
                let (line, bit) = self.lines.through(axis, index);
                word |= u32::from(capture::entry(line, bit)) << (8 * axis);
            }
            self.captures.set_word(index, word);
        }
    }

    /// Looks up again every empty cell that sees a cell that has changed.
    #[inline]
    fn look_around(&mut self, batch: &mut Batch, index: usize) {
        self.look_along::<0>(batch, index);
        self.look_along::<1>(batch, index);
        self.look_along::<2>(batch, index);
        self.look_along::<3>(batch, index);
    }

    #[inline(always)]
    fn look_along<const AXIS: usize>(&mut self, batch: &mut Batch, index: usize) {
        let (line, bit) = self.lines.through(AXIS, index);
        let empty = empties(line);
        let start = index.wrapping_sub((bit / 2) as usize * STEPS[AXIS]);
        let cell = |at: u32| start.wrapping_add((at / 2) as usize * STEPS[AXIS]);
        let mut cells = empty & window(bit, <R::Lines as LineTable>::HALF);
        while cells != 0 {
            let at = cells.trailing_zeros();
            cells &= cells - 1;
            let entry = self.tables.get(line, at);
            self.patterns.collect(batch, AXIS, cell(at), entry);
        }
        if R::CAPTURES && capture::may_change(line, bit) {
            let mut cells = empty & window(bit, capture::HALF);
            while cells != 0 {
                let at = cells.trailing_zeros();
                cells &= cells - 1;
                let entry = capture::entry(line, at);
                self.captures.set_axis(AXIS, cell(at), entry);
            }
        }
    }

    /// What the move that `side` has just made decides; its class was found before it was made.
    #[inline]
    fn judge(&mut self, side: Side, class: Class) -> Option<Outcome> {
        let five = |side| {
            Some(Outcome::Win {
                side,
                by: Victory::Five,
            })
        };
        if R::CAPTURES {
            let had_to_break = std::mem::take(&mut self.five_waits);
            if self.captured(side) >= CAPTURES_TO_WIN {
                return Some(Outcome::Win {
                    side,
                    by: Victory::Captures,
                });
            }
            if had_to_break && self.stones(side.other()).has_five_in_row() {
                return five(side.other());
            }
            self.five_waits = class == Class::Five && !self.five_stands(side);
        }
        if class == Class::Five && !self.five_waits {
            return five(side);
        }
        (!self.has_legal_move()).then_some(Outcome::Draw)
    }

    /// Whether the side to move has a legal move, the game not being won.
    #[inline]
    pub(crate) fn has_legal_move(&self) -> bool {
        match self.empty_count {
            0 => false,
            _ if R::FOULS[self.side.index()] == Fouls::None => true,
            // All forbidden points are of these classes, so that this is settled at once nearly always.
            left if self.patterns.count_from(self.side, Class::DoubleThree) < left => true,
            _ => !self.only_legal(self.empties(), self.side).is_empty(),
        }
    }
}
