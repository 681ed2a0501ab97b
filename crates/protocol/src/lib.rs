//! The text protocols: lines from outside become commands, reports become lines.
//!
//! Nothing here acts, reads or prints: a line is parsed to a whole command or to an error that says
//! what was wrong, before anybody acts on it. No input panics.

pub mod console;
pub mod gomocup;
#[cfg(test)]
mod noise;
pub mod uci;
