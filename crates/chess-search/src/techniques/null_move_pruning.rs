//! Null-move pruning (NMP).
//!
//! Idea: if passing the turn still leaves the opponent below beta, moving will too: cut.
//! Guard: the evaluation must be at least beta, at low depth by a margin, and the side must have a piece; never two null
//! moves in a row; at high depth, or with one piece only, the cut is verified by a real search
//! without null moves.
//! Danger: zugzwang, where passing would be the best move.
//! Parameters: `nmp_depth`, `nmp_base`, `nmp_divisor`, `nmp_eval_divisor`, `nmp_margin`, `nmp_margin_depth`, `nmp_verify_depth`.

use crate::Chess;
use crate::facts::Node;
use crate::params::Param;
use crate::search::Search;
use crate::techniques::Technique;
use regence_chess::{Board, PieceKind};
use regence_core::config::Config;
use regence_core::event::Numbers;
use regence_core::steps::{NodeSearch, Zero, null_move_pruning};
use regence_core::tracer::Tracer;
use regence_core::{Stopped, Value, Window};

pub fn applies<K: Config<Chess>>(
    config: &K,
    node: &Node,
    board: &Board,
    no_null_before: i32,
) -> bool {
    node.depth >= config.get(Param::NmpDepth)
        && (node.is_cut || config.get(Param::NmpElsewhere) == 1)
        && node.eval >= node.window.beta
        && node.static_eval + config.get(Param::NmpMarginDepth) * node.depth
            >= node.window.beta + config.get(Param::NmpMargin)
        && !node.window.beta.is_loss()
        && node.ply as i32 >= no_null_before
        && board.has_non_pawn_material(board.side_to_move())
}

/// How many plies the null move saves: more when deep, and when far above beta.
pub fn reduction<K: Config<Chess>>(config: &K, node: &Node) -> i32 {
    let above = (node.eval - node.window.beta) / config.get(Param::NmpEvalDivisor);
    config.get(Param::NmpBase)
        + node.depth / config.get(Param::NmpDivisor)
        + above.clamp(0, config.get(Param::NmpEvalMax))
}

/// The value of the cut, if there is one.
pub fn search<K: Config<Chess>>(
    search: &mut Search<'_, K>,
    node: &Node,
    board: &Board,
) -> Result<Option<Value>, Stopped> {
    let beta = node.window.beta;
    let depth = node.depth - reduction(search.config, node);
    search.aside(Technique::NullMovePruning);
    let Some(value) = null_move_pruning::search(search, board, node, depth)? else {
        return Ok(None);
    };
    if search.no_null_before > 0 || !needs_verification(search.config, node, board) {
        return Ok(Some(value));
    }
    search.no_null_before = node.ply as i32 + 3 * depth.max(1) / 4 + 1;
    let real = search.node::<Zero>(board, node.ply, depth, Window::zero(beta - 1), false);
    search.no_null_before = 0;
    Ok((real? >= beta).then_some(value))
}

/// Zugzwang is likely with a single piece, and costly at high depth: look before cutting.
fn needs_verification<K: Config<Chess>>(config: &K, node: &Node, board: &Board) -> bool {
    node.depth >= config.get(Param::NmpVerifyDepth) || risks_zugzwang(board)
}

/// Whether the side to move has at most one piece beside its king and pawns.
pub fn risks_zugzwang(board: &Board) -> bool {
    let side = board.side_to_move();
    let pawns_and_king = board.of(side, PieceKind::Pawn) | board.of(side, PieceKind::King);
    !(board.colored(side) & !pawns_and_king).many()
}

/// What a trace says of the cut.
pub fn why<K: Config<Chess>>(node: &Node) -> impl FnOnce(&K) -> Numbers {
    move |config| {
        vec![
            ("eval", node.eval.raw()),
            ("beta", node.window.beta.raw()),
            ("reduction", reduction(config, node)),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::tests::node;
    use regence_core::config::{Lab, Shipped};

    fn winning() -> Node {
        Node {
            depth: 8,
            eval: Value::cp(500),
            static_eval: Value::cp(500),
            ..node()
        }
    }

    #[test]
    fn it_needs_a_piece_and_an_evaluation_above_beta() {
        let start = Board::startpos();
        assert!(applies(&Shipped, &winning(), &start, 0));
        let bare = Board::from_fen("4k3/pppp4/8/8/8/8/4PPPP/4K3 w - - 0 1").unwrap();
        assert!(!applies(&Shipped, &winning(), &bare, 0), "zugzwang is near");
        let worse = Node {
            eval: Value::cp(-50),
            ..winning()
        };
        assert!(!applies(&Shipped, &worse, &start, 0));
        assert!(
            !applies(&Shipped, &winning(), &start, 99),
            "while verifying"
        );
    }

    #[test]
    fn elsewhere_than_at_expected_cuts_it_can_be_left_out() {
        let start = Board::startpos();
        let mut lab = Lab::<Chess>::new();
        lab.set_by_name("nmp_elsewhere", 0).unwrap();
        assert!(!applies(&lab, &winning(), &start, 0));
        let cut = Node {
            is_cut: true,
            ..winning()
        };
        assert!(applies(&lab, &cut, &start, 0));
    }

    #[test]
    fn a_single_piece_or_high_depth_asks_for_proof() {
        let start = Board::startpos();
        assert!(!needs_verification(&Shipped, &winning(), &start));
        let deep = Node {
            depth: 30,
            ..winning()
        };
        assert!(needs_verification(&Shipped, &deep, &start));
        let bishop = Board::from_fen("kb6/pp6/8/8/8/8/8/K6R b - - 0 1").unwrap();
        assert!(needs_verification(&Shipped, &winning(), &bishop));
    }

    #[test]
    fn the_reduction_adapts_to_depth_and_margin() {
        let deep = Node {
            depth: 20,
            ..winning()
        };
        assert!(reduction(&Shipped, &deep) > reduction(&Shipped, &winning()));
        let close = Node {
            eval: Value::cp(10),
            ..winning()
        };
        assert!(reduction(&Shipped, &winning()) > reduction(&Shipped, &close));
    }
}
