//! What the techniques know of a chess node and its moves: plain data, so that tests can make it up.

use regence_chess::Move;

/// A node; calm means not in check.
pub type Node = regence_core::steps::Node<Move, Own>;

/// What only chess asks about a node.
#[derive(Clone, Copy, Debug)]
pub struct Own {
    pub table_move_is_noisy: bool,
}

/// A move of the node's loop, with what the techniques ask about it.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    pub mv: Move,
    /// Its place in the order, from 1.
    pub number: i32,
    pub is_quiet: bool,
    pub gives_check: bool,
    pub is_killer: bool,
    /// Its history score, of the kind that fits it.
    pub history: i32,
}
