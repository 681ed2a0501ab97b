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

use crate::input::{Line, read_line};
use crate::output::Output;
use session::Console;
use std::collections::VecDeque;
use std::io;
use std::process::ExitCode;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;
use think::Found;

/// What the acting thread hears of.
#[derive(Debug)]
enum Event {
    Line(Line),
    Found(Found),
    /// The input has ended, or failed for this reason.
    End(Option<io::Error>),
}

/// Lines that may wait for the end of a search; a script that sends more without listening is cut short.
const MOST_WAITING: usize = 10_000;

/// Obeys standard input until `quit` or its end.
pub fn serve() -> ExitCode {
    let (sender, events) = sync_channel(64);
    let output = Output::stdout();
    let mut console = Console::new(output.clone(), sender.clone());
    console.greet();
    if let Err(error) = thread::Builder::new().spawn(move || read(&sender)) {
        eprintln!("regence console: the system refused a thread: {error}");
        return ExitCode::FAILURE;
    }
    let mut waiting = VecDeque::new();
    let mut has_ended = false;
    loop {
        if !console.is_thinking() {
            if let Some(line) = waiting.pop_front() {
                if console.take(line).is_break() {
                    std::process::exit(0);
                }
                continue;
            }
            if has_ended {
                break;
            }
        }
        match events.recv() {
            Ok(Event::Line(line)) => match console.take_while_thinking(line) {
                std::ops::ControlFlow::Continue(Some(line)) if waiting.len() < MOST_WAITING => {
                    waiting.push_back(line);
                }
                std::ops::ControlFlow::Continue(Some(_)) => {
                    output
                        .print("ERROR: too many commands wait for the search; this one is dropped");
                }
                std::ops::ControlFlow::Continue(None) => {}
                std::ops::ControlFlow::Break(()) => std::process::exit(0),
            },
            Ok(Event::Found(found)) => console.take_found(found),
            Ok(Event::End(error)) => {
                if let Some(error) = error {
                    output.print(&format!("ERROR: cannot read standard input: {error}"));
                }
                has_ended = true;
                console.end_of_input();
            }
            Err(_) => break,
        }
    }
    console.finish();
    ExitCode::SUCCESS
}

/// Reads standard input to its end.
fn read(events: &SyncSender<Event>) {
    let mut input = io::stdin().lock();
    loop {
        let event = match read_line(&mut input) {
            Ok(Some(line)) => Event::Line(line),
            Ok(None) => Event::End(None),
            Err(error) => Event::End(Some(error)),
        };
        let is_end = matches!(event, Event::End(_));
        if events.send(event).is_err() || is_end {
            return;
        }
    }
}
