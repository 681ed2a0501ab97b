//! The doctor: a check-up of any UCI engine from outside, or of the games that it has played.
//!
//! [`checks`] has the list of what is examined; each check gathers data from the [`Patient`] and judges it apart
//! from that, so that the judging is tested without an engine. [`games`] reads matches. Everything ends in a
//! [`Report`] as text, JSON or HTML.

mod checks;
mod finding;
mod games;
mod patient;
mod position;
mod report;
mod suite;
pub mod torture;

pub use checks::state::long_game;
pub use games::examine_text;
pub use patient::Profile;
pub use report::Report;

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;

use checks::{CHECKS, Outcome, endurance, legality, manners, ponder, twins};
use finding::{Finding, Illness, Severity};
use patient::Patient;
use regence_arena::client::{ClientError, Launch};
use regence_arena::error::LabError;
use regence_arena::provenance::{command, machine, say};
use report::Examined;

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

/// What `regence-lab doctor` may be told.
#[derive(Args, Debug)]
#[command(
    long_about = "Examines a UCI engine from outside, or the games of a match, and names likely causes.\n\n\
    The argument is a command line in one word ('./engine --flag') or a PGN file. The engine is started, restarted \
    when it dies, and killed at the end. A full examination takes a minute or two, a quick one about ten \
    seconds.\n\n\
    Findings are faults (rules, protocol or the engine's own word broken), suspicions (somebody should look) and \
    notes. The exit code is 1 when a fault was found or the examination could not be done, otherwise 0."
)]
pub struct Options {
    /// The engine's command line, or a PGN file with a match
    #[arg(value_name = "ENGINE|GAMES.PGN", required_unless_present = "list")]
    subject: Option<String>,
    /// Shorter searches and fewer positions
    #[arg(long)]
    quick: bool,
    /// Only these checks (see --list), separated by commas
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// Sets an option of the engine, as Name=Value; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Another version: is it the same engine?
    #[arg(long, value_name = "ENGINE")]
    twin: Option<String>,
    /// With games: only this player's
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Writes the report as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Writes the report as a page of HTML
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Names the checks and what they look for
    #[arg(long)]
    list: bool,
}

/// Runs the command.
pub fn run(options: &Options) -> Result<(), LabError> {
    if options.list {
        for check in CHECKS {
            say(&format!("{:10} {}\n", check.id, check.looks_for));
        }
        say("twins      two versions that are the same engine (with --twin)\n");
        return Ok(());
    }
    let subject = options.subject.as_deref().unwrap_or_default();
    let report = match subject.to_ascii_lowercase().ends_with(".pgn") {
        true => games::examine_file(subject.as_ref(), options.player.as_deref())?,
        false => examine_engine(subject, options)?,
    };
    say(&report::text::write(&report));
    if let Some(path) = &options.json {
        save(path, &report::json::write(&report))?;
    }
    if let Some(path) = &options.html {
        save(path, &report::html::write(&report))?;
    }
    match report.count(Severity::Fault) {
        0 => Ok(()),
        1 => Err(LabError::new("1 fault was found")),
        many => Err(LabError::new(format!("{many} faults were found"))),
    }
}

fn save(path: &std::path::Path, text: &str) -> Result<(), LabError> {
    std::fs::write(path, text).map_err(|error| LabError::file(path, &error))
}

fn examine_engine(subject: &str, options: &Options) -> Result<Report, LabError> {
    let launch = read_launch(subject)?;
    let twin = options.twin.as_deref().map(read_launch).transpose()?;
    let settings = options.options.iter().map(|text| {
        let (name, value) = text.split_once('=').ok_or_else(|| {
            LabError::new(format!("expected --option Name=Value, found '{text}'"))
        })?;
        Ok((name.trim().to_owned(), value.trim().to_owned()))
    });
    let order = Order {
        launch,
        settings: settings.collect::<Result<_, LabError>>()?,
        profile: Profile {
            quick: options.quick,
        },
        only: options.only.clone(),
        twin,
    };
    examine(&order, &mut |line| eprintln!("{line}"))
}

fn read_launch(text: &str) -> Result<Launch, LabError> {
    Launch::parse(text).ok_or_else(|| {
        LabError::new(format!(
            "expected a command line such as './engine --flag', found '{text}'"
        ))
    })
}

/// An examination to be done.
#[derive(Clone, Debug)]
pub struct Order {
    pub launch: Launch,
    pub settings: Vec<(String, String)>,
    pub profile: Profile,
    /// The checks to do; all if empty.
    pub only: Vec<String>,
    pub twin: Option<Launch>,
}

/// Examines an engine; `progress` hears of each check.
pub fn examine(order: &Order, progress: &mut dyn FnMut(&str)) -> Result<Report, LabError> {
    for wanted in &order.only {
        if !CHECKS.iter().any(|check| check.id == wanted) && wanted != "twins" {
            let known: Vec<&str> = CHECKS.iter().map(|check| check.id).collect();
            return Err(LabError::new(format!(
                "there is no check '{wanted}'; there are {} and twins",
                known.join(", ")
            )));
        }
    }
    let start = |launch: &Launch| {
        Patient::new(launch.clone(), order.settings.clone(), order.profile)
            .map_err(|error| LabError::new(error.to_string()))
    };
    let mut patient = start(&order.launch)?;
    let mut report = Report {
        subject: patient.name().to_owned(),
        what: format!("engine: {}", order.launch),
        command: command(),
        machine: machine(),
        examined: Vec::new(),
    };
    let is_wanted = |id: &str| order.only.is_empty() || order.only.iter().any(|only| only == id);
    let wanted: Vec<_> = CHECKS.iter().filter(|check| is_wanted(check.id)).collect();
    let count = wanted.len() + usize::from(order.twin.is_some()) + 1;
    for (index, check) in wanted.into_iter().enumerate() {
        progress(&format!(
            "[{:2}/{count}] {}: {}",
            index + 1,
            check.name,
            check.looks_for
        ));
        let began = Instant::now();
        let known = report.ids();
        let outcome = match (check.run)(&mut patient) {
            Ok(outcome) => outcome,
            Err(error) => accident(&mut patient, &error, &known)?,
        };
        report.examined.push(Examined {
            id: check.id,
            name: check.name.to_owned(),
            looks_for: check.looks_for,
            outcome,
            seconds: began.elapsed().as_secs_f64(),
        });
    }
    if let Some(launch) = &order.twin {
        progress(&format!(
            "[{:2}/{count}] Twins: the same engine twice?",
            count - 1
        ));
        let began = Instant::now();
        let mut other = start(launch)?;
        let outcome = match twins::run(&mut patient, &mut other) {
            Ok(outcome) => outcome,
            Err(error) => accident(&mut patient, &error, &report.ids())?,
        };
        report.examined.push(Examined {
            id: "twins",
            name: "Twins".to_owned(),
            looks_for: "two versions that are the same engine",
            outcome,
            seconds: began.elapsed().as_secs_f64(),
        });
    }
    progress(&format!("[{count:2}/{count}] Everything that was said"));
    report.examined.push(judge_log(&patient, &report.ids()));
    drop_consequences(&mut report);
    Ok(report)
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
    // Who is deaf in search looks dead when a search is begun by accident.
    ("deaf-stop", &["fragile", "hang"]),
    ("deaf-isready", &["fragile"]),
    // A search of fixed depth does not come to its end, and quiet moves are played at the depth of a beginner.
    ("explosion", &["hang", "same-opening"]),
    // The move that repeats was not looked at.
    ("over-pruning", &["repetition-blind"]),
];

/// Takes out what follows from something else, and says so where it stood.
fn drop_consequences(report: &mut Report) {
    let ids = report.ids();
    // Who has any other fault may well show it under torture.
    let other = ids.iter().find(|id| **id != endurance::BREAKS.id);
    let broken = other.map(|&cause| (cause, [endurance::BREAKS.id]));
    let broken = broken.iter().map(|(cause, list)| (*cause, &list[..]));
    let known = CONSEQUENCES.iter().copied().chain(broken);
    for (cause, consequences) in known.filter(|(cause, _)| ids.contains(cause)) {
        for examined in &mut report.examined {
            let outcome = &mut examined.outcome;
            let (dropped, kept) = std::mem::take(&mut outcome.findings)
                .into_iter()
                .partition::<Vec<Finding>, _>(|finding| consequences.contains(&finding.illness.id));
            outcome.findings = kept;
            let told = |finding: &Finding| format!("{} follows from {cause}", finding.illness.id);
            outcome.measured.extend(dropped.iter().map(told));
        }
    }
}

/// What an engine that died or fell silent in a check says about itself. Silence that is already explained is not
/// a finding of its own.
fn accident(
    patient: &mut Patient,
    error: &ClientError,
    known: &[&str],
) -> Result<Outcome, LabError> {
    let words = patient.transcript(12);
    patient.restart();
    let evidence = std::iter::once(error.to_string())
        .chain(words.lines().map(str::to_owned))
        .collect();
    match error {
        ClientError::Silent { .. } => {
            let explained = known
                .iter()
                .any(|id| ["deaf-stop", "hang", "explosion"].contains(id));
            Ok(match explained {
                true => Outcome::skipped("the engine fell silent, as was found before"),
                false => Outcome::of([Finding::new(&HANG, evidence)]),
            })
        }
        ClientError::Gone { .. } => Ok(Outcome::of([Finding::new(&CRASH, evidence)])),
        other => Err(LabError::new(other.to_string())),
    }
}

/// Judges all searches of the examination together.
fn judge_log(patient: &Patient, known: &[&str]) -> Examined {
    let log = patient.log();
    let mut findings = legality::judge_log(log, known);
    findings.extend(ponder::judge_log(log));
    findings.extend(manners::judge_lines(log));
    let lines: usize = log.iter().map(|searched| searched.lines.len()).sum();
    Examined {
        id: "log",
        name: "Everything that was said".to_owned(),
        looks_for: "illegal moves and lines, lines that break the protocol, in all searches",
        outcome: Outcome::of(findings).measured(format!("{} searches, {lines} lines", log.len())),
        seconds: 0.0,
    }
}
