//! Butterfly history (BFH).
//!
//! Idea: a quiet move that cut in one position is often good in the next; remember it by side,
//! origin and target.
//! Guard: quiet moves only.
//! Danger: without the side in the index, one player's good move would be credited to the other.
//! Parameters: `history_bonus_factor`, `history_bonus_offset`, `history_bonus_max`.

use crate::Chess;
use crate::params::Param;
use crate::search::{Context, Search};
use crate::techniques::{Technique, threat_history};
use regence_chess::{Board, Move};
use regence_core::config::Config;
use regence_core::steps::history;

/// What a cut at `depth` is worth to the move that made it; the others lose as much.
pub fn bonus<K: Config<Chess>>(config: &K, depth: i32) -> i32 {
    let params = history::Params {
        factor: config.get(Param::HistoryBonusFactor),
        offset: config.get(Param::HistoryBonusOffset),
        max: config.get(Param::HistoryBonusMax),
    };
    history::bonus(params, depth)
}

#[inline]
pub fn score<K: Config<Chess>>(
    search: &Search<'_, K>,
    board: &Board,
    mv: Move,
    context: &Context,
) -> i32 {
    if !search.config.on(Technique::ButterflyHistory) {
        return 0;
    }
    let danger = threat_history::danger(mv, context.threats);
    let histories = &search.memory.histories;
    histories.butterfly(board.side_to_move(), danger, mv).get()
}

pub fn learn<K: Config<Chess>>(
    search: &mut Search<'_, K>,
    board: &Board,
    mv: Move,
    context: &Context,
    bonus: i32,
) {
    let danger = threat_history::danger(mv, context.threats);
    let histories = &mut search.memory.histories;
    histories
        .butterfly_mut(board.side_to_move(), danger, mv)
        .update(bonus);
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_core::config::Shipped;

    #[test]
    fn deeper_cuts_teach_more_up_to_a_limit() {
        assert!(bonus(&Shipped, 1) > 0);
        assert!(bonus(&Shipped, 4) > bonus(&Shipped, 2));
        assert_eq!(bonus(&Shipped, 30), bonus(&Shipped, 60));
    }
}
