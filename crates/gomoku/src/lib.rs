//! Gomoku for Régence: rules, line patterns and threats. No search and no evaluation.
//!
//! [`Board`] is a position under one of the rule sets, which are types: [`Freestyle`], [`Standard`],
//! [`Renju`], [`Caro`], [`StandardCaro`] and [`Ninuki`]. It makes and takes back moves, and for each empty point and side it
//! always knows the [`Class`] of threat that a stone there would make. From that come the generators of
//! moves by threat, which give a [`PointSet`] of legal points each.
//!
//! ```
//! use regence_gomoku::{Board, Freestyle, Outcome, Side, Size};
//!
//! let size = Size::square(15).unwrap();
//! // Black has four in a row, and White does not stop both ends.
//! let mut board: Board<Freestyle> = Board::from_moves(size, "h8h1i8i1j8j1k8a15").unwrap();
//! let fives = board.fives(Side::Black);
//! assert_eq!(fives.len(), 2);
//! let win = size.parse_point("l8").unwrap();
//! assert!(fives.contains(win));
//! board.play(regence_gomoku::Move::new(win)).unwrap();
//! assert!(matches!(board.outcome(), Some(Outcome::Win { side: Side::Black, .. })));
//! ```
//!
//! The rules, with a diagram for each case, are in `docs/gomoku-rules.md`; the tests run its diagrams.

#![warn(missing_docs)]

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
pub use rules::types::*;
pub use rules::{CAPTURES_TO_WIN, Foul, Rule, RuleInfo, RuleSet, UnknownRule};
pub use setup::{Setup, SetupError};
pub use shape::{ROW, RowSums, ScoreTable, Shape, ShapeRows};
pub use upset::Plan;
