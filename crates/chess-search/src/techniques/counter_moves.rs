//! Counter-moves (CM).
//!
//! Idea: the quiet move that refuted a move once often refutes it again.
//! Guard: none; the picker checks that it is legal here.
//! Danger: none to speak of; one more move out of order.
//! Parameters: none.

use crate::Chess;
use crate::search::Search;
use crate::techniques::Technique;
use regence_chess::Move;
use regence_core::config::Config;

/// The move that refuted the opponent's last move before.
pub fn of<K: Config<Chess>>(search: &Search<'_, K>, ply: usize) -> Option<Move> {
    if !search.config.on(Technique::CounterMoves) {
        return None;
    }
    let before = search.frame_before(ply, 1).piece_to?;
    search.memory.histories.counter(before)
}

pub fn learn<K: Config<Chess>>(search: &mut Search<'_, K>, ply: usize, mv: Move) {
    if let Some(before) = search.frame_before(ply, 1).piece_to {
        search.memory.histories.set_counter(before, mv);
    }
}
