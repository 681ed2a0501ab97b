//! `train gomoku`: fits the weights of the Gomoku evaluation to games of self-play.
//!
//! The evaluation is a sum of counts times weights, so that each position is counted once and the weights then move down
//! the logistic loss between what they predict and how the game ended, mixed with what the search thought (Peter
//! Österlund's Texel tuning, 2014; steps by Adam, Kingma and Ba, 2014). The search judges by the mean of a position and
//! the one before, seen from the same side, and so does the fit.
//!
//! Most of the thousands of shapes are seldom seen. What all shapes with a line or a class in common have in common is
//! learnt apart (a factoriser), and each shape's own part is held near zero unless many positions speak for it.

use std::path::PathBuf;

use regence_chess::rng::SplitMix64;
use regence_gomoku::{Class, LineClass, Rule, RuleSet, ScoreTable, Shape, Side, dispatch};
use regence_gomoku_search::Weights;
use regence_gomoku_search::eval::{counts, is_judged, model, shipped_weights};

use crate::logistic::{self, Adam, sigmoid};
use crate::selfplay::gomoku::record::{DECIDED, Game};
use crate::selfplay::shard::for_each_game;
use regence_arena::error::LabError;
use regence_arena::provenance::{command, say};

/// What `train gomoku` is told.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// Shards of one rule set, from `selfplay gomoku`
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// Where to write the fitted weights: for --eval, or crates/gomoku-search/weights
    #[arg(long)]
    out: Option<PathBuf>,
    /// Begin with the weights of this file instead of the shipped ones
    #[arg(long)]
    from: Option<PathBuf>,
    /// Passes over the positions
    #[arg(long, default_value_t = 60)]
    epochs: usize,
    /// The step of each weight in points; it falls to a fiftieth over the run
    #[arg(long, default_value_t = 0.3)]
    rate: f64,
    /// How much the game's result counts; the rest is the search's score
    #[arg(long, default_value_t = 0.5)]
    results: f64,
    /// How many points a shape may well differ from what its lines and its class say
    #[arg(long, default_value_t = 20.0)]
    spread: f64,
}

/// A position: how often each weight counts, and what should come out.
#[derive(Clone, Debug)]
struct Sample {
    /// Of this position and the one before together.
    counts: Box<[(u16, i16)]>,
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
    let first = read_weights(options.from.as_ref(), rule)?;
    let mut model = Model::new(rule, &first);
    let of_scores = best_scale(&train, |s| f64::from(s.score), |s| s.result);
    for sample in train.iter_mut().chain(&mut test) {
        let thought = sigmoid(of_scores * f64::from(sample.score));
        let result = options.results;
        sample.target = (result * f64::from(sample.result) + (1.0 - result) * thought) as f32;
    }
    // The points of the evaluation stay as large as they were: the margins of the search are made for them.
    let scale = best_scale(&train, |s| model.score(s), |s| s.target);
    model.scale = scale;
    say(&format!(
        "{rule}: {} positions to learn from, {} to test on; half a chance more by {:.0} points of the search, {:.0} of the evaluation\n",
        train.len(),
        test.len(),
        3f64.ln() / of_scores,
        3f64.ln() / model.scale
    ));
    let before = (model.loss(&train), model.loss(&test));
    let hear = |epoch: usize, loss: f64| say(&format!("epoch {epoch:>3}: test {loss:.5}\n"));
    let fitted = model.fit(&mut train, &test, options, hear);
    let weights = fitted.weights(rule)?;
    let after = Model {
        scale: fitted.scale,
        ..Model::new(rule, &weights)
    };
    say(&format!(
        "loss before {:.5} (test {:.5}), after {:.5} (test {:.5}), weights rounded\n",
        before.0,
        before.1,
        after.loss(&train),
        after.loss(&test)
    ));
    if let Some(path) = &options.out {
        let description = format!("{} positions; {}", train.len(), command());
        std::fs::write(path, weights.to_bytes(rule, &description))
            .map_err(|error| LabError::file(path, &error))?;
    }
    Ok(())
}

/// The weights of a file that must be for that rule, or the shipped ones.
pub(super) fn read_weights(path: Option<&PathBuf>, rule: RuleSet) -> Result<Weights, LabError> {
    let Some(path) = path else {
        return Ok(shipped_weights(rule).clone());
    };
    let bytes = std::fs::read(path).map_err(|error| LabError::file(path, &error))?;
    match Weights::from_bytes(&bytes) {
        Ok((found, weights, _)) if found == rule => Ok(weights),
        Ok((found, ..)) => Err(LabError::new(format!(
            "{}: expected weights of {rule}, found those of {found}",
            path.display()
        ))),
        Err(error) => Err(LabError::new(format!("{}: {error}", path.display()))),
    }
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

/// The positions of a game that the search would judge.
fn add_game(game: &Game, samples: &mut Vec<Sample>) -> Result<(), String> {
    let mut before: Option<Vec<(u16, i16)>> = None;
    game.replay(|board, number| {
        let score = game.moves[number].1;
        let is_judged = is_judged(board);
        let now = match &before {
            // Under a four the search keeps the evaluation before.
            Some(before) if !is_judged => before
                .iter()
                .map(|&(place, count)| (place, -count))
                .collect(),
            _ => counts(board),
        };
        if score.abs() < DECIDED && is_judged {
            let result = match game.winner {
                None => 0.5,
                Some(side) if side == board.side() => 1.0,
                Some(_) => 0.0,
            };
            samples.push(Sample {
                counts: both(&now, before.as_deref()),
                result,
                score: score.into(),
                target: result,
            });
        }
        before = Some(now);
    })?;
    Ok(())
}

/// The counts of a position and those of the one before, which are the opponent's. Where there is none, this one
/// counts twice.
fn both(now: &[(u16, i16)], before: Option<&[(u16, i16)]>) -> Box<[(u16, i16)]> {
    let mut all: Vec<(u16, i16)> = now.to_vec();
    match before {
        Some(before) => all.extend(before.iter().map(|&(place, count)| (place, -count))),
        None => all.extend_from_slice(now),
    }
    all.sort_unstable_by_key(|&(place, _)| place);
    all.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += next.1;
        }
        same
    });
    all.retain(|&(_, count)| count != 0);
    all.into_boxed_slice()
}

/// What shapes have in common: for each colour the lines, then the classes.
const COMMON: usize = LineClass::COUNT + Class::COUNT;

/// Weights in points that can move, and the scale from points to chances.
#[derive(Clone, Debug)]
struct Model {
    /// What it began with.
    base: Vec<f64>,
    /// What each weight has moved by itself.
    own: Vec<f64>,
    /// What shapes have moved together.
    common: Vec<f64>,
    /// Which parts of `common` count for a place of the row.
    parts: Vec<Vec<usize>>,
    /// The sum of all three.
    row: Vec<f64>,
    /// Points where nothing can be made are worth nothing: the other weights are measured from there.
    dead: [usize; 2],
    scale: f64,
}

impl Model {
    fn new(rule: RuleSet, weights: &Weights) -> Model {
        let points = |weight: i16| f64::from(weight) / f64::from(model::UNIT);
        let base: Vec<f64> = weights.to_row().into_iter().map(points).collect();
        Model {
            own: vec![0.0; base.len()],
            common: vec![0.0; COMMON * model::colours(rule)],
            parts: dispatch!(rule, R => parts::<R>()),
            row: base.clone(),
            dead: Side::BOTH.map(|side| model::first_of(rule, side) + Shape::DEAD.index()),
            base,
            scale: 0.01,
        }
    }

    fn weights(&self, rule: RuleSet) -> Result<Weights, LabError> {
        let parts = |points: &f64| (points * f64::from(model::UNIT)).round() as i16;
        let row: Vec<i16> = self.row.iter().map(parts).collect();
        Weights::from_row(rule, &row)
            .ok_or_else(|| LabError::new("the row of weights has a wrong length"))
    }

    fn sum_up(&mut self) {
        for (place, weight) in self.row.iter_mut().enumerate() {
            let common: f64 = self.parts[place]
                .iter()
                .map(|&part| self.common[part])
                .sum();
            *weight = self.base[place] + self.own[place] + common;
        }
    }

    /// The mean of both positions of a sample.
    fn score(&self, sample: &Sample) -> f64 {
        let term = |&(place, count): &(u16, i16)| self.row[usize::from(place)] * f64::from(count);
        sample.counts.iter().map(term).sum::<f64>() / 2.0
    }

    fn loss(&self, samples: &[Sample]) -> f64 {
        let loss = |s: &Sample| logistic::loss(self.scale * self.score(s), f64::from(s.target));
        samples.iter().map(loss).sum::<f64>() / samples.len().max(1) as f64
    }

    /// The weights of the epoch that did best on the test positions.
    fn fit(
        &self,
        train: &mut [Sample],
        test: &[Sample],
        options: &Options,
        hear: impl Fn(usize, f64),
    ) -> Model {
        let mut rng = SplitMix64::new(1);
        let mut now = self.clone();
        let mut best = (self.loss(test), self.clone());
        let mut adams = [Adam::new(self.own.len()), Adam::new(self.common.len())];
        let pull = 1.0 / (train.len() as f64 * options.spread * options.spread);
        for epoch in 0..options.epochs {
            rng.shuffle(train);
            let rate = options.rate * (1.0 - 0.98 * epoch as f64 / options.epochs as f64);
            for batch in train.chunks(BATCH) {
                let slopes = now.gradient(batch);
                let mut common = vec![0.0; now.common.len()];
                for (slope, parts) in slopes.iter().zip(&now.parts) {
                    for &part in parts {
                        common[part] += slope;
                    }
                }
                let own: Vec<f64> = slopes
                    .iter()
                    .zip(&now.own)
                    .map(|(slope, own)| slope + pull * own)
                    .collect();
                let may_move = |place: usize| !self.dead.contains(&place);
                adams[0].step(&mut now.own, &own, may_move, rate);
                adams[1].step(&mut now.common, &common, |_| true, rate);
                now.sum_up();
            }
            let tested = now.loss(test);
            hear(epoch + 1, tested);
            if tested < best.0 {
                best = (tested, now.clone());
            }
        }
        best.1
    }

    /// The mean slope of the loss over a batch, for each place of the row.
    fn gradient(&self, batch: &[Sample]) -> Vec<f64> {
        let mut gradient = vec![0.0; self.row.len()];
        for sample in batch {
            let missed = sigmoid(self.scale * self.score(sample)) - f64::from(sample.target);
            let slope = missed * self.scale / (2 * batch.len()) as f64;
            for &(place, count) in &sample.counts {
                gradient[usize::from(place)] += slope * f64::from(count);
            }
        }
        gradient
    }
}

/// The scale at which scores predict targets best.
fn best_scale(
    samples: &[Sample],
    score: impl Fn(&Sample) -> f64,
    target: impl Fn(&Sample) -> f32,
) -> f64 {
    let all: Vec<(f64, f64)> = samples
        .iter()
        .map(|sample| (score(sample), f64::from(target(sample))))
        .collect();
    logistic::lowest(0.0005, 0.05, |scale| {
        all.iter()
            .map(|&(score, target)| logistic::loss(scale * score, target))
            .sum::<f64>()
    })
}

/// Which common parts each place of a row has.
fn parts<R: Rule>() -> Vec<Vec<usize>> {
    let mut parts = vec![Vec::new(); model::count(R::SET)];
    // A table of scores asks for every shape of both sides.
    let _ = ScoreTable::<R>::new(|side, class, lines| {
        let colour = side.index() % model::colours(R::SET);
        let first = model::first_of(R::SET, side);
        let lines_of = lines.map(|line| colour * COMMON + line as usize);
        let class_of = colour * COMMON + LineClass::COUNT + class.index();
        if lines != [LineClass::Dead; 4] {
            let place = first + Shape::new(lines).index();
            parts[place] = lines_of.into_iter().chain([class_of]).collect();
        }
        0
    });
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_gomoku::{Move, Size};

    /// Games in which whoever makes an open three early has won.
    fn samples(rule: RuleSet) -> Vec<Sample> {
        let size = Size::square(15).unwrap();
        let moves: Vec<Move> = size.parse_moves("h8a1h9o1h10c3j5").unwrap();
        let game = Game {
            rule,
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

    fn options(epochs: usize, spread: f64) -> Options {
        Options {
            data: Vec::new(),
            out: None,
            from: None,
            epochs,
            rate: 0.5,
            results: 1.0,
            spread,
        }
    }

    #[test]
    fn a_sample_is_what_the_search_sees_of_two_plies() {
        for rule in [RuleSet::Freestyle, RuleSet::Renju] {
            let model = Model::new(rule, shipped_weights(rule));
            let mut board = regence_gomoku_search::AnyBoard::new(rule, Size::square(15).unwrap());
            let moves = board.size().parse_moves("h8i9h9i10h10").unwrap();
            for &mv in &moves[..4] {
                board.play(mv).unwrap();
            }
            let of = |counts: Box<[(u16, i16)]>| {
                let (result, score, target) = (0.0, 0.0, 0.0);
                model.score(&Sample {
                    counts,
                    result,
                    score,
                    target,
                })
            };
            let before = counts(&board);
            let alone = of(both(&before, None));
            board.play(moves[4]).unwrap();
            let now = counts(&board);
            let mean = (of(both(&now, None)) - alone) / 2.0;
            assert!(
                (of(both(&now, Some(&before))) - mean).abs() < 1e-9,
                "{rule}"
            );
        }
    }

    #[test]
    fn the_slope_is_the_loss_s() {
        let samples = samples(RuleSet::Renju);
        assert!(samples.len() >= 4);
        let model = Model::new(RuleSet::Renju, shipped_weights(RuleSet::Renju));
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
        let mut train = samples(RuleSet::Freestyle);
        let test = train.clone();
        let model = Model::new(RuleSet::Freestyle, shipped_weights(RuleSet::Freestyle));
        let fitted = model.fit(&mut train, &test, &options(20, 3.0), |_, _| ());
        assert!(fitted.loss(&test) < model.loss(&test));
        assert_eq!(
            fitted.row[Shape::DEAD.index()],
            model.row[Shape::DEAD.index()]
        );
    }

    /// Held tightly, shapes move only with others that have a line or a class in common.
    #[test]
    fn shapes_of_their_own_are_held_by_the_spread() {
        let test = samples(RuleSet::Freestyle);
        let model = Model::new(RuleSet::Freestyle, shipped_weights(RuleSet::Freestyle));
        let own = |spread: f64| -> f64 {
            let fitted = model.fit(&mut test.clone(), &test, &options(60, spread), |_, _| ());
            fitted.own.iter().map(|own| own.abs()).sum()
        };
        assert!(own(0.01) < own(10.0) / 2.0, "{} {}", own(0.01), own(10.0));
    }

    #[test]
    fn colours_share_their_parts_but_in_renju() {
        assert_eq!(model::colours(RuleSet::Freestyle), 1);
        assert_eq!(model::colours(RuleSet::Renju), 2);
        let renju = dispatch!(RuleSet::Renju, R => parts::<R>());
        let place = Shape::new([LineClass::OpenTwo; 4]).index();
        let white = model::first_of(RuleSet::Renju, Side::White) + place;
        assert!(renju[place].iter().all(|&part| part < COMMON));
        assert!(renju[white].iter().all(|&part| part >= COMMON));
    }
}
