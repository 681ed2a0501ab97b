//! What the techniques know of a Gomoku node and its moves: plain data, so that tests can make it up.

use crate::threat_info::Urgency;
use regence_gomoku::{Class, Move};

/// A node; calm means that nothing has to be answered and no forced win to be met.
pub type Node = regence_core::steps::Node<Move, Own>;

/// What only Gomoku asks about a node.
#[derive(Clone, Copy, Debug)]
pub struct Own {
    pub urgency: Urgency,
    /// How many moves may meet the threat, where something must be answered; else 0.
    pub answers: usize,
    /// The opponent would win by fours if it were to move.
    pub is_threatened: bool,
    /// The side to move can take a pair (ninuki).
    pub can_take: bool,
}

/// A move of the node's loop, with what the techniques ask about it.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    pub mv: Move,
    /// Its place in the order, from 1.
    pub number: i32,
    /// What it makes, and what it takes from the opponent.
    pub makes: Class,
    pub denies: Class,
    pub captures: bool,
    pub is_killer: bool,
    /// Far from the last move of both sides.
    pub is_distant: bool,
    /// Its history score.
    pub history: i32,
}

impl Candidate {
    /// It neither makes nor prevents a threat. A bare four counts as quiet: the search for fours has
    /// seen where it leads.
    pub fn is_quiet(&self) -> bool {
        let is_plain = |class| class < Class::Three || class == Class::Four;
        is_plain(self.makes) && is_plain(self.denies) && !self.captures
    }

    /// It makes or denies more than one threat.
    pub fn is_urgent(&self) -> bool {
        self.is_forcing() || self.denies >= Class::FourThree
    }

    /// It makes more than one threat.
    pub fn is_forcing(&self) -> bool {
        self.makes >= Class::FourThree
    }
}
