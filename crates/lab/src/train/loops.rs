//! The trainer's hot loops, compiled for each set of vector instructions. None of them changes the order of
//! additions, so every processor trains the same network.

/// Separate sums, so that the compiler may use vectors: the order of additions is part of the result.
const LANES: usize = 16;
/// Sums that stay in registers while the rows go by.
const BLOCK: usize = 32;

regence_nnue::vectorised! {
    /// The bias and all rows that are there.
    fn sum_rows(sums: &mut [f32], bias: &[f32], weights: &[f32], rows: &[u16]) {
        let hidden = bias.len();
        let (blocks, _) = sums.as_chunks_mut::<BLOCK>();
        let (biases, _) = bias.as_chunks::<BLOCK>();
        for (number, (block, bias)) in blocks.iter_mut().zip(biases).enumerate() {
            let mut sum = *bias;
            for &row in rows {
                let start = usize::from(row) * hidden + number * BLOCK;
                for (sum, weight) in sum.iter_mut().zip(&weights[start..start + BLOCK]) {
                    *sum += weight;
                }
            }
            *block = sum;
        }
    }

    /// The sum of squares of the clipped sums, each times its weight.
    fn squared_dot(sums: &[f32], weights: &[f32]) -> f32 {
        let mut lanes = [0.0f32; LANES];
        let (sums, _) = sums.as_chunks::<LANES>();
        let (weights, _) = weights.as_chunks::<LANES>();
        for (sums, weights) in sums.iter().zip(weights) {
            for lane in 0..LANES {
                let clipped = sums[lane].clamp(0.0, 1.0);
                lanes[lane] += clipped * clipped * weights[lane];
            }
        }
        lanes.iter().sum()
    }

    /// From the slope of the output to those of its weights (added) and of the sums (written).
    fn through_output(
        sums: &[f32],
        output: &[f32],
        slope: f32,
        output_gradient: &mut [f32],
        sum_gradient: &mut [f32],
    ) {
        let gradients = output_gradient.iter_mut().zip(sum_gradient.iter_mut());
        for ((&sum, &weight), (of_weight, of_sum)) in sums.iter().zip(output).zip(gradients) {
            let clipped = sum.clamp(0.0, 1.0);
            *of_weight += slope * clipped * clipped;
            let is_inside = sum > 0.0 && sum < 1.0;
            *of_sum = if is_inside {
                2.0 * slope * clipped * weight
            } else {
                0.0
            };
        }
    }

    /// Adds the slopes of the sums to the bias and to all rows that were summed.
    fn add_to_rows(weights: &mut [f32], bias: &mut [f32], rows: &[u16], slopes: &[f32]) {
        for (bias, slope) in bias.iter_mut().zip(slopes) {
            *bias += slope;
        }
        let hidden = slopes.len();
        for &row in rows {
            let start = usize::from(row) * hidden;
            for (weight, slope) in weights[start..start + hidden].iter_mut().zip(slopes) {
                *weight += slope;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_copy_that_runs_gives_the_floats_of_the_plain_one() {
        let numbers = |count: usize, step: f32| -> Vec<f32> {
            (0..count).map(|i| (i as f32 * step).sin()).collect()
        };
        let (bias, weights) = (numbers(64, 0.7), numbers(64 * 9, 1.3));
        let rows = [0, 3, 8, 4];
        let (mut ours, mut plain) = (vec![0.0; 64], vec![0.0; 64]);
        sum_rows(&mut ours, &bias, &weights, &rows);
        plain::sum_rows(&mut plain, &bias, &weights, &rows);
        assert_eq!(ours, plain);
        assert!(
            (ours[5]
                - bias[5]
                - [0, 3, 8, 4]
                    .map(|row| weights[row * 64 + 5])
                    .iter()
                    .sum::<f32>())
            .abs()
                < 1e-5
        );
        assert_eq!(squared_dot(&ours, &bias), plain::squared_dot(&ours, &bias));

        let (mut of_output, mut of_sums) = (numbers(64, 0.1), vec![0.0; 64]);
        let (mut plain_output, mut plain_sums) = (of_output.clone(), of_sums.clone());
        through_output(&ours, &bias, 0.3, &mut of_output, &mut of_sums);
        plain::through_output(&ours, &bias, 0.3, &mut plain_output, &mut plain_sums);
        assert_eq!((&of_output, &of_sums), (&plain_output, &plain_sums));

        let (mut into, mut into_bias) = (weights.clone(), bias.clone());
        let (mut plain_into, mut plain_bias) = (weights.clone(), bias.clone());
        add_to_rows(&mut into, &mut into_bias, &rows, &of_sums);
        plain::add_to_rows(&mut plain_into, &mut plain_bias, &rows, &of_sums);
        assert_eq!((&into, &into_bias), (&plain_into, &plain_bias));
        assert_eq!(into[3 * 64 + 1], weights[3 * 64 + 1] + of_sums[1]);
        assert_eq!(into[64..128], weights[64..128]);
    }
}
