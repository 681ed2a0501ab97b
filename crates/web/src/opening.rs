//! Gomoku openings: stones for the swap2 rule, the choice of a side, and random stones that leave the game even.

use regence_chess::rng::SplitMix64;
use regence_core::Value;
use regence_gomoku::{Move, RuleSet, Size};
use regence_gomoku_search::AnyBoard;

use crate::messages::Swap2Choice;

/// First three stones for swap2 as steps from the centre of a 15x15 board: Black, White, Black. They lie far apart,
/// which makes the first move worth less.
const OFFERS: [[(i8, i8); 3]; 6] = [
    [(-5, -4), (-4, -6), (4, 5)],
    [(-6, 1), (-5, -1), (4, -5)],
    [(1, -6), (-1, -5), (3, 5)],
    [(-4, -6), (-6, -5), (5, 4)],
    [(5, -6), (3, -5), (-5, 4)],
    [(6, 6), (5, 4), (3, 5)],
];

/// The offers that fit on the board.
pub fn offers(rule: RuleSet, size: Size) -> Vec<Vec<Move>> {
    let fits = |stones: &Vec<Move>| {
        let mut board = AnyBoard::new(rule, size);
        stones.iter().all(|&mv| board.play(mv).is_ok())
    };
    let offers = OFFERS.iter().filter_map(|steps| {
        let stones: Option<Vec<Move>> = steps.iter().map(|&step| from_centre(size, step)).collect();
        stones
    });
    offers.filter(fits).collect()
}

fn from_centre(size: Size, (dx, dy): (i8, i8)) -> Option<Move> {
    let place = |step: i8, side: u8| {
        let scaled = i32::from(step) * i32::from(side) / 15;
        u8::try_from(i32::from(side / 2) + scaled).ok()
    };
    size.point(place(dx, size.width())?, place(dy, size.height())?)
        .map(Move::new)
}

/// A score this near to zero leaves the choice to the other player.
const EVEN: i32 = 25;

/// What to do with the stones of the other player; `value` is White's score with White to move.
pub fn choose(value: Value, may_place: bool) -> Swap2Choice {
    match value.raw() {
        score if may_place && score.abs() <= EVEN => Swap2Choice::Place,
        score if score >= 0 => Swap2Choice::White,
        _ => Swap2Choice::Black,
    }
}

/// Stones are strewn over a square of so many points each way around the centre.
const SPREAD: u64 = 3;
/// A random opening has this many stones or one or two more.
const STONES: u64 = 4;

const MOST_TRIES: usize = 1000;

/// A few random stones around the centre, after which nobody has won.
pub fn strewn(rng: &mut SplitMix64, rule: RuleSet, size: Size) -> AnyBoard {
    let mut board = AnyBoard::new(rule, size);
    let stones = STONES + rng.below(3);
    let spread = SPREAD.min(u64::from(size.width().min(size.height()) / 2));
    let (left, low) = (
        u64::from(size.width() / 2) - spread,
        u64::from(size.height() / 2) - spread,
    );
    // Captures take stones away again; there need not be as many as were meant.
    for _ in 0..MOST_TRIES {
        if board.stone_count() as u64 >= stones {
            break;
        }
        let x = (left + rng.below(2 * spread + 1)) as u8;
        let y = (low + rng.below(2 * spread + 1)) as u8;
        if let Some(point) = size.point(x, y) {
            // What cannot be played is not.
            let _ = board.play(Move::new(point));
        }
    }
    board
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_an_offer_for_every_usual_board() {
        for rule in RuleSet::ALL {
            for side in [9, 15, 19, 20] {
                let offers = offers(rule, Size::square(side).unwrap());
                assert!(!offers.is_empty(), "{rule} {side}");
                assert!(offers.iter().all(|stones| stones.len() == 3));
            }
        }
    }

    #[test]
    fn the_better_side_is_taken() {
        assert_eq!(choose(Value::cp(200), true), Swap2Choice::White);
        assert_eq!(choose(Value::cp(-200), true), Swap2Choice::Black);
        assert_eq!(choose(Value::cp(5), true), Swap2Choice::Place);
        assert_eq!(choose(Value::cp(5), false), Swap2Choice::White);
    }

    #[test]
    fn strewn_stones_are_a_game() {
        let mut rng = SplitMix64::new(1);
        for side in [5, 9, 15, 22] {
            for rule in RuleSet::ALL {
                let board = strewn(&mut rng, rule, Size::square(side).unwrap());
                assert!((4..=6).contains(&board.stone_count()));
            }
        }
    }
}
