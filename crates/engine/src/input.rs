//! Lines from outside, of any bytes and any length, and the loop that obeys them.
//!
//! A script may send everything at once: lines that cannot be obeyed yet wait in order, and the end of the input is
//! obeyed after the last of them.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::Duration;

/// Longer lines are refused. The longest useful one, a `position` with ten thousand moves, has some
/// sixty thousand bytes.
pub const LONGEST_LINE: usize = 4 << 20;

/// Bytes of lines that may wait; a script that sends more without listening is cut short.
const MOST_WAITING: usize = 64 << 20;

/// A line of input.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// Bytes that are no UTF-8 are replaced, not refused: they are part of a message at most.
    Text(String),
    /// A line that is too long to be kept, with its first word.
    TooLong(String),
}

impl Line {
    pub fn text(&self) -> &str {
        let (Line::Text(text) | Line::TooLong(text)) = self;
        text
    }
}

/// Reads the next line; `None` at the end of the input.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    let limit = LONGEST_LINE as u64 + 1;
    let count = input.by_ref().take(limit).read_until(b'\n', &mut bytes)?;
    if count == 0 {
        return Ok(None);
    }
    let is_too_long = bytes.len() > LONGEST_LINE && bytes.last() != Some(&b'\n');
    let text = String::from_utf8_lossy(&bytes);
    if is_too_long {
        input.skip_until(b'\n')?;
        let word = text.split_whitespace().next().unwrap_or_default();
        return Ok(Some(Line::TooLong(word.chars().take(20).collect())));
    }
    Ok(Some(Line::Text(text.into_owned())))
}

/// What the thread that acts hears of.
#[derive(Debug)]
pub enum Event<T> {
    Line(Line),
    /// Another thread has something to say.
    News(T),
    /// The input has ended, or failed for this reason.
    End(Option<io::Error>),
}

/// Reads standard input to its end on a thread of its own.
pub fn spawn_reader<T: Send + 'static>(events: SyncSender<Event<T>>) -> io::Result<()> {
    let read = move || {
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
    };
    thread::Builder::new()
        .name("reader".into())
        .spawn(read)
        .map(drop)
}

/// What is done with a line while something else is under way.
#[derive(Debug, PartialEq, Eq)]
pub enum Turn {
    Done,
    /// It can be obeyed only afterwards.
    Wait(Line),
    Quit,
}

/// Somebody who obeys lines.
pub trait Actor {
    type News;

    /// Whether something is under way that most lines have to wait for.
    fn is_busy(&self) -> bool;

    /// Obeys a line when nothing is under way.
    fn take(&mut self, line: Line) -> ControlFlow<()>;

    /// Obeys a line while something is under way, if it can be. All lines before it have been obeyed.
    fn take_while_busy(&mut self, line: Line) -> Turn;

    /// As [`Actor::take_while_busy`], for a line that has just come while others before it are `waiting`.
    fn take_out_of_turn(&mut self, line: Line, waiting: &VecDeque<Line>) -> Turn;

    fn take_news(&mut self, news: Self::News);

    /// No line will come any more, and all that came are obeyed: what would not end by itself is stopped.
    fn end_of_input(&mut self);

    /// How long to wait for news before [`Actor::take_timeout`].
    fn patience(&self) -> Duration {
        Duration::MAX
    }

    fn take_timeout(&mut self) {}

    /// Says that a line was dropped, or that no more can be read.
    fn complain(&mut self, text: &str);
}

/// Obeys lines until one says that it is enough, or until the input and all that it asked for have ended.
pub fn obey<A: Actor>(actor: &mut A, events: &Receiver<Event<A::News>>) -> ControlFlow<()> {
    let mut waiting: VecDeque<Line> = VecDeque::new();
    let mut bytes = 0;
    let mut has_ended = false;
    loop {
        while let Some(line) = waiting.pop_front() {
            let length = line.text().len();
            let turn = match actor.is_busy() {
                true => actor.take_while_busy(line),
                false => match actor.take(line) {
                    ControlFlow::Continue(()) => Turn::Done,
                    ControlFlow::Break(()) => Turn::Quit,
                },
            };
            match turn {
                Turn::Done => bytes -= length,
                Turn::Quit => return ControlFlow::Break(()),
                Turn::Wait(line) => {
                    waiting.push_front(line);
                    break;
                }
            }
        }
        if has_ended && waiting.is_empty() {
            if !actor.is_busy() {
                return ControlFlow::Continue(());
            }
            actor.end_of_input();
        }
        let line = match events.recv_timeout(actor.patience()) {
            Ok(Event::Line(line)) => line,
            Ok(Event::News(news)) => {
                actor.take_news(news);
                continue;
            }
            Ok(Event::End(error)) => {
                if let Some(error) = error {
                    actor.complain(&format!("cannot read standard input: {error}"));
                }
                has_ended = true;
                continue;
            }
            Err(RecvTimeoutError::Timeout) => {
                actor.take_timeout();
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => return ControlFlow::Continue(()),
        };
        let turn = match waiting.is_empty() {
            true => Turn::Wait(line),
            false => actor.take_out_of_turn(line, &waiting),
        };
        match turn {
            Turn::Done => {}
            Turn::Quit => return ControlFlow::Break(()),
            Turn::Wait(line) if bytes + line.text().len() <= MOST_WAITING => {
                bytes += line.text().len();
                waiting.push_back(line);
            }
            Turn::Wait(_) => actor.complain("too many commands wait; this one is dropped"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(mut bytes: &[u8]) -> Vec<Line> {
        let mut lines = Vec::new();
        while let Some(line) = read_line(&mut bytes).expect("memory can be read") {
            lines.push(line);
        }
        lines
    }

    fn text(text: &str) -> Line {
        Line::Text(text.to_string())
    }

    #[test]
    fn lines_end_at_newlines_and_at_the_end() {
        assert_eq!(
            lines(b"uci\r\n\nquit"),
            [text("uci\r\n"), text("\n"), text("quit")]
        );
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced() {
        assert_eq!(lines(b"\xff\xfego\n"), [text("\u{fffd}\u{fffd}go\n")]);
    }

    #[test]
    fn a_line_without_end_is_skipped_not_stored() {
        let mut bytes = vec![b'x'; LONGEST_LINE + 10];
        bytes.extend_from_slice(b"\nuci\n");
        let word = "x".repeat(20);
        assert_eq!(lines(&bytes), [Line::TooLong(word), text("uci\n")]);
    }

    /// Writes down what it obeys. `think` makes it busy until `stop`, `work` until news come.
    #[derive(Default)]
    struct Scribe {
        log: Vec<String>,
        thinks: bool,
        works: bool,
    }

    impl Actor for Scribe {
        type News = ();

        fn is_busy(&self) -> bool {
            self.thinks || self.works
        }

        fn take(&mut self, line: Line) -> ControlFlow<()> {
            let word = line.text().trim().to_string();
            self.thinks = word == "think";
            self.works = word == "work";
            self.log.push(word.clone());
            match word.as_str() {
                "quit" => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        }

        fn take_while_busy(&mut self, line: Line) -> Turn {
            match line.text().trim() {
                "stop" if self.thinks => {
                    self.log.push("stopped".into());
                    self.thinks = false;
                    Turn::Done
                }
                _ => Turn::Wait(line),
            }
        }

        fn take_out_of_turn(&mut self, line: Line, _: &VecDeque<Line>) -> Turn {
            match line.text().trim() {
                "isready" => {
                    self.log.push("readyok".into());
                    Turn::Done
                }
                _ => Turn::Wait(line),
            }
        }

        fn take_news(&mut self, (): ()) {
            self.log.push("worked".into());
            self.works = false;
        }

        fn end_of_input(&mut self) {
            if std::mem::take(&mut self.thinks) {
                self.log.push("ended".into());
            }
        }

        fn complain(&mut self, text: &str) {
            self.log.push(text.to_string());
        }
    }

    /// What is obeyed of a script that is there before anybody listens; `news` come after it.
    fn log(script: &str, news: usize) -> String {
        let (sender, events) = std::sync::mpsc::sync_channel(100);
        for line in script.lines() {
            sender.send(Event::Line(text(line))).expect("room");
        }
        sender.send(Event::End(None)).expect("room");
        for _ in 0..news {
            sender.send(Event::News(())).expect("room");
        }
        drop(sender);
        let mut scribe = Scribe::default();
        let _ = obey(&mut scribe, &events);
        scribe.log.join(" ")
    }

    #[test]
    fn a_script_may_send_everything_at_once() {
        assert_eq!(log("a\nb", 0), "a b");
        // The stop is for the search that it follows, not for the work before that one.
        assert_eq!(
            log("work\nthink\nstop\nquit\nmore", 1),
            "work worked think stopped quit"
        );
        assert_eq!(log("work\na\nisready\nb", 1), "work readyok worked a b");
        assert_eq!(
            log("work\na\nwork\nthink\nstop", 2),
            "work worked a work worked think stopped"
        );
    }

    #[test]
    fn the_end_of_the_input_ends_everything() {
        assert_eq!(log("think", 0), "think ended");
        assert_eq!(log("work\nthink", 1), "work worked think ended");
    }

    #[test]
    fn what_waits_is_bounded() {
        let (sender, events) = std::sync::mpsc::sync_channel(100);
        sender.send(Event::Line(text("work"))).expect("room");
        for _ in 0..20 {
            let long = "x".repeat(LONGEST_LINE);
            sender.send(Event::Line(Line::Text(long))).expect("room");
        }
        sender.send(Event::News(())).expect("room");
        sender.send(Event::End(None)).expect("room");
        let mut scribe = Scribe::default();
        assert!(obey(&mut scribe, &events).is_continue());
        let dropped = scribe.log.iter().filter(|line| line.contains("dropped"));
        assert_eq!(dropped.count(), 4, "64 MB wait, 16 MB do not");
    }
}
