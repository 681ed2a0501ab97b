//! Improving (IMP).
//!
//! Idea: a side whose evaluation rises from its last turn to this one deserves more patience when
//! it fails low, and is more likely to fail high.
//! Guard: never in check, where there is no evaluation.
//! Danger: none by itself; it only shifts the margins of other techniques.
//! Parameters: none.
//! Measured: +12 ± 38 Elo (claimed 20–40), 200 games at 8000 nodes a move; without it 1.03 × the nodes.

use crate::Chess;
use crate::search::Search;
use crate::techniques::Technique;
use regence_core::Value;
use regence_core::knobs::Knobs;

/// Whether the side to move stands better than on its last turn (or, where it was in check
/// then, on the turn before that).
pub fn is_improving<K: Knobs<Chess>>(
    search: &Search<'_, K>,
    ply: usize,
    in_check: bool,
    now: Value,
) -> bool {
    search.knobs.on(Technique::Improving)
        && !in_check
        && rises(
            now,
            search.frame_before(ply, 2).static_eval,
            search.frame_before(ply, 4).static_eval,
        )
}

fn rises(now: Value, two_back: Option<Value>, four_back: Option<Value>) -> bool {
    two_back.or(four_back).is_none_or(|before| now > before)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_known_evaluation_counts() {
        let cp = |v| Some(Value::cp(v));
        assert!(rises(Value::cp(10), cp(0), cp(90)));
        assert!(!rises(Value::cp(10), cp(20), cp(0)));
        assert!(!rises(Value::cp(10), None, cp(20)));
        assert!(rises(Value::cp(10), None, None), "nothing to compare with");
    }
}
