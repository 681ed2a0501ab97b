//! Win-distance pruning (WDP).
//!
//! Idea: a win in n plies already found higher up makes every longer win below useless.
//! Guard: none; it only narrows the window by what is certain.
//! Danger: none.
//! Parameters: none.

use regence_core::{Value, Window};

/// The window that still matters at `ply`, or the value of a node where none does.
pub fn narrowed(window: Window, ply: i32) -> Result<Window, Value> {
    let alpha = window.alpha.max(Value::loss_in(ply));
    let beta = window.beta.min(Value::win_in(ply + 1));
    match alpha < beta {
        true => Ok(Window::new(alpha, beta)),
        false => Err(alpha),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_already_found_ends_longer_lines() {
        let window = Window::new(Value::win_in(5), Value::INFINITE);
        assert!(narrowed(window, 3).is_ok());
        assert!(narrowed(window, 6).is_err());
    }
}
