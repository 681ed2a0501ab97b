//! The trainer's hot loops, compiled for each set of vector instructions. None of them changes the order of
//! additions, so every processor trains the same network.
//!
//! The first layer is worked on in blocks of columns, for many samples one after another: a block and its gradient stay
//! in the second-level cache, where the whole layer would have to be fetched for each sample anew.

use super::sample::Rows;

/// Columns of a block.
pub const BLOCK: usize = 32;
/// Separate sums, so that the compiler may use vectors: the order of additions is part of the result.
pub const LANES: usize = 16;

/// Columns of one row, or of one sum.
pub type Columns = [f32; BLOCK];

/// What the loops need to know of a sample: for the mover and for the other side the rows that are summed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Active {
    pub rows: [Rows; 2],
    /// Which output weights it takes.
    pub bucket: usize,
}

regence_nnue::vectorised! {
    /// Sums a block of columns for all samples, and adds what it gives to each one's output. `output` is the block's
    /// part of the output weights: for each bucket those of the mover and of the other side.
    fn forward_block(
        actives: &[Active],
        bias: &Columns,
        rows: &[Columns],
        output: &[[Columns; 2]],
        sums: &mut [[Columns; 2]],
        outputs: &mut [[f32; LANES]],
    ) {
        for ((active, sums), lanes) in actives.iter().zip(sums).zip(outputs) {
            for side in 0..2 {
                let mut sum = *bias;
                for &row in active.rows[side].as_slice() {
                    let row = &rows[usize::from(row)];
                    for column in 0..BLOCK {
                        sum[column] += row[column];
                    }
                }
                let weights = &output[active.bucket][side];
                for column in 0..BLOCK {
                    let clipped = sum[column].clamp(0.0, 1.0);
                    lanes[column % LANES] += clipped * clipped * weights[column];
                }
                sums[side] = sum;
            }
        }
    }

    /// From the slope of each sample's output to the gradients of a block's weights.
    fn backward_block(
        actives: &[Active],
        slopes: &[f32],
        sums: &[[Columns; 2]],
        output: &[[Columns; 2]],
        output_gradient: &mut [[Columns; 2]],
        row_gradient: &mut [Columns],
        bias_gradient: &mut Columns,
    ) {
        for ((active, &slope), sums) in actives.iter().zip(slopes).zip(sums) {
            for side in 0..2 {
                let (sums, weights) = (&sums[side], &output[active.bucket][side]);
                let of_weights = &mut output_gradient[active.bucket][side];
                let mut of_sums = [0.0; BLOCK];
                for column in 0..BLOCK {
                    let sum = sums[column];
                    let clipped = sum.clamp(0.0, 1.0);
                    of_weights[column] += slope * clipped * clipped;
                    let is_inside = sum > 0.0 && sum < 1.0;
                    let inner = 2.0 * slope * clipped * weights[column];
                    of_sums[column] = if is_inside { inner } else { 0.0 };
                    bias_gradient[column] += of_sums[column];
                }
                for &row in active.rows[side].as_slice() {
                    let row = &mut row_gradient[usize::from(row)];
                    for column in 0..BLOCK {
                        row[column] += of_sums[column];
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(count: usize, step: f32) -> Vec<Columns> {
        let number = |index: usize| (index as f32 * step).sin();
        (0..count)
            .map(|row| std::array::from_fn(|column| number(row * BLOCK + column)))
            .collect()
    }

    fn pairs(count: usize, step: f32) -> Vec<[Columns; 2]> {
        let columns = columns(2 * count, step);
        columns
            .chunks_exact(2)
            .map(|pair| [pair[0], pair[1]])
            .collect()
    }

    #[test]
    fn the_copy_that_runs_gives_the_floats_of_the_plain_one() {
        let mut rows = Rows::default();
        [0, 3, 8, 4].into_iter().for_each(|row| rows.push(row));
        let active = Active {
            rows: [rows, Rows::default()],
            bucket: 1,
        };
        let (bias, weights, output) = (columns(1, 0.7)[0], columns(9, 1.3), pairs(2, 0.3));

        type Forward = fn(
            &[Active],
            &Columns,
            &[Columns],
            &[[Columns; 2]],
            &mut [[Columns; 2]],
            &mut [[f32; LANES]],
        );
        let forward = |run: Forward| {
            let (mut sums, mut lanes) = (pairs(1, 0.0), vec![[0.0; LANES]]);
            run(&[active], &bias, &weights, &output, &mut sums, &mut lanes);
            (sums, lanes)
        };
        let (sums, lanes) = forward(forward_block);
        assert_eq!((sums.clone(), lanes), forward(plain::forward_block));
        let expected: f32 = [0, 3, 8, 4].map(|row: usize| weights[row][5]).iter().sum();
        assert!((sums[0][0][5] - bias[5] - expected).abs() < 1e-5);
        assert_eq!(sums[0][1], bias);

        type Backward = fn(
            &[Active],
            &[f32],
            &[[Columns; 2]],
            &[[Columns; 2]],
            &mut [[Columns; 2]],
            &mut [Columns],
            &mut Columns,
        );
        let backward = |run: Backward| {
            let (mut of_output, mut of_rows, mut of_bias) =
                (pairs(2, 0.0), columns(9, 0.0), [0.0; BLOCK]);
            run(
                &[active],
                &[0.3],
                &sums,
                &output,
                &mut of_output,
                &mut of_rows,
                &mut of_bias,
            );
            (of_output, of_rows, of_bias)
        };
        let (of_output, of_rows, of_bias) = backward(backward_block);
        assert_eq!(
            (of_output.clone(), of_rows.clone(), of_bias),
            backward(plain::backward_block)
        );
        assert_eq!(
            (of_rows[1], of_output[0]),
            ([0.0; BLOCK], [[0.0; BLOCK]; 2])
        );
        assert_eq!(of_rows[3], of_rows[8]);
        assert!(of_rows[3].iter().any(|&slope| slope != 0.0));
    }
}
