//! The record of a game: a tree of moves with what is said about them. The first child of a node is the main
//! continuation, the others are variations.
//!
//! Every node has the facts of its position, so that whoever holds the tree can step through it and ask nobody.

use crate::messages::{Drawn, NodeState, Played, Spot};
use std::collections::BTreeSet;

/// A node by its number in the tree; numbers are not used again.
pub type NodeId = u32;

/// What a passed turn is called.
pub const PASS: &str = "--";

/// More moves than that, variations included, are not kept in one game.
pub const MOST_NODES: usize = 20_000;

/// What is said about a move. Comments are as a record has them, commands such as `[%clk 0:01:00]` included.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// Comments before the move, where it begins a line.
    pub intro: Vec<String>,
    /// Comments behind it.
    pub comments: Vec<String>,
    /// Comments behind its variations.
    pub tail: Vec<String>,
    /// Glyphs by their numbers.
    pub nags: Vec<u8>,
}

#[derive(Clone, Debug)]
pub struct Node {
    pub parent: Option<NodeId>,
    pub children: Vec<NodeId>,
    /// None for the root.
    pub played: Option<Played>,
    pub notes: Notes,
    pub spot: Spot,
}

/// A tree of moves.
#[derive(Clone, Debug)]
pub struct Tree {
    /// None where a node was deleted.
    nodes: Vec<Option<Node>>,
    changed: BTreeSet<NodeId>,
    gone: Vec<NodeId>,
    is_new: bool,
}

/// What changed since it was asked last.
#[derive(Debug)]
pub struct Changes {
    /// The nodes are all that there are.
    pub all: bool,
    pub nodes: Vec<NodeState>,
    pub gone: Vec<NodeId>,
}

impl Tree {
    pub const ROOT: NodeId = 0;

    pub fn new(spot: Spot) -> Tree {
        let root = Node {
            parent: None,
            children: Vec::new(),
            played: None,
            notes: Notes::default(),
            spot,
        };
        Tree {
            nodes: vec![Some(root)],
            changed: BTreeSet::new(),
            gone: Vec::new(),
            is_new: true,
        }
    }

    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id as usize)?.as_ref()
    }

    /// The notes of a node, to change them.
    pub fn notes_mut(&mut self, id: NodeId) -> Option<&mut Notes> {
        let node = self.nodes.get_mut(id as usize)?.as_mut()?;
        self.changed.insert(id);
        Some(&mut node.notes)
    }

    /// How many nodes there are, the root included.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.nodes.iter().flatten().count()
    }

    /// Whether the tree has room for another move.
    pub fn has_room(&self) -> bool {
        self.nodes.len() <= MOST_NODES
    }

    /// The child of a node with that move.
    pub fn child(&self, parent: NodeId, mv: &str) -> Option<NodeId> {
        let children = &self.node(parent)?.children;
        let is_it = |&&id: &&NodeId| {
            let played = self.node(id).and_then(|node| node.played.as_ref());
            played.is_some_and(|played| played.mv == mv)
        };
        children.iter().find(is_it).copied()
    }

    /// Adds a move behind a node; a variation if there is another one already. One that is there is given back.
    pub fn add(&mut self, parent: NodeId, played: Played, spot: Spot) -> NodeId {
        match self.child(parent, &played.mv) {
            Some(child) => child,
            None => self.push(parent, played, spot),
        }
    }

    /// Adds a move even if it is there already: records may have a move twice.
    pub fn push(&mut self, parent: NodeId, played: Played, spot: Spot) -> NodeId {
        let id = self.nodes.len() as NodeId;
        self.nodes.push(None);
        self.put(id, parent, played, spot);
        id
    }

    /// The same under a number that was used before. False if it is taken, too high, or the parent is not there.
    pub fn push_as(&mut self, id: NodeId, parent: NodeId, played: Played, spot: Spot) -> bool {
        let index = id as usize;
        if index > MOST_NODES || self.node(id).is_some() || self.node(parent).is_none() {
            return false;
        }
        if self.nodes.len() <= index {
            self.nodes.resize(index + 1, None);
        }
        self.put(id, parent, played, spot);
        true
    }

    /// Puts a new node in its place, as the last child of its parent.
    fn put(&mut self, id: NodeId, parent: NodeId, played: Played, spot: Spot) {
        self.nodes[id as usize] = Some(Node {
            parent: Some(parent),
            children: Vec::new(),
            played: Some(played),
            notes: Notes::default(),
            spot,
        });
        if let Some(Some(node)) = self.nodes.get_mut(parent as usize) {
            node.children.push(id);
        }
        self.changed.extend([parent, id]);
    }

    /// The nodes from the first move to this one.
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let parent = |&id: &NodeId| self.node(id).and_then(|node| node.parent);
        let up = std::iter::successors(Some(id), parent);
        let mut path: Vec<NodeId> = up.filter(|&id| id != Tree::ROOT).collect();
        path.reverse();
        path
    }

    /// The line of a node: how one comes to it, and the main continuation behind it.
    pub fn line(&self, id: NodeId) -> Vec<NodeId> {
        let mut line = self.path(id);
        let first = |&id: &NodeId| {
            self.node(id)
                .and_then(|node| node.children.first().copied())
        };
        line.extend(std::iter::successors(first(&id), first));
        line
    }

    /// The last node of the main line.
    pub fn end(&self) -> NodeId {
        self.line(Tree::ROOT).last().copied().unwrap_or(Tree::ROOT)
    }

    pub fn played(&self, line: &[NodeId]) -> Vec<Played> {
        let node = |&id| self.node(id).and_then(|node| node.played.clone());
        line.iter().filter_map(node).collect()
    }

    /// Puts the variation of a node before its sibling, or with `main` its whole way into the main line.
    pub fn promote(&mut self, id: NodeId, main: bool) {
        for child in self.path(id).into_iter().rev() {
            let Some(parent) = self.node(child).and_then(|node| node.parent) else {
                return;
            };
            let Some(Some(node)) = self.nodes.get_mut(parent as usize) else {
                return;
            };
            let index = node.children.iter().position(|&other| other == child);
            let Some(index) = index.filter(|&index| index > 0) else {
                continue;
            };
            let to = if main { 0 } else { index - 1 };
            node.children.remove(index);
            node.children.insert(to, child);
            self.changed.insert(parent);
            if !main {
                return;
            }
        }
    }

    /// Takes a move away with all that follows it. Gives the node before it; the root stays.
    pub fn delete(&mut self, id: NodeId) -> Option<NodeId> {
        let parent = self.node(id)?.parent?;
        let mut doomed = vec![id];
        while let Some(id) = doomed.pop() {
            if let Some(node) = self.nodes[id as usize].take() {
                doomed.extend(node.children);
            }
            self.changed.remove(&id);
            self.gone.push(id);
        }
        if let Some(Some(node)) = self.nodes.get_mut(parent as usize) {
            node.children.retain(|&child| child != id);
        }
        self.changed.insert(parent);
        Some(parent)
    }

    /// Whether one of two nodes is on the way to the other, or both are the same.
    pub fn is_above(&self, upper: NodeId, id: NodeId) -> bool {
        upper == Tree::ROOT || self.path(id).contains(&upper)
    }

    /// All nodes, a parent before its children and the main continuation first.
    pub fn preorder(&self) -> Vec<NodeId> {
        let (mut all, mut todo) = (Vec::new(), vec![Tree::ROOT]);
        while let Some(id) = todo.pop() {
            if let Some(node) = self.node(id) {
                all.push(id);
                todo.extend(node.children.iter().rev());
            }
        }
        all
    }

    /// What changed since the last call; none if nothing did.
    pub fn take_changes(&mut self) -> Option<Changes> {
        let all = std::mem::take(&mut self.is_new);
        let (changed, gone) = (
            std::mem::take(&mut self.changed),
            std::mem::take(&mut self.gone),
        );
        if !all && changed.is_empty() && gone.is_empty() {
            return None;
        }
        let ids: Vec<NodeId> = match all {
            true => self.preorder(),
            false => changed.into_iter().collect(),
        };
        Some(Changes {
            all,
            nodes: ids.into_iter().filter_map(|id| self.state(id)).collect(),
            gone: if all { Vec::new() } else { gone },
        })
    }

    /// A node as the page is told it.
    pub fn state(&self, id: NodeId) -> Option<NodeState> {
        let node = self.node(id)?;
        Some(NodeState {
            id,
            parent: node.parent,
            children: node.children.clone(),
            played: node.played.clone(),
            intro: text_of(&node.notes.intro),
            comment: text_of(&node.notes.comments),
            tail: text_of(&node.notes.tail),
            nags: node.notes.nags.clone(),
            shapes: shapes_of(&node.notes.comments),
            spot: node.spot.clone(),
        })
    }
}

impl Notes {
    /// Puts another text in place of the comments' own; their commands stay.
    pub fn set_text(&mut self, text: &str) {
        let mut parts: Vec<String> = commands(&self.comments).map(str::to_owned).collect();
        let text = text.trim();
        if !text.is_empty() {
            parts.push(text.to_owned());
        }
        self.comments = whole(parts);
    }

    /// Puts other arrows and circles in place of those that are there.
    pub fn set_shapes(&mut self, shapes: &[Drawn]) {
        let text = text_of(&self.comments);
        let others = commands(&self.comments).filter(|command| !is_drawing(command));
        let mut parts: Vec<String> = drawing(shapes)
            .into_iter()
            .chain(others.map(str::to_owned))
            .collect();
        if !text.is_empty() {
            parts.push(text);
        }
        self.comments = whole(parts);
    }
}

/// One comment, or none.
fn whole(parts: Vec<String>) -> Vec<String> {
    let text = parts.join(" ");
    if text.is_empty() {
        Vec::new()
    } else {
        vec![text]
    }
}

/// The pieces of a comment: commands, which begin with `[%`, and the text between them.
fn pieces(mut rest: &str) -> impl Iterator<Item = &str> {
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = match rest.find("[%") {
            Some(0) => rest.find(']').map_or(rest.len(), |at| at + 1),
            Some(at) => at,
            None => rest.len(),
        };
        let (piece, after) = rest.split_at(end);
        rest = after;
        Some(piece)
    })
}

fn is_command(piece: &str) -> bool {
    piece.starts_with("[%") && piece.ends_with(']')
}

fn is_drawing(piece: &str) -> bool {
    piece.starts_with("[%cal ") || piece.starts_with("[%csl ")
}

fn commands(comments: &[String]) -> impl Iterator<Item = &str> {
    let all = comments.iter().flat_map(|comment| pieces(comment));
    all.filter(|piece| is_command(piece))
}

/// What people read of comments: the text without the commands.
pub fn text_of(comments: &[String]) -> String {
    let text = |comment: &String| -> String {
        let pieces = pieces(comment).filter(|piece| !is_command(piece));
        let pieces: Vec<&str> = pieces
            .map(str::trim)
            .filter(|piece| !piece.is_empty())
            .collect();
        pieces.join(" ")
    };
    let texts: Vec<String> = comments
        .iter()
        .map(text)
        .filter(|text| !text.is_empty())
        .collect();
    texts.join(" ")
}

/// The arrows and circles that commands draw: `[%cal Ge2e4,Rd1h5]` and `[%csl Yd4]`, the letter for the colour.
pub fn shapes_of(comments: &[String]) -> Vec<Drawn> {
    let mut shapes = Vec::new();
    for command in commands(comments).filter(|command| is_drawing(command)) {
        let list = command["[%cal ".len()..].trim_end_matches(']');
        for word in list.split(',').map(str::trim) {
            shapes.extend(read_shape(word));
        }
    }
    shapes
}

/// `Ge2e4` or `Ge2`; points of Gomoku are as long as they are.
fn read_shape(word: &str) -> Option<Drawn> {
    let brush = word
        .chars()
        .next()
        .filter(|letter| "GRYB".contains(*letter))?;
    let points = &word[1..];
    let is_letter = |letter: char| letter.is_ascii_lowercase();
    let second = points
        .char_indices()
        .skip(1)
        .find(|&(_, letter)| is_letter(letter));
    let (from, to) = match second {
        Some((at, _)) => (&points[..at], Some(&points[at..])),
        None => (points, None),
    };
    let is_point = |text: &str| {
        let number = text.get(1..).unwrap_or_default();
        text.starts_with(is_letter)
            && (1..=2).contains(&number.len())
            && number.bytes().all(|byte| byte.is_ascii_digit())
    };
    (is_point(from) && to.is_none_or(is_point)).then(|| Drawn {
        brush,
        from: from.to_owned(),
        to: to.map(str::to_owned),
    })
}

fn drawing(shapes: &[Drawn]) -> Vec<String> {
    let word = |shape: &Drawn| {
        let to = shape.to.as_deref().unwrap_or_default();
        format!("{}{}{to}", shape.brush, shape.from)
    };
    let list = |name: &str, arrows: bool| {
        let own = shapes.iter().filter(|shape| shape.to.is_some() == arrows);
        let words: Vec<String> = own.map(word).collect();
        (!words.is_empty()).then(|| format!("[%{name} {}]", words.join(",")))
    };
    [list("csl", false), list("cal", true)]
        .into_iter()
        .flatten()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::{By, Colour, Place};

    fn spot() -> Spot {
        let place = Place::Chess {
            fen: String::new(),
            dests: String::new(),
            promotions: Vec::new(),
            check: None,
            last: None,
        };
        Spot {
            turn: Colour::White,
            over: None,
            opening: None,
            place,
        }
    }

    fn add(tree: &mut Tree, parent: NodeId, mv: &str) -> NodeId {
        let played = Played {
            mv: mv.into(),
            san: mv.into(),
            by: By::Human,
            ms: 0,
            score: None,
        };
        tree.add(parent, played, spot())
    }

    /// e4 (d4 d5) e5 (c5) Nf3
    fn grown() -> (Tree, [NodeId; 6]) {
        let mut tree = Tree::new(spot());
        let e4 = add(&mut tree, Tree::ROOT, "e4");
        let e5 = add(&mut tree, e4, "e5");
        let nf3 = add(&mut tree, e5, "Nf3");
        let d4 = add(&mut tree, Tree::ROOT, "d4");
        let d5 = add(&mut tree, d4, "d5");
        let c5 = add(&mut tree, e4, "c5");
        (tree, [e4, e5, nf3, d4, d5, c5])
    }

    #[test]
    fn a_move_is_added_once_and_nothing_is_cut_off() {
        let (mut tree, [e4, e5, nf3, d4, d5, c5]) = grown();
        assert_eq!(add(&mut tree, e4, "c5"), c5);
        assert_eq!(tree.len(), 7);
        assert_eq!(tree.line(Tree::ROOT), [e4, e5, nf3]);
        assert_eq!(tree.line(e4), [e4, e5, nf3]);
        assert_eq!(tree.line(c5), [e4, c5]);
        assert_eq!(tree.line(d4), [d4, d5]);
        assert_eq!(tree.end(), nf3);
        assert_eq!(tree.preorder(), [0, e4, e5, nf3, c5, d4, d5]);
        assert!(tree.is_above(e4, c5) && !tree.is_above(d4, c5));
    }

    #[test]
    fn variations_are_promoted_by_one_or_to_the_main_line() {
        let (mut tree, [e4, _, nf3, d4, d5, _]) = grown();
        let c4 = add(&mut tree, Tree::ROOT, "c4");
        tree.promote(c4, false);
        assert_eq!(tree.node(Tree::ROOT).unwrap().children, [e4, c4, d4]);
        tree.promote(d5, true);
        assert_eq!(tree.node(Tree::ROOT).unwrap().children, [d4, e4, c4]);
        tree.promote(nf3, true);
        assert_eq!(tree.end(), nf3);
        // What is first stays so.
        tree.promote(e4, false);
        assert_eq!(tree.node(Tree::ROOT).unwrap().children[0], e4);
    }

    #[test]
    fn what_follows_a_deleted_move_goes_with_it() {
        let (mut tree, [e4, e5, nf3, .., c5]) = grown();
        tree.take_changes();
        assert_eq!(tree.delete(e5), Some(e4));
        assert_eq!(tree.delete(Tree::ROOT), None);
        assert!(tree.node(nf3).is_none());
        assert_eq!(tree.line(Tree::ROOT), [e4, c5]);
        let changes = tree.take_changes().unwrap();
        assert_eq!((changes.all, changes.gone.len()), (false, 2));
        assert_eq!(changes.nodes.len(), 1);
        assert!(tree.take_changes().is_none());
        // Numbers are not used again.
        assert!(add(&mut tree, e4, "e5") > c5);
    }

    #[test]
    fn comments_keep_their_commands_when_the_text_changes() {
        let mut notes = Notes {
            comments: vec![
                "[%clk 0:01:00] good [%cal Ge2e4,Rd1h5]".into(),
                "and [%csl Yd4] more".into(),
            ],
            ..Notes::default()
        };
        assert_eq!(text_of(&notes.comments), "good and more");
        let shapes = shapes_of(&notes.comments);
        assert_eq!(shapes.len(), 3);
        assert_eq!(shapes[0].to.as_deref(), Some("e4"));
        assert_eq!((shapes[2].brush, shapes[2].to.as_deref()), ('Y', None));
        notes.set_text("bad");
        assert_eq!(
            notes.comments,
            ["[%clk 0:01:00] [%cal Ge2e4,Rd1h5] [%csl Yd4] bad"]
        );
        notes.set_shapes(&shapes[2..]);
        assert_eq!(notes.comments, ["[%csl Yd4] [%clk 0:01:00] bad"]);
        notes.set_shapes(&[]);
        notes.set_text("");
        assert_eq!(notes.comments, ["[%clk 0:01:00]"]);
        assert_eq!(
            shapes_of(&["[%cal Xa1a2,Ga1a, G,Ga1a2a3,Gh15j10]".into()]).len(),
            1
        );
    }
}
