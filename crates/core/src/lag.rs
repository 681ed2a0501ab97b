//! What a machine that is busy with other programs costs beyond what a search plans for.
//!
//! Two things are seen of it: the search finds that between two looks at the clock far more time has gone by than its
//! nodes take, and the next clock that the referee tells is lower than what we left it at. The longest of late is planned
//! for as overhead, and fades.

use crate::limits::{Limits, Remaining};
use std::time::Duration;

/// Less than this is the pace of a slow search, or the way to the referee as `Request::overhead` has it.
const NOTICED: Duration = Duration::from_millis(5);
/// More is not planned for: nothing helps against a machine that stands still.
const LONGEST: Duration = Duration::from_millis(100);
/// More than this is no delay: the referee has set its clock anew.
const CREDIBLE: Duration = Duration::from_secs(1);
/// What is left of it after each move.
const FADING: f64 = 0.98;

/// The delays of late.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lag {
    longest: Duration,
    answered: Option<Answered>,
}

/// What is expected of the clock at the next move.
#[derive(Clone, Copy, Debug)]
struct Answered {
    moves_played: u32,
    left: Duration,
}

impl Lag {
    /// The delay to plan for.
    pub fn expected(&self) -> Duration {
        self.longest
    }

    /// A search begins by this clock, after so many moves of our own.
    pub fn begin(&mut self, limits: &Limits, moves_played: u32) {
        let Some(clock) = running(limits) else { return };
        self.longest = self.longest.mul_f64(FADING);
        if let Some(last) = self.answered.take()
            && moves_played == last.moves_played + 1
        {
            let lost = last.left.saturating_sub(clock.time);
            if lost <= CREDIBLE {
                self.note(lost);
            }
        }
    }

    /// It ends after so much time, and once stood still for `stall`.
    pub fn end(&mut self, limits: &Limits, moves_played: u32, used: Duration, stall: Duration) {
        let Some(clock) = running(limits) else { return };
        self.note(stall);
        let left = clock.time.saturating_sub(used) + clock.increment;
        self.answered = Some(Answered { moves_played, left });
    }

    fn note(&mut self, delay: Duration) {
        if delay >= NOTICED {
            self.longest = self.longest.max(delay.min(LONGEST));
        }
    }
}

/// The clock, where it runs while we search.
fn running(limits: &Limits) -> Option<Remaining> {
    limits.clock.filter(|_| !limits.infinite && !limits.ponder)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn clock(left: u64) -> Limits {
        Limits {
            clock: Some(Remaining {
                time: ms(left),
                increment: ms(2),
                moves_to_go: None,
            }),
            ..Limits::default()
        }
    }

    /// The delay that is expected at the second move, which has `left` on its clock; the first used 10 ms of 200.
    fn expected(left: u64, moves_played: u32, stall: u64) -> Duration {
        let mut lag = Lag::default();
        lag.begin(&clock(200), 7);
        assert_eq!(lag.expected(), Duration::ZERO);
        lag.end(&clock(200), 7, ms(10), ms(stall));
        lag.begin(&clock(left), moves_played);
        lag.expected()
    }

    #[test]
    fn what_the_clock_has_lost_between_two_moves_is_expected_again() {
        assert_eq!(expected(162, 8, 0), ms(30));
        assert_eq!(expected(188, 8, 0), Duration::ZERO, "4 ms are not noticed");
        assert_eq!(expected(192, 8, 0), Duration::ZERO);
        assert_eq!(expected(400, 8, 0), Duration::ZERO, "the clock was raised");
        assert_eq!(expected(162, 9, 0), Duration::ZERO, "a move lies between");
        assert_eq!(expected(162, 1, 0), Duration::ZERO, "another game");
        assert_eq!(expected(20, 8, 0), LONGEST);
    }

    #[test]
    fn a_clock_that_was_set_anew_is_no_delay() {
        let mut lag = Lag::default();
        lag.end(&clock(60_000), 7, ms(10), Duration::ZERO);
        lag.begin(&clock(5_000), 8);
        assert_eq!(lag.expected(), Duration::ZERO);
    }

    #[test]
    fn stalls_count_and_fade() {
        assert_eq!(expected(192, 8, 4), Duration::ZERO);
        assert_eq!(expected(192, 8, 20), ms(20).mul_f64(FADING));
        assert_eq!(expected(192, 8, 5000), LONGEST.mul_f64(FADING));
        assert_eq!(expected(162, 8, 20), ms(30), "the longest counts");
    }

    #[test]
    fn where_no_clock_runs_nothing_is_noted() {
        let pondering = Limits {
            ponder: true,
            ..clock(200)
        };
        let analysis = Limits {
            infinite: true,
            ..clock(200)
        };
        for limits in [pondering, analysis, Limits::to_depth(3)] {
            let mut lag = Lag::default();
            lag.end(&limits, 7, ms(10), ms(50));
            lag.begin(&clock(100), 8);
            assert_eq!(lag.expected(), Duration::ZERO, "{limits:?}");
        }
    }
}
