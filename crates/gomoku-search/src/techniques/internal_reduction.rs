//! Internal iterative reduction (IIR).
//!
//! Idea: a node without a table move has a poor order; search it one ply less, and find a move for the
//! next time.
//! Guard: deep enough, on the principal variation or where a cut is expected, nothing to answer.
//! Danger: loses a ply where the order was good anyway.
//! Parameters: `iir_depth`.

use crate::Gomoku;
use crate::anatomy::Node;
use crate::params::Param;
use regence_core::knobs::Knobs;

pub fn applies<K: Knobs<Gomoku>>(knobs: &K, node: &Node) -> bool {
    !node.is_root
        && node.table_move.is_none()
        && node.excluded.is_none()
        && node.is_calm()
        && node.depth >= knobs.get(Param::IirDepth)
        && (node.is_pv || node.is_cut)
}
