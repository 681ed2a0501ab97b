//! A recorded search as a tree that can be asked questions.
//!
//! A [`Trace`] has one [`Pass`] for every search of the root: one for each depth and each aspiration window. A pass is
//! a tree of [`Node`]s. A node keeps the record of all its moves, also where the nodes below them were left out.

use std::time::Duration;

use regence_chess_search::Chess;
use regence_core::GameSearch;
use regence_core::event::{Ending, NodeKind, Numbers};
use regence_core::{Bound, Value, Window};

use super::counts::Counts;
use super::recorder::Scope;
use regence_core::game::Game;

/// What a node was searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role<G: Game = Chess> {
    Root,
    /// To find what a move is worth, as deep as planned.
    Move,
    /// The same with a lower depth.
    Reduced,
    /// The same once more, because the search before promised too much.
    Again,
    /// On behalf of a technique, not to choose a move.
    Aside(G::Technique),
}

impl<G: Game> Role<G> {
    /// Whether the node stands for a move of the node above.
    pub fn is_of_a_move(self) -> bool {
        matches!(self, Role::Move | Role::Reduced | Role::Again)
    }
}

/// What the table knew of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableHit<G: Game = Chess> {
    pub value: Value,
    pub bound: Bound,
    pub depth: i32,
    pub best: Option<G::Move>,
}

/// A technique's decision and the numbers that it went by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision<G: Game = Chess> {
    pub by: G::Technique,
    pub numbers: Numbers,
}

/// A win for the side to move, and who found it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof<G: Game = Chess> {
    pub by: G::Technique,
    pub mv: G::Move,
    pub plies: i32,
}

/// What a node did with one of its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveRecord<G: Game = Chess> {
    pub mv: G::Move,
    /// Its place in the order, from 1.
    pub number: usize,
    pub skipped: Option<Decision<G>>,
    /// Plies of extension, below zero of reduction.
    pub extended: Option<(i32, Decision<G>)>,
    /// The depth that it was first searched to in place of the planned one.
    pub reduced: Option<(i32, Decision<G>)>,
    /// The depth planned for it.
    pub depth: Option<i32>,
    /// Its score from the view of the side that moves, after the last search of it.
    pub value: Option<Value>,
    pub bound: Bound,
    /// How often it was searched.
    pub searches: u32,
    /// Nodes below it.
    pub nodes: u64,
}

impl<G: Game> MoveRecord<G> {
    pub(super) fn new(mv: G::Move, number: usize) -> MoveRecord<G> {
        MoveRecord {
            mv,
            number,
            skipped: None,
            extended: None,
            reduced: None,
            depth: None,
            value: None,
            bound: Bound::Exact,
            searches: 0,
            nodes: 0,
        }
    }
}

/// One node of the search.
#[derive(Clone, Debug)]
pub struct Node<G: Game = Chess> {
    /// Its place in the order of visits, from 1: the node count of the search on entering it.
    pub id: u64,
    pub ply: usize,
    /// Plies left at its entrance; zero and below count plies of quiescence.
    pub depth: i32,
    pub window: Window,
    pub kind: NodeKind,
    pub is_quiescence: bool,
    pub role: Role<G>,
    /// The move that leads here from the node above; none at the root, after a null move, and for a second look at
    /// the same position.
    pub mv: Option<G::Move>,
    /// The same position as in the node above.
    pub is_same_position: bool,
    pub excluded: Option<G::Move>,
    pub table: Option<TableHit<G>>,
    pub static_eval: Option<Value>,
    pub eval: Option<Value>,
    pub improving: bool,
    /// The depth after a reduction of the whole node.
    pub reduced: Option<(i32, Decision<G>)>,
    pub moves: Vec<MoveRecord<G>>,
    /// A win that a technique proved.
    pub proof: Option<Proof<G>>,
    /// From some move on all quiet moves were passed over.
    pub rest_skipped: Option<Decision<G>>,
    /// Why it returned; none if the search was stopped.
    pub ending: Option<Ending<G::Technique>>,
    pub numbers: Numbers,
    pub value: Option<Value>,
    /// Nodes of its subtree, itself included, recorded or not.
    pub nodes: u64,
    /// Nodes below it that were not recorded, where their parent is this node.
    pub left_out: u64,
    pub children: Vec<Node<G>>,
}

impl<G: Game> Node<G> {
    /// What the returned score says, against the window at the entrance.
    pub fn bound(&self) -> Option<Bound> {
        self.value.map(|value| Bound::of(value, self.window))
    }

    /// The move that beat alpha, where one did, or that begins a proven win.
    pub fn best(&self) -> Option<G::Move> {
        let proved = || self.proof.as_ref().map(|proof| proof.mv);
        match self.ending? {
            Ending::Moves(Some(best)) | Ending::Wins(best) => G::move_of(best),
            Ending::Moves(None) | Ending::Cut(_) | Ending::Leaf => proved(),
            _ => None,
        }
    }

    /// The move that the score comes from: the one that beat alpha, else the least bad of those that were searched.
    pub fn principal(&self) -> Option<G::Move> {
        let searched = |record: &&MoveRecord<G>| record.value.is_some();
        self.best().or_else(|| {
            // `max_by_key` gives the last of equals; the search holds on to the first.
            let records = self.moves.iter().rev().filter(searched);
            records.max_by_key(|r| r.value).map(|r| r.mv)
        })
    }

    pub fn record(&self, mv: G::Move) -> Option<&MoveRecord<G>> {
        self.moves.iter().find(|record| record.mv == mv)
    }

    /// The searches of a move, in their order.
    pub fn searches_of(&self, mv: G::Move) -> impl DoubleEndedIterator<Item = &Node<G>> {
        self.children
            .iter()
            .filter(move |child| child.mv == Some(mv) && child.role.is_of_a_move())
    }

    /// What became of a legal move here.
    pub fn fate(&self, mv: G::Move, is_noisy: bool) -> Fate<'_, G> {
        let Some(ending) = self.ending else {
            return match self.record(mv) {
                Some(record) if record.value.is_some() => Fate::Searched(record),
                _ => Fate::Stopped,
            };
        };
        if let Some(proof) = &self.proof
            && self.best() == Some(mv)
            && proof.mv == mv
            && self.record(mv).is_none()
        {
            return Fate::Proves(proof);
        }
        let Ending::Moves(best) = ending else {
            return Fate::NodeEnded(ending);
        };
        let best = best.and_then(G::move_of);
        match (self.record(mv), best) {
            (Some(record), Some(best)) if best == mv => Fate::Best(record),
            (
                Some(MoveRecord {
                    skipped: Some(by), ..
                }),
                _,
            ) => Fate::Skipped {
                by,
                with_rest: false,
            },
            (Some(record), _) => Fate::Searched(record),
            (None, _) if self.excluded == Some(mv) => Fate::Excluded,
            (None, Some(best)) if self.bound() == Some(Bound::Lower) => Fate::NotReached(best),
            (None, _) => match &self.rest_skipped {
                Some(by) if !is_noisy => Fate::Skipped {
                    by,
                    with_rest: true,
                },
                _ => Fate::NotLookedAt,
            },
        }
    }

    /// The board of a child, from the board of this node.
    pub fn board_of(&self, child: &Node<G>, board: &G::Position) -> G::Position {
        match child.mv {
            _ if child.is_same_position => board.clone(),
            Some(mv) => G::after(board, mv),
            None => G::after_pass(board),
        }
    }

    /// Nodes of this subtree that are recorded.
    pub fn recorded(&self) -> u64 {
        1 + self.children.iter().map(Node::<G>::recorded).sum::<u64>()
    }

    fn find(&self, id: u64) -> Option<&Node<G>> {
        if self.id == id {
            return Some(self);
        }
        // Ids are given in the order of visits, so the last child that begins before it holds it.
        let after = self.children.partition_point(|child| child.id <= id);
        self.children[..after].last()?.find(id)
    }
}

/// What became of a move in a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fate<'a, G: Game = Chess> {
    /// It beat alpha and nothing beat it.
    Best(&'a MoveRecord<G>),
    /// A technique proved that it wins; it was not searched.
    Proves(&'a Proof<G>),
    /// It was searched and did not become the best.
    Searched(&'a MoveRecord<G>),
    Skipped {
        by: &'a Decision<G>,
        /// Together with all quiet moves that were left.
        with_rest: bool,
    },
    /// Another move was good enough before its turn came.
    NotReached(G::Move),
    /// The node was left without a look at its moves.
    NodeEnded(Ending<G::Technique>),
    /// A singular search left it out.
    Excluded,
    /// It does not belong to the moves that the search looks at there.
    NotLookedAt,
    /// The search was stopped before it was done with it.
    Stopped,
}

/// One search of the root with one depth and one window.
#[derive(Clone, Debug)]
pub struct Pass<G: Game = Chess> {
    pub root: Node<G>,
    /// What happened in all its nodes, recorded or not.
    pub counts: Counts,
    /// When it was done, counted from the beginning of the search; recording takes time, too.
    pub elapsed: Duration,
}

impl<G: Game> Pass<G> {
    pub fn depth(&self) -> i32 {
        self.root.depth
    }

    /// Whether its score lies within its window: the last pass of its iteration.
    pub fn is_settled(&self) -> bool {
        self.root.bound() == Some(Bound::Exact)
    }
}

/// Is shown a node, the node above it, and its board.
pub type Visit<'a, G> = dyn FnMut(&Node<G>, Option<&Node<G>>, &<G as GameSearch>::Position) + 'a;

/// A recorded search.
#[derive(Clone, Debug)]
pub struct Trace<G: Game = Chess> {
    pub board: G::Position,
    pub scope: Scope<G>,
    pub passes: Vec<Pass<G>>,
    /// Nodes that the search visited.
    pub visited: u64,
    /// Zero-window nodes with less depth than this were dropped to keep to the limit of nodes; none if all were kept.
    pub least_depth: Option<i32>,
}

impl<G: Game> Trace<G> {
    pub fn recorded(&self) -> u64 {
        self.passes.iter().map(|pass| pass.root.recorded()).sum()
    }

    /// A node by its id.
    pub fn node(&self, id: u64) -> Option<&Node<G>> {
        let after = self.passes.partition_point(|pass| pass.root.id <= id);
        self.passes[..after].last()?.root.find(id)
    }

    /// The iterations: for each depth its last pass.
    pub fn iterations(&self) -> Vec<&Pass<G>> {
        let mut last: Vec<&Pass<G>> = Vec::new();
        for pass in &self.passes {
            match last.last_mut() {
                Some(before) if before.depth() == pass.depth() => *before = pass,
                _ => last.push(pass),
            }
        }
        last
    }

    /// Calls `visit` with every recorded node, its parent's id and its board, parents before children.
    pub fn walk(&self, visit: &mut Visit<'_, G>) {
        for pass in &self.passes {
            walk(&pass.root, None, &self.board, visit);
        }
    }
}

fn walk<G: Game>(
    node: &Node<G>,
    parent: Option<&Node<G>>,
    board: &G::Position,
    visit: &mut Visit<'_, G>,
) {
    visit(node, parent, board);
    for child in &node.children {
        walk(child, Some(node), &node.board_of(child, board), visit);
    }
}

impl<G: Game> Pass<G> {
    /// The node after a line of moves: of several visits the deepest, the last of equals.
    pub fn after(&self, line: &[G::Move]) -> Option<&Node<G>> {
        let mut node = &self.root;
        for &mv in line {
            // `max_by_key` gives the last of equals.
            node = node.searches_of(mv).max_by_key(|child| child.depth)?;
        }
        Some(node)
    }
}
