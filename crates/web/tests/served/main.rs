//! The server as pages see it: real sockets, both games, and guests who do not behave.

mod archive;
mod chess;
mod client;
mod crowds;
mod gomoku;
mod guests;
