//! Razoring (RZ).
//!
//! Idea: a node near the leaves that is far below alpha is judged by its captures alone.
//! Guard: shallow zero-window nodes, not in check.
//! Danger: quiet moves with big threats; the margin grows with depth.
//! Parameters: `razor_depth`, `razor_margin`.
//! Measured: -5 ± 36 Elo, 200 games at 8000 nodes a move; without it 1.00 × the nodes.

use crate::Chess;
use crate::anatomy::Node;
use crate::params::Param;
use regence_core::event::Numbers;
use regence_core::knobs::Knobs;

pub fn applies<K: Knobs<Chess>>(knobs: &K, node: &Node) -> bool {
    node.depth <= knobs.get(Param::RazorDepth)
        && !node.window.alpha.is_decisive()
        && node.eval + knobs.get(Param::RazorMargin) * node.depth < node.window.alpha
}

/// What a trace says of the cut.
pub fn why<K: Knobs<Chess>>(node: &Node) -> impl FnOnce(&K) -> Numbers {
    move |knobs| {
        let margin = knobs.get(Param::RazorMargin) * node.depth;
        vec![
            ("eval", node.eval.raw()),
            ("margin", margin),
            ("alpha", node.window.alpha.raw()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::tests::node;
    use regence_core::knobs::Shipped;
    use regence_core::{Value, Window};

    #[test]
    fn only_far_below_alpha_and_near_the_leaves() {
        let hopeless = Node {
            depth: 1,
            window: Window::zero(Value::cp(900)),
            ..node()
        };
        assert!(applies(&Shipped, &hopeless));
        assert!(!applies(
            &Shipped,
            &Node {
                depth: 9,
                ..hopeless
            }
        ));
        assert!(!applies(
            &Shipped,
            &Node {
                eval: Value::cp(800),
                ..hopeless
            }
        ));
    }
}
