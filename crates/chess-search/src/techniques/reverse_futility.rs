//! Reverse futility pruning (RFP).
//!
//! Idea: a position far above beta near the leaves stays above it: cut.
//! Guard: zero-window nodes that are not in check and were never on the principal variation; not with a single piece,
//! where having to move may be what hurts; not when a mate is asked for (`go mate`): against one, material is no defence.
//! Danger: threats against us; the margin grows with depth and shrinks when improving.
//! Parameters: `rfp_depth`, `rfp_margin`.

use crate::Chess;
use crate::params::Param;
use regence_core::config::Config;
use regence_core::steps::reverse_futility::Params;
pub use regence_core::steps::reverse_futility::{applies, value, why};

#[inline]
pub fn params<K: Config<Chess>>(config: &K) -> Params {
    Params {
        depth: config.get(Param::RfpDepth),
        margin: config.get(Param::RfpMargin),
    }
}
