//! Improving (IMP).
//!
//! Idea: when the evaluation has risen since the side's own last move, prune and reduce less.
//! Guard: evaluations of both plies must be known.
//! Danger: none of its own; it only moves other techniques' margins.
//! Parameters: none.

use crate::Gomoku;
use crate::eval::Play;
use crate::search::Search;
use crate::techniques::Technique;
use regence_core::Value;
use regence_core::config::Config;
use regence_core::steps::improving::rises;

/// Whether the side to move stands better than on its last turn. Nothing to compare with does not count as better.
pub fn is_improving<R: Play, K: Config<Gomoku>>(
    search: &Search<'_, R, K>,
    ply: usize,
    eval: Value,
) -> bool {
    let before = search.frame_before(ply, 2).static_eval;
    search.config.on(Technique::Improving) && ply >= 2 && rises(eval, [before], false)
}
