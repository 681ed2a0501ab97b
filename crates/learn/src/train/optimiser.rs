//! AdamW: steps that adapt to each weight, and weights that fade when nothing holds them.
//!
//! With king buckets a row of the first layer is the sum of two: its own, and one that all buckets share (the factoriser).
//! What every place of the king has in common is learnt once, and each bucket learns only what is special; afterwards the
//! sums are the network. Only the optimiser knows of the two: everybody else sees the sums.

use super::loops::BLOCK;
use super::model::Layout;

/// The usual numbers.
const FIRST_DECAY: f32 = 0.9;
const SECOND_DECAY: f32 = 0.999;
const EPSILON: f32 = 1e-8;
const WEIGHT_DECAY: f32 = 0.01;

/// Numbers that are learnt, and what the optimiser remembers of each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Moments {
    pub values: Vec<f32>,
    pub first: Vec<f32>,
    pub second: Vec<f32>,
}

impl Moments {
    fn new(values: Vec<f32>) -> Moments {
        Moments {
            first: vec![0.0; values.len()],
            second: vec![0.0; values.len()],
            values,
        }
    }
}

/// The weights of a network in training.
#[derive(Clone, Debug, PartialEq)]
pub struct Optimiser {
    layout: Layout,
    /// What the network consists of.
    pub weights: Vec<f32>,
    /// The mean of the weights over the last steps, a network that is better than any of them.
    pub average: Vec<f32>,
    /// Each weight's own part.
    pub own: Moments,
    /// The rows that all king buckets share, column block after column block; empty with one bucket.
    pub shared: Moments,
    pub steps: u64,
}

/// How a step is made.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub rate: f32,
    /// Share of the average that stays.
    pub average: f32,
    /// Samples of the gradients.
    pub samples: usize,
}

impl Optimiser {
    /// A network that begins with these weights: the mean of all buckets is shared, the rest is each one's own.
    pub fn new(layout: Layout, weights: Vec<f32>) -> Optimiser {
        let mut own = weights.clone();
        let mut shared = Vec::new();
        let buckets = layout.shape.buckets().count();
        if buckets > 1 {
            for block in own.chunks_exact_mut(layout.block_len()) {
                let rows = &mut block[BLOCK..][..buckets * layout.shared_len()];
                shared.extend(take_out_mean(rows, layout.shared_len()));
            }
        }
        Optimiser {
            layout,
            average: weights.clone(),
            own: Moments::new(own),
            shared: Moments::new(shared),
            weights,
            steps: 0,
        }
    }

    /// A state from its parts; none if they do not fit the layout.
    pub fn from_parts(
        layout: Layout,
        steps: u64,
        [weights, average]: [Vec<f32>; 2],
        own: Moments,
        shared: Moments,
    ) -> Option<Optimiser> {
        let expected = Optimiser::new(layout, vec![0.0; layout.len()]);
        let fits = |a: &Moments, b: &Moments| {
            let lengths = |m: &Moments| [m.values.len(), m.first.len(), m.second.len()];
            lengths(a) == lengths(b)
        };
        let fits = weights.len() == layout.len()
            && average.len() == layout.len()
            && fits(&own, &expected.own)
            && fits(&shared, &expected.shared);
        fits.then_some(Optimiser {
            layout,
            weights,
            average,
            own,
            shared,
            steps,
        })
    }

    /// One step along the mean of the gradients' sums, which are set to zero. The work is shared by as many
    /// threads as there are gradients.
    pub fn step(&mut self, gradients: &mut [Vec<f32>], step: Step) {
        self.steps += 1;
        let power = self.steps.min(1_000_000) as i32;
        let adam = Adam {
            first: 1.0 - FIRST_DECAY.powi(power),
            second: 1.0 - SECOND_DECAY.powi(power),
            scale: 1.0 / step.samples.max(1) as f32,
            rate: step.rate,
            limit: Layout::limit(),
            // The first steps are a mean of what there is: far from the beginning as soon as possible.
            average: step.average.min(power as f32 / (power as f32 + 9.0)),
        };
        let threads = gradients.len();
        let mut parts: Vec<Vec<Part>> = (0..threads).map(|_| Vec::new()).collect();
        for (number, part) in self.parts(gradients).into_iter().enumerate() {
            if let Some(list) = parts.get_mut(number % threads.max(1)) {
                list.push(part);
            }
        }
        std::thread::scope(|scope| {
            for list in parts {
                scope.spawn(move || list.into_iter().for_each(|part| part.step(adam)));
            }
        });
    }

    /// The weights block by block, and at the end the output's bias.
    fn parts<'a>(&'a mut self, gradients: &'a mut [Vec<f32>]) -> Vec<Part<'a>> {
        let length = self.layout.block_len();
        let mut gradients: Vec<_> = gradients.iter_mut().map(|g| g.chunks_mut(length)).collect();
        let mut shared = self
            .shared
            .values
            .chunks_mut(self.layout.shared_len())
            .zip(self.shared.first.chunks_mut(self.layout.shared_len()))
            .zip(self.shared.second.chunks_mut(self.layout.shared_len()));
        let own = self
            .own
            .values
            .chunks_mut(length)
            .zip(self.own.first.chunks_mut(length))
            .zip(self.own.second.chunks_mut(length));
        let sums = self
            .weights
            .chunks_mut(length)
            .zip(self.average.chunks_mut(length));
        own.zip(sums)
            .map(|(((values, first), second), (weights, average))| Part {
                weights,
                average,
                own: MomentsMut {
                    values,
                    first,
                    second,
                },
                shared: shared.next().map(|((values, first), second)| MomentsMut {
                    values,
                    first,
                    second,
                }),
                gradients: gradients.iter_mut().filter_map(Iterator::next).collect(),
            })
            .collect()
    }
}

/// The mean of parts of one length, which is taken from each of them.
fn take_out_mean(parts: &mut [f32], length: usize) -> Vec<f32> {
    let mut mean = vec![0.0; length];
    let share = length as f32 / parts.len() as f32;
    for part in parts.chunks_exact(length) {
        for (mean, value) in mean.iter_mut().zip(part) {
            *mean += value * share;
        }
    }
    for part in parts.chunks_exact_mut(length) {
        for (mean, value) in mean.iter().zip(part) {
            *value -= mean;
        }
    }
    mean
}

struct MomentsMut<'a> {
    values: &'a mut [f32],
    first: &'a mut [f32],
    second: &'a mut [f32],
}

/// A block of columns in training.
struct Part<'a> {
    weights: &'a mut [f32],
    average: &'a mut [f32],
    own: MomentsMut<'a>,
    shared: Option<MomentsMut<'a>>,
    gradients: Vec<&'a mut [f32]>,
}

impl Part<'_> {
    fn step(mut self, adam: Adam) {
        let Some((sum, others)) = self.gradients.split_first_mut() else {
            return;
        };
        for other in others {
            for (sum, other) in sum.iter_mut().zip(other.iter_mut()) {
                *sum += std::mem::take(other);
            }
        }
        // The rows of all buckets begin behind the bias of the columns.
        let rows = BLOCK.min(sum.len());
        if let Some(shared) = &mut self.shared {
            let mut of_shared = vec![0.0; shared.values.len()];
            for bucket in sum[rows..].chunks_exact(of_shared.len()) {
                for (to, from) in of_shared.iter_mut().zip(bucket) {
                    *to += from;
                }
            }
            adam.apply(shared, &mut of_shared);
        }
        adam.apply(&mut self.own, sum);
        self.weights.copy_from_slice(self.own.values);
        if let Some(shared) = &self.shared {
            for bucket in self.weights[rows..].chunks_exact_mut(shared.values.len()) {
                for (weight, shared) in bucket.iter_mut().zip(&*shared.values) {
                    *weight = (*weight + shared).clamp(-adam.limit, adam.limit);
                }
            }
        }
        for (average, weight) in self.average.iter_mut().zip(&*self.weights) {
            *average += (1.0 - adam.average) * (*weight - *average);
        }
    }
}

#[derive(Clone, Copy)]
struct Adam {
    first: f32,
    second: f32,
    scale: f32,
    rate: f32,
    limit: f32,
    average: f32,
}

impl Adam {
    fn apply(self, moments: &mut MomentsMut, gradient: &mut [f32]) {
        let MomentsMut {
            values,
            first,
            second,
        } = moments;
        let moments = first.iter_mut().zip(second.iter_mut());
        for ((weight, (m, v)), sum) in values.iter_mut().zip(moments).zip(gradient) {
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
    use regence_nnue::{FEATURES, KingBuckets, Shape};

    fn layout(buckets: KingBuckets) -> Layout {
        let shape = Shape::new(32, buckets).expect("an allowed shape");
        Layout { shape }
    }

    fn step(rate: f32) -> Step {
        Step {
            rate,
            average: 0.99,
            samples: 1,
        }
    }

    #[test]
    fn it_finds_the_bottom_of_a_bowl() {
        let layout = layout(KingBuckets::ONE);
        let mut optimiser = Optimiser::new(layout, vec![1.5; layout.len()]);
        let goal = |index: usize| (index as f32 * 0.1).sin();
        for _ in 0..800 {
            let half = |share: f32| -> Vec<f32> {
                let weights = optimiser.weights.iter().enumerate();
                weights.map(|(i, w)| (w - goal(i)) * share).collect()
            };
            let mut halves = [half(0.25), half(0.75)];
            optimiser.step(&mut halves, step(0.01));
            assert!(halves.iter().flatten().all(|&g: &f32| g == 0.0));
        }
        for (index, weight) in optimiser.weights.iter().enumerate() {
            assert!((weight - goal(index)).abs() < 0.05, "{index}: {weight}");
            assert!((optimiser.average[index] - weight).abs() < 0.05);
        }
    }

    #[test]
    fn weights_stay_within_their_limit() {
        let layout = layout(KingBuckets::ONE);
        let mut optimiser = Optimiser::new(layout, vec![0.0; layout.len()]);
        for _ in 0..300 {
            optimiser.step(&mut [vec![-1.0; layout.len()]], step(0.1));
        }
        assert!(optimiser.weights.iter().all(|&w| w == Layout::limit()));
    }

    #[test]
    fn what_one_bucket_learns_the_others_learn_in_part() {
        let layout = layout(KingBuckets::FOUR);
        let mut optimiser = Optimiser::new(layout, vec![0.0; layout.len()]);
        assert_eq!(optimiser.shared.values.len(), FEATURES * 32);
        let mut gradient = vec![0.0; layout.len()];
        // A row of the second bucket.
        let row = BLOCK * (1 + FEATURES + 5);
        gradient[row..row + BLOCK].fill(-1.0);
        optimiser.step(&mut [gradient], step(0.01));
        let at = |bucket: usize, feature: usize| {
            optimiser.weights[BLOCK * (1 + bucket * FEATURES + feature)]
        };
        assert!((at(1, 5) - 0.02).abs() < 1e-4, "{}", at(1, 5));
        for bucket in [0, 2, 3] {
            assert!((at(bucket, 5) - 0.01).abs() < 1e-4, "{bucket}");
        }
        assert_eq!((at(1, 6), at(1, 4), optimiser.weights[0]), (0.0, 0.0, 0.0));
    }

    #[test]
    fn what_buckets_have_in_common_is_shared() {
        assert_eq!(take_out_mean(&mut [1.0, 5.0, 3.0, 5.0], 2), [2.0, 5.0]);
        let layout = layout(KingBuckets::FOUR);
        let optimiser = Optimiser::new(layout, vec![0.25; layout.len()]);
        assert!(optimiser.shared.values.iter().all(|&value| value == 0.25));
        let rows = &optimiser.own.values[BLOCK..][..4 * layout.shared_len()];
        assert!(rows.iter().all(|&value| value == 0.0));
        assert_eq!(optimiser.own.values[0], 0.25);
        assert_eq!(optimiser.own.values.last(), Some(&0.25));
    }

    #[test]
    fn the_average_follows_slowly() {
        let layout = layout(KingBuckets::ONE);
        let mut optimiser = Optimiser::new(layout, vec![0.0; layout.len()]);
        for _ in 0..100 {
            optimiser.step(&mut [vec![-1.0; layout.len()]], step(0.001));
        }
        let (weight, average) = (optimiser.weights[7], optimiser.average[7]);
        assert!(
            average > 0.3 * weight && average < 0.95 * weight,
            "{average}"
        );
    }
}
