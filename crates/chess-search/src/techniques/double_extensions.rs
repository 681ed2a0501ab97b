//! Double and triple extensions (DTE).
//!
//! Idea: a move that is singular by far is the only move: two plies, or three if it is quiet.
//! Guard: zero-window nodes for two plies; the number of such extensions on a line is limited.
//! Danger: search explosion, hence the limit.
//! Parameters: `double_margin`, `triple_margin`.

use crate::Chess;
use crate::facts::Node;
use crate::params::Param;
use crate::search::Search;
use crate::techniques::Technique;
use regence_core::config::Config;
use regence_core::steps::singular::Found;

/// Stronger extensions on one line, at most.
const MOST_ON_A_LINE: i32 = 8;

/// Plies of extension for a singular move, 1 to 3.
pub fn plies<K: Config<Chess>>(search: &mut Search<'_, K>, node: &Node, found: Found) -> i32 {
    let on_line = search.frame_before(node.ply, 1).double_extensions;
    if !search.config.on(Technique::DoubleExtensions) || on_line > MOST_ON_A_LINE {
        return 1;
    }
    let plies = by_gap(&*search.config, node, found.bar - found.without);
    if plies > 1 {
        search.config.used(Technique::DoubleExtensions);
    }
    plies
}

fn by_gap<K: Config<Chess>>(config: &K, node: &Node, gap: i32) -> i32 {
    let is_double = !node.is_pv && gap > config.get(Param::DoubleMargin);
    let is_triple =
        is_double && !node.own.table_move_is_noisy && gap > config.get(Param::TripleMargin);
    1 + i32::from(is_double) + i32::from(is_triple)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::Own;
    use crate::techniques::tests::node;
    use regence_core::config::Shipped;

    #[test]
    fn the_gap_decides() {
        assert_eq!(by_gap(&Shipped, &node(), 1), 1);
        assert_eq!(by_gap(&Shipped, &node(), 40), 2);
        assert_eq!(by_gap(&Shipped, &node(), 400), 3);
        let noisy = Node {
            own: Own {
                table_move_is_noisy: true,
            },
            ..node()
        };
        assert_eq!(by_gap(&Shipped, &noisy, 400), 2);
        let pv = Node {
            is_pv: true,
            ..node()
        };
        assert_eq!(by_gap(&Shipped, &pv, 400), 1);
    }
}
