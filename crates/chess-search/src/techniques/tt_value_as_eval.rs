//! The table's score as an evaluation (TE).
//!
//! Idea: a search result, even a shallow one, knows more than the static evaluation.
//! Guard: only where its bound allows the conclusion.
//! Danger: a bound on the wrong side would make the guess worse.
//! Parameters: none.

use crate::Chess;
use crate::techniques::Technique;
use regence_core::config::Config;
use regence_core::steps::tt_value_as_eval;
use regence_core::{Entry, Value};

/// The better guess at a node's score.
#[inline]
pub fn better_guess<K: Config<Chess>>(
    config: &K,
    entry: Option<&Entry>,
    static_eval: Value,
) -> Value {
    let entry = entry.filter(|_| config.on(Technique::TtValueAsEval));
    tt_value_as_eval::better_guess(entry, static_eval)
}
