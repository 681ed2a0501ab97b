//! Zobrist keys, fixed for ever: a key written to a file today finds its position tomorrow.
//!
//! The key of a position covers rule set, board size, stones, side to move and captured pairs. A five
//! that still waits for its answer needs no key of its own: it stands on the board.

use crate::point::{CELLS, Side, Size};
use crate::rules::RuleSet;

/// Most pairs one side can have taken: four pairs, and then a last move that takes eight.
pub(crate) const MAX_PAIRS: usize = 12;

const SEED: u64 = 0x5265_6765_6e63_6521;

/// The numbers of the keys: a Weyl sequence, each term mixed by multiplications and shifts.
const fn number(n: u64) -> u64 {
    let mut z = SEED.wrapping_add(n.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

const fn stone_keys() -> [[u64; CELLS]; 2] {
    let mut keys = [[0; CELLS]; 2];
    let mut n = 0;
    while n < CELLS {
        keys[0][n] = number(n as u64);
        keys[1][n] = number((CELLS + n) as u64);
        n += 1;
    }
    keys
}

const fn pair_keys() -> [[u64; MAX_PAIRS + 1]; 2] {
    let mut keys = [[0; MAX_PAIRS + 1]; 2];
    // No pair taken has key 0, so that rules without captures need not know of it.
    let mut n = 1;
    while n <= MAX_PAIRS {
        keys[0][n] = number((4 * CELLS + n) as u64);
        keys[1][n] = number((5 * CELLS + n) as u64);
        n += 1;
    }
    keys
}

static STONES: [[u64; CELLS]; 2] = stone_keys();
static PAIRS: [[u64; MAX_PAIRS + 1]; 2] = pair_keys();

/// Added when White is to move.
pub(crate) const WHITE_TO_MOVE: u64 = number(3 * CELLS as u64);

#[inline]
pub(crate) fn stone(side: Side, index: usize) -> u64 {
    STONES[side.index()][index % CELLS]
}

#[inline]
pub(crate) fn pairs(side: Side, taken: usize) -> u64 {
    PAIRS[side.index()][taken.min(MAX_PAIRS)]
}

/// The key of an empty board with Black to move.
pub(crate) fn empty(rule: RuleSet, size: Size) -> u64 {
    let shape = u64::from(size.width()) << 8 | u64::from(size.height());
    number((rule as u64 + 1) << 32 | shape)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_do_not_change() {
        assert_eq!(number(0), 0x76e0_1ed2_6371_655c);
        assert_eq!(stone(Side::Black, 165), number(165));
        assert_eq!(stone(Side::White, 165), number(1189));
        assert_eq!(pairs(Side::White, 3), number(5123));
        let size = Size::square(15).unwrap();
        assert_eq!(empty(RuleSet::Ninuki, size), number(5 << 32 | 0x0f0f));
    }

    #[test]
    fn keys_differ() {
        let mut all: Vec<u64> = STONES.iter().flatten().copied().collect();
        all.extend(PAIRS.iter().flat_map(|keys| &keys[1..]));
        all.push(WHITE_TO_MOVE);
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
