//! The doctor: a check-up of any UCI engine from outside, or of the games that it has played.
//!
//! [`examine`] does the checks in their order; [`checks`] has the list of what is examined. Each check gathers data from
//! the [`Patient`](patient::Patient) and judges it apart from that, so that the judging is tested without an engine.
//! [`gomocup`] does the same for programs that play Gomoku. [`games`] reads matches. Everything ends in a [`Report`] as text, JSON or HTML.

pub mod autopsy;
mod checks;
mod command;
mod examine;
mod finding;
mod games;
pub mod gomocup;
mod patient;
mod position;
mod reference;
mod report;
mod suite;
pub mod torture;

pub use checks::state::long_game;
pub use command::{Options, run};
pub use examine::{Order, Progress, examine};
pub use games::examine_text;
pub use patient::Profile;
pub use report::Report;
