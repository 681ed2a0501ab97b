//! Razoring into the search for fours (RZ).
//!
//! Idea: a node far below alpha near the leaves is saved by a forced win or by nothing.
//! Guard: calm zero-window nodes of low depth. In ninuki no pair may hang: taking it lifts the score by more than the
//! margin, and often it breaks the row that the score is so low for.
//! Danger: a quiet move that would have saved it; the margin grows with the depth.
//! Parameters: `razor_depth`, `razor_margin`.

use crate::Gomoku;
use crate::facts::Node;
use crate::params::Param;
use regence_core::config::Config;
pub use regence_core::steps::razoring::why;
use regence_core::steps::razoring::{self, Params};

#[inline]
pub fn params<K: Config<Gomoku>>(config: &K) -> Params {
    Params {
        depth: config.get(Param::RazorDepth),
        margin: config.get(Param::RazorMargin),
    }
}

#[inline]
pub fn applies(params: Params, node: &Node) -> bool {
    !node.own.can_take && razoring::applies(params, node, node.window.beta)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::Own;
    use crate::techniques::tests::node;
    use regence_core::Value;
    use regence_core::config::Shipped;

    #[test]
    fn a_capture_may_save_it() {
        let lost = Node {
            depth: 2,
            eval: Value::cp(-900),
            ..node()
        };
        assert!(applies(params(&Shipped), &lost));
        let hanging = Node {
            own: Own {
                can_take: true,
                ..lost.own
            },
            ..lost
        };
        assert!(!applies(params(&Shipped), &hanging));
    }
}
