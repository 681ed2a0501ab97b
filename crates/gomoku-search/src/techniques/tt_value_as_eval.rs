//! The table's score as evaluation (TE).
//!
//! Idea: a score from the table whose bound points the right way knows more than the static evaluation.
//! Guard: no proven results; a lower bound may only raise the guess, an upper bound only lower it.
//! Danger: shallow entries; they are still searches.
//! Parameters: none.

use crate::Gomoku;
use crate::techniques::Technique;
use regence_core::config::Config;
use regence_core::steps::tt_value_as_eval;
use regence_core::{Entry, Value};

/// The better guess at a node's score.
#[inline]
pub fn better_guess<K: Config<Gomoku>>(config: &K, entry: Option<&Entry>, eval: Value) -> Value {
    let entry = entry.filter(|_| config.on(Technique::TtValueAsEval));
    tt_value_as_eval::better_guess(entry, eval)
}
