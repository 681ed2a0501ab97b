//! `torture`: thousands of hostile lines for a UCI or Gomocup engine, or for our console. It must survive them, answer
//! in between, and play right moves behind them. A failure is shrunk to the few lines that cause it.

mod grammar;
mod shrink;
mod victim;

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use regence_arena::client::uci::{EngineOption, Uci};
use regence_arena::client::{ClientError, Launch};
use regence_arena::error::LabError;
use regence_arena::provenance::say;

use grammar::Grammar;
pub use victim::Failure;
use victim::{Round, Victim};

/// What an engine speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Protocol {
    /// The universal chess interface
    Uci,
    /// The protocol of Gomocup
    Gomocup,
    /// The console of Régence
    Console,
}

/// What `torture` is told.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// The engine's command line
    engine: String,
    /// What it speaks
    #[arg(long, value_enum, default_value_t = Protocol::Uci)]
    protocol: Protocol,
    /// Another seed sends other lines
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Lines to send
    #[arg(long, default_value_t = 20_000)]
    lines: u64,
    /// Failures to find before giving up
    #[arg(long, default_value_t = 3)]
    failures: usize,
    /// Send also what no user interface sends while the engine searches: positions, options, another go
    #[arg(long)]
    rude: bool,
}

/// A torture to be done.
#[derive(Clone, Debug)]
pub struct Order {
    pub launch: Launch,
    pub protocol: Protocol,
    pub seed: u64,
    pub lines: u64,
    pub failures: usize,
    pub is_rude: bool,
}

/// What it found.
#[derive(Clone, Debug, Default)]
pub struct Tortured {
    pub lines: u64,
    pub slowest: Duration,
    pub stalls: u64,
    pub failures: Vec<Found>,
}

/// A failure with the lines that cause it.
#[derive(Clone, Debug)]
pub struct Found {
    pub failure: Failure,
    pub script: Vec<Vec<u8>>,
    /// Whether a second run of the lines failed in the same way.
    pub is_repeated: bool,
    pub transcript: String,
}

impl Found {
    /// A shell command that sends the lines again.
    pub fn to_script(&self, launch: &Launch) -> String {
        script_text(launch, &self.script)
    }
}

/// Lines between two answers.
const ROUND: u64 = 16;
/// Rounds after which a new process is started, so that what causes a failure is not too long ago.
const ROUNDS: usize = 100;

/// Tortures an engine and prints what it found.
pub fn run(options: &Options) -> Result<(), LabError> {
    let launch = crate::command::read_launch(&options.engine)?;
    let order = Order {
        launch,
        protocol: options.protocol,
        seed: options.seed,
        lines: options.lines,
        failures: options.failures.max(1),
        is_rude: options.rude,
    };
    let began = Instant::now();
    let found = torture(&order, &mut |line| eprintln!("{line}"))?;
    let mut text = String::new();
    for one in &found.failures {
        let _ = writeln!(text, "{}: {}", one.failure.name(), one.failure.what());
        if !one.is_repeated {
            text += "It did not happen again with the same lines; these are all of its process.\n";
        }
        let _ = writeln!(text, "{}", one.to_script(&order.launch));
        for line in one.transcript.lines() {
            let _ = writeln!(text, "    {line}");
        }
    }
    let _ = writeln!(
        text,
        "{} lines in {:.0} s, seed {}: {} failures; slowest answer {:.0} ms, {} late ones because the machine was busy",
        found.lines,
        began.elapsed().as_secs_f64(),
        order.seed,
        found.failures.len(),
        found.slowest.as_secs_f64() * 1e3,
        found.stalls,
    );
    say(&text);
    match found.failures.len() {
        0 => Ok(()),
        1 => Err(LabError::new("1 failure was found")),
        many => Err(LabError::new(format!("{many} failures were found"))),
    }
}

/// Tortures an engine; `progress` hears how far it is.
pub fn torture(order: &Order, progress: &mut dyn FnMut(&str)) -> Result<Tortured, LabError> {
    let fail = |error: ClientError| LabError::new(error.to_string());
    let scratch = Scratch::new()?;
    let launch = scratch.launch(&order.launch);
    let options = match order.protocol {
        Protocol::Uci => options_of(&launch).map_err(fail)?,
        Protocol::Gomocup | Protocol::Console => Vec::new(),
    };
    let has_chess960 = options.iter().any(|option| option.name == "UCI_Chess960");
    let start = || Victim::start(&launch, order.protocol, has_chess960);
    let mut grammar = Grammar::new(order.protocol, order.seed, options, order.is_rude);
    let mut result = Tortured::default();
    let mut told = Instant::now();
    while result.lines < order.lines && result.failures.len() < order.failures {
        let mut victim = start().map_err(fail)?;
        let mut rounds = Vec::new();
        while rounds.len() < ROUNDS && result.lines < order.lines {
            let count = ROUND.min(order.lines - result.lines);
            grammar.settle();
            let lines = (0..count).map(|_| grammar.line()).collect();
            let seed = grammar.rng.next_u64();
            rounds.push(Round { lines, seed });
            result.lines += count;
            let Err(failure) = victim.suffer(&rounds[rounds.len() - 1]) else {
                continue;
            };
            progress(&format!(
                "{} after {} lines; looking for its cause",
                failure.name(),
                result.lines
            ));
            match (shrink::shrink(&start, &rounds, &failure), &failure) {
                (Some(found), _) => {
                    progress(&format!(
                        "{}\n{}",
                        found.failure.what(),
                        found.to_script(&order.launch)
                    ));
                    result.failures.push(found);
                }
                // An answer to the torture that came late, as on a busy machine, was taken for one to the question.
                (None, Failure::Wrong(_)) => {
                    progress("it did not happen again; the machine was busy");
                    result.stalls += 1;
                }
                (None, _) => result.failures.push(Found {
                    failure,
                    script: victim.sent.clone(),
                    is_repeated: false,
                    transcript: victim.transcript(),
                }),
            }
            break;
        }
        result.slowest = result.slowest.max(victim.slowest);
        result.stalls += victim.stalls;
        if told.elapsed() > Duration::from_secs(10) {
            told = Instant::now();
            progress(&format!("{}/{} lines", result.lines, order.lines));
        }
    }
    Ok(result)
}

fn options_of(launch: &Launch) -> Result<Vec<EngineOption>, ClientError> {
    let uci = Uci::start(launch, Duration::from_secs(20))?;
    Ok(uci.options().to_vec())
}

/// A shell command that sends the lines again. Bytes that are no plain text are written in octal.
fn script_text(launch: &Launch, script: &[Vec<u8>]) -> String {
    let mut text = "printf '".to_owned();
    for line in script {
        for &byte in line {
            match byte {
                b'\'' => text += "'\\''",
                b'%' => text += "%%",
                b'\\' => text += "\\\\",
                0x20..=0x7e => text.push(byte as char),
                other => {
                    let _ = write!(text, "\\{other:03o}");
                }
            }
        }
        text += "\\n";
    }
    format!("{text}' | {launch}")
}

/// An empty folder for the engine to run in: a word of the torture may be the name of a file.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Scratch, LabError> {
        use std::sync::atomic::{AtomicU32, Ordering};
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("regence-torture-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).map_err(|error| LabError::file(&path, &error))?;
        Ok(Scratch(path))
    }

    fn launch(&self, launch: &Launch) -> Launch {
        let mut launch = launch.clone();
        // A path is taken from here, a plain name is looked up by the system.
        if launch.program.components().count() > 1
            && let Ok(whole) = std::path::absolute(&launch.program)
        {
            launch.program = whole;
        }
        launch.folder.get_or_insert_with(|| self.0.clone());
        launch
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_can_be_pasted_into_a_shell() {
        let script = [b"go 'x' 50%".to_vec(), b"a\\b\xff".to_vec()];
        let text = script_text(&Launch::new("./e").arg("a b"), &script);
        assert_eq!(
            text,
            "printf 'go '\\''x'\\'' 50%%\\na\\\\b\\377\\n' | ./e 'a b'"
        );
    }
}
