//! The logistic model over the weights, and the descent (Adam) that tunes it.

use std::time::Instant;

use regence_chess::rng::SplitMix64;
use regence_chess_search::eval::weights::{self, COUNT, GROUPS, WEIGHTS};
use regence_chess_search::eval::{Score, Span, Term};

use super::data::{Data, Sample};
use crate::logistic::{self, Adam, sigmoid};

/// Positions for one step.
const BATCH: usize = 16_384;

/// How to tune.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    pub epochs: usize,
    pub rate: f64,
    pub pull: f64,
    pub threads: usize,
}

/// The weights as numbers that can move, and the scale from centipawns to chances.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Middlegame and endgame, one pair a weight.
    weights: Vec<[f64; 2]>,
    k: f64,
}

impl Model {
    /// The weights that are played now.
    pub fn current() -> Model {
        let weights = WEIGHTS
            .iter()
            .map(|score| [f64::from(score.mg()), f64::from(score.eg())])
            .collect();
        Model {
            weights,
            k: 1.0 / 250.0,
        }
    }

    /// The weights as the engine will have them.
    pub fn scores(&self) -> Vec<Score> {
        let whole = |x: f64| x.round() as i32;
        self.weights
            .iter()
            .map(|&[mg, eg]| Score::new(whole(mg), whole(eg)))
            .collect()
    }

    /// The same with whole numbers.
    pub fn rounded(&self) -> Model {
        let weights = self
            .weights
            .iter()
            .map(|pair| pair.map(f64::round))
            .collect();
        Model { weights, k: self.k }
    }

    /// The score of a sample in centipawns for White, and the share of the endgame number in it.
    #[inline]
    fn score(&self, data: &Data, sample: &Sample) -> (f64, f64) {
        let mut sum = [0.0; 2];
        for &(weight, count) in data.terms(sample) {
            let pair = self.weights[usize::from(weight)];
            sum[0] += pair[0] * f64::from(count);
            sum[1] += pair[1] * f64::from(count);
        }
        let phase = f64::from(sample.phase);
        let scale = sample.scale[usize::from(sum[1] < 0.0)];
        let endgame = (1.0 - phase) * f64::from(scale);
        (phase * sum[0] + endgame * sum[1], endgame)
    }

    /// The mean logistic loss against the targets.
    pub fn loss(&self, data: &Data, threads: usize) -> f64 {
        self.mean_loss(data, self.k, threads, |sample| sample.target)
    }

    fn mean_loss(&self, data: &Data, k: f64, threads: usize, target: fn(&Sample) -> f32) -> f64 {
        let part = data.len().div_ceil(threads.max(1)).max(1);
        let sum: f64 = std::thread::scope(|scope| {
            let handles: Vec<_> = data
                .samples()
                .chunks(part)
                .map(|samples| {
                    scope.spawn(move || {
                        samples
                            .iter()
                            .map(|s| {
                                logistic::loss(k * self.score(data, s).0, f64::from(target(s)))
                            })
                            .sum::<f64>()
                    })
                })
                .collect();
            handles
                .into_iter()
                .map(|handle| handle.join().unwrap_or(f64::NAN))
                .sum()
        });
        sum / data.len().max(1) as f64
    }

    /// Finds the scale that makes the present weights predict results best.
    pub fn fit_scale(&mut self, data: &Data, threads: usize) -> f64 {
        self.k = logistic::lowest(0.0005, 0.02, |k| {
            self.mean_loss(data, k, threads, Data::result)
        });
        self.k
    }

    /// Moves the weights; returns those of the epoch that did best on the test positions.
    pub fn tune(&self, train: &mut Data, test: &Data, settings: &Settings) -> Model {
        let began = Instant::now();
        let movable = movable();
        let mut rng = SplitMix64::new(1);
        let mut model = self.clone();
        let mut adam = Adam::new(2 * COUNT);
        let mut best = (self.loss(test, settings.threads), self.clone());
        for epoch in 1..=settings.epochs {
            train.shuffle(&mut rng);
            let progress = (epoch - 1) as f64 / settings.epochs as f64;
            let rate = settings.rate * (1.0 - 0.9 * progress);
            let mut sum = 0.0;
            for batch in train.samples().chunks(BATCH) {
                let (mut gradient, loss) = model.gradient(train, batch, settings.threads);
                sum += loss;
                let away = model.weights.iter().zip(&self.weights);
                for (slope, (now, before)) in gradient.iter_mut().zip(away) {
                    for (half, slope) in slope.iter_mut().enumerate() {
                        let pull = settings.pull * (now[half] - before[half]);
                        *slope = *slope / batch.len() as f64 + pull;
                    }
                }
                adam.step(
                    model.weights.as_flattened_mut(),
                    gradient.as_flattened(),
                    |place| movable[place / 2],
                    rate,
                );
            }
            let tested = model.loss(test, settings.threads);
            println!(
                "epoch {epoch:>3}: loss {:.6}, test {tested:.6}, {:.0} s",
                sum / train.len() as f64,
                began.elapsed().as_secs_f64()
            );
            if tested < best.0 {
                best = (tested, model.clone());
            }
        }
        let mut model = best.1;
        model.centre();
        model
    }

    /// The summed slope of the loss over a batch, and the summed loss.
    fn gradient(&self, data: &Data, batch: &[Sample], threads: usize) -> (Vec<[f64; 2]>, f64) {
        let part = batch.len().div_ceil(threads).max(1);
        std::thread::scope(|scope| {
            let handles: Vec<_> = batch
                .chunks(part)
                .map(|samples| scope.spawn(move || self.gradient_part(data, samples)))
                .collect();
            let mut total = (vec![[0.0; 2]; COUNT], 0.0);
            for (gradient, loss) in handles.into_iter().filter_map(|handle| handle.join().ok()) {
                for (sum, slope) in total.0.iter_mut().zip(gradient) {
                    sum[0] += slope[0];
                    sum[1] += slope[1];
                }
                total.1 += loss;
            }
            total
        })
    }

    fn gradient_part(&self, data: &Data, samples: &[Sample]) -> (Vec<[f64; 2]>, f64) {
        let mut gradient = vec![[0.0; 2]; COUNT];
        let mut loss = 0.0;
        for sample in samples {
            let (score, endgame) = self.score(data, sample);
            let target = f64::from(sample.target);
            loss += logistic::loss(self.k * score, target);
            let slope = (sigmoid(self.k * score) - target) * self.k;
            let (mg, eg) = (slope * f64::from(sample.phase), slope * endgame);
            for &(weight, count) in data.terms(sample) {
                let pair = &mut gradient[usize::from(weight)];
                pair[0] += mg * f64::from(count);
                pair[1] += eg * f64::from(count);
            }
        }
        (gradient, loss)
    }

    /// Makes the square tables say where a piece stands well and the piece values what it is worth: what all
    /// squares have in common goes over to the value. The sums stay the same.
    fn centre(&mut self) {
        let tables = [
            (weights::PAWN_SQUARE, 8..56),
            (weights::KNIGHT_SQUARE, 0..64),
            (weights::BISHOP_SQUARE, 0..64),
            (weights::ROOK_SQUARE, 0..64),
            (weights::QUEEN_SQUARE, 0..64),
        ];
        for (kind, (table, used)) in tables.into_iter().enumerate() {
            let squares: Vec<usize> = used.map(|square| table.at(square)).collect();
            self.shift(&squares, weights::PIECE_VALUE, kind);
        }
    }

    fn shift(&mut self, squares: &[usize], values: Span, kind: usize) {
        for half in 0..2 {
            let sum: f64 = squares.iter().map(|&i| self.weights[i][half]).sum();
            let mean = (sum / squares.len() as f64).round();
            for &i in squares {
                self.weights[i][half] -= mean;
            }
            self.weights[values.at(kind)][half] += mean;
        }
    }
}

/// Mates are adjudicated long before they happen, so the games say nothing about how to give mate.
fn movable() -> Vec<bool> {
    let mut movable = vec![true; COUNT];
    for group in GROUPS.iter().filter(|group| group.term == Term::MopUp) {
        movable[group.span.range()].fill(false);
    }
    movable
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_model_scores_as_the_engine_does() {
        let model = Model::current();
        let (train, _) = super::super::small_data(20);
        let mut checked = 0;
        for sample in train.samples() {
            let (score, _) = model.score(&train, sample);
            let engine = f64::from(super::super::data::searched(sample));
            assert!((score - engine).abs() <= 1.0, "{score} {engine}");
            checked += 1;
        }
        assert!(checked > 100);
    }

    #[test]
    fn the_slope_agrees_with_differences() {
        let (mut data, _) = super::super::small_data(10);
        let mut model = Model::current();
        model.k = 0.004;
        data.set_targets(model.k, 1.0);
        let (gradient, _) = model.gradient(&data, data.samples(), 2);
        let n = data.len() as f64;
        for index in [
            weights::PIECE_VALUE.at(1),
            weights::PASSED.at(4),
            weights::TEMPO.one(),
        ] {
            for (half, expected) in gradient[index].iter().enumerate() {
                let mut moved = [model.clone(), model.clone()];
                moved[0].weights[index][half] -= 0.01;
                moved[1].weights[index][half] += 0.01;
                let slope = (moved[1].loss(&data, 1) - moved[0].loss(&data, 1)) / 0.02;
                assert!((slope - expected / n).abs() < 1e-7, "{index} {half}");
            }
        }
    }

    #[test]
    fn tuning_lowers_the_loss_and_leaves_frozen_weights() {
        let (mut train, mut test) = super::super::small_data(100);
        let mut model = Model::current();
        let rook = weights::PIECE_VALUE.at(3);
        model.weights[rook] = [0.0, 0.0];
        let k = model.fit_scale(&train, 2);
        train.set_targets(k, 1.0);
        test.set_targets(k, 1.0);
        let settings = Settings {
            epochs: 30,
            rate: 2.0,
            pull: 0.0,
            threads: 2,
        };
        let tuned = model.tune(&mut train, &test, &settings);
        assert!(tuned.loss(&train, 2) < model.loss(&train, 2) - 0.005);
        assert!(tuned.weights[rook] > [0.0, 0.0]);
        let frozen = weights::MOP_UP.one();
        assert_eq!(tuned.weights[frozen], model.weights[frozen]);
    }

    #[test]
    fn centring_keeps_every_score() {
        let (data, _) = super::super::small_data(10);
        let model = Model::current();
        let mut centred = model.clone();
        centred.centre();
        assert_ne!(model, centred);
        for sample in data.samples() {
            let (a, b) = (model.score(&data, sample).0, centred.score(&data, sample).0);
            assert!((a - b).abs() < 1e-6);
        }
    }
}
