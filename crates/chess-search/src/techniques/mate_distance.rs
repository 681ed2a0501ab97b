//! Mate-distance pruning (MDP).
//!
//! Idea: no line from here can win faster than on the next move, nor lose sooner than now; if
//! that already settles the window, stop.
//! Guard: none.
//! Danger: none; it never changes the score of the root.
//! Parameters: none.
//! Measured: +2 ± 3 Elo, 200 games at 8000 nodes a move; without it 1.00 × the nodes.

use regence_core::{Value, Window};

/// The window without the scores that can't be reached from `ply`, or the value if none is left.
pub fn narrowed(window: Window, ply: i32) -> Result<Window, Value> {
    let alpha = window.alpha.max(Value::loss_in(ply));
    let beta = window.beta.min(Value::win_in(ply + 1));
    if alpha >= beta {
        Err(alpha)
    } else {
        Ok(Window::new(alpha, beta))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_shorter_mate_ends_the_line() {
        let mate_in_three = Window::new(Value::win_in(3), Value::INFINITE);
        assert_eq!(narrowed(mate_in_three, 4), Err(Value::win_in(3)));
        assert!(narrowed(mate_in_three, 1).is_ok());
        assert_eq!(
            narrowed(Window::new(Value::cp(-9), Value::cp(9)), 7),
            Ok(Window::new(Value::cp(-9), Value::cp(9)))
        );
    }
}
