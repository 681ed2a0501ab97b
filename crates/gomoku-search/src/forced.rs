//! What the searches for forced wins have in common: the result, the budget, and a table of their own.

use regence_core::{Limiter, Stopped};
use regence_gomoku::{Board, Move};

/// A win that the opponent cannot prevent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForcedWin {
    pub first: Move,
    /// Plies until the game is won against the longest defence that the proof met: an odd number, but for
    /// ninuki, where the last ply may be the opponent's, who fails to break a five.
    pub plies: i32,
}

/// How much a search for a forced win may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    pub nodes: u32,
    /// No win longer than this is looked for.
    pub plies: i32,
}

/// A question about wins by fours.
pub(crate) type AskFours<R, T> =
    fn(&mut Board<R>, &mut WinTable, &mut Limiter, Budget) -> Result<Option<T>, Stopped>;

/// Longest forced win that is looked for.
pub const LONGEST: i32 = 120;

/// The running account of a budget.
#[derive(Debug)]
pub(crate) struct Account {
    left: u32,
    /// A branch was left because a win there would be too long.
    pub is_short: bool,
    /// The nodes ran out, so that "no win" means nothing.
    pub is_spent: bool,
}

impl Account {
    pub fn new(nodes: u32) -> Account {
        Account {
            left: nodes,
            is_short: false,
            is_spent: false,
        }
    }

    /// Counts a node. False if there is none left.
    #[inline]
    pub fn visit(&mut self, limiter: &mut Limiter) -> Result<bool, Stopped> {
        limiter.visit()?;
        match self.left.checked_sub(1) {
            Some(left) => self.left = left,
            None => self.is_spent = true,
        }
        Ok(!self.is_spent)
    }

    pub fn left(&self) -> u32 {
        self.left
    }

    pub fn pay(&mut self, nodes: u32) {
        self.left = self.left.saturating_sub(nodes);
    }
}

/// What is known of a position with the attacker to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    Win(ForcedWin),
    /// There is no forced win of at most so many plies.
    NoneWithin(i32),
    /// A search of so many nodes did not find one and did not see the end.
    NotFoundBy(u32),
}

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    key: u64,
    first: u16,
    /// Above zero a win in so many plies; else none within `-plies`.
    plies: i16,
    /// Nodes that were spent in vain, if that is all that is known.
    in_vain: u16,
}

/// Results by position. They are true for ever, so nothing in it grows old.
#[derive(Clone, Debug)]
pub struct WinTable {
    slots: Vec<Slot>,
}

impl WinTable {
    /// `bits` is the logarithm of the number of places, 16 bytes each.
    pub fn new(bits: u32) -> WinTable {
        WinTable {
            slots: vec![Slot::default(); 1 << bits],
        }
    }

    pub fn clear(&mut self) {
        self.slots.fill(Slot::default());
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        key as usize & (self.slots.len() - 1)
    }

    pub(crate) fn probe(&self, key: u64) -> Option<Known> {
        let slot = self.slots[self.index(key)];
        if slot.key != key {
            return None;
        }
        if slot.in_vain > 0 {
            return Some(Known::NotFoundBy(slot.in_vain.into()));
        }
        if slot.plies <= 0 {
            return Some(Known::NoneWithin(-i32::from(slot.plies)));
        }
        Some(Known::Win(ForcedWin {
            first: Move::unpack(slot.first)?,
            plies: slot.plies.into(),
        }))
    }

    pub(crate) fn store(&mut self, key: u64, known: Known) {
        let index = self.index(key);
        self.slots[index] = match known {
            Known::Win(win) => Slot {
                key,
                first: win.first.pack(),
                plies: win.plies as i16,
                in_vain: 0,
            },
            Known::NoneWithin(plies) => Slot {
                key,
                first: 0,
                plies: -(plies as i16),
                in_vain: 0,
            },
            Known::NotFoundBy(nodes) => Slot {
                key,
                first: 0,
                plies: 0,
                in_vain: nodes.clamp(1, u16::MAX.into()) as u16,
            },
        };
    }
}
