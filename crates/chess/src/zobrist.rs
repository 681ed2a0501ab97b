//! The random numbers behind the position keys, made at compile time and fixed for ever.
//!
//! A key is the exclusive-or of one number for each piece on its square, one for each castling right
//! (by the rook's file, which also serves Chess960), one for the file of a possible en passant capture,
//! and one if black is to move.

use crate::bitboard::Bitboard;
use crate::rng::SplitMix64;
use crate::types::{Color, Piece, Square};

struct Numbers {
    piece: [[u64; 64]; 12],
    castling: [[u64; 8]; 2],
    en_passant: [u64; 8],
    black_to_move: u64,
}

const SEED: u64 = 0x5265_6765_6e63_6531;

static NUMBERS: Numbers = {
    let mut rng = SplitMix64::new(SEED);
    let mut numbers = Numbers {
        piece: [[0; 64]; 12],
        castling: [[0; 8]; 2],
        en_passant: [0; 8],
        black_to_move: 0,
    };
    let mut piece = 0;
    while piece < 12 {
        let mut square = 0;
        while square < 64 {
            numbers.piece[piece][square] = rng.next_u64();
            square += 1;
        }
        piece += 1;
    }
    let mut file = 0;
    while file < 8 {
        numbers.castling[0][file] = rng.next_u64();
        numbers.castling[1][file] = rng.next_u64();
        numbers.en_passant[file] = rng.next_u64();
        file += 1;
    }
    numbers.black_to_move = rng.next_u64();
    numbers
};

/// The number of a piece on a square.
#[inline]
pub(crate) const fn piece(piece: Piece, square: Square) -> u64 {
    NUMBERS.piece[piece.index()][square.index()]
}

/// The numbers of all castling rights in a set of rooks.
#[inline]
pub(crate) fn castling(rooks: Bitboard) -> u64 {
    let mut key = 0;
    for rook in rooks {
        let color = if rook.index() < 32 {
            Color::White
        } else {
            Color::Black
        };
        key ^= NUMBERS.castling[color.index()][rook.file().index()];
    }
    key
}

/// The number of a possible en passant capture on that square.
#[inline]
pub(crate) fn en_passant(target: Square) -> u64 {
    NUMBERS.en_passant[target.file().index()]
}

/// The number for black to move.
#[inline]
pub(crate) const fn black_to_move() -> u64 {
    NUMBERS.black_to_move
}
