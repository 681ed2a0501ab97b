//! Moves that were tried and did not cut, for the histories.

const MOST: usize = 32;

/// The first moves of a node that did not cut; more than 32 are not remembered.
#[derive(Debug)]
pub struct Tried<M> {
    moves: [Option<M>; MOST],
    count: usize,
}

impl<M: Copy> Tried<M> {
    /// None yet.
    #[inline]
    pub fn new() -> Tried<M> {
        Tried {
            moves: [None; MOST],
            count: 0,
        }
    }

    /// Keeps a move, while there is room.
    #[inline]
    pub fn add(&mut self, mv: M) {
        if let Some(place) = self.moves.get_mut(self.count) {
            *place = Some(mv);
            self.count += 1;
        }
    }

    /// The moves in the order in which they were tried.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = M> {
        self.moves[..self.count].iter().flatten().copied()
    }
}

impl<M: Copy> Default for Tried<M> {
    fn default() -> Self {
        Tried::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_come_in_order_and_the_rest_is_forgotten() {
        let mut tried = Tried::new();
        for mv in 0..40 {
            tried.add(mv);
        }
        assert!(tried.iter().eq(0..32));
    }
}
