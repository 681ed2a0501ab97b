//! How the learning rate falls in the course of a run.

/// The shapes to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Schedule {
    /// A half cosine to a hundredth
    Cosine,
    /// A straight line to a hundredth
    Linear,
    /// Three tenths after every quarter
    Steps,
    /// The same rate to the end
    Constant,
}

/// What is left of the rate at the end.
const LOWEST: f32 = 0.01;
/// The share of a run in which the rate rises from nothing: the first moments are of few samples.
const WARM_UP: f32 = 0.005;

impl Schedule {
    /// The share of the rate after a share of the run.
    pub fn at(self, done: f32) -> f32 {
        let warm = (done / WARM_UP).clamp(0.01, 1.0);
        let falling = |share: f32| LOWEST + (1.0 - LOWEST) * share;
        warm * match self {
            Schedule::Cosine => falling(0.5 * (1.0 + (std::f32::consts::PI * done).cos())),
            Schedule::Linear => falling(1.0 - done),
            Schedule::Steps => 0.3f32.powi((4.0 * done) as i32),
            Schedule::Constant => 1.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_rise_quickly_and_fall_to_their_end() {
        let near = |schedule: Schedule, done, expected: f32| {
            let found = schedule.at(done);
            assert!(
                (found - expected).abs() < 1e-3,
                "{schedule:?} {done}: {found}"
            );
        };
        for schedule in [Schedule::Cosine, Schedule::Linear, Schedule::Steps] {
            near(schedule, 0.0, 0.01);
            assert!(schedule.at(WARM_UP) > 0.99);
            assert!(schedule.at(0.3) > schedule.at(0.6));
        }
        near(Schedule::Cosine, 1.0, 0.01);
        near(Schedule::Cosine, 0.5, 0.505);
        near(Schedule::Linear, 0.75, 0.2575);
        near(Schedule::Steps, 0.3, 0.3);
        near(Schedule::Steps, 0.9, 0.027);
        near(Schedule::Constant, 1.0, 1.0);
    }
}
