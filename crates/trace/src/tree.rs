//! A recorded search as a tree that can be asked questions.
//!
//! A [`Trace`] has one [`Pass`] for every search of the root: one for each depth and each aspiration window. A pass is
//! a tree of [`Node`]s. A node keeps the record of all its moves, also where the nodes below them were left out.

use regence_chess::{Board, Move};
use regence_chess_search::techniques::Technique;
use regence_core::event::{Ending, NodeKind, Numbers};
use regence_core::{Bound, Value, Window};

use super::counts::Counts;
use super::recorder::Scope;

/// What a node was searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Root,
    /// To find what a move is worth, as deep as planned.
    Move,
    /// The same with a lower depth.
    Reduced,
    /// The same once more, because the search before promised too much.
    Again,
    /// On behalf of a technique, not to choose a move.
    Aside(Technique),
}

impl Role {
    /// Whether the node stands for a move of the node above.
    pub fn is_of_a_move(self) -> bool {
        matches!(self, Role::Move | Role::Reduced | Role::Again)
    }
}

/// What the table knew of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableHit {
    pub value: Value,
    pub bound: Bound,
    pub depth: i32,
    pub best: Option<Move>,
}

/// A technique's decision and the numbers that it went by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    pub by: Technique,
    pub numbers: Numbers,
}

/// What a node did with one of its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveRecord {
    pub mv: Move,
    /// Its place in the order, from 1.
    pub number: usize,
    pub skipped: Option<Decision>,
    /// Plies of extension, below zero of reduction.
    pub extended: Option<(i32, Decision)>,
    /// The depth that it was first searched to in place of the planned one.
    pub reduced: Option<(i32, Decision)>,
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

impl MoveRecord {
    pub(super) fn new(mv: Move, number: usize) -> MoveRecord {
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
pub struct Node {
    /// Its place in the order of visits, from 1: the node count of the search on entering it.
    pub id: u64,
    pub ply: usize,
    /// Plies left at its entrance; zero and below count plies of quiescence.
    pub depth: i32,
    pub window: Window,
    pub kind: NodeKind,
    pub is_quiescence: bool,
    pub role: Role,
    /// The move that leads here from the node above; none at the root, after a null move, and for a second look at
    /// the same position.
    pub mv: Option<Move>,
    /// The same position as in the node above.
    pub is_same_position: bool,
    pub excluded: Option<Move>,
    pub table: Option<TableHit>,
    pub static_eval: Option<Value>,
    pub eval: Option<Value>,
    pub improving: bool,
    /// The depth after a reduction of the whole node.
    pub reduced: Option<(i32, Decision)>,
    pub moves: Vec<MoveRecord>,
    /// From some move on all quiet moves were passed over.
    pub rest_skipped: Option<Decision>,
    /// Why it returned; none if the search was stopped.
    pub ending: Option<Ending<Technique>>,
    pub numbers: Numbers,
    pub value: Option<Value>,
    /// Nodes of its subtree, itself included, recorded or not.
    pub nodes: u64,
    /// Nodes below it that were not recorded, where their parent is this node.
    pub left_out: u64,
    pub children: Vec<Node>,
}

impl Node {
    /// What the returned score says, against the window at the entrance.
    pub fn bound(&self) -> Option<Bound> {
        self.value.map(|value| Bound::of(value, self.window))
    }

    /// The move that beat alpha, where one did.
    pub fn best(&self) -> Option<Move> {
        match self.ending {
            Some(Ending::Moves(best)) => best.map(Move::from_bits),
            _ => None,
        }
    }

    /// The move that the score comes from: the one that beat alpha, else the least bad of those that were searched.
    pub fn principal(&self) -> Option<Move> {
        let searched = |record: &&MoveRecord| record.value.is_some();
        self.best().or_else(|| {
            // `max_by_key` gives the last of equals; the search holds on to the first.
            let records = self.moves.iter().rev().filter(searched);
            records.max_by_key(|r| r.value).map(|r| r.mv)
        })
    }

    pub fn record(&self, mv: Move) -> Option<&MoveRecord> {
        self.moves.iter().find(|record| record.mv == mv)
    }

    /// The searches of a move, in their order.
    pub fn searches_of(&self, mv: Move) -> impl DoubleEndedIterator<Item = &Node> {
        self.children
            .iter()
            .filter(move |child| child.mv == Some(mv) && child.role.is_of_a_move())
    }

    /// What became of a legal move here.
    pub fn fate(&self, mv: Move, is_noisy: bool) -> Fate<'_> {
        let Some(ending) = self.ending else {
            return match self.record(mv) {
                Some(record) if record.value.is_some() => Fate::Searched(record),
                _ => Fate::Stopped,
            };
        };
        let Ending::Moves(best) = ending else {
            return Fate::NodeEnded(ending);
        };
        let best = best.map(Move::from_bits);
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
    pub fn board_of(&self, child: &Node, board: &Board) -> Board {
        match child.mv {
            _ if child.is_same_position => *board,
            Some(mv) => board.make(mv),
            None => board.make_null(),
        }
    }

    /// Nodes of this subtree that are recorded.
    pub fn recorded(&self) -> u64 {
        1 + self.children.iter().map(Node::recorded).sum::<u64>()
    }

    fn find(&self, id: u64) -> Option<&Node> {
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
pub enum Fate<'a> {
    /// It beat alpha and nothing beat it.
    Best(&'a MoveRecord),
    /// It was searched and did not become the best.
    Searched(&'a MoveRecord),
    Skipped {
        by: &'a Decision,
        /// Together with all quiet moves that were left.
        with_rest: bool,
    },
    /// Another move was good enough before its turn came.
    NotReached(Move),
    /// The node was left without a look at its moves.
    NodeEnded(Ending<Technique>),
    /// A singular search left it out.
    Excluded,
    /// Quiescence looks at captures and promotions.
    NotLookedAt,
    /// The search was stopped before it was done with it.
    Stopped,
}

/// One search of the root with one depth and one window.
#[derive(Clone, Debug)]
pub struct Pass {
    pub root: Node,
    /// What happened in all its nodes, recorded or not.
    pub counts: Counts,
}

impl Pass {
    pub fn depth(&self) -> i32 {
        self.root.depth
    }

    /// Whether its score lies within its window: the last pass of its iteration.
    pub fn is_settled(&self) -> bool {
        self.root.bound() == Some(Bound::Exact)
    }
}

/// A recorded search.
#[derive(Clone, Debug)]
pub struct Trace {
    pub board: Board,
    pub scope: Scope,
    pub passes: Vec<Pass>,
    /// Nodes that the search visited.
    pub visited: u64,
    /// Zero-window nodes with less depth than this were dropped to keep to the limit of nodes; none if all were kept.
    pub least_depth: Option<i32>,
}

impl Trace {
    pub fn recorded(&self) -> u64 {
        self.passes.iter().map(|pass| pass.root.recorded()).sum()
    }

    /// A node by its id.
    pub fn node(&self, id: u64) -> Option<&Node> {
        let after = self.passes.partition_point(|pass| pass.root.id <= id);
        self.passes[..after].last()?.root.find(id)
    }

    /// The iterations: for each depth its last pass.
    pub fn iterations(&self) -> Vec<&Pass> {
        let mut last: Vec<&Pass> = Vec::new();
        for pass in &self.passes {
            match last.last_mut() {
                Some(before) if before.depth() == pass.depth() => *before = pass,
                _ => last.push(pass),
            }
        }
        last
    }

    /// Calls `visit` with every recorded node, its parent's id and its board, parents before children.
    pub fn walk(&self, visit: &mut dyn FnMut(&Node, Option<&Node>, &Board)) {
        for pass in &self.passes {
            walk(&pass.root, None, &self.board, visit);
        }
    }
}

fn walk(
    node: &Node,
    parent: Option<&Node>,
    board: &Board,
    visit: &mut dyn FnMut(&Node, Option<&Node>, &Board),
) {
    visit(node, parent, board);
    for child in &node.children {
        walk(child, Some(node), &node.board_of(child, board), visit);
    }
}

impl Pass {
    /// The node after a line of moves: of several visits the deepest, the last of equals.
    pub fn after(&self, line: &[Move]) -> Option<&Node> {
        let mut node = &self.root;
        for &mv in line {
            // `max_by_key` gives the last of equals.
            node = node.searches_of(mv).max_by_key(|child| child.depth)?;
        }
        Some(node)
    }
}
