//! The Universal Chess Interface.
//!
//! [`parse`] turns a line into a [`Command`]; [`answer`] writes the lines that go back. Options are
//! declared by an [`OptionSpec`], which also reads and checks their values.

pub mod answer;
mod command;
mod error;
mod go;
mod option;
mod position;

pub use command::{Command, Parsed, parse};
pub use error::Error;
pub use go::Go;
pub use option::{OptionKind, OptionSpec, OptionValue};
pub use position::Position;
