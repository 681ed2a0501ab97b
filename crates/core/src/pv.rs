//! The principal variation, one line for each ply, built from the leaf upwards.

/// Lines by ply: `line(ply)` is the best line known from that ply on.
#[derive(Debug, Clone)]
pub struct PvTable<M> {
    lines: Vec<Vec<M>>,
}

impl<M: Copy> PvTable<M> {
    /// A table for lines of so many plies.
    pub fn new(plies: usize) -> PvTable<M> {
        PvTable {
            lines: (0..plies + 1).map(|_| Vec::new()).collect(),
        }
    }

    /// Forgets the line of `ply`: what follows has not been searched yet.
    #[inline]
    pub fn clear(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    /// The best move of `ply` is `first`, followed by the line of the ply below.
    #[inline]
    pub fn set(&mut self, ply: usize, first: M) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(first);
        if let Some(rest) = lower.first() {
            line.extend_from_slice(rest);
        }
    }

    /// The line from a ply on.
    #[inline]
    pub fn line(&self, ply: usize) -> &[M] {
        &self.lines[ply]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_its_first_move_and_the_line_below() {
        let mut pv = PvTable::new(3);
        pv.set(2, 'c');
        pv.set(1, 'b');
        pv.set(0, 'a');
        assert_eq!(pv.line(0), ['a', 'b', 'c']);
        pv.clear(1);
        pv.set(0, 'd');
        assert_eq!(pv.line(0), ['d']);
    }

    #[test]
    fn the_deepest_ply_has_no_line_below() {
        let mut pv = PvTable::new(2);
        pv.set(2, 'z');
        assert_eq!(pv.line(2), ['z']);
    }
}
