//! What the tuners of both games share: a logistic model's loss, the scale that suits it, and the steps of its weights.

/// The chance that a score (times the scale) stands for.
pub fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Cross entropy of a prediction against a target, safe for large scores.
pub fn loss(x: f64, target: f64) -> f64 {
    // ln(1 + e^x) - target * x, without overflow.
    x.max(0.0) + (-x.abs()).exp().ln_1p() - target * x
}

/// Where between `low` and `high` a function with one valley is lowest: golden-section search.
pub fn lowest(mut low: f64, mut high: f64, function: impl Fn(f64) -> f64) -> f64 {
    const SHRINK: f64 = 0.618_033_988_75;
    const ROUNDS: usize = 20;
    for _ in 0..ROUNDS {
        let (a, b) = (high - SHRINK * (high - low), low + SHRINK * (high - low));
        if function(a) < function(b) {
            high = b;
        } else {
            low = a;
        }
    }
    (low + high) / 2.0
}

/// Adam (Kingma and Ba, 2014): each weight's step follows its mean slope, measured by how much the slope varies.
#[derive(Clone, Debug)]
pub struct Adam {
    mean: Vec<f64>,
    variance: Vec<f64>,
    steps: i32,
}

impl Adam {
    const MEAN_DECAY: f64 = 0.9;
    const VARIANCE_DECAY: f64 = 0.999;
    const TINY: f64 = 1e-9;

    pub fn new(weights: usize) -> Adam {
        Adam {
            mean: vec![0.0; weights],
            variance: vec![0.0; weights],
            steps: 0,
        }
    }

    /// Moves the weights that may move against their slopes.
    pub fn step(
        &mut self,
        weights: &mut [f64],
        slopes: &[f64],
        may_move: impl Fn(usize) -> bool,
        rate: f64,
    ) {
        self.steps += 1;
        let mean_bias = 1.0 - Adam::MEAN_DECAY.powi(self.steps);
        let variance_bias = 1.0 - Adam::VARIANCE_DECAY.powi(self.steps);
        let moments = self.mean.iter_mut().zip(&mut self.variance);
        for (place, ((weight, slope), (mean, variance))) in
            weights.iter_mut().zip(slopes).zip(moments).enumerate()
        {
            if may_move(place) {
                *mean += (1.0 - Adam::MEAN_DECAY) * (slope - *mean);
                *variance += (1.0 - Adam::VARIANCE_DECAY) * (slope * slope - *variance);
                let step = (*mean / mean_bias) / ((*variance / variance_bias).sqrt() + Adam::TINY);
                *weight -= rate * step;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_loss_is_right_and_never_overflows() {
        for (x, target) in [(0.0, 0.5), (1.5, 1.0), (-2.0, 0.3)] {
            let p = sigmoid(x);
            let direct = -(target * p.ln() + (1.0 - target) * (1.0 - p).ln());
            assert!((loss(x, target) - direct).abs() < 1e-12);
        }
        assert!(loss(1e6, 0.0).is_finite() && loss(-1e6, 1.0).is_finite());
    }

    #[test]
    fn the_bottom_of_a_valley_is_found() {
        let found = lowest(0.0, 2.0, |x| (x - 1.3).powi(2));
        assert!((found - 1.3).abs() < 1e-3, "{found}");
    }

    #[test]
    fn weights_go_down_and_fixed_ones_stay() {
        let mut weights = [5.0, 5.0];
        let mut adam = Adam::new(2);
        for _ in 0..200 {
            let slopes = weights.map(|weight| 2.0 * (weight - 3.0));
            adam.step(&mut weights, &slopes, |place| place == 0, 0.1);
        }
        assert!((weights[0] - 3.0).abs() < 0.1, "{weights:?}");
        assert_eq!(weights[1], 5.0);
    }
}
