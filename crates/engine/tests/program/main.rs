//! Tests of the program as a whole. They are one test program, since each costs a link.

mod analyse;
mod bench;
mod cli;
mod common;
mod console;
mod genfens;
mod house;
mod play;
mod selfplay;
mod serve;
mod syzygy;
mod uci;
