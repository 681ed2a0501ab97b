//! Efficiently updatable networks for chess: (768 -> N) x 2 -> 1.
//!
//! Each side sees the board from its own end, mirrored so that its king stands on the queen's side. A piece on
//! a square is one of 768 features; the first layer is the sum of the rows of the features that are there, and
//! as a move changes few of them, the sum is updated, not computed again ([`Accumulators`]). The output layer
//! takes both sides' sums, the mover's first, squared after clipping, with one set of weights for each stage
//! of the game, told by the number of pieces.
//!
//! All is integer arithmetic: [`scalar`] says what the result is, and the vector code in [`simd`] gives the same
//! integers on every processor. This crate knows no rules of chess; a [`Placement`] is all it asks for.

mod accumulator;
mod features;
mod format;
mod network;
pub mod scalar;
pub mod simd;

pub use accumulator::Accumulators;
pub use features::{FEATURES, Feature, KingBuckets, Placement, Side, features, for_each_square};
pub use format::FormatError;
pub use network::{
    MAX_HIDDEN, Network, OUTPUT_BUCKETS, QUANT_IN, QUANTS_OUT, SCALE, Shape, output_bucket,
};
