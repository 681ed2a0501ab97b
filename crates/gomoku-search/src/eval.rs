//! The evaluation: pattern sums that the board keeps up to date, threats, and captures in ninuki.
//!
//! Every empty point has, for each side, a shape: what a stone there would make in its four lines. The
//! weights of the shapes are summed by the board as moves are made; here they are defined, one table
//! for each rule set, and what a sum cannot see is added: who is to move, who threatens an open four,
//! and how near each side is to ten captured stones.

use crate::Gomoku;
use crate::original;
use crate::params::Param;
use regence_core::Value;
use regence_core::knobs::{Knobs, Shipped};
use regence_gomoku::{
    Board, Caro, Class, Freestyle, LineClass, Ninuki, Renju, Rule, RuleSet, ScoreTable, Side,
    Standard,
};
use std::sync::LazyLock;

/// A rule set that the search can play: it brings the weights of its shapes.
pub trait Play: Rule {
    /// The weights of all shapes under this rule.
    fn scores() -> &'static ScoreTable<Self>
    where
        Self: Sized;

    /// The weights of the engine that this project began with.
    fn original_scores() -> ScoreTable<Self>
    where
        Self: Sized,
    {
        let sum = |lines: [LineClass; 4]| lines.map(original::line_weight).iter().sum::<i32>();
        ScoreTable::new(|_, _, lines| sum(lines) as i16)
    }
}

macro_rules! play {
    ($($rule:ident),*) => {$(
        impl Play for $rule {
            fn scores() -> &'static ScoreTable<$rule> {
                static SCORES: LazyLock<ScoreTable<$rule>> = LazyLock::new(|| {
                    ScoreTable::new(|side, _, lines| shape_weight($rule::SET, side, lines))
                });
                &SCORES
            }
        }
    )*};
}
play!(Freestyle, Standard, Renju, Caro, Ninuki);

/// What the chance to make a class in one line is worth.
fn line_weight(class: LineClass) -> i32 {
    match class {
        LineClass::Dead | LineClass::ClosedOne | LineClass::Overline => 0,
        LineClass::OpenOne | LineClass::ClosedTwo => 1,
        LineClass::HalfTwo => 2,
        LineClass::OpenTwo => 3,
        LineClass::ClosedThree => 4,
        LineClass::HalfThree => 8,
        LineClass::OpenThree => 11,
        LineClass::Four => 13,
        LineClass::DoubleFour => 38,
        LineClass::OpenFour => 45,
        LineClass::Five => 60,
    }
}

/// What a point of that shape is worth to a side: its lines, and more where two of them work together.
fn shape_weight(rule: RuleSet, side: Side, lines: [LineClass; 4]) -> i16 {
    let count = |class| lines.iter().filter(|&&line| line == class).count();
    let fours =
        count(LineClass::Four) + count(LineClass::OpenFour) + 2 * count(LineClass::DoubleFour);
    let threes = lines.iter().filter(|line| line.is_free_three()).count();
    let has_five = count(LineClass::Five) > 0;
    let bound_black = rule == RuleSet::Renju && side == Side::Black;
    if bound_black && !has_five && (fours >= 2 || count(LineClass::Overline) > 0) {
        return 0;
    }
    let sum: i32 = lines.iter().map(|&line| line_weight(line)).sum();
    let double_three_is_barred = bound_black || rule == RuleSet::Ninuki;
    let together = match (fours, threes) {
        _ if has_five => 0,
        (2.., _) => 25,
        (1, 1..) => 22,
        (0, 2..) if double_three_is_barred => -sum / 2,
        (0, 2..) => 14,
        _ => 0,
    };
    (sum + together) as i16
}

/// The right to move.
const TEMPO: i32 = 12;
/// A four that cannot be stopped, to be made with the next move.
const OPEN_FOUR_NEXT: i32 = 450;
/// A four and a three at once, to be made with the next move.
const FOUR_THREE_NEXT: i32 = 180;
/// Such a four of the opponent, which must be prevented first.
const OPEN_FOUR_FACED: i32 = -60;
const FOUR_THREE_FACED: i32 = -40;

/// What captured pairs are worth; the fifth wins.
const CAPTURED_PAIRS: [i32; 6] = [0, 60, 140, 260, 450, 1000];
/// What captures are worth in ninuki.
#[derive(Clone, Copy, Debug)]
pub struct CaptureWeights {
    /// Captured pairs, in percent of the list above.
    pairs: i32,
    /// A pair that can be taken, by the side to move and by the other.
    takes: i32,
    takes_faced: i32,
    /// A pair that can be attacked.
    attacks: i32,
}

impl CaptureWeights {
    #[inline]
    pub fn new<K: Knobs<Gomoku>>(knobs: &K) -> CaptureWeights {
        CaptureWeights {
            pairs: knobs.get(Param::EvalPairs),
            takes: knobs.get(Param::EvalTakes),
            takes_faced: knobs.get(Param::EvalTakesFaced),
            attacks: knobs.get(Param::EvalAttacks),
        }
    }
}

/// The static score of a position, seen from the side to move. The board's weights must have been set
/// ([`Board::set_scores`]).
pub fn evaluate<R: Play>(board: &Board<R>) -> Value {
    evaluate_with(board, &CaptureWeights::new(&Shipped))
}

/// The same with other weights for captures.
#[inline]
pub fn evaluate_with<R: Play>(board: &Board<R>, weights: &CaptureWeights) -> Value {
    let (us, them) = (board.side(), board.side().other());
    let patterns = board.score(us) - board.score(them);
    let captures = match R::CAPTURES {
        true => {
            captures(board, us, weights) - captures(board, them, weights)
                + capture_threats(board, weights)
        }
        false => 0,
    };
    Value::cp(patterns + TEMPO + threats(board) + captures)
}

/// The score that the engine of the beginning would give: rows and captured pairs, whoever is to move.
pub fn evaluate_as_original<R: Play>(board: &Board<R>) -> Value {
    let (us, them) = (board.side(), board.side().other());
    let pairs = i32::from(board.captured(us) / 2) - i32::from(board.captured(them) / 2);
    Value::cp(board.score(us) - board.score(them) + original::CAPTURED_PAIR * pairs)
}

fn threats<R: Play>(board: &Board<R>) -> i32 {
    let (us, them) = (board.side(), board.side().other());
    let mut sum = 0;
    if board.has_open_four(us) {
        sum += OPEN_FOUR_NEXT;
    } else if board.count_of(us, Class::FourThree) > 0 {
        sum += FOUR_THREE_NEXT;
    }
    if board.has_open_four(them) {
        sum += OPEN_FOUR_FACED;
    }
    if board.count_of(them, Class::FourThree) > 0 {
        sum += FOUR_THREE_FACED;
    }
    sum
}

fn captures<R: Play>(board: &Board<R>, side: Side, weights: &CaptureWeights) -> i32 {
    let pairs = usize::from(board.captured(side) / 2);
    CAPTURED_PAIRS[pairs.min(CAPTURED_PAIRS.len() - 1)] * weights.pairs / 100
        + weights.attacks * i32::from(board.pairs_to_threaten(side))
}

/// A pair that hangs is worth more the nearer its taker is to the fifth.
fn capture_threats<R: Play>(board: &Board<R>, weights: &CaptureWeights) -> i32 {
    let (us, them) = (board.side(), board.side().other());
    let hanging = |side: Side, worth: i32| {
        let near = i32::from(board.captured(side)) / 2 + 2;
        i32::from(board.pairs_to_take(side).min(4)) * worth * near / 2
    };
    hanging(us, weights.takes) - hanging(them, weights.takes_faced)
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_gomoku::Size;

    fn board<R: Play>(moves: &str) -> Board<R> {
        let mut board = Board::from_moves(Size::square(15).unwrap(), moves).unwrap();
        board.set_scores(R::scores());
        board
    }

    #[test]
    fn the_score_is_seen_from_the_side_to_move() {
        let mut three = board::<Freestyle>("h8a1h9a3h10c1");
        let for_black = evaluate(&three);
        three.pass();
        assert!(for_black > Value::cp(300), "{for_black:?}");
        assert!(evaluate(&three) < Value::ZERO);
    }

    #[test]
    fn captured_pairs_count() {
        let plain = board::<Ninuki>("h8i8a1j8o15a5");
        let taken = board::<Ninuki>("h8i8a1j8k8a5");
        assert_eq!(taken.captured(Side::Black), 2);
        assert!(evaluate(&taken) > evaluate(&plain));
    }

    #[test]
    fn what_black_may_not_play_is_worth_nothing_in_renju() {
        use LineClass::{Dead, Four};
        let two_fours = [Four, Four, Dead, Dead];
        assert_eq!(shape_weight(RuleSet::Renju, Side::Black, two_fours), 0);
        assert!(shape_weight(RuleSet::Renju, Side::White, two_fours) > 0);
    }
}
