//! The two sides of a game, whatever their colours are called.

/// A side of a game. The first has the white pieces of chess and the black stones of Gomoku.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    First,
    Second,
}

impl Seat {
    pub const BOTH: [Seat; 2] = [Seat::First, Seat::Second];

    pub const fn index(self) -> usize {
        self as usize
    }

    pub const fn other(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }
}
