//! One search, as a user asks for it.

use crate::engine::GameSearch;
use crate::limits::Limits;
use std::time::Duration;

/// Where to search, how long, and what is wanted.
#[derive(Clone, Debug)]
pub struct Request<G: GameSearch> {
    /// Where the search begins.
    pub position: G::Position,
    /// What ends it.
    pub limits: Limits,
    /// How many best lines are wanted.
    pub lines: usize,
    /// The only moves to look at; all if empty.
    pub search_moves: Vec<G::Move>,
    /// Moves not to look at.
    pub blocked: Vec<G::Move>,
    /// Time that may be lost between us and the referee.
    pub overhead: Duration,
    /// The strength to play at, where it is limited.
    pub elo: Option<u32>,
}

impl<G: GameSearch> Request<G> {
    /// One line, all moves, full strength.
    pub fn new(position: G::Position, limits: Limits) -> Request<G> {
        Request {
            position,
            limits,
            lines: 1,
            search_moves: Vec::new(),
            blocked: Vec::new(),
            overhead: Duration::from_millis(10),
            elo: None,
        }
    }

    /// Whether a legal move is to be looked at.
    pub fn wants(&self, mv: G::Move) -> bool {
        !self.blocked.contains(&mv)
            && (self.search_moves.is_empty() || self.search_moves.contains(&mv))
    }
}
