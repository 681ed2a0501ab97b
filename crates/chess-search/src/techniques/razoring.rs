//! Razoring (RZ).
//!
//! Idea: a node near the leaves that is far below alpha is judged by its captures alone.
//! Guard: shallow zero-window nodes, not in check.
//! Danger: quiet moves with big threats; the margin grows with depth.
//! Parameters: `razor_depth`, `razor_margin`.

use crate::Chess;
use crate::params::Param;
use regence_core::config::Config;
use regence_core::steps::razoring::Params;
pub use regence_core::steps::razoring::{applies, why};

#[inline]
pub fn params<K: Config<Chess>>(config: &K) -> Params {
    Params {
        depth: config.get(Param::RazorDepth),
        margin: config.get(Param::RazorMargin),
    }
}
