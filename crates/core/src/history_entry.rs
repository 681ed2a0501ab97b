//! History cells that saturate: the nearer to its limit, the less a cell moves.

/// A history score in `-MAX..=MAX`.
///
/// A bonus pulls the cell towards `MAX`, a malus towards `-MAX`, each in proportion to the room
/// that is left, so old lessons fade as new ones come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HistoryEntry<const MAX: i32>(i16);

impl<const MAX: i32> HistoryEntry<MAX> {
    /// The largest value, and below zero the smallest.
    pub const MAX: i32 = MAX;

    /// The value.
    #[inline]
    pub const fn get(self) -> i32 {
        self.0 as i32
    }

    /// Adds a bonus (or, below zero, a malus).
    #[inline]
    pub fn update(&mut self, bonus: i32) {
        let bonus = bonus.clamp(-MAX, MAX);
        let value = self.get();
        self.0 = (value + bonus - value * bonus.abs() / MAX) as i16;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_never_leave_their_range() {
        let mut cell = HistoryEntry::<16384>::default();
        for _ in 0..100 {
            cell.update(9000);
            assert!(cell.get() <= 16384);
        }
        assert!(cell.get() > 16000);
        for _ in 0..100 {
            cell.update(-100_000);
        }
        assert_eq!(cell.get(), -16384);
    }

    #[test]
    fn a_full_cell_forgets_faster_than_it_learns() {
        let mut full = HistoryEntry::<1000>::default();
        full.update(1000);
        full.update(-100);
        assert_eq!(full.get(), 800);
    }
}
