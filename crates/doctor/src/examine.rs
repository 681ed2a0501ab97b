//! An examination: the checks one after the other, with what follows from what.

use std::time::{Duration, Instant};

use crate::checks::{
    self, CHECKS, Check, Outcome, endurance, hello, legality, manners, ponder, twins,
};
use crate::finding::{Finding, Illness, Severity};
use crate::patient::{Accident, Patient, Profile};
use crate::report::{Examined, Report};
use regence_arena::client::accounting::load;
use regence_arena::client::{ClientError, Launch};
use regence_arena::error::LabError;
use regence_arena::provenance::{command, machine};

pub static CRASH: Illness = Illness {
    id: "crash",
    severity: Severity::Fault,
    title: "The engine died during the examination",
    cause: "A panic, a failed assertion or a bad access; the last words are below.",
    cure: "Send the commands below to a debug build.",
};

pub static HANG: Illness = Illness {
    id: "hang",
    severity: Severity::Fault,
    title: "The engine stopped answering",
    cause: "A search that does not come to its end, or input that is not read any more.",
    cure: "Send the commands below and look where the engine is after a few seconds.",
};

/// An examination to be done.
#[derive(Clone, Debug)]
pub struct Order {
    pub launch: Launch,
    pub settings: Vec<(String, String)>,
    pub profile: Profile,
    /// The checks to do; all if empty.
    pub only: Vec<String>,
    /// The checks not to do.
    pub skip: Vec<String>,
    pub twin: Option<Launch>,
}

impl Order {
    /// All checks of an engine.
    pub fn new(launch: Launch, profile: Profile) -> Order {
        Order {
            launch,
            settings: Vec::new(),
            profile,
            only: Vec::new(),
            skip: Vec::new(),
            twin: None,
        }
    }

    fn wants(&self, id: &str) -> bool {
        let named = |list: &[String]| list.iter().any(|name| name == id);
        (self.only.is_empty() || named(&self.only)) && !named(&self.skip)
    }

    /// An error if a check is named that does not exist.
    fn check_names(&self) -> Result<(), LabError> {
        let is_known = |name: &str| {
            CHECKS.iter().any(|check| check.id == name) || ["twins", "protocol"].contains(&name)
        };
        match self
            .only
            .iter()
            .chain(&self.skip)
            .find(|name| !is_known(name))
        {
            None => Ok(()),
            Some(name) => {
                let known: Vec<&str> = CHECKS.iter().map(|check| check.id).collect();
                Err(LabError::new(format!(
                    "there is no check '{name}'; there are protocol, {} and twins",
                    known.join(", ")
                )))
            }
        }
    }
}

/// What is heard of an examination while it goes on.
#[derive(Debug)]
pub enum Progress<'a> {
    /// A check begins.
    Begins(String),
    /// A check is done; the report so far.
    Grew(&'a Report),
}

/// Examines an engine. An error only if it cannot be started or examined at all.
pub fn examine(order: &Order, hear: &mut dyn FnMut(Progress<'_>)) -> Result<Report, LabError> {
    order.check_names()?;
    let mut report = Report {
        subject: order.launch.to_string(),
        what: format!("engine: {}", order.launch),
        command: command(),
        machine: machine(),
        load: load().into_iter().collect(),
        launch: Some(order.launch.to_string()),
        examined: Vec::new(),
    };
    let wanted: Vec<&Check> = CHECKS
        .iter()
        .filter(|check| order.wants(check.id))
        .collect();
    let count = wanted.len() + 2 + usize::from(order.twin.is_some());
    let began = Instant::now();
    hear(Progress::Begins(format!("[ 1/{count}] Protocol: {SPEAKS}")));
    let Some(mut patient) = meet(order, &mut report, began)? else {
        hear(Progress::Grew(&report));
        return Ok(report);
    };
    hear(Progress::Grew(&report));
    for (index, check) in wanted.into_iter().enumerate() {
        let (name, looks_for) = (check.name, check.looks_for);
        hear(Progress::Begins(format!(
            "[{:2}/{count}] {name}: {looks_for}",
            index + 2
        )));
        let began = Instant::now();
        patient.begin_check(budget(order.profile));
        let mut outcome = (check.run)(&mut patient);
        if let Some(error) = outcome.unfinished.clone() {
            settle(&mut patient, &mut outcome, error)?;
        }
        report.examined.push(Examined {
            id: check.id,
            name: name.to_owned(),
            looks_for,
            outcome,
            seconds: began.elapsed().as_secs_f64(),
        });
        hear(Progress::Grew(&report));
    }
    if let Some(launch) = &order.twin {
        hear(Progress::Begins(format!(
            "[{:2}/{count}] Twins: the same engine twice?",
            count - 1
        )));
        report
            .examined
            .push(compare_twins(&mut patient, launch, order)?);
    }
    hear(Progress::Begins(format!(
        "[{count:2}/{count}] Everything that was said"
    )));
    report.examined.push(judge_log(&patient, &report.ids()));
    report.load.extend(load());
    drop_consequences(&mut report);
    hear(Progress::Grew(&report));
    Ok(report)
}

const SPEAKS: &str = "does it speak UCI, and is it ready?";

/// The time of the engine's own that a check may take.
fn budget(profile: Profile) -> Duration {
    profile.millis(12_000, 60_000)
}

/// Greets the engine; nothing if it cannot be examined further, which the report then says.
fn meet(order: &Order, report: &mut Report, began: Instant) -> Result<Option<Patient>, LabError> {
    let failed = |error: ClientError| LabError::new(error.to_string());
    let patience = order.profile.millis(30_000, 60_000);
    let finding = hello::greet(&order.launch, patience).map_err(failed)?;
    let is_met = finding.is_none();
    let mut outcome = Outcome::of(finding);
    let mut met = None;
    if is_met {
        match Patient::new(order.launch.clone(), order.settings.clone(), order.profile) {
            Ok(mut patient) => {
                report.subject = patient.name().to_owned();
                let options = patient.uci().map_err(failed)?.options().len();
                outcome = hello::spoken(patient.name(), options);
                met = Some(patient);
            }
            Err(error @ ClientError::Start { .. }) => return Err(failed(error)),
            Err(error) => {
                let evidence = vec![format!("after the options that were set: {error}")];
                outcome
                    .findings
                    .push(Finding::new(&hello::NOT_READY, evidence));
            }
        }
    }
    report.examined.push(Examined {
        id: "protocol",
        name: "Protocol".to_owned(),
        looks_for: SPEAKS,
        outcome,
        seconds: began.elapsed().as_secs_f64(),
    });
    Ok(met)
}

/// Keeps what ended a check as an accident. An interruption of the whole program ends the examination.
fn settle(
    patient: &mut Patient,
    outcome: &mut Outcome,
    error: ClientError,
) -> Result<(), LabError> {
    match error {
        ClientError::Silent { .. } | ClientError::Gone { .. } => {
            outcome.measured.push(format!(
                "not finished: {error}; what was gathered is judged"
            ));
            // The limit of the check counts for nothing any more.
            let _ = patient.note_accident(Vec::new(), error);
            Ok(())
        }
        other => Err(LabError::new(other.to_string())),
    }
}

fn compare_twins(
    patient: &mut Patient,
    launch: &Launch,
    order: &Order,
) -> Result<Examined, LabError> {
    let began = Instant::now();
    let other = Patient::new(launch.clone(), order.settings.clone(), order.profile);
    let mut other = other.map_err(|error| LabError::new(error.to_string()))?;
    patient.begin_check(Duration::MAX);
    let outcome = match twins::run(patient, &mut other) {
        Ok(outcome) => outcome,
        Err(error) => {
            let mut outcome = Outcome::default();
            settle(patient, &mut outcome, error.clone())?;
            outcome.unfinished = Some(error);
            outcome
        }
    };
    Ok(Examined {
        id: "twins",
        name: "Twins".to_owned(),
        looks_for: "two versions that are the same engine",
        outcome,
        seconds: began.elapsed().as_secs_f64(),
    })
}

/// Findings that follow from another one: who has the first need not be told of the others.
const CONSEQUENCES: &[(&str, &[&str])] = &[
    // Every position that is sent with moves is another one for this engine.
    (
        "wrong-side",
        &[
            "long-game",
            "mate-distance",
            "repetition-blind",
            "ponder-illegal",
            "illegal-pv",
            "table-bounds",
        ],
    ),
    // What comes after the moves that were lost is played on another board.
    ("long-game", &["illegal-best", "illegal-pv", "wrong-side"]),
    // Who is deaf in search looks dead when a search is begun by accident.
    ("deaf-stop", &["fragile", "hang", "deaf-isready"]),
    ("deaf-isready", &["fragile"]),
    ("ready-stops", &["infinite-early", "deaf-isready"]),
    // A search of fixed depth does not come to its end, and quiet moves are played at the depth of a beginner.
    ("explosion", &["hang", "same-opening"]),
    // The move that repeats was not looked at, nor was the one that keeps the piece.
    ("over-pruning", &["repetition-blind", "partial-iteration"]),
    // A processor's clock stands still while the engine waits: what it prints and uses is wrong as well.
    ("cpu-clock", &["time-overrun", "wrong-time"]),
    // A score for the wrong side is never that of the reference.
    ("white-view", &["evaluation-sign", "asymmetric"]),
    ("evaluation-sign", &["asymmetric", "absurd-evaluation"]),
    // Whose colours are not alike, has a term that is too large for one of them.
    ("asymmetric", &["absurd-evaluation"]),
    ("stale-table", &["abort-stored"]),
    ("depth-ignored", &["hang"]),
    // Who counts the root only gets everywhere with a handful of nodes.
    ("root-nodes", &["claimed-depth"]),
    // Who forgets the game's clock of half-moves has more draws to learn than one.
    (
        "table-key",
        &["table-bounds", "abort-stored", "repetition-blind"],
    ),
    ("table-bounds", &["table-key"]),
];

/// Takes out what follows from something else, and says so where it stood. Of two that could follow from one another
/// the one that comes first in the list stays.
fn drop_consequences(report: &mut Report) {
    let ids = report.ids();
    // Who has any other fault may well show it under torture.
    let other = ids.iter().find(|id| **id != endurance::BREAKS.id);
    let broken = other.map(|&cause| (cause, [endurance::BREAKS.id]));
    let broken = broken.iter().map(|(cause, list)| (*cause, &list[..]));
    let known = CONSEQUENCES.iter().copied().chain(broken);
    let mut followed: Vec<(&str, &str)> = Vec::new();
    for (cause, consequences) in known.filter(|(cause, _)| ids.contains(cause)) {
        let follows = |id: &str| consequences.contains(&id) && !followed.contains(&(id, cause));
        let mut new = Vec::new();
        for examined in &mut report.examined {
            let outcome = &mut examined.outcome;
            let (dropped, kept) = std::mem::take(&mut outcome.findings)
                .into_iter()
                .partition::<Vec<Finding>, _>(|finding| follows(finding.illness.id));
            outcome.findings = kept;
            let told = |finding: &Finding| format!("{} follows from {cause}", finding.illness.id);
            outcome.measured.extend(dropped.iter().map(told));
            new.extend(dropped.iter().map(|finding| (cause, finding.illness.id)));
        }
        followed.extend(new);
    }
}

/// Judges all searches of the examination together.
fn judge_log(patient: &Patient, known: &[&str]) -> Examined {
    let log = patient.log();
    let mut findings = legality::judge_log(log, known);
    findings.extend(ponder::judge_log(log));
    findings.extend(manners::judge_lines(log));
    findings.extend(judge_accidents(patient.accidents(), known));
    let lines: usize = log.iter().map(|searched| searched.lines.len()).sum();
    let accidents = patient.accidents().len();
    Examined {
        id: "log",
        name: "Everything that was said".to_owned(),
        looks_for: "illegal moves and lines, lines that break the protocol, deaths and silences, in all searches",
        outcome: Outcome::of(findings).measured(format!(
            "{} searches, {lines} lines, {accidents} times dead or silent",
            log.len()
        )),
        seconds: 0.0,
    }
}

/// Judges deaths and silences. What is explained by something that was found is not a finding of its own.
fn judge_accidents(accidents: &[Accident], known: &[&str]) -> Vec<Finding> {
    let is_silent = |one: &&Accident| matches!(one.error, ClientError::Silent { .. });
    let (silent, dead): (Vec<&Accident>, Vec<&Accident>) = accidents.iter().partition(is_silent);
    let explained = |ids: &[&str]| known.iter().any(|id| ids.contains(id));
    let finding = |illness, list: &[&Accident]| {
        let first = list.first()?;
        let evidence = list.iter().map(|one| {
            let asked = one.asked.last().map_or("", String::as_str);
            format!("{asked}: {}", one.error)
        });
        let cause = cause_of(&first.words);
        let finding = Finding::new(illness, evidence.collect())
            .shown_by(first.asked.clone())
            .with_words(&first.words);
        Some(match cause {
            Some(cause) => finding.because(cause),
            None => finding,
        })
    };
    let mut found = Vec::new();
    if !explained(&["long-game", "garbage-crash"]) {
        found.extend(finding(&CRASH, &dead));
    }
    if !explained(&["deaf-stop", "explosion", "long-game", "deaf-isready"]) {
        found.extend(finding(&HANG, &silent));
    }
    found
}

/// What the last words tell of a death.
fn cause_of(words: &str) -> Option<String> {
    let said = |marks: &[&str]| {
        let fits = |line: &&str| marks.iter().any(|mark| line.contains(mark));
        words
            .lines()
            .rfind(fits)
            .map(|line| line.trim_start_matches("! ").to_owned())
    };
    if let Some(line) = said(&["panicked at"]) {
        return Some(format!("A panic: {line}"));
    }
    if let Some(line) = said(&["Assertion", "assertion"]) {
        return Some(format!("A failed assertion: {line}"));
    }
    if let Some(line) = said(&[
        "AddressSanitizer",
        "runtime error",
        "stack smashing",
        "corrupted",
    ]) {
        return Some(format!("Memory that is not its own: {line}"));
    }
    if let Some(line) = said(&[
        "terminate called",
        "what():",
        "Exception",
        "Traceback",
        "Error:",
    ]) {
        return Some(format!("An exception that nobody caught: {line}"));
    }
    None
}

/// Names of the checks and what they look for.
pub fn list() -> String {
    let mut text = format!("{:12} {SPEAKS}\n", "protocol");
    for check in checks::CHECKS {
        text.push_str(&format!("{:12} {}\n", check.id, check.looks_for));
    }
    text.push_str(&format!(
        "{:12} two versions that are the same engine (with --twin)\n",
        "twins"
    ));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::{legality, state};
    use crate::finding::Illness;
    use crate::report::testing;

    #[test]
    fn of_two_that_follow_from_one_another_one_stays() {
        let ids_after = |illnesses: &[&'static Illness]| {
            let mut report = testing::report();
            report.examined.truncate(1);
            let findings = illnesses
                .iter()
                .map(|illness| Finding::new(illness, vec!["seen".to_owned()]));
            report.examined[0].outcome.findings = findings.collect();
            drop_consequences(&mut report);
            report.ids()
        };
        assert_eq!(
            ids_after(&[&legality::WRONG_SIDE, &state::LONG_GAME]),
            ["wrong-side"]
        );
        assert_eq!(
            ids_after(&[&state::LONG_GAME, &legality::ILLEGAL_BEST]),
            ["long-game"]
        );
    }

    #[test]
    fn last_words_tell_the_cause() {
        let told = |words: &str| cause_of(words).unwrap_or_default();
        assert!(told("< go\n! thread 'main' panicked at src/x.rs:3").contains("src/x.rs:3"));
        assert!(told("! e: a.c:83: Assertion `bb' failed.").starts_with("A failed assertion"));
        assert_eq!(told("< go\n> info depth 1"), "");
    }

    #[test]
    fn deaths_and_silences_are_two_things_and_may_be_explained() {
        let accident = |error| Accident {
            asked: vec!["go depth 3".into()],
            error,
            words: String::new(),
        };
        let silent = ClientError::Silent {
            waiting_for: "bestmove".into(),
            waited: Duration::from_secs(4),
        };
        let gone = ClientError::Gone {
            waiting_for: "bestmove".into(),
            ending: "has ended".into(),
        };
        let both = [accident(silent), accident(gone)];
        let judged = |known: &[&str]| crate::finding::ids(&judge_accidents(&both, known));
        assert_eq!(judged(&[]), ["crash", "hang"]);
        assert_eq!(judged(&["explosion"]), ["crash"]);
        assert_eq!(judged(&["long-game"]), [""; 0]);
    }

    #[test]
    fn a_check_that_does_not_exist_is_named() {
        let mut order = Order::new(Launch::new("x"), Profile { quick: true });
        order.skip.push("luck".into());
        let error = order.check_names().unwrap_err().to_string();
        assert!(
            error.contains("'luck'") && error.contains("manners"),
            "{error}"
        );
        order.skip = vec!["clock".into()];
        assert!(order.wants("table") && !order.wants("clock"));
        order.only = vec!["clock".into(), "mate".into()];
        assert!(order.wants("mate") && !order.wants("table") && !order.wants("clock"));
    }
}
