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

pub(super) const fn bishop(square: usize, occupied: u64) -> u64 {
    ray(square, 1, 1, occupied)
        | ray(square, 1, -1, occupied)
        | ray(square, -1, -1, occupied)
        | ray(square, -1, 1, occupied)
}

pub(super) const fn rook(square: usize, occupied: u64) -> u64 {
    ray(square, 0, 1, occupied)
        | ray(square, 1, 0, occupied)
        | ray(square, 0, -1, occupied)
        | ray(square, -1, 0, occupied)
}

/// The squares whose occupation matters to a bishop: its lines without their last squares.
pub(super) const fn bishop_mask(square: usize) -> u64 {
    const EDGES: u64 = 0xff81_8181_8181_81ff;
    bishop(square, 0) & !EDGES
}

/// The squares whose occupation matters to a rook: its lines without their last squares.
pub(super) const fn rook_mask(square: usize) -> u64 {
    const RANK_ENDS: u64 = 0x8181_8181_8181_8181;
    const FILE_ENDS: u64 = 0xff00_0000_0000_00ff;
    let rank = 0xff << (square & 56);
    let file = 0x0101_0101_0101_0101 << (square & 7);
    rook(square, 0) & ((rank & !RANK_ENDS) | (file & !FILE_ENDS))
}

/// The sizes of the tables that hold one entry for each subset of each mask.
pub(super) const BISHOP_ENTRIES: usize = 5248;
pub(super) const ROOK_ENTRIES: usize = 102_400;
