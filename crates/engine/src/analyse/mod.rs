//! `analyse`: whole files of games or positions, searched on all cores and written with what was found.
//!
//! [`input`] reads records one by one and cuts games into parts; [`parallel`] gives the parts to workers and puts
//! their results in order; [`examine`] searches; [`story`] judges the moves by [`chance`]; [`format`] writes;
//! [`output`] continues what was interrupted.

mod examine;
mod format;
mod input;
mod output;
mod parallel;
mod progress;
mod story;
mod summary;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use regence_chess_search::tablebase::Endgames;
use regence_chess_search::{ChessEngine, Engine};
use regence_core::Limits;
use regence_core::pool::MAX_THREADS;

use crate::syzygy::Syzygy;
use examine::{Examined, Examiner, Finding};
use format::{Format, Lines, Style};
use input::{Input, Kind, Record, Unit};
use output::{Output, Target, is_same_file};
use progress::Progress;
use summary::Summary;

/// What `analyse` is told.
#[derive(clap::Args, Clone, Debug)]
pub struct Options {
    /// The games (PGN) or positions (EPD, by the extension .epd or .fen); - reads standard input
    file: PathBuf,
    /// Where to write; a run that was interrupted goes on where it stopped. Without it: standard output
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// How to write; by default as the name of the output says, else like the input
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Nodes for each position [default: 100000, if there is no other limit]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Depth for each position
    #[arg(long, value_parser = clap::value_parser!(i32).range(1..))]
    depth: Option<i32>,
    /// Milliseconds for each position
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Threads, each with an engine of its own [default: one a core]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS as u64))]
    threads: Option<u64>,
    /// Megabytes of table for each thread
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u64).range(1..))]
    hash: u64,
    /// Directories of Syzygy endgame tables
    #[arg(long, value_name = "PATH")]
    syzygy: Option<String>,
    /// Which better lines are written into games
    #[arg(long, value_enum, default_value = "all")]
    lines: Lines,
    /// Leave out comments, marks and variations that are in the games already
    #[arg(long)]
    clean: bool,
    /// The file has positions, whatever its name
    #[arg(long)]
    epd: bool,
    /// Begin again, even if the output has something in it
    #[arg(long)]
    overwrite: bool,
    /// No progress bar
    #[arg(long)]
    quiet: bool,
}

const DEFAULT_NODES: u64 = 100_000;

/// Why an analysis cannot go on, in words for the person who asked for it.
#[derive(Debug)]
pub struct Trouble(String);

impl Trouble {
    fn new(message: impl Into<String>) -> Trouble {
        Trouble(message.into())
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Trouble {
        Trouble(format!("a thread was refused: {error}"))
    }
}

/// Analyses a file and says how it went.
pub fn run(options: &Options) -> ExitCode {
    match analyse(options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(trouble) => {
            eprintln!("regence analyse: {trouble}");
            ExitCode::FAILURE
        }
    }
}

fn analyse(options: &Options) -> Result<(), Trouble> {
    let kind = options.kind();
    let format = options.format(kind)?;
    let style = options.style();
    let mut input = options.open_input(kind)?;
    let output = Output::open(Target {
        path: options.output.as_deref(),
        format,
        kind,
        overwrite: options.overwrite,
    })?;
    let skipped = output.skip(&mut input, format, &style)?;
    let length = std::fs::metadata(&options.file).ok();
    let length = length.filter(|data| data.is_file()).map(|data| data.len());
    let mut desk = Desk {
        progress: Progress::new(length, skipped.bytes, !options.quiet),
        name: options.file.display().to_string(),
        number: skipped.records,
        open: None,
        summary: Summary::default(),
        given_up: Arc::default(),
        kind,
        format,
        style,
        output,
    };
    if skipped.records > 0 {
        let (_, many) = kind.words();
        let (name, count) = (desk.output.name(), skipped.records);
        desk.progress
            .say(&format!("{name} has {count} {many} already; going on"));
    }
    let workers = options.workers(&desk.given_up)?;
    let threads = workers.len();
    let work = |worker: &mut Examiner, unit: Unit| {
        let examined = unit.what.as_ref().ok().map(|part| worker.examine(part));
        (unit, examined)
    };
    let result = parallel::in_order(workers, input, work, |(unit, examined)| {
        desk.take(unit, examined)
            .inspect_err(|_| desk.given_up.store(true, Relaxed))
    });
    desk.progress.finish();
    result?;
    let text = desk.summary.text(kind, desk.progress.elapsed(), threads);
    match options.output {
        Some(_) => crate::output::Output::stdout().print(&text),
        None => eprintln!("{text}"),
    }
    Ok(())
}

impl Options {
    fn kind(&self) -> Kind {
        match self.epd {
            true => Kind::Positions,
            false => Kind::of(&self.file),
        }
    }

    fn format(&self, kind: Kind) -> Result<Format, Trouble> {
        let by_name = self.output.as_deref().and_then(Format::of);
        let usual = match kind {
            Kind::Games => Format::Pgn,
            Kind::Positions => Format::Epd,
        };
        let format = self.format.or(by_name).unwrap_or(usual);
        match (format.suits(kind), kind) {
            (true, _) => Ok(format),
            (false, Kind::Games) => Err(Trouble::new(
                "games cannot be written as EPD: choose --format pgn, jsonl or csv",
            )),
            (false, Kind::Positions) => Err(Trouble::new(
                "positions cannot be written as PGN: choose --format epd, jsonl or csv",
            )),
        }
    }

    fn open_input(&self, kind: Kind) -> Result<Input, Trouble> {
        let path: &Path = &self.file;
        if self
            .output
            .as_deref()
            .is_some_and(|output| is_same_file(path, output))
        {
            return Err(Trouble::new(format!(
                "{} is both input and output: name another file to write to",
                path.display()
            )));
        }
        Input::open(path, kind)
            .map_err(|error| Trouble::new(format!("{}: {error}", path.display())))
    }

    fn limits(&self) -> Limits {
        let is_unlimited = self.depth.is_none() && self.movetime.is_none();
        Limits {
            nodes: self.nodes.or(is_unlimited.then_some(DEFAULT_NODES)),
            depth: self.depth,
            move_time: self.movetime.map(Duration::from_millis),
            ..Limits::default()
        }
    }

    fn style(&self) -> Style {
        let limits = self.limits();
        let words = [
            limits.nodes.map(|nodes| format!("{nodes} nodes")),
            limits.depth.map(|depth| format!("depth {depth}")),
            self.movetime.map(|millis| format!("{millis} ms")),
        ];
        Style {
            limit: words.into_iter().flatten().collect::<Vec<_>>().join(", "),
            lines: self.lines,
            clean: self.clean,
        }
    }

    fn workers(&self, given_up: &Arc<AtomicBool>) -> Result<Vec<Examiner>, Trouble> {
        let cores = || std::thread::available_parallelism().map_or(1, |cores| cores.get());
        let threads = self.threads.map_or_else(cores, |threads| threads as usize);
        let endgames = match &self.syzygy {
            None => None,
            Some(path) => {
                Some(Endgames::new(Syzygy::open(path).map_err(|error| {
                    Trouble::new(format!("--syzygy: {error}"))
                })?))
            }
        };
        let worker = |_| {
            let mut engine = Engine::new();
            engine.set_endgames(endgames.clone());
            engine
                .set_hash(self.hash as usize)
                .map_err(|error| Trouble::new(format!("--hash {}: {error}", self.hash)))?;
            Ok(Examiner {
                engine,
                limits: self.limits(),
                given_up: Arc::clone(given_up),
            })
        };
        (0..threads).map(worker).collect()
    }
}

/// Where results come together, in order.
#[allow(missing_debug_implementations)]
struct Desk {
    kind: Kind,
    format: Format,
    style: Style,
    output: Output,
    progress: Progress,
    /// The name of the input.
    name: String,
    /// Records that are done.
    number: u64,
    /// The record of which parts are still missing, and what was found so far.
    open: Option<(Arc<Record>, Vec<Finding>)>,
    summary: Summary,
    given_up: Arc<AtomicBool>,
}

impl Desk {
    /// Takes the next part in; a record that is complete is judged and written.
    fn take(&mut self, unit: Unit, examined: Option<Examined>) -> Result<(), Trouble> {
        match unit.what {
            Err(message) => {
                self.summary.bad += 1;
                let (one, _) = self.kind.words();
                let name = &self.name;
                self.progress
                    .say(&format!("{name}: {message}; this {one} is left out"));
            }
            Ok(part) => {
                let examined = examined.unwrap_or_default();
                self.summary.positions += examined.findings.len() as u64;
                self.summary.nodes += examined.findings.iter().map(|f| f.nodes).sum::<u64>();
                self.summary.searching += examined.searching;
                let (record, mut findings) = self.open.take().unwrap_or((part.record, Vec::new()));
                findings.extend(examined.findings);
                match findings.len() < record.positions() {
                    true => self.open = Some((record, findings)),
                    false => self.finish(record, findings)?,
                }
            }
        }
        let (records, (_, many)) = (self.number, self.kind.words());
        let speed = self.summary.nodes as f64 / self.progress.elapsed().as_secs_f64().max(1e-3);
        self.progress.advance(unit.bytes, || {
            format!(
                "{records} {many}, {:.2} million nodes a second",
                speed / 1e6
            )
        });
        Ok(())
    }

    fn finish(&mut self, record: Arc<Record>, findings: Vec<Finding>) -> Result<(), Trouble> {
        self.number += 1;
        let story = story::tell(self.number, record, findings);
        self.summary.add(&story);
        let text = self.format.text(&story, &self.style);
        match self.output.write(&text) {
            Ok(()) => Ok(()),
            // Nobody reads any more, as in `regence analyse … | head`: there is nothing left to do.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => std::process::exit(0),
            Err(error) => Err(Trouble::new(format!(
                "cannot write to {}: {error}",
                self.output.name()
            ))),
        }
    }
}
