//! Engines in processes of their own: how they are started, asked and listened to.
//!
//! [`Process`] moves lines and knows when each one came. [`Uci`] and [`Gomocup`] speak the two protocols on top of it.
//! Nothing here trusts the other side: a line that makes no sense is kept as a fault, silence ends with the caller's
//! patience, and an engine that is gone is an error that tells how it ended.

pub mod accounting;
mod error;
pub mod gomocup;
mod launch;
mod process;
pub mod uci;

pub use error::{ClientError, Fault};
pub use gomocup::Gomocup;
pub use launch::Launch;
pub use process::{Process, Received, Who};
pub use uci::Uci;
