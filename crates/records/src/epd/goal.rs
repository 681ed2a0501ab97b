//! When an answer to a test position is right.

use regence_chess::Move;
use regence_core::Value;

use super::Epd;

/// What has to be found in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A mate in at most so many moves (`dm`), by whichever move.
    Mate(i64),
    /// One of the best moves (`bm`), if any are named, and none of the moves to avoid (`am`).
    Moves,
}

impl Goal {
    /// The goal of a position; none if it has neither `dm` nor `bm` nor `am`.
    pub fn of(epd: &Epd) -> Option<Goal> {
        let has_moves = !epd.best_moves().is_empty() || !epd.avoid_moves().is_empty();
        match epd.number("dm") {
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
                let found = value.plies_to_win().map(|plies| i64::from(plies + 1) / 2);
                let is_found = found.is_some_and(|found| (1..=moves).contains(&found));
                (!is_found).then(|| match found {
                    Some(found) => format!("expected mate in {moves}, found mate in {found}"),
                    None => format!("expected mate in {moves}, found none"),
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
}
