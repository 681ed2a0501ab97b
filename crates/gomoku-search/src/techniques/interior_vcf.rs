//! The forced win by fours inside the tree (VCF).
//!
//! Idea: a win by fours is a proof; where there is one, nothing else needs to be searched.
//! Guard: the side to move must have a four to make, and none to answer; off the principal variation one
//! that makes something else as well, and from `vcf_depth` on: below, the search itself is as quick. The budget grows with the depth, as does the search that a win
//! would save; there is a table of its own, so that asking again is cheap.
//! Danger: the win found need not be the shortest, so that on the principal variation the search goes on.
//! Parameters: `vcf_depth`, `vcf_nodes`, `vcf_nodes_per_ply`.

use crate::Gomoku;
use crate::eval::Play;
use crate::forced::{Budget, LONGEST};
use crate::params::Param;
use crate::threat_info::ThreatInfo;
use crate::vcf;
use regence_core::config::Config;
use regence_gomoku::Board;

pub fn applies<R: Play, K: Config<Gomoku>>(
    config: &K,
    board: &Board<R>,
    info: &ThreatInfo,
    depth: i32,
    is_pv: bool,
) -> bool {
    !info.is_four()
        && match is_pv {
            true => vcf::may_attack(board),
            false => depth >= config.get(Param::VcfDepth) && vcf::is_promising(board, board.side()),
        }
}

pub fn budget<K: Config<Gomoku>>(config: &K, depth: i32) -> Budget {
    let nodes = config.get(Param::VcfNodesPerPly) * depth.max(1);
    Budget {
        nodes: nodes.min(config.get(Param::VcfNodes)) as u32,
        plies: LONGEST,
    }
}
