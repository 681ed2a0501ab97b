//! What a node consists of: plain data, so that the techniques can be tested on made-up nodes.

use crate::scene::Urgency;
use regence_core::{Entry, Value, Window};
use regence_gomoku::{Class, Move};

/// The kinds of node, known at compile time.
pub trait Kind {
    const PV: bool;
    const ROOT: bool;
    /// The kind of a child that continues the principal variation.
    type PvChild: Kind;
}

#[derive(Debug)]
pub struct Root;
#[derive(Debug)]
pub struct Pv;
#[derive(Debug)]
pub struct Zero;

impl Kind for Root {
    const PV: bool = true;
    const ROOT: bool = true;
    type PvChild = Pv;
}
impl Kind for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
    type PvChild = Pv;
}
impl Kind for Zero {
    const PV: bool = false;
    const ROOT: bool = false;
    type PvChild = Zero;
}

/// What the techniques may know of a node.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    pub ply: usize,
    pub depth: i32,
    pub window: Window,
    pub is_pv: bool,
    pub is_root: bool,
    /// The search expects this node to fail high.
    pub is_cut: bool,
    pub urgency: Urgency,
    /// How many moves may meet the threat, where something must be answered; else 0.
    pub answers: usize,
    /// The opponent would win by fours if it were to move.
    pub is_threatened: bool,
    /// The side to move can take a pair (ninuki).
    pub can_take: bool,
    pub improving: bool,
    /// The static evaluation, averaged over two plies.
    pub static_eval: Value,
    /// The best guess at the score: the table's where it knows better.
    pub eval: Value,
    pub entry: Option<Entry>,
    /// The table's move, found legal here.
    pub table_move: Option<Move>,
    pub excluded: Option<Move>,
    /// On the principal variation now or once.
    pub was_pv: bool,
}

impl Node {
    /// Whether the evaluation can be trusted to prune by: nothing has to be answered.
    pub fn is_calm(&self) -> bool {
        self.urgency == Urgency::Quiet && !self.is_threatened
    }
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

/// Moves that were tried and did not cut, for the histories.
#[derive(Debug)]
pub struct Tried {
    moves: [Option<Move>; 32],
    count: usize,
}

impl Tried {
    pub fn new() -> Tried {
        Tried {
            moves: [None; 32],
            count: 0,
        }
    }

    pub fn add(&mut self, mv: Move) {
        if let Some(place) = self.moves.get_mut(self.count) {
            *place = Some(mv);
            self.count += 1;
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = Move> {
        self.moves[..self.count].iter().flatten().copied()
    }
}
