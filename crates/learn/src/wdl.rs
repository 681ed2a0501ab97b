//! `wdl`: fits the chances to win, draw and lose to the games of self-play.
//!
//! The model has four numbers (see `regence_chess_search::wdl`); they are those under which the results of the games
//! are likeliest. Positions that share score and material are counted together, so a fit takes seconds.

use std::collections::BTreeMap;
use std::path::PathBuf;

use regence_chess::Color;
use regence_chess_search::wdl::{MODEL, Model, fullness};
use regence_records::training::TrainingGame;

use crate::selfplay::inspect::for_each_game;
use regence_arena::error::LabError;
use regence_arena::provenance::say;

/// Scores further from equal are as good as decided and tell nothing about the middle.
const MAX_SCORE: i16 = 1500;
/// Scores are counted in steps of so many centipawns.
const STEP: i16 = 10;
/// The first moves of a game are still close to its random opening.
const SKIPPED_PLIES: usize = 8;

/// What `wdl` is told.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// The games
    #[arg(required = true)]
    games: Vec<PathBuf>,
}

/// How often positions of one score and one amount of material were won, drawn and lost.
#[derive(Debug, Default)]
pub struct Counts {
    cells: BTreeMap<(i16, u8), [f64; 3]>,
}

const MATERIAL_STEPS: f64 = 39.0;

impl Counts {
    /// Counts the positions of a game, the first ones aside.
    pub fn add_game(&mut self, game: &TrainingGame) {
        let result = match game.winner {
            Some(Color::White) => 0,
            None => 1,
            Some(Color::Black) => 2,
        };
        for (board, ply) in game.positions().skip(SKIPPED_PLIES) {
            if ply.score.unsigned_abs() <= MAX_SCORE as u16 {
                self.add(ply.score, fullness(&board), result);
            }
        }
    }

    /// The likeliest model: each number in turn goes where the surprise falls, in ever smaller steps.
    pub fn fit(&self) -> Model {
        let mut best = MODEL;
        let mut least = self.surprise(&best);
        let mut step = 32.0;
        while step > 0.05 {
            let before = least;
            for number in 0..4 {
                for sign in [1.0, -1.0] {
                    let mut tried = best;
                    let slot = match number {
                        0 | 1 => &mut tried.even[number],
                        _ => &mut tried.spread[number - 2],
                    };
                    *slot = (*slot + sign * step).max(10.0);
                    let surprise = self.surprise(&tried);
                    if surprise < least {
                        (best, least) = (tried, surprise);
                    }
                }
            }
            if least == before {
                step /= 2.0;
            }
        }
        best
    }

    /// What was counted, and the model.
    pub fn describe(&self, model: &Model) -> String {
        let numbers = |[a, b]: [f64; 2]| format!("[{a:.1}, {b:.1}]");
        format!(
            "{} positions; mean surprise {:.4} (shipped model {:.4})\neven: {}, spread: {}\n",
            self.positions(),
            self.surprise(model),
            self.surprise(&MODEL),
            numbers(model.even),
            numbers(model.spread)
        )
    }

    fn add(&mut self, score: i16, fullness: f64, result: usize) {
        let key = (score.div_euclid(STEP), (fullness * MATERIAL_STEPS) as u8);
        self.cells.entry(key).or_default()[result] += 1.0;
    }

    fn positions(&self) -> f64 {
        self.cells.values().flatten().sum()
    }

    /// The mean surprise of the results under a model, in nats.
    fn surprise(&self, model: &Model) -> f64 {
        let one = |(&(score, material), counts): (&(i16, u8), &[f64; 3])| {
            let score = f64::from(score * STEP + STEP / 2);
            let fullness = (f64::from(material) + 0.5) / MATERIAL_STEPS;
            let chances = model.chances(score, fullness);
            let lost = |(&count, chance): (&f64, f64)| -count * chance.max(1e-6).ln();
            counts.iter().zip(chances).map(lost).sum::<f64>()
        };
        self.cells.iter().map(one).sum::<f64>() / self.positions().max(1.0)
    }
}

/// Runs the fit and prints it.
pub fn run(options: &Options) -> Result<(), LabError> {
    let mut counts = Counts::default();
    for path in &options.games {
        for_each_game(path, |game| counts.add_game(game))?;
    }
    if counts.cells.is_empty() {
        return Err(LabError::new(
            "no positions to fit; play games with `regence-lab selfplay chess`",
        ));
    }
    say(&counts.describe(&counts.fit()));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_found_again_in_its_own_chances() {
        let truth = Model {
            even: [90.0, 210.0],
            spread: [60.0, 100.0],
        };
        let mut counts = Counts::default();
        for score in (-600..600).step_by(10) {
            for material in [4u8, 12, 20, 30, 38] {
                let fullness = (f64::from(material) + 0.5) / MATERIAL_STEPS;
                let chances = truth.chances(f64::from(score + STEP / 2), fullness);
                let cell = counts.cells.entry((score / STEP, material)).or_default();
                *cell = chances.map(|chance| chance * 1000.0);
            }
        }
        let found = counts.fit();
        let near = |a: [f64; 2], b: [f64; 2]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 2.0);
        assert!(near(found.even, truth.even), "{found:?}");
        assert!(near(found.spread, truth.spread), "{found:?}");
        assert!(counts.surprise(&found) < counts.surprise(&MODEL));
    }
}
