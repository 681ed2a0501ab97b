//! The best move of a node so far.

use crate::value::Value;

/// The best score and move of a node while its moves are searched, fail-soft.
#[derive(Clone, Copy, Debug)]
pub struct Best<M> {
    /// The best score, also where it is below alpha.
    pub value: Value,
    /// The move that raised alpha last.
    pub mv: Option<M>,
    /// What the next move has to beat.
    pub alpha: Value,
}

/// What a move's score means to its node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Noted {
    /// The move is not better than what is known.
    Below,
    /// The move is the best so far.
    Raised,
    /// The node fails high: nothing more is searched.
    Cut,
}

impl<M: Copy> Best<M> {
    /// Before the first move: this is the least, and alpha the bar.
    #[inline]
    pub fn new(value: Value, alpha: Value) -> Best<M> {
        Best {
            value,
            mv: None,
            alpha,
        }
    }

    /// Takes in the score of a move that was searched to the end.
    #[inline]
    pub fn note(&mut self, mv: M, value: Value, beta: Value) -> Noted {
        if value <= self.value {
            return Noted::Below;
        }
        self.value = value;
        if value <= self.alpha {
            return Noted::Below;
        }
        self.mv = Some(mv);
        if value >= beta {
            return Noted::Cut;
        }
        self.alpha = value;
        Noted::Raised
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_below_alpha_are_kept_and_have_no_move() {
        let mut best = Best::new(-Value::INFINITE, Value::cp(10));
        let beta = Value::cp(50);
        assert_eq!(best.note('a', Value::cp(-5), beta), Noted::Below);
        assert_eq!(best.note('b', Value::cp(-9), beta), Noted::Below);
        assert_eq!((best.value, best.mv), (Value::cp(-5), None));
        assert_eq!(
            best.note('c', Value::cp(10), beta),
            Noted::Below,
            "alpha must be beaten"
        );
        assert_eq!(best.note('d', Value::cp(11), beta), Noted::Raised);
        assert_eq!((best.alpha, best.mv), (Value::cp(11), Some('d')));
        assert_eq!(best.note('e', Value::cp(11), beta), Noted::Below);
        assert_eq!(best.note('f', beta, beta), Noted::Cut);
        assert_eq!((best.value, best.mv), (beta, Some('f')));
    }

    #[test]
    fn a_floor_above_alpha_must_be_beaten_too() {
        let mut best = Best::new(Value::cp(20), Value::cp(10));
        assert_eq!(best.note('a', Value::cp(15), Value::cp(50)), Noted::Below);
        assert_eq!((best.value, best.mv), (Value::cp(20), None));
    }
}
