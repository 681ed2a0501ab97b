//! Razoring: a node near the leaves that is far below alpha is judged without its quiet moves.

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

/// Whether the evaluation falls short of `bar` by more than the margin.
#[inline]
pub fn applies<M, X>(params: Params, node: &Node<M, X>, bar: Value) -> bool {
    node.depth <= params.depth
        && !node.window.alpha.is_decisive()
        && node.eval + params.margin * node.depth < bar
}

/// What a trace says of the cut.
#[inline]
pub fn why<M, X, K>(params: Params, node: &Node<M, X>) -> impl FnOnce(&K) -> Numbers {
    move |_| {
        vec![
            ("eval", node.eval.raw()),
            ("margin", params.margin * node.depth),
            ("alpha", node.window.alpha.raw()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::steps::tests::node;
    use crate::value::Window;

    const PARAMS: Params = Params {
        depth: 3,
        margin: 200,
    };

    #[test]
    fn only_far_below_the_bar_and_near_the_leaves() {
        let shallow = Node { depth: 2, ..node() };
        let at = |eval| Node {
            eval: Value::cp(eval),
            ..shallow
        };
        assert!(applies(PARAMS, &at(-401), Value::ZERO));
        assert!(!applies(PARAMS, &at(-400), Value::ZERO));
        let hopeless = at(-5000);
        assert!(applies(
            PARAMS,
            &Node {
                depth: 3,
                ..hopeless
            },
            Value::ZERO
        ));
        assert!(!applies(
            PARAMS,
            &Node {
                depth: 4,
                ..hopeless
            },
            Value::ZERO
        ));
        let lost = Node {
            window: Window::zero(Value::win_in(9)),
            ..hopeless
        };
        assert!(!applies(PARAMS, &lost, lost.window.alpha));
    }
}
