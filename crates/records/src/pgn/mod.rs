//! Portable Game Notation: games with tags, comments, glyphs and nested variations.
//!
//! [`Reader`] gives the [games](Game) of a text one by one; a game writes itself ([`Display`](std::fmt::Display),
//! [`write_game`]). What is written and read again is the same game, and the same text.

mod game;
mod lexer;
mod notes;
mod reader;
mod tags;
mod thought;
mod writer;

pub use game::{Branch, EditError, Game, Line, LineId, Ply};
pub use notes::{Comment, GameResult, Nag};
pub use reader::Reader;
pub use tags::{TagName, TagNameError, Tags};
pub use thought::Thought;
pub use writer::write_game;
