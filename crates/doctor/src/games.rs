//! The doctor of matches: what a PGN with scores, depths and times tells about each player.

mod judge;
pub mod read;

use std::fs::File;
use std::path::Path;
use std::time::Instant;

use super::checks::{Chart, Outcome};
use super::finding::Finding;
use super::report::{Examined, Report};
use read::Played;
use regence_arena::error::LabError;
use regence_arena::provenance::{command, machine};

/// Examines a file; all players, or only the one of that name.
pub fn examine_file(path: &Path, player: Option<&str>) -> Result<Report, LabError> {
    let file = File::open(path).map_err(|error| LabError::file(path, &error))?;
    let games = read::games(file);
    if games.list.is_empty() {
        let reason = games
            .errors
            .first()
            .map_or("there is none", |error| error.as_str());
        return Err(LabError::new(format!(
            "{}: expected games in PGN, but {reason}",
            path.display()
        )));
    }
    let mut report = examine(&games, player)?;
    report.what = format!("games: {}", path.display());
    Ok(report)
}

/// Examines a text.
pub fn examine_text(text: &str, player: Option<&str>) -> Result<Report, LabError> {
    examine(&read::games(text.as_bytes()), player)
}

fn examine(games: &read::Games, player: Option<&str>) -> Result<Report, LabError> {
    let mut names: Vec<&str> = games.list.iter().flat_map(|game| game.names()).collect();
    names.sort_unstable();
    names.dedup();
    if let Some(player) = player {
        names.retain(|name| *name == player);
        if names.is_empty() {
            return Err(LabError::new(format!(
                "'{player}' plays in none of these games"
            )));
        }
    }
    let mut report = Report {
        subject: names.join(", "),
        what: "games".to_owned(),
        command: command(),
        machine: machine(),
        load: Vec::new(),
        launch: None,
        examined: Vec::new(),
    };
    for name in names {
        let played: Vec<Played> = games.list.iter().flat_map(|game| game.of(name)).collect();
        examine_player(&mut report, name, &played);
    }
    if !games.errors.is_empty() {
        let mut outcome = Outcome::default();
        outcome
            .findings
            .extend(Finding::if_any(&judge::UNREADABLE, games.errors.clone()));
        report.examined.push(Examined {
            id: "reading",
            name: "Reading".to_owned(),
            looks_for: "games that cannot be read: moves that are not legal",
            outcome,
            seconds: 0.0,
        });
    }
    Ok(report)
}

/// One question to the games of a player.
struct Question {
    id: &'static str,
    name: &'static str,
    looks_for: &'static str,
    answer: fn(&[Played]) -> Outcome,
}

const QUESTIONS: &[Question] = &[
    Question {
        id: "results",
        name: "how it loses",
        looks_for: "losses on time, by illegal moves and by crashes; how long it holds out",
        answer: judge::results,
    },
    Question {
        id: "clock",
        name: "use of the clock",
        looks_for: "the share of the clock that was used over the games",
        answer: judge::clock,
    },
    Question {
        id: "depth",
        name: "depth",
        looks_for: "the depths that were reached, and whether more time gave more depth",
        answer: judge::depth,
    },
    Question {
        id: "evaluation",
        name: "evaluation and outcome",
        looks_for: "scores that the opponent and the result do not share; sudden zeros; mates as centipawns",
        answer: judge::evaluation,
    },
    Question {
        id: "blunders",
        name: "blunders",
        looks_for: "moves after which its own score collapses",
        answer: judge::blunders,
    },
    Question {
        id: "openings",
        name: "openings",
        looks_for: "the same opening again and again",
        answer: judge::openings,
    },
];

fn examine_player(report: &mut Report, name: &str, played: &[Played]) {
    for question in QUESTIONS {
        let began = Instant::now();
        let mut outcome = (question.answer)(played);
        for finding in &mut outcome.findings {
            finding
                .evidence
                .insert(0, format!("{name}, {} games", played.len()));
        }
        for chart in &mut outcome.charts {
            chart.title = format!("{name}: {}", chart.title);
        }
        report.examined.push(Examined {
            id: question.id,
            name: format!("{name}: {}", question.name),
            looks_for: question.looks_for,
            outcome,
            seconds: began.elapsed().as_secs_f64(),
        });
    }
}

/// A chart of how often each value came.
fn histogram(title: &str, x: &str, values: impl IntoIterator<Item = u32>) -> Chart {
    let mut counts = std::collections::BTreeMap::new();
    for value in values {
        *counts.entry(value).or_insert(0u32) += 1;
    }
    let total: u32 = counts.values().sum();
    let mut bars: Vec<(String, f64)> = Vec::new();
    let mut seen = 0;
    for (value, count) in &counts {
        // A long tail of single moves is one bar.
        match bars.last_mut().filter(|_| seen * 100 >= total * 99) {
            Some((label, height)) if bars_are_many(counts.len()) => {
                if !label.ends_with('+') {
                    label.push('+');
                }
                *height += f64::from(*count);
            }
            _ => bars.push((value.to_string(), f64::from(*count))),
        }
        seen += count;
    }
    Chart {
        title: title.to_owned(),
        x: x.to_owned(),
        y: "moves".to_owned(),
        bars,
    }
}

/// Whether there are more bars than a reader looks at.
fn bars_are_many(count: usize) -> bool {
    count > 20
}
