//! Ends games early whose result is clear, by what both sides say.

use crate::seat::Seat;

pub use regence_core::game::{Adjudication as Rules, DrawRule, WinRule};

/// A decision of the referee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Nobody: a draw.
    pub winner: Option<Seat>,
    pub reason: &'static str,
}

/// The scores of one game, as far as they matter.
#[derive(Clone, Copy, Debug)]
pub struct Judge {
    rules: Rules,
    /// Plies in a row in which the first seat, the second and nobody were ahead.
    ahead: [usize; 2],
    level: usize,
}

impl Judge {
    pub fn new(rules: Rules) -> Judge {
        Judge {
            rules,
            ahead: [0; 2],
            level: 0,
        }
    }

    /// Hears the score of a move (for the side that made it, if it told one) after `plies` plies of the whole game.
    pub fn decide(&mut self, seat: Seat, score: Option<i32>, plies: usize) -> Option<Decision> {
        let run = |run: usize, goes_on: bool| if goes_on { run + 1 } else { 0 };
        let score = score.map(|score| match seat {
            Seat::First => score,
            Seat::Second => -score,
        });
        if let Some(rule) = self.rules.win {
            self.ahead[0] = run(self.ahead[0], score.is_some_and(|s| s >= rule.score));
            self.ahead[1] = run(self.ahead[1], score.is_some_and(|s| s <= -rule.score));
            for seat in Seat::BOTH {
                if self.ahead[seat.index()] >= rule.plies {
                    return Some(Decision {
                        winner: Some(seat),
                        reason: "adjudicated: both sides agree on a win",
                    });
                }
            }
        }
        if let Some(rule) = self.rules.draw {
            let is_level = score.is_some_and(|s| s.abs() <= rule.score) && plies >= rule.from;
            self.level = run(self.level, is_level);
            if self.level >= rule.plies {
                return Some(Decision {
                    winner: None,
                    reason: "adjudicated: both sides agree on a draw",
                });
            }
        }
        (plies >= self.rules.longest).then_some(Decision {
            winner: None,
            reason: "adjudicated: the longest game is reached",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge() -> Judge {
        Judge::new(Rules {
            draw: Some(DrawRule {
                from: 20,
                plies: 4,
                score: 5,
            }),
            win: Some(WinRule {
                plies: 4,
                score: 500,
            }),
            longest: 200,
        })
    }

    fn seat(ply: usize) -> Seat {
        Seat::BOTH[ply % 2]
    }

    #[test]
    fn both_sides_must_agree_on_a_win() {
        let mut alone = judge();
        for ply in 0..40 {
            let score = if ply % 2 == 0 { 900 } else { -400 };
            assert_eq!(alone.decide(seat(ply), Some(score), ply), None);
        }
        let mut both = judge();
        for ply in 0..3 {
            let score = if ply % 2 == 0 { -900 } else { 600 };
            assert_eq!(both.decide(seat(ply), Some(score), ply), None);
        }
        let decision = both.decide(seat(3), Some(700), 3).unwrap();
        assert_eq!(decision.winner, Some(Seat::Second));
    }

    #[test]
    fn a_move_without_a_score_breaks_the_run() {
        let mut both = judge();
        let scores = [Some(800), Some(-800), None, Some(-800), Some(800)];
        for (ply, score) in scores.into_iter().enumerate() {
            assert_eq!(both.decide(seat(ply), score, ply), None);
        }
        assert_eq!(both.decide(Seat::Second, Some(-800), 5), None);
        assert!(both.decide(Seat::First, Some(800), 6).is_some());
    }

    #[test]
    fn draws_are_called_late_and_long_games_end() {
        let mut level = judge();
        for ply in 0..23 {
            assert_eq!(level.decide(seat(ply), Some(-5), ply), None, "{ply}");
        }
        assert_eq!(level.decide(seat(23), Some(0), 23).unwrap().winner, None);
        let end = judge().decide(Seat::First, Some(100), 200).unwrap();
        assert!(end.reason.contains("longest"));
    }
}
