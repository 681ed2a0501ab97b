//! The side to move as a type.
//!
//! Move generation and `make` are written once, for "us" and "them", and compiled twice: with the colour
//! known, every shift, rank and table row is a constant.

use crate::bitboard::Bitboard;
use crate::types::{Color, Rank, Square};

/// A colour known at compile time.
pub(crate) trait Side {
    /// The opponent's type.
    type Them: Side;
    /// The colour itself.
    const COLOR: Color;
    /// How far a pawn's single step moves the index of a square.
    const UP: i32;
    /// The rank that a pawn crosses in its double step.
    const THIRD: Bitboard;
    /// The rank from which a pawn's next step promotes.
    const SEVENTH: Bitboard;
    /// The rank of promotion.
    const EIGHTH: Bitboard;

    /// Every square moved one rank forwards.
    fn forward(set: Bitboard) -> Bitboard;
}

/// White to move.
#[derive(Debug)]
pub(crate) struct White;

/// Black to move.
#[derive(Debug)]
pub(crate) struct Black;

impl Side for White {
    type Them = Black;
    const COLOR: Color = Color::White;
    const UP: i32 = 8;
    const THIRD: Bitboard = Bitboard::rank(Rank::Third);
    const SEVENTH: Bitboard = Bitboard::rank(Rank::Seventh);
    const EIGHTH: Bitboard = Bitboard::RANK_8;

    #[inline]
    fn forward(set: Bitboard) -> Bitboard {
        set.north()
    }
}

impl Side for Black {
    type Them = White;
    const COLOR: Color = Color::Black;
    const UP: i32 = -8;
    const THIRD: Bitboard = Bitboard::rank(Rank::Sixth);
    const SEVENTH: Bitboard = Bitboard::rank(Rank::Second);
    const EIGHTH: Bitboard = Bitboard::RANK_1;

    #[inline]
    fn forward(set: Bitboard) -> Bitboard {
        set.south()
    }
}

/// The square `steps` indices further; the caller knows that it is on the board.
#[inline]
pub(crate) fn offset(square: Square, steps: i32) -> Square {
    Square::wrapping((square.index() as i32 + steps) as u32)
}
