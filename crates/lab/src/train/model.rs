//! The network in floating point: what it says, and how its error falls on each weight.

use regence_nnue::{Network, OUTPUT_BUCKETS, QUANT_IN, QUANT_OUT, Shape, output_bucket};

use super::loops;
use super::sample::{Rows, Sample, sigmoid};

/// Where the parts of the network lie in one long vector of weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    pub shape: Shape,
}

impl Layout {
    fn hidden(&self) -> usize {
        self.shape.hidden()
    }

    fn rows(&self) -> usize {
        self.shape.features() * self.hidden()
    }

    fn output_start(&self) -> usize {
        self.rows() + self.hidden()
    }

    fn output_bias_start(&self) -> usize {
        self.output_start() + OUTPUT_BUCKETS * 2 * self.hidden()
    }

    /// How many weights there are.
    pub fn len(&self) -> usize {
        self.output_bias_start() + OUTPUT_BUCKETS
    }

    /// Cuts a vector of weights, or of their gradients, into its parts.
    fn split<'a>(&self, weights: &'a [f32]) -> Parts<&'a [f32]> {
        let (rows, rest) = weights.split_at(self.rows());
        let (row_bias, rest) = rest.split_at(self.hidden());
        let (output, output_bias) = rest.split_at(OUTPUT_BUCKETS * 2 * self.hidden());
        Parts {
            rows,
            row_bias,
            output,
            output_bias,
        }
    }

    fn split_mut<'a>(&self, weights: &'a mut [f32]) -> Parts<&'a mut [f32]> {
        let (rows, rest) = weights.split_at_mut(self.rows());
        let (row_bias, rest) = rest.split_at_mut(self.hidden());
        let (output, output_bias) = rest.split_at_mut(OUTPUT_BUCKETS * 2 * self.hidden());
        Parts {
            rows,
            row_bias,
            output,
            output_bias,
        }
    }

    /// Weights to begin with: small and different from each other. `random` is uniform in 0..1.
    pub fn initial(&self, mut random: impl FnMut() -> f32) -> Vec<f32> {
        let mut weights = vec![0.0; self.len()];
        let hidden = self.hidden();
        let parts = self.split_mut(&mut weights);
        // About thirty rows are summed.
        let spread = (1.0f32 / 32.0).sqrt();
        parts.rows.fill_with(|| (random() * 2.0 - 1.0) * spread);
        let spread = (1.0 / (2 * hidden) as f32).sqrt();
        parts.output.fill_with(|| (random() * 2.0 - 1.0) * spread);
        weights
    }

    /// The largest weight that integers can hold: beyond it vector code would overflow.
    pub fn limit() -> f32 {
        127.0 / QUANT_OUT as f32
    }
}

struct Parts<T> {
    rows: T,
    row_bias: T,
    output: T,
    output_bias: T,
}

/// Room for one sample's sums and gradients.
#[derive(Clone, Debug)]
pub struct Scratch {
    sums: [Vec<f32>; 2],
    gradient: Vec<f32>,
}

impl Scratch {
    pub fn new(layout: &Layout) -> Scratch {
        let zeros = || vec![0.0; layout.hidden()];
        Scratch {
            sums: [zeros(), zeros()],
            gradient: zeros(),
        }
    }
}

/// How samples become targets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// How much the end of the game counts, the rest is the score.
    pub mix: f32,
    /// Centipawns that are one unit of the network's output.
    pub scale: f32,
}

/// The network's output for a sample, before the sigmoid; the sums stay in `scratch`.
pub fn forward(layout: &Layout, weights: &[f32], sample: &Sample, scratch: &mut Scratch) -> f32 {
    forward_rows(
        layout,
        weights,
        sample,
        &sample.rows(layout.shape.buckets()),
        scratch,
    )
}

fn forward_rows(
    layout: &Layout,
    weights: &[f32],
    sample: &Sample,
    rows: &[Rows; 2],
    scratch: &mut Scratch,
) -> f32 {
    let parts = layout.split(weights);
    let hidden = layout.hidden();
    for (sums, rows) in scratch.sums.iter_mut().zip(rows) {
        loops::sum_rows(sums, parts.row_bias, parts.rows, rows.as_slice());
    }
    let bucket = output_bucket(sample.pieces());
    let output = &parts.output[bucket * 2 * hidden..][..2 * hidden];
    let (first, second) = output.split_at(hidden);
    parts.output_bias[bucket]
        + loops::squared_dot(&scratch.sums[0], first)
        + loops::squared_dot(&scratch.sums[1], second)
}

/// Adds a sample's gradient to `gradient` and returns its loss, the squared error of the chance to win.
pub fn learn(
    layout: &Layout,
    weights: &[f32],
    sample: &Sample,
    target: Target,
    scratch: &mut Scratch,
    gradient: &mut [f32],
) -> f32 {
    let rows = sample.rows(layout.shape.buckets());
    let said = sigmoid(forward_rows(layout, weights, sample, &rows, scratch));
    let error = said - sample.target(target.mix, target.scale);
    let slope = 2.0 * error * said * (1.0 - said);

    let hidden = layout.hidden();
    let bucket = output_bucket(sample.pieces());
    let parts = layout.split(weights);
    let into = layout.split_mut(gradient);
    into.output_bias[bucket] += slope;
    for (side, rows) in rows.iter().enumerate() {
        let start = (bucket * 2 + side) * hidden;
        let output = &parts.output[start..start + hidden];
        let output_gradient = &mut into.output[start..start + hidden];
        let sums = &scratch.sums[side];
        let slopes = &mut scratch.gradient;
        loops::through_output(sums, output, slope, output_gradient, slopes);
        loops::add_to_rows(into.rows, into.row_bias, rows.as_slice(), slopes);
    }
    error * error
}

/// The loss alone.
pub fn loss(
    layout: &Layout,
    weights: &[f32],
    sample: &Sample,
    target: Target,
    scratch: &mut Scratch,
) -> f32 {
    let said = sigmoid(forward(layout, weights, sample, scratch));
    (said - sample.target(target.mix, target.scale)).powi(2)
}

/// The network in integers.
pub fn quantise(layout: &Layout, weights: &[f32]) -> Option<Network> {
    let parts = layout.split(weights);
    let (unit_in, unit_out) = (QUANT_IN as f32, QUANT_OUT as f32);
    let to_i16 = |weights: &[f32], unit: f32| -> Vec<i16> {
        weights
            .iter()
            .map(|weight| (weight * unit).round() as i16)
            .collect()
    };
    let mut output_bias = [0; OUTPUT_BUCKETS];
    for (to, from) in output_bias.iter_mut().zip(parts.output_bias) {
        *to = (from * unit_in * unit_out).round() as i32;
    }
    Network::new(
        layout.shape,
        to_i16(parts.rows, unit_in),
        to_i16(parts.row_bias, unit_in),
        to_i16(parts.output, unit_out),
        output_bias,
    )
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use regence_chess::rng::SplitMix64;
    use regence_chess::{Board, Game};
    use regence_nnue::{KingBuckets, SCALE};
    use regence_records::training::ScoredMove;

    pub(in crate::train) fn small_layout() -> Layout {
        let shape = Shape::new(32, KingBuckets::ONE).expect("an allowed shape");
        Layout { shape }
    }

    /// Positions of random games, scored by material: something that can be learnt.
    pub(in crate::train) fn material_samples(count: usize, seed: u64) -> Vec<Sample> {
        let mut rng = SplitMix64::new(seed);
        let mut samples = Vec::new();
        while samples.len() < count {
            let mut game = Game::new(Board::startpos());
            for _ in 0..60 {
                let moves = game.board().legal_moves();
                if game.outcome().is_some() || samples.len() >= count {
                    break;
                }
                let mv = moves[rng.below(moves.len() as u64) as usize];
                let board = *game.board();
                let score = material(&board);
                samples.push(Sample::new(&board, ScoredMove { mv, score }, None));
                game.push(mv);
            }
        }
        samples
    }

    fn material(board: &Board) -> i16 {
        let placement = regence_chess_search::placement(board);
        let worth = [100, 300, 300, 500, 900, 0];
        let sum = |sets: &[u64]| -> i32 {
            let one = |(set, worth): (&u64, i32)| set.count_ones() as i32 * worth;
            sets.iter().zip(worth).map(one).sum()
        };
        (sum(&placement.0[..6]) - sum(&placement.0[6..])) as i16
    }

    fn random_weights(layout: &Layout, seed: u64) -> Vec<f32> {
        let mut rng = SplitMix64::new(seed);
        layout.initial(|| rng.below(1 << 20) as f32 / (1 << 20) as f32)
    }

    #[test]
    fn gradients_are_those_of_the_loss() {
        let layout = small_layout();
        let mut weights = random_weights(&layout, 1);
        let sample = material_samples(30, 2)[29];
        let target = Target {
            mix: 0.3,
            scale: 400.0,
        };
        let mut scratch = Scratch::new(&layout);
        let mut gradient = vec![0.0; layout.len()];
        learn(
            &layout,
            &weights,
            &sample,
            target,
            &mut scratch,
            &mut gradient,
        );
        let mut checked = 0;
        for index in (0..layout.len())
            .filter(|&i| gradient[i].abs() > 1e-3)
            .step_by(7)
        {
            let before = weights[index];
            let mut at = |value: f32| {
                weights[index] = value;
                loss(&layout, &weights, &sample, target, &mut scratch)
            };
            let step = 1e-2;
            let numeric = (at(before + step) - at(before - step)) / (2.0 * step);
            weights[index] = before;
            let error = (numeric - gradient[index]).abs();
            assert!(
                error < 0.05 * gradient[index].abs() + 2e-4,
                "{index}: {numeric} {}",
                gradient[index]
            );
            checked += 1;
        }
        assert!(checked > 5, "{checked}");
    }

    #[test]
    fn the_integers_say_what_the_floats_say() {
        let layout = small_layout();
        let weights = random_weights(&layout, 3);
        let network = quantise(&layout, &weights).expect("within limits");
        let mut scratch = Scratch::new(&layout);
        for sample in material_samples(300, 4) {
            let float = forward(&layout, &weights, &sample, &mut scratch) * SCALE as f32;
            let integer = network.evaluate(&sample.placement(), sample.mover());
            assert!((float - integer as f32).abs() < 12.0, "{float} {integer}");
        }
    }
}
