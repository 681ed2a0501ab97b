//! A Gomocup session: `regence gomocup`.
//!
//! A reader thread takes the lines; `END` and `STOP` it obeys at once, everything else it hands in
//! order to the thread that plays. So the manager is never kept waiting for a way out, and no command
//! is ever obeyed in the middle of another.

mod control;
mod limits;
mod opening;
mod position;
mod session;

use crate::input::{Line, read_line};
use crate::output::Output;
use control::Control;
use regence_core::pool::STACK_BYTES;
use regence_core::watch::{Clock, WallClock};
use regence_gomoku::RuleSet;
use regence_gomoku_search::AnyBoard;
use regence_protocol::gomocup::{Command, answer, parse};
use session::Session;
use std::io;
use std::process::ExitCode;
use std::sync::mpsc;
use std::thread;

/// A line's command, with its place in the input and the time when it came.
#[derive(Debug)]
struct Request {
    command: Command,
    number: u64,
    clock: WallClock,
}

/// Whether the manager waits for an answer. What the other commands take belongs to the next move's time.
fn is_answered(command: &Command) -> bool {
    !matches!(
        command,
        Command::Info(_)
            | Command::Board
            | Command::YxBoard
            | Command::Swap2Board
            | Command::Stone(..)
    )
}

/// Speaks Gomocup's protocol on standard input and output until `END` or the end of the input.
pub fn serve() -> ExitCode {
    let output = Output::stdout();
    let control = Control::default();
    let (sender, requests) = mpsc::channel::<Request>();
    let player = {
        let (control, output) = (control.clone(), output.clone());
        thread::Builder::new()
            .name("player".into())
            .stack_size(STACK_BYTES)
            .spawn(move || {
                // Tables are built before anybody's clock runs.
                RuleSet::ALL.into_iter().for_each(AnyBoard::prepare);
                let mut session = Session::new(output, control);
                // A command that waited for another is obeyed, and timed, from when that one was done.
                let mut free_since = WallClock::start();
                for mut request in requests {
                    if free_since.elapsed() < request.clock.elapsed() {
                        request.clock = free_since;
                    }
                    let is_answered = is_answered(&request.command);
                    session.obey(request);
                    if is_answered {
                        free_since = WallClock::start();
                    }
                }
            })
    };
    let player = match player {
        Ok(player) => player,
        Err(error) => {
            output.print(&answer::error(&format!(
                "the system refused a thread: {error}"
            )));
            return ExitCode::FAILURE;
        }
    };
    let mut input = io::stdin().lock();
    for number in 1.. {
        let line = match read_line(&mut input) {
            Ok(Some(Line::Text(line))) => line,
            Ok(Some(Line::TooLong(_))) => {
                output.print(&answer::error("the line is too long; it is ignored"));
                continue;
            }
            Ok(None) => break,
            Err(error) => {
                output.print(&answer::error(&format!("cannot read input: {error}")));
                break;
            }
        };
        let clock = WallClock::start();
        match parse(&line) {
            Ok(None) => {}
            Ok(Some(Command::End)) => std::process::exit(0),
            Ok(Some(Command::Stop)) => control.stop(number),
            Ok(Some(command)) => {
                let request = Request {
                    command,
                    number,
                    clock,
                };
                if sender.send(request).is_err() {
                    break;
                }
            }
            Err(error) => output.print(&error.to_string()),
        }
    }
    drop(sender);
    // A panic of the thread has ended the process already.
    let _ = player.join();
    ExitCode::SUCCESS
}
