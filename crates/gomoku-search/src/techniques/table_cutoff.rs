//! The cut by the table (TT).
//!
//! Idea: what has been searched as deeply, with a bound that settles the window, need not be searched
//! again.
//! Guard: not on the principal variation, so that its line is complete.
//! Danger: none beyond a key shared by two positions, which 64 bits make very rare.
//! Parameters: none.

use crate::Gomoku;
use crate::techniques::Technique;
use regence_core::config::Config;
use regence_core::steps::table_cutoff::{is_deep_enough, is_proof, settles};
use regence_core::{Entry, Window};

#[inline]
pub fn applies<K: Config<Gomoku>>(config: &K, entry: &Entry, depth: i32, window: Window) -> bool {
    config.on(Technique::TableCutoff)
        && (is_deep_enough(entry, depth, true) || is_proof(entry))
        && settles(entry, window)
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_core::config::{Lab, Shipped};
    use regence_core::{Bound, Value};

    #[test]
    fn deep_enough_or_proven() {
        let entry = |value, depth| Entry {
            best: None,
            value,
            bound: Bound::Lower,
            depth,
            eval: None,
            was_pv: false,
        };
        let window = Window::zero(Value::ZERO);
        let high = entry(Value::cp(50), 5);
        assert!(applies(&Shipped, &high, 5, window));
        assert!(!applies(&Shipped, &high, 6, window));
        assert!(applies(&Shipped, &entry(Value::win_in(9), 1), 20, window));
        assert!(!applies(&Lab::<Gomoku>::plain(), &high, 5, window));
    }
}
