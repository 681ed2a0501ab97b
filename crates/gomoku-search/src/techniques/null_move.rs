//! Null-move pruning (NMP).
//!
//! Idea: if passing the turn still leaves the opponent below beta, moving will too: cut.
//! Guard: calm nodes well above beta; never two passes in a row.
//! Danger: a move is worth much in Gomoku, so that few passes cut; wins behind a pass are not believed.
//! Parameters: `nmp_depth`, `nmp_base`, `nmp_margin`.

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

pub fn applies<K: Knobs<Gomoku>>(knobs: &K, node: &Node) -> bool {
    node.depth >= knobs.get(Param::NmpDepth)
        && node.eval - knobs.get(Param::NmpMargin) >= node.window.beta
        && !node.window.beta.is_decisive()
        && node.is_calm()
}

/// What a trace says of the cut.
pub fn why<K: Knobs<Gomoku>>(node: &Node) -> impl FnOnce(&K) -> Numbers {
    move |_| vec![("eval", node.eval.raw()), ("beta", node.window.beta.raw())]
}

/// The value of the cut, if there is one.
pub fn search<R: Play, K: Knobs<Gomoku>>(
    search: &mut Search<'_, R, K>,
    node: &Node,
) -> Result<Option<Value>, Stopped> {
    let beta = node.window.beta;
    let depth = node.depth - search.knobs.get(Param::NmpBase) - node.depth / 4;
    search.aside(Technique::NullMove);
    search.enter_pass(node.ply);
    let window = Window::zero(-beta);
    let value = -search.node::<Zero>(node.ply + 1, depth, window, !node.is_cut)?;
    search.leave();
    // A win found behind a pass is not proven.
    Ok((value >= beta).then(|| if value.is_win() { beta } else { value }))
}
