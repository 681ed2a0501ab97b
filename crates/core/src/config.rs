//! Configuration: how a technique is switched, tuned and watched.
//!
//! A game lists its techniques and parameters once, in a [`Catalogue`]. Its search is generic
//! over [`Config`], of which there are four kinds: [`Shipped`] is empty, so that every switch and
//! every number is a constant in the compiled search; [`Counting`] is the same with a counter for each technique; [`Lab`]
//! decides at run time; [`Listening`] does so too, and hears a search's [`Event`]s, which for the others are never made.
//! All walk the same tree where nothing was changed.
//!
//! A game compiles its search once for each of them ([`GameSearch::search_shipped`] and its sisters), so that no crate above
//! it has to.

use crate::engine::{GameSearch, Seat};
use crate::event::Event;
use crate::iterative_deepening::Outcome;
use std::marker::PhantomData;

mod watched;

pub use watched::{Counters, Counting, Listener, Listening};

/// A technique as people see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TechniqueInfo {
    /// The name of its switch, in snake case.
    pub name: &'static str,
    /// The abbreviation that the field uses.
    pub short: &'static str,
    /// What it does, in one sentence.
    pub summary: &'static str,
    /// Whether the shipped search uses it.
    pub shipped: bool,
}

/// A number of the search that can be tuned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParamInfo {
    /// The name by which it is set, in snake case.
    pub name: &'static str,
    /// What the shipped search uses.
    pub default: i32,
    /// The smallest value that can be set.
    pub min: i32,
    /// The largest value that can be set.
    pub max: i32,
}

impl ParamInfo {
    /// A sensible first step for a tuner.
    pub fn step(&self) -> i32 {
        ((self.max - self.min) / 20).max(1)
    }
}

/// The techniques and parameters of one game.
pub trait Catalogue: Copy + Send + Sync + 'static {
    /// Names a technique; its number is the place in the list.
    type Technique: Copy + std::fmt::Debug + Eq + Into<usize> + Send;
    /// Names a parameter; its number is the place in the list.
    type Param: Copy + Into<usize> + Send;
    /// All techniques, in the order that legends show.
    const TECHNIQUES: &'static [TechniqueInfo];
    /// All parameters.
    const PARAMS: &'static [ParamInfo];
}

/// Answers whether a technique is on and how large a parameter is, and hears what happened.
pub trait Config<C: Catalogue>: Clone + Send + 'static {
    /// Whether events are wanted. A constant, so that a search that nobody traces has no trace of it.
    const TRACES: bool = false;

    /// Whether the search uses a technique.
    fn on(&self, technique: C::Technique) -> bool;
    /// The value of a parameter.
    fn get(&self, param: C::Param) -> i32;
    /// A technique cut, skipped, reduced or extended something.
    fn used(&mut self, technique: C::Technique);
    /// Something happened inside the search; called only where [`Config::TRACES`] is set.
    fn trace(&mut self, _event: Event<C::Technique>) {}
    /// The game's search with this configuration.
    fn search(seat: Seat<'_, C, Self>) -> Option<Outcome<C::Move>>
    where
        C: GameSearch;
}

/// Writes the four searches of a [`GameSearch`], one for each configuration, by the generic function that is named.
#[macro_export]
macro_rules! search_in_each_configuration {
    ($game:ty, $search:expr) => {
        fn search_shipped(
            seat: $crate::engine::Seat<'_, $game, $crate::config::Shipped>,
        ) -> Option<$crate::iterative_deepening::Outcome<Self::Move>> {
            $search(seat)
        }
        fn search_counting(
            seat: $crate::engine::Seat<'_, $game, $crate::config::Counting>,
        ) -> Option<$crate::iterative_deepening::Outcome<Self::Move>> {
            $search(seat)
        }
        fn search_lab(
            seat: $crate::engine::Seat<'_, $game, $crate::config::Lab<$game>>,
        ) -> Option<$crate::iterative_deepening::Outcome<Self::Move>> {
            $search(seat)
        }
        fn search_listening(
            seat: $crate::engine::Seat<'_, $game, $crate::config::Listening<$game>>,
        ) -> Option<$crate::iterative_deepening::Outcome<Self::Move>> {
            $search(seat)
        }
    };
}

/// The configuration of the shipped engine: constants.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shipped;

impl<C: Catalogue> Config<C> for Shipped {
    #[inline(always)]
    fn on(&self, technique: C::Technique) -> bool {
        C::TECHNIQUES[technique.into()].shipped
    }

    #[inline(always)]
    fn get(&self, param: C::Param) -> i32 {
        C::PARAMS[param.into()].default
    }

    #[inline(always)]
    fn used(&mut self, _: C::Technique) {}

    fn search(seat: Seat<'_, C, Shipped>) -> Option<Outcome<C::Move>>
    where
        C: GameSearch,
    {
        C::search_shipped(seat)
    }
}

/// The configuration of the laboratory: switches, values and counts at run time.
#[derive(Clone, Debug)]
pub struct Lab<C> {
    on: Vec<bool>,
    values: Vec<i32>,
    uses: Vec<u64>,
    catalogue: PhantomData<C>,
}

/// A name that is not in the catalogue, or a value out of range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError(String);

impl std::fmt::Display for ConfigError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ConfigError {}

/// Names that techniques had before, and those they have now.
const RENAMED: &[(&str, &str)] = &[
    ("null_move", "null_move_pruning"),
    ("futility", "futility_pruning"),
    ("quiescence_delta", "delta_pruning"),
    ("internal_reduction", "internal_iterative_reduction"),
    ("mate_distance", "mate_distance_pruning"),
    ("win_distance", "mate_distance_pruning"),
    ("stronger_extensions", "double_extensions"),
    ("raised_alpha", "alpha_raise_reduction"),
    ("softened_cuts", "fail_high_softening"),
    ("fifty_move_damping", "fifty_move_scaling"),
    ("table_eval", "tt_value_as_eval"),
    ("deeper_drafts", "deeper_entries"),
    ("blind_beam", "beam"),
];

/// The present name of a technique, if this is one it had before.
pub fn renamed(name: &str) -> Option<&'static str> {
    let known = RENAMED.iter().find(|(before, _)| *before == name);
    known.map(|&(_, now)| now)
}

impl<C: Catalogue> Lab<C> {
    /// Everything as shipped.
    pub fn new() -> Lab<C> {
        Lab {
            on: C::TECHNIQUES.iter().map(|t| t.shipped).collect(),
            values: C::PARAMS.iter().map(|p| p.default).collect(),
            uses: vec![0; C::TECHNIQUES.len()],
            catalogue: PhantomData,
        }
    }

    /// Every technique off: the plain search.
    pub fn plain() -> Lab<C> {
        let mut lab = Lab::new();
        lab.on.fill(false);
        lab
    }

    /// Switches a technique.
    pub fn switch(&mut self, technique: C::Technique, on: bool) {
        self.on[technique.into()] = on;
    }

    /// Switches by name or abbreviation; names that a technique had before are understood.
    pub fn switch_by_name(&mut self, name: &str, on: bool) -> Result<(), ConfigError> {
        let now = renamed(name).unwrap_or(name);
        let index = C::TECHNIQUES
            .iter()
            .position(|t| t.name == now || t.short == name)
            .ok_or_else(|| ConfigError(format!("there is no technique named '{name}'")))?;
        self.on[index] = on;
        Ok(())
    }

    /// Sets a parameter by name, within its range.
    pub fn set_by_name(&mut self, name: &str, value: i32) -> Result<(), ConfigError> {
        let index = C::PARAMS
            .iter()
            .position(|p| p.name == name)
            .ok_or_else(|| ConfigError(format!("there is no parameter named '{name}'")))?;
        let ParamInfo { min, max, .. } = C::PARAMS[index];
        if !(min..=max).contains(&value) {
            return Err(ConfigError(format!(
                "'{name}' takes {min} to {max}, not {value}"
            )));
        }
        self.values[index] = value;
        Ok(())
    }

    /// How often each technique was used, in the catalogue's order.
    pub fn uses(&self) -> &[u64] {
        &self.uses
    }
}

impl<C: Catalogue> Default for Lab<C> {
    fn default() -> Self {
        Lab::new()
    }
}

impl<C: Catalogue> Config<C> for Lab<C> {
    #[inline]
    fn on(&self, technique: C::Technique) -> bool {
        self.on[technique.into()]
    }

    #[inline]
    fn get(&self, param: C::Param) -> i32 {
        self.values[param.into()]
    }

    #[inline]
    fn used(&mut self, technique: C::Technique) {
        self.uses[technique.into()] += 1;
    }

    fn search(seat: Seat<'_, C, Lab<C>>) -> Option<Outcome<C::Move>>
    where
        C: GameSearch,
    {
        C::search_lab(seat)
    }
}

/// Makes the enum of a game's techniques and their list from one table.
#[macro_export]
macro_rules! techniques {
    ($($(#[$attr:meta])* $id:ident, $name:literal, $short:literal, $shipped:literal, $summary:literal;)*) => {
        /// The techniques of this search, each with a switch.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Technique { $($(#[$attr])* #[doc = $summary] $id),* }

        impl From<Technique> for usize {
            #[inline(always)]
            fn from(technique: Technique) -> usize { technique as usize }
        }

        /// All techniques of this search.
        pub const TECHNIQUES: &[$crate::config::TechniqueInfo] = &[$(
            $crate::config::TechniqueInfo { name: $name, short: $short, summary: $summary, shipped: $shipped }
        ),*];
    };
}

/// Makes the enum of a game's parameters and their list from one table.
#[macro_export]
macro_rules! params {
    ($($id:ident, $name:literal, $default:literal, $min:literal ..= $max:literal;)*) => {
        /// The numbers of this search that can be tuned.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Param { $(#[doc = $name] $id),* }

        impl From<Param> for usize {
            #[inline(always)]
            fn from(param: Param) -> usize { param as usize }
        }

        /// All parameters of this search.
        pub const PARAMS: &[$crate::config::ParamInfo] = &[$(
            $crate::config::ParamInfo { name: $name, default: $default, min: $min, max: $max }
        ),*];
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    techniques! {
        Guess, "guess", "G", true, "Guesses.";
        Doubt, "doubt", "D", false, "Doubts.";
    }
    params! {
        Margin, "margin", 75, 0 ..= 200;
    }

    #[derive(Clone, Copy, Debug)]
    struct Toy;
    impl Catalogue for Toy {
        type Technique = Technique;
        type Param = Param;
        const TECHNIQUES: &'static [TechniqueInfo] = TECHNIQUES;
        const PARAMS: &'static [ParamInfo] = PARAMS;
    }

    fn view<K: Config<Toy>>(config: &K) -> (bool, bool, i32) {
        (
            config.on(Technique::Guess),
            config.on(Technique::Doubt),
            config.get(Param::Margin),
        )
    }

    #[test]
    fn an_untouched_lab_equals_the_shipped_engine() {
        assert_eq!(view(&Shipped), view(&Lab::<Toy>::new()));
    }

    #[test]
    fn shipped_knobs_take_no_room() {
        assert_eq!(size_of::<Shipped>(), 0);
    }

    #[test]
    fn switches_and_values_are_set_by_name() {
        let mut lab = Lab::<Toy>::new();
        lab.switch_by_name("guess", false).unwrap();
        lab.switch_by_name("D", true).unwrap();
        lab.set_by_name("margin", 80).unwrap();
        assert_eq!(view(&lab), (false, true, 80));
        lab.used(Technique::Doubt);
        assert_eq!(lab.uses(), [0, 1]);
    }

    #[test]
    fn wrong_names_and_values_say_what_is_right() {
        let mut lab = Lab::<Toy>::new();
        assert!(lab.switch_by_name("luck", true).is_err());
        let error = lab.set_by_name("margin", 900).unwrap_err();
        assert_eq!(error.to_string(), "'margin' takes 0 to 200, not 900");
    }
}
