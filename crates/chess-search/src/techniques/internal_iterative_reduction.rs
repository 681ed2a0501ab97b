//! Internal iterative reduction (IIR).
//!
//! Idea: a node without a table move is badly ordered and probably unimportant; search it one
//! ply less now, and with the move that finds the next iteration will do better.
//! Guard: PV nodes and expected cut nodes, deep enough.
//! Danger: it is no internal *deepening*: nothing is searched twice.
//! Parameters: `iir_depth`.

use crate::Chess;
use crate::params::Param;
use regence_core::config::Config;
pub use regence_core::steps::internal_iterative_reduction::applies;

/// The smallest depth of a node that is reduced.
#[inline]
pub fn depth<K: Config<Chess>>(config: &K) -> i32 {
    config.get(Param::IirDepth)
}
