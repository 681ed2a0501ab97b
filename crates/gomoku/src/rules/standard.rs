//! Standard: exactly five in a row win, for both sides. A longer row is allowed and worth nothing.

use std::sync::LazyLock;

use crate::rules::{Classes, Rule, RuleSet, Spec};
use crate::table::{FarTable, FiveRule, LineRule};

/// Exactly five in a row win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standard;

const ROWS: LineRule = LineRule {
    five: FiveRule::Exactly,
    straight_only: false,
    overline_is_foul: false,
};

static LINES: LazyLock<FarTable> = LazyLock::new(|| FarTable::build(ROWS, ROWS));

impl Rule for Standard {
    const SET: RuleSet = RuleSet::Standard;
}

impl Spec for Standard {
    type Lines = FarTable;
    const ROWS: [LineRule; 2] = [ROWS; 2];

    fn lines() -> &'static FarTable {
        &LINES
    }

    fn classes() -> &'static Classes {
        Classes::without_fouls()
    }
}
