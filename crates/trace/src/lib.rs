//! A look inside a search, of chess or of Gomoku.
//!
//! A traced search tells a [`recorder`] everything that happens in it; the recorder builds a [`tree`] that can be asked
//! for nodes, moves and their fates, written as JSON Lines ([`format`](mod@format)) or for a viewer ([`perfetto`]), and explained in
//! words ([`explain`]). Nothing here prints or reads a command line: the laboratory and the page both build on it.

pub mod config;
pub mod counts;
mod error;
pub mod explain;
pub mod format;
mod line;
pub mod perfetto;
pub mod place;
pub mod recorder;
pub mod show;
pub mod tree;
pub mod words;

pub use error::TraceError;
pub use line::read_line;
pub use regence_core::game::Game;
