//! Continuation history (CMH).
//!
//! Idea: which quiet move is good depends on what was just played: remember piece and target
//! together with the piece and target 1, 2 and 4 plies before.
//! Guard: quiet moves; plies where a null move stood are passed over.
//! Danger: three tables are only worth their memory traffic if they are well trained.
//! Parameters: those of the butterfly history.

use crate::Chess;
use crate::history::PieceTo;
use crate::search::{Context, Search};
use crate::techniques::Technique;
use regence_core::config::Config;

#[inline]
pub fn score<K: Config<Chess>>(search: &Search<'_, K>, now: PieceTo, context: &Context) -> i32 {
    if !search.config.on(Technique::ContinuationHistory) {
        return 0;
    }
    let histories = &search.memory.histories;
    let at = |before: Option<PieceTo>| before.map_or(0, |b| histories.continuation(b, now).get());
    let [last, before, long_before] = context.before.map(at);
    last + before + long_before / 2
}

pub fn learn<K: Config<Chess>>(
    search: &mut Search<'_, K>,
    now: PieceTo,
    context: &Context,
    bonus: i32,
) {
    for before in context.before.iter().flatten() {
        let histories = &mut search.memory.histories;
        histories.continuation_mut(*before, now).update(bonus);
    }
}
