//! Singular extensions (SE).
//!
//! Idea: if every other move fails clearly below the table move's score in a shallower search,
//! that move is the only one: search it deeper.
//! Guard: deep enough; the table's entry must be deep, not an upper bound, and not a mate.
//! Danger: it costs a search at half depth; what that search finds is used three ways (extend,
//! [`super::multicut`], [`super::negative_extensions`]). The other
//! moves are always searched unless multicut proves that they need not be.
//! Parameters: `singular_depth`, `singular_draft`, `singular_margin`.

use crate::Chess;
use crate::facts::Node;
use crate::params::Param;
use crate::search::Search;
use crate::techniques::{Technique, double_extensions, multicut, negative_extensions};
use regence_chess::{Board, Move};
use regence_core::Stopped;
use regence_core::config::Config;
pub use regence_core::steps::singular::Verdict;
use regence_core::steps::singular::{self, Params};
use regence_core::tracer::Tracer;

/// Nodes that were on the principal variation must be one ply deeper.
#[inline]
fn params<K: Config<Chess>>(config: &K, node: &Node) -> Params {
    Params {
        depth: config.get(Param::SingularDepth) + i32::from(node.was_pv),
        entry_depth: config.get(Param::SingularDraft),
        margin: config.get(Param::SingularMargin),
    }
}

pub fn applies<K: Config<Chess>>(config: &K, node: &Node, mv: Move, root_depth: i32) -> bool {
    singular::applies(params(config, node), node, mv, root_depth)
}

/// Searches the node without its table move.
pub fn search<K: Config<Chess>>(
    search: &mut Search<'_, K>,
    node: &Node,
    board: &Board,
) -> Result<Verdict, Stopped> {
    let (Some(entry), Some(mv)) = (node.entry, node.table_move) else {
        return Ok(Verdict::Extend(0));
    };
    search.aside(Technique::Singular);
    let params = params(search.config, node);
    let found = singular::search(search, board, params, node, entry.value)?;
    if found.is_singular() {
        let plies = double_extensions::plies(search, node, found);
        search.extend(Technique::Singular, mv, plies, found.why());
        return Ok(Verdict::Extend(plies));
    }
    if search.config.on(Technique::Multicut)
        && let Some(value) = multicut::value(found, node.window)
    {
        let cut = search.cut(Technique::Multicut, value, found.why());
        return cut.map(Verdict::Cut);
    }
    if search.config.on(Technique::NegativeExtensions) {
        let plies = negative_extensions::plies(node, entry.value);
        if plies < 0 {
            search.extend(Technique::NegativeExtensions, mv, plies, found.why());
        }
        return Ok(Verdict::Extend(plies));
    }
    Ok(Verdict::Extend(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::tests::{node, quiet};
    use regence_core::config::Shipped;
    use regence_core::{Bound, Entry, Value};

    #[test]
    fn nodes_of_the_principal_variation_must_be_deeper() {
        let depth = Config::<Chess>::get(&Shipped, Param::SingularDepth);
        let entry = Entry {
            best: None,
            value: Value::cp(40),
            bound: Bound::Lower,
            depth,
            eval: None,
            was_pv: false,
        };
        let mv = quiet().mv;
        let node = Node {
            depth,
            entry: Some(entry),
            table_move: Some(mv),
            ..node()
        };
        assert!(applies(&Shipped, &node, mv, 10));
        let was_pv = Node {
            was_pv: true,
            ..node
        };
        assert!(!applies(&Shipped, &was_pv, mv, 10));
        let deeper = Node {
            depth: depth + 1,
            ..was_pv
        };
        assert!(applies(&Shipped, &deeper, mv, 10));
    }
}
