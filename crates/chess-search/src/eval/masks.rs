//! Sets of squares that pawn and king terms look up, made at compile time.

use regence_chess::{Bitboard, Color, Square};

/// The squares ahead of a pawn on its own file.
#[inline]
pub fn file_ahead(color: Color, square: Square) -> Bitboard {
    Bitboard(FILE_AHEAD[color.index()][square.index()])
}

/// The squares from which enemy pawns could still stop or take this pawn on its way: ahead on its own file and
/// on both neighbours.
#[inline]
pub fn passed_span(color: Color, square: Square) -> Bitboard {
    Bitboard(PASSED_SPAN[color.index()][square.index()])
}

/// The files beside the one of this square.
#[inline]
pub fn adjacent_files(square: Square) -> Bitboard {
    Bitboard(ADJACENT_FILES[square.index() & 7])
}

/// How many king steps lie between two squares.
#[inline]
pub fn distance(a: Square, b: Square) -> usize {
    DISTANCE[a.index()][b.index()] as usize
}

/// The nine squares on which an attack on this king is an attack on the king: its square and those around it, drawn
/// one file or rank inwards at the edge so that a king in the corner has as many.
#[inline]
pub fn king_ring(square: Square) -> Bitboard {
    Bitboard(KING_RING[square.index()])
}

static ADJACENT_FILES: [u64; 8] = {
    let mut table = [0; 8];
    let mut file = 0;
    while file < 8 {
        let set = Bitboard::FILE_A.0 << file;
        table[file] = (set & !Bitboard::FILE_H.0) << 1 | (set & !Bitboard::FILE_A.0) >> 1;
        file += 1;
    }
    table
};

static FILE_AHEAD: [[u64; 64]; 2] = {
    let mut table = [[0; 64]; 2];
    let mut square = 0;
    while square < 64 {
        let file = Bitboard::FILE_A.0 << (square % 8);
        table[0][square] = file & ahead_of(square, true);
        table[1][square] = file & ahead_of(square, false);
        square += 1;
    }
    table
};

static PASSED_SPAN: [[u64; 64]; 2] = {
    let mut table = [[0; 64]; 2];
    let mut square = 0;
    while square < 64 {
        let files = Bitboard::FILE_A.0 << (square % 8) | ADJACENT_FILES[square % 8];
        table[0][square] = files & ahead_of(square, true);
        table[1][square] = files & ahead_of(square, false);
        square += 1;
    }
    table
};

/// All ranks above (or below) the one of a square.
const fn ahead_of(square: usize, up: bool) -> u64 {
    let rank = square / 8;
    if up {
        if rank == 7 { 0 } else { !0 << (8 * (rank + 1)) }
    } else {
        (1 << (8 * rank)) - 1
    }
}

static DISTANCE: [[u8; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let mut b = 0;
        while b < 64 {
            let files = usize::abs_diff(a % 8, b % 8);
            let ranks = usize::abs_diff(a / 8, b / 8);
            table[a][b] = if files > ranks { files } else { ranks } as u8;
            b += 1;
        }
        a += 1;
    }
    table
};

static KING_RING: [u64; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let centre = inwards(square / 8) * 8 + inwards(square % 8);
        let mut other = 0;
        while other < 64 {
            if DISTANCE[centre][other] <= 1 {
                table[square] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    table
};

const fn inwards(coordinate: usize) -> usize {
    match coordinate {
        0 => 1,
        7 => 6,
        inner => inner,
    }
}
