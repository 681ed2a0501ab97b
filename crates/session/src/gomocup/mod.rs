//! A Gomocup conversation. `STOP` and `END` are obeyed where they are heard, everything else in order by the player: no
//! command is obeyed in the middle of another.

mod limits;
mod opening;
mod position;
mod session;

use crate::Output;
use crate::control::Control;
use regence_core::limiter::{Clock, WallClock};
use regence_gomoku_search::AnyBoard;
use regence_protocol::gomocup::Command;
use session::Session;

/// A line's command or what is answered to it, with its place in the input and the time when it came.
#[derive(Debug)]
pub struct Request {
    command: Result<Command, String>,
    number: u64,
    clock: WallClock,
}

/// What a line comes to.
#[derive(Debug)]
pub enum Heard {
    Nothing,
    /// For the player.
    Request(Request),
    /// `END`.
    End,
}

/// Hears what the line of this number has been read as: a command, nothing, or an error to be answered.
pub fn hear(parsed: Result<Option<Command>, String>, number: u64, control: &Control) -> Heard {
    let clock = WallClock::start();
    let command = match parsed {
        Ok(None) => return Heard::Nothing,
        Ok(Some(Command::End)) => {
            control.stop(number);
            return Heard::End;
        }
        Ok(Some(Command::Stop)) => {
            control.stop(number);
            return Heard::Nothing;
        }
        Ok(Some(command)) => Ok(command),
        // In order with the answers, and so that a board with a bad line is known for what it is.
        Err(answer) => Err(answer),
    };
    Heard::Request(Request {
        command,
        number,
        clock,
    })
}

/// Whoever obeys the requests, one after the other.
#[derive(Debug)]
pub struct Player {
    session: Session,
    free_since: WallClock,
}

impl Player {
    pub fn new(output: Output, control: Control) -> Player {
        let session = Session::new(output, control);
        // Tables are built before anybody's clock runs, those of other rules when they are asked for.
        AnyBoard::prepare(session.rule());
        Player {
            session,
            free_since: WallClock::start(),
        }
    }

    pub fn obey(&mut self, mut request: Request) {
        // A command that waited for another is obeyed, and timed, from when that one was done.
        if self.free_since.elapsed() < request.clock.elapsed() {
            request.clock = self.free_since;
        }
        let is_answered = is_answered(&request.command);
        self.session.obey(request);
        if is_answered {
            self.free_since = WallClock::start();
        }
    }
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
