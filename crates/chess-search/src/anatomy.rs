//! What a node consists of: plain data, so that the techniques can be tested on made-up nodes.

use regence_chess::Move;
use regence_core::{Entry, Value, Window};

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

/// What the techniques may know of a node: plain data, so that tests can make one up.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    pub ply: usize,
    pub depth: i32,
    pub window: Window,
    pub is_pv: bool,
    pub is_root: bool,
    /// The search expects this node to fail high.
    pub is_cut: bool,
    pub in_check: bool,
    pub improving: bool,
    /// The corrected static evaluation.
    pub static_eval: Value,
    /// The best guess at the score: the table's where it knows better.
    pub eval: Value,
    pub entry: Option<Entry>,
    /// The table's move, found legal here.
    pub table_move: Option<Move>,
    pub table_move_is_noisy: bool,
    pub excluded: Option<Move>,
    /// On the principal variation now or once.
    pub was_pv: bool,
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

/// Moves that were tried and did not cut, for the histories.
#[derive(Debug)]
pub struct Tried {
    quiets: [Option<Move>; 32],
    quiet_count: usize,
    noisy: [Option<Move>; 32],
    noisy_count: usize,
}

impl Tried {
    pub fn new() -> Tried {
        Tried {
            quiets: [None; 32],
            quiet_count: 0,
            noisy: [None; 32],
            noisy_count: 0,
        }
    }

    pub fn add(&mut self, mv: Move, is_quiet: bool) {
        let (list, count) = match is_quiet {
            true => (&mut self.quiets, &mut self.quiet_count),
            false => (&mut self.noisy, &mut self.noisy_count),
        };
        if let Some(place) = list.get_mut(*count) {
            *place = Some(mv);
            *count += 1;
        }
    }

    pub fn quiets(&self) -> impl Iterator<Item = Move> {
        self.quiets[..self.quiet_count].iter().flatten().copied()
    }

    pub fn noisy(&self) -> impl Iterator<Item = Move> {
        self.noisy[..self.noisy_count].iter().flatten().copied()
    }
}
