//! Ends games early whose result is clear, by what both sides say.

use super::game::Seat;
use super::words::{number, read_pairs};
use crate::error::LabError;

/// When a game is called drawn: from this move on, so many moves of both sides, none above the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    pub from: usize,
    pub moves: usize,
    pub score: i32,
}

/// When a game is called lost: so many moves of both sides in a row beyond the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    pub moves: usize,
    pub score: i32,
}

/// All rules by which the referee ends games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    pub draw: Option<DrawRule>,
    pub resign: Option<ResignRule>,
    /// A game of more moves of each side is drawn.
    pub longest: usize,
}

impl DrawRule {
    pub fn parse(text: &str) -> Result<DrawRule, LabError> {
        let mut rule = DrawRule {
            from: 40,
            moves: 8,
            score: 10,
        };
        for (key, value) in read_pairs(text, "from=40,moves=8,score=10")? {
            match key.as_str() {
                "from" => rule.from = number(&key, &value)?,
                "moves" => rule.moves = number(&key, &value)?,
                "score" => rule.score = number(&key, &value)?,
                _ => return Err(unknown(&key, "from, moves and score")),
            }
        }
        Ok(rule)
    }
}

impl ResignRule {
    pub fn parse(text: &str) -> Result<ResignRule, LabError> {
        let mut rule = ResignRule {
            moves: 4,
            score: 600,
        };
        for (key, value) in read_pairs(text, "moves=4,score=600")? {
            match key.as_str() {
                "moves" => rule.moves = number(&key, &value)?,
                "score" => rule.score = number(&key, &value)?,
                _ => return Err(unknown(&key, "moves and score")),
            }
        }
        Ok(rule)
    }
}

fn unknown(key: &str, known: &str) -> LabError {
    LabError::new(format!("there is no '{key}' here; there are {known}"))
}

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
        if let Some(rule) = self.rules.resign {
            self.ahead[0] = run(self.ahead[0], score.is_some_and(|s| s >= rule.score));
            self.ahead[1] = run(self.ahead[1], score.is_some_and(|s| s <= -rule.score));
            for seat in Seat::BOTH {
                if self.ahead[seat.index()] >= 2 * rule.moves {
                    return Some(Decision {
                        winner: Some(seat),
                        reason: "adjudicated: both sides agree on a win",
                    });
                }
            }
        }
        if let Some(rule) = self.rules.draw {
            let is_level = score.is_some_and(|s| s.abs() <= rule.score) && plies >= 2 * rule.from;
            self.level = run(self.level, is_level);
            if self.level >= 2 * rule.moves {
                return Some(Decision {
                    winner: None,
                    reason: "adjudicated: both sides agree on a draw",
                });
            }
        }
        (plies >= 2 * self.rules.longest).then_some(Decision {
            winner: None,
            reason: "adjudicated: the longest game is reached",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(draw: &str, resign: &str) -> Judge {
        Judge::new(Rules {
            draw: Some(DrawRule::parse(draw).unwrap()),
            resign: Some(ResignRule::parse(resign).unwrap()),
            longest: 100,
        })
    }

    fn seat(ply: usize) -> Seat {
        Seat::BOTH[ply % 2]
    }

    #[test]
    fn both_sides_must_agree_on_a_win() {
        let mut alone = judge("score=10", "moves=2,score=500");
        for ply in 0..40 {
            let score = if ply % 2 == 0 { 900 } else { -400 };
            assert_eq!(alone.decide(seat(ply), Some(score), ply), None);
        }
        let mut both = judge("score=10", "moves=2,score=500");
        for ply in 0..3 {
            let score = if ply % 2 == 0 { -900 } else { 600 };
            assert_eq!(both.decide(seat(ply), Some(score), ply), None);
        }
        let decision = both.decide(seat(3), Some(700), 3).unwrap();
        assert_eq!(decision.winner, Some(Seat::Second));
    }

    #[test]
    fn a_move_without_a_score_breaks_the_run() {
        let mut both = judge("score=10", "moves=1,score=500");
        assert_eq!(both.decide(Seat::First, Some(800), 0), None);
        assert_eq!(both.decide(Seat::Second, None, 1), None);
        assert_eq!(both.decide(Seat::First, Some(800), 2), None);
        assert!(both.decide(Seat::Second, Some(-800), 3).is_some());
    }

    #[test]
    fn draws_are_called_late_and_long_games_end() {
        let mut level = judge("from=10,moves=2,score=5", "score=500");
        for ply in 0..23 {
            assert_eq!(level.decide(seat(ply), Some(-5), ply), None, "{ply}");
        }
        assert_eq!(level.decide(seat(23), Some(0), 23).unwrap().winner, None);
        let mut long = judge("score=5", "score=500");
        let end = long.decide(Seat::First, Some(100), 200).unwrap();
        assert!(end.reason.contains("longest"));
    }

    #[test]
    fn wrong_words_are_named() {
        assert!(
            DrawRule::parse("plies=3")
                .unwrap_err()
                .to_string()
                .contains("plies")
        );
        assert!(
            ResignRule::parse("score=high")
                .unwrap_err()
                .to_string()
                .contains("high")
        );
    }
}
