//! Ninuki, the game of the "42" school: five or more in a row win, pairs are captured, and two free
//! threes at once are forbidden.
//!
//! - A stone takes each pair of opposing stones that it flanks: `X O O X`, in all eight directions at
//!   once. Only the side that moves takes; a pair that moves in between two stones is safe.
//! - Ten captured stones win at once, before anything else is looked at.
//! - A five wins at once if no answer of the other side could break it, that is capture so that no row of
//!   five is left on the board, or win by reaching ten captured stones. Otherwise the game goes on for
//!   one move, with every legal move allowed: if a row of five still stands after it, that row wins, even
//!   against a new five of the side that has just moved.
//! - A move that makes two free threes is forbidden to both sides, even if it makes five as well, unless
//!   it captures.

use std::sync::LazyLock;

use crate::board::Board;
use crate::class::Fouls;
use crate::point::{Point, Side};
use crate::rules::{Classes, Foul, Rule, RuleSet, Spec};
use crate::table::{FiveRule, LineRule, NearTable};

/// Captured stones that win the game.
pub const CAPTURES_TO_WIN: u8 = 10;

/// Pairs are captured, double threes forbidden.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ninuki;

const ROWS: LineRule = LineRule {
    five: FiveRule::AtLeast,
    straight_only: true,
    overline_is_foul: false,
};

static LINES: LazyLock<NearTable> = LazyLock::new(|| NearTable::build(ROWS, ROWS));
static CLASSES: LazyLock<Classes> = LazyLock::new(|| Classes::build(Ninuki::FOULS));

impl Rule for Ninuki {
    const SET: RuleSet = RuleSet::Ninuki;
}

impl Spec for Ninuki {
    type Lines = NearTable;
    const ROWS: [LineRule; 2] = [ROWS; 2];
    const FOULS: [Fouls; 2] = [Fouls::DoubleThree; 2];
    const CAPTURES: bool = true;

    fn lines() -> &'static NearTable {
        &LINES
    }

    fn classes() -> &'static Classes {
        &CLASSES
    }

    fn foul(board: &Board<Ninuki>, index: usize, side: Side) -> Option<Foul> {
        let pairs = board.captures().directions(index, side);
        pairs.is_empty().then_some(Foul::DoubleThree)
    }
}

impl<R: Rule> Board<R> {
    /// Whether a row of five that `side` has on the board survives every capture that the other side
    /// could make now.
    pub(crate) fn five_stands(&self, side: Side) -> bool {
        let other = side.other();
        self.captures().takes(other).iter().all(|point| {
            let pairs = self.captures().directions(point.index(), other);
            if self.captured(other) + 2 * pairs.pairs() >= CAPTURES_TO_WIN {
                return false;
            }
            if pairs
                .cells(point.index())
                .all(|cell| !self.is_in_five(cell, side))
            {
                return true;
            }
            let mut left = *self.stones(side);
            for cell in pairs.cells(point.index()) {
                left.remove(Point::from_index(cell));
            }
            left.has_five_in_row()
        })
    }
}
