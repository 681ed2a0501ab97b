//! Builds the tree from a search's events, within bounded memory.
//!
//! Nothing is kept of a node that the [`Scope`] leaves out but its share in the counts. When the limit of nodes is
//! reached, the recorder gives up the nodes with the least depth everywhere, quiescence first: what stays is
//! complete at the top, and each node says how many are missing below it.

use std::time::Duration;

use regence_chess_search::Chess;
use regence_core::config::Listener;
use regence_core::event::{Ending, Entrance, Event, MoveBits, NodeKind, Numbers};
use regence_core::host::Moment;
use regence_core::{Bound, Value};

use super::counts::Counts;
use super::tree::{Decision, MoveRecord, Node, Pass, Proof, Role, TableHit, Trace};
use regence_core::game::Game;

/// The most nodes that are kept unless a scope says otherwise.
pub const MAX_NODES: u64 = 20_000;

/// What of a search is recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope<G: Game = Chess> {
    /// Iterations below this depth keep their root only.
    pub from_depth: i32,
    /// The most nodes that are kept.
    pub max_nodes: u64,
    /// Deeper nodes are left out.
    pub max_ply: usize,
    /// Of the zero-window nodes only every `sample`th keeps what lies below it.
    pub sample: u64,
    /// Keep this line and, beside it, only the principal answers.
    pub line: Option<Vec<G::Move>>,
}

impl<G: Game> Default for Scope<G> {
    fn default() -> Scope<G> {
        Scope {
            from_depth: 1,
            max_nodes: MAX_NODES,
            max_ply: usize::MAX,
            sample: 1,
            line: None,
        }
    }
}

impl<G: Game> Scope<G> {
    /// What is needed to explain one line, whatever the size of the search.
    pub fn of_line(line: &[G::Move]) -> Scope<G> {
        Scope {
            line: Some(line.to_vec()),
            ..Scope::default()
        }
    }
}

/// A node that is being searched.
#[derive(Clone, Debug)]
struct Frame<G: Game> {
    entrance: Entrance,
    id: u64,
    role: Role<G>,
    /// The outermost technique that this node is searched for.
    within: Option<G::Technique>,
    /// Its own searches serve this technique now.
    aside: Option<G::Technique>,
    /// The move being tried, how often it has been searched, and whether it is reduced.
    tried: Option<G::Move>,
    searches: u32,
    is_reduced: bool,
    tries: u32,
    has_best: bool,
    /// Nodes below it may be recorded.
    is_open: bool,
    is_on_line: bool,
    /// None if it is not recorded.
    node: Option<Box<Node<G>>>,
}

impl<G: Game> Frame<G> {
    /// The role of the next node below.
    fn role_below(&self) -> Role<G> {
        match (self.aside, self.searches, self.is_reduced) {
            (Some(by), _, _) => Role::Aside(by),
            (None, 0, true) => Role::Reduced,
            (None, 0, false) => Role::Move,
            (None, _, _) => Role::Again,
        }
    }

    fn record_of(&mut self, bits: MoveBits) -> Option<&mut MoveRecord<G>> {
        self.record(G::move_of(bits)?)
    }

    fn record(&mut self, mv: G::Move) -> Option<&mut MoveRecord<G>> {
        let moves = &mut self.node.as_mut()?.moves;
        if moves.last().is_none_or(|last| last.mv != mv) {
            moves.push(MoveRecord::new(mv, moves.len() + 1));
        }
        moves.last_mut()
    }
}

/// Listens to a search and builds its tree.
#[derive(Clone, Debug)]
pub struct Recorder<G: Game = Chess> {
    scope: Scope<G>,
    /// When the first root was entered.
    began: Option<Moment>,
    visited: u64,
    recorded: u64,
    sampled: u64,
    least_depth: Option<i32>,
    frames: Vec<Frame<G>>,
    counts: Counts,
    passes: Vec<Pass<G>>,
}

impl<G: Game> Listener<G::Technique> for Recorder<G> {
    fn hear(&mut self, event: Event<G::Technique>) {
        self.counts.hear(&event);
        match event {
            Event::Enter(entrance) => self.enter(entrance),
            Event::Leave(value) => self.leave(value),
            other => {
                if let Some(frame) = self.frames.last_mut() {
                    note(frame, other);
                }
            }
        }
    }
}

impl<G: Game> Recorder<G> {
    pub fn new(scope: Scope<G>) -> Recorder<G> {
        Recorder {
            scope,
            began: None,
            visited: 0,
            recorded: 0,
            sampled: 0,
            least_depth: None,
            frames: Vec::new(),
            counts: Counts::new(G::TECHNIQUES.len()),
            passes: Vec::new(),
        }
    }

    /// The tree, once the search is over. The recorder is empty then.
    pub fn take_trace(&mut self, board: G::Position) -> Trace<G> {
        Trace {
            board,
            scope: self.scope.clone(),
            passes: std::mem::take(&mut self.passes),
            visited: self.visited,
            least_depth: self.least_depth,
        }
    }

    fn enter(&mut self, entrance: Entrance) {
        self.visited += 1;
        if self.began.is_none() {
            self.began = Some(Moment::now());
        }
        let parent = self.frames.last();
        let role = parent.map_or(Role::Root, Frame::<G>::role_below);
        let is_same_position = parent.is_some_and(|p| p.entrance.ply == entrance.ply);
        let mv = match is_same_position || parent.is_none() {
            true => None,
            false => entrance.mv.and_then(G::move_of),
        };
        let is_on_line = match (&self.scope.line, parent) {
            (None, _) => false,
            (Some(_), None) => true,
            (Some(line), Some(parent)) => {
                parent.is_on_line
                    && role.is_of_a_move()
                    && line.get(parent.entrance.ply).copied() == mv
            }
        };
        let within = match role {
            Role::Aside(by) => parent.and_then(|p| p.within).or(Some(by)),
            _ => parent.and_then(|p| p.within),
        };
        let is_recorded = parent.is_none_or(|p| p.is_open) && self.wants(&entrance);
        let is_open = is_recorded && self.opens(&entrance);
        if let Some(parent) = self.frames.last_mut() {
            parent.searches += 1;
        }
        self.recorded += u64::from(is_recorded);
        self.frames.push(Frame {
            entrance,
            id: self.visited,
            role,
            within,
            aside: None,
            tried: None,
            searches: 0,
            is_reduced: false,
            tries: 0,
            has_best: false,
            is_open,
            is_on_line,
            node: is_recorded.then(|| {
                Box::new(new_node(
                    &entrance,
                    self.visited,
                    role,
                    mv,
                    is_same_position,
                ))
            }),
        });
        if self.scope.line.is_none() && self.recorded > self.scope.max_nodes {
            self.thin_out();
        }
    }

    /// Whether the scope has room for a node whose parent is recorded.
    fn wants(&self, entrance: &Entrance) -> bool {
        let depth = self
            .frames
            .first()
            .map_or(entrance.depth, |f| f.entrance.depth);
        self.scope.line.is_some()
            || entrance.kind == NodeKind::Root
            || (depth >= self.scope.from_depth
                && entrance.ply <= self.scope.max_ply
                && (entrance.kind != NodeKind::Zero || self.is_deep_enough(entrance.depth)))
    }

    fn is_deep_enough(&self, depth: i32) -> bool {
        self.least_depth.is_none_or(|least| depth >= least)
    }

    fn opens(&mut self, entrance: &Entrance) -> bool {
        if entrance.kind != NodeKind::Zero || self.scope.sample <= 1 {
            return true;
        }
        self.sampled += 1;
        self.sampled % self.scope.sample == 1
    }

    fn leave(&mut self, value: Option<Value>) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        let nodes = self.visited - frame.id + 1;
        let window = frame.entrance.window;
        if frame.has_best && value.is_some_and(|value| value >= window.beta) {
            self.counts.move_cuts += 1;
            self.counts.first_move_cuts += u64::from(frame.tries == 1);
        }
        let node = frame.node.map(|mut node| {
            node.value = value;
            node.nodes = nodes;
            if self.scope.line.is_some() && !frame.is_on_line {
                keep_principal(&mut node);
            }
            // Nothing is added any more, and there are thousands of these.
            node.moves.shrink_to_fit();
            node.children.shrink_to_fit();
            *node
        });
        let Some(parent) = self.frames.last_mut() else {
            let fresh = Counts::new(G::TECHNIQUES.len());
            let counts = std::mem::replace(&mut self.counts, fresh);
            let elapsed = self.began.map_or(Duration::ZERO, |began| began.elapsed());
            self.passes.extend(node.map(|root| Pass {
                root,
                counts,
                elapsed,
            }));
            return;
        };
        if let (Role::Aside(by), None) = (frame.role, parent.within) {
            self.counts.deeds_of(by).aside += nodes;
        }
        if frame.role.is_of_a_move()
            && let Some(tried) = parent.tried
            && let Some(record) = parent.record(tried)
        {
            record.value = value.map(|value| -value);
            record.bound = Bound::of(value.map_or(Value::ZERO, |v| -v), window.flipped());
            record.searches += 1;
            record.nodes += nodes;
        }
        let least = self.least_depth;
        if let Some(parent) = &mut parent.node {
            match node.filter(|node| keeps(node, least)) {
                Some(node) => parent.children.push(node),
                None => parent.left_out += nodes,
            }
        }
    }

    /// Raises the least depth until there is room again.
    fn thin_out(&mut self) {
        // Beyond this depth there are only principal variations, which are always kept.
        while self.recorded > self.scope.max_nodes * 3 / 4
            && self
                .least_depth
                .is_none_or(|least| least < regence_core::MAX_PLY)
        {
            let least = self.least_depth.map_or(0, |least| least + 1);
            self.least_depth = Some(least);
            for pass in &mut self.passes {
                drop_below(&mut pass.root, least);
            }
            for node in self.frames.iter_mut().filter_map(|f| f.node.as_mut()) {
                drop_below(node, least);
            }
            let done: u64 = self.passes.iter().map(|pass| pass.root.recorded()).sum();
            let open = self.frames.iter().filter_map(|f| f.node.as_ref());
            self.recorded = done + open.map(|node| node.recorded()).sum::<u64>();
        }
    }
}

fn new_node<G: Game>(
    entrance: &Entrance,
    id: u64,
    role: Role<G>,
    mv: Option<G::Move>,
    is_same_position: bool,
) -> Node<G> {
    Node {
        id,
        ply: entrance.ply,
        depth: entrance.depth,
        window: entrance.window,
        kind: entrance.kind,
        is_quiescence: entrance.is_quiescence,
        role,
        mv,
        is_same_position,
        excluded: entrance.excluded.and_then(G::move_of),
        table: None,
        static_eval: None,
        eval: None,
        improving: false,
        reduced: None,
        moves: Vec::new(),
        proof: None,
        rest_skipped: None,
        ending: None,
        numbers: Numbers::new(),
        value: None,
        nodes: 0,
        left_out: 0,
        children: Vec::new(),
    }
}

/// Writes an event into the node that it belongs to.
fn note<G: Game>(frame: &mut Frame<G>, event: Event<G::Technique>) {
    match event {
        Event::Aside(by) => frame.aside = Some(by),
        Event::Try { mv, depth } => {
            frame.aside = None;
            frame.tried = G::move_of(mv);
            frame.searches = 0;
            frame.is_reduced = false;
            frame.tries += 1;
            if let Some(record) = frame.record_of(mv) {
                record.depth = Some(depth);
            }
        }
        Event::Skip {
            by,
            mv,
            rest,
            numbers,
        } => {
            let decision = Decision { by, numbers };
            if rest && let Some(node) = &mut frame.node {
                node.rest_skipped.get_or_insert_with(|| decision.clone());
            }
            if let Some(record) = mv.and_then(|mv| frame.record_of(mv)) {
                record.skipped = Some(decision);
            }
        }
        Event::Reduce {
            by,
            mv,
            from,
            to,
            numbers,
        } => {
            let decision = Decision { by, numbers };
            match mv {
                Some(mv) => {
                    frame.is_reduced = to < from;
                    if to < from
                        && let Some(record) = frame.record_of(mv)
                    {
                        record.reduced = Some((to, decision));
                    }
                }
                None => {
                    if let Some(node) = &mut frame.node {
                        node.reduced = Some((to, decision));
                    }
                }
            }
        }
        Event::Extend {
            by,
            mv,
            plies,
            numbers,
        } => {
            if let Some(record) = frame.record_of(mv) {
                record.extended = Some((plies, Decision { by, numbers }));
            }
        }
        Event::End { why, numbers } => {
            frame.has_best = matches!(why, Ending::Moves(Some(_)));
            if let Some(node) = &mut frame.node {
                node.ending = Some(why);
                node.numbers = numbers;
            }
        }
        Event::Table(entry) => {
            if let Some(node) = &mut frame.node {
                node.table = Some(TableHit {
                    value: entry.value,
                    bound: entry.bound,
                    depth: entry.depth,
                    best: entry.best.and_then(G::move_of),
                });
            }
        }
        Event::Judge {
            static_eval,
            eval,
            improving,
        } => {
            if let Some(node) = &mut frame.node {
                node.static_eval = static_eval;
                node.eval = Some(eval);
                node.improving = improving;
            }
        }
        Event::Proof { by, mv, plies } => {
            if let (Some(node), Some(mv)) = (&mut frame.node, G::move_of(mv)) {
                node.proof = Some(Proof { by, mv, plies });
            }
        }
        // The recorder itself follows the first two; the counts hear the last.
        Event::Enter(_) | Event::Leave(_) | Event::Apart { .. } => {}
    }
}

fn keeps<G: Game>(node: &Node<G>, least_depth: Option<i32>) -> bool {
    node.kind != NodeKind::Zero || least_depth.is_none_or(|least| node.depth >= least)
}

fn drop_below<G: Game>(node: &mut Node<G>, least: i32) {
    let dropped = &mut node.left_out;
    node.children.retain(|child| {
        let is_kept = keeps(child, Some(least));
        *dropped += if is_kept { 0 } else { child.nodes };
        is_kept
    });
    for child in &mut node.children {
        drop_below(child, least);
    }
}

/// Keeps the one child that the node's score comes from: the move that beat alpha or the least bad one, or the search
/// by which a technique cut.
fn keep_principal<G: Game>(node: &mut Node<G>) {
    let principal = match node.ending {
        Some(Ending::Cut(by)) => {
            let of_technique = |child: &Node<G>| child.role == Role::Aside(by);
            node.children.iter().rposition(of_technique)
        }
        _ => node.principal().and_then(|mv| {
            let of_move = |child: &Node<G>| child.mv == Some(mv) && child.role.is_of_a_move();
            node.children.iter().rposition(of_move)
        }),
    };
    let kept = principal.map(|index| node.children.swap_remove(index));
    node.left_out += node.children.iter().map(|child| child.nodes).sum::<u64>();
    node.children = kept.into_iter().collect();
}
