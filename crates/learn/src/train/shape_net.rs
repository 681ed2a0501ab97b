//! `train gomoku-net`: the small network of shapes on top of the weights of the Gomoku evaluation.
//!
//! The weights stay as they are: they order moves, and the margins of the search are made for their points. The network
//! learns what they miss: the loss is that of the sum of both. As in the search, what is judged is the mean of a position
//! and the one before, seen from one side. Rows of shapes have parts in common (a line class, a class of the point), which
//! are learnt apart, so that shapes that are seldom seen say what their like say.

use std::path::PathBuf;

use regence_chess::rng::SplitMix64;
use regence_gomoku::{LineClass, ROW, Rule, RuleSet, Shape, Side, dispatch};
use regence_gomoku_search::Weights;
use regence_gomoku_search::eval::model::{self, MASKS, UNIT};
use regence_gomoku_search::eval::net::{
    BUCKETS, COMMON, FINER, MOST, Net, ONE, Rows, View, common_of,
};
use regence_gomoku_search::eval::{Looks, is_judged, looks};

use super::gomoku::read_weights;
use crate::logistic::{self, Adam, sigmoid};
use crate::selfplay::gomoku::record::{DECIDED, Game};
use crate::selfplay::shard::for_each_game;
use regence_arena::error::LabError;
use regence_arena::provenance::{command, say};

/// What `train gomoku-net` is told.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// Shards of one rule set, from `selfplay gomoku`
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// Where to write weights and network: for --eval, or crates/gomoku-search/weights
    #[arg(long)]
    out: PathBuf,
    /// The weights that the network is added to, instead of the shipped ones
    #[arg(long)]
    from: Option<PathBuf>,
    /// Passes over the positions
    #[arg(long, default_value_t = 12)]
    epochs: usize,
    /// The step of each number, of a neuron's full range; it falls to nothing over the run
    #[arg(long, default_value_t = 0.0015)]
    rate: f64,
    /// The same for rows, which count many times in a position
    #[arg(long, default_value_t = 0.0001)]
    row_rate: f64,
    /// How much the game's result counts; the rest is the search's score
    #[arg(long, default_value_t = 0.3)]
    results: f64,
    /// How much a shape may well differ from its like, of a neuron's full range
    #[arg(long, default_value_t = 0.1)]
    spread: f64,
    /// How large points become, as a share of what the weights alone say of the same chances
    #[arg(long, default_value_t = 1.0)]
    points: f64,
    /// Threads
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Another seed begins with other numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Every so many games one is kept for testing.
const TEST_EVERY: u64 = 20;
/// Samples for one step.
const BATCH: usize = 1024;
/// Rows begin within this: a hundred points with some lines each leave their sums within the range of a neuron.
const INITIAL: f32 = 0.008;
/// Masks of threats may well be worth so many points.
const MASK_SPREAD: f64 = 20.0;
/// A point of an output weight is as much as this share of a neuron's range, for the steps.
const POINT: f64 = 0.005;

/// A judged position and the one before, and what should come out.
#[derive(Clone, Copy, Debug)]
struct Sample {
    now: usize,
    /// With the sign that it has for the other side: a four keeps the judgement before.
    before: Option<(usize, f32)>,
    /// For the side to move: 1 won, 0 lost.
    result: f32,
    score: i16,
    target: f32,
}

#[derive(Debug, Default)]
struct Data {
    positions: Vec<Looks>,
    train: Vec<Sample>,
    test: Vec<Sample>,
}

impl Data {
    fn load(paths: &[PathBuf]) -> Result<(RuleSet, Data), LabError> {
        let mut rule = None;
        let mut data = Data::default();
        let mut number = 0;
        for path in paths {
            for_each_game(path, |game: &Game| {
                if *rule.get_or_insert(game.rule) != game.rule {
                    return Err(format!(
                        "a game of {} among others: train one rule at a time",
                        game.rule
                    ));
                }
                number += 1;
                data.add(game, number % TEST_EVERY == 0)
            })?;
        }
        match rule {
            Some(rule) if !data.train.is_empty() && !data.test.is_empty() => Ok((rule, data)),
            _ => Err(LabError::new(
                "there are too few positions to learn from and to test on: thousands of games are wanted, see `selfplay gomoku`",
            )),
        }
    }

    fn add(&mut self, game: &Game, is_test: bool) -> Result<(), String> {
        let mut before: Option<(usize, f32)> = None;
        game.replay(|board, number| {
            before = match (is_judged(board), before) {
                // Under a four the search keeps the evaluation before.
                (false, Some((place, sign))) => Some((place, -sign)),
                (judged, _) => {
                    let now = self.positions.len();
                    self.positions.push(looks(board));
                    if judged {
                        let result = match game.winner {
                            None => 0.5,
                            Some(side) if side == board.side() => 1.0,
                            Some(_) => 0.0,
                        };
                        let samples = match is_test {
                            true => &mut self.test,
                            false => &mut self.train,
                        };
                        samples.push(Sample {
                            now,
                            before,
                            result,
                            score: game.moves[number].1,
                            target: result,
                        });
                    }
                    Some((now, 1.0))
                }
            };
        })?;
        Ok(())
    }
}

/// Numbers that are learnt, in floating point: 1.0 is a neuron's full range.
#[derive(Clone, Debug)]
struct Numbers {
    /// By colour, own side or other, and shape.
    rows: Vec<[f32; ROW]>,
    /// By colour, own side or other, and what shapes have in common.
    common: Vec<[f32; ROW]>,
    bias: Vec<[f32; ROW]>,
    /// By colour, bucket and view, in points times [`POINT`].
    output: Vec<[f32; ROW]>,
    /// By colour, in points times [`POINT`].
    masks: Vec<f32>,
}

impl Numbers {
    fn zero(colours: usize) -> Numbers {
        let none = [0.0; ROW];
        Numbers {
            rows: vec![none; colours * 2 * Shape::COUNT],
            common: vec![none; colours * 2 * COMMON],
            bias: vec![none; colours],
            output: vec![none; colours * BUCKETS * 2],
            masks: vec![0.0; colours * MASKS],
        }
    }

    fn parts(&mut self) -> [&mut [f32]; 5] {
        [
            self.rows.as_flattened_mut(),
            self.common.as_flattened_mut(),
            self.bias.as_flattened_mut(),
            self.output.as_flattened_mut(),
            &mut self.masks,
        ]
    }

    fn add(&mut self, other: &mut Numbers) {
        for (to, from) in self.parts().into_iter().zip(other.parts()) {
            to.iter_mut().zip(from).for_each(|(to, from)| *to += *from);
        }
    }
}

/// A network in training, and what it is added to.
#[derive(Clone, Debug)]
struct Model {
    rule: RuleSet,
    colours: usize,
    weights: Weights,
    /// Points to chances.
    scale: f32,
    numbers: Numbers,
    /// Which parts of `common` a shape of a side has; by the side, in rules that treat colours alike the same twice.
    like: [Vec<Vec<usize>>; 2],
}

/// The neurons of a position: both views, the mover's first.
type Neurons = [[f32; ROW]; 2];

impl Model {
    fn new(rule: RuleSet, weights: Weights, seed: u64) -> Model {
        let colours = model::colours(rule);
        let mut rng = SplitMix64::new(seed);
        let mut random = || (rng.below(1 << 24) as f32 / (1 << 23) as f32) - 1.0;
        let mut numbers = Numbers::zero(colours);
        numbers
            .common
            .as_flattened_mut()
            .fill_with(|| INITIAL * random());
        // Dead lines are everywhere; they say nothing.
        for table in numbers.common.chunks_exact_mut(COMMON) {
            table[LineClass::Dead as usize] = [0.0; ROW];
        }
        numbers
            .bias
            .as_flattened_mut()
            .fill_with(|| 0.3 + 0.2 * random());
        numbers
            .output
            .as_flattened_mut()
            .fill_with(|| 0.1 * random());
        Model {
            rule,
            colours,
            scale: 0.01,
            numbers,
            like: dispatch!(rule, R => like::<R>()),
            weights,
        }
    }

    /// The rows as they are summed: each shape's own part and what it has in common with others.
    fn rows(&self) -> Vec<[f32; ROW]> {
        let mut rows = self.numbers.rows.clone();
        for (place, row) in rows.iter_mut().enumerate() {
            for part in self.common_of(place) {
                let common = &self.numbers.common[part];
                row.iter_mut()
                    .zip(common)
                    .for_each(|(to, from)| *to += from);
            }
        }
        rows
    }

    /// What the row of a place has in common with others.
    fn common_of(&self, place: usize) -> impl Iterator<Item = usize> {
        let (table, shape) = (place / Shape::COUNT, place % Shape::COUNT);
        // Rows of the view of a colour are first of its own shapes, then of the other's.
        let side = (table / 2 + table % 2) % 2;
        let like = &self.like[side][shape];
        like.iter().map(move |part| table * COMMON + part)
    }

    fn neurons(&self, rows: &[[f32; ROW]], position: &Looks) -> Neurons {
        let mut neurons = [0, 1].map(|view| self.numbers.bias[self.colour(position, view)]);
        for &(feature, count) in &position.shapes {
            for (view, neurons) in neurons.iter_mut().enumerate() {
                let row = &rows[self.place(position, view, feature)];
                let count = f32::from(count);
                neurons
                    .iter_mut()
                    .zip(row)
                    .for_each(|(to, from)| *to += count * from);
            }
        }
        neurons
    }

    /// The colour whose view it is.
    fn colour(&self, position: &Looks, view: usize) -> usize {
        (position.side.index() + view) % self.colours
    }

    /// The row of a shape in a view: `feature` counts those of the mover, then those of the other side.
    fn place(&self, position: &Looks, view: usize, feature: u16) -> usize {
        let (owner, shape) = (
            usize::from(feature) / Shape::COUNT,
            usize::from(feature) % Shape::COUNT,
        );
        let table = 2 * self.colour(position, view) + usize::from(owner != view);
        table * Shape::COUNT + shape
    }

    /// Output weights for a position.
    fn output_place(&self, position: &Looks) -> usize {
        2 * (self.colour(position, 0) * BUCKETS + position.bucket)
    }

    fn mask_place(&self, position: &Looks) -> usize {
        self.colour(position, 0) * MASKS + position.mask
    }

    fn points(&self, position: &Looks, neurons: &Neurons) -> f32 {
        let output = &self.numbers.output[self.output_place(position)..][..2];
        let terms = neurons.iter().flatten().zip(output.iter().flatten());
        let sum: f32 = terms.map(|(n, w)| n.clamp(0.0, 1.0).powi(2) * w).sum();
        position.points + (sum + self.numbers.masks[self.mask_place(position)]) / POINT as f32
    }

    /// What the search would say of a sample, in points.
    fn judge(&self, rows: &[[f32; ROW]], data: &Data, sample: &Sample) -> f32 {
        let points = |place: usize| {
            let position = &data.positions[place];
            self.points(position, &self.neurons(rows, position))
        };
        match sample.before {
            None => points(sample.now),
            Some((before, sign)) => (points(sample.now) - sign * points(before)) / 2.0,
        }
    }

    fn loss(&self, data: &Data, samples: &[Sample]) -> f64 {
        let rows = self.rows();
        let one = |sample: &Sample| {
            let points = self.judge(&rows, data, sample);
            logistic::loss(f64::from(self.scale * points), f64::from(sample.target))
        };
        samples.iter().map(one).sum::<f64>() / samples.len().max(1) as f64
    }

    /// Adds a sample's slopes.
    fn learn(&self, rows: &[[f32; ROW]], data: &Data, sample: &Sample, slopes: &mut Numbers) {
        let points = self.judge(rows, data, sample);
        let missed = sigmoid(f64::from(self.scale * points)) as f32 - sample.target;
        let slope = missed * self.scale / POINT as f32;
        match sample.before {
            None => self.learn_position(rows, &data.positions[sample.now], slope, slopes),
            Some((before, sign)) => {
                self.learn_position(rows, &data.positions[sample.now], slope / 2.0, slopes);
                let slope = -sign * slope / 2.0;
                self.learn_position(rows, &data.positions[before], slope, slopes);
            }
        }
    }

    fn learn_position(
        &self,
        rows: &[[f32; ROW]],
        position: &Looks,
        slope: f32,
        slopes: &mut Numbers,
    ) {
        let neurons = self.neurons(rows, position);
        slopes.masks[self.mask_place(position)] += slope;
        let place = self.output_place(position);
        for (view, neurons) in neurons.iter().enumerate() {
            let mut into = [0.0; ROW];
            for (lane, &neuron) in neurons.iter().enumerate() {
                let clipped = neuron.clamp(0.0, 1.0);
                slopes.output[place + view][lane] += slope * clipped * clipped;
                if clipped == neuron {
                    let weight = self.numbers.output[place + view][lane];
                    into[lane] = slope * weight * 2.0 * clipped;
                }
            }
            let bias = &mut slopes.bias[self.colour(position, view)];
            bias.iter_mut().zip(into).for_each(|(to, from)| *to += from);
            for &(feature, count) in &position.shapes {
                let count = f32::from(count);
                let row = &mut slopes.rows[self.place(position, view, feature)];
                row.iter_mut()
                    .zip(into)
                    .for_each(|(to, from)| *to += count * from);
            }
        }
    }

    /// The slopes of a batch, shared by threads.
    fn slopes(&self, data: &Data, batch: &[Sample], threads: usize) -> Numbers {
        let rows = self.rows();
        let share = batch.len().div_ceil(threads.max(1)).max(1);
        let of_share = |samples: &[Sample]| {
            let mut slopes = Numbers::zero(self.colours);
            for sample in samples {
                self.learn(&rows, data, sample, &mut slopes);
            }
            slopes
        };
        let mut all = std::thread::scope(|scope| {
            let shares: Vec<_> = batch
                .chunks(share)
                .map(|samples| scope.spawn(move || of_share(samples)))
                .collect();
            shares
                .into_iter()
                .filter_map(|share| share.join().ok())
                .collect::<Vec<Numbers>>()
        });
        let Some(mut sum) = all.pop() else {
            return Numbers::zero(self.colours);
        };
        all.iter_mut().for_each(|other| sum.add(other));
        let mean = 1.0 / batch.len().max(1) as f32;
        sum.parts()
            .into_iter()
            .flatten()
            .for_each(|slope| *slope *= mean);
        for place in 0..sum.rows.len() {
            let row = sum.rows[place];
            for part in self.common_of(place) {
                let common = &mut sum.common[part];
                common
                    .iter_mut()
                    .zip(row)
                    .for_each(|(to, from)| *to += from);
            }
        }
        sum
    }

    /// The numbers of the epoch that did best on the test positions.
    fn fit(&mut self, data: &mut Data, options: &Options, hear: impl Fn(usize, f64)) {
        let mut rng = SplitMix64::new(options.seed);
        let mut train = std::mem::take(&mut data.train);
        let mut best = (self.loss(data, &data.test), self.numbers.clone());
        let mut adams: Vec<Adam> = self
            .numbers
            .parts()
            .map(|part| Adam::new(part.len()))
            .into();
        let pull = 1.0 / (train.len() as f64 * options.spread * options.spread);
        let pulls = [
            pull,
            0.0,
            0.0,
            0.0,
            1.0 / (train.len() as f64 * (MASK_SPREAD * POINT).powi(2)),
        ];
        let most = f32::from(MOST) / UNIT as f32 * POINT as f32;
        let limits = [1.0, 1.0, 1.0, most, most];
        for epoch in 0..options.epochs {
            rng.shuffle(&mut train);
            let batches = train.chunks(BATCH).count();
            for (number, batch) in train.chunks(BATCH).enumerate() {
                let done = (epoch as f64 + number as f64 / batches as f64) / options.epochs as f64;
                let fall = (1.0 + (std::f64::consts::PI * done).cos()) / 2.0;
                let rates = [
                    options.row_rate,
                    options.row_rate,
                    options.rate,
                    options.rate,
                    options.rate,
                ];
                let mut slopes = self.slopes(data, batch, options.threads);
                let parts = self.numbers.parts().into_iter().zip(slopes.parts());
                for (part, (numbers, slopes)) in parts.enumerate() {
                    let mut values: Vec<f64> = numbers.iter().map(|&n| f64::from(n)).collect();
                    let with_pull: Vec<f64> = slopes
                        .iter()
                        .zip(&values)
                        .map(|(&slope, value)| f64::from(slope) + pulls[part] * value)
                        .collect();
                    adams[part].step(&mut values, &with_pull, |_| true, rates[part] * fall);
                    let limit = f64::from(limits[part]);
                    for (to, from) in numbers.iter_mut().zip(values) {
                        *to = from.clamp(-limit, limit) as f32;
                    }
                }
            }
            let tested = self.loss(data, &data.test);
            hear(epoch + 1, tested);
            if tested < best.0 {
                best = (tested, self.numbers.clone());
            }
        }
        data.train = train;
        self.numbers = best.1;
    }

    /// Weights and network in integers.
    fn finish(&self) -> Result<Weights, LabError> {
        let one = f32::from(ONE);
        let whole = |row: &[f32; ROW]| row.map(|n| (n * one).round().clamp(-one, one) as i16);
        let finer = |row: &[f32; ROW]| row.map(|n| (n * one * f32::from(FINER)).round() as i16);
        let parts = |row: &[f32; ROW]| {
            let most = f32::from(MOST);
            row.map(|n| (n / POINT as f32 * UNIT as f32).round().clamp(-most, most) as i16)
        };
        let rows = |table: usize| Rows {
            common: self.numbers.common[table * COMMON..][..COMMON]
                .iter()
                .map(finer)
                .collect(),
            own: self.numbers.rows[table * Shape::COUNT..][..Shape::COUNT]
                .iter()
                .map(whole)
                .collect(),
        };
        let view = |colour: usize| {
            let output = &self.numbers.output[colour * BUCKETS * 2..][..BUCKETS * 2];
            let of_bucket = |bucket: usize| [0, 1].map(|view| parts(&output[2 * bucket + view]));
            View {
                rows: [rows(2 * colour), rows(2 * colour + 1)],
                bias: whole(&self.numbers.bias[colour]),
                output: std::array::from_fn(of_bucket),
            }
        };
        let net = Net::new((0..self.colours).map(view).collect());
        let mut weights = self.weights.clone();
        let masks = self.numbers.masks.iter().map(|n| n / POINT as f32);
        weights.add_to_masks(masks.map(|points| (points * UNIT as f32).round() as i16));
        weights.net = Some(net);
        match Net::from_row(
            self.rule,
            &weights.net.as_ref().map_or_else(Vec::new, Net::to_row),
        ) {
            Some(_) => Ok(weights),
            None => Err(LabError::new(
                "a number of the network is too large; train with a lower --rate",
            )),
        }
    }
}

/// For both sides and every shape, which common parts its row has.
fn like<R: Rule>() -> [Vec<Vec<usize>>; 2] {
    Side::BOTH.map(|side| {
        let of = |(shape, class, lines)| match shape == Shape::DEAD {
            true => Vec::new(),
            false => {
                let mut parts = common_of(class, lines).to_vec();
                parts.retain(|&part| part != LineClass::Dead as usize);
                parts
            }
        };
        Shape::all_of::<R>(side).map(of).collect()
    })
}

/// Reads, trains, reports, writes.
pub fn run(options: &Options) -> Result<(), LabError> {
    let (rule, mut data) = Data::load(&options.data)?;
    let mut weights = read_weights(options.from.as_ref(), rule)?;
    weights.net = None;
    let row = weights.to_row();
    for position in &mut data.positions {
        position.weigh(rule, &row);
    }
    let mut model = Model::new(rule, weights, options.seed);
    let of = |data: &Data, sample: &Sample| {
        let points = |place: usize| data.positions[place].points;
        match sample.before {
            None => points(sample.now),
            Some((before, sign)) => (points(sample.now) - sign * points(before)) / 2.0,
        }
    };
    let open: Vec<&Sample> = data
        .train
        .iter()
        .filter(|s| s.score.abs() < DECIDED)
        .collect();
    let fit = |score: &dyn Fn(&Sample) -> f64, target: &dyn Fn(&Sample) -> f64| {
        let all: Vec<(f64, f64)> = open.iter().map(|s| (score(s), target(s))).collect();
        logistic::lowest(0.0005, 0.05, |scale| {
            all.iter()
                .map(|&(score, target)| logistic::loss(scale * score, target))
                .sum::<f64>()
        })
    };
    let of_scores = fit(&|s| f64::from(s.score), &|s| f64::from(s.result));
    let result = options.results;
    let target = |s: &Sample| {
        let thought = match s.score {
            DECIDED.. => 1.0,
            ..=-30_000 => 0.0,
            score => sigmoid(of_scores * f64::from(score)),
        };
        result * f64::from(s.result) + (1.0 - result) * thought
    };
    // The points of the evaluation stay as large as they were: the margins of the search are made for them.
    model.scale = (fit(&|s| f64::from(of(&data, s)), &target) / options.points) as f32;
    let targets: Vec<Vec<f32>> = [&data.train, &data.test]
        .map(|samples| samples.iter().map(|s| target(s) as f32).collect())
        .into();
    for (samples, targets) in [&mut data.train, &mut data.test].into_iter().zip(targets) {
        samples
            .iter_mut()
            .zip(targets)
            .for_each(|(sample, target)| sample.target = target);
    }
    let alone = Model {
        numbers: Numbers::zero(model.colours),
        ..model.clone()
    };
    let before = alone.loss(&data, &data.test);
    say(&format!(
        "{rule}: {} positions to learn from, {} to test on; half a chance more by {:.0} points of the search, {:.0} of the evaluation; \
         the weights alone have a loss of {before:.5}\n",
        data.train.len(),
        data.test.len(),
        3f64.ln() / of_scores,
        3f64.ln() / f64::from(model.scale)
    ));
    model.fit(&mut data, options, |epoch, loss| {
        say(&format!("epoch {epoch:>3}: test {loss:.5}\n"))
    });
    let weights = model.finish()?;
    let after = model.loss(&data, &data.test);
    let description = format!(
        "{} positions, loss {before:.5} to {after:.5}; {}",
        data.train.len(),
        command()
    );
    std::fs::write(&options.out, weights.to_bytes(rule, &description))
        .map_err(|error| LabError::file(&options.out, &error))?;
    say(&format!("{}: {description}\n", options.out.display()));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_gomoku::{Move, Size};
    use regence_gomoku_search::AnyBoard;
    use regence_gomoku_search::eval::{Evaluations, shipped_weights};

    /// A few games in which whoever is to move with a three on the board has won.
    fn data(rule: RuleSet) -> Data {
        let size = Size::square(15).unwrap();
        let mut data = Data::default();
        for (number, text) in ["h8a1h9o1h10c3j5", "h8i9h9i10j7g8i8k8"]
            .into_iter()
            .enumerate()
        {
            let moves: Vec<Move> = size.parse_moves(text).unwrap();
            let score = |place: usize| 20 * place as i16;
            let game = Game {
                rule,
                size,
                winner: Some(Side::Black),
                opening: moves[..2].to_vec(),
                moves: moves[2..]
                    .iter()
                    .enumerate()
                    .map(|(place, &mv)| (mv, score(place)))
                    .collect(),
            };
            // The games are not played to their ends; what comes before counts.
            let _ = data.add(&game, number == 1);
        }
        let row = shipped_weights(rule).to_row();
        for position in &mut data.positions {
            position.weigh(rule, &row);
        }
        data
    }

    fn options(epochs: usize) -> Options {
        Options {
            data: Vec::new(),
            out: PathBuf::new(),
            from: None,
            epochs,
            rate: 0.01,
            row_rate: 0.003,
            results: 1.0,
            spread: 1.0,
            points: 1.0,
            threads: 2,
            seed: 1,
        }
    }

    #[test]
    fn slopes_are_those_of_the_loss() {
        for rule in [RuleSet::Freestyle, RuleSet::Renju] {
            let data = data(rule);
            assert!(data.train.len() >= 3 && data.train.iter().any(|s| s.before.is_some()));
            let mut model = Model::new(rule, shipped_weights(rule).clone(), 1);
            // All neurons in the middle of their range, where nothing is clipped.
            model.numbers.bias.as_flattened_mut().fill(0.5);
            let common = model.numbers.common.as_flattened_mut();
            common.iter_mut().for_each(|number| *number *= 0.3);
            let mut slopes = model.slopes(&data, &data.train, 2);
            let all: Vec<Vec<f32>> = slopes
                .parts()
                .into_iter()
                .map(|part| part.to_vec())
                .collect();
            for (part, slopes) in all.iter().enumerate() {
                let steepest = (0..slopes.len())
                    .max_by(|&a, &b| slopes[a].abs().total_cmp(&slopes[b].abs()))
                    .unwrap();
                let mut at = |by: f32| {
                    model.numbers.parts()[part][steepest] += by;
                    let loss = model.loss(&data, &data.train);
                    model.numbers.parts()[part][steepest] -= by;
                    loss
                };
                let expected = f64::from(slopes[steepest]);
                assert!(expected.abs() > 1e-3, "{rule}, part {part}");
                // A small step where a number counts many times.
                let by = 5e-4 / expected.abs();
                let slope = (at(by as f32) - at(-by as f32)) / (2.0 * by);
                assert!(
                    (slope - expected).abs() < 0.05 * expected.abs(),
                    "{rule}, part {part}: {slope} {expected}"
                );
            }
        }
    }

    #[test]
    fn training_lowers_the_loss_and_the_integers_say_what_the_floats_say() {
        for rule in [RuleSet::Freestyle, RuleSet::Renju] {
            let mut data = data(rule);
            data.test = data.train.clone();
            let mut model = Model::new(rule, shipped_weights(rule).clone(), 1);
            let before = model.loss(&data, &data.test);
            model.fit(&mut data, &options(40), |_, _| ());
            let after = model.loss(&data, &data.test);
            assert!(after < before - 0.05, "{before} {after}");

            let weights = model.finish().unwrap();
            let rows = model.rows();
            let size = Size::square(15).unwrap();
            let mut board = AnyBoard::new(rule, size);
            let mut evaluations = Evaluations::default();
            evaluations.set(rule, weights);
            for mv in size.parse_moves("h8i9h9i10j7g8i8k8").unwrap() {
                board.play(mv).unwrap();
                let mut position = looks(&board);
                position.weigh(rule, &shipped_weights(rule).to_row());
                let float = model.points(&position, &model.neurons(&rows, &position));
                let integer = evaluations.evaluate(&board).raw() as f32;
                assert!(
                    (float - integer).abs() < 0.05 * float.abs() + 6.0,
                    "{float} {integer}"
                );
            }
        }
    }

    #[test]
    fn the_same_numbers_whatever_the_order_of_views() {
        // In rules that treat colours alike a position says the same with colours exchanged.
        let rule = RuleSet::Freestyle;
        let model = Model::new(rule, shipped_weights(rule).clone(), 3);
        let rows = model.rows();
        let size = Size::square(15).unwrap();
        let says = |moves: &str| {
            let mut board = AnyBoard::new(rule, size);
            for mv in size.parse_moves(moves).unwrap() {
                board.play(mv).unwrap();
            }
            let position = looks(&board);
            model.points(&position, &model.neurons(&rows, &position))
        };
        // The stone far away changes who is to move, and little else.
        let (black, white) = (says("h8i9h9i10"), says("a15h8i9h9i10"));
        assert!(
            black != 0.0 && (black - white).abs() < 0.2 * black.abs() + 10.0,
            "{black} {white}"
        );
    }
}
