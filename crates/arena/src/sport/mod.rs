//! What the laboratory has to know of a game to measure its search: how to make an engine, where games begin, how one
//! is played, and where the measurements are written.

mod chess;
mod gomoku;

use std::fmt;
use std::time::Duration;

use regence_core::config::Catalogue;
use regence_core::iterative_deepening::AspirationCount;
use regence_core::transposition_table::TableError;
use regence_gomoku::RuleSet;

use crate::claims::Claim;
use crate::error::LabError;
use crate::in_process::player::{Finished, Player};
use crate::setup::Setup;

pub use gomoku::GomokuTerms;

/// A game whose search plays, tunes and is measured.
pub trait Sport: Catalogue + fmt::Debug {
    const NAME: &'static str;
    /// What its bench is called, and how deep the standard one goes.
    const BENCH: &'static str;
    const BENCH_DEPTH: i32;
    /// The file of its measurements in docs, without its ending.
    const MEASURED: &'static str;
    /// The sources of its search, from the project's folder.
    const SOURCES: &'static str;

    /// Whether its evaluation can be a network.
    const HAS_NETWORKS: bool;

    /// What else there is to choose: nothing in chess, rules and board in Gomoku. Its text is part of a match's name,
    /// so it is empty where nothing was chosen.
    type Terms: Clone + fmt::Debug + fmt::Display + Send + Sync;
    /// A source of openings, and one of them.
    type Openings;
    type Opening: Clone;
    type Engine: fmt::Debug;

    fn terms(options: &GameOptions) -> Result<Self::Terms, LabError>;
    /// The kinds of games that the pairs of a match belong to, in turn.
    fn kinds(terms: &Self::Terms) -> Vec<String>;
    fn openings(terms: &Self::Terms, seed: u64) -> Self::Openings;
    fn opening(openings: &mut Self::Openings, number: u64) -> Self::Opening;

    /// The engine of a side, with so many megabytes of table.
    fn engine(setup: &Setup, hash: usize) -> Result<Self::Engine, LabError>;
    /// Plays to the end; both players begin without memory. The first has the first seat.
    fn play(opening: Self::Opening, players: [&mut Player<Self>; 2]) -> Result<Finished, LabError>;

    /// The bench set, and the nodes of the standard bench as shipped.
    fn bench(depth: i32, engine: &mut Self::Engine) -> Benched;
    fn shipped_bench() -> u64;

    /// The file of a technique under [`Sport::SOURCES`].
    fn file_of(technique: &str) -> String;
    /// What was promised of its techniques before anything was measured.
    const CLAIMS: &'static [Claim];
}

/// What a bench counted.
#[derive(Clone, Copy, Debug)]
pub struct Benched {
    pub nodes: u64,
    pub time: Duration,
    pub aspiration: AspirationCount,
}

/// Why a table could not be had.
fn no_table(hash: usize, error: &TableError) -> LabError {
    LabError::new(format!("a table of {hash} MB: {error}"))
}

/// The games by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum GameName {
    #[default]
    Chess,
    Gomoku,
}

/// The game of a command and what is chosen of it.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct GameOptions {
    /// The game
    #[arg(long, value_enum, default_value_t = GameName::Chess)]
    pub game: GameName,
    /// Gomoku: the rules to play, in turn [default: all five]
    #[arg(long, value_name = "RULE", value_delimiter = ',')]
    pub rules: Vec<RuleSet>,
    /// Gomoku: the side of the board [default: 15, in ninuki 19]
    #[arg(long, value_name = "POINTS")]
    pub size: Option<u8>,
}

impl GameOptions {
    /// The words of a command line that say the same, with a space behind them; none for chess.
    pub fn told(&self) -> String {
        let mut words = match self.game {
            GameName::Chess => String::new(),
            GameName::Gomoku => "--game gomoku ".to_owned(),
        };
        if !self.rules.is_empty() {
            let rules: Vec<&str> = self.rules.iter().map(|rule| rule.name()).collect();
            words += &format!("--rules {} ", rules.join(","));
        }
        if let Some(size) = self.size {
            words += &format!("--size {size} ");
        }
        words
    }
}

/// Calls a function that is generic over the game with the one that was asked for.
#[macro_export]
macro_rules! in_game {
    ($name:expr, $function:ident($($argument:expr),*)) => {
        match $name {
            $crate::sport::GameName::Chess => $function::<regence_chess_search::Chess>($($argument),*),
            $crate::sport::GameName::Gomoku => $function::<regence_gomoku_search::Gomoku>($($argument),*),
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_told_as_it_was_given() {
        assert_eq!(GameOptions::default().told(), "");
        let gomoku = GameOptions {
            game: GameName::Gomoku,
            rules: vec![RuleSet::Renju, RuleSet::Caro],
            size: Some(17),
        };
        assert_eq!(gomoku.told(), "--game gomoku --rules renju,caro --size 17 ");
    }
}
