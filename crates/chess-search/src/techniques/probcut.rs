//! ProbCut (PC).
//!
//! Idea: a capture that beats beta by a clear margin in a shallow search will beat beta in a deep
//! one: cut.
//! Guard: deep enough, and the table must not say otherwise.
//! Danger: the margin is a bet; it must be large enough to win most of them.
//! Parameters: `probcut_depth`, `probcut_margin`.

use crate::Chess;
use crate::facts::Node;
use crate::params::Param;
use crate::picker::{Picker, Wanted};
use crate::search::{Context, Search};
use crate::techniques::Technique;
use regence_chess::{Board, Move};
use regence_core::config::Config;
use regence_core::event::Numbers;
use regence_core::steps::{NodeSearch, Zero};
use regence_core::tracer::Tracer;
use regence_core::{Bound, Entry, Stopped, Value, Window};

/// How much shallower the confirming search is.
const REDUCTION: i32 = 4;

pub fn applies<K: Config<Chess>>(config: &K, node: &Node) -> bool {
    let target = node.window.beta + config.get(Param::ProbcutMargin);
    let table_doubts = |entry: &Entry| entry.depth > node.depth - REDUCTION && entry.value < target;
    node.depth >= config.get(Param::ProbcutDepth)
        && !node.window.beta.is_decisive()
        && !node.entry.as_ref().is_some_and(table_doubts)
}

/// The value of the cut, if a capture gives one.
pub fn search<K: Config<Chess>>(
    search: &mut Search<'_, K>,
    node: &Node,
    board: &Board,
    raw_eval: Value,
) -> Result<Option<Value>, Stopped> {
    let target = node.window.beta + search.config.get(Param::ProbcutMargin);
    let gap = target - node.static_eval;
    let window = Window::zero(target - 1).flipped();
    let table_move = node.table_move.filter(|_| node.own.table_move_is_noisy);
    let mut picker = Picker::new(search, table_move, [None; 3], Wanted::Noisy);
    let mut found = None;
    search.aside(Technique::Probcut);
    while let Some(mv) = picker.next(search, board, &Context::default()) {
        if !board.see_ge(mv, gap) {
            continue;
        }
        let next = search.enter(board, node.ply, mv);
        let mut value = -search.quiescence::<Zero>(&next, node.ply + 1, window, 1)?;
        if value >= target {
            let depth = node.depth - REDUCTION;
            value = -search.node::<Zero>(&next, node.ply + 1, depth, window, !node.is_cut)?;
        }
        search.leave();
        if value >= target {
            found = Some((mv, value));
            break;
        }
    }
    picker.finish(search);
    if let Some((mv, value)) = found {
        store(search, node, board, raw_eval, mv, value);
    }
    Ok(found.map(|(_, value)| value))
}

fn store<K: Config<Chess>>(
    search: &Search<'_, K>,
    node: &Node,
    board: &Board,
    raw_eval: Value,
    mv: Move,
    value: Value,
) {
    let entry = Entry {
        best: Some(mv.to_bits()),
        value,
        bound: Bound::Lower,
        depth: node.depth - REDUCTION + 1,
        eval: Some(raw_eval),
        was_pv: node.was_pv,
    };
    search.table.store(board.key(), node.ply as i32, &entry);
}

/// What a trace says of the cut.
pub fn why<K: Config<Chess>>(node: &Node) -> impl FnOnce(&K) -> Numbers {
    move |config| {
        vec![
            ("margin", config.get(Param::ProbcutMargin)),
            ("beta", node.window.beta.raw()),
            ("reduction", REDUCTION),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::tests::node;
    use regence_core::config::Shipped;

    #[test]
    fn a_table_that_knows_better_forbids_it() {
        let deep = Node { depth: 8, ..node() };
        assert!(applies(&Shipped, &deep));
        let known_low = Entry {
            best: None,
            value: Value::cp(-100),
            bound: Bound::Upper,
            depth: 8,
            eval: None,
            was_pv: false,
        };
        assert!(!applies(
            &Shipped,
            &Node {
                entry: Some(known_low),
                ..deep
            }
        ));
        assert!(!applies(&Shipped, &Node { depth: 2, ..deep }));
    }
}
