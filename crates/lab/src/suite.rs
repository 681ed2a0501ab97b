//! `suite`: a file of positions with known answers (`bm`, `am`, `dm`), and how many of them the search finds.

use std::fs::File;
use std::path::PathBuf;
use std::time::Duration;

use regence_chess::{Game, Move};
use regence_chess_search::{Chess, Engine, Job};
use regence_core::config::Lab;
use regence_core::limiter::WallClock;
use regence_core::{Limits, NoObserver, Shared, Value};
use regence_records::epd::{Epd, Goal, Reader};

use regence_arena::error::LabError;
use regence_arena::games;
use regence_arena::provenance::say;
use regence_arena::setup::{Setup, SetupOptions};
use regence_arena::workers::{self, Next};

/// What `suite` is told.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// The positions, in EPD: bm (best moves), am (moves to avoid) or dm (mate in so many moves)
    file: PathBuf,
    /// Milliseconds for each position
    #[arg(long, default_value_t = 1000, conflicts_with = "nodes")]
    movetime: u64,
    /// Nodes for each position, in place of a time
    #[arg(long)]
    nodes: Option<u64>,
    /// Megabytes of table
    #[arg(long, default_value_t = 16)]
    hash: usize,
    /// Positions that are searched at the same time
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    #[command(flatten)]
    setup: SetupOptions,
}

/// Searches every position and tells which ones were solved.
pub fn run(options: &Options) -> Result<(), LabError> {
    let setup = options.setup.read()?;
    let positions = read(options)?;
    let failures = search_all(&positions, &setup, options)?;
    for (number, failure) in &failures {
        let id = positions[*number].id().unwrap_or("without a name");
        say(&format!("line {}, {id}: {failure}\n", number + 1));
    }
    let solved = positions.len() - failures.len();
    say(&format!(
        "{solved} of {} solved ({:.1} %), {}\n",
        positions.len(),
        100.0 * solved as f64 / positions.len() as f64,
        match options.nodes {
            Some(nodes) => format!("{nodes} nodes each"),
            None => format!("{} ms each", options.movetime),
        }
    ));
    Ok(())
}

fn read(options: &Options) -> Result<Vec<Epd>, LabError> {
    let path = &options.file;
    let file = File::open(path).map_err(|error| LabError::file(path, &error))?;
    let positions: Vec<Epd> = Reader::new(file)
        .collect::<Result<_, _>>()
        .map_err(|error| LabError::new(format!("{}: {error}", path.display())))?;
    let without = |epd: &Epd| Goal::of(epd).is_none();
    if let Some(number) = positions.iter().position(without) {
        return Err(LabError::new(format!(
            "{}: position {} has neither bm nor am nor dm, so nobody can say whether it is solved",
            path.display(),
            number + 1
        )));
    }
    match positions.is_empty() {
        true => Err(LabError::new(format!(
            "{}: no positions in it",
            path.display()
        ))),
        false => Ok(positions),
    }
}

/// The numbers of the positions that were not solved, and why.
fn search_all(
    positions: &[Epd],
    setup: &Setup,
    options: &Options,
) -> Result<Vec<(usize, String)>, LabError> {
    let numbers: Vec<u64> = (0..positions.len() as u64).collect();
    let (mut done, mut failures) = (0, Vec::new());
    let search = |engine: &mut Engine<Lab<Chess>>, number: u64| {
        let epd = &positions[number as usize];
        engine.new_game();
        let (mv, value) = search(engine, epd, options);
        Ok(Goal::of(epd).and_then(|goal| goal.failure(epd, mv, value)))
    };
    workers::share(
        &numbers,
        options.concurrency,
        || games::engine::<Chess>(setup, options.hash),
        search,
        |number, failure| {
            failures.extend(failure.map(|failure| (number as usize, failure)));
            done += 1;
            if done % 50 == 0 {
                eprintln!("{done} of {}", positions.len());
            }
            Ok(Next::Continue)
        },
    )?;
    failures.sort();
    Ok(failures)
}

fn search(engine: &mut Engine<Lab<Chess>>, epd: &Epd, options: &Options) -> (Option<Move>, Value) {
    let limits = match options.nodes {
        Some(nodes) => Limits::to_nodes(nodes),
        None => Limits::for_time(Duration::from_millis(options.movetime)),
    };
    let job = Job::new(Game::new(*epd.board()), limits);
    let shared = Shared::new(1, WallClock::start(), false);
    match engine.search(&job, &shared, &mut NoObserver) {
        Some(outcome) => (Some(outcome.best.mv), outcome.best.value),
        None => (None, Value::ZERO),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn epd(text: &str) -> Epd {
        let mut found = Reader::new(text.as_bytes());
        found.next().expect("a line").expect("a position")
    }

    const MATE: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq -";

    #[test]
    fn a_suite_is_searched_and_counted() {
        let positions = [
            epd(&format!("{MATE} bm Qxf7#;")),
            epd(&format!("{MATE} bm a3;")),
        ];
        let options = Options {
            file: PathBuf::new(),
            movetime: 0,
            nodes: Some(500),
            hash: 1,
            concurrency: 2,
            setup: SetupOptions::default(),
        };
        let failures = search_all(&positions, &Setup::shipped(), &options).expect("searched");
        assert_eq!(failures, [(1, "played Qxf7#".to_owned())]);
    }
}
