//! The chess search: numbered steps, named techniques, one evaluation.
//!
//! Begin with `node.rs`, the table of contents; each step's body is in `techniques/`.

pub mod bench;
mod engine;
pub mod eval;
mod evaluator;
pub mod explain;
mod facts;
pub mod game;
mod history;
mod node;
mod order;
pub mod params;
mod picker;
mod qsearch;
mod search;
pub mod strength;
pub mod tablebase;
pub mod techniques;
mod trace;
pub mod wdl;

pub use engine::{ChessEngine, Engine, Job, Settings};
pub use evaluator::{EvaluationKind, Evaluator, evaluate, placement};

use regence_core::config::{Catalogue, ParamInfo, TechniqueInfo};

/// The catalogue of this game's techniques and parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chess;

impl Catalogue for Chess {
    type Technique = techniques::Technique;
    type Param = params::Param;
    const TECHNIQUES: &'static [TechniqueInfo] = techniques::TECHNIQUES;
    const PARAMS: &'static [ParamInfo] = params::PARAMS;
}
