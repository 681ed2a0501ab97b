//! Futility pruning: near the leaves a quiet move does not lift a hopeless evaluation to alpha.

use crate::event::Numbers;
use crate::value::Value;

/// The numbers of the step.
#[derive(Clone, Copy, Debug)]
pub struct Params {
    /// The largest depth that would be left after the move.
    pub depth: i32,
    /// The margin at depth 0.
    pub base: i32,
    /// Centipawns for each ply that is left.
    pub factor: i32,
}

impl Params {
    /// What a quiet move may gain in the depth that is left.
    #[inline]
    pub fn margin(self, reduced_depth: i32) -> i32 {
        self.base + self.factor * reduced_depth.max(0)
    }
}

/// Whether a quiet move that would be searched to `reduced_depth` is not worth it.
#[inline]
pub fn is_futile(params: Params, eval: Value, reduced_depth: i32, alpha: Value) -> bool {
    reduced_depth <= params.depth
        && !alpha.is_decisive()
        && eval + params.margin(reduced_depth) <= alpha
}

/// What a trace says of a skipped move.
#[inline]
pub fn why<K>(
    params: Params,
    eval: Value,
    reduced_depth: i32,
    alpha: Value,
) -> impl FnOnce(&K) -> Numbers {
    move |_| {
        vec![
            ("eval", eval.raw()),
            ("margin", params.margin(reduced_depth)),
            ("alpha", alpha.raw()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARAMS: Params = Params {
        depth: 4,
        base: 100,
        factor: 50,
    };

    #[test]
    fn only_hopeless_moves_near_the_leaves() {
        let futile = |reduced, alpha| is_futile(PARAMS, Value::cp(10), reduced, Value::cp(alpha));
        assert!(futile(2, 210));
        assert!(!futile(2, 209), "alpha is near");
        assert!(futile(4, 900));
        assert!(!futile(5, 900), "too deep");
    }

    #[test]
    fn proven_results_are_not_guessed_at() {
        for alpha in [Value::win_in(9), Value::loss_in(9)] {
            assert!(!is_futile(PARAMS, -Value::EVAL_MAX, 1, alpha));
        }
    }

    #[test]
    fn the_margin_grows_with_depth() {
        assert_eq!(PARAMS.margin(3), 250);
        assert_eq!(PARAMS.margin(-3), PARAMS.margin(0));
    }
}
