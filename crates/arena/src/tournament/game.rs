//! One game: who may move, what was played, how it ended and what went wrong.

use std::fmt;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::control::{Clock, Overstepped};
use super::player::Player;
use super::position::Position;
use crate::adjudication::{Judge, Rules};
use crate::client::ClientError;
use crate::error::LabError;
pub use crate::seat::Seat;

/// A score for the side that told it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    Points(i32),
    /// Plies until a win; negative until a loss.
    WinIn(i32),
}

impl Score {
    /// As a number; a win is more than any points.
    pub fn size(self) -> i32 {
        const WON: i32 = 30_000;
        match self {
            Score::Points(points) => points.clamp(-WON, WON),
            Score::WinIn(plies) if plies > 0 => WON,
            Score::WinIn(_) => -WON,
        }
    }
}

/// What an engine told about its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Thought {
    pub score: Option<Score>,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
}

/// An engine's answer.
#[derive(Clone, Debug)]
pub struct Reply {
    /// As the protocol writes it.
    pub mv: String,
    pub thought: Thought,
    pub elapsed: Duration,
    /// What broke the protocol or the rules without ending the game.
    pub faults: Vec<(FaultKind, String)>,
}

/// A move of a game with the thought behind it; moves of the opening are not thought about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comment {
    pub thought: Thought,
    pub elapsed: Duration,
}

/// What an engine can do wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FaultKind {
    /// A move that the rules do not allow: loses.
    Illegal,
    /// Over its time: loses.
    Time,
    /// Ended in the middle of a game: loses.
    Crash,
    /// Did not answer: loses.
    Hang,
    /// A line of play with an illegal move.
    Line,
    /// Words that the protocol does not have.
    Protocol,
}

impl FaultKind {
    pub const ALL: [FaultKind; 6] = [
        FaultKind::Illegal,
        FaultKind::Time,
        FaultKind::Crash,
        FaultKind::Hang,
        FaultKind::Line,
        FaultKind::Protocol,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            FaultKind::Illegal => "illegal",
            FaultKind::Time => "time",
            FaultKind::Crash => "crash",
            FaultKind::Hang => "hang",
            FaultKind::Line => "line",
            FaultKind::Protocol => "protocol",
        }
    }

    pub const fn index(self) -> usize {
        self as usize
    }

    /// In the words of a table.
    pub const fn plural(self) -> &'static str {
        match self {
            FaultKind::Illegal => "illegal moves",
            FaultKind::Time => "time losses",
            FaultKind::Crash => "crashes",
            FaultKind::Hang => "hangs",
            FaultKind::Line => "illegal lines",
            FaultKind::Protocol => "protocol faults",
        }
    }
}

/// A fault with all that its author needs to find it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultNote {
    pub seat: Seat,
    pub kind: FaultKind,
    pub what: String,
    pub position: String,
    pub transcript: String,
}

/// Why a game ended, in the words of the PGN standard's `Termination`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    Rules,
    Adjudication,
    Fault(FaultKind),
}

impl Ending {
    pub const fn name(self) -> &'static str {
        match self {
            Ending::Rules => "rules",
            Ending::Adjudication => "adjudication",
            Ending::Fault(kind) => kind.name(),
        }
    }

    /// The word for PGN.
    pub const fn termination(self) -> &'static str {
        match self {
            Ending::Rules => "normal",
            Ending::Adjudication => "adjudication",
            Ending::Fault(FaultKind::Time) => "time forfeit",
            Ending::Fault(FaultKind::Crash | FaultKind::Hang) => "abandoned",
            Ending::Fault(_) => "rules infraction",
        }
    }

    pub fn from_name(name: &str) -> Option<Ending> {
        match name {
            "rules" => Some(Ending::Rules),
            "adjudication" => Some(Ending::Adjudication),
            _ => {
                let mut kinds = FaultKind::ALL.into_iter();
                kinds.find(|kind| kind.name() == name).map(Ending::Fault)
            }
        }
    }
}

/// What a seat used in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Usage {
    pub moves: u64,
    pub time: Duration,
    /// Sums over the moves that told them.
    pub depths: u64,
    pub nodes: u64,
    /// Where time is limited.
    #[serde(default)]
    pub clock: ClockUsage,
}

/// How a seat kept its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ClockUsage {
    /// What was left of a move's limit when the answer came; the least of all moves, nothing without a limit.
    pub least_left: Option<Duration>,
    /// Moves that took longer than their limit, also those within the margin.
    pub overruns: u64,
    /// Overruns in which the engine had a processor for less than half of the time: the machine was late, not it.
    pub stalls: u64,
    pub worst_overrun: Duration,
    /// Thinking time in moves with a limit, and the processor time in it where the system tells.
    pub limited: Duration,
    pub processor: Option<Duration>,
}

impl ClockUsage {
    /// Of one move.
    pub fn of(limit: Duration, elapsed: Duration, processor: Option<Duration>) -> ClockUsage {
        let is_over = elapsed > limit;
        let is_stall = is_over && processor.is_some_and(|used| used < elapsed / 2);
        ClockUsage {
            least_left: Some(limit.saturating_sub(elapsed)),
            overruns: is_over.into(),
            stalls: is_stall.into(),
            worst_overrun: elapsed.saturating_sub(limit),
            limited: elapsed,
            processor,
        }
    }

    fn add(&mut self, other: &ClockUsage) {
        let both = self.least_left.into_iter().chain(other.least_left);
        self.least_left = both.min();
        self.overruns += other.overruns;
        self.stalls += other.stalls;
        self.worst_overrun = self.worst_overrun.max(other.worst_overrun);
        self.limited += other.limited;
        self.processor = match (self.processor, other.processor) {
            (Some(one), Some(two)) => Some(one + two),
            (one, two) => one.or(two),
        };
    }
}

impl Usage {
    pub fn add(&mut self, other: &Usage) {
        self.moves += other.moves;
        self.time += other.time;
        self.depths += other.depths;
        self.nodes += other.nodes;
        self.clock.add(&other.clock);
    }
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Played {
    pub position: Position,
    /// One for each move after the opening.
    pub comments: Vec<Comment>,
    pub winner: Option<Seat>,
    pub ending: Ending,
    /// The ending in words.
    pub reason: String,
    pub faults: Vec<FaultNote>,
    pub usage: [Usage; 2],
    /// The time of the game in which no engine was thinking.
    pub overhead: Duration,
}

/// Ends the match: nobody's fault, or one that cannot be played around.
#[derive(Debug)]
pub struct Broken(pub LabError);

/// Faults of one kind of one seat that are described; the others of a game are only counted.
const DESCRIBED: usize = 3;

/// A game under way.
struct Table<'a> {
    position: Position,
    players: [&'a mut Player; 2],
    clocks: [Clock; 2],
    judge: Judge,
    comments: Vec<Comment>,
    faults: Vec<FaultNote>,
    usage: [Usage; 2],
    hang: Duration,
}

/// The result of a game.
struct End {
    winner: Option<Seat>,
    ending: Ending,
    reason: String,
}

/// Plays a game from a position. The players must be prepared.
pub fn play(
    position: Position,
    players: [&mut Player; 2],
    rules: Rules,
    hang: Duration,
) -> Result<Played, Broken> {
    let clocks = [&players[0], &players[1]].map(|player| player.clock());
    let mut table = Table {
        position,
        players,
        clocks,
        judge: Judge::new(rules),
        comments: Vec::new(),
        faults: Vec::new(),
        usage: [Usage::default(); 2],
        hang,
    };
    let began = Instant::now();
    let end = loop {
        if let Some(end) = table.step()? {
            break end;
        }
    };
    let thinking: Duration = table.usage.iter().map(|usage| usage.time).sum();
    Ok(Played {
        position: table.position,
        comments: table.comments,
        winner: end.winner,
        ending: end.ending,
        reason: end.reason,
        faults: table.faults,
        usage: table.usage,
        overhead: began.elapsed().saturating_sub(thinking),
    })
}

impl Table<'_> {
    /// One move, or the end.
    fn step(&mut self) -> Result<Option<End>, Broken> {
        if let Some((winner, reason)) = self.position.outcome() {
            return Ok(Some(End {
                winner,
                ending: Ending::Rules,
                reason,
            }));
        }
        let seat = self.position.seat();
        let patience = self.clocks[seat.index()].patience(self.hang);
        let limit = self.clocks[seat.index()].limit();
        let player = &mut *self.players[seat.index()];
        let before = limit.and_then(|_| player.processor_time());
        let asked = Instant::now();
        let answer = player.think(&self.position, seat, &self.clocks, patience);
        let elapsed = answer
            .as_ref()
            .map_or(asked.elapsed(), |reply| reply.elapsed);
        if let Some(limit) = limit {
            let after = player.processor_time();
            let used = before.zip(after).map(|(b, a)| a.saturating_sub(b));
            let clock = ClockUsage::of(limit, elapsed, used);
            self.usage[seat.index()].clock.add(&clock);
        }
        let reply = match answer {
            Ok(reply) => reply,
            Err(error) => {
                // The time of an engine that failed is not the referee's.
                self.usage[seat.index()].time += elapsed;
                return self.lost_by_error(seat, &error).map(Some);
            }
        };
        self.count(seat, &reply);
        for (kind, what) in &reply.faults {
            self.note(seat, *kind, what.clone());
        }
        if let Err(Overstepped(by)) = self.clocks[seat.index()].press(reply.elapsed) {
            let what = format!("over its time by {} ms", by.as_millis());
            return Ok(Some(self.lost(seat, FaultKind::Time, what)));
        }
        if let Err(reason) = self.position.play(&reply.mv) {
            let what = format!("illegal move: {reason}");
            return Ok(Some(self.lost(seat, FaultKind::Illegal, what)));
        }
        self.comments.push(Comment {
            thought: reply.thought,
            elapsed: reply.elapsed,
        });
        if self.position.outcome().is_some() {
            return Ok(None);
        }
        let score = reply.thought.score.map(Score::size);
        let decision = self.judge.decide(seat, score, self.position.plies());
        Ok(decision.map(|decision| End {
            winner: decision.winner,
            ending: Ending::Adjudication,
            reason: decision.reason.to_owned(),
        }))
    }

    fn count(&mut self, seat: Seat, reply: &Reply) {
        self.usage[seat.index()].add(&Usage {
            moves: 1,
            time: reply.elapsed,
            depths: reply.thought.depth.unwrap_or(0).into(),
            nodes: reply.thought.nodes.unwrap_or(0),
            clock: ClockUsage::default(),
        });
    }

    fn lost_by_error(&mut self, seat: Seat, error: &ClientError) -> Result<End, Broken> {
        let kind = match error {
            ClientError::Interrupted => {
                return Err(Broken(LabError::new(
                    "an engine was interrupted from outside; go on with --resume",
                )));
            }
            ClientError::Silent { .. } if self.clocks[seat.index()].limit().is_some() => {
                FaultKind::Time
            }
            ClientError::Silent { .. } => FaultKind::Hang,
            ClientError::Refused { .. } => FaultKind::Protocol,
            ClientError::Start { .. } | ClientError::Gone { .. } => FaultKind::Crash,
        };
        let end = self.lost(seat, kind, error.to_string());
        self.players[seat.index()].discard();
        Ok(end)
    }

    /// The end of a game that a fault has lost.
    fn lost(&mut self, seat: Seat, kind: FaultKind, what: String) -> End {
        let reason = format!("{}: {what}", self.position.seat_name(seat));
        self.note(seat, kind, what);
        End {
            winner: Some(seat.other()),
            ending: Ending::Fault(kind),
            reason,
        }
    }

    fn note(&mut self, seat: Seat, kind: FaultKind, what: String) {
        let known = self
            .faults
            .iter()
            .filter(|fault| fault.seat == seat && fault.kind == kind)
            .count();
        let is_described = known < DESCRIBED;
        let (position, transcript) = match is_described {
            true => (
                self.position.to_string(),
                self.players[seat.index()].transcript(),
            ),
            false => Default::default(),
        };
        self.faults.push(FaultNote {
            seat,
            kind,
            what,
            position,
            transcript,
        });
    }
}

impl fmt::Display for FaultNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}", self.kind.name(), self.what)?;
        if !self.position.is_empty() {
            writeln!(f, "position: {}", self.position)?;
        }
        for line in self.transcript.lines() {
            writeln!(f, "    {line}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn a_stall_of_the_machine_is_told_from_a_slow_engine() {
        let mut usage = ClockUsage::default();
        usage.add(&ClockUsage::of(ms(100), ms(60), Some(ms(60))));
        assert_eq!((usage.least_left, usage.overruns), (Some(ms(40)), 0));
        // In time to the millisecond.
        usage.add(&ClockUsage::of(ms(100), ms(100), Some(ms(100))));
        assert_eq!((usage.least_left, usage.overruns), (Some(ms(0)), 0));
        // Slow: it was computing all the time.
        usage.add(&ClockUsage::of(ms(100), ms(130), Some(ms(120))));
        assert_eq!((usage.overruns, usage.stalls), (1, 0));
        // Late, but it had hardly any processor.
        usage.add(&ClockUsage::of(ms(100), ms(400), Some(ms(20))));
        assert_eq!((usage.overruns, usage.stalls), (2, 1));
        // Nobody knows.
        usage.add(&ClockUsage::of(ms(100), ms(110), None));
        assert_eq!((usage.overruns, usage.stalls), (3, 1));
        assert_eq!(usage.worst_overrun, ms(300));
        assert_eq!(usage.processor, Some(ms(300)));
        assert_eq!(usage.limited, ms(800));
    }
}
