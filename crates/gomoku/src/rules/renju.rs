//! Renju: Black wins by exactly five and may make no overline, double four or double three; White wins
//! by five or more and may do anything. A five excuses whatever else the stone makes.
//!
//! A three counts only if it can become a straight four: on some point of its line Black must be allowed
//! to play, and must not thereby make five instead. Whether Black is allowed is the same question again,
//! one stone later, so the answer is recursive. The line tables decide nearly every point at once; only
//! where two lines hold a three is the recursion run, on a copy of the lines.

use std::sync::LazyLock;

use crate::board::Board;
use crate::class::{Fouls, LineClass};
use crate::line::{Lines, cell_at, empties, stones, window};
use crate::point::{STEPS, Side};
use crate::rules::{Classes, Foul, Rule, RuleSet, Spec, freestyle};
use crate::table::{FarTable, FiveRule, LineRule, LineTable};

/// Black is held back by forbidden moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Renju;

const BLACK_ROWS: LineRule = LineRule {
    five: FiveRule::Exactly,
    straight_only: true,
    overline_is_foul: true,
};

static LINES: LazyLock<FarTable> = LazyLock::new(|| FarTable::build(BLACK_ROWS, freestyle::ROWS));
static CLASSES: LazyLock<Classes> = LazyLock::new(|| Classes::build(Renju::FOULS));

impl Rule for Renju {
    const SET: RuleSet = RuleSet::Renju;
}

impl Spec for Renju {
    type Lines = FarTable;
    const ROWS: [LineRule; 2] = [BLACK_ROWS, freestyle::ROWS];
    const FOULS: [Fouls; 2] = [Fouls::Renju, Fouls::None];

    fn lines() -> &'static FarTable {
        &LINES
    }

    fn classes() -> &'static Classes {
        &CLASSES
    }

    fn foul(board: &Board<Renju>, index: usize, _black: Side) -> Option<Foul> {
        foul(&mut board.lines().clone(), index)
    }
}

/// Why Black may not play an empty cell. The lines are the same afterwards.
fn foul(lines: &mut Lines, index: usize) -> Option<Foul> {
    let classes = black_classes(lines, index);
    let count = |class| classes.iter().filter(|&&line| line == class).count();
    if count(LineClass::Five) > 0 {
        return None;
    }
    if count(LineClass::Overline) > 0 {
        return Some(Foul::Overline);
    }
    let fours = count(LineClass::Four) + count(LineClass::OpenFour);
    if fours + 2 * count(LineClass::DoubleFour) >= 2 {
        return Some(Foul::DoubleFour);
    }
    let threes = (0..4).filter(|&axis| classes[axis].is_free_three());
    if threes.clone().count() < 2 {
        return None;
    }
    lines.toggle_stone(index, Side::Black);
    let real = threes
        .filter(|&axis| is_real_three(lines, axis, index))
        .count();
    lines.toggle_stone(index, Side::Black);
    (real >= 2).then_some(Foul::DoubleThree)
}

/// Whether the three that the stone on `index` makes along `axis` can become a straight four by a move
/// that Black may play and that makes no five.
fn is_real_three(lines: &mut Lines, axis: usize, index: usize) -> bool {
    let (line, bit) = lines.through(axis, index);
    let mut cells = empties(line) & window(bit, 4);
    while cells != 0 {
        let at = cells.trailing_zeros();
        cells &= cells - 1;
        let straight = black_class(line, at) == LineClass::OpenFour && joined(line, bit, at);
        if straight {
            let steps = (at / 2) as isize - (bit / 2) as isize;
            let next = index.wrapping_add_signed(steps * STEPS[axis] as isize);
            let five = black_classes(lines, next).contains(&LineClass::Five);
            if !five && foul(lines, next).is_none() {
                return true;
            }
        }
    }
    false
}

/// Whether only black stones stand between two cells of a line.
fn joined(line: u64, a: u32, b: u32) -> bool {
    let (low, high) = (a.min(b), a.max(b));
    let black = stones(line, Side::Black);
    (low + 2..high).step_by(2).all(|bit| black >> bit & 1 != 0)
}

fn black_classes(lines: &Lines, index: usize) -> [LineClass; 4] {
    [0, 1, 2, 3].map(|axis| {
        let (line, bit) = lines.through(axis, index);
        debug_assert_eq!(cell_at(line, bit), crate::line::cell::EMPTY);
        black_class(line, bit)
    })
}

fn black_class(line: u64, bit: u32) -> LineClass {
    LineClass::from_nibble(u32::from(LINES.get(line, bit)) & 15)
}
