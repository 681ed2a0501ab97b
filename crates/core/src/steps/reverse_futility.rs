//! Reverse futility pruning: a position far above beta near the leaves stays above it.

use super::Node;
use crate::event::Numbers;
use crate::value::Value;

/// The numbers of the step.
#[derive(Clone, Copy, Debug)]
pub struct Params {
    /// The largest depth.
    pub depth: i32,
    /// Centipawns for each ply of depth.
    pub margin: i32,
}

impl Params {
    /// What the evaluation must be above beta: less where it rises anyway.
    #[inline]
    pub fn margin(self, depth: i32, improving: bool) -> i32 {
        self.margin * (depth - i32::from(improving)).max(0)
    }
}

/// Whether the evaluation is so far above beta that the node is cut.
#[inline]
pub fn applies<M, X>(params: Params, node: &Node<M, X>) -> bool {
    node.depth <= params.depth
        && !node.was_pv
        && !node.window.beta.is_loss()
        && !node.eval.is_win()
        && node.eval - params.margin(node.depth, node.improving) >= node.window.beta
}

/// A value between beta and the evaluation: the surplus is only half believed.
#[inline]
pub fn value<M, X>(node: &Node<M, X>) -> Value {
    Value::cp((node.eval.raw() + node.window.beta.raw()) / 2)
}

/// What a trace says of the cut.
#[inline]
pub fn why<M, X, K>(params: Params, node: &Node<M, X>) -> impl FnOnce(&K) -> Numbers {
    move |_| {
        vec![
            ("eval", node.eval.raw()),
            ("margin", params.margin(node.depth, node.improving)),
            ("beta", node.window.beta.raw()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::steps::tests::node;
    use crate::value::Window;

    const PARAMS: Params = Params {
        depth: 6,
        margin: 50,
    };

    #[test]
    fn far_above_beta_near_the_leaves_and_never_on_the_principal_variation() {
        // Beta is 1, the margin three times 50.
        let at = |eval| Node {
            depth: 3,
            eval: Value::cp(eval),
            ..node()
        };
        assert!(applies(PARAMS, &at(151)));
        assert!(!applies(PARAMS, &at(150)));
        let high = at(2000);
        assert!(applies(PARAMS, &Node { depth: 6, ..high }));
        assert!(!applies(PARAMS, &Node { depth: 7, ..high }));
        assert!(!applies(
            PARAMS,
            &Node {
                was_pv: true,
                ..high
            }
        ));
    }

    #[test]
    fn proven_results_are_not_guessed_at() {
        let high = Node {
            eval: Value::cp(2000),
            ..node()
        };
        let lost = Node {
            window: Window::zero(Value::loss_in(9)),
            ..high
        };
        assert!(!applies(PARAMS, &lost), "a loss must be searched out");
        let won = Node {
            eval: Value::win_in(9),
            ..high
        };
        assert!(!applies(PARAMS, &won));
    }

    #[test]
    fn improving_lowers_the_margin_and_depth_raises_it() {
        assert_eq!(PARAMS.margin(4, false), 200);
        assert_eq!(PARAMS.margin(4, true), 150);
        assert_eq!(PARAMS.margin(0, true), 0);
    }

    #[test]
    fn the_value_lies_halfway() {
        let node = Node {
            eval: Value::cp(101),
            ..node()
        };
        assert_eq!(value(&node), Value::cp(51));
    }
}
