//! Sliders by PEXT: the occupied squares of a piece's lines, pressed together, are the table index.

// Some hundred thousand entries are filled at compile time; that is meant, and takes about a second.
#![allow(long_running_const_eval)]

use super::rays::{BISHOP_ENTRIES, BISHOPS, Cross, ROOK_ENTRIES, ROOKS};
use crate::types::Square;

#[derive(Clone, Copy)]
struct Slot {
    mask: u64,
    offset: usize,
}

static BISHOP_SLOTS: [Slot; 64] = slots(&BISHOPS);
static ROOK_SLOTS: [Slot; 64] = slots(&ROOKS);
static BISHOP: [u64; BISHOP_ENTRIES] = fill(&BISHOPS);
static ROOK: [u64; ROOK_ENTRIES] = fill(&ROOKS);

const fn slots(crosses: &[Cross; 64]) -> [Slot; 64] {
    let mut slots = [Slot { mask: 0, offset: 0 }; 64];
    let mut offset = 0;
    let mut square = 0;
    while square < 64 {
        let mask = crosses[square].mask;
        slots[square] = Slot { mask, offset };
        offset += 1 << mask.count_ones();
        square += 1;
    }
    slots
}

const fn fill<const N: usize>(crosses: &[Cross; 64]) -> [u64; N] {
    let mut table = [0; N];
    let mut next = 0;
    let mut square = 0;
    while square < 64 {
        let mask = crosses[square].mask;
        // The subsets of a mask come in the order of their pressed-together bits.
        let mut subset: u64 = 0;
        loop {
            table[next] = crosses[square].attacks(subset);
            next += 1;
            subset = subset.wrapping_sub(mask) & mask;
            if subset == 0 {
                break;
            }
        }
        square += 1;
    }
    table
}

#[inline]
#[allow(unsafe_code)]
fn press(occupied: u64, mask: u64) -> usize {
    // SAFETY: this module exists only in builds whose processor is known to have BMI2.
    unsafe { core::arch::x86_64::_pext_u64(occupied, mask) as usize }
}

#[inline]
pub(super) fn bishop(square: Square, occupied: u64) -> u64 {
    let slot = &BISHOP_SLOTS[square.index()];
    BISHOP[slot.offset + press(occupied, slot.mask)]
}

#[inline]
pub(super) fn rook(square: Square, occupied: u64) -> u64 {
    let slot = &ROOK_SLOTS[square.index()];
    ROOK[slot.offset + press(occupied, slot.mask)]
}
