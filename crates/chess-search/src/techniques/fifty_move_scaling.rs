//! Fifty-move damping (FMD).
//!
//! Idea: a position in which nothing irreversible has happened for long is closer to a draw than
//! it looks; drawing the evaluation towards zero makes the winning side act in time.
//! Guard: none; the evaluation never changes its sign.
//! Danger: the table does not know the counter, so it keeps the evaluation undamped.
//! Parameters: none.

use crate::Chess;
use crate::techniques::Technique;
use regence_chess::Board;
use regence_core::Value;
use regence_core::config::Config;

/// With this many half-moves nothing would be left of the evaluation; the rule ends at 100.
const VANISHES_AT: i32 = 220;

#[inline]
pub fn damped<K: Config<Chess>>(config: &K, board: &Board, raw: Value) -> Value {
    match config.on(Technique::FiftyMoveScaling) {
        true => damp(raw, board.halfmove_clock()),
        false => raw,
    }
}

fn damp(raw: Value, halfmove_clock: u16) -> Value {
    let left = VANISHES_AT - i32::from(halfmove_clock.min(100));
    Value::cp(raw.raw() * left / VANISHES_AT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_idle_position_drifts_towards_the_draw_without_changing_sides() {
        assert_eq!(damp(Value::cp(220), 0), Value::cp(220));
        assert_eq!(damp(Value::cp(220), 100), Value::cp(120));
        assert_eq!(damp(Value::cp(-220), 100), -damp(Value::cp(220), 100));
    }
}
