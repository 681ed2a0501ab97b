//! Openings: three stones to offer, and stones that leave the game even.

use super::position::Position;
use regence_core::Value;
use regence_gomoku::{Move, Point};
use regence_gomoku_search::{Outcome, opening};

/// The offers that fit on the board, each as a position.
pub fn offers(empty: &Position) -> Vec<(Position, Vec<Point>)> {
    let (rule, size) = (empty.rule(), empty.size());
    let offers = opening::offers(rule, size).into_iter();
    let placed = offers.filter_map(|stones| {
        let points = stones.map(Move::point).to_vec();
        let position = Position::from_moves(rule, size, &points).ok()?;
        Some((position, points))
    });
    placed.collect()
}

/// The move whose score is nearest to `bias`, seen from the side that plays it.
pub fn nearest(outcome: &Outcome, bias: i32) -> Option<(Move, i32)> {
    let distance = |value: Value| (value.raw() - bias).abs();
    let lines = outcome
        .lines
        .iter()
        .filter(|line| line.value > -Value::INFINITE);
    lines
        .map(|line| (line.mv, distance(line.value)))
        .min_by_key(|&(_, distance)| distance)
}
