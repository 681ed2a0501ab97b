//! Sliders by PEXT: the occupied squares of a piece's lines, pressed together, are the table index.

// Some hundred thousand entries are filled at compile time; that is meant, and takes about a second.
#![allow(long_running_const_eval)]

use super::rays::{BISHOP_ENTRIES, BISHOPS, Cross, Line, ROOK_ENTRIES, ROOKS};
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
    let mut offset = 0;
    let mut square = 0;
    while square < 64 {
        let Cross {
            mask,
            lines: [a, b],
        } = &crosses[square];
        // An index is the sum of its parts, because the two lines share no square.
        let b_index = press_all(b, *mask);
        let a_index = press_all(a, *mask);
        let mut i = 0;
        while i < a.count {
            let mut j = 0;
            while j < b.count {
                table[offset + a_index[i] + b_index[j]] = a.attacks[i] | b.attacks[j];
                j += 1;
            }
            i += 1;
        }
        offset += a.count * b.count;
        square += 1;
    }
    table
}

/// The indices of all occupations of a line.
const fn press_all(line: &Line, mask: u64) -> [usize; 64] {
    let mut indices = [0; 64];
    let mut i = 0;
    while i < line.count {
        indices[i] = press_slowly(line.occupied[i], mask);
        i += 1;
    }
    indices
}

/// What the PEXT instruction does: the bits of `occupied` at the places of `mask`, pressed together.
const fn press_slowly(occupied: u64, mut mask: u64) -> usize {
    let mut index = 0;
    let mut bit = 1;
    while mask != 0 {
        if occupied & mask & mask.wrapping_neg() != 0 {
            index |= bit;
        }
        bit <<= 1;
        mask &= mask - 1;
    }
    index
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
