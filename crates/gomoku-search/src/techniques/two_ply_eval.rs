//! The evaluation averaged over two plies (TPE).
//!
//! Idea: whoever has just moved looks better, so that scores swing from ply to ply; the mean of this
//! node's evaluation and its parent's, seen from the same side, swings much less.
//! Guard: the parent's evaluation must be known.
//! Danger: it lags half a move behind.
//! Parameters: none.

use regence_core::Value;

/// `before` is the parent's evaluation, from the opponent's view.
pub fn averaged(own: Value, before: Option<Value>) -> Value {
    match before {
        Some(before) => Value::cp((own.raw() - before.raw()) / 2),
        None => own,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_of_both_views() {
        let (own, before) = (Value::cp(30), Value::cp(10));
        assert_eq!(averaged(own, Some(before)), Value::cp(10));
        assert_eq!(averaged(own, None), own);
    }
}
