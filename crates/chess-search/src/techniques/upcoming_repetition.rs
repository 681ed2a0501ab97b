//! Upcoming repetition (UR).
//!
//! Idea: if a move now could return to an earlier position of the line, the side to move has at
//! least a draw in hand.
//! Guard: only where a draw would raise alpha.
//! Danger: the position to return to must lie within the search, or have stood twice.
//! Parameters: none.

use crate::Chess;
use crate::search::Search;
use regence_chess::{Board, upcoming_repetition};
use regence_core::config::Config;
use regence_core::{Value, Window};

#[inline]
pub fn applies<K: Config<Chess>>(
    search: &Search<'_, K>,
    board: &Board,
    ply: usize,
    window: Window,
) -> bool {
    window.alpha < Value::DRAW && upcoming_repetition(search.keys(), board, ply)
}
