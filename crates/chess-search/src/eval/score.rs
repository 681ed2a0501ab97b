//! A middlegame and an endgame number in one 32-bit integer, so that one addition adds both.

use std::ops::{Add, AddAssign, Mul, Neg, Sub};

/// A pair of centipawns: what something is worth with all pieces on the board, and with few.
///
/// The endgame number sits in the upper half. A negative middlegame number borrows one from it, which
/// [`Score::eg`] gives back; sums stay right as long as each half fits in 16 bits.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Score(i32);

impl Score {
    /// Worth nothing.
    pub const ZERO: Score = Score(0);

    /// Packs a middlegame and an endgame number.
    pub const fn new(mg: i32, eg: i32) -> Score {
        Score((eg << 16) + mg)
    }

    /// The middlegame number.
    #[inline]
    pub const fn mg(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The endgame number.
    #[inline]
    pub const fn eg(self) -> i32 {
        (self.0 + 0x8000) >> 16
    }
}

impl Add for Score {
    type Output = Score;
    #[inline]
    fn add(self, other: Score) -> Score {
        Score(self.0 + other.0)
    }
}

impl AddAssign for Score {
    #[inline]
    fn add_assign(&mut self, other: Score) {
        self.0 += other.0;
    }
}

impl Sub for Score {
    type Output = Score;
    #[inline]
    fn sub(self, other: Score) -> Score {
        Score(self.0 - other.0)
    }
}

impl Neg for Score {
    type Output = Score;
    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Mul<i32> for Score {
    type Output = Score;
    #[inline]
    fn mul(self, count: i32) -> Score {
        Score(self.0 * count)
    }
}

impl std::fmt::Debug for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({}, {})", self.mg(), self.eg())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_survive_arithmetic() {
        for mg in [-3000, -1, 0, 1, 77, 3000] {
            for eg in [-3000, -1, 0, 1, 99, 3000] {
                let score = Score::new(mg, eg);
                assert_eq!((score.mg(), score.eg()), (mg, eg));
                assert_eq!(((-score).mg(), (-score).eg()), (-mg, -eg));
                assert_eq!(((score * 3).mg(), (score * 3).eg()), (3 * mg, 3 * eg));
                let sum = score + Score::new(-5, 7) - Score::new(2, -9);
                assert_eq!((sum.mg(), sum.eg()), (mg - 7, eg + 16));
            }
        }
    }
}
