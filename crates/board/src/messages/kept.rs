//! Games that are kept for another day: what a list shows of them, and what brings them back.

use super::{GameResult, Kind};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// The longest game that an archive takes, as JSON.
pub const LONGEST_KEPT: usize = 24 * 1024 * 1024;

/// What a list shows of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Summary {
    pub game: Kind,
    /// The players as the record names them.
    pub white: String,
    pub black: String,
    pub result: Option<GameResult>,
    /// Plies of the main line.
    pub plies: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub event: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub date: Option<String>,
    /// By its code and name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub opening: Option<String>,
    /// The rule of a Gomoku game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub rule: Option<String>,
    /// It is being played, not looked at.
    #[serde(default)]
    pub playing: bool,
}

/// A game of a text with several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct FoundGame {
    /// Where it is in the text, in bytes.
    pub start: usize,
    pub end: usize,
    /// None where it can't be read.
    pub summary: Option<Summary>,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub error: Option<String>,
}

/// A game as an archive takes and gives it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct StoredGame {
    pub summary: Summary,
    /// PGN or SGF.
    pub record: String,
    /// The board: what `kept` told and `restore` takes.
    pub game: String,
    /// What the page showed beside it, in its own words.
    pub view: String,
}

impl StoredGame {
    pub fn read(text: &str) -> Result<StoredGame, String> {
        serde_json::from_str(text).map_err(|error| {
            format!("expected a game to keep as JSON, found another text: {error}")
        })
    }

    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl Summary {
    /// None for one that this version can't read.
    pub fn read(text: &str) -> Option<Summary> {
        serde_json::from_str(text).ok()
    }

    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// A line of the list of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct KeptGame {
    pub id: String,
    /// When it last changed, in milliseconds since 1970.
    pub changed: u64,
    pub summary: Summary,
}

/// The list of games as an archive gives it.
pub fn list_to_json(games: &[KeptGame]) -> String {
    serde_json::to_string(games).unwrap_or_default()
}

/// What is left on the clocks, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct TimeLeft {
    pub white: u64,
    pub black: u64,
}
