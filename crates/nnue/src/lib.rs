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
//!
//! ```
//! use regence_nnue::{Accumulators, Change, KingBuckets, Man, Network, OUTPUT_BUCKETS, Placement, Shape, Side};
//!
//! let shape = Shape::new(32, KingBuckets::ONE).unwrap();
//! let rows = (0..shape.features() * 32).map(|i| (i % 41) as i16 - 20).collect();
//! let output = (0..OUTPUT_BUCKETS * 64).map(|i| (i % 31) as i16 - 15).collect();
//! let network = Network::new(shape, 128, rows, vec![100; 32], output, [0; OUTPUT_BUCKETS]).unwrap();
//!
//! // White: king e1, pawn e2. Black: king e8. Then the pawn goes to e4.
//! let mut placement = Placement::default();
//! (placement.0[0], placement.0[5], placement.0[11]) = (1 << 12, 1 << 4, 1 << 60);
//! let mut accumulators = Accumulators::new(&network, 2);
//! accumulators.begin([4, 60]);
//! accumulators.evaluate(&network, 0, Side::White, 3, || placement);
//! let mut change = Change::default();
//! change.remove(Man::new(0, 12));
//! change.add(Man::new(0, 28));
//! accumulators.enter(1, change, [4, 60]);
//! // The second position costs two rows, and has the value that it has from nothing.
//! let after = change.toggle(&placement);
//! let updated = accumulators.evaluate(&network, 1, Side::Black, 3, || after);
//! assert_eq!(updated, network.evaluate(&after, Side::Black));
//! ```

#![warn(missing_docs)]

mod accumulator;
mod features;
mod format;
mod network;
pub mod scalar;
pub mod simd;

pub use accumulator::{Accumulators, Change, Man};
pub use features::{FEATURES, Feature, KingBuckets, Placement, Side, features, for_each_square};
pub use format::FormatError;
pub use network::{
    MAX_HIDDEN, Network, OUTPUT_BUCKETS, QUANT_IN, QUANTS_OUT, SCALE, Shape, output_bucket,
};
