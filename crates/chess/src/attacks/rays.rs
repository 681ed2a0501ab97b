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

/// A bishop or a rook on a square, as the table builders see it: two lines that do not touch each other.
///
/// What stands on one line has no say in the attacks along the other, so that the entry for an occupation of
/// both is the union of an entry of two short lists each. That keeps the compiler, which fills the tables,
/// quick.
#[derive(Clone, Copy)]
pub(super) struct Cross {
    /// The squares whose occupation matters: both lines without their last squares.
    pub(super) mask: u64,
    pub(super) lines: [Line; 2],
}

/// Every occupation of a line (but for its last squares), and what is then attacked along it.
#[derive(Clone, Copy)]
pub(super) struct Line {
    pub(super) count: usize,
    pub(super) occupied: [u64; 64],
    pub(super) attacks: [u64; 64],
}

impl Line {
    /// The line through a square in one direction and its opposite.
    const fn through(square: usize, dx: i32, dy: i32) -> Line {
        let mask = inner(square, dx, dy) | inner(square, -dx, -dy);
        let mut line = Line {
            count: 0,
            occupied: [0; 64],
            attacks: [0; 64],
        };
        let mut subset: u64 = 0;
        loop {
            line.occupied[line.count] = subset;
            line.attacks[line.count] = ray(square, dx, dy, subset) | ray(square, -dx, -dy, subset);
            line.count += 1;
            subset = subset.wrapping_sub(mask) & mask;
            if subset == 0 {
                return line;
            }
        }
    }

    /// All squares of the line that matter: the last of its occupations.
    const fn mask(&self) -> u64 {
        self.occupied[self.count - 1]
    }
}

/// A ray on the empty board without its last square, behind which there is nothing to hide.
const fn inner(square: usize, dx: i32, dy: i32) -> u64 {
    let whole = ray(square, dx, dy, 0);
    if whole == 0 {
        return 0;
    }
    let upwards = dx + 8 * dy > 0;
    let last = if upwards {
        63 - whole.leading_zeros()
    } else {
        whole.trailing_zeros()
    };
    whole & !(1 << last)
}

impl Cross {
    const fn new(lines: [Line; 2]) -> Cross {
        Cross {
            mask: lines[0].mask() | lines[1].mask(),
            lines,
        }
    }

    pub(super) const fn bishop(square: usize) -> Cross {
        Cross::new([Line::through(square, 1, 1), Line::through(square, 1, -1)])
    }

    pub(super) const fn rook(square: usize) -> Cross {
        Cross::new([Line::through(square, 1, 0), Line::through(square, 0, 1)])
    }
}

/// The bishops of all squares.
pub(super) static BISHOPS: [Cross; 64] = {
    let mut crosses = [Cross::bishop(0); 64];
    let mut square = 1;
    while square < 64 {
        crosses[square] = Cross::bishop(square);
        square += 1;
    }
    crosses
};

/// The rooks of all squares.
pub(super) static ROOKS: [Cross; 64] = {
    let mut crosses = [Cross::rook(0); 64];
    let mut square = 1;
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
