//! The engine as a program: it reads commands, searches beside them, and prints.
//!
//! Everything below this crate only computes; here are the process's input, output and threads.

mod analyse;
mod bench;
mod book;
mod cli;
mod console;
mod files;
mod genfens;
mod gomocup;
mod input;
mod options;
mod output;
mod perft;
mod play;
mod search;
mod serve;
mod session;
mod settings;
mod show;
mod syzygy;
mod welcome;
mod work;

pub use cli::main;

pub use regence_session::NAME;
