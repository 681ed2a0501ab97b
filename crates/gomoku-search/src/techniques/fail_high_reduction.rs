//! The fail-high reduction (FHR).
//!
//! Idea: a node that is expected to cut and already looks far better than beta will cut with less depth too.
//! Guard: zero-window nodes expected to fail high, nothing to answer; moves that make a four keep their depth.
//! Danger: a threat that the evaluation does not see; the margin grows with the depth.
//! Parameters: `fhr_base`, `fhr_factor`.

use crate::Gomoku;
use crate::facts::{Candidate, Node};
use crate::params::Param;
use regence_core::config::Config;
use regence_gomoku::Class;

/// Whether the node will cut anyway.
pub fn applies<K: Config<Gomoku>>(config: &K, node: &Node) -> bool {
    let margin = config.get(Param::FhrBase) + config.get(Param::FhrFactor) * node.depth;
    !node.is_pv
        && node.is_cut
        && node.is_calm
        && !node.window.beta.is_decisive()
        && node.eval >= node.window.beta + margin
}

/// Whether a move of such a node is searched less deeply.
pub fn reduces(candidate: &Candidate) -> bool {
    candidate.makes < Class::Four
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::tests::{node, quiet};
    use regence_core::config::Shipped;
    use regence_core::{Value, Window};

    #[test]
    fn only_where_a_cut_is_expected_and_near() {
        let base = Config::<Gomoku>::get(&Shipped, Param::FhrBase);
        let factor = Config::<Gomoku>::get(&Shipped, Param::FhrFactor);
        let beta = node().window.beta;
        let good = Node {
            is_cut: true,
            eval: beta + (base + 5 * factor),
            ..node()
        };
        assert!(applies(&Shipped, &good));
        assert!(!applies(&Shipped, &Node { depth: 6, ..good }) || factor == 0);
        assert!(!applies(
            &Shipped,
            &Node {
                eval: good.eval - 1,
                ..good
            }
        ));
        assert!(!applies(
            &Shipped,
            &Node {
                is_cut: false,
                ..good
            }
        ));
        assert!(!applies(
            &Shipped,
            &Node {
                is_pv: true,
                ..good
            }
        ));
        assert!(!applies(
            &Shipped,
            &Node {
                is_calm: false,
                ..good
            }
        ));
        let lost = Node {
            window: Window::zero(Value::loss_in(9)),
            ..good
        };
        assert!(!applies(&Shipped, &lost));
    }

    #[test]
    fn fours_keep_their_depth() {
        assert!(reduces(&quiet()));
        let four = Candidate {
            makes: Class::Four,
            ..quiet()
        };
        assert!(!reduces(&four));
    }
}
