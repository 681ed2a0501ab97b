//! Playing at a limited strength.
//!
//! A weak human does not play random moves: he looks less far, and he is content with a move that
//! looks about as good as the best. So a level is a small number of nodes, and a choice among the
//! best few lines, the likelier the closer its score comes to the best. Blunders then come from the
//! short sight, as they do for people.

use regence_chess::rng::SplitMix64;
use regence_chess::{Board, Move};
use regence_core::deepen::Plan;
use regence_core::root::RootMove;

/// The range of levels; from the upper end on, the engine plays at full strength.
pub const MIN_ELO: u32 = 800;
pub const MAX_ELO: u32 = 3000;

/// Lines that a limited engine chooses from.
const LINES: usize = 4;

/// How one level plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// No new iteration begins beyond this many nodes.
    pub nodes: u64,
    /// Centipawns by which a line becomes less likely by a factor of e.
    pub temperature: f64,
}

/// The level of a rating, or none if that is full strength.
pub fn level(elo: u32) -> Option<Level> {
    if elo >= MAX_ELO {
        return None;
    }
    let elo = f64::from(elo.max(MIN_ELO));
    // Twice the nodes for every 130 points, from 100 nodes at 800.
    let nodes = 100.0 * ((elo - f64::from(MIN_ELO)) / 130.0).exp2();
    let missing = f64::from(MAX_ELO) - elo;
    Some(Level {
        nodes: nodes as u64,
        temperature: missing * missing / 50_000.0,
    })
}

impl Level {
    /// The same plan with this level's sight.
    pub fn adapt(&self, plan: Plan) -> Plan {
        let mut plan = plan;
        let soft = plan.limits.soft_nodes.unwrap_or(u64::MAX);
        plan.limits.soft_nodes = Some(soft.min(self.nodes));
        plan.lines = plan.lines.max(LINES);
        plan
    }

    /// Chooses one of the lines; `random` is uniform over all of `u64`.
    pub fn choose<'a>(
        &self,
        lines: &'a [RootMove<Move>],
        random: u64,
    ) -> Option<&'a RootMove<Move>> {
        let best = lines.first()?;
        if best.value.is_decisive() {
            return Some(best);
        }
        let weight = |line: &RootMove<Move>| {
            let behind = f64::from((best.value - line.value).max(0));
            (-behind / self.temperature.max(1.0)).exp()
        };
        let total: f64 = lines.iter().map(weight).sum();
        let mut rest = total * (random as f64 / u64::MAX as f64);
        lines
            .iter()
            .find(|line| {
                rest -= weight(line);
                rest <= 0.0
            })
            .or(Some(best))
    }
}

/// A number that differs from position to position and from game to game.
pub fn random(board: &Board, seed: u64) -> u64 {
    SplitMix64::new(board.key() ^ seed ^ u64::from(board.halfmove_clock())).next_u64()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Engine, Job};
    use regence_chess::Game;
    use regence_core::root::Root;
    use regence_core::watch::NodeClock;
    use regence_core::{Limits, NoObserver, Shared, Value};

    fn lines(scores: &[i32]) -> Vec<RootMove<Move>> {
        let moves = Board::startpos().legal_moves();
        let mut root = Root::new(moves.iter().copied().take(scores.len()));
        for (root_move, &score) in root.moves.iter_mut().zip(scores) {
            root_move.value = Value::cp(score);
        }
        root.moves
    }

    #[test]
    fn stronger_levels_see_further_and_choose_better() {
        let levels: Vec<Level> = (MIN_ELO..MAX_ELO).step_by(100).filter_map(level).collect();
        assert!(levels.windows(2).all(|w| w[0].nodes < w[1].nodes));
        assert!(
            levels
                .windows(2)
                .all(|w| w[0].temperature > w[1].temperature)
        );
        assert_eq!(level(MAX_ELO), None);
        assert_eq!(level(0), level(MIN_ELO));
    }

    #[test]
    fn near_equals_are_all_played_and_blunders_hardly_ever() {
        let lines = lines(&[30, 25, 20, -900]);
        let level = level(1200).expect("a limited level");
        let mut counts = [0; 4];
        let mut rng = SplitMix64::new(1);
        for _ in 0..1000 {
            let chosen = level.choose(&lines, rng.next_u64()).expect("a line");
            counts[lines
                .iter()
                .position(|l| l.mv == chosen.mv)
                .expect("one of them")] += 1;
        }
        assert!(counts[..3].iter().all(|&n| n > 150), "{counts:?}");
        assert_eq!(counts[3], 0);
    }

    #[test]
    fn a_win_that_is_seen_is_played() {
        let mut lines = lines(&[0, 0]);
        lines[0].value = Value::win_in(1);
        let level = level(800).expect("a limited level");
        for random in [0, u64::MAX / 2, u64::MAX] {
            assert_eq!(
                level.choose(&lines, random).map(|l| l.mv),
                Some(lines[0].mv)
            );
        }
    }

    #[test]
    fn a_limited_engine_plays_legal_moves_with_few_nodes() {
        let mut engine = Engine::new();
        engine.set_seed(7);
        let mut game = Game::new(Board::startpos());
        for _ in 0..20 {
            let shared = Shared::new(1, NodeClock::new(1_000_000), false);
            let mut job = Job::new(
                game.clone(),
                Limits::for_time(std::time::Duration::from_secs(5)),
            );
            job.elo = Some(1000);
            let outcome = engine
                .search(&job, &shared, &mut NoObserver)
                .expect("a move");
            assert!(game.board().is_legal(outcome.best.mv));
            assert!(outcome.nodes < 50_000, "{} nodes", outcome.nodes);
            game.push(outcome.best.mv);
        }
    }
}
