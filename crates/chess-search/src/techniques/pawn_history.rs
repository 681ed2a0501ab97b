//! Pawn history (PH).
//!
//! Idea: where a piece belongs depends on the pawns: remember piece and target together with the pawn structure.
//! Guard: quiet moves.
//! Danger: 1024 slots are shared by all structures; those of one search are few.
//! Parameters: those of the butterfly history.

use crate::Chess;
use crate::history::PieceTo;
use crate::search::Search;
use crate::techniques::Technique;
use regence_chess::Board;
use regence_core::config::Config;

#[inline]
pub fn score<K: Config<Chess>>(search: &Search<'_, K>, board: &Board, now: PieceTo) -> i32 {
    match search.config.on(Technique::PawnHistory) {
        true => search.memory.histories.pawn(board, now).get(),
        false => 0,
    }
}

pub fn learn<K: Config<Chess>>(
    search: &mut Search<'_, K>,
    board: &Board,
    now: PieceTo,
    bonus: i32,
) {
    search.memory.histories.pawn_mut(board, now).update(bonus);
}
