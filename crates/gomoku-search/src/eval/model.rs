//! The evaluation as numbers: what it counts on a board, and what each count weighs.
//!
//! The score is a plain sum of counts times weights, so that the laboratory can fit the weights to games. Every
//! count is here twice: where the score is summed ([`super::evaluate`] reads what the board keeps up to date), and
//! in [`features`], slow and complete, for the fit. A test holds the two together.

use super::Play;
use regence_gomoku::{Axis, Board, Class, LineClass, RuleSet, Side};

/// Weights are in this many parts of a point, so that small ones can be told apart.
pub const UNIT: i32 = 8;

/// Degrees of threat: none, then the classes from [`Class::WEAKEST_KEPT`] to [`Class::Five`].
pub const DEGREES: usize = Class::Five.index() - Class::WEAKEST_KEPT.index() + 2;

/// Pairs that a side has captured: 0 to 4. The fifth wins.
const PAIRS: usize = 5;

/// More pairs than this hanging at once add nothing.
const MOST_TAKES: u16 = 4;

/// Everything that the evaluation of a rule set weighs, in parts of a point ([`UNIT`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// An empty point where a side would make that class in one of its four lines.
    pub lines: [i16; LineClass::COUNT],
    /// The same for all four lines together, on top.
    pub classes: [i16; Class::COUNT],
    /// The strongest class that the side to move could make (row) and the other side (column). The right to
    /// move is worth what these have in common.
    pub threats: [[i16; DEGREES]; DEGREES],
    /// Captured pairs.
    pub captured: [i16; PAIRS],
    /// A pair that the side to move can take, by what it has captured.
    pub takes: [i16; PAIRS],
    /// A pair that the other side can take, by what that one has captured.
    pub takes_faced: [i16; PAIRS],
    /// A pair that the side to move can attack, and one that the other side can.
    pub attacks: [i16; PAIRS],
    pub attacks_faced: [i16; PAIRS],
}

/// How many weights there are.
pub const COUNT: usize = LineClass::COUNT + Class::COUNT + DEGREES * DEGREES + 5 * PAIRS;

const CLASSES: usize = LineClass::COUNT;
const THREATS: usize = CLASSES + Class::COUNT;
const CAPTURED: usize = THREATS + DEGREES * DEGREES;
const TAKES: usize = CAPTURED + PAIRS;
const TAKES_FACED: usize = TAKES + PAIRS;
const ATTACKS: usize = TAKES_FACED + PAIRS;
const ATTACKS_FACED: usize = ATTACKS + PAIRS;

impl Weights {
    /// All of them in one row, in the order of the fields.
    pub fn to_row(&self) -> Vec<i16> {
        let mut row = Vec::with_capacity(COUNT);
        row.extend(self.lines);
        row.extend(self.classes);
        row.extend(self.threats.iter().flatten());
        for pairs in [
            self.captured,
            self.takes,
            self.takes_faced,
            self.attacks,
            self.attacks_faced,
        ] {
            row.extend(pairs);
        }
        row
    }

    /// The inverse; `None` if the row has another length.
    pub fn from_row(row: &[i16]) -> Option<Weights> {
        if row.len() != COUNT {
            return None;
        }
        let pairs = |from: usize| std::array::from_fn(|i| row[from + i]);
        Some(Weights {
            lines: std::array::from_fn(|i| row[i]),
            classes: std::array::from_fn(|i| row[CLASSES + i]),
            threats: std::array::from_fn(|mine| {
                std::array::from_fn(|theirs| row[THREATS + mine * DEGREES + theirs])
            }),
            captured: pairs(CAPTURED),
            takes: pairs(TAKES),
            takes_faced: pairs(TAKES_FACED),
            attacks: pairs(ATTACKS),
            attacks_faced: pairs(ATTACKS_FACED),
        })
    }

    /// What a point of that shape is worth to a side.
    pub(super) fn shape(&self, class: Class, lines: [LineClass; 4]) -> i16 {
        let sum = match class {
            Class::Forbidden => 0,
            _ => lines.iter().map(|&line| self.lines[line as usize]).sum(),
        };
        sum + self.classes[class.index()]
    }
}

/// The class by which a point is valued: to Black in renju a double three is as good as forbidden.
#[inline]
pub(super) fn valued_class(rule: RuleSet, side: Side, class: Class) -> Class {
    match class {
        Class::DoubleThree if rule == RuleSet::Renju && side == Side::Black => Class::Forbidden,
        _ => class,
    }
}

/// The strongest threat that a side could make with its next stone.
#[inline]
pub(super) fn degree<R: Play>(board: &Board<R>, side: Side) -> usize {
    let first = Class::WEAKEST_KEPT.index() - 1;
    (1..DEGREES)
        .rev()
        .find(|&degree| board.count_of(side, Class::ALL[first + degree]) > 0)
        .unwrap_or(0)
}

/// What captures add, from the view of the side to move.
#[inline]
pub(super) fn captures<R: Play>(board: &Board<R>, weights: &Weights) -> i32 {
    let (us, them) = (board.side(), board.side().other());
    let (mine, theirs) = (pairs(board, us), pairs(board, them));
    let takes = |side| i32::from(board.pairs_to_take(side).min(MOST_TAKES));
    let attacks = |side| i32::from(board.pairs_to_threaten(side));
    i32::from(weights.captured[mine]) - i32::from(weights.captured[theirs])
        + i32::from(weights.takes[mine]) * takes(us)
        - i32::from(weights.takes_faced[theirs]) * takes(them)
        + i32::from(weights.attacks[mine]) * attacks(us)
        - i32::from(weights.attacks_faced[theirs]) * attacks(them)
}

#[inline]
fn pairs<R: Play>(board: &Board<R>, side: Side) -> usize {
    usize::from(board.captured(side) / 2).min(PAIRS - 1)
}

/// How often each weight counts for the side to move: places in [`Weights::to_row`], and counts that are not zero.
pub fn features<R: Play>(board: &Board<R>) -> Vec<(u16, i16)> {
    let mut counts = [0i16; COUNT];
    let (us, them) = (board.side(), board.side().other());
    for point in &board.empties() {
        for (side, sign) in [(us, 1), (them, -1)] {
            let class = valued_class(R::SET, side, board.class(point, side));
            counts[CLASSES + class.index()] += sign;
            if class != Class::Forbidden {
                for axis in Axis::ALL {
                    counts[board.line_class(point, side, axis) as usize] += sign;
                }
            }
        }
    }
    counts[THREATS + degree(board, us) * DEGREES + degree(board, them)] += 1;
    if R::CAPTURES {
        let (mine, theirs) = (pairs(board, us), pairs(board, them));
        let takes = |side| board.pairs_to_take(side).min(MOST_TAKES) as i16;
        let attacks = |side| board.pairs_to_threaten(side) as i16;
        counts[CAPTURED + mine] += 1;
        counts[CAPTURED + theirs] -= 1;
        counts[TAKES + mine] += takes(us);
        counts[TAKES_FACED + theirs] -= takes(them);
        counts[ATTACKS + mine] += attacks(us);
        counts[ATTACKS_FACED + theirs] -= attacks(them);
    }
    (0..).zip(counts).filter(|&(_, count)| count != 0).collect()
}
