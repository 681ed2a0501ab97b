//! The players of a match within one process, and how much they may think.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use regence_core::config::Lab;
use regence_core::game::Game;
use regence_core::limiter::{NodeClock, WallClock};
use regence_core::limits::Remaining;
use regence_core::{Engine, Limits, Shared};

use crate::error::LabError;
use crate::games;
use crate::seat::Seat;
use crate::setup::Setup;

/// How much a side may think about a move. By nodes the games are the same on every machine, however busy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Exactly so many nodes.
    Nodes(u64),
    /// No new iteration beyond so many nodes: only whole iterations count.
    SoftNodes(u64),
    /// So long. This needs a quiet machine.
    Time(Duration),
    /// A clock for the game and an increment, by simulated time in which a search takes so many nodes a second: what
    /// a search does with its clock, on any machine.
    Clock {
        base: Duration,
        increment: Duration,
        nodes_per_second: u64,
    },
}

impl Effort {
    pub fn limits(self) -> Limits {
        match self {
            Effort::Nodes(nodes) => Limits::to_nodes(nodes),
            Effort::SoftNodes(nodes) => Limits {
                soft_nodes: Some(nodes),
                // An iteration that explodes must end some day.
                nodes: Some(nodes.saturating_mul(10)),
                ..Limits::default()
            },
            Effort::Time(time) => Limits::for_time(time),
            // What is left of the clock is the player's to say.
            Effort::Clock {
                base, increment, ..
            } => by_clock(base, increment),
        }
    }
}

fn by_clock(left: Duration, increment: Duration) -> Limits {
    Limits {
        clock: Some(Remaining {
            time: left,
            increment,
            moves_to_go: None,
        }),
        ..Limits::default()
    }
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Effort::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
            Effort::SoftNodes(nodes) => write!(f, "{nodes} soft nodes a move"),
            Effort::Time(time) => write!(f, "{} ms a move", time.as_millis()),
            Effort::Clock {
                base,
                increment,
                nodes_per_second,
            } => write!(
                f,
                "{}+{} s a game at {nodes_per_second} nodes a second",
                base.as_secs_f64(),
                increment.as_secs_f64()
            ),
        }
    }
}

/// A search that plays.
#[derive(Debug)]
pub struct Player<G: Game> {
    engine: Engine<G, Lab<G>>,
    effort: Effort,
    /// What is left of the clock; none once the flag has fallen.
    left: Option<Duration>,
    slowest: Duration,
}

impl<G: Game> Player<G> {
    /// A side of a match, with so many megabytes of table.
    pub fn new(setup: &Setup, effort: Effort, hash: usize) -> Result<Player<G>, LabError> {
        Ok(Player {
            engine: games::engine(setup, hash)?,
            effort,
            left: Some(Duration::ZERO),
            slowest: Duration::ZERO,
        })
    }

    /// Forgets the last game, and winds the clock.
    pub fn new_game(&mut self) {
        self.engine.new_game();
        if let Effort::Clock { base, .. } = self.effort {
            self.left = Some(base);
        }
    }

    /// Whether the last thought took more than what was left of the clock.
    pub fn has_flagged(&self) -> bool {
        self.left.is_none()
    }

    pub fn engine(&mut self) -> &mut Engine<G, Lab<G>> {
        &mut self.engine
    }

    /// Thinks once: `search` is given the limits and what a search shares.
    pub fn think<T>(
        &mut self,
        search: impl FnOnce(&mut Engine<G, Lab<G>>, Limits, &Arc<Shared>) -> T,
    ) -> T {
        let Effort::Clock {
            increment,
            nodes_per_second,
            ..
        } = self.effort
        else {
            let shared = Shared::new(1, WallClock::start(), false);
            let found = search(&mut self.engine, self.effort.limits(), &shared);
            self.slowest = self.slowest.max(shared.elapsed());
            return found;
        };
        let left = self.left.unwrap_or_default();
        let shared = Shared::new(1, NodeClock::new(nodes_per_second), false);
        let found = search(&mut self.engine, by_clock(left, increment), &shared);
        self.left = left
            .checked_sub(shared.elapsed())
            .map(|left| left + increment);
        self.slowest = self.slowest.max(shared.elapsed());
        found
    }

    /// The longest thought so far.
    pub fn slowest(&self) -> Duration {
        self.slowest
    }
}

/// A finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finished {
    pub winner: Option<Seat>,
    pub plies: usize,
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_chess_search::Chess;
    use regence_core::limiter::Limiter;

    #[test]
    fn an_effort_is_told_and_kept() {
        let time = Effort::Time(Duration::from_millis(250));
        assert_eq!(time.to_string(), "250 ms a move");
        assert_eq!(Effort::Nodes(7).limits().nodes, Some(7));
        let soft = Effort::SoftNodes(7).limits();
        assert_eq!((soft.soft_nodes, soft.nodes), (Some(7), Some(70)));
    }

    #[test]
    fn a_simulated_clock_runs_by_nodes_and_falls() {
        let second = Duration::from_secs(1);
        let effort = Effort::Clock {
            base: second,
            increment: second / 10,
            nodes_per_second: 1000,
        };
        assert_eq!(effort.to_string(), "1+0.1 s a game at 1000 nodes a second");
        let mut player = Player::<Chess>::new(&Setup::shipped(), effort, 1).unwrap();
        player.new_game();
        let mut spend = |nodes: u64| {
            player.think(|_, limits, shared| {
                let mut limiter = Limiter::new(Arc::clone(shared), 0);
                (0..nodes).for_each(|_| limiter.visit().expect("no limit"));
                limiter.publish();
                limits.clock.expect("a clock").time
            })
        };
        assert_eq!(spend(300), second);
        assert_eq!(spend(800), second * 8 / 10);
        assert_eq!(spend(101), second / 10);
        assert!(player.has_flagged());
        player.new_game();
        assert!(!player.has_flagged());
    }
}
