//! Levels of play for Gomoku: as in chess, a short sight and a choice among moves that look about as good.

use regence_chess_search::strength;
use regence_core::Value;
use regence_core::deepen::Plan;
use regence_core::root::RootMove;
use std::hash::{BuildHasher, RandomState};

/// How one level plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    nodes: u64,
    /// The score by which a line becomes less likely by a factor of e.
    temperature: f64,
    /// The weakest do not look ahead at all.
    depth: Option<i32>,
}

/// Lines that a limited engine chooses from.
const LINES: usize = 5;
/// Below this rating a level looks one move ahead, and a little above it two.
const BLIND: u32 = 1000;
const SHORT_SIGHTED: u32 = 1300;

impl Level {
    /// The level of a rating, on the scale of the chess engine; none if that is full strength.
    pub fn of(elo: u32) -> Option<Level> {
        let sight = strength::level(elo)?;
        let depth = match elo {
            ..BLIND => Some(1),
            BLIND..SHORT_SIGHTED => Some(2),
            _ => None,
        };
        Some(Level {
            nodes: sight.nodes,
            temperature: sight.temperature.max(1.0),
            depth,
        })
    }

    /// The same plan with this level's sight.
    pub fn adapt(&self, mut plan: Plan) -> Plan {
        let least = |a: Option<u64>, b: u64| Some(a.map_or(b, |a| a.min(b)));
        plan.limits.soft_nodes = least(plan.limits.soft_nodes, self.nodes);
        // A search for forced wins counts its own nodes: it must not make a weak level a strong one.
        plan.limits.nodes = least(plan.limits.nodes, self.nodes.saturating_mul(8));
        if let Some(depth) = self.depth {
            plan.limits.depth = Some(plan.limits.depth.map_or(depth, |d| d.min(depth)));
        }
        plan.lines = plan.lines.max(LINES);
        plan
    }

    /// Chooses one of the lines; `random` is uniform over all of `u64`.
    pub fn choose<'a, M>(&self, lines: &'a [RootMove<M>], random: u64) -> Option<&'a RootMove<M>> {
        let best = lines.first()?;
        if best.value.is_decisive() {
            return Some(best);
        }
        let weight = |line: &RootMove<M>| match line.value > -Value::INFINITE {
            true => (-f64::from((best.value - line.value).max(0)) / self.temperature).exp(),
            false => 0.0,
        };
        let total: f64 = lines.iter().map(weight).sum();
        let mut rest = total * (random as f64 / u64::MAX as f64);
        let chosen = lines.iter().find(|line| {
            rest -= weight(line);
            rest <= 0.0
        });
        chosen.or(Some(best))
    }
}

/// A number that nobody can foretell.
pub fn random() -> u64 {
    RandomState::new().hash_one(0_u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_core::root::Root;

    #[test]
    fn stronger_levels_see_further() {
        let levels: Vec<Level> = (800..3000).step_by(100).filter_map(Level::of).collect();
        assert!(levels.windows(2).all(|w| w[0].nodes < w[1].nodes));
        assert_eq!(Level::of(3000), None);
        assert_eq!(levels[0].depth, Some(1));
    }

    #[test]
    fn good_moves_are_likelier() {
        let mut root = Root::new(['a', 'b', 'c']);
        for (line, score) in root.moves.iter_mut().zip([30, 20, -900]) {
            line.value = Value::cp(score);
        }
        let level = Level::of(1500).unwrap();
        assert_eq!(level.choose(&root.moves, 0).unwrap().mv, 'a');
        assert_eq!(
            level.choose(&root.moves, u64::MAX / 10 * 9).unwrap().mv,
            'b'
        );
        root.moves[0].value = Value::win_in(3);
        assert_eq!(level.choose(&root.moves, u64::MAX).unwrap().mv, 'a');
    }
}
