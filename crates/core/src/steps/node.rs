//! Node types and what the techniques know of a node.

use crate::transposition_table::Entry;
use crate::value::{Value, Window};

/// The types of node, known at compile time.
pub trait NodeType {
    /// On the principal variation: searched with an open window.
    const PV: bool;
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
    pub ply: usize,
    pub depth: i32,
    pub window: Window,
    pub is_pv: bool,
    pub is_root: bool,
    /// The search expects this node to fail high.
    pub is_cut: bool,
    /// Nothing has to be answered first (a check, a four): the evaluation can be trusted to prune by.
    pub is_calm: bool,
    pub improving: bool,
    pub static_eval: Value,
    /// The best guess at the score: the table's where it knows better.
    pub eval: Value,
    pub entry: Option<Entry>,
    /// The table's move, found legal here.
    pub table_move: Option<M>,
    /// The move that a singular search leaves out.
    pub excluded: Option<M>,
    /// On the principal variation now or once.
    pub was_pv: bool,
    pub own: X,
}
