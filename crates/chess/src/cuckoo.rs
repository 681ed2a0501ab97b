//! All quiet moves of pieces, found by the difference that they make to a key.
//!
//! A cuckoo hash has two places for every key; each of the 3668 moves sits in one of its two, so that a
//! lookup reads two entries at most and nothing is ever searched.

use crate::attacks::empty_board_attacks;
use crate::types::{Piece, PieceKind, Square};
use crate::zobrist;

const SIZE: usize = 8192;
/// Twelve pieces without the pawns, each pair of squares once.
const MOVES: usize = 3668;

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    a: Square,
    b: Square,
}

const VACANT: Entry = Entry {
    key: 0,
    a: Square::A1,
    b: Square::A1,
};

const fn first_place(key: u64) -> usize {
    key as usize % SIZE
}

const fn second_place(key: u64) -> usize {
    (key >> 32) as usize % SIZE
}

static TABLE: [Entry; SIZE] = {
    let mut table = [VACANT; SIZE];
    let mut moves = 0;
    let mut p = 0;
    while p < Piece::ALL.len() {
        let piece = Piece::ALL[p];
        p += 1;
        if matches!(piece.kind(), PieceKind::Pawn) {
            continue;
        }
        let mut a = 0;
        while a < 64 {
            let from = Square::wrapping(a);
            // Only targets above the origin: the way back is the same entry.
            let above = u64::MAX.unbounded_shl(a + 1);
            let mut targets = empty_board_attacks(piece.kind(), from).0 & above;
            while targets != 0 {
                let to = Square::wrapping(targets.trailing_zeros());
                targets &= targets - 1;
                let key = zobrist::piece(piece, from)
                    ^ zobrist::piece(piece, to)
                    ^ zobrist::black_to_move();
                insert(
                    &mut table,
                    Entry {
                        key,
                        a: from,
                        b: to,
                    },
                );
                moves += 1;
            }
            a += 1;
        }
    }
    assert!(moves == MOVES);
    table
};

/// Puts an entry in its first place; whoever sat there moves to its other place, and so on.
const fn insert(table: &mut [Entry; SIZE], mut entry: Entry) {
    // With these numbers no chain is longer than 22; the bound turns a bad choice of places into an error.
    let mut moves_left = 100;
    let mut place = first_place(entry.key);
    while moves_left > 0 {
        let evicted = table[place];
        table[place] = entry;
        if evicted.key == 0 {
            return;
        }
        entry = evicted;
        let (first, second) = (first_place(entry.key), second_place(entry.key));
        place = if place == first { second } else { first };
        moves_left -= 1;
    }
    panic!("the two places of the cuckoo table do not suit these keys");
}

/// The two squares of the quiet move that makes this difference to a key, if there is one.
#[inline]
pub(crate) fn find(difference: u64) -> Option<(Square, Square)> {
    let first = &TABLE[first_place(difference)];
    let second = &TABLE[second_place(difference)];
    let entry = if first.key == difference {
        first
    } else if second.key == difference {
        second
    } else {
        return None;
    };
    // Vacant entries have key 0, which is no move's difference.
    (difference != 0).then_some((entry.a, entry.b))
}
