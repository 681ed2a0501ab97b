//! A check-up of programs for Gomoku that speak the protocol of Gomocup.
//!
//! Legality, the five, the four and the forced win are asked for by rule; time and memory are measured by what the system
//! tells of the process, so that a busy machine is nobody's fault.

pub mod illness;
mod judge;
mod suite;

use std::time::{Duration, Instant};

use crate::checks::Outcome;
use crate::examine::{Order, Progress};
use crate::finding::Finding;
use crate::patient::Profile;
use crate::report::{Examined, Report};
use illness as ill;
use judge::{Asked, Timed};
use regence_arena::client::accounting::load;
use regence_arena::client::gomocup::{Answer, At, Gomocup, Owner};
use regence_arena::client::{ClientError, Launch};
use regence_arena::error::LabError;
use regence_arena::provenance::{command, machine};
use suite::{FREESTYLE, RULES, SIDE, TASKS};

/// What is examined, in a report.
pub const WHAT: &str = "Gomocup program";

/// A check: its name, what it looks for, and how it is done.
type Check = (
    &'static str,
    &'static str,
    &'static str,
    fn(&mut Table) -> Outcome,
);

const CHECKS: &[Check] = &[
    (
        "protocol",
        "Protocol",
        "does it speak the protocol of Gomocup?",
        protocol,
    ),
    (
        "tactics",
        "Tactics",
        "fives, fours and forced wins, wins that are none, forbidden points, by rule",
        tactics,
    ),
    (
        "games",
        "Games",
        "legal moves in whole games, by rule and on boards of other sizes",
        games,
    ),
    (
        "limits",
        "Limits",
        "time for a move and for a game, memory",
        limits,
    ),
    (
        "manners",
        "Manners",
        "words that nobody knows, taking back, beginning anew, the end of the input",
        manners,
    ),
];

/// The program on the table.
struct Table {
    launch: Launch,
    profile: Profile,
    gomocup: Option<Gomocup>,
}

/// The names of the checks and what they look for.
pub fn list() -> String {
    let lines = CHECKS
        .iter()
        .map(|(id, _, what, _)| format!("{id:12} {what}\n"));
    lines.collect()
}

/// Examines a program. An error only if it cannot be started.
pub fn examine(order: &Order, hear: &mut dyn FnMut(Progress<'_>)) -> Result<Report, LabError> {
    let mut report = Report {
        subject: order.launch.to_string(),
        what: format!("{WHAT}: {}", order.launch),
        command: command(),
        machine: machine(),
        load: load().into_iter().collect(),
        launch: Some(order.launch.to_string()),
        examined: Vec::new(),
    };
    let names = |list: &[String], id: &str| list.iter().any(|name| name == id);
    for name in order.only.iter().chain(&order.skip) {
        if !CHECKS.iter().any(|(id, ..)| id == name) {
            return Err(LabError::new(format!(
                "there is no check '{name}'; there are\n{}",
                list()
            )));
        }
    }
    let wanted = CHECKS.iter().filter(|(id, ..)| {
        *id == "protocol"
            || (order.only.is_empty() || names(&order.only, id)) && !names(&order.skip, id)
    });
    let mut table = Table {
        launch: order.launch.clone(),
        profile: order.profile,
        gomocup: None,
    };
    for &(id, name, looks_for, check) in wanted {
        hear(Progress::Begins(format!("{name}: {looks_for}")));
        let began = Instant::now();
        let mut outcome = check(&mut table);
        match &outcome.unfinished {
            Some(
                ClientError::Silent { .. } | ClientError::Gone { .. } | ClientError::Refused { .. },
            ) => {
                let words = table.words();
                let error = outcome
                    .unfinished
                    .clone()
                    .map_or(String::new(), |e| e.to_string());
                if outcome.findings.is_empty() {
                    let finding = Finding::new(&ill::BROKE_OFF, vec![error]).with_words(&words);
                    outcome.findings.push(finding);
                }
                table.gomocup = None;
            }
            Some(other) => return Err(LabError::new(other.to_string())),
            None => {}
        }
        let speaks = id != "protocol" || outcome.findings.is_empty();
        report.examined.push(Examined {
            id,
            name: name.to_owned(),
            looks_for,
            outcome,
            seconds: began.elapsed().as_secs_f64(),
        });
        hear(Progress::Grew(&report));
        if !speaks {
            break;
        }
    }
    report.load.extend(load());
    hear(Progress::Grew(&report));
    Ok(report)
}

impl Table {
    /// How long to wait for an answer on a machine that may be busy.
    fn patience(&self) -> Duration {
        self.profile.long_patience()
    }

    fn words(&mut self) -> String {
        self.gomocup
            .as_mut()
            .map_or(String::new(), |one| one.process().transcript_text(14))
    }

    /// The running program; a dead one is replaced.
    fn program(&mut self) -> Result<&mut Gomocup, ClientError> {
        let program = match self.gomocup.take() {
            Some(program) => program,
            None => Gomocup::start(&self.launch)?,
        };
        Ok(self.gomocup.insert(program))
    }

    /// A new game by a rule, with so many milliseconds for each move.
    fn new_game(&mut self, rule: u32, side: u8, millis: u64) -> Result<(), ClientError> {
        let patience = self.patience();
        let program = self.program()?;
        program.info("timeout_turn", millis);
        program.info("timeout_match", 10_000_000);
        program.info("time_left", 10_000_000);
        program.info("rule", rule);
        program.new_game(side, side, patience)?;
        program.info("rule", rule);
        Ok(())
    }

    /// Asks, and says how long the program itself took: what passed without what it waited for a processor.
    fn timed(
        &mut self,
        ask: impl FnOnce(&mut Gomocup, Duration) -> Result<Answer, ClientError>,
    ) -> Result<(Answer, Duration), ClientError> {
        let patience = self.patience();
        let program = self.program()?;
        let before = program.process().waiting_time();
        let answer = ask(program, patience)?;
        let waited = program.process().waiting_time().zip(before);
        let waited = waited.map_or(Duration::ZERO, |(now, before)| now.saturating_sub(before));
        let own = answer.elapsed.saturating_sub(waited);
        Ok((answer, own))
    }
}

fn protocol(table: &mut Table) -> Outcome {
    let patience = table.patience();
    let met = table.program().and_then(|program| {
        let about = program.about(patience)?;
        program.new_game(SIDE, SIDE, patience)?;
        Ok(about)
    });
    let words = table.words();
    match met {
        Ok(about) => {
            let is_told = about.contains("name=") && about.contains('"');
            let finding = (!is_told).then(|| Finding::new(&ill::BAD_ABOUT, vec![about.clone()]));
            Outcome::of(finding).measured(format!("it says of itself: {about}"))
        }
        Err(error) => {
            let finding =
                Finding::new(&ill::NO_GOMOCUP, vec![error.to_string()]).with_words(&words);
            Outcome::of([finding])
        }
    }
}

/// Milliseconds for a move where time is not the question.
const MOVE: u64 = 700;

fn tactics(table: &mut Table) -> Outcome {
    let mut asked = Vec::new();
    let done = ask_tasks(table, &mut asked);
    let right = asked.iter().filter(|one: &&Asked| one.is_right()).count();
    Outcome::of(judge::tactics(&asked))
        .ending(done)
        .measured(format!("{right} of {} tasks solved", asked.len()))
}

fn ask_tasks(table: &mut Table, asked: &mut Vec<Asked>) -> Result<(), ClientError> {
    for task in TASKS {
        for &rule in task.rules {
            // What was missed is asked once more, with more time: a busy machine is no excuse then.
            for millis in [MOVE, 4 * MOVE] {
                table.new_game(rule, SIDE, millis)?;
                let stones = task.stones();
                let (answer, _) =
                    table.timed(|program, patience| program.board(&stones, patience))?;
                let one = Asked {
                    task,
                    rule,
                    point: answer.point,
                };
                let is_right = one.is_right();
                if is_right || millis != MOVE {
                    asked.push(one);
                }
                if is_right {
                    break;
                }
            }
        }
    }
    Ok(())
}

fn games(table: &mut Table) -> Outcome {
    let (mut illegal, mut strange, mut moves) = (Vec::new(), Vec::new(), 0);
    let done = play(table, &mut illegal, &mut strange, &mut moves);
    let findings = [
        Finding::if_any(&ill::ILLEGAL_MOVE, illegal),
        Finding::if_any(&ill::BAD_LINES, strange),
    ];
    Outcome::of(findings.into_iter().flatten())
        .ending(done)
        .measured(format!(
            "{moves} moves by all rules, on boards of 15 and 20"
        ))
}

/// Plays against a quiet opponent, who puts stones here and there.
fn play(
    table: &mut Table,
    illegal: &mut Vec<String>,
    strange: &mut Vec<String>,
    moves: &mut usize,
) -> Result<(), ClientError> {
    let plies = table.profile.pick(5, 20);
    for (rule, side) in RULES
        .iter()
        .map(|&rule| (rule, SIDE))
        .chain([(FREESTYLE, 20)])
    {
        table.new_game(rule, side, 60)?;
        let mut taken: Vec<(At, Owner)> = Vec::new();
        let mut next = Some(((0, 0), false));
        for ply in 0..plies {
            let Some((point, is_reply)) = next else { break };
            let (answer, _) = table.timed(|program, patience| match is_reply {
                false => program.begin(patience),
                true => program.turn(point, patience),
            })?;
            *moves += 1;
            strange.extend(answer.faults.iter().map(ToString::to_string));
            if let Some(reason) = judge::illegal(rule, side, &taken, answer.point) {
                let (x, y) = answer.point;
                illegal.push(format!(
                    "rule {rule}, board {side}, move {}: {x},{y} {reason}",
                    ply + 1
                ));
                break;
            }
            taken.push((answer.point, Owner::Own));
            if judge::is_over(rule, side, &taken) {
                break;
            }
            next = judge::quiet_reply(side, &taken).map(|at| (at, true));
            taken.extend(next.map(|(at, _)| (at, Owner::Opponent)));
        }
    }
    Ok(())
}

fn limits(table: &mut Table) -> Outcome {
    let mut timed = Vec::new();
    let mut held = None;
    let done = ask_limits(table, &mut timed, &mut held);
    let longest = timed.iter().map(Timed::told).collect::<Vec<_>>().join("; ");
    let mut outcome = Outcome::of(judge::limits(&timed, held))
        .ending(done)
        .measured(longest);
    if let Some((allowed, held)) = held {
        outcome
            .measured
            .push(format!("{held} MB held where {allowed} MB were allowed"));
    }
    outcome
}

fn ask_limits(
    table: &mut Table,
    timed: &mut Vec<Timed>,
    held: &mut Option<(u64, u64)>,
) -> Result<(), ClientError> {
    let stones = TASKS[5].stones();
    for &millis in table.profile.pick(&[100, 500][..], &[50, 200, 1000, 3000]) {
        let mut shortest: Option<Duration> = None;
        // Late once is no rule: it is asked up to three times, and the shortest time counts.
        for _ in 0..3 {
            table.new_game(FREESTYLE, SIDE, millis)?;
            let (_, own) = table.timed(|program, patience| program.board(&stones, patience))?;
            shortest = Some(shortest.map_or(own, |before| before.min(own)));
            if own <= judge::tolerated(millis) {
                break;
            }
        }
        timed.extend(shortest.map(|own| Timed {
            what: "timeout_turn",
            millis,
            own,
        }));
    }
    // A game whose clock is nearly over, with all the time in the world for a move.
    let left = 300;
    let mut shortest: Option<Duration> = None;
    for _ in 0..3 {
        table.new_game(FREESTYLE, SIDE, 100_000)?;
        table.program()?.info("time_left", left);
        let (_, own) = table.timed(|program, patience| program.board(&stones, patience))?;
        shortest = Some(shortest.map_or(own, |before| before.min(own)));
        if own <= judge::tolerated(left) {
            break;
        }
    }
    timed.extend(shortest.map(|own| Timed {
        what: "time_left",
        millis: left,
        own,
    }));
    let allowed: u64 = 64 << 20;
    table.gomocup = None;
    table.program()?.info("max_memory", allowed);
    table.new_game(FREESTYLE, SIDE, table.profile.pick(800, 3000))?;
    table.timed(|program, patience| program.board(&stones, patience))?;
    let id = table.program()?.process().id();
    let kilobytes = crate::checks::options::status_number(id, "VmRSS:");
    *held = kilobytes.map(|kilobytes| (allowed >> 20, kilobytes / 1024));
    Ok(())
}

/// Words that nobody knows, and words out of place.
const GARBAGE: &[&str] = &[
    "",
    "XYZZY",
    "TURN",
    "TURN x,y",
    "TURN 99,99",
    "INFO",
    "START",
    "TAKEBACK 1,1",
    "SWAP2BOARD7",
];

fn manners(table: &mut Table) -> Outcome {
    let (mut crashes, mut lost, mut ends) = (Vec::new(), Vec::new(), Vec::new());
    let done = ask_manners(table, &mut crashes, &mut lost, &mut ends);
    let findings = [
        Finding::if_any(&ill::GARBAGE_CRASH, crashes),
        Finding::if_any(&ill::STATE_LOST, lost),
        Finding::if_any(&ill::NO_EXIT, ends),
    ];
    Outcome::of(findings.into_iter().flatten()).ending(done)
}

fn ask_manners(
    table: &mut Table,
    crashes: &mut Vec<String>,
    lost: &mut Vec<String>,
    ends: &mut Vec<String>,
) -> Result<(), ClientError> {
    let patience = table.patience();
    for line in GARBAGE {
        table.program()?.say(line);
        // A new game after the word shows that nothing is broken. A refusal is the answer to the word.
        for attempt in 0..3 {
            match table.new_game(FREESTYLE, SIDE, 60) {
                Ok(()) => break,
                Err(ClientError::Refused { .. }) if attempt < 2 => {}
                Err(error) => {
                    crashes.push(format!("'{line}', then START {SIDE}: {error}"));
                    table.gomocup = None;
                    break;
                }
            }
        }
    }
    // A stone that was taken back is free again, and a board that is begun anew is empty.
    table.gomocup = None;
    let five = &TASKS[0];
    table.new_game(FREESTYLE, SIDE, MOVE)?;
    let stones = five.stones();
    table.timed(|program, patience| program.board(&stones, patience))?;
    table.new_game(FREESTYLE, SIDE, MOVE)?;
    let (answer, _) = table.timed(|program, patience| program.board(&stones, patience))?;
    let is_legal = judge::illegal(FREESTYLE, SIDE, &stones, answer.point).is_none();
    if is_legal && !five.right().contains(&answer.point) {
        let (x, y) = answer.point;
        lost.push(format!(
            "after START the same board is answered with {x},{y}"
        ));
    }
    let program = table.program()?;
    program.say("END");
    let ended = program.process().wait(patience).is_some();
    table.gomocup = None;
    let program = table.program()?;
    program.process().close_input();
    let closed = program.process().wait(patience).is_some();
    table.gomocup = None;
    for (what, is_over) in [("END", ended), ("the end of the input", closed)] {
        if !is_over {
            ends.push(format!(
                "after {what} the program was still there and was killed"
            ));
        }
    }
    Ok(())
}
