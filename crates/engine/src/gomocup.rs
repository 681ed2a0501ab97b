//! A Gomocup session: `regence gomocup`.
//!
//! A reader thread takes the lines; `STOP` it obeys at once, everything else it hands in order to the
//! thread that plays. So no command is ever obeyed in the middle of another. `END` stops what runs: what
//! was asked before it is still answered, at once.

use crate::input::{Line, read_line};
use crate::output::Output;
use regence_core::pool::STACK_BYTES;
use regence_protocol::gomocup::{answer, parse};
use regence_session::control::Control;
use regence_session::gomocup::{Heard, Player, Request, hear};
use std::io;
use std::process::ExitCode;
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Duration;

/// After `END` nothing takes longer, but a manager that does not read its pipe keeps us from answering.
const LEAVE_AFTER: Duration = Duration::from_secs(2);

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
                let mut player = Player::new(output.for_sessions(), control);
                requests.iter().for_each(|request| player.obey(request));
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
        let request = match hear(parsed, number, control) {
            Heard::Nothing => continue,
            Heard::End => return true,
            Heard::Request(request) => request,
        };
        if requests.send(request).is_err() {
            return false;
        }
    }
    false
}
