//! How a game ends, and why a move cannot be played.

use std::fmt;

use crate::point::{Point, Side, Size};
use crate::rules::Foul;

/// What won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Victory {
    /// A row of five, or what the rule takes for one.
    Five,
    /// Ten captured stones.
    Captures,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// One side has won.
    Win {
        /// The winner.
        side: Side,
        /// How it was won.
        by: Victory,
    },
    /// The side to move has no legal move: the board is full, or only forbidden points are left.
    Draw,
}

impl Outcome {
    /// Who won, if anybody.
    pub fn winner(self) -> Option<Side> {
        match self {
            Outcome::Win { side, .. } => Some(side),
            Outcome::Draw => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Win {
                side,
                by: Victory::Five,
            } => write!(f, "{side} wins by five in a row"),
            Outcome::Win {
                side,
                by: Victory::Captures,
            } => write!(f, "{side} wins by captures"),
            Outcome::Draw => f.write_str("draw"),
        }
    }
}

/// Why a move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayError {
    /// The game has ended already.
    GameOver(Outcome),
    /// The point is not on a board of this size.
    OffBoard(Point, Size),
    /// There is a stone on the point.
    Occupied(Point),
    /// The rules forbid the point to this side.
    Forbidden(Point, Foul),
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::GameOver(outcome) => {
                write!(
                    f,
                    "the game is over ({outcome}): start a new one or take a move back"
                )
            }
            PlayError::OffBoard(point, size) => {
                write!(f, "{point} is not on the {size} board: play a point on it")
            }
            PlayError::Occupied(point) => {
                write!(f, "{point} already holds a stone: play an empty point")
            }
            PlayError::Forbidden(point, foul) => {
                write!(f, "{point} is forbidden ({foul}): play another point")
            }
        }
    }
}

impl std::error::Error for PlayError {}
