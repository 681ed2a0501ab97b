//! Internal iterative reduction (IIR).
//!
//! Idea: a node without a table move has a poor order; search it one ply less, and find a move for the
//! next time.
//! Guard: deep enough, on the principal variation or where a cut is expected, nothing to answer.
//! Danger: loses a ply where the order was good anyway.
//! Parameters: `iir_depth`.

use crate::Gomoku;
use crate::params::Param;
use regence_core::config::Config;
pub use regence_core::steps::internal_iterative_reduction::applies;

/// The smallest depth of a node that is reduced.
#[inline]
pub fn depth<K: Config<Gomoku>>(config: &K) -> i32 {
    config.get(Param::IirDepth)
}
