//! Caro: a row of exactly five wins unless an opposing stone stands at each of its ends; six or more
//! always win. The edge of the board closes nothing, as in Piskvork's rule 8.
//!
//! A four can therefore be stopped from afar: where one end of the coming five is closed, a stone on the
//! other end is as good as one in the gap. The tables know it, for an open four is a four that no single
//! stone stops.

use std::sync::LazyLock;

use crate::rules::{Classes, Rule, RuleSet, Spec};
use crate::table::{FarTable, FiveRule, LineRule};

/// Five in a row win unless closed at both ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Caro;

const ROWS: LineRule = LineRule {
    five: FiveRule::NotClosed,
    straight_only: false,
    overline_is_foul: false,
};

static LINES: LazyLock<FarTable> = LazyLock::new(|| FarTable::build(ROWS, ROWS));

impl Rule for Caro {
    const SET: RuleSet = RuleSet::Caro;
}

impl Spec for Caro {
    type Lines = FarTable;
    const ROWS: [LineRule; 2] = [ROWS; 2];

    fn lines() -> &'static FarTable {
        &LINES
    }

    fn classes() -> &'static Classes {
        Classes::without_fouls()
    }
}
