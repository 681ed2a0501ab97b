//! Balanced openings of our own: random moves that a short search calls level.
//!
//! Openings from the tree of all games are strange, but they repeat nothing, favour no book and need no file.

use regence_chess::rng::SplitMix64;
use regence_chess::{Board, Game};
use regence_chess_search::{Engine, Job};
use regence_core::limiter::WallClock;
use regence_core::{Limits, NoObserver, Shared};

/// Openings are this many random plies long, or one more: both sides get to begin.
const PLIES: u64 = 8;
/// A start that the search thinks at least this far from equal is not played.
const BALANCED: i32 = 80;
/// Nodes for that thought.
const NODES: u64 = 4000;

/// A source of openings. The shipped search judges them, whatever is measured.
#[derive(Debug)]
pub struct Openings {
    seed: u64,
    engine: Engine,
}

impl Openings {
    pub fn new(seed: u64) -> Openings {
        let mut engine = Engine::new();
        // A few thousand nodes need no more; the default serves if even this is refused.
        let _ = engine.set_hash(1);
        Openings { seed, engine }
    }

    /// The opening of this number: the seed and the number decide alone.
    pub fn get(&mut self, number: u64) -> Game {
        let mixed = SplitMix64::new(self.seed).next_u64() ^ number;
        let mut rng = SplitMix64::new(mixed);
        loop {
            let plies = PLIES + rng.below(2);
            if let Some(game) = random_game(Board::startpos(), &mut rng, plies)
                && self.is_balanced(&game)
            {
                return game;
            }
        }
    }

    fn is_balanced(&mut self, game: &Game) -> bool {
        self.engine.new_game();
        let job = Job::new(game.clone(), Limits::to_nodes(NODES));
        let shared = Shared::new(1, WallClock::start(), false);
        self.engine
            .search(&job, &shared, &mut NoObserver)
            .is_some_and(|outcome| outcome.best.value.raw().abs() < BALANCED)
    }
}

/// A game of random moves that has not ended; none if it has.
pub fn random_game(start: Board, rng: &mut SplitMix64, plies: u64) -> Option<Game> {
    let mut game = Game::new(start);
    for _ in 0..plies {
        let moves = game.board().legal_moves();
        let choice = rng.below(moves.len() as u64) as usize;
        game.push(*moves.get(choice)?);
    }
    game.outcome().is_none().then_some(game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn an_opening_depends_on_seed_and_number_alone() {
        let mut one = Openings::new(1);
        let fens: Vec<String> = (0..20).map(|n| one.get(n).board().to_fen()).collect();
        let mut again = Openings::new(1);
        assert_eq!(again.get(7).board().to_fen(), fens[7]);
        assert_eq!(again.get(2).board().to_fen(), fens[2]);
        assert_ne!(Openings::new(2).get(7).board().to_fen(), fens[7]);
        assert_eq!(fens.iter().collect::<HashSet<_>>().len(), fens.len());
    }

    #[test]
    fn both_sides_get_to_begin() {
        let mut openings = Openings::new(1);
        let lengths: HashSet<usize> = (0..12).map(|n| openings.get(n).moves().len()).collect();
        assert_eq!(lengths, HashSet::from([8, 9]));
    }
}
