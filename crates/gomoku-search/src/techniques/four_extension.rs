//! The extension on the answer to a four (FE).
//!
//! Idea: who must answer a four has no choice, so the answer costs no depth.
//! Guard: the opponent has a four and there are few answers; not more than twice as deep as the
//! iteration.
//! Danger: long rows of fours that lead nowhere; each four itself still costs a ply.
//! Parameters: `four_extension_every`.

use crate::Gomoku;
use crate::facts::Node;
use crate::params::Param;
use crate::threat_info::Urgency;
use regence_core::config::Config;

/// With more answers than this (captures in ninuki) there is a choice after all.
const FEW: usize = 3;

pub fn applies(node: &Node, root_depth: i32) -> bool {
    node.own.urgency == Urgency::Four
        && node.own.answers <= FEW
        && !node.is_root
        && (node.ply as i32) < 2 * root_depth
}

/// One ply, and a second one at every so many plies of the line: the answer is deepened by a fraction on average.
pub fn plies<K: Config<Gomoku>>(config: &K, node: &Node) -> i32 {
    let every = config.get(Param::FourExtensionEvery);
    1 + i32::from(every > 0 && (node.ply as i32 / 2) % every.max(1) == 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::Own;
    use crate::techniques::tests::node;

    #[test]
    fn only_answers_to_fours_and_not_for_ever() {
        let answer = Node {
            own: Own {
                urgency: Urgency::Four,
                answers: 1,
                ..node().own
            },
            ..node()
        };
        assert!(applies(&answer, 8));
        assert!(!applies(&node(), 8));
        assert!(!applies(&Node { ply: 16, ..answer }, 8));
    }
}
