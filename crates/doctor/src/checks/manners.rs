//! Manners: does the engine hear what it is told, at any time, and survive what it does not understand?

use std::time::{Duration, Instant};

use super::Outcome;
use crate::finding::{Finding, Illness, Severity};
use crate::patient::Patient;
use crate::position::{Position, Searched};
use crate::suite;
use regence_arena::client::uci::{Event, Go};
use regence_arena::client::{ClientError, Fault};

pub static DEAF_ISREADY: Illness = Illness {
    id: "deaf-isready",
    severity: Severity::Fault,
    title: "Does not answer isready while it searches",
    cause: "Input is read by the thread that searches, or only between searches.",
    cure: "Read input in a thread of its own and answer isready there at once.",
};

pub static READY_STOPS: Illness = Illness {
    id: "ready-stops",
    severity: Severity::Fault,
    title: "Takes isready for stop",
    cause: "Any line that comes during a search ends it.",
    cure: "Answer isready with readyok and go on searching.",
};

pub static DEAF_STOP: Illness = Illness {
    id: "deaf-stop",
    severity: Severity::Fault,
    title: "Does not stop when it is told to",
    cause: "Input is not read during a search, or the stop flag is looked at too seldom.",
    cure: "Set an atomic flag from the reading thread and look at it every few thousand nodes, in quiescence too.",
};

pub static INFINITE_EARLY: Illness = Illness {
    id: "infinite-early",
    severity: Severity::Fault,
    title: "Answers go infinite before stop",
    cause: "The end of the search prints the best move whatever was asked for.",
    cure: "Hold the answer to go infinite (and go ponder) back until stop (or ponderhit) has come.",
};

pub static GARBAGE_CRASH: Illness = Illness {
    id: "garbage-crash",
    severity: Severity::Fault,
    title: "Dies of input that it does not understand",
    cause: "Unknown commands, missing arguments or long lines are not expected.",
    cure: "Ignore unknown commands and words, as UCI asks; never index into words that may be missing.",
};

pub static FRAGILE: Illness = Illness {
    id: "fragile",
    severity: Severity::Note,
    title: "Dies of commands that are incomplete or out of place",
    cause: "An argument is taken for granted, or stop and ponderhit for a search that does not exist.",
    cure: "Check that there is an argument, and that there is a search, before using it.",
};

pub static NO_EXIT: Illness = Illness {
    id: "no-exit",
    severity: Severity::Fault,
    title: "Goes on when its input has ended",
    cause: "Reading a line at the end of the input gives nothing, and the loop takes nothing for an empty command.",
    cure: "Leave the loop at the end of the input as at quit; otherwise every closed match leaves a process behind.",
};

pub static BAD_LINES: Illness = Illness {
    id: "bad-lines",
    severity: Severity::Suspicion,
    title: "Prints lines that do not follow the protocol",
    cause: "A number is missing or is printed in another form than UCI asks for.",
    cure: "Compare the lines below with the protocol.",
};

/// What was heard in an endless search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heard {
    /// How long isready took; nothing if it was not answered.
    pub ready: Option<Duration>,
    /// A best move that came before stop.
    pub early_best: Option<(Duration, String)>,
    /// A best move that came after isready and before stop.
    pub ready_best: Option<String>,
    /// How long stop took; nothing if it was not answered.
    pub stopped: Option<Duration>,
}

/// Input that UCI wants ignored.
const GARBAGE: &[&str] = &[
    "",
    "   \t ",
    "xyzzy",
    "joho debug on",
    "register later",
    "éàü €",
];

/// Commands that are known but incomplete, or come when there is nothing to do. No protocol says what to do with
/// them, but a referee that is in a hurry may send them.
const OUT_OF_PLACE: &[&str] = &[
    "stop",
    "ponderhit",
    "setoption",
    "setoption name No Such Option value 5",
    "position",
    "go depth",
];

/// What was gathered.
#[derive(Debug, Default)]
struct Gathered {
    heard: Option<Heard>,
    crashes: Vec<String>,
    fragile: Vec<String>,
    ends: Vec<String>,
}

pub fn run(patient: &mut Patient) -> Outcome {
    let mut gathered = Gathered::default();
    let done = gather(patient, &mut gathered);
    let heard = gathered.heard.as_ref();
    patient.manner.is_deaf = heard.is_some_and(|heard| {
        heard.early_best.is_none() && heard.ready_best.is_none() && heard.stopped.is_none()
    });
    let mut findings = heard.map_or(Vec::new(), judge_hearing);
    for finding in &mut findings {
        let script = ["ucinewgame", "isready", "position startpos", "go infinite"];
        let ending = ["isready", "stop"];
        finding.script = script
            .iter()
            .chain(&ending)
            .map(|line| (*line).to_owned())
            .collect();
    }
    findings.extend(Finding::if_any(&GARBAGE_CRASH, gathered.crashes));
    findings.extend(Finding::if_any(&FRAGILE, gathered.fragile));
    findings.extend(Finding::if_any(&NO_EXIT, gathered.ends));
    let told = |time: Option<Duration>| match time {
        Some(time) => format!("{:.1} ms", time.as_secs_f64() * 1e3),
        None => "never".to_owned(),
    };
    let mut outcome = Outcome::of(findings).ending(done);
    if let Some(heard) = heard {
        outcome.measured.push(format!(
            "isready in search answered after {}, stop after {}",
            told(heard.ready),
            told(heard.stopped)
        ));
    }
    outcome
}

fn gather(patient: &mut Patient, gathered: &mut Gathered) -> Result<(), ClientError> {
    let mut heard = listen(patient, true)?;
    if heard.early_best.is_none() && heard.ready_best.is_none() && heard.stopped.is_none() {
        // A second chance, and without isready: who waits there for the end of the search hears no stop either.
        patient.restart();
        heard.stopped = listen(patient, false)?.stopped;
    }
    if heard.ready_best.is_some() {
        // Was it isready, or would the answer have come anyway?
        heard.early_best = ends_alone(patient)?;
    }
    patient.manner.is_deaf = heard.stopped.is_none();
    gathered.heard = Some(heard);
    patient.restart();
    gathered.ends = end(patient)?;
    let long = "x".repeat(20_000);
    let garbage: Vec<&str> = GARBAGE.iter().copied().chain([long.as_str()]).collect();
    survive(patient, &garbage, &mut gathered.crashes)?;
    survive(patient, OUT_OF_PLACE, &mut gathered.fragile)?;
    // Some of those began a search.
    patient.restart();
    Ok(())
}

/// Whether an endless search is answered though nothing is said.
fn ends_alone(patient: &mut Patient) -> Result<Option<(Duration, String)>, ClientError> {
    let position = Position::fen(suite::GAMES[1]);
    patient.restart();
    patient.new_game()?;
    patient.start(&position, &Go::infinite())?;
    let began = Instant::now();
    let deadline = began + patient.profile.patience();
    let ended = loop {
        match patient.uci()?.event(deadline, "bestmove") {
            Ok((Event::BestMove { best, .. }, at)) => {
                break Some((at.saturating_duration_since(began), best));
            }
            Ok(_) => {}
            Err(ClientError::Silent { .. }) => break None,
            Err(other) => return Err(other),
        }
    };
    patient.restart();
    Ok(ended)
}

/// Asks `isready`, if so wished, and `stop` of an endless search.
fn listen(patient: &mut Patient, ask_ready: bool) -> Result<Heard, ClientError> {
    let patience = patient.profile.patience();
    let position = Position::fen(suite::GAMES[1]);
    patient.new_game()?;
    patient.start(&position, &Go::infinite())?;
    let mut heard = Heard {
        ready: None,
        early_best: None,
        ready_best: None,
        stopped: None,
    };
    let uci = patient.uci()?;
    let began = Instant::now();
    let mut asked = None;
    // Let it get going, then ask.
    let settle = began + Duration::from_millis(150);
    loop {
        let deadline = asked.map_or(settle, |at: Instant| at + patience);
        match uci.event(deadline, "readyok") {
            Ok((Event::ReadyOk, at)) => {
                heard.ready = asked.map(|asked| at.saturating_duration_since(asked));
                break;
            }
            Ok((Event::BestMove { best, .. }, _)) if asked.is_some() => {
                heard.ready_best.get_or_insert(best);
            }
            Ok((Event::BestMove { best, .. }, at)) => {
                let after = at.saturating_duration_since(began);
                heard.early_best.get_or_insert((after, best));
            }
            Ok(_) => {}
            Err(ClientError::Silent { .. }) if asked.is_none() && ask_ready => {
                uci.say("isready");
                asked = Some(Instant::now());
            }
            Err(ClientError::Silent { .. }) if !ask_ready => break,
            Err(ClientError::Silent { .. }) => return Ok(heard),
            Err(other) => return Err(other),
        }
    }
    // The answer may follow readyok.
    let late = Instant::now() + Duration::from_millis(if ask_ready { 60 } else { 0 });
    while heard.ready_best.is_none() && heard.early_best.is_none() && asked.is_some() {
        match uci.event(late, "silence") {
            Ok((Event::BestMove { best, .. }, _)) => heard.ready_best = Some(best),
            Ok(_) => {}
            Err(ClientError::Silent { .. }) => break,
            Err(other) => return Err(other),
        }
    }
    if heard.early_best.is_some() || heard.ready_best.is_some() {
        return Ok(heard);
    }
    let asked = Instant::now();
    uci.stop();
    let latest = asked + patience * 8;
    let mut deadline = asked + patience;
    let waited_before = uci.process().waiting_time();
    let answer =
        loop {
            match uci.event(deadline, "bestmove") {
                Ok((Event::BestMove { .. }, at)) => break Some(at),
                Ok(_) => {}
                // Who gets no processor cannot answer.
                Err(ClientError::Silent { .. })
                    if deadline < latest
                        && uci.process().waiting_time().zip(waited_before).is_some_and(
                            |(now, before)| now.saturating_sub(before) > patience / 3,
                        ) =>
                {
                    deadline = latest;
                }
                Err(ClientError::Silent { .. }) => break None,
                Err(other) => return Err(other),
            }
        };
    heard.stopped = answer.map(|at| at.saturating_duration_since(asked));
    match heard.stopped {
        None => patient.restart(),
        // What was said to isready may still be on its way.
        Some(_) => drop(patient.uci()?.ready(patience)),
    }
    Ok(heard)
}

/// Judges what an endless search heard.
pub fn judge_hearing(heard: &Heard) -> Vec<Finding> {
    if let Some((after, best)) = &heard.early_best {
        let evidence = format!(
            "go infinite: bestmove {best} after {} ms, without stop",
            after.as_millis()
        );
        return vec![Finding::new(&INFINITE_EARLY, vec![evidence])];
    }
    if let Some(best) = &heard.ready_best {
        let evidence = format!("go infinite, then isready: bestmove {best}, without stop");
        return vec![Finding::new(&READY_STOPS, vec![evidence])];
    }
    if heard.stopped.is_none() {
        // Who cannot be stopped cannot be asked either.
        let evidence = "go infinite, then stop: no bestmove; the engine was killed".to_owned();
        return vec![Finding::new(&DEAF_STOP, vec![evidence])];
    }
    match heard.ready {
        Some(_) => Vec::new(),
        None => {
            let evidence = "go infinite, then isready: no readyok before stop".to_owned();
            vec![Finding::new(&DEAF_ISREADY, vec![evidence])]
        }
    }
}

/// Sends garbage and looks whether the engine is still there; what killed it is evidence.
fn survive(
    patient: &mut Patient,
    lines: &[&str],
    evidence: &mut Vec<String>,
) -> Result<(), ClientError> {
    for line in lines.iter().copied() {
        // A search that cannot be stopped says nothing about the line that began it.
        if patient.manner.is_deaf && line.starts_with("go") {
            continue;
        }
        let patience = patient.profile.patience() * 2;
        let uci = patient.uci()?;
        uci.say(line);
        let quoted = match line.len() > 60 {
            true => format!("a line of {} letters", line.len()),
            false => format!("'{line}'"),
        };
        match uci.ready(patience) {
            Ok(_) => {}
            Err(ClientError::Gone { ending, .. }) => {
                let words = patient.transcript(30);
                let last = words.lines().rfind(|line| line.starts_with('!'));
                let last = last.map_or(String::new(), |line| format!("; it said: {}", &line[2..]));
                evidence.push(format!("{quoted}: the program {ending}{last}"));
                patient.restart();
            }
            Err(ClientError::Silent { .. }) => {
                evidence.push(format!("{quoted}: isready is not answered any more"));
                patient.restart();
            }
            Err(other) => return Err(other),
        }
    }
    Ok(())
}

/// Closes the input, idle and in search, and looks whether the program ends.
fn end(patient: &mut Patient) -> Result<Vec<String>, ClientError> {
    let patience = patient.profile.patience();
    let process = patient.uci()?.process();
    process.close_input();
    let ended = process.wait(patience).is_some();
    patient.restart();
    let evidence = (!ended).then(|| {
        let waited = patience.as_secs_f64();
        format!("input closed: the program was still there after {waited:.1} s and was killed")
    });
    Ok(evidence.into_iter().collect())
}

/// Judges the lines that the client could not read.
pub fn judge_lines(log: &[Searched]) -> Option<Finding> {
    let faults = log.iter().flat_map(|searched| &searched.faults);
    let mut evidence: Vec<String> = faults.map(Fault::to_string).collect();
    evidence.dedup();
    Finding::if_any(&BAD_LINES, evidence)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::ids;

    #[test]
    fn hearing_is_judged() {
        let soon = Some(Duration::from_millis(1));
        let healthy = Heard {
            ready: soon,
            early_best: None,
            ready_best: None,
            stopped: soon,
        };
        assert_eq!(ids(&judge_hearing(&healthy)), [""; 0]);
        let deaf = Heard {
            ready: None,
            ..healthy.clone()
        };
        assert_eq!(ids(&judge_hearing(&deaf)), ["deaf-isready"]);
        let endless = Heard {
            stopped: None,
            ..deaf
        };
        assert_eq!(ids(&judge_hearing(&endless)), ["deaf-stop"]);
        let hasty = Heard {
            ready_best: Some("e2e4".into()),
            stopped: None,
            ..healthy.clone()
        };
        assert_eq!(ids(&judge_hearing(&hasty)), ["ready-stops"]);
        let early = Heard {
            early_best: Some((Duration::from_millis(20), "e2e4".into())),
            ..healthy
        };
        assert_eq!(ids(&judge_hearing(&early)), ["infinite-early"]);
    }
}
