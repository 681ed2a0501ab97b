//! Null-move pruning (NMP).
//!
//! Idea: if passing the turn still leaves the opponent below beta, moving will too: cut.
//! Guard: calm nodes well above beta; never two passes in a row.
//! Danger: a move is worth much in Gomoku, so that few passes cut; wins behind a pass are not believed.
//! Parameters: `nmp_depth`, `nmp_base`, `nmp_margin`.

use crate::Gomoku;
use crate::eval::Play;
use crate::facts::Node;
use crate::params::Param;
use crate::search::Search;
use crate::techniques::Technique;
use regence_core::config::Config;
use regence_core::event::Numbers;
use regence_core::steps::null_move_pruning;
use regence_core::tracer::Tracer;
use regence_core::{Stopped, Value};

pub fn applies<K: Config<Gomoku>>(config: &K, node: &Node) -> bool {
    node.depth >= config.get(Param::NmpDepth)
        && node.eval - config.get(Param::NmpMargin) >= node.window.beta
        && !node.window.beta.is_decisive()
        && node.is_calm
}

/// What a trace says of the cut.
pub fn why<K: Config<Gomoku>>(node: &Node) -> impl FnOnce(&K) -> Numbers {
    move |_| vec![("eval", node.eval.raw()), ("beta", node.window.beta.raw())]
}

/// The value of the cut, if there is one.
pub fn search<R: Play, K: Config<Gomoku>>(
    search: &mut Search<'_, R, K>,
    node: &Node,
) -> Result<Option<Value>, Stopped> {
    let depth = node.depth - search.config.get(Param::NmpBase) - node.depth / 4;
    search.aside(Technique::NullMovePruning);
    null_move_pruning::search(search, &(), node, depth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::tests::node;
    use regence_core::Window;
    use regence_core::config::Shipped;

    #[test]
    fn only_calm_deep_nodes_well_above_beta() {
        let margin = Config::<Gomoku>::get(&Shipped, Param::NmpMargin);
        let depth = Config::<Gomoku>::get(&Shipped, Param::NmpDepth);
        let high = Node {
            depth,
            eval: Value::cp(margin + 1),
            ..node()
        };
        assert!(applies(&Shipped, &high));
        let lower = Node {
            eval: high.eval - 1,
            ..high
        };
        assert!(!applies(&Shipped, &lower));
        let shallow = Node {
            depth: depth - 1,
            ..high
        };
        assert!(!applies(&Shipped, &shallow));
        let threatened = Node {
            is_calm: false,
            ..high
        };
        assert!(!applies(&Shipped, &threatened));
        let lost = Node {
            window: Window::zero(Value::loss_in(9)),
            ..high
        };
        assert!(!applies(&Shipped, &lost));
    }
}
