//! What a move cost, as a mark: from the chances before and after it.

use regence_chess::Board;
use regence_chess_search::wdl;
use regence_core::Value;
use serde::Serialize;

/// How bad a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    Inaccuracy,
    Mistake,
    Blunder,
}

/// Shares of a point that a move must throw away to be called so.
const INACCURACY: f64 = 0.08;
const MISTAKE: f64 = 0.16;
const BLUNDER: f64 = 0.28;

/// In Gomoku, the score that makes a win about three times as likely as a loss.
const GOMOKU_SPREAD: f64 = 220.0;

/// The points that a side can hope for, 0 to 1, by the score from its view.
pub fn hope(value: Value, board: Option<&Board>) -> f64 {
    if value.is_win() {
        return 1.0;
    }
    if value.is_loss() {
        return 0.0;
    }
    match board {
        Some(board) => {
            let [win, draw, _] = wdl::wdl(value, board);
            (f64::from(win) + f64::from(draw) / 2.0) / 1000.0
        }
        None => 1.0 / (1.0 + (-f64::from(value.raw()) / GOMOKU_SPREAD).exp()),
    }
}

/// The mark of a move after which the side that made it hopes for `after` where it could hope for `before`.
pub fn mark(before: f64, after: f64) -> Option<Mark> {
    match before - after {
        loss if loss >= BLUNDER => Some(Mark::Blunder),
        loss if loss >= MISTAKE => Some(Mark::Mistake),
        loss if loss >= INACCURACY => Some(Mark::Inaccuracy),
        _ => None,
    }
}

/// What a finished game is worth to the side to move, by whether that side has won; none is a draw.
pub fn value_of_end(has_won: Option<bool>) -> Value {
    match has_won {
        Some(true) => Value::win_in(0),
        Some(false) => Value::loss_in(0),
        None => Value::DRAW,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_grow_with_the_loss() {
        assert_eq!(mark(0.5, 0.5), None);
        assert_eq!(mark(0.5, 0.9), None);
        assert_eq!(mark(0.5, 0.4), Some(Mark::Inaccuracy));
        assert_eq!(mark(0.5, 0.3), Some(Mark::Mistake));
        assert_eq!(mark(1.0, 0.0), Some(Mark::Blunder));
    }

    #[test]
    fn hope_is_fair() {
        let board = Board::startpos();
        let even = hope(Value::ZERO, Some(&board));
        assert!((even - 0.5).abs() < 0.01, "{even}");
        assert!(hope(Value::cp(300), None) > 0.7);
        assert_eq!(hope(Value::loss_in(3), None), 0.0);
        assert_eq!(hope(Value::win_in(3), Some(&board)), 1.0);
    }
}
