//! The engine under torture: it gets lines, must answer in between, and must then play as if nothing had been.

use std::time::{Duration, Instant};

use regence_arena::client::{ClientError, Launch, Process};
use regence_chess::rng::SplitMix64;
use regence_chess::{Board, Game};

use super::Protocol;

/// Who does not answer for so long hangs, on a machine that gives it a processor.
const HANG: Duration = Duration::from_secs(2);
/// How long to wait for an engine that may only be starved by other programs.
pub const LAST_CHANCE: Duration = Duration::from_secs(30);
/// Silence after which answers to the torture are over; programs think at most 20 ms about a move of it.
const QUIET: Duration = Duration::from_millis(40);
/// How long a second answer is waited for that may belong to the question, where the first one does not.
const STRAY: Duration = Duration::from_secs(1);

/// What went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    Crash(String),
    Hang(String),
    Wrong(String),
}

impl Failure {
    pub const fn name(&self) -> &'static str {
        match self {
            Failure::Crash(_) => "crash",
            Failure::Hang(_) => "hang",
            Failure::Wrong(_) => "wrong answer",
        }
    }

    pub fn what(&self) -> &str {
        let (Failure::Crash(what) | Failure::Hang(what) | Failure::Wrong(what)) = self;
        what
    }
}

/// Lines to be sent together; the engine must answer behind them. The seed is that of the question which follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    pub lines: Vec<Vec<u8>>,
    pub seed: u64,
}

/// A running engine.
#[derive(Debug)]
pub struct Victim {
    protocol: Protocol,
    process: Process,
    /// All that was sent, for the script.
    pub sent: Vec<Vec<u8>>,
    /// The slowest answer to a word that asks for one.
    pub slowest: Duration,
    /// Answers that were late because the machine was busy.
    pub stalls: u64,
    has_chess960: bool,
    /// When an engine that says nothing is given up.
    pub last_chance: Duration,
}

impl Victim {
    pub fn start(
        launch: &Launch,
        protocol: Protocol,
        has_chess960: bool,
    ) -> Result<Victim, ClientError> {
        Ok(Victim {
            protocol,
            process: Process::start(launch)?,
            sent: Vec::new(),
            slowest: Duration::ZERO,
            stalls: 0,
            has_chess960,
            last_chance: LAST_CHANCE,
        })
    }

    /// Sends a round and asks for answers.
    pub fn suffer(&mut self, round: &Round) -> Result<(), Failure> {
        if self.protocol == Protocol::Gomocup && self.sent.is_empty() {
            // Programs may think half a minute where nothing else is said.
            self.say(&[
                "INFO timeout_turn 20",
                "INFO timeout_match 1000000",
                "INFO time_left 1000000",
            ]);
        }
        let lines: Vec<&[u8]> = round.lines.iter().map(Vec::as_slice).collect();
        self.send(&lines);
        self.settle()?;
        self.question(round.seed)
    }

    fn say(&mut self, lines: &[&str]) {
        let lines: Vec<&[u8]> = lines.iter().map(|line| line.as_bytes()).collect();
        self.send(&lines);
    }

    fn send(&mut self, lines: &[&[u8]]) {
        let mut bytes = Vec::new();
        for line in lines {
            bytes.extend_from_slice(line);
            bytes.push(b'\n');
            self.sent.push(line.to_vec());
        }
        self.process.send_raw(&bytes);
    }

    /// Brings the engine to rest; it must say so.
    fn settle(&mut self) -> Result<(), Failure> {
        match self.protocol {
            Protocol::Uci => {
                // Twice, because the first answer may be one to the torture.
                for _ in 0..2 {
                    self.say(&["stop", "isready"]);
                    self.hear("readyok after isready", |line| {
                        (line == "readyok").then_some(())
                    })?;
                }
            }
            Protocol::Gomocup => {
                // The torture never asks for ABOUT, so that its answer is the end of all that was said about the torture. An OK
                // may be one to a START of the torture.
                self.say(&["DONE", "INFO timeout_turn 20", "START 15", "ABOUT"]);
                let mut has_started = false;
                self.hear("OK after START 15, and the answer to ABOUT", |line| {
                    has_started |= line.eq_ignore_ascii_case("ok");
                    is_about(line).then_some(())
                })?;
                if !has_started {
                    // It answers ABOUT at once, whatever waits.
                    self.hear("OK after START 15", |line| {
                        line.eq_ignore_ascii_case("ok").then_some(())
                    })?;
                    self.hear_strays()?;
                }
            }
            Protocol::Console => {
                self.say(&["stop", "new", "export"]);
                let start = Board::startpos().to_fen();
                self.hear("the usual start after new and export", |line| {
                    line.contains(&start).then_some(())
                })?;
            }
        }
        Ok(())
    }

    /// Hears what is still said about the torture.
    fn hear_strays(&mut self) -> Result<(), Failure> {
        loop {
            match self.process.receive(Instant::now() + QUIET, "nothing") {
                Ok(_) => {}
                Err(ClientError::Silent { .. }) => return Ok(()),
                Err(error) => return Err(crash(&error)),
            }
        }
    }

    /// Asks a question with a right answer.
    fn question(&mut self, seed: u64) -> Result<(), Failure> {
        let mut rng = SplitMix64::new(seed);
        match self.protocol {
            Protocol::Uci => {
                let plies = rng.below(40);
                let game = Game::random(Board::startpos(), plies, &mut |bound| rng.below(bound));
                self.question_uci(
                    &game.unwrap_or_else(|| Game::new(Board::startpos())),
                    rng.below(3),
                )
            }
            Protocol::Gomocup => self.question_gomocup(&mut rng),
            Protocol::Console => {
                self.say(&["new", "move e2e4", "export"]);
                let wanted = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq";
                self.hear("the position after e2e4", |line| {
                    line.contains(wanted).then_some(())
                })
            }
        }
    }

    fn question_uci(&mut self, game: &Game, kind: u64) -> Result<(), Failure> {
        let moves: Vec<String> = game.moves().iter().map(ToString::to_string).collect();
        let position = match moves.is_empty() {
            true => "position startpos".to_owned(),
            false => format!("position startpos moves {}", moves.join(" ")),
        };
        let go = ["go depth 2", "go nodes 50", "go movetime 10"][kind as usize % 3];
        if self.has_chess960 {
            self.say(&["setoption name UCI_Chess960 value false"]);
        }
        self.say(&[&position, go]);
        let best = |line: &str| {
            let best = line.strip_prefix("bestmove")?;
            Some(
                best.split_whitespace()
                    .next()
                    .unwrap_or_default()
                    .to_owned(),
            )
        };
        let is_right = |answer: &String| game.board().move_from_uci(answer).is_ok();
        let found = self.hear_right("bestmove", best, is_right)?;
        match found {
            Ok(()) => Ok(()),
            Err(answer) => Err(Failure::Wrong(format!(
                "expected a legal move after '{position}' and '{go}', found '{answer}'"
            ))),
        }
    }

    fn question_gomocup(&mut self, rng: &mut SplitMix64) -> Result<(), Failure> {
        self.say(&[
            "INFO rule 0",
            "INFO timeout_turn 20",
            "INFO timeout_match 1000000",
            "INFO time_left 1000000",
            "START 15",
        ]);
        self.hear("OK after START 15", |line| {
            line.eq_ignore_ascii_case("ok").then_some(())
        })?;
        self.say(&["BEGIN"]);
        let point = |line: &str| -> Option<(u8, u8)> {
            let (x, y) = line.split_once(',')?;
            Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
        };
        let mut stones: Vec<(u8, u8)> = Vec::new();
        for _ in 0..2 {
            let mut answer = None;
            let is_right = |&(x, y): &(u8, u8)| {
                let is_right = x < 15 && y < 15 && !stones.contains(&(x, y));
                answer = is_right.then_some((x, y));
                is_right
            };
            let heard = self.hear_right("a move as x,y", point, is_right)?;
            if let Err((x, y)) = heard {
                return Err(Failure::Wrong(format!(
                    "expected an empty point of 15x15, found {x},{y}; there are stones at {stones:?}"
                )));
            }
            stones.extend(answer);
            if stones.len() > 2 {
                break;
            }
            let mut reply = || (rng.below(15) as u8, rng.below(15) as u8);
            let mut own = reply();
            while stones.contains(&own) {
                own = reply();
            }
            stones.push(own);
            self.say(&[&format!("TURN {},{}", own.0, own.1)]);
        }
        Ok(())
    }

    /// The answer that a line gives, if it is right. A wrong one may belong to the torture: the next one is heard too.
    fn hear_right<T>(
        &mut self,
        what: &str,
        read: impl Fn(&str) -> Option<T>,
        mut is_right: impl FnMut(&T) -> bool,
    ) -> Result<Result<(), T>, Failure> {
        let mut answer = self.hear(what, &read)?;
        let deadline = Instant::now() + STRAY;
        while !is_right(&answer) {
            match self.process.receive(deadline, what) {
                Ok(line) => {
                    if let Some(next) = read(line.text.trim()) {
                        answer = next;
                    }
                }
                Err(ClientError::Silent { .. }) => return Ok(Err(answer)),
                Err(error) => return Err(crash(&error)),
            }
        }
        Ok(Ok(()))
    }

    /// Waits for a line. On a busy machine an engine that got no processor has more time.
    fn hear<T>(
        &mut self,
        what: &str,
        mut read: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Failure> {
        let (began, used) = (Instant::now(), self.process.processor_time());
        loop {
            match self.process.receive(began + self.last_chance, what) {
                Ok(line) => {
                    let Some(answer) = read(line.text.trim()) else {
                        continue;
                    };
                    let took = line.at.saturating_duration_since(began);
                    self.slowest = self.slowest.max(took);
                    if took > HANG {
                        let now = self.process.processor_time();
                        let worked = used
                            .zip(now)
                            .map(|(before, now)| now.saturating_sub(before));
                        if worked.is_some_and(|worked| worked > HANG) {
                            return Err(Failure::Hang(format!(
                                "expected {what}, found it only after {:.1} s",
                                took.as_secs_f64()
                            )));
                        }
                        self.stalls += 1;
                    }
                    return Ok(answer);
                }
                Err(ClientError::Silent { .. }) => {
                    return Err(Failure::Hang(format!(
                        "expected {what}, found nothing for {} s",
                        self.last_chance.as_secs()
                    )));
                }
                Err(error) => return Err(crash(&error)),
            }
        }
    }

    /// The last lines of the conversation.
    pub fn transcript(&self) -> String {
        self.process.transcript_text(12)
    }
}

/// Whether a line is what a Gomocup engine says of itself: `name="…", version="…"`.
fn is_about(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    line.strip_prefix("name")
        .is_some_and(|rest| rest.trim_start().starts_with('='))
}

fn crash(error: &ClientError) -> Failure {
    Failure::Crash(error.to_string())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// A Gomocup engine that is right, but thinks for longer than the silence after which strays are over.
    const SLOW: &str = r#"while read -r word rest; do
        case $word in
            START) echo OK ;;
            ABOUT) echo 'name="slow", version="1"' ;;
            BEGIN) sleep 0.2; echo 7,7 ;;
            TURN) sleep 0.2; if [ "$rest" = 7,7 ]; then echo ERROR; else echo 1,1; fi ;;
        esac
    done"#;

    /// An answer to the torture that comes late is none to the question behind it, however slow the machine is.
    #[test]
    fn answers_to_the_torture_are_none_to_the_question() {
        // The first point of ours that comes to mind is the one that the engine begins with.
        let first = |seed| {
            let mut rng = SplitMix64::new(seed);
            (rng.below(15), rng.below(15))
        };
        let seed = (0..).find(|&seed| first(seed) == (7, 7)).expect("a seed");
        let launch = Launch::new("sh").arg("-c").arg(SLOW);
        let mut victim = Victim::start(&launch, Protocol::Gomocup, false).expect("a shell");
        let lines = ["START 15", "TURN 0,0", "START 15", "TURN 0,0"];
        let lines = lines.map(|line| line.as_bytes().to_vec()).to_vec();
        assert_eq!(victim.suffer(&Round { lines, seed }), Ok(()));
        assert!(is_about("Name = \"a\"") && !is_about("MESSAGE name=1") && !is_about("namesake"));
    }
}
