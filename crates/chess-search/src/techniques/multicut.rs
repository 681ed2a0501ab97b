//! Multicut (MC).
//!
//! Idea: when a reduced search *without* the table move still reaches beta, at least two moves
//! are good enough: the node will fail high.
//! Guard: part of the singular search, whose bound must reach beta.
//! Danger: a proven score must not be returned from a reduced search.
//! Parameters: none of its own.
//! Measured: -12 ± 40 Elo (claimed 20–40), 200 games at 8000 nodes a move; without it 1.03 × the nodes.

use regence_core::{Value, Window};

/// The value to return if the search without the table move was this good.
pub fn value(without: Value, singular_beta: Value, window: Window) -> Option<Value> {
    (without >= singular_beta && without >= window.beta && !without.is_decisive())
        .then_some(without)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_second_good_move_cuts() {
        let window = Window::zero(Value::cp(30));
        let singular_beta = Value::cp(20);
        assert_eq!(
            value(Value::cp(40), singular_beta, window),
            Some(Value::cp(40))
        );
        assert_eq!(value(Value::cp(25), singular_beta, window), None);
        assert_eq!(value(Value::win_in(9), singular_beta, window), None);
    }
}
