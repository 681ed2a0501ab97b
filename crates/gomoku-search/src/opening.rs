//! Openings by swap2: three stones to offer, which side to take, and two stones that leave the game even.
//!
//! The first player puts three stones; the other takes a colour, or puts two more and leaves the choice to the first.

use crate::{AnyBoard, Outcome};
use regence_core::Value;
use regence_gomoku::{Move, RuleSet, Size};

/// Openings to offer as steps from the centre of a 15x15 board: black, white, black. They are spread out, so that the
/// first move is worth less than in an opening around the centre.
const OFFERS: [[(i8, i8); 3]; 6] = [
    [(-5, -5), (-4, -3), (5, 4)],
    [(-6, 0), (-5, 1), (5, -4)],
    [(0, -6), (2, -5), (-3, 5)],
    [(-6, -4), (-5, -6), (4, 6)],
    [(6, -5), (5, -3), (-4, 5)],
    [(-6, 6), (-4, 5), (-5, 3)],
];

/// The offers that fit on the board.
pub fn offers(rule: RuleSet, size: Size) -> Vec<[Move; 3]> {
    let fits = |stones: &[Move; 3]| {
        let mut board = AnyBoard::new(rule, size);
        stones.iter().all(|&mv| board.play(mv).is_ok())
    };
    let placed = OFFERS.iter().filter_map(|steps| {
        let [first, second, third] = steps.map(|step| from_centre(size, step));
        Some([first?, second?, third?])
    });
    placed.filter(fits).collect()
}

fn from_centre(size: Size, (dx, dy): (i8, i8)) -> Option<Move> {
    let scaled = |step: i8, side: u8| i32::from(step) * i32::from(side) / 15;
    let x = i32::from(size.width() / 2) + scaled(dx, size.width());
    let y = i32::from(size.height() / 2) + scaled(dy, size.height());
    let point = size.point(u8::try_from(x).ok()?, u8::try_from(y).ok()?)?;
    Some(Move::new(point))
}

/// What to do with stones on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Play on as White.
    White,
    /// Change sides.
    Black,
    /// Put two more stones and let the other player choose.
    PutTwo,
}

/// A score within this of zero is even enough to leave the choice to the other player.
const EVEN: i32 = 25;

/// `value` is White's score with White to move.
pub fn choose(value: Value, may_put_two: bool) -> Choice {
    match value.raw() {
        score if may_put_two && score.abs() <= EVEN => Choice::PutTwo,
        score if score >= 0 => Choice::White,
        _ => Choice::Black,
    }
}

/// How many first stones are tried, and how many second ones after each.
const FIRST: usize = 6;
const SECOND: usize = 12;

/// Two stones after which the game is as even as can be. `look` searches a board for so many lines; where it gives
/// nothing, what was found before counts.
pub fn even_pair(
    board: &AnyBoard,
    mut look: impl FnMut(&AnyBoard, usize) -> Option<Outcome>,
) -> Option<[Move; 2]> {
    let firsts = look(board, FIRST)?;
    let mut best: Option<(i32, [Move; 2])> = None;
    for first in &firsts.lines {
        let mut next = board.clone();
        if next.play(first.mv).is_err() || next.outcome().is_some() {
            continue;
        }
        let Some(seconds) = look(&next, SECOND) else {
            break;
        };
        let searched = seconds.lines.iter();
        for second in searched.filter(|line| line.value > -Value::INFINITE) {
            let distance = second.value.raw().abs();
            if best.as_ref().is_none_or(|(least, _)| distance < *least) {
                best = Some((distance, [first.mv, second.mv]));
            }
        }
    }
    best.map(|(_, stones)| stones)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offers_fit_on_every_usual_board() {
        for rule in RuleSet::ALL {
            for side in [15, 19, 20] {
                let size = Size::square(side).expect("a size");
                assert_eq!(offers(rule, size).len(), OFFERS.len(), "{rule} {side}");
            }
            let small = Size::square(9).expect("a size");
            assert!(!offers(rule, small).is_empty(), "{rule} 9");
        }
    }

    #[test]
    fn the_better_side_is_taken() {
        assert_eq!(choose(Value::cp(200), true), Choice::White);
        assert_eq!(choose(Value::cp(-200), true), Choice::Black);
        assert_eq!(choose(Value::cp(5), true), Choice::PutTwo);
        assert_eq!(choose(Value::cp(5), false), Choice::White);
        assert_eq!(choose(Value::loss_in(8), false), Choice::Black);
    }
}
