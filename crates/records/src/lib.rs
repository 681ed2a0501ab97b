//! What lasts: games, test positions and opening books.
//!
//! [`pgn`] and [`epd`] read and write text; [`polyglot`] and [`text_book`] are two kinds of opening books, and
//! [`book`] chooses among their moves; [`gomoku_record`], [`sgf`] and [`piskvork`] are games of Gomoku as text, [`openings`] knows what openings are called, and [`chance`] judges the moves of a game. Texts are read as streams: a file may be larger than memory, and
//! whatever it contains, the answer is a value or a [`ReadError`] with line and column, never a panic.

#![warn(missing_docs)]

pub mod book;
pub mod chance;
pub mod date;
pub mod epd;
mod error;
pub mod gomoku_record;
mod lines;
pub mod openings;
pub mod pgn;
pub mod piskvork;
pub mod polyglot;
pub mod positions;
pub mod sgf;
mod source;
pub mod text_book;
pub mod training;

pub use error::{Place, ReadError};
