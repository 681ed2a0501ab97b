//! Singular extensions: if every other move stays clearly below the table move's score in a shallower search, that move
//! is the only one, and is searched deeper.

use super::{Node, NodeSearch, Zero};
use crate::event::Numbers;
use crate::limiter::Stopped;
use crate::value::{Value, Window};

/// The numbers of the step.
#[derive(Clone, Copy, Debug)]
pub struct Params {
    /// The smallest depth.
    pub depth: i32,
    /// How many plies the entry may be shallower than the node.
    pub entry_depth: i32,
    /// Centipawns for each hundred plies of depth that the others must stay below the entry's score.
    pub margin: i32,
}

/// What a game does about the search without the table move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Search the table move this many plies deeper (or, below zero, less deep).
    Extend(i32),
    /// Leave the node with this value.
    Cut(Value),
}

/// What the search without the table move found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The score that the other moves must stay below.
    pub bar: Value,
    /// The score without the table move.
    pub without: Value,
}

impl Found {
    /// Whether the table move is the only one.
    #[inline]
    pub fn is_singular(self) -> bool {
        self.without < self.bar
    }

    /// What a trace says of it.
    #[inline]
    pub fn why<K>(self) -> impl FnOnce(&K) -> Numbers {
        move |_| vec![("without", self.without.raw()), ("bar", self.bar.raw())]
    }
}

/// Whether `mv` is a table move worth the question: known from a deep search, with a score that is neither an upper
/// bound nor a proven result.
#[inline]
pub fn applies<M: Copy + PartialEq, X>(
    params: Params,
    node: &Node<M, X>,
    mv: M,
    root_depth: i32,
) -> bool {
    let Some(entry) = &node.entry else {
        return false;
    };
    !node.is_root
        && Some(mv) == node.table_move
        && node.excluded.is_none()
        && node.depth >= params.depth
        && entry.depth >= node.depth - params.entry_depth
        && entry.bound.is_at_least()
        && !entry.value.is_decisive()
        && (node.ply as i32) < 2 * root_depth
}

/// The score that the other moves must stay below.
#[inline]
pub fn bar(params: Params, table_value: Value, depth: i32) -> Value {
    Value::cp(table_value.raw() - depth * params.margin / 100)
}

/// Searches the node without its table move, to half its depth.
pub fn search<S: NodeSearch, X>(
    search: &mut S,
    position: &S::Position,
    params: Params,
    node: &Node<S::Move, X>,
    table_value: Value,
) -> Result<Found, Stopped> {
    let bar = bar(params, table_value, node.depth);
    let depth = (node.depth - 1) / 2;
    search.exclude(node.ply, node.table_move);
    let window = Window::zero(bar - 1);
    let without = search.node::<Zero>(position, node.ply, depth, window, node.is_cut);
    search.exclude(node.ply, None);
    Ok(Found {
        bar,
        without: without?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::steps::tests::{entry, node};
    use crate::value::Bound;

    const PARAMS: Params = Params {
        depth: 6,
        entry_depth: 3,
        margin: 200,
    };

    fn with_entry(bound: Bound, depth: i32) -> Node<char> {
        Node {
            depth: 10,
            entry: Some(entry(bound, Value::cp(40), depth)),
            table_move: Some('a'),
            ..node()
        }
    }

    #[test]
    fn the_entry_must_be_deep_and_no_upper_bound() {
        let applies = |node: &Node<char>| applies(PARAMS, node, 'a', 10);
        let good = with_entry(Bound::Lower, 7);
        assert!(applies(&good));
        assert!(applies(&with_entry(Bound::Exact, 7)));
        assert!(!applies(&with_entry(Bound::Upper, 7)));
        assert!(!applies(&with_entry(Bound::Lower, 6)), "too shallow");
        assert!(!applies(&Node {
            entry: None,
            ..good
        }));
        let proven = entry(Bound::Lower, Value::win_in(9), 9);
        assert!(!applies(&Node {
            entry: Some(proven),
            ..good
        }));
    }

    #[test]
    fn only_the_table_move_of_a_deep_inner_node() {
        let good = with_entry(Bound::Lower, 7);
        assert!(!applies(PARAMS, &good, 'b', 10));
        let inside = Node {
            excluded: Some('a'),
            ..good
        };
        assert!(!applies(PARAMS, &inside, 'a', 10), "not within itself");
        let root = Node {
            is_root: true,
            ..good
        };
        assert!(!applies(PARAMS, &root, 'a', 10));
        assert!(applies(PARAMS, &Node { depth: 6, ..good }, 'a', 10));
        assert!(!applies(PARAMS, &Node { depth: 5, ..good }, 'a', 10));
        assert!(applies(PARAMS, &Node { ply: 19, ..good }, 'a', 10));
        assert!(
            !applies(PARAMS, &Node { ply: 20, ..good }, 'a', 10),
            "lines end"
        );
    }

    #[test]
    fn the_bar_is_below_the_table_score_the_more_the_deeper() {
        assert_eq!(bar(PARAMS, Value::cp(40), 10), Value::cp(20));
        assert_eq!(bar(PARAMS, Value::cp(40), 5), Value::cp(30));
        let found = |without| Found {
            bar: Value::cp(20),
            without: Value::cp(without),
        };
        assert!(found(19).is_singular());
        assert!(!found(20).is_singular());
    }
}
