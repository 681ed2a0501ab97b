//! Standard caro: a row of exactly five wins unless an opposing stone stands at each of its ends; a longer row wins
//! nothing. The edge of the board closes nothing. Piskvork's rule 9, which is caro (8) with exactly five (1).

use std::sync::LazyLock;

use crate::rules::{Classes, Rule, RuleSet, Spec};
use crate::table::{FarTable, FiveRule, LineRule};

/// Exactly five in a row win unless closed at both ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StandardCaro;

const ROWS: LineRule = LineRule {
    five: FiveRule::ExactlyNotClosed,
    straight_only: false,
    overline_is_foul: false,
};

static LINES: LazyLock<FarTable> = LazyLock::new(|| FarTable::build(ROWS, ROWS));

impl Rule for StandardCaro {
    const SET: RuleSet = RuleSet::StandardCaro;
}

impl Spec for StandardCaro {
    type Lines = FarTable;
    const ROWS: [LineRule; 2] = [ROWS; 2];

    fn lines() -> &'static FarTable {
        &LINES
    }

    fn classes() -> &'static Classes {
        Classes::without_fouls()
    }
}
