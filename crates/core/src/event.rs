//! What happens inside a search, told while it happens.
//!
//! A search tells its [`Config`](crate::config::Config) which node it enters, what it knows there, what its
//! techniques do to which move and with what numbers, and what it returns. Only a configuration that traces listens; for the
//! others nothing of this is in the compiled search. Moves are the bits that the table stores, so that one
//! vocabulary serves every game.

use crate::transposition_table::Entry;
use crate::value::{Value, Window};
use std::num::NonZeroU16;

/// A move as the table stores it.
pub type MoveBits = NonZeroU16;

/// The numbers that a decision went by, each with its name.
pub type Numbers = Vec<(&'static str, i32)>;

/// What kind of node a search enters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// Where the search begins.
    Root,
    /// On the principal variation: searched with an open window.
    Pv,
    /// Asked one question: is the score above alpha?
    Zero,
}

impl NodeKind {
    /// The kind of a node that is the root, or on the principal variation.
    pub const fn of(is_root: bool, is_pv: bool) -> NodeKind {
        match (is_root, is_pv) {
            (true, _) => NodeKind::Root,
            (false, true) => NodeKind::Pv,
            (false, false) => NodeKind::Zero,
        }
    }
}

/// A node at its entrance.
#[derive(Clone, Copy, Debug)]
pub struct Entrance {
    /// Plies from the root.
    pub ply: usize,
    /// Plies left; zero and below count plies of quiescence.
    pub depth: i32,
    /// The window that it is searched with.
    pub window: Window,
    /// What kind of node it is.
    pub kind: NodeKind,
    /// Whether it belongs to quiescence.
    pub is_quiescence: bool,
    /// The move before this node; none at the root and after a null move.
    pub mv: Option<MoveBits>,
    /// The move that a singular search leaves out.
    pub excluded: Option<MoveBits>,
}

/// Why a node returned what it returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending<T> {
    /// The rules call it a draw.
    Draw,
    /// The game has been won.
    Over,
    /// The side to move wins at once, by this move.
    Wins(MoveBits),
    /// Something threatens that no move meets.
    Lost,
    /// The line may not get longer.
    TooDeep,
    /// The table knew enough.
    Table,
    /// In quiescence: standing still is good enough.
    StandPat,
    /// No plies are left: the evaluation counts.
    Leaf,
    /// A technique saw no need to look further.
    Cut(T),
    /// There is no legal move.
    NoMoves,
    /// The moves were searched; the one that beat alpha, if any did.
    Moves(Option<MoveBits>),
}

/// One thing that happened. Unless it is an entrance it belongs to the node entered last and not yet left.
#[derive(Clone, Debug)]
pub enum Event<T> {
    /// A node is entered.
    Enter(Entrance),
    /// The table knows the position.
    Table(Entry),
    /// What the position is thought to be worth before any move is searched; no static value in check.
    Judge {
        /// What the evaluation says.
        static_eval: Option<Value>,
        /// What the search goes by: the table may know better.
        eval: Value,
        /// Whether this side stands better than on its last turn.
        improving: bool,
    },
    /// The searches that follow serve this technique, until a move is tried.
    Aside(T),
    /// A technique searched so many nodes in a way of its own, of which nothing else is told.
    Apart {
        /// The technique.
        by: T,
        /// The nodes that it took.
        nodes: u64,
    },
    /// A technique proved a win for the side to move, which begins with this move and takes so many plies.
    Proof {
        /// The technique.
        by: T,
        /// The move that the win begins with.
        mv: MoveBits,
        /// Plies to the end.
        plies: i32,
    },
    /// A move is about to be searched to this depth, before any reduction.
    Try {
        /// The move.
        mv: MoveBits,
        /// The planned depth.
        depth: i32,
    },
    /// A move is not searched. With `rest`, neither is any quiet move after it.
    Skip {
        /// The technique.
        by: T,
        /// The move, where one is at hand.
        mv: Option<MoveBits>,
        /// Whether the quiet moves behind it are passed over as well.
        rest: bool,
        /// What the technique went by.
        numbers: Numbers,
    },
    /// A move, or without one the node itself, is searched to another depth than planned.
    Reduce {
        /// The technique.
        by: T,
        /// The move, or none where the node itself is meant.
        mv: Option<MoveBits>,
        /// The planned depth.
        from: i32,
        /// The depth now.
        to: i32,
        /// What the technique went by.
        numbers: Numbers,
    },
    /// A move is searched deeper, or with plies below zero less deep.
    Extend {
        /// The technique.
        by: T,
        /// The move.
        mv: MoveBits,
        /// Plies more, or less.
        plies: i32,
        /// What the technique went by.
        numbers: Numbers,
    },
    /// The node knows its score.
    End {
        /// Why it ends.
        why: Ending<T>,
        /// What the technique went by.
        numbers: Numbers,
    },
    /// The node is left, with its score unless the search was stopped.
    Leave(Option<Value>),
}
