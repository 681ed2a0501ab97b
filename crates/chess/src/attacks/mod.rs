//! Which squares a piece attacks.
//!
//! All tables are made at compile time. Knights, kings and pawns have one set a square; sliders look
//! theirs up by the occupied squares on their lines, found with the PEXT instruction where the build
//! may use it, and with a multiplication (magic bitboards) otherwise.

use crate::bitboard::Bitboard;
use crate::types::{Color, PieceKind, Square};

mod rays;

#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
mod magic;
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
mod pext;

#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
use magic as sliders;
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
use pext as sliders;

/// The squares that a pawn of that colour attacks from a square.
#[inline]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    Bitboard(PAWN[color.index()][square.index()])
}

/// The squares that a knight attacks.
#[inline]
pub fn knight(square: Square) -> Bitboard {
    Bitboard(KNIGHT[square.index()])
}

/// The squares that a king attacks.
#[inline]
pub fn king(square: Square) -> Bitboard {
    Bitboard(KING[square.index()])
}

/// The squares that a bishop attacks when `occupied` stand in the way; the first of each line is included.
#[inline]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(sliders::bishop(square, occupied.0))
}

/// The squares that a rook attacks when `occupied` stand in the way; the first of each line is included.
#[inline]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(sliders::rook(square, occupied.0))
}

/// The squares that a queen attacks.
///
/// ```
/// use regence_chess::{attacks, Bitboard, Square};
/// assert_eq!(attacks::queen(Square::D4, Bitboard::EMPTY).count(), 27);
/// ```
#[inline]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    bishop(square, occupied) | rook(square, occupied)
}

/// The squares strictly between two squares of one rank, file or diagonal; none otherwise.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    Bitboard(BETWEEN[a.index()][b.index()])
}

/// The whole line through two squares of one rank, file or diagonal, edge to edge; none otherwise.
#[inline]
pub fn line(a: Square, b: Square) -> Bitboard {
    Bitboard(LINE[a.index()][b.index()])
}

/// What a bishop would attack on an empty board.
#[inline]
pub(crate) fn bishop_lines(square: Square) -> Bitboard {
    Bitboard(LINES[square.index()].bishop)
}

/// What a rook would attack on an empty board.
#[inline]
pub(crate) fn rook_lines(square: Square) -> Bitboard {
    Bitboard(LINES[square.index()].rook)
}

/// The diagonal through a square that goes the way of a1–h8.
#[inline]
pub(crate) fn rising_diagonal(square: Square) -> Bitboard {
    Bitboard(LINES[square.index()].rising)
}

/// The diagonal through a square that goes the way of a8–h1.
#[inline]
pub(crate) fn falling_diagonal(square: Square) -> Bitboard {
    Bitboard(LINES[square.index()].falling)
}

/// What a piece would attack on an empty board; nothing for a pawn. For tables made at compile time.
pub(crate) const fn empty_board_attacks(kind: PieceKind, square: Square) -> Bitboard {
    let index = square.index();
    Bitboard(match kind {
        PieceKind::Pawn => 0,
        PieceKind::Knight => KNIGHT[index],
        PieceKind::King => KING[index],
        PieceKind::Bishop => LINES[index].bishop,
        PieceKind::Rook => LINES[index].rook,
        PieceKind::Queen => LINES[index].bishop | LINES[index].rook,
    })
}

const KNIGHT_STEPS: [(i32, i32); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];
const KING_STEPS: [(i32, i32); 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];

static KNIGHT: [u64; 64] = step_table(&KNIGHT_STEPS);
static KING: [u64; 64] = step_table(&KING_STEPS);
static PAWN: [[u64; 64]; 2] = [
    step_table(&[(-1, 1), (1, 1)]),
    step_table(&[(-1, -1), (1, -1)]),
];

/// The targets of a piece that makes single steps, for each square.
const fn step_table(steps: &[(i32, i32)]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < steps.len() {
            let file = (square % 8) as i32 + steps[i].0;
            let rank = (square / 8) as i32 + steps[i].1;
            if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                table[square] |= 1 << (rank * 8 + file);
            }
            i += 1;
        }
        square += 1;
    }
    table
}

/// The lines of an empty board through one square; together, so that one cache line holds them.
#[repr(align(32))]
struct Lines {
    bishop: u64,
    rook: u64,
    rising: u64,
    falling: u64,
}

static LINES: [Lines; 64] = {
    let mut table = [const {
        Lines {
            bishop: 0,
            rook: 0,
            rising: 0,
            falling: 0,
        }
    }; 64];
    let mut square = 0;
    while square < 64 {
        let here = 1 << square;
        let rising = rays::ray(square, 1, 1, 0) | rays::ray(square, -1, -1, 0);
        let falling = rays::ray(square, 1, -1, 0) | rays::ray(square, -1, 1, 0);
        let rank = rays::ray(square, 1, 0, 0) | rays::ray(square, -1, 0, 0);
        let file = rays::ray(square, 0, 1, 0) | rays::ray(square, 0, -1, 0);
        table[square] = Lines {
            bishop: rising | falling,
            rook: rank | file,
            rising: rising | here,
            falling: falling | here,
        };
        square += 1;
    }
    table
};

static BETWEEN: [[u64; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let mut i = 0;
        while i < 8 {
            let (dx, dy) = KING_STEPS[i];
            let mut targets = rays::ray(a, dx, dy, 0);
            while targets != 0 {
                let b = targets.trailing_zeros() as usize;
                table[a][b] = rays::ray(a, dx, dy, 1 << b) & !(1 << b);
                targets &= targets - 1;
            }
            i += 1;
        }
        a += 1;
    }
    table
};

static LINE: [[u64; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let mut i = 0;
        while i < 8 {
            let (dx, dy) = KING_STEPS[i];
            let ahead = rays::ray(a, dx, dy, 0);
            let whole = ahead | rays::ray(a, -dx, -dy, 0) | 1 << a;
            let mut targets = ahead;
            while targets != 0 {
                table[a][targets.trailing_zeros() as usize] = whole;
                targets &= targets - 1;
            }
            i += 1;
        }
        a += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::SplitMix64;

    /// Every subset of the relevant squares, plus random noise outside of them.
    fn check_against_rays(bishop: fn(Square, u64) -> u64, rook: fn(Square, u64) -> u64) {
        let mut rng = SplitMix64::new(7);
        for square in Square::all() {
            let index = square.index();
            for (mask, fast, slow) in [
                (
                    rays::BISHOPS[index].mask,
                    bishop,
                    rays::bishop as fn(usize, u64) -> u64,
                ),
                (rays::ROOKS[index].mask, rook, rays::rook),
            ] {
                let mut subset = 0u64;
                loop {
                    let occupied = subset | (rng.next_u64() & !mask);
                    assert_eq!(
                        fast(square, occupied),
                        slow(index, occupied),
                        "{square} {occupied:#x}"
                    );
                    subset = subset.wrapping_sub(mask) & mask;
                    if subset == 0 {
                        break;
                    }
                }
            }
        }
    }

    #[test]
    fn magics_agree_with_rays() {
        check_against_rays(magic::bishop, magic::rook);
    }

    #[test]
    fn sliders_in_use_agree_with_rays() {
        check_against_rays(sliders::bishop, sliders::rook);
    }

    #[test]
    fn between_and_line_agree_with_rays() {
        for a in Square::all() {
            for b in Square::all() {
                let on_line = queen(a, Bitboard::EMPTY).contains(b);
                let expected = if !on_line {
                    Bitboard::EMPTY
                } else if rook_lines(a).contains(b) {
                    rook(a, b.into()) & rook(b, a.into())
                } else {
                    bishop(a, b.into()) & bishop(b, a.into())
                };
                assert_eq!(between(a, b), expected);
                assert_eq!(line(a, b).any(), on_line);
                if on_line {
                    assert!(line(a, b).contains(a) && line(a, b).contains(b));
                    assert_eq!(between(a, b) - line(a, b), Bitboard::EMPTY);
                    assert_eq!(line(a, b), line(b, a));
                }
            }
        }
    }

    #[test]
    fn steps_are_symmetric() {
        for a in Square::all() {
            for b in Square::all() {
                assert_eq!(knight(a).contains(b), knight(b).contains(a));
                assert_eq!(king(a).contains(b), king(b).contains(a));
                assert_eq!(
                    pawn(Color::White, a).contains(b),
                    pawn(Color::Black, b).contains(a)
                );
            }
        }
        assert_eq!(knight(Square::A1).count(), 2);
        assert_eq!(king(Square::E4).count(), 8);
    }
}
