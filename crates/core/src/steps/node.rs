//! Node types and what the techniques know of a node.

use crate::transposition_table::Entry;
use crate::value::{Value, Window};

/// The types of node, known at compile time.
pub trait NodeType {
    /// On the principal variation: searched with an open window.
    const PV: bool;
    /// Whether it is the root.
    const ROOT: bool;
    /// The type of a child that continues the principal variation.
    type PvChild: NodeType;
}

/// The root.
#[derive(Debug)]
pub struct Root;

/// A node of the principal variation below the root.
#[derive(Debug)]
pub struct Pv;

/// A node with a zero window, which asks one question: is the score above alpha?
#[derive(Debug)]
pub struct Zero;

impl NodeType for Root {
    const PV: bool = true;
    const ROOT: bool = true;
    type PvChild = Pv;
}

impl NodeType for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
    type PvChild = Pv;
}

impl NodeType for Zero {
    const PV: bool = false;
    const ROOT: bool = false;
    type PvChild = Zero;
}

/// What the techniques may know of a node: plain data, so that tests can make one up. `M` is a move of the game, `X`
/// what only this game asks about.
#[derive(Clone, Copy, Debug)]
pub struct Node<M, X = ()> {
    /// Plies from the root.
    pub ply: usize,
    /// Plies left.
    pub depth: i32,
    /// The window at its entrance.
    pub window: Window,
    /// Whether it is on the principal variation.
    pub is_pv: bool,
    /// Whether it is the root.
    pub is_root: bool,
    /// The search expects this node to fail high.
    pub is_cut: bool,
    /// Nothing has to be answered first (a check, a four): the evaluation can be trusted to prune by.
    pub is_calm: bool,
    /// Whether this side stands better than on its last turn.
    pub improving: bool,
    /// What the evaluation says.
    pub static_eval: Value,
    /// The best guess at the score: the table's where it knows better.
    pub eval: Value,
    /// What the table knows.
    pub entry: Option<Entry>,
    /// The table's move, found legal here.
    pub table_move: Option<M>,
    /// The move that a singular search leaves out.
    pub excluded: Option<M>,
    /// On the principal variation now or once.
    pub was_pv: bool,
    /// What the game adds.
    pub own: X,
}
