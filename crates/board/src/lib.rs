//! A board of the page: what it is, does and answers, apart from how its messages travel.
//!
//! A [`Board`] hears messages, the news of its searches and the time, and answers with messages. It has no socket,
//! file, clock or thread of its own: the transport tells it the time, and brings a [`Thinker`] that runs its tasks
//! with [`Engines`] wherever it likes. `docs/web.md` has the protocol.

mod board;
mod chess;
mod clock;
mod counting;
mod engines;
mod game;
mod gomoku;
mod inside;
pub mod messages;
mod opening;
mod record;
mod review;
mod teller;
mod tree;
mod why;
mod work;

pub use board::{Board, LONGEST_LOAD, LONGEST_MESSAGE};
pub use engines::{Engines, Tables};
pub use inside::Look;
pub use work::{Context, Done, Event, News, Thinker, Work};
