//! `train gomoku`: fits the weights of the Gomoku evaluation to games of self-play.
//!
//! The evaluation is a sum of counts times weights, so that each position is counted once and the weights then move down
//! the logistic loss between what they predict and how the game ended, mixed with what the search thought (Peter
//! Österlund's Texel tuning, 2014; steps by Adam, Kingma and Ba, 2014). Weights that are seldom seen are pulled back to where they were.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use regence_chess::rng::SplitMix64;
use regence_gomoku::RuleSet;
use regence_gomoku_search::Weights;
use regence_gomoku_search::eval::{lesson, model, shipped_weights};

use crate::gomoku_weights as file;
use crate::logistic::{self, Adam, sigmoid};
use crate::selfplay::gomoku::record::{DECIDED, Game};
use crate::selfplay::shard::for_each_game;
use regence_arena::error::LabError;
use regence_arena::provenance::say;

/// What `train gomoku` is told.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// Shards of one rule set, from `selfplay gomoku`
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// Where to write the fitted weights, for `gomoku-trial --weights`
    #[arg(long)]
    out: Option<PathBuf>,
    /// The source file to put them into: normally crates/gomoku-search/src/eval/weights.rs
    #[arg(long)]
    source: Option<PathBuf>,
    /// Begin with the weights of this file instead of the shipped ones
    #[arg(long)]
    from: Option<PathBuf>,
    /// Passes over the positions
    #[arg(long, default_value_t = 60)]
    epochs: usize,
    /// The step of each weight in points; it falls to a tenth over the run
    #[arg(long, default_value_t = 0.5)]
    rate: f64,
    /// How much the game's result counts; the rest is the search's score
    #[arg(long, default_value_t = 0.7)]
    results: f64,
    /// How strongly weights that are seldom seen stay where they were
    #[arg(long, default_value_t = 1e-8)]
    pull: f64,
}

/// A position: how often each weight counts, and what should come out.
#[derive(Clone, Debug)]
struct Sample {
    counts: Vec<(u16, i16)>,
    /// For the side to move: 1 won, 0 lost.
    result: f32,
    score: f32,
    target: f32,
}

/// Every so many games one is kept for testing.
const TEST_EVERY: usize = 10;
/// Positions for one step.
const BATCH: usize = 4096;

/// Reads, fits, reports, writes.
pub fn run(options: &Options) -> Result<(), LabError> {
    let data = Data::load(&options.data)?;
    let rule = data.rule;
    let (mut train, mut test) = (data.train, data.test);
    if train.is_empty() || test.is_empty() {
        return Err(LabError::new(
            "there are too few positions to learn from and to test on: hundreds of games are wanted, see `selfplay gomoku`",
        ));
    }
    let first = match &options.from {
        Some(path) => file::read_one(path, rule)?,
        None => shipped_weights(rule).clone(),
    };
    let mut model = Model::new(&first);
    model.fit_scale(&train);
    say(&format!(
        "{rule}: {} positions to learn from, {} to test on; half a chance more by {:.0} points\n",
        train.len(),
        test.len(),
        3f64.ln() / model.scale
    ));
    for sample in train.iter_mut().chain(&mut test) {
        let thought = sigmoid(model.scale * f64::from(sample.score));
        let result = options.results;
        sample.target = (result * f64::from(sample.result) + (1.0 - result) * thought) as f32;
    }
    let before = (model.loss(&train), model.loss(&test));
    let fitted = model.fit(&mut train, &test, options).weights()?;
    let after = Model {
        scale: model.scale,
        ..Model::new(&fitted)
    };
    say(&format!(
        "loss before {:.5} (test {:.5}), after {:.5} (test {:.5}), weights rounded\n",
        before.0,
        before.1,
        after.loss(&train),
        after.loss(&test)
    ));
    say(&table(&fitted));
    if let Some(path) = &options.out {
        file::write(path, rule, &fitted)?;
    }
    if let Some(path) = &options.source {
        put_into_source(path, rule, &fitted)?;
    }
    Ok(())
}

struct Data {
    rule: RuleSet,
    train: Vec<Sample>,
    test: Vec<Sample>,
}

impl Data {
    fn load(paths: &[PathBuf]) -> Result<Data, LabError> {
        let mut rule = None;
        let (mut train, mut test) = (Vec::new(), Vec::new());
        let mut number = 0;
        for path in paths {
            for_each_game(path, |game: &Game| {
                if *rule.get_or_insert(game.rule) != game.rule {
                    return Err(format!(
                        "a game of {} among others: fit one rule at a time",
                        game.rule
                    ));
                }
                number += 1;
                let part = if number % TEST_EVERY == 0 {
                    &mut test
                } else {
                    &mut train
                };
                add_game(game, part)
            })?;
        }
        let rule = rule.ok_or_else(|| LabError::new("there is no game in these files"))?;
        Ok(Data { rule, train, test })
    }
}

/// The positions of a game that the search would evaluate.
fn add_game(game: &Game, samples: &mut Vec<Sample>) -> Result<(), String> {
    game.replay(|board, number| {
        let score = game.moves[number].1;
        if score.abs() >= DECIDED {
            return;
        }
        let Some(counts) = lesson(board) else { return };
        let result = match game.winner {
            None => 0.5,
            Some(side) if side == board.side() => 1.0,
            Some(_) => 0.0,
        };
        samples.push(Sample {
            counts,
            result,
            score: score.into(),
            target: result,
        });
    })?;
    Ok(())
}

/// Weights in points that can move, and the scale from points to chances.
#[derive(Clone, Debug)]
struct Model {
    row: Vec<f64>,
    scale: f64,
}

impl Model {
    fn new(weights: &Weights) -> Model {
        let points = |weight: i16| f64::from(weight) / f64::from(model::UNIT);
        Model {
            row: weights.to_row().into_iter().map(points).collect(),
            scale: 0.01,
        }
    }

    fn weights(&self) -> Result<Weights, LabError> {
        let parts = |points: &f64| (points * f64::from(model::UNIT)).round() as i16;
        let row: Vec<i16> = self.row.iter().map(parts).collect();
        Weights::from_row(&row)
            .ok_or_else(|| LabError::new("the row of weights has a wrong length"))
    }

    fn score(&self, sample: &Sample) -> f64 {
        let term = |&(place, count): &(u16, i16)| self.row[usize::from(place)] * f64::from(count);
        sample.counts.iter().map(term).sum()
    }

    fn loss(&self, samples: &[Sample]) -> f64 {
        self.mean_loss(samples, self.scale, |sample| sample.target)
    }

    fn mean_loss(&self, samples: &[Sample], scale: f64, target: fn(&Sample) -> f32) -> f64 {
        let loss = |s: &Sample| logistic::loss(scale * self.score(s), f64::from(target(s)));
        samples.iter().map(loss).sum::<f64>() / samples.len().max(1) as f64
    }

    /// The scale at which the search's scores predict results best.
    fn fit_scale(&mut self, samples: &[Sample]) {
        self.scale = logistic::lowest(0.0005, 0.05, |scale| {
            let one = |s: &Sample| logistic::loss(scale * f64::from(s.score), f64::from(s.result));
            samples.iter().map(one).sum::<f64>()
        });
    }

    /// The weights of the epoch that did best on the test positions.
    fn fit(&self, train: &mut [Sample], test: &[Sample], options: &Options) -> Model {
        let mut rng = SplitMix64::new(1);
        let mut now = self.clone();
        let mut best = (self.loss(test), self.clone());
        let mut adam = Adam::new(self.row.len());
        for epoch in 0..options.epochs {
            rng.shuffle(train);
            let rate = options.rate * (1.0 - 0.9 * epoch as f64 / options.epochs as f64);
            for batch in train.chunks(BATCH) {
                let mut slopes = now.gradient(batch);
                for (slope, (now, before)) in slopes.iter_mut().zip(now.row.iter().zip(&self.row)) {
                    *slope += options.pull * (now - before);
                }
                adam.step(&mut now.row, &slopes, |place| !is_fixed(place), rate);
            }
            let tested = now.loss(test);
            if tested < best.0 {
                best = (tested, now.clone());
            }
        }
        best.1
    }

    /// The mean slope of the loss over a batch.
    fn gradient(&self, batch: &[Sample]) -> Vec<f64> {
        let mut gradient = vec![0.0; self.row.len()];
        for sample in batch {
            let missed = sigmoid(self.scale * self.score(sample)) - f64::from(sample.target);
            let slope = missed * self.scale / batch.len() as f64;
            for &(place, count) in &sample.counts {
                gradient[usize::from(place)] += slope * f64::from(count);
            }
        }
        gradient
    }
}

/// Points where nothing can be made are worth nothing: the other weights are measured from there.
fn is_fixed(place: usize) -> bool {
    use regence_gomoku::{Class, LineClass};
    place == LineClass::Dead as usize || place == LineClass::COUNT + Class::Idle.index()
}

/// The weights as the fields of a Rust struct.
fn table(weights: &Weights) -> String {
    let row = |numbers: &[i16]| {
        let words: Vec<String> = numbers.iter().map(i16::to_string).collect();
        format!("[{}]", words.join(", "))
    };
    let mut text = String::new();
    let mut field = |name: &str, numbers: &[i16]| {
        let _ = writeln!(text, "    {name}: {},", row(numbers));
    };
    field("lines", &weights.lines);
    field("classes", &weights.classes);
    let threats: String = weights
        .threats
        .iter()
        .map(|t| format!("        {},\n", row(t)))
        .collect();
    let _ = write!(text, "    threats: [\n{threats}    ],\n");
    let mut field = |name: &str, numbers: &[i16]| {
        let _ = writeln!(text, "    {name}: {},", row(numbers));
    };
    field("captured", &weights.captured);
    field("takes", &weights.takes);
    field("takes_faced", &weights.takes_faced);
    field("attacks", &weights.attacks);
    field("attacks_faced", &weights.attacks_faced);
    text
}

/// Replaces the weights of a rule set in the source file.
fn put_into_source(path: &Path, rule: RuleSet, weights: &Weights) -> Result<(), LabError> {
    let text = std::fs::read_to_string(path).map_err(|error| LabError::file(path, &error))?;
    let head = format!(
        "static {}: Weights = Weights {{\n",
        rule.to_string().to_uppercase()
    );
    let place = text.find(&head).map(|at| at + head.len());
    let end = place.and_then(|from| text[from..].find("};").map(|at| from + at));
    let (Some(from), Some(to)) = (place, end) else {
        return Err(LabError::new(format!(
            "{}: expected a line '{}', found none",
            path.display(),
            head.trim_end()
        )));
    };
    let text = format!("{}{}{}", &text[..from], table(weights), &text[to..]);
    std::fs::write(path, text).map_err(|error| LabError::file(path, &error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_gomoku::{Move, Side, Size};

    /// Games in which whoever makes an open three early has won.
    fn samples() -> Vec<Sample> {
        let size = Size::square(15).unwrap();
        let moves: Vec<Move> = size.parse_moves("h8a1h9o1h10c3j5").unwrap();
        let game = Game {
            rule: RuleSet::Freestyle,
            size,
            winner: Some(Side::Black),
            opening: moves[..2].to_vec(),
            moves: moves[2..]
                .iter()
                .map(|&mv| (mv, 0))
                .chain([(moves[1], DECIDED)])
                .collect(),
        };
        let mut samples = Vec::new();
        // The last move is on a point that is taken: only what comes before it counts.
        let _ = add_game(&game, &mut samples);
        samples
    }

    #[test]
    fn the_slope_is_the_loss_s() {
        let samples = samples();
        assert!(samples.len() >= 4);
        let model = Model::new(shipped_weights(RuleSet::Freestyle));
        let gradient = model.gradient(&samples);
        for &(place, _) in samples.iter().flat_map(|s| &s.counts) {
            let place = usize::from(place);
            let at = |by: f64| {
                let mut moved = model.clone();
                moved.row[place] += by;
                moved.loss(&samples)
            };
            let slope = (at(1e-4) - at(-1e-4)) / 2e-4;
            assert!((slope - gradient[place]).abs() < 1e-6, "{place}");
        }
    }

    #[test]
    fn fitting_lowers_the_loss_and_keeps_the_fixed() {
        let mut train = samples();
        let test = train.clone();
        let model = Model::new(shipped_weights(RuleSet::Freestyle));
        let options = Options {
            data: Vec::new(),
            out: None,
            source: None,
            from: None,
            epochs: 20,
            rate: 0.5,
            results: 1.0,
            pull: 0.0,
        };
        let fitted = model.fit(&mut train, &test, &options);
        assert!(fitted.loss(&test) < model.loss(&test));
        assert_eq!(fitted.row[0], model.row[0]);
    }
}
