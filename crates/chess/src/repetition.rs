//! Positions that come again.
//!
//! The search keeps the keys of all earlier positions, of the game and of its own path, in one slice with the
//! most recent last. The current board's own key is not in it.

use crate::board::Board;

/// Whether the current position is to be scored as a repetition.
///
/// `keys` are the keys of all positions before this one, the most recent last; `ply` is how many of them belong to
/// the search, that is the distance of this position from the root. One earlier occurrence after the root is
/// enough, because whoever allowed it can allow it again; otherwise two are needed, as in the game.
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
