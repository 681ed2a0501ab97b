//! Why a game was lost: from plain data, so that it is tested without games.

use super::loss::Loss;
use crate::games::read::{Noted, Played};

/// What cost the point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    Time,
    Fault,
    ClockUnused,
    LessDepth,
    ZeroBelieved,
    Missed,
    Evaluation,
    Opening,
    Horizon,
    Drift,
}

impl Cause {
    pub const ALL: &'static [Cause] = &[
        Cause::Time,
        Cause::Fault,
        Cause::ClockUnused,
        Cause::LessDepth,
        Cause::ZeroBelieved,
        Cause::Missed,
        Cause::Evaluation,
        Cause::Opening,
        Cause::Horizon,
        Cause::Drift,
    ];

    /// The cause in a sentence.
    pub const fn text(self) -> &'static str {
        match self {
            Cause::Time => "it overstepped its time",
            Cause::Fault => "an illegal move, a crash or silence",
            Cause::ClockUnused => {
                "it left its clock unused, and so searched less deeply than its opponent"
            }
            Cause::LessDepth => "it searched less deeply than its opponent in about the same time",
            Cause::ZeroBelieved => {
                "it believed a score of exactly 0, as interrupted searches give it"
            }
            Cause::Missed => {
                "it searched deeper than is needed to see the loss, and did not see it"
            }
            Cause::Evaluation => {
                "its evaluation took bad positions for good ones long before the loss"
            }
            Cause::Opening => "it was lost out of the opening",
            Cause::Horizon => "the loss lay deeper than it searched",
            Cause::Drift => "no single move lost it: it was outplayed little by little",
        }
    }

    /// Where to look.
    pub const fn cure(self) -> &'static str {
        match self {
            Cause::Time => "regence-lab doctor ENGINE --only clock,words",
            Cause::Fault => "regence-lab doctor ENGINE --only legality,state,endurance",
            Cause::ClockUnused => {
                "the formula of the budget: regence-lab doctor ENGINE --only clock"
            }
            Cause::LessDepth => {
                "speed, move ordering and pruning: nodes for each depth beside those of a stronger engine"
            }
            Cause::ZeroBelieved => "regence-lab doctor ENGINE --only interruption",
            Cause::Missed => "regence-lab doctor ENGINE --only pruning,table,interruption",
            Cause::Evaluation => "regence-lab doctor ENGINE --only evaluation,score",
            Cause::Opening => "openings with varied starts, or a book",
            Cause::Horizon => "more depth: extensions, move ordering, speed",
            Cause::Drift => "the evaluation of quiet positions",
        }
    }
}

/// What a cause is judged by.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts {
    pub on_time: bool,
    pub by_fault: bool,
    /// Mean depths, and mean seconds a move: the player's and the opponent's.
    pub depth: Option<(f64, f64)>,
    pub time: Option<(f64, f64)>,
    /// The move that lost.
    pub decided: Option<Decided>,
    /// Own moves up to the loss in which it thought 1.50 better of itself than the reference, in per cent.
    pub optimism: f64,
}

/// What is known of the move that lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Decided {
    pub ply: usize,
    /// The depth that was searched, and the one at which the reference sees it.
    pub own_depth: Option<u32>,
    pub seen_at: Option<u32>,
    /// Its own score there, and at its move before.
    pub own_score: Option<i32>,
    pub score_before: Option<i32>,
}

/// The plies that are an opening.
const OPENING: usize = 20;
/// A score of 0 says something beside one that is so far away.
const FAR: i32 = 150;

impl Facts {
    pub fn of(game: &Played, loss: Option<&Loss>) -> Facts {
        let own = |noted: &&Noted| noted.color == game.color;
        let mean = |values: Vec<f64>| {
            let count = values.len();
            (count >= 3).then(|| values.into_iter().sum::<f64>() / count as f64)
        };
        let depths = |wanted: bool| {
            let moves = game.moves.iter().filter(|noted| own(noted) == wanted);
            let deep = moves.filter(|noted| noted.score.is_none_or(|score| score.abs() < 3000));
            mean(
                deep.filter_map(|noted| noted.depth.filter(|d| *d > 0))
                    .map(f64::from)
                    .collect(),
            )
        };
        let times = |wanted: bool| {
            let moves = game.moves.iter().filter(|noted| own(noted) == wanted);
            mean(
                moves
                    .filter_map(|noted| noted.time)
                    .map(|time| time.as_secs_f64())
                    .collect(),
            )
        };
        let decided = loss.map(|loss| {
            let noted = &game.moves[loss.index];
            let earlier = game.own().filter(|(at, _)| *at < loss.index).last();
            Decided {
                ply: loss.index,
                own_depth: noted.depth,
                seen_at: loss.seen_at,
                own_score: noted.score,
                score_before: earlier.and_then(|(_, noted)| noted.score),
            }
        });
        let optimism = loss.map_or(0.0, |loss| {
            let upto = loss.course.iter().filter(|(at, _)| *at <= loss.index);
            let both: Vec<(i32, i32)> = upto
                .filter_map(|(at, reference)| Some((game.moves[*at].score?, *reference)))
                .collect();
            let proud = both
                .iter()
                .filter(|(own, reference)| own - reference >= FAR)
                .count();
            100.0 * proud as f64 / both.len().max(1) as f64
        });
        Facts {
            on_time: game.is_on_time(),
            by_fault: game.is_by_fault(),
            depth: depths(true).zip(depths(false)),
            time: times(true).zip(times(false)),
            decided,
            optimism,
        }
    }
}

/// The cause that fits best.
pub fn judge(facts: &Facts) -> Cause {
    if facts.on_time {
        return Cause::Time;
    }
    if facts.by_fault {
        return Cause::Fault;
    }
    if let Some(decided) = &facts.decided {
        let was_far = decided.score_before.is_some_and(|score| score.abs() >= FAR);
        if decided.own_score == Some(0) && was_far {
            return Cause::ZeroBelieved;
        }
    }
    let is_half_time = facts.time.is_some_and(|(own, other)| own < 0.55 * other);
    let is_shallow = facts.depth.is_some_and(|(own, other)| own < 0.8 * other);
    if is_half_time && facts.depth.is_none_or(|(own, other)| own < other) {
        return Cause::ClockUnused;
    }
    let Some(decided) = &facts.decided else {
        return if is_shallow {
            Cause::LessDepth
        } else {
            Cause::Drift
        };
    };
    let sees = |surplus: u32| {
        let both = decided.own_depth.zip(decided.seen_at);
        both.is_some_and(|(own, seen)| own >= seen + surplus)
    };
    if facts.optimism >= 40.0 {
        return Cause::Evaluation;
    }
    if sees(2) {
        return Cause::Missed;
    }
    if is_shallow {
        return Cause::LessDepth;
    }
    if decided.ply <= OPENING {
        return Cause::Opening;
    }
    Cause::Horizon
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts() -> Facts {
        Facts {
            depth: Some((10.0, 10.5)),
            time: Some((0.2, 0.2)),
            decided: Some(Decided {
                ply: 50,
                own_depth: Some(9),
                seen_at: Some(11),
                own_score: Some(30),
                score_before: Some(35),
            }),
            ..Facts::default()
        }
    }

    fn decided(change: impl Fn(&mut Decided)) -> Facts {
        let mut facts = facts();
        facts.decided.as_mut().map(change);
        facts
    }

    #[test]
    fn each_cause_has_its_facts() {
        assert_eq!(judge(&facts()), Cause::Horizon);
        let late = Facts {
            on_time: true,
            ..facts()
        };
        assert_eq!(judge(&late), Cause::Time);
        let broken = Facts {
            by_fault: true,
            ..facts()
        };
        assert_eq!(judge(&broken), Cause::Fault);
        let hasty = Facts {
            time: Some((0.03, 0.25)),
            depth: Some((5.2, 6.5)),
            ..facts()
        };
        assert_eq!(judge(&hasty), Cause::ClockUnused);
        let shallow = Facts {
            depth: Some((5.2, 10.0)),
            ..facts()
        };
        assert_eq!(judge(&shallow), Cause::LessDepth);
        let proud = Facts {
            optimism: 60.0,
            ..facts()
        };
        assert_eq!(judge(&proud), Cause::Evaluation);
        assert_eq!(
            judge(&Facts {
                decided: None,
                ..facts()
            }),
            Cause::Drift
        );
        assert_eq!(judge(&decided(|one| one.seen_at = Some(7))), Cause::Missed);
        assert_eq!(judge(&decided(|one| one.seen_at = Some(8))), Cause::Horizon);
        assert_eq!(judge(&decided(|one| one.ply = 12)), Cause::Opening);
        let zero = decided(|one| {
            one.own_score = Some(0);
            one.score_before = Some(-400);
        });
        assert_eq!(judge(&zero), Cause::ZeroBelieved);
        let level = decided(|one| one.own_score = Some(0));
        assert_eq!(judge(&level), Cause::Horizon);
    }
}
