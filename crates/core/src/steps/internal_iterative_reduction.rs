//! Internal iterative reduction: a node without a table move is badly ordered, and is searched one ply less.

use super::Node;

/// Whether a node that should have a table move has none, from `depth` on.
#[inline]
pub fn applies<M, X>(depth: i32, node: &Node<M, X>) -> bool {
    (node.is_pv || node.is_cut) && !node.is_root && node.depth >= depth && node.table_move.is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::steps::tests::node;

    #[test]
    fn only_nodes_that_should_have_a_move() {
        let cut = Node {
            is_cut: true,
            ..node()
        };
        let pv = Node {
            is_pv: true,
            ..node()
        };
        assert!(applies(5, &cut) && applies(5, &pv));
        assert!(!applies(6, &cut), "too shallow");
        assert!(!applies(5, &node()), "an all-node needs no move");
        let root = Node {
            is_root: true,
            ..pv
        };
        assert!(!applies(5, &root));
        let known = Node {
            table_move: Some('a'),
            ..cut
        };
        assert!(!applies(5, &known));
    }
}
