//! Freestyle: five or more in a row win, for both sides, and nothing is forbidden.

use std::sync::LazyLock;

use crate::rules::{Classes, Rule, RuleSet, Spec};
use crate::table::{FiveRule, LineRule, NearTable};

/// Five or more in a row win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Freestyle;

/// Rows of freestyle; also White's in renju.
pub(super) const ROWS: LineRule = LineRule {
    five: FiveRule::AtLeast,
    straight_only: false,
    overline_is_foul: false,
};

static LINES: LazyLock<NearTable> = LazyLock::new(|| NearTable::build(ROWS, ROWS));

impl Rule for Freestyle {
    const SET: RuleSet = RuleSet::Freestyle;
}

impl Spec for Freestyle {
    type Lines = NearTable;
    const ROWS: [LineRule; 2] = [ROWS; 2];

    fn lines() -> &'static NearTable {
        &LINES
    }

    fn classes() -> &'static Classes {
        Classes::without_fouls()
    }
}
