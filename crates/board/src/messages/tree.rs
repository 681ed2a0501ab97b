//! The tree of a game as the page holds it: each node with its position, so that a step asks nobody.

use super::{Captures, Colour, Over, Played};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// An arrow or a circle that somebody drew.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Drawn {
    /// `G`, `R`, `Y` or `B`.
    pub brush: char,
    pub from: String,
    /// None for a circle.
    pub to: Option<String>,
}

/// A position in few letters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(untagged)]
pub enum Place {
    Chess {
        fen: String,
        /// Where each piece may go: `e2e3e4 g1f3h3`, the first square of a word is the piece's.
        dests: String,
        /// Which of these moves promote, as two squares.
        promotions: Vec<String>,
        /// The square of a king in check.
        check: Option<String>,
        last: Option<[String; 2]>,
    },
    Gomoku {
        /// The stones with their numbers in the line, the ones that were set up with 0: `h8b1 i9w2`.
        stones: String,
        captures: Captures,
        forbidden: Vec<String>,
        /// The points of the row that won.
        winning: Option<Vec<String>>,
    },
}

/// What is so in a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Spot {
    pub turn: Colour,
    pub over: Option<Over>,
    /// What the position is called, where it has a name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub opening: Option<String>,
    pub place: Place,
}

/// A node of the tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct NodeState {
    pub id: u32,
    pub parent: Option<u32>,
    /// The main continuation first.
    pub children: Vec<u32>,
    /// None for the root.
    pub played: Option<Played>,
    /// What is said before the move, behind it, and behind its variations.
    pub intro: String,
    pub comment: String,
    pub tail: String,
    /// Glyphs by their numbers in PGN: 1 is `!`.
    pub nags: Vec<u8>,
    pub shapes: Vec<Drawn>,
    #[serde(flatten)]
    pub spot: Spot,
}
