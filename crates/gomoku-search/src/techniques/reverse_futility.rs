//! Reverse futility pruning (RFP).
//!
//! Idea: a position far above beta near the leaves stays above it: cut.
//! Guard: calm zero-window nodes that were never on the principal variation.
//! Danger: threats against us; the margin grows with depth and shrinks when improving.
//! Parameters: `rfp_depth`, `rfp_margin`.

use crate::Gomoku;
use crate::params::Param;
use regence_core::config::Config;
use regence_core::steps::reverse_futility::Params;
pub use regence_core::steps::reverse_futility::{applies, value, why};

#[inline]
pub fn params<K: Config<Gomoku>>(config: &K) -> Params {
    Params {
        depth: config.get(Param::RfpDepth),
        margin: config.get(Param::RfpMargin),
    }
}
