//! A Gomocup session: `regence gomocup`.
//!
//! A reader thread takes the lines; `STOP` it obeys at once, everything else it hands in order to the
//! thread that plays. So no command is ever obeyed in the middle of another. `END` stops what runs: what
//! was asked before it is still answered, at once.

mod control;
mod limits;
mod opening;
mod position;
mod session;

use crate::input::{Line, read_line};
use crate::output::Output;
use control::Control;
use regence_core::limiter::{Clock, WallClock};
use regence_core::pool::STACK_BYTES;
use regence_gomoku_search::AnyBoard;
use regence_protocol::gomocup::{Command, answer, parse};
use session::Session;
use std::io;
use std::process::ExitCode;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

/// After `END` nothing takes longer, but a manager that does not read its pipe keeps us from answering.
const LEAVE_AFTER: Duration = Duration::from_secs(2);

/// A line's command or what is answered to it, with its place in the input and the time when it came.
#[derive(Debug)]
struct Request {
    command: Result<Command, String>,
    number: u64,
    clock: WallClock,
}

/// Whether the manager waits for an answer. What the other commands take belongs to the next move's time.
fn is_answered(command: &Result<Command, String>) -> bool {
    !matches!(
        command,
        Ok(Command::Info(_)
            | Command::Board
            | Command::YxBoard
            | Command::Swap2Board
            | Command::Stone(..))
    )
}

/// Speaks Gomocup's protocol on standard input and output until `END` or the end of the input.
pub fn serve() -> ExitCode {
    let output = Output::stdout();
    let control = Control::default();
    let (sender, requests) = mpsc::channel::<Request>();
    let (is_over, over) = mpsc::channel();
    let player = {
        let (control, output) = (control.clone(), output.clone());
        thread::Builder::new()
            .name("player".into())
            .stack_size(STACK_BYTES)
            .spawn(move || {
                play(&requests, Session::new(output, control));
                // Nobody waits if the end came without `END`.
                let _ = is_over.send(());
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
    let is_left = read(&control, &sender, &output);
    drop(sender);
    if is_left {
        let _ = over.recv_timeout(LEAVE_AFTER);
        std::process::exit(0);
    }
    // A panic of the thread has ended the process already.
    let _ = player.join();
    ExitCode::SUCCESS
}

/// Obeys the requests one after the other.
fn play(requests: &Receiver<Request>, mut session: Session) {
    // Tables are built before anybody's clock runs, those of other rules when they are asked for.
    AnyBoard::prepare(session.rule());
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
}

/// Reads standard input to `END` (true) or to its end.
fn read(control: &Control, requests: &Sender<Request>, output: &Output) -> bool {
    let mut input = io::stdin().lock();
    for number in 1.. {
        let parsed = match read_line(&mut input) {
            Ok(Some(Line::Text(line))) => parse(&line).map_err(|error| error.to_string()),
            Ok(Some(Line::TooLong(_))) => Err(answer::error("the line is too long; it is ignored")),
            Ok(None) => return false,
            Err(error) => {
                output.print(&answer::error(&format!("cannot read input: {error}")));
                return false;
            }
        };
        let clock = WallClock::start();
        let command = match parsed {
            Ok(None) => continue,
            Ok(Some(Command::End)) => {
                control.stop(number);
                return true;
            }
            Ok(Some(Command::Stop)) => {
                control.stop(number);
                continue;
            }
            Ok(Some(command)) => Ok(command),
            // In order with the answers, and so that a board with a bad line is known for what it is.
            Err(answer) => Err(answer),
        };
        let request = Request {
            command,
            number,
            clock,
        };
        if requests.send(request).is_err() {
            return false;
        }
    }
    false
}
