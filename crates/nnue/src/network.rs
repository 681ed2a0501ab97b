//! The weights of a network, as integers.

use crate::features::{FEATURES, Feature, KingBuckets, Placement, Side};
use crate::{scalar, simd};

/// 1.0 in the first layer.
pub const QUANT_IN: i32 = 255;
/// What 1.0 may be in the output layer. Weights reach from -127 to 127, so a smaller unit allows larger ones.
pub const QUANTS_OUT: [i32; 2] = [64, 128];
/// Centipawns of an output of 1.0.
pub const SCALE: i32 = 400;
/// Sets of output weights, by the number of pieces.
pub const OUTPUT_BUCKETS: usize = 8;
/// Wider sums might overflow in vector code.
pub const MAX_HIDDEN: usize = 1024;
/// Widths are multiples of this, so that vectors are whole.
pub const HIDDEN_STEP: usize = 32;

/// What decides how many weights there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    hidden: usize,
    buckets: KingBuckets,
}

impl Shape {
    /// `None` if the width is not a multiple of 32 from 32 to 1024.
    pub fn new(hidden: usize, buckets: KingBuckets) -> Option<Shape> {
        let is_allowed =
            (HIDDEN_STEP..=MAX_HIDDEN).contains(&hidden) && hidden.is_multiple_of(HIDDEN_STEP);
        is_allowed.then_some(Shape { hidden, buckets })
    }

    /// Neurons of the hidden layer, for each side.
    pub fn hidden(&self) -> usize {
        self.hidden
    }

    /// Which rows a king on each square uses.
    pub fn buckets(&self) -> &KingBuckets {
        &self.buckets
    }

    /// Rows of the first layer.
    pub fn features(&self) -> usize {
        self.buckets.count() * FEATURES
    }
}

/// The set of output weights for so many pieces.
#[inline]
pub fn output_bucket(pieces: u32) -> usize {
    (pieces.saturating_sub(2) as usize / 4).min(OUTPUT_BUCKETS - 1)
}

/// A network that can be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    pub(crate) shape: Shape,
    /// 1.0 in the output layer.
    pub(crate) quant_out: i32,
    /// One row for each feature.
    pub(crate) rows: Vec<i16>,
    pub(crate) row_bias: Vec<i16>,
    /// For each bucket: the weights of the mover's sums, then of the other side's.
    pub(crate) output: Vec<i16>,
    pub(crate) output_bias: [i32; OUTPUT_BUCKETS],
}

impl Network {
    /// `None` if the lengths do not fit the shape, the unit of the output layer is none of [`QUANTS_OUT`], or an output
    /// weight is beyond ±127, where vector code would overflow.
    pub fn new(
        shape: Shape,
        quant_out: i32,
        rows: Vec<i16>,
        row_bias: Vec<i16>,
        output: Vec<i16>,
        output_bias: [i32; OUTPUT_BUCKETS],
    ) -> Option<Network> {
        let fits = rows.len() == shape.features() * shape.hidden
            && row_bias.len() == shape.hidden
            && output.len() == OUTPUT_BUCKETS * 2 * shape.hidden
            && output.iter().all(|weight| (-127..=127).contains(weight))
            && QUANTS_OUT.contains(&quant_out);
        fits.then_some(Network {
            shape,
            quant_out,
            rows,
            row_bias,
            output,
            output_bias,
        })
    }

    /// The sizes of its layers.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// 1.0 in the output layer.
    pub fn quant_out(&self) -> i32 {
        self.quant_out
    }

    /// The first layer, one row for each feature.
    pub fn rows(&self) -> &[i16] {
        &self.rows
    }

    /// What every sum begins with.
    pub fn row_bias(&self) -> &[i16] {
        &self.row_bias
    }

    /// The output weights: for each bucket those of the mover's sums, then of the other side's.
    pub fn output_weights(&self) -> &[i16] {
        &self.output
    }

    /// The constant of each output bucket.
    pub fn output_bias(&self) -> &[i32; OUTPUT_BUCKETS] {
        &self.output_bias
    }

    #[inline]
    pub(crate) fn row(&self, feature: Feature) -> &[i16] {
        let start = feature.index() * self.shape.hidden;
        &self.rows[start..start + self.shape.hidden]
    }

    /// The centipawns of two sums, the mover's and the other side's, with so many pieces on the board.
    #[inline]
    pub(crate) fn output(&self, mover: &[i16], other: &[i16], pieces: u32) -> i32 {
        let bucket = output_bucket(pieces);
        let hidden = self.shape.hidden;
        let weights = &self.output[bucket * 2 * hidden..(bucket + 1) * 2 * hidden];
        let (first, second) = weights.split_at(hidden);
        let sum = simd::squared_dot(mover, first) + simd::squared_dot(other, second);
        self.to_centipawns(sum, bucket)
    }

    /// The value for the side to move, computed from nothing: the reference for all that is faster.
    pub fn evaluate(&self, placement: &Placement, mover: Side) -> i32 {
        scalar::evaluate(self, placement, mover)
    }

    /// From the output layer's own units to centipawns.
    #[inline]
    pub(crate) fn to_centipawns(&self, sum: i64, bucket: usize) -> i32 {
        let value = sum / i64::from(QUANT_IN) + i64::from(self.output_bias[bucket]);
        // Divided by a constant, which costs less than the unit itself would; the quotient is the same.
        let finest = QUANTS_OUT[1];
        (value * i64::from(SCALE * (finest / self.quant_out)) / i64::from(QUANT_IN * finest)) as i32
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A network of numbers without meaning.
    pub(crate) fn random_network(hidden: usize, buckets: KingBuckets, seed: u64) -> Network {
        let shape = Shape::new(hidden, buckets).expect("an allowed shape");
        let mut state = seed;
        let mut next = |bound: i64| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            ((state >> 33) as i64 % (2 * bound + 1) - bound) as i16
        };
        let rows = (0..shape.features() * hidden).map(|_| next(60)).collect();
        let row_bias = (0..hidden).map(|_| next(100)).collect();
        let output = (0..OUTPUT_BUCKETS * 2 * hidden)
            .map(|_| next(127))
            .collect();
        let output_bias = std::array::from_fn(|_| i32::from(next(5000)));
        Network::new(shape, QUANTS_OUT[1], rows, row_bias, output, output_bias)
            .expect("lengths that fit")
    }

    #[test]
    fn half_the_unit_doubles_what_weights_say() {
        let fine = random_network(32, KingBuckets::ONE, 1);
        let coarse = Network {
            quant_out: 64,
            ..fine.clone()
        };
        for sum in [-70_000_001i64, -3, 0, 5, 1_234_567, 90_000_000] {
            let value = sum / i64::from(QUANT_IN) + i64::from(fine.output_bias[3]);
            assert_eq!(
                i64::from(fine.to_centipawns(sum, 3)),
                value * 400 / (255 * 128)
            );
            assert_eq!(
                i64::from(coarse.to_centipawns(sum, 3)),
                value * 400 / (255 * 64)
            );
        }
    }

    #[test]
    fn pieces_tell_the_stage_of_the_game() {
        assert_eq!(output_bucket(2), 0);
        assert_eq!(output_bucket(5), 0);
        assert_eq!(output_bucket(6), 1);
        assert_eq!(output_bucket(32), 7);
        assert_eq!(output_bucket(64), 7);
    }

    #[test]
    fn only_whole_vectors_are_allowed() {
        for hidden in [0, 16, 33, 1056] {
            assert_eq!(Shape::new(hidden, KingBuckets::ONE), None);
        }
    }

    #[test]
    fn weights_that_do_not_fit_are_refused() {
        let net = random_network(32, KingBuckets::ONE, 1);
        let rebuild = |change: fn(&mut Network)| {
            let mut net = net.clone();
            change(&mut net);
            Network::new(
                net.shape,
                net.quant_out,
                net.rows,
                net.row_bias,
                net.output,
                net.output_bias,
            )
        };
        assert!(rebuild(|_| {}).is_some());
        assert!(rebuild(|net| net.output[0] = 128).is_none());
        assert!(rebuild(|net| net.rows.truncate(9)).is_none());
        assert!(rebuild(|net| net.quant_out = 64).is_some());
        assert!(rebuild(|net| net.quant_out = 65).is_none());
    }
}
