//! The user's side of UCI.
//!
//! [`Uci::go`] is a whole search; who wants to speak while the engine thinks takes [`Uci::start_search`] and reads
//! [events](Uci::event).

mod info;
mod limits;
mod option;

use std::time::{Duration, Instant};

use super::error::{ClientError, Fault};
use super::launch::Launch;
use super::process::{Process, Received};

pub use info::{Bound, Info, Score};
pub use limits::{Clocks, Go};
pub use option::{EngineOption, OptionType};

/// A line of the engine, understood.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    Info(Info),
    /// `info string`, and whatever is no part of the protocol.
    Text(String),
    BestMove {
        best: String,
        ponder: Option<String>,
    },
    ReadyOk,
    UciOk,
    Name(String),
    Author(String),
    Option(EngineOption),
    /// A word of the protocol with something wrong behind it.
    Faulty(Fault),
}

/// What a search answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    pub best: String,
    pub ponder: Option<String>,
    /// From the sending of `go` until the line came.
    pub elapsed: Duration,
    /// All lines of figures, in order.
    pub infos: Vec<Info>,
    pub texts: Vec<String>,
    pub faults: Vec<Fault>,
}

impl Answer {
    /// The last line of the first rank that has a score and moves; exact if there is one.
    pub fn last_line(&self) -> Option<&Info> {
        let has_line = |info: &&Info| info.rank() == 1 && info.score.is_some();
        let lines = || self.infos.iter().rev().filter(has_line);
        let last = lines().next()?;
        // A bound of the last iteration says less than the finished one before it.
        let exact = lines().find(|info| info.bound == Bound::Exact && !info.pv.is_empty());
        let led_by_best = |info: &&Info| info.pv.first() == Some(&self.best);
        exact.filter(led_by_best).or(Some(last))
    }

    /// The highest number of nodes that was told.
    pub fn nodes(&self) -> Option<u64> {
        self.infos.iter().filter_map(|info| info.nodes).max()
    }
}

/// Lines of figures that a search may keep; of a flood the older half is dropped.
const MOST_INFOS: usize = 20_000;

/// An engine that has said `uciok`.
#[derive(Debug)]
pub struct Uci {
    process: Process,
    name: Option<String>,
    author: Option<String>,
    options: Vec<EngineOption>,
    /// What was wrong with its greeting, and with what it said when nothing was asked.
    faults: Vec<Fault>,
    search_began: Instant,
}

impl Uci {
    /// Starts an engine and greets it.
    pub fn start(launch: &Launch, patience: Duration) -> Result<Uci, ClientError> {
        Uci::greet(Process::start(launch)?, patience).map_err(|failure| failure.0)
    }

    /// Greets an engine that has been started. A failure gives the process back, for its transcript.
    pub fn greet(process: Process, patience: Duration) -> Result<Uci, Box<(ClientError, Process)>> {
        let mut uci = Uci {
            process,
            name: None,
            author: None,
            options: Vec::new(),
            faults: Vec::new(),
            search_began: Instant::now(),
        };
        uci.process.send(&["uci"]);
        let deadline = Instant::now() + patience;
        loop {
            match uci.event(deadline, "uciok") {
                Ok((Event::UciOk, _)) => return Ok(uci),
                Ok((Event::Name(name), _)) => uci.name = Some(name),
                Ok((Event::Author(author), _)) => uci.author = Some(author),
                Ok((Event::Option(option), _)) => uci.options.push(option),
                Ok((Event::Faulty(fault), _)) => uci.faults.push(fault),
                Ok(_) => {}
                Err(error) => return Err(Box::new((error, uci.process))),
            }
        }
    }

    pub fn process(&mut self) -> &mut Process {
        &mut self.process
    }

    /// The name by `id name`, or the program's.
    pub fn name(&self) -> String {
        let program = || self.process.launch().program.display().to_string();
        self.name.clone().unwrap_or_else(program)
    }

    /// The name by `id name`, if it has told one.
    pub fn id_name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    pub fn author(&self) -> Option<&str> {
        self.author.as_deref()
    }

    pub fn options(&self) -> &[EngineOption] {
        &self.options
    }

    /// The option of that name; upper and lower case are the same.
    pub fn option(&self, name: &str) -> Option<&EngineOption> {
        let mut options = self.options.iter();
        options.find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// Takes the faults that were seen outside of searches.
    pub fn take_faults(&mut self) -> Vec<Fault> {
        std::mem::take(&mut self.faults)
    }

    pub fn set_option(&mut self, name: &str, value: Option<&str>) {
        match value {
            Some(value) => self.say(&format!("setoption name {name} value {value}")),
            None => self.say(&format!("setoption name {name}")),
        }
    }

    pub fn new_game(&mut self) {
        self.say("ucinewgame");
    }

    /// Sends `isready` and waits for its answer.
    pub fn ready(&mut self, patience: Duration) -> Result<Duration, ClientError> {
        let began = Instant::now();
        self.say("isready");
        loop {
            match self.event(began + patience, "readyok")? {
                (Event::ReadyOk, at) => return Ok(at.saturating_duration_since(began)),
                (Event::Faulty(fault), _) => self.faults.push(fault),
                (Event::BestMove { best, .. }, _) => self.faults.push(Fault::new(
                    "a best move without a search",
                    &format!("bestmove {best}"),
                )),
                _ => {}
            }
        }
    }

    /// The position for the next search; the usual start if there is no FEN.
    pub fn position(&mut self, fen: Option<&str>, moves: &[String]) {
        let text = position_text(fen, moves);
        self.say(&text);
    }

    /// Searches and waits for the best move. `patience` is for the engine that never answers, not for one that is
    /// late: compare [`Answer::elapsed`] with the clock.
    pub fn go(&mut self, go: &Go, patience: Duration) -> Result<Answer, ClientError> {
        self.start_search(go);
        self.finish_search(patience)
    }

    /// Sends position and search in one go: the engine need not be woken twice.
    pub fn go_from(
        &mut self,
        fen: Option<&str>,
        moves: &[String],
        go: &Go,
        patience: Duration,
    ) -> Result<Answer, ClientError> {
        self.hear_strays();
        let (position, go) = (position_text(fen, moves), go.to_string());
        self.search_began = Instant::now();
        self.process.send(&[&position, &go]);
        self.finish_search(patience)
    }

    /// Reads what came after the last answer: a second best move must not be taken for that of the next search.
    fn hear_strays(&mut self) {
        while let Some(line) = self.process.try_receive() {
            match read_event(&line.text) {
                Event::BestMove { .. } => {
                    let fault = Fault::new("a best move that nobody has asked for", &line.text);
                    self.faults.push(fault);
                }
                Event::Faulty(fault) => self.faults.push(fault),
                _ => {}
            }
        }
    }

    /// Sends `go` and returns at once.
    pub fn start_search(&mut self, go: &Go) {
        let text = go.to_string();
        self.search_began = Instant::now();
        self.say(&text);
    }

    /// When the last search began.
    pub fn search_began(&self) -> Instant {
        self.search_began
    }

    /// Waits for the best move of the search that was started.
    pub fn finish_search(&mut self, patience: Duration) -> Result<Answer, ClientError> {
        let deadline = self.search_began + patience;
        let (mut infos, mut texts, mut faults) = (Vec::new(), Vec::new(), Vec::new());
        loop {
            match self.event(deadline, "bestmove")? {
                (Event::BestMove { best, ponder }, at) => {
                    let elapsed = at.saturating_duration_since(self.search_began);
                    return Ok(Answer {
                        best,
                        ponder,
                        elapsed,
                        infos,
                        texts,
                        faults,
                    });
                }
                (Event::Info(info), _) => {
                    if infos.len() >= MOST_INFOS {
                        infos.drain(..MOST_INFOS / 2);
                    }
                    infos.push(info);
                }
                (Event::Text(text), _) if texts.len() < MOST_INFOS => texts.push(text),
                (Event::Faulty(fault), _) if faults.len() < MOST_INFOS => faults.push(fault),
                _ => {}
            }
        }
    }

    pub fn stop(&mut self) {
        self.say("stop");
    }

    pub fn ponder_hit(&mut self) {
        self.say("ponderhit");
    }

    /// Asks it to end and waits a little; it is killed when this is dropped in any case.
    pub fn quit(mut self, patience: Duration) -> Option<std::process::ExitStatus> {
        self.say("quit");
        self.process.wait(patience)
    }

    pub fn say(&mut self, line: &str) {
        self.process.send(&[line]);
    }

    /// The next line, understood, and when it came. Blank lines are passed over.
    pub fn event(
        &mut self,
        deadline: Instant,
        waiting_for: &str,
    ) -> Result<(Event, Instant), ClientError> {
        loop {
            let Received { text, at } = self.process.receive(deadline, waiting_for)?;
            if !text.trim().is_empty() {
                return Ok((read_event(&text), at));
            }
        }
    }
}

/// The `position` command of this start and these moves.
pub fn position_text(fen: Option<&str>, moves: &[String]) -> String {
    let mut text = match fen {
        Some(fen) => format!("position fen {fen}"),
        None => "position startpos".to_owned(),
    };
    if !moves.is_empty() {
        text.push_str(" moves");
        for mv in moves {
            text.push(' ');
            text.push_str(mv);
        }
    }
    text
}

/// What a line says.
pub fn read_event(line: &str) -> Event {
    let mut words = line.split_whitespace();
    let rest = |word: &str| line.trim_start()[word.len()..].trim().to_owned();
    match words.next() {
        Some("info") => match info::read(line) {
            Ok(info::Read::Figures(info)) => Event::Info(info),
            Ok(info::Read::Text(text)) => Event::Text(text),
            Err(what) => Event::Faulty(Fault::new(what, line)),
        },
        Some("bestmove") => match (words.next(), words.next(), words.next()) {
            (Some(best), Some("ponder"), ponder @ Some(_)) => Event::BestMove {
                best: best.to_owned(),
                ponder: ponder.map(str::to_owned),
            },
            (Some(best), _, _) => Event::BestMove {
                best: best.to_owned(),
                ponder: None,
            },
            // An answer, if an empty one: who waits for it must not wait longer.
            (None, _, _) => Event::BestMove {
                best: String::new(),
                ponder: None,
            },
        },
        Some("readyok") => Event::ReadyOk,
        Some("uciok") => Event::UciOk,
        Some("id") => match words.next() {
            Some("name") => Event::Name(rest("id").split_off(4).trim().to_owned()),
            Some("author") => Event::Author(rest("id").split_off(6).trim().to_owned()),
            _ => Event::Faulty(Fault::new("expected 'id name' or 'id author'", line)),
        },
        Some("option") => match option::read(line) {
            Ok(option) => Event::Option(option),
            Err(what) => Event::Faulty(Fault::new(what, line)),
        },
        _ => Event::Text(line.trim().to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_understood() {
        let best = |best: &str, ponder: Option<&str>| Event::BestMove {
            best: best.into(),
            ponder: ponder.map(str::to_owned),
        };
        assert_eq!(
            read_event("bestmove e2e4 ponder e7e5"),
            best("e2e4", Some("e7e5"))
        );
        assert_eq!(read_event("  bestmove\te2e4 "), best("e2e4", None));
        assert_eq!(read_event("bestmove"), best("", None));
        assert_eq!(read_event("bestmove e2e4 ponder"), best("e2e4", None));
        assert_eq!(read_event("readyok"), Event::ReadyOk);
        assert_eq!(
            read_event(" id name  Big  Fish 3 "),
            Event::Name("Big  Fish 3".into())
        );
        assert_eq!(read_event("id author A. B."), Event::Author("A. B.".into()));
        assert!(matches!(read_event("id nam"), Event::Faulty(_)));
        assert_eq!(read_event("Hello there"), Event::Text("Hello there".into()));
        assert_eq!(read_event("info string a b"), Event::Text("a b".into()));
    }

    #[test]
    fn positions_are_written() {
        let moves = ["e2e4".to_owned(), "e7e5".to_owned()];
        assert_eq!(position_text(None, &[]), "position startpos");
        assert_eq!(
            position_text(None, &moves),
            "position startpos moves e2e4 e7e5"
        );
        assert_eq!(
            position_text(Some("8/8 w"), &moves[..1]),
            "position fen 8/8 w moves e2e4"
        );
    }

    #[test]
    fn the_last_line_is_the_finished_one_behind_the_move() {
        let info = |line: &str| match read_event(line) {
            Event::Info(info) => info,
            other => panic!("{other:?}"),
        };
        let mut answer = Answer {
            best: "e2e4".into(),
            ponder: None,
            elapsed: Duration::ZERO,
            infos: vec![
                info("info depth 5 score cp 20 nodes 100 pv e2e4"),
                info("info depth 5 multipv 2 score cp 10 nodes 100 pv d2d4"),
                info("info depth 6 score cp 40 lowerbound nodes 200 pv e2e4"),
            ],
            texts: vec![],
            faults: vec![],
        };
        assert_eq!(answer.last_line().unwrap().depth, Some(5));
        assert_eq!(answer.nodes(), Some(200));
        answer.best = "c2c4".into();
        assert_eq!(answer.last_line().unwrap().depth, Some(6));
    }
}
