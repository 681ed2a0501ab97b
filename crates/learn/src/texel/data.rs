//! Positions as the tuner sees them: which weights count how often, and what the truth was.

use std::path::PathBuf;

use regence_chess::Color;
use regence_chess::rng::SplitMix64;
use regence_chess_search::eval::{self, Counts, FULL_PHASE, endings};

use crate::labelled::{self, Labelled};
use crate::logistic;
use regence_arena::error::LabError;

/// One game in so many is kept for testing.
const TEST_SHARE: u64 = 20;

/// One position.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    first: u32,
    len: u16,
    /// The share of the middlegame.
    pub phase: f32,
    /// How much of an endgame score is real when White or Black is ahead.
    pub scale: [f32; 2],
    result: f32,
    score: f32,
    /// What to predict.
    pub target: f32,
}

/// Many positions; their counts lie one after another.
#[derive(Clone, Debug, Default)]
pub struct Data {
    samples: Vec<Sample>,
    terms: Vec<(u16, i16)>,
}

impl Data {
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    pub fn megabytes(&self) -> usize {
        (self.terms.len() * size_of::<(u16, i16)>() + self.samples.len() * size_of::<Sample>())
            >> 20
    }

    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// The weights that count in a sample, and how often.
    #[inline]
    pub fn terms(&self, sample: &Sample) -> &[(u16, i16)] {
        let first = sample.first as usize;
        &self.terms[first..first + sample.len as usize]
    }

    /// Mixes the game's result with what the search thought.
    pub fn set_targets(&mut self, k: f64, results: f64) {
        for sample in &mut self.samples {
            let searched = logistic::sigmoid(k * f64::from(sample.score));
            sample.target =
                (results * f64::from(sample.result) + (1.0 - results) * searched) as f32;
        }
    }

    /// Only the result counts: to find the scale of the present weights.
    pub fn result(sample: &Sample) -> f32 {
        sample.result
    }

    pub fn shuffle(&mut self, rng: &mut SplitMix64) {
        rng.shuffle(&mut self.samples);
    }

    fn push(&mut self, counts: &Counts, position: &Labelled) {
        let first = self.terms.len();
        self.terms.extend(
            counts
                .nonzero()
                .map(|(weight, count)| (weight as u16, count as i16)),
        );
        let board = &position.board;
        let scale = |color| endings::scale(board, color) as f32 / endings::FULL as f32;
        self.samples.push(Sample {
            first: first as u32,
            len: (self.terms.len() - first) as u16,
            phase: eval::phase(board) as f32 / FULL_PHASE as f32,
            scale: [scale(Color::White), scale(Color::Black)],
            result: position.result,
            score: position.score as f32,
            target: position.result,
        });
    }
}

/// Turns positions into samples, and keeps whole games apart for testing.
#[derive(Default)]
pub struct Loader {
    train: Data,
    test: Data,
    counts: Counts,
}

impl Loader {
    pub fn add(&mut self, game: usize, position: &Labelled) {
        self.counts.clear();
        eval::report(&position.board, &mut self.counts);
        let chosen = SplitMix64::new(game as u64)
            .next_u64()
            .is_multiple_of(TEST_SHARE);
        let data = if chosen {
            &mut self.test
        } else {
            &mut self.train
        };
        data.push(&self.counts, position);
    }

    pub fn finish(self) -> (Data, Data) {
        (self.train, self.test)
    }
}

/// Reads files into samples to learn from and samples to test on.
pub fn load(paths: &[PathBuf]) -> Result<(Data, Data), LabError> {
    let mut loader = Loader::default();
    for path in paths {
        labelled::read(path, |game, position| loader.add(game, &position))?;
    }
    Ok(loader.finish())
}

/// What the search said of a sample.
#[cfg(test)]
pub fn searched(sample: &Sample) -> f32 {
    sample.score
}
