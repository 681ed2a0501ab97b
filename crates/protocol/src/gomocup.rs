//! The Gomocup protocol of Gomoku programs, with the extensions of Yixin-Board and Rapfi.
//!
//! [`parse`] turns a line into a [`Command`]; [`answer`] writes the lines that go back. Positions are
//! not known here: a coordinate is a pair of numbers until the session finds it on its board.

pub mod answer;
mod command;
mod error;
mod info;

pub use command::{At, Balance, Command, Field, parse};
pub use error::Error;
pub use info::Info;
