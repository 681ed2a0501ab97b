//! Late-move pruning: near the leaves, if the first moves did not help, quiet ones further down will not.

use crate::event::Numbers;

/// Whether so many moves have been tried that the rest may be left out. The first move is never left out.
#[inline]
pub fn is_late(number: i32, limit: i32) -> bool {
    number > limit.max(1)
}

/// What a trace says of a skipped move.
#[inline]
pub fn why<K>(number: i32, limit: i32) -> impl FnOnce(&K) -> Numbers {
    move |_| vec![("number", number), ("limit", limit)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_beyond_the_limit_are_late_and_the_first_never() {
        assert!(is_late(5, 4));
        assert!(!is_late(4, 4));
        assert!(!is_late(1, 0));
        assert!(is_late(2, 0));
    }
}
