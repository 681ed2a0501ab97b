//! Point history (PH).
//!
//! Idea: a point that cut in one position is often good in the next; remember it by side.
//! Guard: none.
//! Danger: without the side in the index, one player's good point would be credited to the other.
//! Parameters: `history_bonus_factor`, `history_bonus_max`.

use crate::Gomoku;
use crate::eval::Play;
use crate::params::Param;
use crate::search::Search;
use crate::techniques::Technique;
use regence_core::config::Config;
use regence_core::steps::history;
use regence_gomoku::Move;

/// What a cut at `depth` is worth to the move that made it; the others lose as much.
pub fn bonus<K: Config<Gomoku>>(config: &K, depth: i32) -> i32 {
    let params = history::Params {
        factor: config.get(Param::HistoryBonusFactor),
        offset: 0,
        max: config.get(Param::HistoryBonusMax),
    };
    history::bonus(params, depth)
}

#[inline]
pub fn score<R: Play, K: Config<Gomoku>>(search: &Search<'_, R, K>, mv: Move) -> i32 {
    match search.config.on(Technique::PointHistory) {
        true => {
            let histories = &search.memory.histories;
            histories.point_score(search.board.side(), mv.point())
        }
        false => 0,
    }
}

pub fn learn<R: Play, K: Config<Gomoku>>(search: &mut Search<'_, R, K>, mv: Move, bonus: i32) {
    let side = search.board.side();
    search.memory.histories.point(side, mv).update(bonus);
}
