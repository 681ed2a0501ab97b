//! Mate-distance pruning: no line from here can win sooner than by the next move, nor lose sooner than now. It never
//! changes the score of the root.

use crate::value::{Value, Window};

/// The window without the scores that cannot be reached from `ply`, or the value of the node if none is left.
#[inline]
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
    fn a_known_shorter_win_ends_the_line() {
        let won_in_three = Window::new(Value::win_in(3), Value::INFINITE);
        assert_eq!(narrowed(won_in_three, 4), Err(Value::win_in(3)));
        assert_eq!(narrowed(won_in_three, 2), Err(Value::win_in(3)));
        let quicker = Window::new(Value::win_in(3), Value::win_in(2));
        assert_eq!(narrowed(won_in_three, 1), Ok(quicker));
    }

    #[test]
    fn a_known_later_loss_ends_the_line() {
        let lost_in_four = Window::new(-Value::INFINITE, Value::loss_in(4));
        assert_eq!(narrowed(lost_in_four, 4), Err(Value::loss_in(4)));
        let sooner = Window::new(Value::loss_in(3), Value::loss_in(4));
        assert_eq!(narrowed(lost_in_four, 3), Ok(sooner));
    }

    #[test]
    fn ordinary_windows_stay() {
        let window = Window::new(Value::cp(-9), Value::cp(9));
        assert_eq!(narrowed(window, 7), Ok(window));
    }
}
