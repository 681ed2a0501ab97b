//! What the network says, in the plainest words. Everything faster must give the same integers.

use crate::features::{Placement, Side, features};
use crate::network::{Network, QUANT_IN, output_bucket};

/// The first layer's sums for one side, from nothing.
pub fn sums(network: &Network, placement: &Placement, side: Side) -> Vec<i16> {
    let mut sums = network.row_bias.clone();
    features(placement, network.shape.buckets(), side, |feature| {
        for (sum, weight) in sums.iter_mut().zip(network.row(feature)) {
            *sum = sum.wrapping_add(*weight);
        }
    });
    sums
}

/// The sum of squares of the clipped sums, each times its weight.
pub fn squared_dot(sums: &[i16], weights: &[i16]) -> i64 {
    let clipped = |sum: i16| i64::from(i32::from(sum).clamp(0, QUANT_IN));
    sums.iter()
        .zip(weights)
        .map(|(&sum, &weight)| clipped(sum) * clipped(sum) * i64::from(weight))
        .sum()
}

/// The value for the side to move, in centipawns.
pub fn evaluate(network: &Network, placement: &Placement, mover: Side) -> i32 {
    let other = match mover {
        Side::White => Side::Black,
        Side::Black => Side::White,
    };
    let bucket = output_bucket(placement.count());
    let hidden = network.shape.hidden();
    let weights = &network.output[bucket * 2 * hidden..(bucket + 1) * 2 * hidden];
    let sum = squared_dot(&sums(network, placement, mover), &weights[..hidden])
        + squared_dot(&sums(network, placement, other), &weights[hidden..]);
    network.to_centipawns(sum, bucket)
}
