//! Openings: three stones to offer, which side to take, and stones that leave the game even.

use super::position::Position;
use regence_core::Value;
use regence_gomoku::{Move, Point, Size};
use regence_gomoku_search::Outcome;

/// Openings to offer, as steps from the centre: black, white, black. They are spread out, so that the
/// first move is worth less than in an opening around the centre.
const OFFERS: [[(i8, i8); 3]; 6] = [
    [(-5, -5), (-4, -3), (5, 4)],
    [(-6, 0), (-5, 1), (5, -4)],
    [(0, -6), (2, -5), (-3, 5)],
    [(-6, -4), (-5, -6), (4, 6)],
    [(6, -5), (5, -3), (-4, 5)],
    [(-6, 6), (-4, 5), (-5, 3)],
];

/// The offers that fit on the board, each as a position.
pub fn offers(empty: &Position) -> Vec<(Position, Vec<Point>)> {
    let size = empty.size();
    OFFERS
        .iter()
        .filter_map(|steps| {
            let points: Option<Vec<Point>> =
                steps.iter().map(|&step| from_centre(size, step)).collect();
            let points = points?;
            let position = Position::from_moves(empty.rule(), size, &points).ok()?;
            Some((position, points))
        })
        .collect()
}

fn from_centre(size: Size, (dx, dy): (i8, i8)) -> Option<Point> {
    let scaled = |step: i8, side: u8| i32::from(step) * i32::from(side) / 15;
    let x = i32::from(size.width() / 2) + scaled(dx, size.width());
    let y = i32::from(size.height() / 2) + scaled(dy, size.height());
    size.point(u8::try_from(x).ok()?, u8::try_from(y).ok()?)
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

/// What to do with three stones on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Play on as White.
    Stay,
    Swap,
    /// Put two more stones and let the opponent choose.
    PutTwo,
}

/// A score within this of zero is even enough to leave the choice to the opponent.
const EVEN: i32 = 25;

/// `value` is White's score with White to move.
pub fn choose(value: Value, stones: usize) -> Choice {
    match value.raw() {
        score if stones < 5 && score.abs() <= EVEN => Choice::PutTwo,
        score if score >= 0 => Choice::Stay,
        _ => Choice::Swap,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_gomoku::RuleSet;

    #[test]
    fn offers_fit_on_every_usual_board() {
        for side in [15, 19, 20] {
            let empty = Position::new(RuleSet::Freestyle, Size::square(side).unwrap());
            assert_eq!(offers(&empty).len(), OFFERS.len());
        }
    }

    #[test]
    fn the_better_side_is_taken() {
        assert_eq!(choose(Value::cp(200), 3), Choice::Stay);
        assert_eq!(choose(Value::cp(-200), 3), Choice::Swap);
        assert_eq!(choose(Value::cp(5), 3), Choice::PutTwo);
        assert_eq!(choose(Value::cp(5), 5), Choice::Stay);
        assert_eq!(choose(Value::loss_in(8), 5), Choice::Swap);
    }
}
