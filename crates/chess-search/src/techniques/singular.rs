//! Singular extensions (SE).
//!
//! Idea: if every other move fails clearly below the table move's score in a shallower search,
//! that move is the only one: search it deeper.
//! Guard: deep enough; the table's entry must be deep, not an upper bound, and not a mate.
//! Danger: it costs a search at half depth; what that search finds is used three ways (extend,
//! [`super::multicut`], [`super::negative_extensions`]). The other
//! moves are always searched unless multicut proves that they need not be.
//! Parameters: `singular_depth`, `singular_draft`, `singular_margin`.
//! Measured: +26 ± 39 Elo (claimed 50–100), 200 games at 8000 nodes a move; without it 1.03 × the nodes.

use crate::Chess;
use crate::anatomy::{Node, Zero};
use crate::params::Param;
use crate::search::Search;
use crate::techniques::{Technique, multicut, negative_extensions, stronger_extensions};
use regence_chess::{Board, Move};
use regence_core::event::Numbers;
use regence_core::knobs::Knobs;
use regence_core::tell::Tell;
use regence_core::{Stopped, Value, Window};

/// What the search without the table move says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Search the table move this many plies deeper (or, below zero, less deep).
    Extend(i32),
    /// Leave the node with this value.
    Cut(Value),
}

pub fn applies<K: Knobs<Chess>>(knobs: &K, node: &Node, mv: Move, root_depth: i32) -> bool {
    let Some(entry) = &node.entry else {
        return false;
    };
    !node.is_root
        && Some(mv) == node.table_move
        && node.excluded.is_none()
        && node.depth >= knobs.get(Param::SingularDepth) + i32::from(node.was_pv)
        && entry.depth >= node.depth - knobs.get(Param::SingularDraft)
        && entry.bound.is_at_least()
        && !entry.value.is_decisive()
        && (node.ply as i32) < 2 * root_depth
}

/// The score that the other moves must stay below.
pub fn singular_beta<K: Knobs<Chess>>(knobs: &K, table_value: Value, depth: i32) -> Value {
    Value::cp(table_value.raw() - depth * knobs.get(Param::SingularMargin) / 100)
}

/// Searches the node without its table move.
pub fn search<K: Knobs<Chess>>(
    search: &mut Search<'_, K>,
    node: &Node,
    board: &Board,
) -> Result<Verdict, Stopped> {
    let (Some(entry), Some(mv)) = (node.entry, node.table_move) else {
        return Ok(Verdict::Extend(0));
    };
    let beta = singular_beta(search.knobs, entry.value, node.depth);
    let depth = (node.depth - 1) / 2;
    search.aside(Technique::Singular);
    search.frame(node.ply).excluded = node.table_move;
    let result = search.node::<Zero>(board, node.ply, depth, Window::zero(beta - 1), node.is_cut);
    search.frame(node.ply).excluded = None;
    let without = result?;
    if without < beta {
        let plies = stronger_extensions::plies(search, node, beta, without);
        search.extend(Technique::Singular, mv, plies, why(without, beta));
        return Ok(Verdict::Extend(plies));
    }
    if search.knobs.on(Technique::Multicut)
        && let Some(value) = multicut::value(without, beta, node.window)
    {
        let cut = search.cut(Technique::Multicut, value, why(without, beta));
        return cut.map(Verdict::Cut);
    }
    if search.knobs.on(Technique::NegativeExtensions) {
        let plies = negative_extensions::plies(node, entry.value);
        if plies < 0 {
            search.extend(Technique::NegativeExtensions, mv, plies, why(without, beta));
        }
        return Ok(Verdict::Extend(plies));
    }
    Ok(Verdict::Extend(0))
}

/// What a trace says of the verdict: the best of the other moves, and the bar.
fn why<K>(without: Value, bar: Value) -> impl FnOnce(&K) -> Numbers {
    move |_| vec![("without", without.raw()), ("bar", bar.raw())]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::tests::node;
    use regence_core::knobs::Shipped;
    use regence_core::{Bound, Entry};

    fn with_entry(bound: Bound, depth: i32) -> (Node, Move) {
        let mv = Board::startpos().legal_moves()[0];
        let entry = Entry {
            best: Some(mv.to_bits()),
            value: Value::cp(40),
            bound,
            depth,
            eval: None,
            was_pv: false,
        };
        let node = Node {
            depth: 10,
            entry: Some(entry),
            table_move: Some(mv),
            ..node()
        };
        (node, mv)
    }

    #[test]
    fn it_needs_a_deep_entry_that_is_no_upper_bound() {
        let (good, mv) = with_entry(Bound::Lower, 8);
        assert!(applies(&Shipped, &good, mv, 10));
        let (shallow, _) = with_entry(Bound::Lower, 3);
        assert!(!applies(&Shipped, &shallow, mv, 10));
        let (upper, _) = with_entry(Bound::Upper, 8);
        assert!(!applies(&Shipped, &upper, mv, 10));
        let inside = Node {
            excluded: Some(mv),
            ..good
        };
        assert!(!applies(&Shipped, &inside, mv, 10), "not within itself");
    }

    #[test]
    fn the_bar_is_below_the_table_score() {
        assert!(singular_beta(&Shipped, Value::cp(40), 10) < Value::cp(40));
    }
}
