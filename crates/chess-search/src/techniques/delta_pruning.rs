//! Delta pruning in quiescence (QSD).
//!
//! Idea: a capture whose victim, with a margin, can't lift the evaluation to alpha is hopeless.
//! Guard: not in check; promotions are never skipped.
//! Danger: late endings, where a pawn is everything; the margin is there for them.
//! Parameters: `delta_margin`.

use crate::Chess;
use crate::params::Param;
use regence_chess::{Board, Move, see};
use regence_core::Value;
use regence_core::config::Config;
use regence_core::event::Numbers;

/// The most that the capture can give, if that is not enough.
pub fn ceiling<K: Config<Chess>>(
    config: &K,
    board: &Board,
    mv: Move,
    stand_pat: Value,
    alpha: Value,
) -> Option<Value> {
    if mv.is_promotion() || alpha.is_decisive() {
        return None;
    }
    let gain = board.captured(mv).map_or(0, see::value) + config.get(Param::DeltaMargin);
    let most = Value::cp((stand_pat + gain).raw());
    (most <= alpha).then_some(most)
}

/// What a trace says of a skipped move.
pub fn why<K>(ceiling: Value, alpha: Value) -> impl FnOnce(&K) -> Numbers {
    move |_| vec![("ceiling", ceiling.raw()), ("alpha", alpha.raw())]
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_core::config::Shipped;

    #[test]
    fn a_pawn_does_not_make_up_for_a_rook() {
        let board = Board::from_fen("4k3/P7/8/3p4/4P3/8/8/4K3 w - - 0 1").unwrap();
        let mv = |text: &str| board.move_from_uci(text).unwrap();
        let alpha = Value::cp(500);
        assert!(ceiling(&Shipped, &board, mv("e4d5"), Value::ZERO, alpha).is_some());
        assert!(ceiling(&Shipped, &board, mv("e4d5"), Value::cp(450), alpha).is_none());
        assert!(ceiling(&Shipped, &board, mv("a7a8q"), Value::ZERO, alpha).is_none());
    }
}
