//! Singular extensions (SE).
//!
//! Idea: if every other move fails clearly below the table move's score in a shallower search,
//! that move is the only one: search it deeper. If even without it beta is reached, cut.
//! Guard: deep enough; the table's entry must be deep, not an upper bound, and not a proven result.
//! Danger: it costs a search at half depth.
//! Parameters: `singular_depth`, `singular_draft`, `singular_margin`.

use crate::Gomoku;
use crate::eval::Play;
use crate::facts::Node;
use crate::params::Param;
use crate::search::Search;
use crate::techniques::{Technique, double_extension, negative_extension};
use regence_core::config::Config;
pub use regence_core::steps::singular::Verdict;
use regence_core::steps::singular::{self, Found, Params};
use regence_core::tracer::Tracer;
use regence_core::{Stopped, Value};
use regence_gomoku::Move;

#[inline]
fn params<K: Config<Gomoku>>(config: &K) -> Params {
    Params {
        depth: config.get(Param::SingularDepth),
        entry_depth: config.get(Param::SingularDraft),
        margin: config.get(Param::SingularMargin),
    }
}

pub fn applies<K: Config<Gomoku>>(config: &K, node: &Node, mv: Move, root_depth: i32) -> bool {
    singular::applies(params(config), node, mv, root_depth)
}

/// Searches the node without its table move.
pub fn search<R: Play, K: Config<Gomoku>>(
    search: &mut Search<'_, R, K>,
    node: &Node,
) -> Result<Verdict, Stopped> {
    let (Some(entry), Some(mv)) = (node.entry, node.table_move) else {
        return Ok(Verdict::Extend(0));
    };
    search.aside(Technique::Singular);
    let found = singular::search(search, &(), params(search.config), node, entry.value)?;
    if found.is_singular() {
        let on_line = search.frame_before(node.ply, 1).double_extensions;
        let is_double = search.config.on(Technique::DoubleExtension)
            && double_extension::applies(search.config, node, found, on_line);
        if is_double {
            search.config.used(Technique::DoubleExtension);
        }
        search.frame(node.ply).double_extensions = on_line + i32::from(is_double);
        let plies = 1 + i32::from(is_double);
        let plies = search.extend(Technique::Singular, mv, plies, found.why());
        return Ok(Verdict::Extend(plies));
    }
    let Some(value) = cut(found, node) else {
        let plies = negative_extension::plies(node, entry.value);
        if plies == 0 || !search.config.on(Technique::NegativeExtension) {
            return Ok(Verdict::Extend(0));
        }
        let plies = search.extend(Technique::NegativeExtension, mv, plies, found.why());
        return Ok(Verdict::Extend(plies));
    };
    let cut = search.cut(Technique::Singular, value, found.why());
    cut.map(Verdict::Cut)
}

/// The value of the node if beta is reached even without the table move.
fn cut(found: Found, node: &Node) -> Option<Value> {
    let is_sure = found.bar >= node.window.beta && !found.without.is_decisive() && !node.is_pv;
    is_sure.then_some(found.bar)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::tests::node;

    #[test]
    fn a_second_good_move_cuts() {
        // Beta is 1.
        let found = Found {
            bar: Value::cp(1),
            without: Value::cp(30),
        };
        assert_eq!(cut(found, &node()), Some(Value::cp(1)));
        let low = Found {
            bar: Value::ZERO,
            ..found
        };
        assert_eq!(cut(low, &node()), None);
        let won = Found {
            without: Value::win_in(9),
            ..found
        };
        assert_eq!(cut(won, &node()), None);
        let pv = Node {
            is_pv: true,
            ..node()
        };
        assert_eq!(cut(found, &pv), None);
    }
}
