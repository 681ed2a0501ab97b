//! The Gomoku search: threats first, forced wins apart, named techniques.
//!
//! Begin with `node.rs`, the table of contents; each step's body is in `techniques/`. The search is
//! generic over the rule set; [`Engine`] takes an [`AnyBoard`] and picks the right one.

mod any;
pub mod bench;
mod engine;
pub mod eval;
mod facts;
mod forced;
pub mod game;
mod history;
mod leaf;
mod node;
pub mod opening;
mod order;
pub mod params;
mod search;
pub mod strength;
pub mod techniques;
mod threat_info;
pub mod touching;
mod trace;
pub mod vcf;
pub mod vct;

pub use any::AnyBoard;
pub use engine::{Engine, GomokuEngine, Job};
pub use eval::{Evaluation, Evaluations, Play, Weights, evaluate};
pub use forced::{Budget, ForcedWin, WinTable};
pub use search::CutCount;

/// What a search found.
pub type Outcome = regence_core::iterative_deepening::Outcome<regence_gomoku::Move>;

use regence_core::config::{Catalogue, ParamInfo, TechniqueInfo};

/// The catalogue of this game's techniques and parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gomoku;

impl Catalogue for Gomoku {
    type Technique = techniques::Technique;
    type Param = params::Param;
    const TECHNIQUES: &'static [TechniqueInfo] = techniques::TECHNIQUES;
    const PARAMS: &'static [ParamInfo] = params::PARAMS;
}
