//! What a search tells. Searches never print: an [`Observer`] does, and belongs to a protocol.

use crate::iterative_deepening::Outcome;
use crate::value::{Bound, Value};
use std::time::Duration;

/// One finished line of one iteration.
#[derive(Clone, Debug)]
pub struct Report<'a, M> {
    /// The depth of the iteration.
    pub depth: i32,
    /// The deepest ply that was looked at.
    pub seldepth: i32,
    /// 1 for the best line, 2 for the second, …
    pub rank: usize,
    /// The score for the side to move.
    pub value: Value,
    /// Whether the score is exact or only a bound.
    pub bound: Bound,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Share of the table in use, in thousandths.
    pub hashfull: u32,
    /// The line's moves.
    pub line: &'a [M],
}

impl<M> Report<'_, M> {
    /// Nodes a second since the search began.
    pub fn nodes_per_second(&self) -> u64 {
        per_second(self.nodes, self.time)
    }
}

/// A rate that does not divide by zero.
pub fn per_second(count: u64, time: Duration) -> u64 {
    (u128::from(count) * 1_000_000 / time.as_micros().max(1)) as u64
}

/// Hears of a search's progress.
pub trait Observer<M> {
    /// A line has been searched to its depth (or has failed against the window: see `bound`).
    fn line(&mut self, _report: &Report<'_, M>) {}
    /// A helper thread has finished an iteration, and would answer this now.
    fn iteration(&mut self, _outcome: &Outcome<M>) {}
    /// The root turns to its `number`th move.
    fn current_move(&mut self, _depth: i32, _mv: M, _number: usize, _time: Duration) {}
}

/// For searches that nobody watches.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl<M> Observer<M> for NoObserver {}
