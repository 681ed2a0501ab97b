//! The rule sets, as types: a search is compiled once for each and pays for no rule it does not play.
//!
//! [`Rule`] is the trait, [`Freestyle`], [`Standard`] and so on are the types, and [`RuleSet`] names one at run time.
//! [`dispatch!`](crate::dispatch) goes from the name to the type. A rule set is a file with its type here, one row of the
//! table below, and the weights of its evaluation in the search.

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
mod standard_caro;

pub use ninuki::CAPTURES_TO_WIN;

pub(crate) use spec::Spec;

/// A rule set as a type. Only the types of this crate have it.
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

/// The class tables of a rule, and what boards look up in one step.
#[derive(Debug)]
pub struct Classes {
    pub tables: [ClassTable; 2],
    pub entries: Arc<Entries>,
}

impl Classes {
    pub(crate) fn build(fouls: [Fouls; 2]) -> Classes {
        let tables = fouls.map(ClassTable::build);
        let entries = Arc::new(Entries::new(&tables));
        Classes { tables, entries }
    }

    /// Those of the rules that forbid nothing.
    pub(crate) fn without_fouls() -> &'static Classes {
        static CLASSES: LazyLock<Classes> = LazyLock::new(|| Classes::build([Fouls::None; 2]));
        &CLASSES
    }
}

/// What is told of a rule set, beside its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleInfo {
    /// In small letters, as commands and records have it.
    pub name: &'static str,
    /// The number of `INFO rule` in Gomocup's protocol, without the bit of continuous games.
    pub gomocup: u32,
    /// Numbers that programs with Yixin's commands use besides.
    pub yixin: &'static [u32],
    /// The side of the board that it is usually played on.
    pub usual_side: u8,
    /// The rule in a sentence or two, for people who play it.
    pub sentence: &'static str,
}

/// Makes everything that goes through all rule sets from one table.
macro_rules! rule_sets {
    (($d:tt) $($rule:ident $file:ident $info:expr;)*) => {
        /// The types of the rule sets.
        pub mod types {
            $(pub use super::$file::$rule;)*
        }

        /// A rule set, chosen at run time. [`RuleInfo::sentence`] says what each is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[allow(missing_docs)]
        pub enum RuleSet {
            $($rule,)*
        }

        impl RuleSet {
            /// All of them, in the order in which people are told of them.
            pub const ALL: [RuleSet; [$(stringify!($rule)),*].len()] = [$(RuleSet::$rule),*];

            /// What is told of it.
            pub const fn info(self) -> &'static RuleInfo {
                match self {
                    $(RuleSet::$rule => const { &$info },)*
                }
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
            ($d rule:expr, $d name:ident => $d body:expr) => {
                match $d rule {
                    $($crate::RuleSet::$rule => {
                        type $d name = $crate::$rule;
                        $d body
                    })*
                }
            };
        }

        /// Calls a macro, written `[path::to::macro!]`, with the types of all rule sets in brackets and whatever else
        /// is given: `[macro!] more` becomes `macro! { [Freestyle Standard …] more }`.
        #[macro_export]
        macro_rules! with_rule_sets {
            ([$d ($d call:tt)*] $d ($d more:tt)*) => {
                $d ($d call)* { [$($rule)*] $d ($d more)* }
            };
        }
    };
}

// New rows go to the end: files of games number the rule sets in this order. Weights are fitted for each: see the table
// in the evaluation of the Gomoku search.
rule_sets! { ($)
    Freestyle freestyle RuleInfo {
        name: "freestyle",
        gomocup: 0,
        // Freestyle with swap and with swap2: the manager plays the opening.
        yixin: &[5, 6],
        usual_side: 15,
        sentence: "Freestyle: five or more stones in a row win.",
    };
    Standard standard RuleInfo {
        name: "standard",
        gomocup: 1,
        yixin: &[],
        usual_side: 15,
        sentence: "Standard: exactly five stones in a row win; six do not.",
    };
    Renju renju RuleInfo {
        name: "renju",
        gomocup: 4,
        yixin: &[2],
        usual_side: 15,
        sentence: "Renju: Black wins with exactly five in a row and may make no overline, no double four and no double \
                   three; White wins with five or more.",
    };
    Caro caro RuleInfo {
        name: "caro",
        gomocup: 8,
        yixin: &[],
        usual_side: 15,
        sentence: "Caro: five in a row win unless the opponent's stones close both ends; six or more always win.",
    };
    Ninuki ninuki RuleInfo {
        name: "ninuki",
        // The protocol has no number for it; this one is ours.
        gomocup: 42,
        yixin: &[],
        usual_side: 19,
        sentence: "Ninuki: a pair that you enclose on a line is taken off the board. Ten stones taken win, and so do five \
                   in a row that the opponent cannot break by taking. Double threes are forbidden to both.",
    };
    StandardCaro standard_caro RuleInfo {
        name: "standard-caro",
        gomocup: 9,
        yixin: &[],
        usual_side: 15,
        sentence: "Standard caro: exactly five in a row win unless the opponent's stones close both ends; six do not.",
    };
}

impl RuleSet {
    /// Its name in small letters, as commands and records have it.
    pub const fn name(self) -> &'static str {
        self.info().name
    }

    /// The rule set that a number of `INFO rule` stands for. Programs with Yixin's commands number some in their own
    /// way.
    pub fn from_gomocup(number: u32, yixin: bool) -> Option<RuleSet> {
        const CONTINUOUS: u32 = 2;
        let find = |wanted: &dyn Fn(&RuleInfo) -> bool| {
            RuleSet::ALL.into_iter().find(|rule| wanted(rule.info()))
        };
        find(&|info| yixin && info.yixin.contains(&number))
            .or_else(|| find(&|info| info.gomocup == number))
            .or_else(|| {
                let single = number & !CONTINUOUS;
                find(&|info| number < 16 && info.gomocup == single)
            })
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
            "unknown rule set `gomoku`: use one of freestyle, standard, renju, caro, ninuki, standard-caro"
        );
    }

    #[test]
    fn numbers_of_the_protocol() {
        let named = |number, yixin| RuleSet::from_gomocup(number, yixin).map(RuleSet::name);
        for rule in RuleSet::ALL {
            assert_eq!(named(rule.info().gomocup, false), Some(rule.name()));
        }
        for (number, name) in [
            (0, "freestyle"),
            (1, "standard"),
            (2, "freestyle"),
            (3, "standard"),
            (4, "renju"),
            (6, "renju"),
            (8, "caro"),
            (9, "standard-caro"),
            (10, "caro"),
            (11, "standard-caro"),
            (42, "ninuki"),
        ] {
            assert_eq!(named(number, false), Some(name), "{number}");
        }
        for (number, name) in [
            (2, "renju"),
            (4, "renju"),
            (5, "freestyle"),
            (6, "freestyle"),
        ] {
            assert_eq!(named(number, true), Some(name), "{number}");
        }
        for number in [5, 12, 13, 16, 17, 40, 41, 43, 44, 99, u32::MAX] {
            assert_eq!(named(number, false), None, "{number}");
        }
    }
}
