//! The reference: our own search in this process. It tells what a position is worth, so that what an engine says can be
//! compared with something. Its limits are depth and nodes, so that it says the same on every machine.

use regence_chess::{Game, Move};
use regence_chess_search::{Chess, Engine};
use regence_core::limiter::WallClock;
use regence_core::{Limits, NoObserver, Request, Shared};

use crate::position::{MATE_CENTIPAWNS, Position};

/// What the reference thinks of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opinion {
    /// For the side to move, in centipawns; a mate counts as everywhere in the doctor.
    pub score: i32,
    pub best: Move,
    pub depth: u32,
}

/// Our own search.
#[derive(Debug, Default)]
pub struct Reference {
    engine: Engine,
}

impl Reference {
    pub fn new() -> Reference {
        Reference {
            engine: Engine::new(),
        }
    }

    /// What a game comes to after a search of that depth, with an empty table; nothing if it is over.
    pub fn judge(&mut self, game: &Game, depth: i32, nodes: u64) -> Option<Opinion> {
        self.engine.new_game();
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::to_depth(depth)
        };
        let request = Request::<Chess>::new(game.clone(), limits);
        let shared = Shared::new(1, WallClock::start(), false);
        let outcome = self.engine.search(&request, &shared, &mut NoObserver)?;
        let value = outcome.best.value;
        let score = match (value.is_win(), value.is_loss()) {
            (true, _) => MATE_CENTIPAWNS,
            (_, true) => -MATE_CENTIPAWNS,
            _ => value.raw(),
        };
        Some(Opinion {
            score,
            best: outcome.best.mv,
            depth: outcome.depth.unsigned_abs(),
        })
    }

    /// Each legal move with what is left after the answer to it, from the mover's side.
    pub fn judge_moves(&mut self, position: &Position, depth: i32, nodes: u64) -> Vec<(Move, i32)> {
        let moves = position.board().legal_moves();
        let worth = |mv: &Move| {
            let mut game = position.game().clone();
            game.push(*mv);
            let score = match self.judge(&game, depth, nodes) {
                Some(opinion) => -opinion.score,
                None if game.board().in_check() => MATE_CENTIPAWNS,
                None => 0,
            };
            (*mv, score)
        };
        moves.iter().map(worth).collect()
    }

    /// The moves that lose so much more than the best one.
    pub fn blunders(&mut self, position: &Position, loss: i32) -> Vec<String> {
        let judged = self.judge_moves(position, 4, 6000);
        let best = judged.iter().map(|(_, score)| *score).max().unwrap_or(0);
        let is_blunder = |(_, score): &&(Move, i32)| best - score >= loss;
        let blunders = judged.iter().filter(is_blunder);
        blunders.map(|(mv, _)| mv.to_string()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite;

    #[test]
    fn it_takes_what_is_given_and_knows_blunders() {
        let mut reference = Reference::new();
        for gift in suite::GIFTS {
            let position = Position::fen(gift.fen);
            let opinion = reference.judge(position.game(), 6, 50_000).unwrap();
            assert!(opinion.score > 150, "{gift:?}: {opinion:?}");
            let blunders = reference.blunders(&position, 250);
            assert!(!blunders.contains(&gift.take.to_owned()), "{gift:?}");
            assert!(blunders.len() >= 3, "{gift:?}: {blunders:?}");
        }
        let mated = Position::startpos().after(["f2f3", "e7e5", "g2g4", "d8h4"]);
        assert_eq!(reference.judge(mated.game(), 3, 1000), None);
    }
}
