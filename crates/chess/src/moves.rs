//! A move in 16 bits, and a list of moves without heap.

use std::fmt;
use std::num::NonZeroU16;
use std::ops::{Deref, DerefMut};

use crate::types::{CastlingSide, PieceKind, Square};

/// A move: from, to, and what is special about it.
///
/// Bits 0–5 hold the origin, 6–11 the target, 12–15 the flag: 0 ordinary, 1 castling, 2 en passant,
/// 4 to 7 promotion to knight, bishop, rook, queen. Castling is written as the king taking its own
/// rook, which is also right for Chess960. "a1 to a1" would be zero and is no move, so that
/// `Option<Move>` has the size of a `Move`.
///
/// A move says nothing about the board; ask [`Board::is_legal`](crate::Board::is_legal).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Move(NonZeroU16);

const CASTLE: u16 = 1;
const EN_PASSANT: u16 = 2;
/// What no rule knows: such a move is legal nowhere.
const NO_MOVE: u16 = 3;
const PROMOTION: u16 = 4;

impl Move {
    #[inline]
    const fn with_flag(from: Square, to: Square, flag: u16) -> Move {
        let bits = from.index() as u16 | (to.index() as u16) << 6 | flag << 12;
        match NonZeroU16::new(bits) {
            Some(bits) => Move(bits),
            // Only "a1 to a1" gets here; with the flag of no move it is legal nowhere.
            None => Move(NonZeroU16::new(NO_MOVE << 12).unwrap()),
        }
    }

    /// A move without anything special: no castling, en passant or promotion.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Move {
        Move::with_flag(from, to, 0)
    }

    /// Castling, written as the king taking its own rook.
    #[inline]
    pub const fn castle(king: Square, rook: Square) -> Move {
        Move::with_flag(king, rook, CASTLE)
    }

    /// An en passant capture; `to` is the square that the taken pawn has passed.
    #[inline]
    pub const fn en_passant(from: Square, to: Square) -> Move {
        Move::with_flag(from, to, EN_PASSANT)
    }

    /// A promotion. A pawn or a king as new piece makes a move that is nowhere legal.
    #[inline]
    pub const fn promote(from: Square, to: Square, kind: PieceKind) -> Move {
        let flag = match kind {
            PieceKind::Knight => PROMOTION,
            PieceKind::Bishop => PROMOTION | 1,
            PieceKind::Rook => PROMOTION | 2,
            PieceKind::Queen => PROMOTION | 3,
            PieceKind::Pawn | PieceKind::King => NO_MOVE,
        };
        Move::with_flag(from, to, flag)
    }

    /// The origin; for castling, the king's square.
    #[inline]
    pub const fn from(self) -> Square {
        Square::wrapping(self.0.get() as u32 & 63)
    }

    /// The target; for castling, the square of the rook.
    #[inline]
    pub const fn to(self) -> Square {
        Square::wrapping((self.0.get() >> 6) as u32 & 63)
    }

    #[inline]
    const fn flag(self) -> u16 {
        self.0.get() >> 12
    }

    /// What a pawn becomes, if it does.
    #[inline]
    pub const fn promotion(self) -> Option<PieceKind> {
        const KINDS: [PieceKind; 4] = [
            PieceKind::Knight,
            PieceKind::Bishop,
            PieceKind::Rook,
            PieceKind::Queen,
        ];
        if self.is_promotion() {
            Some(KINDS[(self.flag() & 3) as usize])
        } else {
            None
        }
    }

    /// Whether a pawn becomes another piece.
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.flag() >> 2 == 1
    }

    /// Whether this is castling.
    #[inline]
    pub const fn is_castle(self) -> bool {
        self.flag() == CASTLE
    }

    /// Whether this takes a pawn en passant.
    #[inline]
    pub const fn is_en_passant(self) -> bool {
        self.flag() == EN_PASSANT
    }

    /// Whether this is none of castling, en passant and promotion.
    #[inline]
    pub const fn is_ordinary(self) -> bool {
        self.flag() == 0
    }

    /// The wing of a castling move.
    #[inline]
    pub const fn castling_side(self) -> Option<CastlingSide> {
        if self.is_castle() {
            Some(CastlingSide::of(self.from(), self.to()))
        } else {
            None
        }
    }

    /// Where the moving piece ends: the target, but for castling the king's new square.
    #[inline]
    pub const fn destination(self) -> Square {
        match self.castling_side() {
            Some(side) => Square::new(side.king_file(), self.from().rank()),
            None => self.to(),
        }
    }

    /// The 16 bits, for a table.
    #[inline]
    pub const fn to_bits(self) -> NonZeroU16 {
        self.0
    }

    /// A move from 16 bits of any origin. They may make no sense:
    /// [`Board::is_legal`](crate::Board::is_legal) tells.
    #[inline]
    pub const fn from_bits(bits: NonZeroU16) -> Move {
        Move(bits)
    }
}

/// Long algebraic text as in UCI, castling in the standard way (`e1g1`).
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.destination())?;
        match self.promotion() {
            Some(kind) => write!(f, "{}", kind.letter()),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Room for the moves of one position, on the stack.
///
/// The most moves that a position of a game can have are 218; there is room for 256, and a push beyond is
/// ignored.
///
/// ```
/// use regence_chess::Board;
/// let moves = Board::startpos().legal_moves();
/// assert_eq!(moves.len(), 20);
/// assert!(moves.iter().any(|mv| mv.to_string() == "e2e4"));
/// ```
#[derive(Clone)]
pub struct MoveList {
    moves: [Move; MoveList::CAPACITY],
    len: usize,
}

impl MoveList {
    /// The most moves a list holds.
    pub const CAPACITY: usize = 256;

    /// An empty list.
    #[inline]
    pub const fn new() -> MoveList {
        MoveList {
            moves: [Move(NonZeroU16::MIN); MoveList::CAPACITY],
            len: 0,
        }
    }

    /// Adds a move at the end.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        debug_assert!(self.len < MoveList::CAPACITY);
        if self.len < MoveList::CAPACITY {
            self.moves[self.len] = mv;
            self.len += 1;
        }
    }

    /// How many moves are in the list.
    #[inline]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether the list is empty.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Forgets all moves.
    #[inline]
    pub const fn clear(&mut self) {
        self.len = 0;
    }

    /// Takes a move out by putting the last one in its place.
    #[inline]
    pub fn swap_remove(&mut self, index: usize) -> Option<Move> {
        let mv = *self.get(index)?;
        self.len -= 1;
        self.moves[index] = self.moves[self.len];
        Some(mv)
    }

    /// The moves as a slice.
    #[inline]
    pub fn as_slice(&self) -> &[Move] {
        &self.moves[..self.len.min(MoveList::CAPACITY)]
    }
}

impl Default for MoveList {
    #[inline]
    fn default() -> MoveList {
        MoveList::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        self.as_slice()
    }
}

impl DerefMut for MoveList {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Move] {
        &mut self.moves[..self.len.min(MoveList::CAPACITY)]
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = Move;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, Move>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.as_slice().iter().copied()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}
