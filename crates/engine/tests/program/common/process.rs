//! An engine process, its input and its lines of output.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Nothing that is waited for takes this long, on any machine: only a hang does.
pub const WATCHDOG: Duration = Duration::from_secs(60);

/// A line and when it came.
pub type Stamped = (Instant, String);

#[derive(Debug)]
pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Stamped>,
    errors: Option<JoinHandle<String>>,
}

impl Process {
    pub fn start(program: &str, arguments: &[&str]) -> Process {
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("cannot start {program}: {error}"));
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut stderr = child.stderr.take().expect("a pipe");
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in output.lines() {
                let line = line.expect("the engine writes text");
                if sender.send((Instant::now(), line)).is_err() {
                    break;
                }
            }
        });
        let errors = thread::spawn(move || {
            let mut text = String::new();
            let _ = stderr.read_to_string(&mut text);
            text
        });
        Process {
            input: child.stdin.take(),
            child,
            lines,
            errors: Some(errors),
        }
    }

    /// Sends bytes as they are. An engine that is gone is found out by its silence.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is still open");
        let _ = input.write_all(bytes).and_then(|()| input.flush());
    }

    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// The next line, or `None` if the output has ended or nothing comes.
    pub fn try_line(&mut self) -> Option<Stamped> {
        self.lines.recv_timeout(WATCHDOG).ok()
    }

    pub fn line(&mut self) -> String {
        self.try_line()
            .expect("a line, before the output ends or the watchdog barks")
            .1
    }

    /// All lines up to the first that begins like this, that one included.
    pub fn lines_to(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.line());
            if lines.last().is_some_and(|line| line.starts_with(start)) {
                return lines;
            }
        }
    }

    /// All that is still to come, once the input is closed or `quit` is sent.
    pub fn rest(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        while let Some((_, line)) = self.try_line() {
            lines.push(line);
        }
        lines
    }

    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits for the process to end by itself, for as long as the watchdog lets it. Returns what it
    /// wrote to standard error as well.
    pub fn end(&mut self) -> (Option<ExitStatus>, String) {
        let start = Instant::now();
        let mut status = None;
        while status.is_none() && start.elapsed() < WATCHDOG {
            status = self.child.try_wait().expect("a child can be waited for");
            if status.is_none() {
                thread::sleep(Duration::from_millis(2));
            }
        }
        if status.is_none() {
            let _ = self.child.kill();
        }
        let errors = self
            .errors
            .take()
            .map(|thread| thread.join().unwrap_or_default());
        (status, errors.unwrap_or_default())
    }

    /// The process must end by itself, without an error and without a word on standard error.
    pub fn expect_clean_end(&mut self) {
        let (status, errors) = self.end();
        assert_eq!(errors, "", "standard error");
        let status = status.expect("the process ends by itself");
        assert!(status.success(), "{status}");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
