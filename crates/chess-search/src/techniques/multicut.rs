//! Multicut (MC).
//!
//! Idea: when a reduced search *without* the table move still reaches beta, at least two moves
//! are good enough: the node will fail high.
//! Guard: part of the singular search, whose bound must reach beta.
//! Danger: a proven score must not be returned from a reduced search.
//! Parameters: none of its own.

use regence_core::steps::singular::Found;
use regence_core::{Value, Window};

/// The value to return if the search without the table move was this good.
pub fn value(found: Found, window: Window) -> Option<Value> {
    let Found { bar, without } = found;
    (without >= bar && without >= window.beta && !without.is_decisive()).then_some(without)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_second_good_move_cuts() {
        let window = Window::zero(Value::cp(29));
        let of = |without| {
            let bar = Value::cp(20);
            value(Found { bar, without }, window)
        };
        assert_eq!(of(Value::cp(30)), Some(Value::cp(30)));
        assert_eq!(of(Value::cp(29)), None);
        assert_eq!(of(Value::win_in(9)), None);
        let bar = Value::cp(50);
        let without = Value::cp(40);
        assert_eq!(value(Found { bar, without }, window), None, "singular");
    }
}
