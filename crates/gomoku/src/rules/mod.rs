//! The five rule sets, as types: a search is compiled once for each and pays for no rule it does not play.
//!
//! [`Rule`] is the trait, [`Freestyle`], [`Standard`], [`Renju`], [`Caro`] and [`Ninuki`] are the types,
//! and [`RuleSet`] names one at run time. [`dispatch!`](crate::dispatch) goes from the name to the type.

use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, LazyLock};

use crate::class::Fouls;
use crate::shape::Entries;
use crate::table::ClassTable;

mod caro;
mod freestyle;
mod ninuki;
mod renju;
mod standard;

pub use caro::Caro;
pub use freestyle::Freestyle;
pub use ninuki::{CAPTURES_TO_WIN, Ninuki};
pub use renju::Renju;
pub use standard::Standard;

pub(crate) use spec::Spec;

/// A rule set as a type. Only the five types of this crate have it.
pub trait Rule: Spec {
    /// The same rule set as a value.
    const SET: RuleSet;
}

pub(crate) mod spec {
    use crate::board::Board;
    use crate::class::Fouls;
    use crate::point::Side;
    use crate::rules::{Classes, Foul};
    use crate::table::{LineRule, LineTable};

    /// What the rest of the crate has to know of a rule set.
    pub trait Spec: Copy + Default + std::fmt::Debug + PartialEq + Send + Sync + 'static {
        type Lines: LineTable;

        /// Which rows win and which shapes count, for Black and for White.
        const ROWS: [LineRule; 2];

        /// What is forbidden to Black and to White.
        const FOULS: [Fouls; 2] = [Fouls::None; 2];

        /// Whether flanked pairs are taken.
        const CAPTURES: bool = false;

        fn lines() -> &'static Self::Lines;

        fn classes() -> &'static Classes;

        /// Why a side may not play a point that the class table holds suspect for it.
        fn foul(_board: &Board<Self>, _index: usize, _side: Side) -> Option<Foul>
        where
            Self: super::Rule,
        {
            None
        }
    }
}

/// What the class tables of a rule are, and its entries with all weights zero.
#[derive(Debug)]
pub struct Classes {
    pub tables: [ClassTable; 2],
    pub unweighted: Arc<Entries>,
}

impl Classes {
    pub(crate) fn build(fouls: [Fouls; 2]) -> Classes {
        let tables = fouls.map(ClassTable::build);
        let unweighted = Arc::new(Entries::new(&tables, |_, _| 0));
        Classes { tables, unweighted }
    }

    /// Those of the rules that forbid nothing.
    pub(crate) fn without_fouls() -> &'static Classes {
        static CLASSES: LazyLock<Classes> = LazyLock::new(|| Classes::build([Fouls::None; 2]));
        &CLASSES
    }
}

/// A rule set, chosen at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RuleSet {
    /// Five or more in a row win.
    Freestyle,
    /// Exactly five in a row win.
    Standard,
    /// Black may make no overline, double four or double three, and wins by exactly five.
    Renju,
    /// Five in a row win unless opposing stones close both ends; six or more always win.
    Caro,
    /// Pairs are captured; five or more, or ten captured stones, win; double threes are forbidden.
    Ninuki,
}

impl RuleSet {
    /// All rule sets.
    pub const ALL: [RuleSet; 5] = [
        RuleSet::Freestyle,
        RuleSet::Standard,
        RuleSet::Renju,
        RuleSet::Caro,
        RuleSet::Ninuki,
    ];

    /// The English name, as it is written in files and commands.
    pub const fn name(self) -> &'static str {
        match self {
            RuleSet::Freestyle => "freestyle",
            RuleSet::Standard => "standard",
            RuleSet::Renju => "renju",
            RuleSet::Caro => "caro",
            RuleSet::Ninuki => "ninuki",
        }
    }
}

impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no rule set has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownRule(String);

impl fmt::Display for UnknownRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = RuleSet::ALL.map(RuleSet::name).join(", ");
        write!(f, "unknown rule set `{}`: use one of {names}", self.0)
    }
}

impl std::error::Error for UnknownRule {}

impl FromStr for RuleSet {
    type Err = UnknownRule;

    fn from_str(text: &str) -> Result<RuleSet, UnknownRule> {
        RuleSet::ALL
            .into_iter()
            .find(|rule| rule.name().eq_ignore_ascii_case(text.trim()))
            .ok_or_else(|| UnknownRule(text.trim().chars().take(40).collect()))
    }
}

/// Why a rule forbids a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Foul {
    /// Six or more in a row.
    Overline,
    /// Two fours at once.
    DoubleFour,
    /// Two threes at once, each of which could become a straight four.
    DoubleThree,
}

impl fmt::Display for Foul {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Foul::Overline => "overline",
            Foul::DoubleFour => "double four",
            Foul::DoubleThree => "double three",
        })
    }
}

/// Compiles an expression for each rule set and runs the one that is asked for.
///
/// ```
/// use regence_gomoku::{Board, RuleSet, Size, dispatch};
///
/// let rule: RuleSet = "renju".parse().unwrap();
/// let size = Size::square(15).unwrap();
/// let empty = dispatch!(rule, R => Board::<R>::new(size).empty_count());
/// assert_eq!(empty, 225);
/// ```
#[macro_export]
macro_rules! dispatch {
    ($rule:expr, $name:ident => $body:expr) => {
        match $rule {
            $crate::RuleSet::Freestyle => {
                type $name = $crate::Freestyle;
                $body
            }
            $crate::RuleSet::Standard => {
                type $name = $crate::Standard;
                $body
            }
            $crate::RuleSet::Renju => {
                type $name = $crate::Renju;
                $body
            }
            $crate::RuleSet::Caro => {
                type $name = $crate::Caro;
                $body
            }
            $crate::RuleSet::Ninuki => {
                type $name = $crate::Ninuki;
                $body
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for rule in RuleSet::ALL {
            assert_eq!(rule.to_string().to_uppercase().parse(), Ok(rule));
            assert_eq!(dispatch!(rule, R => R::SET), rule);
        }
        let error = "gomoku".parse::<RuleSet>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "unknown rule set `gomoku`: use one of freestyle, standard, renju, caro, ninuki"
        );
    }
}
