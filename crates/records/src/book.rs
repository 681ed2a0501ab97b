//! What all opening books have in common: moves with weights, and how one of them is chosen.

use regence_chess::Move;

/// A move that a book knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    mv: Move,
    weight: u32,
}

impl BookMove {
    pub(crate) fn new(mv: Move, weight: u32) -> BookMove {
        BookMove { mv, weight }
    }

    /// The move, legal in the position for which the book was asked.
    pub fn mv(&self) -> Move {
        self.mv
    }

    /// How often it should be played, in comparison with the others. Never if 0.
    pub fn weight(&self) -> u32 {
        self.weight
    }

    pub(crate) fn add_weight(&mut self, more: u32) {
        self.weight = self.weight.saturating_add(more);
    }
}

/// Chooses a move with a probability that is proportional to its weight. `random` is any evenly distributed
/// number; the same number gives the same move. Nothing if no move has a weight.
pub fn choose(moves: &[BookMove], random: u64) -> Option<Move> {
    let total: u64 = moves.iter().map(|known| u64::from(known.weight)).sum();
    let mut left = ((u128::from(random) * u128::from(total)) >> 64) as u64;
    for known in moves {
        match left.checked_sub(u64::from(known.weight)) {
            None => return Some(known.mv),
            Some(rest) => left = rest,
        }
    }
    None
}

/// The move with the greatest weight, the first of them if there are several. Nothing if no move has a weight.
pub fn best(moves: &[BookMove]) -> Option<Move> {
    let top = moves.iter().map(|known| known.weight).max()?;
    moves
        .iter()
        .find(|known| top > 0 && known.weight == top)
        .map(|known| known.mv)
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_chess::{Board, rng::SplitMix64};

    fn known(weights: &[(&str, u32)]) -> Vec<BookMove> {
        let board = Board::startpos();
        let read = |&(text, weight): &(&str, u32)| {
            BookMove::new(board.move_from_uci(text).unwrap(), weight)
        };
        weights.iter().map(read).collect()
    }

    #[test]
    fn chooses_by_weight() {
        let moves = known(&[("e2e4", 3), ("a2a3", 0), ("d2d4", 1)]);
        let mut random = SplitMix64::new(7);
        let mut counts = [0; 3];
        for _ in 0..4000 {
            let mv = choose(&moves, random.next_u64()).unwrap();
            counts[moves.iter().position(|known| known.mv() == mv).unwrap()] += 1;
        }
        assert_eq!(counts[1], 0);
        assert!((2900..3100).contains(&counts[0]), "{counts:?}");
        assert_eq!(choose(&moves, 0), Some(moves[0].mv()));
        assert_eq!(choose(&moves, u64::MAX), Some(moves[2].mv()));
    }

    #[test]
    fn the_best_has_the_greatest_weight() {
        let moves = known(&[("e2e4", 3), ("a2a3", 9), ("d2d4", 9)]);
        assert_eq!(best(&moves), Some(moves[1].mv()));
        for none in [known(&[]), known(&[("e2e4", 0)])] {
            assert_eq!((best(&none), choose(&none, 5)), (None, None));
        }
    }
}
