//! The players of a match within one process, and how much they may think.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use regence_core::config::Lab;
use regence_core::game::Game;
use regence_core::limiter::WallClock;
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
        }
    }
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Effort::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
            Effort::SoftNodes(nodes) => write!(f, "{nodes} soft nodes a move"),
            Effort::Time(time) => write!(f, "{} ms a move", time.as_millis()),
        }
    }
}

/// A search that plays.
#[derive(Debug)]
pub struct Player<G: Game> {
    engine: Engine<G, Lab<G>>,
    effort: Effort,
    slowest: Duration,
}

impl<G: Game> Player<G> {
    /// A side of a match, with so many megabytes of table.
    pub fn new(setup: &Setup, effort: Effort, hash: usize) -> Result<Player<G>, LabError> {
        Ok(Player {
            engine: games::engine(setup, hash)?,
            effort,
            slowest: Duration::ZERO,
        })
    }

    pub fn engine(&mut self) -> &mut Engine<G, Lab<G>> {
        &mut self.engine
    }

    /// Thinks once: `search` is given the limits and what a search shares.
    pub fn think<T>(
        &mut self,
        search: impl FnOnce(&mut Engine<G, Lab<G>>, Limits, &Arc<Shared>) -> T,
    ) -> T {
        let shared = Shared::new(1, WallClock::start(), false);
        let found = search(&mut self.engine, self.effort.limits(), &shared);
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

    #[test]
    fn an_effort_is_told_and_kept() {
        let time = Effort::Time(Duration::from_millis(250));
        assert_eq!(time.to_string(), "250 ms a move");
        assert_eq!(Effort::Nodes(7).limits().nodes, Some(7));
        let soft = Effort::SoftNodes(7).limits();
        assert_eq!((soft.soft_nodes, soft.nodes), (Some(7), Some(70)));
    }
}
