//! The network in floating point: what it says, and how its error falls on each weight.

use regence_chess::Board;
use regence_chess_search::eval;
use regence_chess_search::wdl::Model;
use regence_nnue::{
    FEATURES, Network, OUTPUT_BUCKETS, QUANT_IN, QUANTS_OUT, SCALE, Shape, output_bucket,
};

use super::loops::{self, Active, BLOCK, Columns, LANES};
use super::sample::{Sample, sigmoid};

/// Samples that go through a block of columns together.
pub const GROUP: usize = 512;

/// Where the parts of the network lie in one long vector of weights: block after block of the first layer's columns, each
/// with its bias, its rows and its output weights; then the output's bias for each bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    pub shape: Shape,
}

/// One block of columns.
struct Block<'a> {
    bias: &'a Columns,
    rows: &'a [Columns],
    output: &'a [[Columns; 2]],
}

struct BlockMut<'a> {
    bias: &'a mut Columns,
    rows: &'a mut [Columns],
    output: &'a mut [[Columns; 2]],
}

impl Layout {
    pub fn blocks(&self) -> usize {
        self.shape.hidden() / BLOCK
    }

    pub fn block_len(&self) -> usize {
        (1 + self.shape.features() + 2 * OUTPUT_BUCKETS) * BLOCK
    }

    /// Numbers of a block's rows for one place of the king.
    pub fn shared_len(&self) -> usize {
        FEATURES * BLOCK
    }

    /// How many weights there are.
    pub fn len(&self) -> usize {
        self.blocks() * self.block_len() + OUTPUT_BUCKETS
    }

    /// The blocks of a vector of weights.
    fn split<'a>(&self, weights: &'a [f32]) -> impl Iterator<Item = Block<'a>> {
        let features = self.shape.features();
        weights
            .chunks_exact(self.block_len())
            .filter_map(move |block| {
                let (bias, rest) = block.as_chunks::<BLOCK>().0.split_first()?;
                let (rows, output) = rest.split_at(features);
                let output = output.as_chunks::<2>().0;
                Some(Block { bias, rows, output })
            })
    }

    fn split_mut<'a>(&self, weights: &'a mut [f32]) -> impl Iterator<Item = BlockMut<'a>> {
        let features = self.shape.features();
        weights
            .chunks_exact_mut(self.block_len())
            .filter_map(move |block| {
                let (bias, rest) = block.as_chunks_mut::<BLOCK>().0.split_first_mut()?;
                let (rows, output) = rest.split_at_mut(features);
                let output = output.as_chunks_mut::<2>().0;
                Some(BlockMut { bias, rows, output })
            })
    }

    fn output_bias<'a>(&self, weights: &'a [f32]) -> &'a [f32] {
        &weights[self.blocks() * self.block_len()..]
    }

    /// Weights to begin with: small and different from each other. `random` is uniform in 0..1.
    pub fn initial(&self, mut random: impl FnMut() -> f32) -> Vec<f32> {
        let mut weights = vec![0.0; self.len()];
        // About thirty rows are summed, and twice as many sums as the layer is wide.
        let row_spread = (1.0f32 / 32.0).sqrt();
        let output_spread = (1.0 / (2 * self.shape.hidden()) as f32).sqrt();
        let mut spread = |most: f32| (random() * 2.0 - 1.0) * most;
        for block in self.split_mut(&mut weights) {
            // All places of the king begin alike.
            let (first, others) = block.rows.split_at_mut(FEATURES);
            first.as_flattened_mut().fill_with(|| spread(row_spread));
            for bucket in others.chunks_exact_mut(FEATURES) {
                bucket.copy_from_slice(first);
            }
            let output = block.output.as_flattened_mut().as_flattened_mut();
            output.fill_with(|| spread(output_spread));
        }
        weights
    }

    /// The largest weight that integers can hold: beyond it vector code would overflow.
    pub fn limit() -> f32 {
        127.0 / QUANTS_OUT[0] as f32
    }
}

/// Room for the sums and outputs of a group of samples.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    actives: Vec<Active>,
    /// Block after block, for each sample of the group.
    sums: Vec<[Columns; 2]>,
    lanes: Vec<[f32; LANES]>,
    outputs: Vec<f32>,
    slopes: Vec<f32>,
}

/// How samples become targets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// How much the end of the game counts, the rest is the score.
    pub mix: f32,
    /// Points of a score that make a win e times as likely as a loss.
    pub scale: f32,
    /// The power of the error that steps make smaller: 2 asks for the mean of what was seen, 1 for its middle.
    pub power: f32,
    /// What a score is worth with so much material; without it a logistic curve of `scale` says that.
    pub wdl: Option<Model>,
}

impl Target {
    /// What the network should say: the chance to win, from the score and the game's end.
    pub fn of(&self, sample: &Sample) -> f32 {
        let expected = self.expected(sample.score(), sample.fullness());
        self.mix * sample.result() + (1.0 - self.mix) * expected
    }

    fn expected(&self, score: f32, fullness: f32) -> f32 {
        match &self.wdl {
            None => sigmoid(score / self.scale),
            Some(model) => {
                let [win, draw, _] = model.chances(score.into(), fullness.into());
                (win + draw / 2.0) as f32
            }
        }
    }

    /// How far the classical evaluation is from what the network should say, squared.
    pub fn classical_error(&self, sample: &Sample, board: &Board) -> f64 {
        let said = self.expected(eval::evaluate(board).raw() as f32, sample.fullness());
        f64::from(said - self.of(sample)).powi(2)
    }

    /// How the loss of an error changes with it.
    fn slope(self, error: f32) -> f32 {
        self.power * error.abs().powf(self.power - 1.0) * error.signum()
    }

    /// The chance to win that an output of the network stands for, and how fast it changes with the output.
    fn chance(self, output: f32) -> (f32, f32) {
        let steepness = SCALE as f32 / self.scale;
        let chance = sigmoid(output * steepness);
        (chance, steepness * chance * (1.0 - chance))
    }
}

/// The network's outputs for samples, before the sigmoid; the sums stay in `scratch`.
pub fn forward<'s, 'a>(
    layout: &Layout,
    weights: &[f32],
    samples: impl Iterator<Item = &'a Sample>,
    scratch: &'s mut Scratch,
) -> &'s [f32] {
    let Scratch {
        actives,
        sums,
        lanes,
        outputs,
        ..
    } = scratch;
    actives.clear();
    actives.extend(samples.map(|sample| Active {
        rows: sample.rows(layout.shape.buckets()),
        bucket: output_bucket(sample.pieces()),
    }));
    sums.resize(actives.len() * layout.blocks(), [[0.0; BLOCK]; 2]);
    lanes.clear();
    lanes.resize(actives.len(), [0.0; LANES]);
    let parts = sums.chunks_exact_mut(actives.len().max(1));
    for (block, sums) in layout.split(weights).zip(parts) {
        loops::forward_block(actives, block.bias, block.rows, block.output, sums, lanes);
    }
    let bias = layout.output_bias(weights);
    outputs.clear();
    let added =
        |(active, lanes): (&Active, &[f32; LANES])| bias[active.bucket] + lanes.iter().sum::<f32>();
    outputs.extend(actives.iter().zip(lanes.iter()).map(added));
    outputs
}

/// Adds the gradient of a group of samples to `gradient` and returns the sum of the squared errors of the chance to
/// win, whatever their power in the loss: so runs can be compared.
pub fn learn<'a>(
    layout: &Layout,
    weights: &[f32],
    samples: impl Iterator<Item = &'a Sample> + Clone,
    target: Target,
    scratch: &mut Scratch,
    gradient: &mut [f32],
) -> f64 {
    forward(layout, weights, samples.clone(), scratch);
    let Scratch {
        actives,
        sums,
        outputs,
        slopes,
        ..
    } = scratch;
    let mut total = 0.0;
    slopes.clear();
    slopes.extend(outputs.iter().zip(samples).map(|(&output, sample)| {
        let (said, slope) = target.chance(output);
        let error = said - target.of(sample);
        total += f64::from(error * error);
        target.slope(error) * slope
    }));
    let blocks = layout.split(weights).zip(layout.split_mut(gradient));
    for ((block, into), sums) in blocks.zip(sums.chunks_exact(actives.len().max(1))) {
        loops::backward_block(
            actives,
            slopes,
            sums,
            block.output,
            into.output,
            into.rows,
            into.bias,
        );
    }
    let output_bias = &mut gradient[layout.blocks() * layout.block_len()..];
    for (active, slope) in actives.iter().zip(slopes) {
        output_bias[active.bucket] += *slope;
    }
    total
}

/// The sum of the squared errors alone.
pub fn loss(
    layout: &Layout,
    weights: &[f32],
    samples: &[Sample],
    target: Target,
    scratch: &mut Scratch,
) -> f64 {
    let outputs = forward(layout, weights, samples.iter(), scratch);
    let one = |(&output, sample): (&f32, &Sample)| {
        f64::from((target.chance(output).0 - target.of(sample)).powi(2))
    };
    outputs.iter().zip(samples).map(one).sum()
}

/// The finest unit in which all output weights can be written.
fn finest_unit(layout: &Layout, weights: &[f32]) -> i32 {
    let outputs = layout
        .split(weights)
        .flat_map(|block| block.output.as_flattened());
    let largest = outputs
        .flatten()
        .fold(0.0f32, |most, weight| most.max(weight.abs()));
    let fits = |unit: &&i32| (largest * **unit as f32).round() <= 127.0;
    let finest = QUANTS_OUT.iter().rev().find(fits);
    *finest.unwrap_or(&QUANTS_OUT[0])
}

/// The network in integers.
pub fn quantise(layout: &Layout, weights: &[f32]) -> Option<Network> {
    let hidden = layout.shape.hidden();
    let quant_out = finest_unit(layout, weights);
    let (unit_in, unit_out) = (QUANT_IN as f32, quant_out as f32);
    let mut bias = vec![0; hidden];
    let mut rows = vec![0; layout.shape.features() * hidden];
    let mut output = vec![0; OUTPUT_BUCKETS * 2 * hidden];
    let to_i16 = |to: &mut [i16], from: &Columns, unit: f32| {
        for (to, from) in to.iter_mut().zip(from) {
            *to = (from * unit).round() as i16;
        }
    };
    for (number, block) in layout.split(weights).enumerate() {
        let start = number * BLOCK;
        to_i16(&mut bias[start..], block.bias, unit_in);
        for (to, from) in rows.chunks_exact_mut(hidden).zip(block.rows) {
            to_i16(&mut to[start..], from, unit_in);
        }
        let from = block.output.as_flattened();
        for (to, from) in output.chunks_exact_mut(hidden).zip(from) {
            to_i16(&mut to[start..], from, unit_out);
        }
    }
    let mut output_bias = [0; OUTPUT_BUCKETS];
    for (to, from) in output_bias.iter_mut().zip(layout.output_bias(weights)) {
        *to = (from * unit_in * unit_out).round() as i32;
    }
    Network::new(layout.shape, quant_out, rows, bias, output, output_bias)
}

/// Whether a network of this shape can be trained further in this layout: it has the same, or fewer sums, or one set of
/// rows where the layout has several.
pub fn begins(layout: &Layout, shape: &Shape) -> bool {
    let same = shape.buckets() == layout.shape.buckets();
    shape.hidden() <= layout.shape.hidden() && (same || shape.buckets().count() == 1)
}

/// A network of integers in floating point, to be trained further; the inverse of [`quantise`] but for rounding. In a
/// larger layout it says the same at first: each set of rows begins with its only one, and sums that it does not have
/// with rows of `fresh` weights that the output does not listen to yet.
pub fn floats(layout: &Layout, network: &Network, mut fresh: Vec<f32>) -> Vec<f32> {
    let hidden = network.shape().hidden();
    let (unit_in, unit_out) = (QUANT_IN as f32, network.quant_out() as f32);
    let to_f32 = |to: &mut Columns, from: &[i16], unit: f32| {
        for (to, &from) in to.iter_mut().zip(from) {
            *to = f32::from(from) / unit;
        }
    };
    for (number, block) in layout.split_mut(&mut fresh).enumerate() {
        let start = number * BLOCK;
        let output = block.output.as_flattened_mut();
        if start >= hidden {
            output.as_flattened_mut().fill(0.0);
            continue;
        }
        to_f32(block.bias, &network.row_bias()[start..], unit_in);
        let rows = network.rows().chunks_exact(hidden).cycle();
        for (to, from) in block.rows.iter_mut().zip(rows) {
            to_f32(to, &from[start..], unit_in);
        }
        let outputs = network.output_weights().chunks_exact(hidden);
        for (to, from) in output.iter_mut().zip(outputs) {
            to_f32(to, &from[start..], unit_out);
        }
    }
    let bias = &mut fresh[layout.blocks() * layout.block_len()..];
    for (to, &from) in bias.iter_mut().zip(network.output_bias()) {
        *to = from as f32 / (unit_in * unit_out);
    }
    fresh
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use regence_chess::rng::SplitMix64;
    use regence_chess::{Board, Game};
    use regence_nnue::{KingBuckets, Side};
    use regence_records::training::ScoredMove;

    pub(in crate::train) fn small_layout() -> Layout {
        let shape = Shape::new(64, KingBuckets::ONE).expect("an allowed shape");
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
            scale: 250.0,
            power: 2.0,
            wdl: None,
        };
        let mut scratch = Scratch::default();
        let mut gradient = vec![0.0; layout.len()];
        learn(
            &layout,
            &weights,
            [&sample].into_iter(),
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
                loss(&layout, &weights, &[sample], target, &mut scratch) as f32
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
    fn targets_mix_score_and_result() {
        let sample = material_samples(1, 2)[0];
        let target = |mix, wdl| Target {
            mix,
            scale: 400.0,
            power: 2.0,
            wdl,
        };
        assert_eq!(target(1.0, None).of(&sample), 0.5);
        let flat = target(0.0, None);
        assert!((flat.expected(40.0, 1.0) - sigmoid(0.1)).abs() < 1e-6);
        assert_eq!(flat.expected(40.0, 1.0), flat.expected(40.0, 0.2));
        let model = Model {
            even: [200.0, 50.0],
            spread: [50.0, 50.0],
        };
        let knowing = target(0.0, Some(model));
        assert!((knowing.expected(0.0, 0.3) - 0.5).abs() < 1e-6);
        assert!(knowing.expected(100.0, 1.0) > knowing.expected(100.0, 0.1) + 0.1);
        let half = target(0.5, None);
        assert!((half.of(&sample) - (0.25 + flat.of(&sample) / 2.0)).abs() < 1e-6);
    }

    #[test]
    fn a_lower_power_hears_less_of_large_errors() {
        let slope = |power: f32, error: f32| {
            let target = Target {
                mix: 0.0,
                scale: 400.0,
                power,
                wdl: None,
            };
            target.slope(error)
        };
        assert_eq!(slope(2.0, -0.25), -0.5);
        let (small, large) = (slope(1.5, 0.01), slope(1.5, 0.16));
        assert!((small - 0.15).abs() < 1e-5 && (large - 0.6).abs() < 1e-5);
        assert_eq!(slope(1.5, -0.16), -large);
    }

    #[test]
    fn large_output_weights_take_a_coarser_unit() {
        let layout = small_layout();
        let mut weights = random_weights(&layout, 5);
        assert_eq!(finest_unit(&layout, &weights), 128);
        let last = layout.blocks() * layout.block_len() - 1;
        weights[last] = -1.5;
        let network = quantise(&layout, &weights).expect("within limits");
        assert_eq!(
            (network.quant_out(), network.output_weights().last()),
            (64, Some(&-96))
        );
        let again = floats(&layout, &network, random_weights(&layout, 6));
        assert_eq!(again[last], -1.5);
    }

    #[test]
    fn a_network_of_integers_survives_the_way_through_floats() {
        let layout = small_layout();
        let network = quantise(&layout, &random_weights(&layout, 5)).expect("within limits");
        let fresh = random_weights(&layout, 6);
        let floats = floats(&layout, &network, fresh);
        assert_eq!(quantise(&layout, &floats), Some(network));
    }

    #[test]
    fn a_larger_network_begins_with_a_smaller_one_and_says_the_same() {
        let small = small_layout();
        let shape = Shape::new(128, KingBuckets::FOUR).expect("an allowed shape");
        let large = Layout { shape };
        assert!(begins(&large, &small.shape) && !begins(&small, &large.shape));
        let network = quantise(&small, &random_weights(&small, 3)).expect("within limits");
        let weights = floats(&large, &network, random_weights(&large, 7));
        let larger = quantise(&large, &weights).expect("within limits");
        let mut rng = SplitMix64::new(4);
        let mut game = Game::new(Board::startpos());
        while game.outcome().is_none() {
            let moves = game.board().legal_moves();
            game.push(moves[rng.below(moves.len() as u64) as usize]);
            let placement = regence_chess_search::placement(game.board());
            for side in Side::BOTH {
                let said = larger.evaluate(&placement, side);
                assert_eq!(said, network.evaluate(&placement, side));
            }
        }
    }

    #[test]
    fn the_integers_say_what_the_floats_say() {
        let layout = small_layout();
        let weights = random_weights(&layout, 3);
        let network = quantise(&layout, &weights).expect("within limits");
        let mut scratch = Scratch::default();
        let samples = material_samples(300, 4);
        let floats = forward(&layout, &weights, samples.iter(), &mut scratch);
        for (sample, float) in samples.iter().zip(floats) {
            let float = float * SCALE as f32;
            let integer = network.evaluate(&sample.placement(), sample.mover());
            assert!((float - integer as f32).abs() < 12.0, "{float} {integer}");
        }
    }
}
