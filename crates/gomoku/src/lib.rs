//! Gomoku for Régence: rules, line patterns and threats. No search and no evaluation.
//!
//! [`Board`] is a position under one of five rule sets, which are types: [`Freestyle`], [`Standard`],
//! [`Renju`], [`Caro`] and [`Ninuki`]. It makes and takes back moves, and for each empty point and side it
//! always knows the [`Class`] of threat that a stone there would make. From that come the generators of
//! moves by threat, which give a [`PointSet`] of legal points each.
//!
//! The rules, with a diagram for each case, are in `docs/gomoku-rules.md`; the tests run its diagrams.

mod board;
mod breaking;
mod capture;
mod class;
mod generate;
mod line;
mod notation;
mod outcome;
mod pattern;
mod point;
mod pointset;
mod rules;
mod setup;
mod shape;
mod table;
mod threats;
mod upset;
mod zobrist;

pub use board::Board;
pub use class::{Class, LineClass};
pub use notation::NotationError;
pub use outcome::{Outcome, PlayError, Victory};
pub use point::{Axis, MAX_SIDE, MIN_SIDE, Move, Point, Side, Size};
pub use pointset::{Iter, PointSet, Reach};
pub use rules::{
    CAPTURES_TO_WIN, Caro, Foul, Freestyle, Ninuki, Renju, Rule, RuleSet, Standard, UnknownRule,
};
pub use setup::{Setup, SetupError};
pub use shape::{ScoreTable, Shape};
pub use upset::Plan;
