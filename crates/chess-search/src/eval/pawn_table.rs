//! Pawn structures met before: pawns move seldom, so nearly every lookup is a hit.

use regence_chess::{Bitboard, Board};

use super::pawns;
use super::score::Score;
use super::sink::Sum;

const ENTRIES: usize = 8192;

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    passed: Bitboard,
    score: Score,
}

impl Entry {
    /// No pawn at all: the key is the empty one, so an unused entry is a true one.
    const NO_PAWNS: Entry = Entry {
        key: 0,
        passed: Bitboard::EMPTY,
        score: Score::ZERO,
    };
}

/// One worker's cache of pawn scores; what it returns is exactly what [`pawns::structure`] would.
#[derive(Clone, Debug)]
pub struct PawnTable {
    entries: Box<[Entry; ENTRIES]>,
}

impl PawnTable {
    /// An empty table.
    pub fn new() -> PawnTable {
        let entries = vec![Entry::NO_PAWNS; ENTRIES].into_boxed_slice();
        match entries.try_into() {
            Ok(entries) => PawnTable { entries },
            Err(_) => unreachable!("the vector was made with as many entries"),
        }
    }

    /// Forgets every structure.
    pub fn clear(&mut self) {
        self.entries.fill(Entry::NO_PAWNS);
    }

    /// The score of the pawns from White's view, and the passed pawns of both sides.
    #[inline]
    pub fn look_up(&mut self, board: &Board) -> (Score, Bitboard) {
        let slot = &mut self.entries[board.pawn_key() as usize % ENTRIES];
        if slot.key != board.pawn_key() {
            *slot = entry(board);
        }
        (slot.score, slot.passed)
    }
}

impl Default for PawnTable {
    fn default() -> PawnTable {
        PawnTable::new()
    }
}

#[inline(never)]
fn entry(board: &Board) -> Entry {
    let mut sum = Sum::default();
    let passed = pawns::structure(board, &mut sum);
    Entry {
        key: board.pawn_key(),
        passed,
        score: sum.total,
    }
}
