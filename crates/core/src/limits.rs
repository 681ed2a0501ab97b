//! What ends a search, as the user asked for it.

use std::time::Duration;

/// A player's clock as a protocol states it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Remaining {
    /// Time left; protocols that send a negative number mean none.
    pub time: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves until the next time control, where there is one.
    pub moves_to_go: Option<u32>,
}

/// All limits of one search. With none of them set it runs until it is told to stop.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Limits {
    /// No iteration deeper than this.
    pub depth: Option<i32>,
    /// No more nodes than this, of all threads.
    pub nodes: Option<u64>,
    /// A soft node limit: no new iteration begins beyond it.
    pub soft_nodes: Option<u64>,
    /// Time for this move alone.
    pub move_time: Option<Duration>,
    /// The player's clock.
    pub clock: Option<Remaining>,
    /// Stop as soon as a win in this many plies or fewer is proven.
    pub win_in_plies: Option<i32>,
    /// Answer only when told to, whatever has been found.
    pub infinite: bool,
    /// Search on the opponent's time: no limit counts until `ponderhit`.
    pub ponder: bool,
}

impl Limits {
    /// To this depth.
    pub fn to_depth(depth: i32) -> Limits {
        Limits {
            depth: Some(depth),
            ..Limits::default()
        }
    }

    /// To so many nodes.
    pub fn to_nodes(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            ..Limits::default()
        }
    }

    /// For so much time.
    pub fn for_time(move_time: Duration) -> Limits {
        Limits {
            move_time: Some(move_time),
            ..Limits::default()
        }
    }

    /// Until it is told to stop.
    pub fn infinite() -> Limits {
        Limits {
            infinite: true,
            ..Limits::default()
        }
    }

    /// Whether such a search ends by itself.
    pub fn is_bounded(&self) -> bool {
        !self.infinite
            && (self.depth.is_some()
                || self.nodes.is_some()
                || self.soft_nodes.is_some()
                || self.move_time.is_some()
                || self.clock.is_some()
                || self.win_in_plies.is_some())
    }
}
