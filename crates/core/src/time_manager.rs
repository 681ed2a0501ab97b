//! The time manager: pure functions from the limits and the progress so far to a budget.

use crate::limits::{Limits, Remaining};
use std::time::Duration;

/// How long a search may take. `None` means without limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Budget {
    /// No new iteration begins after this, scaled by how the search goes.
    pub soft: Option<Duration>,
    /// The running iteration is cut off at this.
    pub hard: Option<Duration>,
    /// How the soft budget is scaled.
    pub pace: Pace,
}

/// How freely a game's search deals with its clock. All in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// The soft budget, of an even share of what is left.
    pub plan: i32,
    /// The hard limit, of the soft budget.
    pub hard: i32,
    /// The soft budget is scaled by how the search goes: never below this,
    pub least: i32,
    /// and never above this.
    pub most: i32,
    /// How much a best move counts that has changed, or has not.
    pub stability: i32,
    /// How much a score counts that falls.
    pub falling: i32,
    /// How much the share of nodes counts that went into the best move.
    pub effort: i32,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace {
            plan: 100,
            hard: 160,
            least: 66,
            most: 150,
            stability: 100,
            falling: 100,
            effort: 70,
        }
    }
}

/// Moves that a game is planned to last beyond the present one: many at first, fewer later.
const HORIZON_FIRST: f64 = 22.0;
const HORIZON_LAST: f64 = 16.0;
/// The move number at which the horizon stops shrinking.
const HORIZON_MOVES: f64 = 10.0;
/// Overheads that are never planned for: a machine that stumbles must not cost the game.
const RESERVE: f64 = 5.0;
/// Delays of a busy machine that are never planned for: one is likely in any move.
const RESERVE_OF_LAG: f64 = 8.0;
/// This share of what is left is spared for moves, whatever should be in reserve; less where delays are seen.
const LEAST: f64 = 0.1;
const LEAST_BUSY: f64 = 0.03;
/// Share of the increment that is spent; the rest builds a reserve.
const INCREMENT_SHARE: f64 = 0.75;
/// With fewer increments left than this, less of them is spent: a machine that pauses must not cost the game.
const LOW_INCREMENTS: f64 = 8.0;
/// The share of the nodes that the best move usually takes: more than that saves time, less costs it.
const USUAL_SHARE: f64 = 0.714;
/// Never more than this share of what is left, whatever the other figures say.
const MAX_SHARE: f64 = 0.5;

/// What a move may cost beyond its search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Delays {
    /// The time that may be lost between us and the referee, as the user states it.
    pub overhead: Duration,
    /// The delay that the machine has shown of late (see [`lag`](crate::lag)).
    pub lag: Duration,
}

impl Delays {
    /// This overhead, on a machine that has shown no delays.
    pub const fn of(overhead: Duration) -> Delays {
        Delays {
            overhead,
            lag: Duration::ZERO,
        }
    }
}

/// The budget of one search; `moves_played` counts our own moves in the game.
pub fn budget(limits: &Limits, delays: Delays, moves_played: u32, pace: Pace) -> Budget {
    if limits.infinite {
        return Budget::default();
    }
    let mut budget = match limits.clock {
        Some(clock) => by_clock(clock, delays, moves_played, pace),
        None => Budget::default(),
    };
    if let Some(time) = limits.move_time {
        // A fixed time is meant to be used: give up at most a twentieth of it for the overhead.
        let limit = time - delays.overhead.min(time / 20);
        budget.hard = Some(budget.hard.map_or(limit, |hard| hard.min(limit)));
    }
    budget
}

fn by_clock(clock: Remaining, delays: Delays, moves_played: u32, pace: Pace) -> Budget {
    let Delays { overhead, lag } = delays;
    let left = clock.time.saturating_sub(overhead.max(lag)).as_secs_f64();
    let reserve = (RESERVE * overhead.as_secs_f64()).max(RESERVE_OF_LAG * lag.as_secs_f64());
    // What the machine takes of each increment is not there to be spent.
    let (least, is_busy) = if lag > overhead {
        (LEAST_BUSY, true)
    } else {
        (LEAST, false)
    };
    let spare = (left - reserve).max(least * left);
    let for_increments = if is_busy { spare } else { left };
    let increment = clock.increment.as_secs_f64();
    let planned = match clock.moves_to_go {
        // Keep a little over for the last move before the control.
        Some(moves) => left / (f64::from(moves.max(1)) + 0.5) + INCREMENT_SHARE * increment,
        None => {
            spare / horizon(moves_played)
                + INCREMENT_SHARE * increment.min(for_increments / LOW_INCREMENTS)
        }
    };
    let planned = percent(pace.plan) * planned;
    let most = match clock.moves_to_go {
        Some(1) => 0.9 * left,
        _ => MAX_SHARE * left,
    };
    Budget {
        soft: Some(seconds(planned.min(most))),
        hard: Some(seconds((percent(pace.hard) * planned).min(most))),
        pace,
    }
}

fn horizon(moves_played: u32) -> f64 {
    let done = (f64::from(moves_played) / HORIZON_MOVES).min(1.0);
    HORIZON_FIRST + (HORIZON_LAST - HORIZON_FIRST) * done
}

fn percent(value: i32) -> f64 {
    f64::from(value) / 100.0
}

/// A duration from any number of seconds; clocks of a thousand years are cut to a day.
fn seconds(value: f64) -> Duration {
    Duration::from_secs_f64(value.clamp(0.0, 86_400.0))
}

/// What the time manager knows when an iteration ends.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Progress {
    /// The finished depth.
    pub depth: i32,
    /// Iterations in a row that kept the best move.
    pub stable_for: u32,
    /// Centipawns that the score has fallen since the iteration before (negative: risen).
    pub drop: i32,
    /// Share of the nodes that went into the best move, 0 to 1.
    pub best_share: f64,
    /// There is only one legal move.
    pub forced: bool,
}

/// How much of the soft budget to use: more while the best move or the score is unstable, less
/// when one move has taken most of the effort for long.
pub fn scale(progress: &Progress, pace: Pace) -> f64 {
    let weighed = |weight: i32, deviation: f64| 1.0 + percent(weight) * deviation;
    let stability: f64 = match progress.stable_for {
        0 => 1.35,
        1 => 1.15,
        2 => 1.0,
        3 => 0.92,
        _ => 0.85,
    };
    let stability = weighed(pace.stability, stability - 1.0);
    let falling = weighed(
        pace.falling,
        f64::from(progress.drop.clamp(-20, 60)) / 150.0,
    );
    let effort = weighed(
        pace.effort,
        USUAL_SHARE - progress.best_share.clamp(0.0, 1.0),
    );
    let least = percent(pace.least);
    (stability * falling * effort).clamp(least, percent(pace.most).max(least))
}

impl Budget {
    /// Whether to answer now rather than begin another iteration.
    pub fn is_spent(&self, elapsed: Duration, progress: &Progress) -> bool {
        let Some(soft) = self.soft else {
            return self.hard.is_some_and(|hard| elapsed >= hard);
        };
        // A forced move needs no thought under a clock, only a score to show.
        if progress.forced && progress.depth >= 4 {
            return true;
        }
        elapsed >= soft.mul_f64(scale(progress, self.pace))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(10);

    fn budget(limits: &Limits, overhead: Duration, moves_played: u32) -> Budget {
        super::budget(limits, Delays::of(overhead), moves_played, Pace::default())
    }

    fn scale(progress: &Progress) -> f64 {
        super::scale(progress, Pace::default())
    }

    fn clock(time_ms: u64, inc_ms: u64, moves_to_go: Option<u32>) -> Limits {
        Limits {
            clock: Some(Remaining {
                time: Duration::from_millis(time_ms),
                increment: Duration::from_millis(inc_ms),
                moves_to_go,
            }),
            ..Limits::default()
        }
    }

    fn progresses() -> Vec<Progress> {
        let mut all = Vec::new();
        for stable_for in 0..8 {
            for drop in [-500, -20, 0, 20, 500] {
                for best_share in [0.0, 0.5, 1.0] {
                    all.push(Progress {
                        depth: 9,
                        stable_for,
                        drop,
                        best_share,
                        forced: false,
                    });
                }
            }
        }
        all
    }

    #[test]
    fn unstable_searches_get_more_time() {
        let calm = Progress {
            depth: 9,
            stable_for: 5,
            drop: 0,
            best_share: 0.8,
            forced: false,
        };
        let changed = Progress {
            stable_for: 0,
            ..calm
        };
        let falling = Progress { drop: 40, ..calm };
        let doubtful = Progress {
            best_share: 0.2,
            ..calm
        };
        for worse in [changed, falling, doubtful] {
            assert!(scale(&worse) > scale(&calm), "{worse:?}");
        }
    }

    #[test]
    fn a_pace_is_kept_number_by_number() {
        let limits = clock(10_000, 0, None);
        let even = super::budget(&limits, Delays::of(OVERHEAD), 0, Pace::default());
        let pace = Pace {
            plan: 50,
            hard: 300,
            ..Pace::default()
        };
        let half = super::budget(&limits, Delays::of(OVERHEAD), 0, pace);
        let ratio = |a: Option<Duration>, b: Option<Duration>| {
            (100.0 * a.unwrap().as_secs_f64() / b.unwrap().as_secs_f64()).round() as i32
        };
        assert_eq!(ratio(half.soft, even.soft), 50);
        assert_eq!(ratio(half.hard, half.soft), 300);
        assert_eq!(half.pace, pace);

        let deaf = Pace {
            stability: 0,
            falling: 0,
            effort: 0,
            ..pace
        };
        for progress in progresses() {
            assert!((super::scale(&progress, deaf) - 1.0).abs() < 1e-9);
        }
        let usual = Progress {
            depth: 9,
            stable_for: 2,
            best_share: USUAL_SHARE,
            ..Progress::default()
        };
        let hears = |pace: Pace, progress: Progress| super::scale(&progress, pace);
        let wide = |pace| Pace {
            least: 1,
            most: 1000,
            ..pace
        };
        let changed = Progress {
            stable_for: 0,
            ..usual
        };
        let stability = wide(Pace {
            stability: 200,
            ..deaf
        });
        assert!((hears(stability, changed) - 1.7).abs() < 1e-9);
        let fallen = Progress { drop: 30, ..usual };
        let falling = wide(Pace {
            falling: 200,
            ..deaf
        });
        assert!((hears(falling, fallen) - 1.4).abs() < 1e-9);
        let doubtful = Progress {
            best_share: USUAL_SHARE - 0.5,
            ..usual
        };
        let effort = wide(Pace {
            effort: 200,
            ..deaf
        });
        assert!((hears(effort, doubtful) - 2.0).abs() < 1e-9);
        let narrow = Pace {
            least: 90,
            most: 110,
            ..effort
        };
        assert!((hears(narrow, doubtful) - 1.1).abs() < 1e-9);
        let certain = Progress {
            best_share: 1.0,
            ..usual
        };
        assert!((hears(narrow, certain) - 0.9).abs() < 1e-9);
    }

    #[test]
    fn the_first_ten_moves_at_10_plus_01_use_300_to_900_ms() {
        // However each move goes, from always calm to always troubled, as long as the mean
        // stays near the plan.
        for progress in progresses() {
            let mut left = 10.0;
            for played in 0..10 {
                let b = budget(&clock((left * 1000.0) as u64, 100, None), OVERHEAD, played);
                let (soft, hard) = (b.soft.unwrap(), b.hard.unwrap());
                let shortest = soft.mul_f64(scale(&progress));
                assert!(hard <= Duration::from_millis(900), "{hard:?}");
                assert!(
                    shortest >= Duration::from_millis(300),
                    "move {played}: {shortest:?} with {progress:?}"
                );
                left += 0.1 - soft.as_secs_f64();
            }
        }
    }

    #[test]
    fn a_game_never_flags_even_if_every_move_runs_to_the_hard_limit() {
        for (base, inc) in [(1000, 10), (10_000, 100), (100, 0), (60_000, 0), (50, 1)] {
            let mut left = Duration::from_millis(base);
            for played in 0..400 {
                let limits = clock(left.as_millis() as u64, inc, None);
                let hard = budget(&limits, OVERHEAD, played).hard.unwrap();
                assert!(hard < left || left.is_zero(), "{base}+{inc} move {played}");
                left = left - hard + Duration::from_millis(inc);
            }
        }
    }

    #[test]
    fn a_short_clock_keeps_a_reserve_for_a_machine_that_stumbles() {
        // 1+0.01 until the clock no longer falls: what is left then covers several overheads.
        let mut left = Duration::from_millis(1000);
        for played in 0..300 {
            let limits = clock(left.as_millis() as u64, 10, None);
            let soft = budget(&limits, OVERHEAD, played).soft.unwrap();
            left = left - soft + Duration::from_millis(10);
        }
        assert!(left >= 7 * OVERHEAD, "{left:?}");
    }

    /// A machine that takes 12 ms of each move, and now and then 60.
    #[test]
    fn a_busy_machine_gets_moves_that_its_delays_leave_time_for() {
        let lag = Duration::from_millis(60);
        let mut left = Duration::from_millis(1000);
        for played in 0..60 {
            let limits = clock(left.as_millis() as u64, 10, None);
            let delays = Delays {
                overhead: OVERHEAD,
                lag,
            };
            let soft = super::budget(&limits, delays, played, Pace::default()).soft;
            let delay = if played % 10 == 9 { 60 } else { 12 };
            left = left.saturating_sub(soft.unwrap() + Duration::from_millis(delay))
                + Duration::from_millis(10);
            assert!(left > lag, "move {played}: {left:?}");
        }
        // Less than the overhead is planned for already.
        let limits = clock(1000, 10, None);
        let (small, none) = (OVERHEAD / 3, Duration::ZERO);
        let soft = |lag| {
            let delays = Delays {
                overhead: OVERHEAD,
                lag,
            };
            super::budget(&limits, delays, 0, Pace::default())
        };
        assert_eq!(soft(small), soft(none));
    }

    #[test]
    fn a_control_of_many_moves_is_shared_among_them() {
        let mut left = Duration::from_secs(40);
        for moves in (1..=40).rev() {
            let limits = clock(left.as_millis() as u64, 0, Some(moves));
            let soft = budget(&limits, OVERHEAD, 40 - moves).soft.unwrap();
            assert!(soft < left);
            assert!(moves < 20 || soft > Duration::from_millis(500));
            left -= soft;
        }
    }

    #[test]
    fn odd_clocks_give_small_but_sane_budgets() {
        for (time, inc, moves) in [
            (0, 0, None),
            (1, 0, None),
            (0, 1000, None),
            (5, 0, Some(0)),
            (1, 0, Some(1)),
            (u64::MAX / 2_000_000, u64::MAX / 2_000_000, None),
        ] {
            for progress in progresses() {
                let b = budget(&clock(time, inc, moves), OVERHEAD, 0);
                assert!(b.soft.unwrap() <= Duration::from_millis(time.max(1)));
                assert!(b.hard.unwrap() <= Duration::from_millis(time.max(1)));
                b.is_spent(Duration::MAX, &progress);
            }
        }
    }

    #[test]
    fn move_time_is_used_almost_whole_and_never_exceeded() {
        for ms in [1, 5, 50, 100, 1000, 60_000] {
            let time = Duration::from_millis(ms);
            let b = budget(&Limits::for_time(time), OVERHEAD, 0);
            let hard = b.hard.unwrap();
            assert!(hard <= time && hard >= time.mul_f64(0.94), "{hard:?}");
            assert_eq!(b.soft, None);
            assert!(!b.is_spent(hard / 2, &Progress::default()));
        }
    }

    #[test]
    fn without_a_clock_there_is_no_budget() {
        assert_eq!(budget(&Limits::infinite(), OVERHEAD, 0), Budget::default());
        assert_eq!(budget(&Limits::to_depth(9), OVERHEAD, 0), Budget::default());
        let infinite_with_clock = Limits {
            infinite: true,
            ..clock(1000, 0, None)
        };
        assert_eq!(budget(&infinite_with_clock, OVERHEAD, 0), Budget::default());
    }

    #[test]
    fn a_forced_move_is_played_at_once_under_a_clock_only() {
        let forced = Progress {
            depth: 4,
            forced: true,
            ..Progress::default()
        };
        let by_clock = budget(&clock(60_000, 0, None), OVERHEAD, 0);
        assert!(by_clock.is_spent(Duration::ZERO, &forced));
        let fixed = budget(&Limits::for_time(Duration::from_secs(1)), OVERHEAD, 0);
        assert!(!fixed.is_spent(Duration::ZERO, &forced));
    }
}
