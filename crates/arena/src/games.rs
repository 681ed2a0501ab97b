//! The games by name, what a user chooses of one, and an engine of any of them.

use std::fmt;

use regence_core::Engine;
use regence_core::config::Lab;
use regence_core::game::{Game, SetupWords};

use regence_records::positions;

use crate::error::LabError;
use crate::setup::Setup;

/// The games that the programs carry.
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
    /// Gomoku: the rules to play, in turn [default: all]
    #[arg(long, value_name = "RULE", value_delimiter = ',')]
    pub rules: Vec<String>,
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
            words += &format!("--rules {} ", self.rules.join(","));
        }
        if let Some(size) = self.size {
            words += &format!("--size {size} ");
        }
        words
    }

    /// The setups that a match takes in turn.
    pub fn setups<G: Game>(&self) -> Result<Setups<G>, LabError> {
        let words = SetupWords {
            rules: self.rules.clone(),
            size: self.size,
        };
        G::setups(&words).map(Setups).map_err(LabError::new)
    }

    /// The positions that a command names by these words, those of the bench set if it names none.
    pub fn positions<G: Game>(&self, words: &[String]) -> Result<Vec<G::Position>, LabError> {
        let setups = self.setups::<G>()?;
        let named = positions::named::<G>(setups.of_pair(0), words).map_err(LabError::new)?;
        Ok(match named.is_empty() {
            true => G::bench_positions(),
            false => named,
        })
    }
}

/// The setups of a match: each pair takes the next one. There is at least one.
#[derive(Clone, Debug)]
pub struct Setups<G: Game>(Vec<G::Setup>);

impl<G: Game> Setups<G> {
    /// The setup that the pair of this number is played by.
    pub fn of_pair(&self, number: u64) -> &G::Setup {
        &self.0[number as usize % self.0.len()]
    }

    /// Their names, one for each.
    pub fn names(&self) -> Vec<String> {
        self.0.iter().map(|setup| setup.to_string()).collect()
    }
}

/// Part of a match's name, so it is empty where nothing was chosen.
impl<G: Game> fmt::Display for Setups<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.names().join(", ").as_str() {
            "" => Ok(()),
            names => write!(f, "{} {names}", G::NAME),
        }
    }
}

/// The engine of a side, with so many megabytes of table.
pub fn engine<G: Game>(setup: &Setup, hash: usize) -> Result<Engine<G, Lab<G>>, LabError> {
    let mut engine = Engine::with_config(setup.config()?);
    engine
        .set_hash(hash)
        .map_err(|error| LabError::new(format!("a table of {hash} MB: {error}")))?;
    if let Some(name) = setup.evaluation() {
        G::choose_evaluation(engine.settings_mut(), name).map_err(LabError::new)?;
        engine.renew();
    }
    Ok(engine)
}

/// What the bench of a game is called: `bench`, `bench-gomoku`.
pub fn bench_name<G: Game>() -> String {
    match G::NAME {
        "chess" => "bench".to_owned(),
        name => format!("bench-{name}"),
    }
}

/// Calls a function that is generic over the game with the one that was asked for.
#[macro_export]
macro_rules! in_game {
    ($name:expr, $function:ident($($argument:expr),*)) => {
        match $name {
            $crate::games::GameName::Chess => $function::<regence_chess_search::Chess>($($argument),*),
            $crate::games::GameName::Gomoku => $function::<regence_gomoku_search::Gomoku>($($argument),*),
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_chess_search::Chess;
    use regence_gomoku_search::Gomoku;

    fn options(rules: &[&str], size: Option<u8>) -> GameOptions {
        GameOptions {
            game: GameName::Gomoku,
            rules: rules.iter().map(|rule| rule.to_string()).collect(),
            size,
        }
    }

    #[test]
    fn a_choice_is_told_as_it_was_given() {
        assert_eq!(GameOptions::default().told(), "");
        let gomoku = options(&["renju", "caro"], Some(17));
        assert_eq!(gomoku.told(), "--game gomoku --rules renju,caro --size 17 ");
    }

    #[test]
    fn setups_take_turns() {
        let setups = options(&["renju", "ninuki"], None);
        let setups = setups.setups::<Gomoku>().unwrap();
        assert_eq!(setups.to_string(), "gomoku renju 15, ninuki 19");
        let names = [0, 1, 2].map(|pair| setups.of_pair(pair).to_string());
        assert_eq!(names, ["renju 15", "ninuki 19", "renju 15"]);
        let usual = GameOptions::default().setups::<Chess>().unwrap();
        assert_eq!((usual.to_string(), usual.names().len()), (String::new(), 1));
        assert!(options(&["luck"], None).setups::<Gomoku>().is_err());
    }

    #[test]
    fn names_say_the_game_but_chess() {
        assert_eq!(bench_name::<Chess>(), "bench");
        assert_eq!(bench_name::<Gomoku>(), "bench-gomoku");
    }
}
