//! `regence console`: plain words on a terminal, or a script behind a pipe.
//!
//! One thread reads lines, one searches, and this one acts. While a search runs, `stop` and `isready` are answered at once
//! and everything else waits its turn, so that a script may send all its lines without listening. An answer
//! is one write: readers take a pause for its end.

mod board;
mod book;
mod concurrency;
mod game;
mod held;
mod json;
mod pgn;
mod session;
mod teaching;
mod think;
mod trace;

use crate::input::{obey, spawn_reader};
use crate::output::Output;
use crate::work::Finished;
use session::Console;
use std::process::ExitCode;
use std::sync::mpsc::sync_channel;
use think::Found;

/// What other threads tell the one that acts.
#[derive(Debug)]
pub enum News {
    /// A search of the console's is done.
    Found(Found),
    /// Work that UCI asked for is done.
    Finished(Finished),
}

/// Obeys standard input until `quit` or its end.
pub fn serve() -> ExitCode {
    let (sender, events) = sync_channel(64);
    let mut console = Console::new(Output::stdout(), sender.clone());
    console.greet();
    if let Err(error) = spawn_reader(sender) {
        eprintln!("regence console: the system refused a thread: {error}");
        return ExitCode::FAILURE;
    }
    if obey(&mut console, &events).is_break() {
        std::process::exit(0);
    }
    console.finish();
    ExitCode::SUCCESS
}
