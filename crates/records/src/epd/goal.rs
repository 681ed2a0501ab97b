//! When an answer to a test position is right.

use regence_chess::Move;
use regence_core::Value;

use super::Epd;

/// What has to be found in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A mate in at most so many moves (`dm`, `bm #3`), by whichever move; below zero the side to move is mated.
    Mate(i64),
    /// One of the best moves (`bm`), if any are named, and none of the moves to avoid (`am`).
    Moves,
}

impl Goal {
    /// The goal of a position; none if it has neither `dm` nor `bm` nor `am`.
    pub fn of(epd: &Epd) -> Option<Goal> {
        let has_moves = !epd.best_moves().is_empty() || !epd.avoid_moves().is_empty();
        let mate = match epd.get("bm") {
            Some(super::Value::Mate(moves)) => Some(*moves),
            _ => epd.number("dm"),
        };
        match mate {
            Some(moves) => Some(Goal::Mate(moves)),
            None => has_moves.then_some(Goal::Moves),
        }
    }

    /// Why an answer does not reach the goal; nothing if it does. The score is that of the side to move.
    pub fn failure(self, epd: &Epd, mv: Option<Move>, value: Value) -> Option<String> {
        let Some(mv) = mv else {
            return Some(String::from("there is no legal move"));
        };
        match self {
            Goal::Mate(moves) => {
                let found = value
                    .plies_to_win()
                    .map(|plies| i64::from(plies + 1).div_euclid(2));
                let reaches = |found: i64| match moves > 0 {
                    true => (1..=moves).contains(&found),
                    false => (moves..=-1).contains(&found),
                };
                let told = |moves: i64| match moves > 0 {
                    true => format!("mate in {moves}"),
                    false => format!("to be mated in {}", -moves),
                };
                let is_found = found.is_some_and(reaches);
                (!is_found).then(|| match found {
                    Some(found) => format!("expected {}, found {}", told(moves), told(found)),
                    None => format!("expected {}, found no mate", told(moves)),
                })
            }
            Goal::Moves => {
                let best = epd.best_moves();
                let is_good =
                    (best.is_empty() || best.contains(&mv)) && !epd.avoid_moves().contains(&mv);
                (!is_good).then(|| format!("played {}", epd.board().move_to_san(mv)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn epd(text: &str) -> Epd {
        text.parse().expect("a position")
    }

    const MATE: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq -";

    #[test]
    fn answers_are_judged_by_best_and_avoided_moves() {
        let position = epd(&format!("{MATE} bm Qxf7#; am Qxe5+;"));
        let mv = |text: &str| Some(position.board().move_from_uci(text).expect("legal"));
        let goal = Goal::of(&position).expect("a goal");
        assert_eq!(goal.failure(&position, mv("h5f7"), Value::ZERO), None);
        let said = goal.failure(&position, mv("h5e5"), Value::ZERO);
        assert_eq!(said.as_deref(), Some("played Qxe5+"));
        assert!(goal.failure(&position, None, Value::ZERO).is_some());
        assert_eq!(Goal::of(&epd(MATE)), None);
    }

    #[test]
    fn a_mate_has_to_be_short_enough_and_for_the_right_side() {
        let position = epd(&format!("{MATE} dm 2;"));
        let mv = Some(position.board().move_from_uci("h5f7").expect("legal"));
        let goal = Goal::of(&position).expect("a goal");
        assert_eq!(goal.failure(&position, mv, Value::win_in(3)), None);
        assert!(goal.failure(&position, mv, Value::win_in(5)).is_some());
        assert!(goal.failure(&position, mv, -Value::win_in(2)).is_some());
        assert!(goal.failure(&position, mv, Value::cp(900)).is_some());
    }

    #[test]
    fn a_mate_stands_where_the_best_move_is_too() {
        let mates = epd(&format!("{MATE} bm #2;"));
        let mv = Some(mates.board().move_from_uci("h5f7").expect("legal"));
        let failure = |goal: Goal, value| goal.failure(&mates, mv, value);
        let goal = Goal::of(&mates).expect("a goal");
        assert_eq!(goal, Goal::Mate(2));
        assert_eq!(failure(goal, Value::win_in(3)), None);
        let said = failure(goal, Value::win_in(5));
        assert_eq!(said.as_deref(), Some("expected mate in 2, found mate in 3"));

        let goal = Goal::of(&epd(&format!("{MATE} bm #-2;"))).expect("a goal");
        assert_eq!(goal, Goal::Mate(-2));
        assert_eq!(failure(goal, Value::loss_in(4)), None);
        assert_eq!(failure(goal, Value::loss_in(2)), None);
        let said = failure(goal, Value::loss_in(6));
        let wanted = "expected to be mated in 2, found to be mated in 3";
        assert_eq!(said.as_deref(), Some(wanted));
        assert!(failure(goal, Value::win_in(3)).is_some());
        assert!(failure(goal, -Value::cp(900)).is_some());
    }
}
