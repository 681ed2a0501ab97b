//! The manager's side of the Gomocup protocol.

use std::time::{Duration, Instant};

use super::error::{ClientError, Fault};
use super::launch::Launch;
use super::process::{Process, Received};

/// A point, column first, both counted from 0.
pub type At = (u8, u8);

/// Whose stone a line of `BOARD` shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    Own,
    Opponent,
}

/// What a program told about its search, where it uses the words of the usual ones.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Thought {
    pub depth: Option<u32>,
    /// For the side to move, in the program's own unit.
    pub score: Option<i32>,
    /// Plies until a win; negative until a loss.
    pub win_in: Option<i32>,
    pub nodes: Option<u64>,
}

/// An answer with a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub point: At,
    pub elapsed: Duration,
    pub thought: Thought,
    /// `MESSAGE` and `DEBUG` lines.
    pub messages: Vec<String>,
    /// Lines that are no part of the protocol.
    pub faults: Vec<Fault>,
}

/// A Gomocup program in its process.
#[derive(Debug)]
pub struct Gomocup {
    process: Process,
    /// The least time between its last answer and our next words: some programs lose what comes sooner.
    pause: Duration,
    answered: Option<Instant>,
}

impl Gomocup {
    pub fn start(launch: &Launch) -> Result<Gomocup, ClientError> {
        Ok(Gomocup {
            process: Process::start(launch)?,
            pause: Duration::ZERO,
            answered: None,
        })
    }

    /// From now on waits so long after each answer before it says anything.
    pub fn set_pause(&mut self, pause: Duration) {
        self.pause = pause;
    }

    fn rest(&mut self) {
        if let Some(answered) = self.answered.take() {
            std::thread::sleep(self.pause.saturating_sub(answered.elapsed()));
        }
    }

    pub fn process(&mut self) -> &mut Process {
        &mut self.process
    }

    /// `ABOUT`: what the program says of itself.
    pub fn about(&mut self, patience: Duration) -> Result<String, ClientError> {
        self.say("ABOUT");
        let deadline = Instant::now() + patience;
        loop {
            let line = self.process.receive(deadline, "the answer to ABOUT")?.text;
            match message_of(&line) {
                Some(_) => {}
                None if line.trim().is_empty() => {}
                None => return Ok(line.trim().to_owned()),
            }
        }
    }

    /// A new game on an empty board (`START`, or `RECTSTART` where the sides differ).
    pub fn new_game(
        &mut self,
        width: u8,
        height: u8,
        patience: Duration,
    ) -> Result<(), ClientError> {
        let command = match width == height {
            true => format!("START {width}"),
            false => format!("RECTSTART {width},{height}"),
        };
        self.rest();
        self.say(&command);
        let deadline = Instant::now() + patience;
        loop {
            let Received { text, .. } = self.process.receive(deadline, "OK after START")?;
            let text = text.trim();
            if text.eq_ignore_ascii_case("ok") {
                return Ok(());
            }
            if let Some(answer) = refusal_of(text) {
                return Err(ClientError::Refused {
                    asked: command,
                    answer,
                });
            }
        }
    }

    /// `INFO key value`; nothing is answered.
    pub fn info(&mut self, key: &str, value: impl std::fmt::Display) {
        self.say(&format!("INFO {key} {value}"));
    }

    /// `BEGIN`: the first move is the program's.
    pub fn begin(&mut self, patience: Duration) -> Result<Answer, ClientError> {
        self.ask(&["BEGIN"], patience)
    }

    /// `TURN`: the opponent's move, and the program's answer.
    pub fn turn(&mut self, (x, y): At, patience: Duration) -> Result<Answer, ClientError> {
        self.ask(&[&format!("TURN {x},{y}")], patience)
    }

    /// `BOARD`: stones in the order in which they were put; the program is to move.
    pub fn board(
        &mut self,
        stones: &[(At, Owner)],
        patience: Duration,
    ) -> Result<Answer, ClientError> {
        let line = |&((x, y), owner): &(At, Owner)| match owner {
            Owner::Own => format!("{x},{y},1"),
            Owner::Opponent => format!("{x},{y},2"),
        };
        let stones: Vec<String> = stones.iter().map(line).collect();
        let mut lines = vec!["BOARD"];
        lines.extend(stones.iter().map(String::as_str));
        lines.push("DONE");
        self.ask(&lines, patience)
    }

    /// Sends lines, after the pause, and waits for a move. The pause is not the program's time.
    pub fn ask(&mut self, lines: &[&str], patience: Duration) -> Result<Answer, ClientError> {
        self.rest();
        let began = Instant::now();
        self.process.send(lines);
        let deadline = began + patience;
        let (mut messages, mut faults) = (Vec::new(), Vec::new());
        loop {
            let Received { text, at } = self.process.receive(deadline, "a move as x,y")?;
            let line = text.trim();
            if let Some(point) = point_of(line) {
                self.answered = Some(at);
                return Ok(Answer {
                    point,
                    elapsed: at.saturating_duration_since(began),
                    thought: thought_of(&messages),
                    messages,
                    faults,
                });
            }
            if let Some(answer) = refusal_of(line) {
                let asked = lines.first().copied().unwrap_or("").to_owned();
                return Err(ClientError::Refused { asked, answer });
            }
            const MOST: usize = 10_000;
            match message_of(line) {
                Some(message) if messages.len() < MOST => messages.push(message.to_owned()),
                Some(_) => {}
                None if line.is_empty() || line.eq_ignore_ascii_case("ok") => {}
                None if faults.len() < MOST => {
                    faults.push(Fault::new("expected a move as x,y, or a MESSAGE", line));
                }
                None => {}
            }
        }
    }

    pub fn say(&mut self, line: &str) {
        self.process.send(&[line]);
    }

    /// Asks it to end and waits a little; it is killed when this is dropped in any case.
    pub fn quit(mut self, patience: Duration) -> Option<std::process::ExitStatus> {
        self.say("END");
        self.process.wait(patience)
    }
}

fn point_of(line: &str) -> Option<At> {
    let (x, y) = line.split_once(',')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}

fn starts_with_word<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    first.eq_ignore_ascii_case(word).then(|| rest.trim())
}

fn message_of(line: &str) -> Option<&str> {
    let words = ["MESSAGE", "DEBUG", "INFO", "SUGGEST"];
    words.iter().find_map(|word| starts_with_word(line, word))
}

fn refusal_of(line: &str) -> Option<String> {
    let refused = ["ERROR", "UNKNOWN"]
        .iter()
        .any(|word| starts_with_word(line, word).is_some());
    refused.then(|| super::error::excerpt(line))
}

/// The figures of the last message that has any: `depth 9-14 ev +M7 n 5000 …` or `Depth: 9 Eval: 35`.
fn thought_of(messages: &[String]) -> Thought {
    let found = |message: &String| {
        let mut thought = Thought::default();
        let clean = message.to_ascii_lowercase();
        let separators = |c: char| c.is_whitespace() || c == ':' || c == '|' || c == '=';
        let words: Vec<&str> = clean.split(separators).filter(|w| !w.is_empty()).collect();
        for pair in words.windows(2) {
            let value = pair[1];
            match pair[0] {
                "depth" | "d" => {
                    let digits = value.split('-').next().unwrap_or("");
                    thought.depth = thought.depth.or(digits.parse().ok());
                }
                "ev" | "eval" | "value" | "score" if thought.score.or(thought.win_in).is_none() => {
                    (thought.score, thought.win_in) = score_of(value);
                }
                "n" | "node" | "nodes" => thought.nodes = thought.nodes.or(value.parse().ok()),
                _ => {}
            }
        }
        (thought.depth.is_some() && (thought.score.or(thought.win_in)).is_some()).then_some(thought)
    };
    messages.iter().rev().find_map(found).unwrap_or_default()
}

/// A number, or plies to a win (`+m7`) or a loss (`-m6`).
fn score_of(word: &str) -> (Option<i32>, Option<i32>) {
    let (sign, size) = match word.strip_prefix('-') {
        Some(size) => (-1, size),
        None => (1, word.strip_prefix('+').unwrap_or(word)),
    };
    match size.strip_prefix('m') {
        Some(plies) => (None, plies.parse().ok().map(|plies: i32| sign * plies)),
        None => (size.parse().ok().map(|size: i32| sign * size), None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_messages_and_refusals_are_told_apart() {
        assert_eq!(point_of("7,8"), Some((7, 8)));
        assert_eq!(point_of(" 7 , 8 "), Some((7, 8)));
        for wrong in ["7", "7,", "a,b", "-1,3", "300,1", "7,8,1", ""] {
            assert_eq!(point_of(wrong), None, "{wrong}");
        }
        assert_eq!(message_of("MESSAGE depth 3"), Some("depth 3"));
        assert_eq!(message_of("message"), Some(""));
        assert_eq!(message_of("MESSAGES"), None);
        assert_eq!(refusal_of("ERROR no"), Some("ERROR no".into()));
        assert_eq!(refusal_of("UNKNOWN"), Some("UNKNOWN".into()));
        assert_eq!(refusal_of("ERRORS"), None);
    }

    #[test]
    fn thoughts_are_found_in_messages() {
        let messages = |texts: &[&str]| texts.iter().map(|t| t.to_string()).collect::<Vec<_>>();
        let ours = thought_of(&messages(&[
            "depth 9-14 ev -35 n 5000 n/s 1 tm 3 pv h8",
            "bye",
        ]));
        assert_eq!(
            (ours.depth, ours.score, ours.nodes),
            (Some(9), Some(-35), Some(5000))
        );
        let won = thought_of(&messages(&["depth 4-6 ev +M7 n 12 pv h8"]));
        assert_eq!((won.score, won.win_in), (None, Some(7)));
        let other = thought_of(&messages(&["Depth: 8 | Eval: 120 | Nodes: 77"]));
        assert_eq!(
            (other.depth, other.score, other.nodes),
            (Some(8), Some(120), Some(77))
        );
        assert_eq!(thought_of(&messages(&["hello", ""])), Thought::default());
    }
}
