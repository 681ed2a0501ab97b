//! Continuation history (CMH).
//!
//! Idea: shapes are answered alike all over the board, so remember which *step* from the opponent's
//! last move, and from one's own, worked; by what that move had made.
//! Guard: none; unknown steps count nothing.
//! Danger: far moves share a cell, since their step says little.
//! Parameters: `history_bonus_factor`, `history_bonus_max`.

use crate::Gomoku;
use crate::eval::Play;
use crate::history::Played;
use crate::search::Search;
use crate::techniques::Technique;
use regence_core::config::Config;
use regence_gomoku::Move;

#[inline]
pub fn score<R: Play, K: Config<Gomoku>>(
    search: &Search<'_, R, K>,
    mv: Move,
    before: &[Option<Played>; 2],
) -> i32 {
    if !search.config.on(Technique::ContinuationHistory) {
        return 0;
    }
    let side = search.board.side();
    let mut sum = 0;
    for (back, played) in before.iter().enumerate() {
        if let Some(played) = played {
            let histories = &search.memory.histories;
            sum += histories.step_score(back, side, *played, mv.point());
        }
    }
    sum
}

pub fn learn<R: Play, K: Config<Gomoku>>(
    search: &mut Search<'_, R, K>,
    mv: Move,
    before: &[Option<Played>; 2],
    bonus: i32,
) {
    let side = search.board.side();
    for (back, played) in before.iter().enumerate() {
        if let Some(played) = played {
            let histories = &mut search.memory.histories;
            histories.step(back, side, *played, mv).update(bonus);
        }
    }
}
