//! The side whose terms are counted, as a type.
//!
//! Each term is written once, for "us" and "them", and compiled twice: signs, shifts and ranks become constants.

use regence_chess::{Bitboard, Color, Square};

/// A colour known at compile time.
pub trait Side {
    /// The opponent.
    type Them: Side;
    /// The colour itself.
    const COLOR: Color;
    /// +1 for White, -1 for Black: the evaluation is summed from White's view.
    const SIGN: i32;

    /// Every square one rank forwards.
    fn forward(set: Bitboard) -> Bitboard;

    /// This side's own second to sixth ranks and so on: 0 is the first rank as this side sees it.
    #[inline]
    fn rank(square: Square) -> usize {
        square.relative_to(Self::COLOR).rank().index()
    }

    /// The set of a whole rank as this side sees it.
    #[inline]
    fn rank_set(rank: u32) -> Bitboard {
        match Self::COLOR {
            Color::White => Bitboard::RANK_1 << (8 * rank),
            Color::Black => Bitboard::RANK_8 >> (8 * rank),
        }
    }

    /// Every square one rank backwards.
    #[inline]
    fn backward(set: Bitboard) -> Bitboard {
        Self::Them::forward(set)
    }

    /// What pawns of this side attack.
    #[inline]
    fn pawn_attacks(pawns: Bitboard) -> Bitboard {
        let ahead = Self::forward(pawns);
        ahead.east() | ahead.west()
    }

    /// The squares of the set and all squares ahead of them.
    #[inline]
    fn fill_forward(set: Bitboard) -> Bitboard {
        let mut filled = set.0;
        match Self::COLOR {
            Color::White => {
                filled |= filled << 8;
                filled |= filled << 16;
                filled |= filled << 32;
            }
            Color::Black => {
                filled |= filled >> 8;
                filled |= filled >> 16;
                filled |= filled >> 32;
            }
        }
        Bitboard(filled)
    }
}

/// White's terms.
#[derive(Debug)]
pub struct White;

/// Black's terms.
#[derive(Debug)]
pub struct Black;

impl Side for White {
    type Them = Black;
    const COLOR: Color = Color::White;
    const SIGN: i32 = 1;

    #[inline]
    fn forward(set: Bitboard) -> Bitboard {
        set.north()
    }
}

impl Side for Black {
    type Them = White;
    const COLOR: Color = Color::Black;
    const SIGN: i32 = -1;

    #[inline]
    fn forward(set: Bitboard) -> Bitboard {
        set.south()
    }
}
