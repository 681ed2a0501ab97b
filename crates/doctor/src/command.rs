//! The command `regence-lab doctor`.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use crate::examine::{Order, Progress, examine, list};
use crate::finding::Severity;
use crate::games;
use crate::gomocup;
use crate::patient::Profile;
use crate::report::{self, Report};
use regence_arena::client::Launch;
use regence_arena::error::LabError;
use regence_arena::provenance::say;

/// What `regence-lab doctor` may be told.
#[derive(Args, Debug)]
#[command(
    long_about = "Examines a UCI engine (or, with --protocol gomocup, a program for Gomoku) from outside, or the games of a match, and \
    names likely causes.\n\n\
    The argument is a command line in one word ('./engine --flag') or a PGN file. The engine is started, restarted \
    when it dies, and killed at the end. A full examination takes a few minutes, a quick one less than one.\n\n\
    Findings are faults (rules, protocol or the engine's own word broken), suspicions (somebody should look) and \
    notes. The exit code is 0 if nothing was found that --fail-on asks for, 1 if something was, and 2 if the \
    examination could not be done."
)]
pub struct Options {
    /// The engine's command line, or a PGN file with a match
    #[arg(value_name = "ENGINE|GAMES.PGN", required_unless_present = "list")]
    subject: Option<String>,
    /// What the engine speaks
    #[arg(long, value_enum, default_value_t = Protocol::Uci)]
    protocol: Protocol,
    /// Shorter searches and fewer positions
    #[arg(long)]
    quick: bool,
    /// Only these checks (see --list), separated by commas
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// All checks but these
    #[arg(long, value_delimiter = ',')]
    skip: Vec<String>,
    /// Findings that are known and count for nothing, by their names
    #[arg(long, value_delimiter = ',', value_name = "ID")]
    ignore: Vec<String>,
    /// What makes the command fail
    #[arg(long, value_name = "SEVERITY", value_enum, default_value_t = FailOn::Fault)]
    fail_on: FailOn,
    /// Sets an option of the engine, as Name=Value; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// An older version: what got better, and what worse?
    #[arg(long, value_name = "ENGINE")]
    against: Option<String>,
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
    /// Writes the report as JUnit's XML, a test for each check
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Writes the findings as SARIF
    #[arg(long, value_name = "FILE")]
    sarif: Option<PathBuf>,
    /// Names the checks and what they look for
    #[arg(long)]
    list: bool,
}

/// What is examined: an engine for chess or a program for Gomoku.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Protocol {
    Uci,
    Gomocup,
}

/// The mildest finding that counts as a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FailOn {
    Fault,
    Suspicion,
    Never,
}

impl FailOn {
    fn counts(self, severity: Severity) -> bool {
        match self {
            FailOn::Fault => severity == Severity::Fault,
            FailOn::Suspicion => severity <= Severity::Suspicion,
            FailOn::Never => false,
        }
    }
}

/// Runs the command; whether the engine passes.
pub fn run(options: &Options) -> Result<bool, LabError> {
    if options.list {
        say(&match options.protocol {
            Protocol::Uci => list(),
            Protocol::Gomocup => gomocup::list(),
        });
        return Ok(true);
    }
    let subject = options.subject.as_deref().unwrap_or_default();
    let mut report = match subject.to_ascii_lowercase().ends_with(".pgn") {
        true => games::examine_file(subject.as_ref(), options.player.as_deref())?,
        false => examine_engine(subject, options, true)?,
    };
    report.ignore(&options.ignore);
    match &options.against {
        None => say(&report::text::write(&report)),
        Some(old) => {
            eprintln!("-- {old}");
            let mut before = examine_engine(old, options, false)?;
            before.ignore(&options.ignore);
            say(&report::compare::write(&before, &report));
        }
    }
    write_files(options, &report)?;
    Ok(!report
        .findings()
        .iter()
        .any(|finding| options.fail_on.counts(finding.illness.severity)))
}

/// Writes the reports that were asked for, so that a program that is killed in between leaves the old one or the new one.
fn write_files(options: &Options, report: &Report) -> Result<(), LabError> {
    type Writer = fn(&Report) -> String;
    let files: [(&Option<PathBuf>, Writer); 4] = [
        (&options.json, report::json::write),
        (&options.html, report::html::write),
        (&options.junit, report::junit::write),
        (&options.sarif, report::sarif::write),
    ];
    for (path, write) in files {
        if let Some(path) = path {
            save(path, &write(report))?;
        }
    }
    Ok(())
}

fn save(path: &Path, text: &str) -> Result<(), LabError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    let part = PathBuf::from(name);
    std::fs::write(&part, text)
        .and_then(|()| std::fs::rename(&part, path))
        .map_err(|error| LabError::file(path, &error))
}

/// Examines an engine; the report is written as it grows, if so wished.
fn examine_engine(subject: &str, options: &Options, writes: bool) -> Result<Report, LabError> {
    let launch = read_launch(subject)?;
    let twin = options.twin.as_deref().map(read_launch).transpose()?;
    let settings = options.options.iter().map(|text| {
        let (name, value) = text.split_once('=').ok_or_else(|| {
            LabError::new(format!("expected --option Name=Value, found '{text}'"))
        })?;
        Ok((name.trim().to_owned(), value.trim().to_owned()))
    });
    let profile = Profile {
        quick: options.quick,
    };
    let order = Order {
        settings: settings.collect::<Result<_, LabError>>()?,
        only: options.only.clone(),
        skip: options.skip.clone(),
        twin,
        ..Order::new(launch, profile)
    };
    let mut told = 0;
    let mut written = Ok(());
    let examine = match options.protocol {
        Protocol::Uci => examine,
        Protocol::Gomocup => gomocup::examine,
    };
    let report = examine(&order, &mut |progress| match progress {
        Progress::Begins(line) => eprintln!("{line}"),
        Progress::Grew(report) => {
            let ids = report
                .examined
                .iter()
                .flat_map(|examined| &examined.outcome.findings);
            let ids: Vec<String> = ids
                .map(|finding| format!("{} [{}]", finding.illness.severity, finding.illness.id))
                .collect();
            for id in ids.iter().skip(told) {
                eprintln!("        {id}");
            }
            told = ids.len();
            if writes && written.is_ok() {
                written = write_files(options, report);
            }
        }
    })?;
    written.map(|()| report)
}

pub fn read_launch(text: &str) -> Result<Launch, LabError> {
    Launch::parse(text).ok_or_else(|| {
        LabError::new(format!(
            "expected a command line such as './engine --flag', found '{text}'"
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mildest_finding_that_fails_is_chosen() {
        assert!(
            FailOn::Fault.counts(Severity::Fault) && !FailOn::Fault.counts(Severity::Suspicion)
        );
        assert!(FailOn::Suspicion.counts(Severity::Fault));
        assert!(
            FailOn::Suspicion.counts(Severity::Suspicion)
                && !FailOn::Suspicion.counts(Severity::Note)
        );
        assert!(!FailOn::Never.counts(Severity::Fault));
    }
}
