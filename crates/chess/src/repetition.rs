//! Positions that come again.
//!
//! The search keeps the keys of all earlier positions, of the game and of its own path, in one slice with the
//! most recent last. The current board's own key is not in it.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::cuckoo;

/// Whether the current position is to be scored as a repetition.
///
/// `keys` are the keys of all positions before this one, the most recent last; `ply` is the distance of this
/// position from the root of the search. One earlier occurrence after the root is enough, because whoever
/// allowed it can allow it again; otherwise two are needed, as in the game.
#[inline]
pub fn is_repetition(keys: &[u64], board: &Board, ply: usize) -> bool {
    let key = board.key();
    let reach = board.reversible_plies().min(keys.len());
    let mut earlier = false;
    let mut back = 4;
    while back <= reach {
        if keys[keys.len() - back] == key {
            if back < ply || earlier {
                return true;
            }
            earlier = true;
        }
        back += 2;
    }
    false
}

/// Whether the side to move has a move that [`is_repetition`] would call a repetition: it can have a draw at
/// once, so its score need not be lower.
///
/// No move is generated. The difference of two keys that are one quiet move of a piece apart is a number
/// that belongs to this move, and a small cuckoo table knows all those numbers (Marcel van Kervinck's idea).
pub fn upcoming_repetition(keys: &[u64], board: &Board, ply: usize) -> bool {
    let reach = board.reversible_plies().min(keys.len());
    let mut back = 3;
    while back <= reach {
        let earlier = keys[keys.len() - back];
        if let Some((a, b)) = cuckoo::find(board.key() ^ earlier) {
            let own = (Bitboard::of(a) | Bitboard::of(b)) & board.colored(board.side_to_move());
            let free = (attacks::between(a, b) & board.occupied()).is_empty();
            // After our move the earlier position lies one ply further back, so that `back < ply` here says
            // the same as in `is_repetition` there.
            if own.any() && free && (back < ply || occurred_before(keys, back, reach)) {
                return true;
            }
        }
        back += 2;
    }
    false
}

/// Whether the position `back` plies ago had been there once more.
fn occurred_before(keys: &[u64], back: usize, reach: usize) -> bool {
    let key = keys[keys.len() - back];
    (back + 4..=reach)
        .step_by(2)
        .any(|further| keys[keys.len() - further] == key)
}
