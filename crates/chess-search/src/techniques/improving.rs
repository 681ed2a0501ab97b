//! Improving (IMP).
//!
//! Idea: a side whose evaluation rises from its last turn to this one deserves more patience when
//! it fails low, and is more likely to fail high.
//! Guard: never in check, where there is no evaluation.
//! Danger: none by itself; it only shifts the margins of other techniques.
//! Parameters: none.

use crate::Chess;
use crate::search::Search;
use crate::techniques::Technique;
use regence_core::Value;
use regence_core::config::Config;
use regence_core::steps::improving::rises;

/// Whether the side to move stands better than on its last turn (or, where it was in check then, on the turn before
/// that). Nothing to compare with counts as better.
pub fn is_improving<K: Config<Chess>>(
    search: &Search<'_, K>,
    ply: usize,
    in_check: bool,
    now: Value,
) -> bool {
    let before = [2, 4].map(|back| search.frame_before(ply, back).static_eval);
    search.config.on(Technique::Improving) && !in_check && rises(now, before, true)
}
