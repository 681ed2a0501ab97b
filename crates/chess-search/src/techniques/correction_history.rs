//! Correction history (CH).
//!
//! Idea: where the search keeps finding more (or less) than the evaluation said, positions with
//! the same pawns, the same pieces or the same last moves are misjudged alike: add the mean error.
//! Guard: learned only from quiet results whose bound can contradict the evaluation.
//! Danger: a correction learned from tactics would poison quiet positions.
//! Parameters: `correction_pawn`, `correction_non_pawn`, `correction_continuation`.

use crate::Chess;
use crate::facts::Node;
use crate::params::Param;
use crate::search::Search;
use crate::techniques::{Technique, fifty_move_scaling};
use regence_chess::{Board, Color, Move};
use regence_core::config::Config;
use regence_core::{Bound, Value};

/// Weights of 64 let a full cell (1024) correct by about 64 centipawns.
const SCALE: i32 = 1024;

/// The evaluation after damping by the fifty-move counter and correction by experience.
pub fn corrected<K: Config<Chess>>(
    search: &mut Search<'_, K>,
    board: &Board,
    ply: usize,
    raw: Value,
) -> Value {
    let damped = fifty_move_scaling::damped(search.config, board, raw);
    if !search.config.on(Technique::CorrectionHistory) {
        return damped;
    }
    let pawn_weight = search.config.get(Param::CorrectionPawn);
    let non_pawn_weight = search.config.get(Param::CorrectionNonPawn);
    let continuation_weight = search.config.get(Param::CorrectionContinuation);
    let last_two = last_moves(search, ply);
    let histories = &mut search.memory.histories;
    let mut sum = pawn_weight * histories.pawn_correction(board).get();
    for color in [Color::White, Color::Black] {
        sum += non_pawn_weight * histories.non_pawn_correction(board, color).get();
    }
    if let Some((before, last)) = last_two {
        sum += continuation_weight * histories.continuation_correction(before, last).get();
    }
    Value::cp(damped.raw() + sum / SCALE)
}

/// Whether a node's result teaches anything about its evaluation.
pub fn applies(
    node: &Node,
    board: &Board,
    best_move: Option<Move>,
    best: Value,
    bound: Bound,
) -> bool {
    let contradicts = match bound {
        Bound::Exact => true,
        Bound::Lower => best > node.static_eval,
        Bound::Upper => best < node.static_eval,
    };
    node.is_calm
        && !best.is_decisive()
        && contradicts
        && best_move.is_none_or(|mv| !board.is_noisy(mv))
}

/// Teaches all tables the error of this node.
pub fn learn<K: Config<Chess>>(
    search: &mut Search<'_, K>,
    board: &Board,
    node: &Node,
    best: Value,
) {
    let bonus = bonus(best - node.static_eval, node.depth);
    let last_two = last_moves(search, node.ply);
    let histories = &mut search.memory.histories;
    histories.pawn_correction(board).update(bonus);
    for color in [Color::White, Color::Black] {
        histories.non_pawn_correction(board, color).update(bonus);
    }
    if let Some((before, last)) = last_two {
        histories
            .continuation_correction(before, last)
            .update(bonus);
    }
}

fn bonus(error: i32, depth: i32) -> i32 {
    (error * depth / 8).clamp(-256, 256)
}

fn last_moves<K: Config<Chess>>(
    search: &Search<'_, K>,
    ply: usize,
) -> Option<(crate::history::PieceTo, crate::history::PieceTo)> {
    let last = search.frame_before(ply, 1).piece_to?;
    let before = search.frame_before(ply, 2).piece_to?;
    Some((before, last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deep_large_errors_teach_more_but_not_without_limit() {
        assert!(bonus(50, 8) > bonus(50, 4));
        assert!(bonus(-50, 8) < 0);
        assert_eq!(bonus(5000, 20), 256);
    }
}
