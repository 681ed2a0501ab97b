//! Simultaneous perturbation stochastic approximation (Spall, 1992): all parameters are shaken at once, and a match
//! between the two shaken versions tells which way is up. One match moves every parameter, however many there are.

use regence_chess::rng::SplitMix64;
use regence_core::config::ParamInfo;

/// How the steps shrink over the run; the exponents that Spall recommends.
const STEP_EXPONENT: f64 = 0.602;
const SHAKE_EXPONENT: f64 = 0.101;
/// The share of the run after which steps begin to shrink in earnest.
const STABILITY: f64 = 0.1;

/// A parameter under way.
#[derive(Clone, Copy, Debug)]
pub struct Tunable {
    pub info: ParamInfo,
    /// How far it is shaken at the end of the run; at the beginning it is about twice as far.
    pub shake: f64,
}

impl Tunable {
    pub fn new(info: ParamInfo) -> Tunable {
        Tunable {
            info,
            shake: f64::from(info.step()),
        }
    }

    fn clamp(&self, value: f64) -> f64 {
        value.clamp(f64::from(self.info.min), f64::from(self.info.max))
    }
}

/// The course of a run.
#[derive(Clone, Debug)]
pub struct Spsa {
    pub tunables: Vec<Tunable>,
    pub iterations: u64,
    /// What one point of difference moves a parameter at the end of the run, as a share of its shake.
    pub rate: f64,
    pub seed: u64,
}

/// What an iteration plays: the parameters shaken one way, and the other way.
#[derive(Clone, Debug, PartialEq)]
pub struct Shaken {
    pub signs: Vec<f64>,
    pub plus: Vec<i32>,
    pub minus: Vec<i32>,
}

impl Spsa {
    /// The shipped values.
    pub fn start(&self) -> Vec<f64> {
        let defaults = self.tunables.iter().map(|t| f64::from(t.info.default));
        defaults.collect()
    }

    fn shake(&self, tunable: &Tunable, iteration: u64) -> f64 {
        let ratio = self.iterations as f64 / (iteration + 1) as f64;
        tunable.shake * ratio.powf(SHAKE_EXPONENT)
    }

    /// The two versions of an iteration: values, seed and number decide alone.
    pub fn shaken(&self, values: &[f64], iteration: u64) -> Shaken {
        let mut rng = SplitMix64::new(SplitMix64::new(self.seed).next_u64() ^ iteration);
        let mut shaken = Shaken {
            signs: Vec::new(),
            plus: Vec::new(),
            minus: Vec::new(),
        };
        for (tunable, &value) in self.tunables.iter().zip(values) {
            let sign = if rng.below(2) == 0 { 1.0 } else { -1.0 };
            let reach = sign * self.shake(tunable, iteration);
            // Parameters are whole numbers. Rounding by chance lets a value between two of them be seen in the mean;
            // the same chance for both sides keeps their distance.
            let chance = rng.below(1 << 20) as f64 / f64::from(1 << 20);
            let round = |value: f64| (tunable.clamp(value) + chance).floor() as i32;
            let whole = |value: f64| round(value).clamp(tunable.info.min, tunable.info.max);
            shaken.signs.push(sign);
            shaken.plus.push(whole(value + reach));
            shaken.minus.push(whole(value - reach));
        }
        shaken
    }

    /// Moves the values by the result of an iteration: points of the first version above those of the second.
    pub fn learn(&self, values: &mut [f64], shaken: &Shaken, iteration: u64, lead: f64) {
        let start = STABILITY * self.iterations as f64;
        let end = self.iterations as f64;
        let ratio = (start + end) / (start + (iteration + 1) as f64);
        for ((tunable, value), sign) in self.tunables.iter().zip(values).zip(&shaken.signs) {
            // The step at the end is rate × shake for a point; before it is larger, by Spall's schedule.
            let end_step = self.rate * tunable.shake * tunable.shake;
            let step = end_step * ratio.powf(STEP_EXPONENT);
            *value = tunable.clamp(*value + step * lead * sign / self.shake(tunable, iteration));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: ParamInfo = ParamInfo {
        name: "a",
        default: 100,
        min: 0,
        max: 400,
    };
    const B: ParamInfo = ParamInfo {
        name: "b",
        default: 5,
        min: 1,
        max: 12,
    };

    fn spsa(iterations: u64) -> Spsa {
        Spsa {
            tunables: vec![Tunable::new(A), Tunable::new(B)],
            iterations,
            rate: 0.02,
            seed: 3,
        }
    }

    #[test]
    fn both_versions_are_in_range_and_as_far_apart_as_the_shake() {
        let spsa = spsa(100);
        for iteration in 0..100 {
            let shaken = spsa.shaken(&[100.0, 1.0], iteration);
            assert_eq!(shaken, spsa.shaken(&[100.0, 1.0], iteration));
            let apart = f64::from(shaken.plus[0] - shaken.minus[0]) * shaken.signs[0];
            assert!(
                (2.0 * 20.0 - 1.0..=2.0 * 32.0 + 1.0).contains(&apart),
                "{apart}"
            );
            for side in [&shaken.plus, &shaken.minus] {
                assert!((1..=12).contains(&side[1]));
            }
        }
    }

    #[test]
    fn fractions_are_seen_in_the_mean() {
        let spsa = spsa(10_000);
        let sum: i32 = (0..10_000)
            .map(|iteration| spsa.shaken(&[100.0, 6.3], iteration))
            .map(|shaken| shaken.plus[1] + shaken.minus[1])
            .sum();
        let mean = f64::from(sum) / 20_000.0;
        assert!((mean - 6.3).abs() < 0.05, "{mean}");
    }

    /// Points that a version gets against another where strength falls off from a best point, with noise.
    fn noisy_lead(shaken: &Shaken, best: [f64; 2], rng: &mut SplitMix64) -> f64 {
        let strength = |values: &[i32]| {
            let a = (f64::from(values[0]) - best[0]) / 100.0;
            let b = (f64::from(values[1]) - best[1]) / 3.0;
            -60.0 * (a * a + b * b)
        };
        let elo = strength(&shaken.plus) - strength(&shaken.minus);
        let expected = regence_arena::stats::score_of(elo);
        (0..16)
            .map(|_| {
                let chance = rng.next_u64() as f64 / u64::MAX as f64;
                if chance < expected { 1.0 } else { -1.0 }
            })
            .sum()
    }

    #[test]
    fn the_best_values_are_found_through_the_noise() {
        let spsa = spsa(3000);
        let best = [230.0, 8.0];
        let mut rng = SplitMix64::new(8);
        let mut values = spsa.start();
        for iteration in 0..3000 {
            let shaken = spsa.shaken(&values, iteration);
            let lead = noisy_lead(&shaken, best, &mut rng);
            spsa.learn(&mut values, &shaken, iteration, lead);
        }
        assert!((values[0] - best[0]).abs() < 25.0, "{values:?}");
        assert!((values[1] - best[1]).abs() < 1.0, "{values:?}");
    }

    #[test]
    fn nothing_is_learned_from_an_even_match() {
        let spsa = spsa(10);
        let mut values = spsa.start();
        let shaken = spsa.shaken(&values, 0);
        spsa.learn(&mut values, &shaken, 0, 0.0);
        assert_eq!(values, spsa.start());
    }
}
