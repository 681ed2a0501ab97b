//! The corpus of planted faults: how many of them does the doctor name, and does it name the right cause first?
//!
//! `corpus run FOLDER` examines the small engine (`faulty`) with every fault that it has, and a copy of Régence itself in
//! which faults are planted, which is built in FOLDER. It takes hours in full and is no part of the tests.

mod plant;
mod plants;
mod toys;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use plants::PLANTS;
use regence_arena::client::Launch;
use regence_doctor::{Order, Profile, examine};

const HELP: &str = "corpus list | corpus build FOLDER | corpus run FOLDER [--full] [--only NAME,NAME] [--strong | --toys]

list     names the faults and what the doctor should call them
build    builds the planted copy of Régence in FOLDER
run      examines every patient and prints a table; FOLDER has the planted copy";

/// An engine with a known fault.
struct Case {
    name: &'static str,
    is_strong: bool,
    launch: Launch,
    finding: &'static str,
    cause: &'static str,
}

/// What the doctor made of a case.
struct Outcome {
    is_named: bool,
    is_first: bool,
    has_cause: bool,
    others: Vec<&'static str>,
    seconds: f64,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["list"] => {
            for plant in PLANTS {
                println!(
                    "régence  {:18} {:20} {}",
                    plant.name, plant.finding, plant.what
                );
            }
            for (name, finding, _) in toys::TOYS {
                println!("faulty   {name:18} {finding}");
            }
            Ok(())
        }
        ["build", folder] => build(folder),
        ["run", folder, options @ ..] => run(folder, options),
        _ => Err(HELP.to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("corpus: {reason}");
            ExitCode::FAILURE
        }
    }
}

/// The workspace that this was built from.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn build(folder: &str) -> Result<(), String> {
    let path = plant::build(&root(), folder.as_ref()).map_err(|error| error.to_string())?;
    println!("{}", path.display());
    Ok(())
}

fn cases(folder: &Path) -> Result<Vec<Case>, String> {
    let here = std::env::current_exe().map_err(|error| error.to_string())?;
    let faulty = here.with_file_name(format!("faulty{}", std::env::consts::EXE_SUFFIX));
    let sick = folder.join("target/release/regence");
    let toys = toys::TOYS.iter().map(|&(name, finding, cause)| Case {
        name,
        is_strong: false,
        launch: Launch::new(&faulty).arg("--fault").arg(name),
        finding,
        cause,
    });
    let strong = PLANTS.iter().map(|plant| Case {
        name: plant.name,
        is_strong: true,
        launch: Launch::new("env")
            .arg(format!(
                "REGENCE_SICK={}",
                plant::number(plant.name).unwrap_or(0)
            ))
            .arg(sick.display().to_string()),
        finding: plant.finding,
        cause: plant.cause,
    });
    for path in [&faulty, &sick] {
        if !path.exists() {
            return Err(format!("{} is missing: build it first", path.display()));
        }
    }
    Ok(strong.chain(toys).collect())
}

fn run(folder: &str, options: &[&str]) -> Result<(), String> {
    let (mut only, mut quick, mut kinds) = (Vec::new(), true, [true, true]);
    let mut rest = options.iter();
    while let Some(option) = rest.next() {
        match *option {
            "--full" => quick = false,
            "--strong" => kinds[0] = false,
            "--toys" => kinds[1] = false,
            "--only" => {
                only = rest
                    .next()
                    .map_or(Vec::new(), |list| list.split(',').collect())
            }
            _ => return Err(HELP.to_owned()),
        }
    }
    let wanted = |case: &Case| {
        kinds[usize::from(case.is_strong)] && (only.is_empty() || only.contains(&case.name))
    };
    let all = cases(folder.as_ref())?;
    println!("| engine | fault | expected | named | cause | others | s |");
    println!("|---|---|---|---|---|---|---:|");
    let mut outcomes = Vec::new();
    for case in all.iter().filter(|case| wanted(case)) {
        let outcome = treat(case, Profile { quick });
        let tick = |is: bool| if is { "yes" } else { "no" };
        println!(
            "| {} | {} | {} | {} | {} | {} | {:.0} |",
            if case.is_strong { "Régence" } else { "faulty" },
            case.name,
            case.finding,
            tick(outcome.is_named),
            if outcome.is_named {
                tick(outcome.has_cause && outcome.is_first)
            } else {
                ""
            },
            outcome.others.join(" "),
            outcome.seconds
        );
        let _ = std::io::stdout().flush();
        outcomes.push(outcome);
    }
    let count = |is: fn(&Outcome) -> bool| outcomes.iter().filter(|one| is(one)).count();
    let named = count(|one| one.is_named);
    let causes = count(|one| one.is_named && one.is_first && one.has_cause);
    println!(
        "\n{named} of {} named ({:.0} %), of those {causes} with the right cause first ({:.0} %)",
        outcomes.len(),
        100.0 * named as f64 / outcomes.len().max(1) as f64,
        100.0 * causes as f64 / named.max(1) as f64
    );
    Ok(())
}

/// Examines one patient. What stands first is the first finding of the gravest kind, as the report has it.
fn treat(case: &Case, profile: Profile) -> Outcome {
    let began = Instant::now();
    let order = Order::new(case.launch.clone(), profile);
    let report = match examine(&order, &mut |_| {}) {
        Ok(report) => report,
        Err(error) => {
            eprintln!("{}: {error}", case.name);
            return Outcome {
                is_named: false,
                is_first: false,
                has_cause: false,
                others: Vec::new(),
                seconds: began.elapsed().as_secs_f64(),
            };
        }
    };
    let findings = report.findings();
    let right = findings.iter().find(|one| one.illness.id == case.finding);
    let first = findings.iter().map(|one| one.illness.severity).min();
    Outcome {
        is_named: right.is_some(),
        is_first: right.is_some_and(|one| Some(one.illness.severity) == first),
        has_cause: right.is_some_and(|one| one.told_cause().contains(case.cause)),
        others: findings
            .iter()
            .map(|one| one.illness.id)
            .filter(|id| *id != case.finding)
            .collect(),
        seconds: began.elapsed().as_secs_f64(),
    }
}
