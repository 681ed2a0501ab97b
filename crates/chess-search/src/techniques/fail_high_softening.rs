//! Softened cuts (SC).
//!
//! Idea: how far a cut lies above beta is the word of one move alone, and of a shallow search: believe the part that
//! the depth has earned. In quiescence half of it.
//! Guard: no mates, whose scores say exactly what they mean.
//! Danger: none for the cut itself: the softened value still is at least beta.
//! Parameters: none.

use regence_core::{Value, Window};

/// The value to return for `best`: where it cuts, drawn towards beta as if beta had been found one ply deep.
pub fn value(best: Value, window: Window, depth: i32) -> Value {
    let beta = window.beta;
    if best < beta || best.is_decisive() || beta.is_decisive() {
        return best;
    }
    let depth = depth.max(1);
    Value::cp((best.raw() * depth + beta.raw()) / (depth + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_stays_a_cut_and_deeper_ones_keep_more() {
        let window = Window::zero(Value::cp(10));
        let [shallow, deep] = [1, 9].map(|depth| value(Value::cp(111), window, depth));
        assert!(window.beta < shallow && shallow < deep && deep < Value::cp(111));
        assert_eq!(value(Value::cp(3), window, 5), Value::cp(3));
        assert_eq!(value(Value::win_in(5), window, 1), Value::win_in(5));
        let below = Window::zero(Value::cp(-12));
        assert!(value(Value::cp(-10), below, 1) >= below.beta);
    }
}
