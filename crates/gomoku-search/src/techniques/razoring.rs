//! Razoring into the search for fours (RZ).
//!
//! Idea: a node far below alpha near the leaves is saved by a forced win or by nothing.
//! Guard: calm zero-window nodes of low depth. In ninuki no pair may hang: taking it lifts the score by more than the
//! margin, and often it breaks the row that the score is so low for.
//! Danger: a quiet move that would have saved it; the margin grows with the depth.
//! Parameters: `razor_depth`, `razor_margin`.

use crate::Gomoku;
use crate::anatomy::Node;
use crate::params::Param;
use regence_core::event::Numbers;
use regence_core::knobs::Knobs;

pub fn applies<K: Knobs<Gomoku>>(knobs: &K, node: &Node) -> bool {
    node.depth <= knobs.get(Param::RazorDepth)
        && !node.can_take
        && !node.window.alpha.is_decisive()
        && node.eval + knobs.get(Param::RazorMargin) * node.depth <= node.window.alpha
}

/// What a trace says of the cut.
pub fn why<K: Knobs<Gomoku>>(node: &Node) -> impl FnOnce(&K) -> Numbers {
    move |knobs| {
        vec![
            ("eval", node.eval.raw()),
            ("margin", knobs.get(Param::RazorMargin) * node.depth),
            ("alpha", node.window.alpha.raw()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::tests::node;
    use regence_core::Value;
    use regence_core::knobs::Shipped;

    #[test]
    fn far_below_alpha_and_near_the_leaves() {
        let lost = Node {
            depth: 2,
            eval: Value::cp(-900),
            ..node()
        };
        assert!(applies(&Shipped, &lost));
        assert!(!applies(&Shipped, &Node { depth: 9, ..lost }));
        assert!(!applies(&Shipped, &Node { depth: 2, ..node() }));
        let hanging = Node {
            can_take: true,
            ..lost
        };
        assert!(!applies(&Shipped, &hanging), "a capture may save it");
    }
}
