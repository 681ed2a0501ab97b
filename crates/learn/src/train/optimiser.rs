//! AdamW: steps that adapt to each weight, and weights that fade when nothing holds them.

/// The usual numbers.
const FIRST_DECAY: f32 = 0.9;
const SECOND_DECAY: f32 = 0.999;
const EPSILON: f32 = 1e-8;
const WEIGHT_DECAY: f32 = 0.01;

/// The weights and what the optimiser remembers of each.
#[derive(Clone, Debug, PartialEq)]
pub struct Optimiser {
    pub weights: Vec<f32>,
    pub first: Vec<f32>,
    pub second: Vec<f32>,
    pub steps: u64,
    /// No weight may leave ±limit.
    pub limit: f32,
}

impl Optimiser {
    pub fn new(weights: Vec<f32>, limit: f32) -> Optimiser {
        Optimiser {
            first: vec![0.0; weights.len()],
            second: vec![0.0; weights.len()],
            weights,
            steps: 0,
            limit,
        }
    }

    /// One step along the mean of the gradients' sums, which are set to zero. The work is shared by as many
    /// threads as there are gradients.
    pub fn step(&mut self, gradients: &mut [Vec<f32>], samples: usize, rate: f32) {
        self.steps += 1;
        let power = self.steps.min(1_000_000) as i32;
        let correction = Correction {
            first: 1.0 - FIRST_DECAY.powi(power),
            second: 1.0 - SECOND_DECAY.powi(power),
            scale: 1.0 / samples.max(1) as f32,
            rate,
            limit: self.limit,
        };
        let (sum, others) = match gradients {
            [sum, others @ ..] => (sum, others),
            [] => return,
        };
        let part = self.weights.len().div_ceil(others.len() + 1).max(1);
        let mut rest: Vec<_> = others.iter_mut().map(|g| g.chunks_mut(part)).collect();
        std::thread::scope(|scope| {
            let pieces = self
                .weights
                .chunks_mut(part)
                .zip(self.first.chunks_mut(part))
                .zip(self.second.chunks_mut(part))
                .zip(sum.chunks_mut(part));
            for (((weights, first), second), sum) in pieces {
                let others: Vec<&mut [f32]> = rest.iter_mut().filter_map(Iterator::next).collect();
                scope.spawn(move || {
                    for other in others {
                        for (sum, other) in sum.iter_mut().zip(other) {
                            *sum += std::mem::take(other);
                        }
                    }
                    correction.apply(weights, first, second, sum);
                });
            }
        });
    }
}

#[derive(Clone, Copy)]
struct Correction {
    first: f32,
    second: f32,
    scale: f32,
    rate: f32,
    limit: f32,
}

impl Correction {
    fn apply(self, weights: &mut [f32], first: &mut [f32], second: &mut [f32], sum: &mut [f32]) {
        let moments = first.iter_mut().zip(second);
        for ((weight, (m, v)), sum) in weights.iter_mut().zip(moments).zip(sum) {
            let gradient = std::mem::take(sum) * self.scale;
            *m = FIRST_DECAY * *m + (1.0 - FIRST_DECAY) * gradient;
            *v = SECOND_DECAY * *v + (1.0 - SECOND_DECAY) * gradient * gradient;
            let step = (*m / self.first) / ((*v / self.second).sqrt() + EPSILON);
            *weight -= self.rate * (step + WEIGHT_DECAY * *weight);
            *weight = weight.clamp(-self.limit, self.limit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_finds_the_bottom_of_a_bowl() {
        let mut optimiser = Optimiser::new(vec![1.5, -1.5, 0.1], 1.9);
        let goal = [0.5, -0.2, 1.0];
        for _ in 0..3000 {
            let gradient: Vec<f32> = (0..3).map(|i| optimiser.weights[i] - goal[i]).collect();
            let mut halves = [
                gradient.iter().map(|g| g * 0.25).collect(),
                gradient.iter().map(|g| g * 0.75).collect(),
            ];
            optimiser.step(&mut halves, 1, 0.01);
            assert!(halves.iter().flatten().all(|&g: &f32| g == 0.0));
        }
        for (weight, goal) in optimiser.weights.iter().zip(goal) {
            assert!((weight - goal).abs() < 0.05, "{weight} {goal}");
        }
    }

    #[test]
    fn weights_stay_within_their_limit() {
        let mut optimiser = Optimiser::new(vec![0.0], 0.5);
        for _ in 0..500 {
            optimiser.step(&mut [vec![-1.0]], 1, 0.1);
        }
        assert_eq!(optimiser.weights, [0.5]);
    }
}
