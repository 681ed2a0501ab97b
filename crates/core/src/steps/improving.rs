//! Whether a side stands better than on its last turn: it then deserves more patience when it fails low.

use crate::value::Value;

/// Whether the evaluation has risen. `before` are those of the side's earlier turns, the last one first; the last that
/// is known counts. `unknown` is the answer where none is.
#[inline]
pub fn rises<const N: usize>(now: Value, before: [Option<Value>; N], unknown: bool) -> bool {
    match before.into_iter().flatten().next() {
        Some(before) => now > before,
        None => unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_known_evaluation_counts() {
        let cp = |v| Some(Value::cp(v));
        let now = Value::cp(10);
        assert!(rises(now, [cp(0), cp(90)], false));
        assert!(!rises(now, [cp(20), cp(0)], true));
        assert!(!rises(now, [cp(10)], true), "standing still is not rising");
        assert!(!rises(now, [None, cp(20)], true));
        assert!(rises(now, [None, None], true));
        assert!(!rises(now, [None], false));
    }
}
