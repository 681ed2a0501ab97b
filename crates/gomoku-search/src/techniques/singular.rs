//! Singular extensions (SE).
//!
//! Idea: if every other move fails clearly below the table move's score in a shallower search,
//! that move is the only one: search it deeper. If even without it beta is reached, cut.
//! Guard: deep enough; the table's entry must be deep, not an upper bound, and not a proven result.
//! Danger: it costs a search at half depth.
//! Parameters: `singular_depth`, `singular_draft`, `singular_margin`.

use crate::Gomoku;
use crate::anatomy::{Node, Zero};
use crate::eval::Play;
use crate::params::Param;
use crate::search::Search;
use crate::techniques::Technique;
use regence_core::event::Numbers;
use regence_core::knobs::Knobs;
use regence_core::tell::Tell;
use regence_core::{Stopped, Value, Window};
use regence_gomoku::Move;

/// What the search without the table move says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Search the table move this many plies deeper.
    Extend(i32),
    /// Leave the node with this value.
    Cut(Value),
}

pub fn applies<K: Knobs<Gomoku>>(knobs: &K, node: &Node, mv: Move, root_depth: i32) -> bool {
    let Some(entry) = &node.entry else {
        return false;
    };
    !node.is_root
        && Some(mv) == node.table_move
        && node.excluded.is_none()
        && node.depth >= knobs.get(Param::SingularDepth)
        && entry.depth >= node.depth - knobs.get(Param::SingularDraft)
        && entry.bound.is_at_least()
        && !entry.value.is_decisive()
        && (node.ply as i32) < 2 * root_depth
}

/// The score that the other moves must stay below.
pub fn singular_beta<K: Knobs<Gomoku>>(knobs: &K, table_value: Value, depth: i32) -> Value {
    Value::cp(table_value.raw() - depth * knobs.get(Param::SingularMargin) / 100)
}

/// Searches the node without its table move.
pub fn search<R: Play, K: Knobs<Gomoku>>(
    search: &mut Search<'_, R, K>,
    node: &Node,
) -> Result<Verdict, Stopped> {
    let (Some(entry), Some(mv)) = (node.entry, node.table_move) else {
        return Ok(Verdict::Extend(0));
    };
    let beta = singular_beta(search.knobs, entry.value, node.depth);
    let depth = (node.depth - 1) / 2;
    search.aside(Technique::Singular);
    search.frame(node.ply).excluded = node.table_move;
    let result = search.node::<Zero>(node.ply, depth, Window::zero(beta - 1), node.is_cut);
    search.frame(node.ply).excluded = None;
    let without = result?;
    if without < beta {
        let plies = search.extend(Technique::Singular, mv, 1, why(without, beta));
        return Ok(Verdict::Extend(plies));
    }
    let is_sure = beta >= node.window.beta && !without.is_decisive() && !node.is_pv;
    if !is_sure {
        return Ok(Verdict::Extend(0));
    }
    let cut = search.cut(Technique::Singular, beta, why(without, beta));
    cut.map(Verdict::Cut)
}

/// What a trace says of the verdict: the best of the other moves, and the bar.
fn why<K: Knobs<Gomoku>>(without: Value, bar: Value) -> impl FnOnce(&K) -> Numbers {
    move |_| vec![("without", without.raw()), ("bar", bar.raw())]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::tests::{node, quiet};
    use regence_core::knobs::Shipped;
    use regence_core::{Bound, Entry};

    fn with_entry(bound: Bound, depth: i32) -> Node {
        let entry = Entry {
            best: None,
            value: Value::cp(40),
            bound,
            depth,
            eval: None,
            was_pv: false,
        };
        Node {
            depth: 10,
            entry: Some(entry),
            table_move: Some(quiet().mv),
            ..node()
        }
    }

    #[test]
    fn it_needs_a_deep_entry_that_is_no_upper_bound() {
        let mv = quiet().mv;
        let good = with_entry(Bound::Lower, 8);
        assert!(applies(&Shipped, &good, mv, 10));
        assert!(!applies(&Shipped, &with_entry(Bound::Lower, 3), mv, 10));
        assert!(!applies(&Shipped, &with_entry(Bound::Upper, 8), mv, 10));
        let inside = Node {
            excluded: Some(mv),
            ..good
        };
        assert!(!applies(&Shipped, &inside, mv, 10), "not within itself");
    }
}
