//! Slider attacks found by walking along the lines: slow, plainly right, and usable at compile time.

/// The squares from a square in one direction, up to and including the first occupied one.
pub(super) const fn ray(square: usize, dx: i32, dy: i32, occupied: u64) -> u64 {
    let mut targets = 0;
    let mut file = (square % 8) as i32 + dx;
    let mut rank = (square / 8) as i32 + dy;
    while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
        let bit = 1 << (rank * 8 + file);
        targets |= bit;
        if occupied & bit != 0 {
            break;
        }
        file += dx;
        rank += dy;
    }
    targets
}

/// What a bishop attacks, line by line.
#[cfg(test)]
pub(super) fn bishop(square: usize, occupied: u64) -> u64 {
    ray(square, 1, 1, occupied)
        | ray(square, 1, -1, occupied)
        | ray(square, -1, -1, occupied)
        | ray(square, -1, 1, occupied)
}

/// What a rook attacks, line by line.
#[cfg(test)]
pub(super) fn rook(square: usize, occupied: u64) -> u64 {
    ray(square, 0, 1, occupied)
        | ray(square, 1, 0, occupied)
        | ray(square, 0, -1, occupied)
        | ray(square, -1, 0, occupied)
}

/// A bishop or a rook on a square: the two lines on which it moves, without the square itself.
///
/// This is what fills the tables: a few operations an entry instead of a walk keep the compiler quick.
#[derive(Clone, Copy)]
pub(super) struct Cross {
    square: u64,
    lines: [u64; 2],
    /// The squares whose occupation matters: the lines without their last squares.
    pub(super) mask: u64,
}

impl Cross {
    pub(super) const fn bishop(square: usize) -> Cross {
        let rising = ray(square, 1, 1, 0) | ray(square, -1, -1, 0);
        let falling = ray(square, 1, -1, 0) | ray(square, -1, 1, 0);
        const EDGES: u64 = 0xff81_8181_8181_81ff;
        Cross {
            square: 1 << square,
            lines: [rising, falling],
            mask: (rising | falling) & !EDGES,
        }
    }

    pub(super) const fn rook(square: usize) -> Cross {
        const RANK_ENDS: u64 = 0x8181_8181_8181_8181;
        const FILE_ENDS: u64 = 0xff00_0000_0000_00ff;
        let rank = ray(square, 1, 0, 0) | ray(square, -1, 0, 0);
        let file = ray(square, 0, 1, 0) | ray(square, 0, -1, 0);
        let mask = (rank & !RANK_ENDS) | (file & !FILE_ENDS);
        Cross {
            square: 1 << square,
            lines: [rank, file],
            mask,
        }
    }

    /// The attacked squares: a subtraction runs up each line to its first blocker, and the same on the board
    /// turned round runs down ("hyperbola quintessence").
    pub(super) const fn attacks(&self, occupied: u64) -> u64 {
        self.along(self.lines[0], occupied) | self.along(self.lines[1], occupied)
    }

    const fn along(&self, line: u64, occupied: u64) -> u64 {
        let blockers = occupied & line;
        let up = blockers.wrapping_sub(self.square << 1);
        let turned = self.square.reverse_bits();
        let down = blockers
            .reverse_bits()
            .wrapping_sub(turned << 1)
            .reverse_bits();
        (up ^ down) & line
    }
}

/// The bishops of all squares.
pub(super) const BISHOPS: [Cross; 64] = {
    let mut crosses = [Cross::bishop(0); 64];
    let mut square = 0;
    while square < 64 {
        crosses[square] = Cross::bishop(square);
        square += 1;
    }
    crosses
};

/// The rooks of all squares.
pub(super) const ROOKS: [Cross; 64] = {
    let mut crosses = [Cross::rook(0); 64];
    let mut square = 0;
    while square < 64 {
        crosses[square] = Cross::rook(square);
        square += 1;
    }
    crosses
};

/// How many entries hold one set for each subset of each bishop's mask.
pub(super) const BISHOP_ENTRIES: usize = 5248;
/// How many entries hold one set for each subset of each rook's mask.
pub(super) const ROOK_ENTRIES: usize = 102_400;
