//! What the two games have in common at the table.

use super::style::Style;
use regence_core::strength::{MAX_ELO, MIN_ELO};
use regence_core::{Limits, Value};

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// 0 for the side that began, 1 for the other.
    pub winner: Option<usize>,
    /// What follows "White wins" or "A draw": `by checkmate`.
    pub reason: String,
}

/// What the engine found.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The move, as [`Table::play`] reads it.
    pub mv: String,
    /// For the side to move.
    pub value: Value,
    pub depth: i32,
    /// The line that it expects, beginning with the move.
    pub line: Vec<String>,
}

impl Thought {
    /// The value in words: pawns (or points of a stone's worth), or how soon the game is won.
    pub fn score(&self) -> String {
        match self.value.plies_to_win() {
            Some(plies) if plies > 0 => format!("wins in {}", (plies + 1) / 2),
            Some(plies) => format!("loses in {}", -plies / 2),
            None => format!("{:+.2}", f64::from(self.value.raw()) / 100.0),
        }
    }
}

/// The engine's answer to an opening by swap2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningAnswer {
    /// It takes this side.
    Take(usize),
    /// It puts two more stones and leaves the choice.
    Place([String; 2]),
}

/// A level as the person writes it: an Elo, or none for full strength.
pub fn read_level(text: &str) -> Result<Option<u32>, String> {
    match (text, text.parse::<u32>()) {
        ("full", _) => Ok(None),
        (_, Ok(elo)) if (MIN_ELO..=MAX_ELO).contains(&elo) => Ok(limited(Some(elo))),
        _ => Err(format!(
            "level expects an Elo from {MIN_ELO} to {MAX_ELO}, or full"
        )),
    }
}

/// The same where it is below full strength.
pub fn limited(elo: Option<u32>) -> Option<u32> {
    elo.filter(|&elo| elo < MAX_ELO)
}

pub fn level_words(elo: Option<u32>) -> String {
    match elo {
        Some(elo) => format!("about {elo} Elo"),
        None => "full strength".to_string(),
    }
}

/// A game in progress, with an engine that plays it. Sides are 0 (begins) and 1.
pub trait Table: Send {
    fn game(&self) -> &'static str;
    fn sides(&self) -> [&'static str; 2];
    fn turn(&self) -> usize;
    /// The board as that side sees it, and what else there is to see.
    fn draw(&self, style: &Style, side: usize) -> String;
    /// Plays a move; gives its proper text, or says why not and what is possible.
    fn play(&mut self, text: &str) -> Result<String, String>;
    /// Takes the last move back; false if there is none.
    fn undo(&mut self) -> bool;
    /// How the rules have ended the game, if they have.
    fn ending(&self) -> Option<Ending>;
    /// Whether a side could still win if the other's time ran out.
    fn can_win(&self, side: usize) -> bool;
    /// The moves so far.
    fn moves(&self) -> String;
    /// What is possible, in all or with what stands on a point.
    fn possible(&self, about: &str) -> String;
    /// Looks for a move, as strong as the engine can or as its level says.
    fn think(&mut self, limits: Limits, full_strength: bool) -> Option<Thought>;
    fn level(&self) -> String;
    fn set_level(&mut self, text: &str) -> Result<(), String>;
    /// The rules in a few words.
    fn rules(&self) -> String;
    /// What a move looks like here.
    fn example(&self) -> &'static str;
    /// The record of the game, ready for a file.
    fn record(&self, names: [&str; 2], control: &str, ending: Option<&Ending>) -> String;
    fn restart(&mut self);

    /// Three stones that the engine puts first by swap2.
    fn offer(&mut self) -> Result<[String; 3], String> {
        Err(format!("{} has no opening by swap2", self.game()))
    }
    /// What the engine does with the stones of an opening by swap2.
    fn answer_opening(&mut self, _limits: Limits, _may_place: bool) -> Option<OpeningAnswer> {
        None
    }
}
