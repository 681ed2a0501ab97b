//! The table's score as evaluation (TE).
//!
//! Idea: a score from the table whose bound points the right way knows more than the static evaluation.
//! Guard: no proven results; a lower bound may only raise the guess, an upper bound only lower it.
//! Danger: shallow entries; they are still searches.
//! Parameters: none.

use crate::Gomoku;
use crate::techniques::Technique;
use regence_core::knobs::Knobs;
use regence_core::{Bound, Entry, Value};

pub fn better_guess<K: Knobs<Gomoku>>(knobs: &K, entry: Option<&Entry>, eval: Value) -> Value {
    let known = entry.filter(|entry| {
        knobs.on(Technique::TableEval)
            && !entry.value.is_decisive()
            && match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.value > eval,
                Bound::Upper => entry.value < eval,
            }
    });
    known.map_or(eval, |entry| entry.value)
}
