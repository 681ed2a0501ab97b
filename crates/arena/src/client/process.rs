//! A child process that speaks in lines.
//!
//! One thread reads its output and stamps each line with the time at which it came, so that neither the channel nor
//! a busy receiver makes an engine look slow. Another reads what it writes to standard error, for reports.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ExitStatus};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use super::accounting;
use super::error::{ClientError, excerpt};
use super::launch::Launch;

/// Lines that wait to be read; an engine that writes more has to wait itself.
const WAITING_LINES: usize = 8192;
/// The rest of a longer line is dropped.
const LONGEST_LINE: u64 = 1 << 20;
/// Lines that are kept for reports.
const TRANSCRIPT: usize = 60;
/// How long a program that has closed its output may take to end before it is killed.
const TIME_TO_END: Duration = Duration::from_millis(500);

/// A line and the time at which it came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Received {
    pub text: String,
    pub at: Instant,
}

/// Who said a line of the transcript.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    Us,
    Engine,
    /// The engine, on standard error.
    EngineError,
}

#[derive(Debug)]
enum Message {
    Output(Received),
    Error(String),
    EndOfOutput,
}

/// A running program. It is killed when this is dropped.
#[derive(Debug)]
pub struct Process {
    launch: Launch,
    child: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Message>,
    transcript: VecDeque<(Who, String)>,
    output_ended: bool,
}

impl Process {
    pub fn start(launch: &Launch) -> Result<Process, ClientError> {
        let fail = |reason: String| ClientError::Start {
            command: launch.to_string(),
            reason,
        };
        let mut child = launch.command().spawn().map_err(|e| fail(e.to_string()))?;
        let (sender, messages) = sync_channel(WAITING_LINES);
        let (output, errors) = (child.stdout.take(), child.stderr.take());
        let input = child.stdin.take();
        let process = Process {
            launch: launch.clone(),
            child,
            input,
            messages,
            transcript: VecDeque::new(),
            output_ended: false,
        };
        // From here on, a failure drops the process and so kills the child.
        let spawn = |name: &str, work: Box<dyn FnOnce() + Send>| {
            std::thread::Builder::new()
                .name(name.to_owned())
                .spawn(work)
                .map_err(|e| fail(format!("no thread to listen to it: {e}")))
        };
        if let Some(errors) = errors {
            let sender = sender.clone();
            spawn(
                "engine errors",
                Box::new(move || read_errors(errors, sender)),
            )?;
        }
        if let Some(output) = output {
            spawn(
                "engine output",
                Box::new(move || read_output(output, sender)),
            )?;
        }
        Ok(process)
    }

    pub fn launch(&self) -> &Launch {
        &self.launch
    }

    /// The number that the system gave it.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// The processor time that it has used so far, in all threads; nothing where the system does not tell.
    pub fn processor_time(&self) -> Option<Duration> {
        accounting::processor_time(self.id())
    }

    /// How long its threads have waited for a processor so far; nothing where the system does not tell.
    pub fn waiting_time(&self) -> Option<Duration> {
        accounting::waiting_time(self.id())
    }

    /// Sends lines in one go. Each one must be without line breaks. That the program may be gone is found out by who
    /// waits for its answer.
    pub fn send(&mut self, lines: &[&str]) {
        let mut text = String::new();
        for line in lines {
            self.note(Who::Us, line);
            text.push_str(line);
            text.push('\n');
        }
        self.send_raw(text.as_bytes());
    }

    /// Sends bytes as they are.
    pub fn send_raw(&mut self, bytes: &[u8]) {
        if let Some(input) = &mut self.input
            && input.write_all(bytes).and_then(|()| input.flush()).is_err()
        {
            self.input = None;
        }
    }

    /// Closes the program's input: most programs end then.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// The next line before the deadline.
    pub fn receive(
        &mut self,
        deadline: Instant,
        waiting_for: &str,
    ) -> Result<Received, ClientError> {
        let began = Instant::now();
        loop {
            if self.output_ended {
                return Err(self.gone(waiting_for));
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.messages.recv_timeout(left) {
                Ok(Message::Output(line)) => {
                    self.note(Who::Engine, &line.text);
                    return Ok(line);
                }
                Ok(Message::Error(text)) => self.note(Who::EngineError, &text),
                Ok(Message::EndOfOutput) | Err(RecvTimeoutError::Disconnected) => {
                    self.output_ended = true;
                }
                Err(RecvTimeoutError::Timeout) => {
                    return Err(ClientError::Silent {
                        waiting_for: waiting_for.to_owned(),
                        waited: began.elapsed(),
                    });
                }
            }
        }
    }

    /// A line that is already there.
    pub fn try_receive(&mut self) -> Option<Received> {
        loop {
            match self.messages.try_recv() {
                Ok(Message::Output(line)) => {
                    self.note(Who::Engine, &line.text);
                    return Some(line);
                }
                Ok(Message::Error(text)) => self.note(Who::EngineError, &text),
                Ok(Message::EndOfOutput) => self.output_ended = true,
                Err(_) => return None,
            }
        }
    }

    /// How the program ended, if it has.
    pub fn exit_status(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().ok().flatten()
    }

    /// Waits until the program has ended.
    pub fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let began = Instant::now();
        loop {
            // Its output must be read, or a program that still writes could not end.
            while self.try_receive().is_some() {}
            let status = self.exit_status();
            if status.is_some() || began.elapsed() >= patience {
                return status;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    pub fn kill(&mut self) {
        // It may be gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// The last lines of the conversation, the oldest first.
    pub fn transcript(&self) -> impl Iterator<Item = (Who, &str)> {
        self.transcript
            .iter()
            .map(|(who, text)| (*who, text.as_str()))
    }

    /// The last lines as text: `<` to the engine, `>` from it, `!` from its standard error.
    pub fn transcript_text(&self, lines: usize) -> String {
        let skipped = self.transcript.len().saturating_sub(lines);
        let mut text = String::new();
        for (who, line) in self.transcript().skip(skipped) {
            let mark = match who {
                Who::Us => '<',
                Who::Engine => '>',
                Who::EngineError => '!',
            };
            text.push_str(&format!("{mark} {line}\n"));
        }
        text
    }

    fn note(&mut self, who: Who, line: &str) {
        if self.transcript.len() >= TRANSCRIPT {
            self.transcript.pop_front();
        }
        self.transcript.push_back((who, excerpt(line)));
    }

    /// Reads what is still on its way from standard error.
    fn read_last_words(&mut self) {
        let deadline = Instant::now() + TIME_TO_END;
        let left = || deadline.saturating_duration_since(Instant::now());
        while let Ok(message) = self.messages.recv_timeout(left()) {
            if let Message::Error(text) = message {
                self.note(Who::EngineError, &text);
            }
        }
    }

    fn gone(&mut self, waiting_for: &str) -> ClientError {
        let status = self.wait(TIME_TO_END);
        self.read_last_words();
        if status.is_some_and(was_interrupted) {
            return ClientError::Interrupted;
        }
        ClientError::Gone {
            waiting_for: waiting_for.to_owned(),
            ending: match status {
                Some(status) => format!("has ended ({status})"),
                None => "has closed its output".to_owned(),
            },
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

#[cfg(unix)]
fn was_interrupted(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt;
    const INTERRUPT: i32 = 2;
    const TERMINATE: i32 = 15;
    matches!(status.signal(), Some(INTERRUPT | TERMINATE))
}

#[cfg(not(unix))]
fn was_interrupted(_: ExitStatus) -> bool {
    false
}

fn read_output(output: impl Read, sender: SyncSender<Message>) {
    let mut input = BufReader::new(output);
    while let Some(text) = read_line(&mut input) {
        let at = Instant::now();
        if sender.send(Message::Output(Received { text, at })).is_err() {
            return;
        }
    }
    let _ = sender.send(Message::EndOfOutput);
}

fn read_errors(errors: impl Read, sender: SyncSender<Message>) {
    let mut input = BufReader::new(errors);
    while let Some(text) = read_line(&mut input) {
        if sender.send(Message::Error(text)).is_err() {
            return;
        }
    }
}

/// The next line without its end; `None` at the end of the output or when it fails.
fn read_line(input: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    let read = input
        .take(LONGEST_LINE)
        .read_until(b'\n', &mut bytes)
        .ok()?;
    if read == 0 {
        return None;
    }
    if bytes.last() != Some(&b'\n') && read as u64 == LONGEST_LINE {
        input.skip_until(b'\n').ok()?;
    }
    while matches!(bytes.last(), Some(b'\n' | b'\r')) {
        bytes.pop();
    }
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATIENCE: Duration = Duration::from_secs(60);

    fn soon() -> Instant {
        Instant::now() + PATIENCE
    }

    #[test]
    fn lines_are_cut_and_cleaned() {
        let long = vec![b'x'; LONGEST_LINE as usize + 10];
        let mut text = b"one\r\n\n\xff\n".to_vec();
        text.extend(&long);
        text.extend(b"\nlast");
        let mut input = text.as_slice();
        let lines: Vec<String> = std::iter::from_fn(|| read_line(&mut input)).collect();
        assert_eq!(lines.len(), 5);
        assert_eq!(lines[..3], ["one", "", "\u{fffd}"]);
        assert_eq!(lines[3].len(), LONGEST_LINE as usize);
        assert_eq!(lines[4], "last");
    }

    #[test]
    fn a_program_that_is_not_there_is_named() {
        let error = Process::start(&Launch::new("no such program")).unwrap_err();
        assert!(error.to_string().contains("no such program"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn lines_go_there_and_back_and_the_end_is_seen() {
        let mut process = Process::start(&Launch::new("cat")).unwrap();
        process.send(&["one", "two"]);
        assert_eq!(process.receive(soon(), "an echo").unwrap().text, "one");
        assert_eq!(process.receive(soon(), "an echo").unwrap().text, "two");
        let none = process.receive(Instant::now(), "nothing");
        assert!(matches!(none, Err(ClientError::Silent { .. })));
        process.close_input();
        let error = process.receive(soon(), "an echo").unwrap_err();
        assert!(error.to_string().contains("has ended"), "{error}");
        assert_eq!(process.transcript_text(3), "< two\n> one\n> two\n");
        // Writing to a program that is gone is no error, and no panic.
        process.send(&["three"]);
    }

    #[cfg(unix)]
    #[test]
    fn what_goes_to_standard_error_is_in_the_transcript() {
        let launch = Launch::new("sh").arg("-c").arg("echo oops >&2; exit 3");
        let mut process = Process::start(&launch).unwrap();
        let error = process.receive(soon(), "a word").unwrap_err();
        assert!(error.to_string().contains("exit status: 3"), "{error}");
        assert!(process.transcript_text(9).contains("! oops"));
    }
}
