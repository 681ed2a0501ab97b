//! The forced win by fours at every node (VCF).
//!
//! Idea: a win by fours is a proof; where there is one, nothing else needs to be searched.
//! Guard: the side to move must have a four to make, and none to answer. The search has a table of its
//! own, so that asking again is cheap.
//! Danger: the win found need not be the shortest, so that on the principal variation the search goes on.
//! Parameters: `vcf_nodes`.

use crate::Gomoku;
use crate::eval::Play;
use crate::forced::{Budget, LONGEST};
use crate::params::Param;
use crate::scene::Scene;
use crate::vcf;
use regence_core::knobs::Knobs;
use regence_gomoku::Board;

pub fn applies<R: Play>(board: &Board<R>, scene: &Scene) -> bool {
    !scene.is_four() && vcf::may_attack(board)
}

pub fn budget<K: Knobs<Gomoku>>(knobs: &K) -> Budget {
    Budget {
        nodes: knobs.get(Param::VcfNodes) as u32,
        plies: LONGEST,
    }
}
