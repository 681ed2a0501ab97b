//! Ratings of several engines from all their games: maximum likelihood with a light prior, and honest errors.
//!
//! Each meeting is expected to give the score that the logistic curve has for the difference of the two ratings. A
//! drawn game of every engine against an average one is assumed beforehand, so that who lost everything is far down
//! but not infinitely far. The errors are not those of the curve, which knows neither draws nor pairs, but come from
//! how much the pairs of each meeting really varied (the sandwich estimate of the covariance).

use std::f64::consts::LN_10;

use crate::stats::{Tally, normal_below, score_of};

/// The games of two engines, from the side of the first.
#[derive(Clone, Copy, Debug)]
pub struct Meeting {
    pub engines: [usize; 2],
    pub tally: Tally,
}

/// The ratings of all engines; their mean is 0.
#[derive(Clone, Debug)]
pub struct Ratings {
    elo: Vec<f64>,
    /// Of the ratings relative to their mean.
    covariance: Matrix,
}

type Matrix = Vec<Vec<f64>>;

/// The slope of the logistic curve's exponent for each Elo.
const PER_ELO: f64 = LN_10 / 400.0;
/// Games that each engine is thought to have drawn against an average one.
const PRIOR_GAMES: f64 = 1.0;
/// The 97.5 % quantile of the normal distribution.
const QUANTILE: f64 = 1.959_963_984_540_054;

impl Ratings {
    /// Of so many engines.
    pub fn of(engines: usize, meetings: &[Meeting]) -> Ratings {
        let mut elo = vec![0.0; engines];
        for _ in 0..200 {
            let (slope, curve) = derivatives(&elo, meetings);
            let Some(inverse) = inverse(&curve) else {
                break;
            };
            let step = product(&inverse, &slope);
            let longest = step.iter().fold(0.0, |most: f64, s| most.max(s.abs()));
            // Far from the top the curve is flat and a step too long.
            let scale = (200.0 / longest.max(1e-12)).min(1.0);
            for (rating, step) in elo.iter_mut().zip(&step) {
                *rating += scale * step;
            }
            if longest < 1e-9 {
                break;
            }
        }
        let covariance = covariance(&elo, meetings);
        let mean = elo.iter().sum::<f64>() / engines.max(1) as f64;
        elo.iter_mut().for_each(|rating| *rating -= mean);
        Ratings { elo, covariance }
    }

    pub fn elo(&self, engine: usize) -> f64 {
        self.elo[engine]
    }

    /// Half the width of the 95 % interval of a rating against the mean of all.
    pub fn error(&self, engine: usize) -> f64 {
        QUANTILE * self.covariance[engine][engine].max(0.0).sqrt()
    }

    /// The likelihood that the first engine is the stronger one.
    pub fn los(&self, first: usize, second: usize) -> f64 {
        let c = &self.covariance;
        let variance = c[first][first] + c[second][second] - 2.0 * c[first][second];
        let difference = self.elo[first] - self.elo[second];
        match variance > 0.0 {
            true => normal_below(difference / variance.sqrt()),
            false => 0.5,
        }
    }

    /// The engines, the strongest first.
    pub fn ranking(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.elo.len()).collect();
        order.sort_by(|&a, &b| self.elo[b].total_cmp(&self.elo[a]).then(a.cmp(&b)));
        order
    }
}

/// The gradient of the log-likelihood, and its negative second derivatives.
fn derivatives(elo: &[f64], meetings: &[Meeting]) -> (Vec<f64>, Matrix) {
    let mut slope = vec![0.0; elo.len()];
    let mut curve = vec![vec![0.0; elo.len()]; elo.len()];
    for meeting in meetings {
        let [a, b] = meeting.engines;
        let games = 2.0 * meeting.tally.pairs() as f64;
        let expected = score_of(elo[a] - elo[b]);
        let surprise = PER_ELO * games * (meeting.tally.mean() - expected);
        slope[a] += surprise;
        slope[b] -= surprise;
        let weight = PER_ELO * PER_ELO * games * expected * (1.0 - expected);
        curve[a][a] += weight;
        curve[b][b] += weight;
        curve[a][b] -= weight;
        curve[b][a] -= weight;
    }
    for engine in 0..elo.len() {
        let expected = score_of(elo[engine]);
        slope[engine] += PER_ELO * PRIOR_GAMES * (0.5 - expected);
        curve[engine][engine] += PER_ELO * PER_ELO * PRIOR_GAMES * expected * (1.0 - expected);
    }
    (slope, curve)
}

/// The covariance of the ratings relative to their mean.
fn covariance(elo: &[f64], meetings: &[Meeting]) -> Matrix {
    let count = elo.len();
    let (_, curve) = derivatives(elo, meetings);
    let Some(inverse) = inverse(&curve) else {
        return vec![vec![f64::INFINITY; count]; count];
    };
    // How much the slope would vary if all were played again. The prior varies as its games would.
    let mut noise = vec![vec![0.0; count]; count];
    for engine in 0..count {
        let expected = score_of(elo[engine]);
        noise[engine][engine] = PER_ELO * PER_ELO * PRIOR_GAMES * expected * (1.0 - expected);
    }
    for meeting in meetings {
        let [a, b] = meeting.engines;
        let pairs = meeting.tally.pairs() as f64;
        let variance = PER_ELO * PER_ELO * 4.0 * pairs * pair_variance(&meeting.tally);
        noise[a][a] += variance;
        noise[b][b] += variance;
        noise[a][b] -= variance;
        noise[b][a] -= variance;
    }
    centred(&multiply(&multiply(&inverse, &noise), &inverse))
}

/// The variance of a pair's mean score. Few pairs that are all alike prove no certainty: two more that are a quarter
/// point off are added.
fn pair_variance(tally: &Tally) -> f64 {
    let mean = tally.mean();
    let squares: f64 = (0..5)
        .map(|quarters| {
            tally.pentanomial()[quarters] as f64 * (0.25 * quarters as f64 - mean).powi(2)
        })
        .sum();
    (squares + 2.0 * 0.25f64.powi(2)) / (tally.pairs() as f64 + 2.0)
}

/// The covariance of the differences from the mean.
fn centred(matrix: &Matrix) -> Matrix {
    let count = matrix.len();
    let n = count as f64;
    let rows: Vec<f64> = matrix
        .iter()
        .map(|row| row.iter().sum::<f64>() / n)
        .collect();
    let all = rows.iter().sum::<f64>() / n;
    let cell = |i: usize, j: usize| matrix[i][j] - rows[i] - rows[j] + all;
    (0..count)
        .map(|i| (0..count).map(|j| cell(i, j)).collect())
        .collect()
}

fn product(matrix: &Matrix, vector: &[f64]) -> Vec<f64> {
    let dot = |row: &Vec<f64>| row.iter().zip(vector).map(|(a, b)| a * b).sum();
    matrix.iter().map(dot).collect()
}

fn multiply(a: &Matrix, b: &Matrix) -> Matrix {
    let column = |j: usize| b.iter().map(|row| row[j]).collect::<Vec<f64>>();
    let columns: Vec<Vec<f64>> = (0..b.len()).map(column).collect();
    a.iter().map(|row| product(&columns, row)).collect()
}

/// By Gauss and Jordan with the largest pivot; `None` if there is no inverse.
fn inverse(matrix: &Matrix) -> Option<Matrix> {
    let count = matrix.len();
    let unit = |i: usize, j: usize| f64::from(u8::from(i == j));
    let mut rows: Matrix = (0..count)
        .map(|i| {
            let identity = (0..count).map(|j| unit(i, j));
            matrix[i].iter().copied().chain(identity).collect()
        })
        .collect();
    for column in 0..count {
        let pivot = (column..count)
            .max_by(|&a, &b| rows[a][column].abs().total_cmp(&rows[b][column].abs()))?;
        rows.swap(column, pivot);
        let size = rows[column][column];
        if !size.is_finite() || size.abs() < 1e-18 {
            return None;
        }
        rows[column].iter_mut().for_each(|cell| *cell /= size);
        let above = rows[column].clone();
        for row in (0..count).filter(|&row| row != column) {
            let factor = rows[row][column];
            for (cell, above) in rows[row].iter_mut().zip(&above) {
                *cell -= factor * above;
            }
        }
    }
    Some(rows.iter().map(|row| row[count..].to_vec()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Score;
    use regence_chess::rng::SplitMix64;

    fn close(a: f64, b: f64, tolerance: f64) {
        assert!((a - b).abs() <= tolerance, "{a} is not {b}");
    }

    /// Games of two engines with a known difference; four in ten of the even ones are drawn.
    fn simulate(rng: &mut SplitMix64, elo: f64, pairs: u64) -> Tally {
        let expected = score_of(elo);
        let drawn = 0.4 * 4.0 * expected * (1.0 - expected);
        let mut tally = Tally::default();
        let mut game = || {
            let chance = rng.next_u64() as f64 / u64::MAX as f64;
            match chance {
                c if c < expected - drawn / 2.0 => Score::Win,
                c if c < expected + drawn / 2.0 => Score::Draw,
                _ => Score::Loss,
            }
        };
        for _ in 0..pairs {
            tally.add(game(), game());
        }
        tally
    }

    fn tournament(rng: &mut SplitMix64, truth: &[f64], pairs: u64) -> Vec<Meeting> {
        let mut meetings = Vec::new();
        for a in 0..truth.len() {
            for b in a + 1..truth.len() {
                let tally = simulate(rng, truth[a] - truth[b], pairs);
                meetings.push(Meeting {
                    engines: [a, b],
                    tally,
                });
            }
        }
        meetings
    }

    #[test]
    fn two_engines_have_the_difference_of_their_match() {
        let mut rng = SplitMix64::new(3);
        let tally = simulate(&mut rng, 70.0, 2000);
        let ratings = Ratings::of(
            2,
            &[Meeting {
                engines: [0, 1],
                tally,
            }],
        );
        close(ratings.elo(0) - ratings.elo(1), tally.elo(), 0.3);
        // Each is half of the difference away from the mean, and so is its error.
        close(2.0 * ratings.error(0), tally.elo_error(), 0.3);
        close(ratings.los(0, 1), tally.los(), 1e-3);
        assert_eq!(ratings.ranking(), [0, 1]);
    }

    #[test]
    fn known_ratings_are_found() {
        let truth = [-150.0, -20.0, 40.0, 130.0];
        let mut rng = SplitMix64::new(11);
        let ratings = Ratings::of(4, &tournament(&mut rng, &truth, 5000));
        for (engine, truth) in truth.iter().enumerate() {
            close(ratings.elo(engine), *truth, 6.0);
        }
        assert_eq!(ratings.ranking(), [3, 2, 1, 0]);
        assert!(ratings.los(3, 0) > 0.999);
    }

    #[test]
    fn the_truth_is_in_the_interval_as_often_as_it_says() {
        let truth = [-60.0, -10.0, 20.0, 50.0];
        let mut rng = SplitMix64::new(5);
        let (mut inside, mut all) = (0, 0);
        for _ in 0..300 {
            let ratings = Ratings::of(4, &tournament(&mut rng, &truth, 50));
            for (engine, truth) in truth.iter().enumerate() {
                inside += u32::from((ratings.elo(engine) - truth).abs() <= ratings.error(engine));
                all += 1;
            }
        }
        let share = f64::from(inside) / f64::from(all);
        assert!((0.93..=0.97).contains(&share), "{share}");
    }

    #[test]
    fn a_gauntlet_connects_all() {
        let mut rng = SplitMix64::new(9);
        let truth = [100.0, -100.0, 0.0];
        let meetings: Vec<Meeting> = (1..3)
            .map(|other| Meeting {
                engines: [0, other],
                tally: simulate(&mut rng, truth[0] - truth[other], 4000),
            })
            .collect();
        let ratings = Ratings::of(3, &meetings);
        for (engine, truth) in truth.iter().enumerate() {
            close(ratings.elo(engine), *truth, 8.0);
        }
        // Those that never met are known less well against each other.
        assert!(ratings.error(1) > ratings.error(0));
    }

    #[test]
    fn who_lost_everything_has_a_rating() {
        let mut tally = Tally::default();
        (0..20).for_each(|_| tally.add(Score::Win, Score::Win));
        let meetings = [Meeting {
            engines: [0, 1],
            tally,
        }];
        let ratings = Ratings::of(3, &meetings);
        assert!(ratings.elo(0) > 150.0 && ratings.elo(0).is_finite());
        assert!(ratings.error(1).is_finite());
        // Nothing is known of the third.
        assert!(ratings.error(2) > 200.0, "{}", ratings.error(2));
    }
}
