//! The cut by the table (TT).
//!
//! Idea: what has been searched as deeply, with a bound that settles the window, need not be searched
//! again.
//! Guard: not on the principal variation, so that its line is complete.
//! Danger: none beyond a key shared by two positions, which 64 bits make very rare.
//! Parameters: none.

use crate::Gomoku;
use crate::techniques::Technique;
use regence_core::knobs::Knobs;
use regence_core::{Entry, Window};

pub fn applies<K: Knobs<Gomoku>>(knobs: &K, entry: &Entry, depth: i32, window: Window) -> bool {
    let is_deep = entry.depth >= depth
        // A proof holds at every depth.
        || (entry.value.is_win() && entry.bound.is_at_least())
        || (entry.value.is_loss() && entry.bound.is_at_most());
    knobs.on(Technique::TableCutoff) && is_deep && entry.bound.settles(entry.value, window)
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_core::knobs::Shipped;
    use regence_core::{Bound, Value};

    #[test]
    fn deep_enough_or_proven() {
        let entry = |value, bound, depth| Entry {
            best: None,
            value,
            bound,
            depth,
            eval: None,
            was_pv: false,
        };
        let window = Window::zero(Value::ZERO);
        let high = entry(Value::cp(50), Bound::Lower, 5);
        assert!(applies(&Shipped, &high, 5, window));
        assert!(!applies(&Shipped, &high, 6, window));
        let won = entry(Value::win_in(9), Bound::Lower, 1);
        assert!(applies(&Shipped, &won, 20, window));
    }
}
