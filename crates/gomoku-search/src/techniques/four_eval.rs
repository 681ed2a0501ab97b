//! No judgement under a four (FEV).
//!
//! Idea: who must answer a four is not judged by the looks of the board: its evaluation is that of the node before, seen
//! from its side, so that the average over two plies does not take in what the four does to the sums.
//! Guard: the evaluation before must be known.
//! Danger: none that is known: the node is searched at least one ply.
//! Parameters: none.

use regence_core::Value;

/// The evaluation of a node under a four; `before` is the parent's, from the opponent's view.
pub fn own(before: Option<Value>, looks: impl FnOnce() -> Value) -> Value {
    match before {
        Some(before) => -before,
        None => looks(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parent_s_evaluation_is_kept() {
        let looks = || Value::cp(500);
        assert_eq!(own(Some(Value::cp(30)), looks), Value::cp(-30));
        assert_eq!(own(None, looks), Value::cp(500));
    }
}
