//! What the network sees: pieces on squares, from each side's own end of the board.

/// White or Black, as the network counts them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Sees the board from rank 1.
    White,
    /// Sees the board from rank 8.
    Black,
}

impl Side {
    /// White, then Black.
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    /// 0 for White, 1 for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// Where the pieces are: one set of squares for each of White's and Black's pawns, knights, bishops, rooks,
/// queens and king, in this order, a1 the lowest bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Placement(pub [u64; 12]);

impl Placement {
    /// The square of the king of `side`, 0 for a1 to 63 for h8.
    #[inline]
    pub fn king(&self, side: Side) -> u32 {
        self.0[side.index() * 6 + 5].trailing_zeros() & 63
    }

    /// How many pieces are on the board.
    #[inline]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|set| set.count_ones()).sum()
    }
}

/// The number of a feature in the first layer: its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Feature(u16);

impl Feature {
    /// The row in the first layer.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Rows for one position of the king: twelve kinds of pieces on sixty-four squares.
pub const FEATURES: usize = 768;

/// Which rows a king's square selects. The board is mirrored so that the king is on files a to d; each of these
/// thirty-two squares, a1 to d1 first, belongs to a bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KingBuckets {
    squares: [u8; 32],
    count: usize,
}

/// How one side sees the board: which bucket its king selects, and whether left and right are exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    pub bucket: u8,
    pub is_mirrored: bool,
}

impl KingBuckets {
    /// One bucket for all squares.
    pub const ONE: KingBuckets = KingBuckets {
        squares: [0; 32],
        count: 1,
    };

    /// Four: the corner of a castled king, the middle of the first rank, the second rank, and the open board.
    pub const FOUR: KingBuckets = {
        let mut squares = [3; 32];
        let (mut square, near) = (0, [0, 0, 1, 1, 2, 2, 2, 2]);
        while square < near.len() {
            squares[square] = near[square];
            square += 1;
        }
        KingBuckets { squares, count: 4 }
    };

    /// Eight: the castled corner, the file beside it, the middle of the first rank, both halves of the second, the third rank, the
    /// middle of the board, and the opponent's half.
    pub const EIGHT: KingBuckets = {
        let mut squares = [0; 32];
        let near = [0, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5, 5];
        let mut square = 0;
        while square < squares.len() {
            squares[square] = match square {
                ..12 => near[square],
                12..20 => 6,
                _ => 7,
            };
            square += 1;
        }
        KingBuckets { squares, count: 8 }
    };

    /// Buckets must be numbered from 0 without a gap.
    pub fn new(squares: [u8; 32]) -> Option<KingBuckets> {
        let count = squares
            .iter()
            .max()
            .map_or(0, |&last| usize::from(last) + 1);
        let is_used = |bucket: usize| squares.iter().any(|&b| usize::from(b) == bucket);
        (count <= 32 && (0..count).all(is_used)).then_some(KingBuckets { squares, count })
    }

    /// How many buckets there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The bucket of each square of files a to d, rank by rank.
    pub fn as_array(&self) -> &[u8; 32] {
        &self.squares
    }

    /// How a side whose king stands there sees the board.
    #[inline]
    pub fn view(&self, side: Side, king: u32) -> View {
        let own = oriented(side, king);
        let is_mirrored = own & 7 >= 4;
        let half = if is_mirrored { own ^ 7 } else { own };
        View {
            bucket: self.squares[((half >> 3) * 4 + (half & 3)) as usize],
            is_mirrored,
        }
    }
}

/// A square as seen from a side's own end.
#[inline]
fn oriented(side: Side, square: u32) -> u32 {
    match side {
        Side::White => square,
        Side::Black => square ^ 56,
    }
}

impl View {
    /// The feature of a piece: `kind` is its index in [`Placement`].
    #[inline]
    pub fn feature(self, side: Side, kind: usize, square: u32) -> Feature {
        let mirror = if self.is_mirrored { 7 } else { 0 };
        let square = oriented(side, square) ^ mirror;
        // One's own pieces come first, whichever colour they have.
        let kind = match side {
            Side::White => kind,
            Side::Black => (kind + 6) % 12,
        };
        let row = usize::from(self.bucket) * FEATURES + kind * 64 + square as usize;
        Feature(row as u16)
    }
}

/// Calls `visit` with every square of a set.
#[inline]
pub fn for_each_square(mut set: u64, mut visit: impl FnMut(u32)) {
    while set != 0 {
        visit(set.trailing_zeros());
        set &= set - 1;
    }
}

/// The features of a placement as one side sees them.
pub fn features(
    placement: &Placement,
    buckets: &KingBuckets,
    side: Side,
    mut visit: impl FnMut(Feature),
) {
    let view = buckets.view(side, placement.king(side));
    for (kind, &set) in placement.0.iter().enumerate() {
        for_each_square(set, |square| visit(view.feature(side, kind, square)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kings(white: u32, black: u32) -> Placement {
        let mut placement = Placement::default();
        placement.0[5] = 1 << white;
        placement.0[11] = 1 << black;
        placement
    }

    fn seen(placement: &Placement, side: Side) -> Vec<Feature> {
        let mut found = Vec::new();
        features(placement, &KingBuckets::ONE, side, |f| found.push(f));
        found.sort();
        found
    }

    #[test]
    fn both_sides_see_a_mirrored_board_alike() {
        // White: Kb1, Ra1; Black: Kc8. Then the same with colours exchanged.
        let mut position = kings(1, 58);
        position.0[3] = 1;
        let mut exchanged = kings(2, 57);
        exchanged.0[9] = 1 << 56;
        assert_eq!(seen(&position, Side::White), seen(&exchanged, Side::Black));
        assert_eq!(seen(&position, Side::Black), seen(&exchanged, Side::White));
    }

    #[test]
    fn left_and_right_are_the_same_to_the_network() {
        let mut left = kings(1, 58);
        left.0[0] = 1 << 8;
        let mut right = kings(6, 61);
        right.0[0] = 1 << 15;
        for side in Side::BOTH {
            assert_eq!(seen(&left, side), seen(&right, side));
        }
    }

    #[test]
    fn a_bucket_selects_its_own_rows() {
        let mut squares = [0; 32];
        squares[4..].fill(1);
        let buckets = KingBuckets::new(squares).expect("no gap");
        assert_eq!(buckets.count(), 2);
        assert_eq!(buckets.view(Side::White, 0).bucket, 0);
        assert_eq!(buckets.view(Side::White, 20).bucket, 1);
        assert_eq!(buckets.view(Side::Black, 60).bucket, 0);
        let view = buckets.view(Side::White, 20);
        assert!(view.feature(Side::White, 0, 8).index() >= FEATURES);
        squares[0] = 3;
        assert_eq!(KingBuckets::new(squares), None, "bucket 2 is missing");
    }

    #[test]
    fn four_buckets_are_told_apart() {
        let four = KingBuckets::FOUR;
        assert_eq!(KingBuckets::new(four.squares), Some(four));
        let bucket = |side, square| four.view(side, square).bucket;
        assert_eq!(bucket(Side::White, 6), 0, "g1");
        assert_eq!(bucket(Side::Black, 60), 1, "e8");
        assert_eq!(bucket(Side::White, 12), 2, "e2");
        assert_eq!(bucket(Side::Black, 6), 3, "g1");
    }
}
