//! Régence in the browser: the server of the page.
//!
//! [`Server`] serves the page and holds its boards. The page draws what it is told; rules, clocks and searches are here.
//! Everything asynchronous is in `server` and `socket`; a `board` is a plain value that hears messages and answers
//! them, and the searches run on plain threads that take turns (`turns`). `docs/web.md` has the protocol.

mod assets;
mod board;
mod chess;
mod clock;
mod connections;
mod counting;
mod game;
mod gomoku;
mod guard;
mod inside;
mod memory;
mod messages;
mod opening;
mod review;
mod server;
mod socket;
mod thinking;
mod turns;

pub use server::{Census, MAX_BOARDS, Options, Server};
