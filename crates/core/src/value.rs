//! Scores: centipawns, proven wins and losses with their distance, and what a bound says.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// The deepest ply, counted from the root, that any search may reach.
pub const MAX_PLY: i32 = 240;

const MATE: i32 = 32_000;
const TABLEBASE: i32 = 31_500;

/// A score from the view of the side to move.
///
/// Ordinary scores are centipawns. A proven win in `n` plies is stored as a large number minus
/// `n`, so that a quicker win compares greater and a later loss compares greater.
///
/// ```
/// use regence_core::Value;
/// assert!(Value::win_in(1) > Value::win_in(3));
/// assert!(Value::loss_in(4) > Value::loss_in(2));
/// assert_eq!(-Value::win_in(5), Value::loss_in(5));
/// assert_eq!(Value::win_in(5).plies_to_win(), Some(5));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Value(i32);

impl Value {
    /// As good for one side as for the other.
    pub const ZERO: Value = Value(0);
    /// What a draw is worth.
    pub const DRAW: Value = Value(0);
    /// Greater than every score that a search can return.
    pub const INFINITE: Value = Value(MATE + 1);
    /// The largest score that an evaluation may give.
    pub const EVAL_MAX: Value = Value(TABLEBASE - 2 * MAX_PLY);

    /// An evaluation in centipawns, kept away from the range of proven results.
    #[inline]
    pub const fn cp(centipawns: i32) -> Value {
        let max = Value::EVAL_MAX.0;
        Value(if centipawns > max {
            max
        } else if centipawns < -max {
            -max
        } else {
            centipawns
        })
    }

    /// The side to move wins by force in `plies`.
    #[inline]
    pub const fn win_in(plies: i32) -> Value {
        Value(MATE - plies)
    }

    /// The side to move loses by force in `plies`.
    #[inline]
    pub const fn loss_in(plies: i32) -> Value {
        Value(plies - MATE)
    }

    /// A win that a tablebase knows, whose distance is not known; `ply` is where it was looked up.
    #[inline]
    pub const fn tablebase_win(ply: i32) -> Value {
        Value(TABLEBASE - ply)
    }

    /// The number: centipawns unless it is a win or a loss.
    #[inline]
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// The value without its sign.
    #[inline]
    pub const fn abs(self) -> Value {
        Value(self.0.abs())
    }

    /// A proven win, by mate (five in a row) or by tablebase.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 >= TABLEBASE - MAX_PLY
    }

    /// Whether the side to move loses by force.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 <= MAX_PLY - TABLEBASE
    }

    /// A proven win or loss: not a number of centipawns.
    #[inline]
    pub const fn is_decisive(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// Plies until the side to move wins (positive) or loses (negative; 0 means that it has
    /// lost already and is reported as `Some(0)`), where the distance is known.
    #[inline]
    pub const fn plies_to_win(self) -> Option<i32> {
        if self.0 >= MATE - MAX_PLY && self.0 <= MATE {
            Some(MATE - self.0)
        } else if self.0 <= MAX_PLY - MATE && self.0 >= -MATE {
            Some(-(MATE + self.0))
        } else {
            None
        }
    }

    /// What the table keeps: distances counted from this node, not from the root.
    #[inline]
    pub const fn to_table(self, ply: i32) -> Value {
        if self.is_win() {
            Value(self.0 + ply)
        } else if self.is_loss() {
            Value(self.0 - ply)
        } else {
            self
        }
    }

    /// The inverse of [`Value::to_table`].
    #[inline]
    pub const fn from_table(self, ply: i32) -> Value {
        if self.is_win() {
            Value(self.0 - ply)
        } else if self.is_loss() {
            Value(self.0 + ply)
        } else {
            self
        }
    }

    /// Sixteen bits, for the table. Every score that a search returns fits.
    #[inline]
    pub(crate) const fn to_bits(self) -> u16 {
        self.0 as i16 as u16
    }

    #[inline]
    pub(crate) const fn from_bits(bits: u16) -> Value {
        Value(bits as i16 as i32)
    }

    /// This score plus a margin, kept within the infinite window.
    #[inline]
    pub const fn widened(self, by: i32) -> Value {
        let limit = MATE + 1;
        let sum = self.0.saturating_add(by);
        Value(if sum > limit {
            limit
        } else if sum < -limit {
            -limit
        } else {
            sum
        })
    }
}

impl Neg for Value {
    type Output = Value;
    #[inline]
    fn neg(self) -> Value {
        Value(-self.0)
    }
}

impl Add<i32> for Value {
    type Output = Value;
    #[inline]
    fn add(self, margin: i32) -> Value {
        Value(self.0 + margin)
    }
}

impl Sub<i32> for Value {
    type Output = Value;
    #[inline]
    fn sub(self, margin: i32) -> Value {
        Value(self.0 - margin)
    }
}

impl Sub<Value> for Value {
    type Output = i32;
    #[inline]
    fn sub(self, other: Value) -> i32 {
        self.0 - other.0
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies_to_win() {
            Some(plies) if self.0 > 0 => write!(f, "win in {plies}"),
            Some(plies) => write!(f, "loss in {}", -plies),
            None => write!(f, "{}cp", self.0),
        }
    }
}

/// What a stored or reported score says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The true score is at most this (the search failed low).
    Upper = 1,
    /// The true score is at least this (the search failed high).
    Lower = 2,
    /// Neither more nor less.
    Exact = 3,
}

impl Bound {
    /// The bound of a fail-soft score against the window that it was searched with.
    ///
    /// `alpha` is the bound *at entry*: judging by an alpha that has moved would call every
    /// exact score an upper bound.
    #[inline]
    pub fn of(value: Value, entry_window: Window) -> Bound {
        if value >= entry_window.beta {
            Bound::Lower
        } else if value > entry_window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }

    /// Whether a score with this bound settles a node with the window `window`.
    #[inline]
    pub fn settles(self, value: Value, window: Window) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => value >= window.beta,
            Bound::Upper => value <= window.alpha,
        }
    }

    /// Whether the true value may be higher, or is this one.
    #[inline]
    pub fn is_at_least(self) -> bool {
        matches!(self, Bound::Lower | Bound::Exact)
    }

    /// Whether the true value may be lower, or is this one.
    #[inline]
    pub fn is_at_most(self) -> bool {
        matches!(self, Bound::Upper | Bound::Exact)
    }

    #[inline]
    pub(crate) fn from_bits(bits: u64) -> Option<Bound> {
        match bits & 3 {
            1 => Some(Bound::Upper),
            2 => Some(Bound::Lower),
            3 => Some(Bound::Exact),
            _ => None,
        }
    }
}

/// The open interval of scores that still matter: `alpha < score < beta`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// What the side to move has for sure.
    pub alpha: Value,
    /// What the opponent has for sure.
    pub beta: Value,
}

impl Window {
    /// Every value lies in it.
    pub const FULL: Window = Window {
        alpha: Value(-(MATE + 1)),
        beta: Value::INFINITE,
    };

    /// From alpha to beta.
    #[inline]
    pub fn new(alpha: Value, beta: Value) -> Window {
        debug_assert!(alpha < beta, "empty window {alpha:?}..{beta:?}");
        Window { alpha, beta }
    }

    /// The smallest window, which asks one question: is the score above `alpha`?
    #[inline]
    pub fn zero(alpha: Value) -> Window {
        Window {
            alpha,
            beta: alpha + 1,
        }
    }

    /// The same window from the opponent's view.
    #[inline]
    pub fn flipped(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// Whether it asks a yes-or-no question.
    #[inline]
    pub fn is_zero(self) -> bool {
        self.beta - self.alpha == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proven_scores_are_ordered_and_apart_from_evaluations() {
        assert!(Value::win_in(MAX_PLY) > Value::tablebase_win(0));
        assert!(Value::tablebase_win(MAX_PLY) > Value::EVAL_MAX);
        assert!(Value::tablebase_win(MAX_PLY).is_win());
        assert!(!Value::EVAL_MAX.is_decisive());
        assert_eq!(Value::cp(1_000_000), Value::EVAL_MAX);
        assert_eq!(Value::cp(-1_000_000), -Value::EVAL_MAX);
        assert!(Value::INFINITE > Value::win_in(0));
    }

    #[test]
    fn distances_survive_the_table_at_another_ply() {
        // A mate found 3 plies below a node at ply 5 is 8 plies from the root; met again at
        // ply 9 it is 12 plies from the root.
        let from_root = Value::win_in(8);
        assert_eq!(from_root.to_table(5), Value::win_in(3));
        assert_eq!(from_root.to_table(5).from_table(9), Value::win_in(12));
        let lost = Value::loss_in(8);
        assert_eq!(lost.to_table(5).from_table(9), Value::loss_in(12));
        assert_eq!(Value::cp(123).to_table(7).from_table(2), Value::cp(123));
    }

    #[test]
    fn bounds_are_judged_by_the_window_at_entry() {
        let window = Window::new(Value::cp(-10), Value::cp(10));
        assert_eq!(Bound::of(Value::cp(-10), window), Bound::Upper);
        assert_eq!(Bound::of(Value::cp(0), window), Bound::Exact);
        assert_eq!(Bound::of(Value::cp(10), window), Bound::Lower);
    }

    #[test]
    fn a_score_settles_a_node_only_on_the_right_side() {
        let window = Window::new(Value::cp(-10), Value::cp(10));
        assert!(!Bound::Lower.settles(Value::cp(0), window));
        assert!(!Bound::Upper.settles(Value::cp(0), window));
        assert!(Bound::Exact.settles(Value::cp(0), window));
        assert!(Bound::Lower.settles(Value::cp(10), window));
        assert!(!Bound::Lower.settles(Value::cp(-20), window));
        assert!(Bound::Upper.settles(Value::cp(-10), window));
        assert!(!Bound::Upper.settles(Value::cp(20), window));
    }

    #[test]
    fn widening_stops_at_infinity() {
        assert_eq!(Value::cp(0).widened(i32::MAX), Value::INFINITE);
        assert_eq!(Value::cp(0).widened(i32::MIN), -Value::INFINITE);
    }
}
