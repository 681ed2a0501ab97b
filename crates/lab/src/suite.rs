//! `suite`: a file of positions with known answers (`bm`, `am`, `dm`), and how many of them the search finds.

use std::fs::File;
use std::path::PathBuf;
use std::time::Duration;

use regence_arena::client::uci::{Go, Score, Uci};
use regence_arena::tournament::spec::{EngineSpec, read_chess_engine};
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
    /// The positions, in EPD: bm (best moves, or a mate such as #3 or #-3), am (moves to avoid) or dm (mate in so many moves)
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
    /// Asks this UCI engine instead, as in cmd=./engine,option.Hash=16
    #[arg(long, value_name = "ENGINE", conflicts_with_all = ["hash", "on", "off", "set", "eval"])]
    engine: Option<String>,
    #[command(flatten)]
    setup: SetupOptions,
}

/// Searches every position and tells which ones were solved.
pub fn run(options: &Options) -> Result<(), LabError> {
    let positions = read(options)?;
    let failures = match &options.engine {
        None => {
            let setup = options.setup.read()?;
            ask_ourselves(&positions, &setup, options)?
        }
        Some(engine) => ask_engine(&positions, &read_chess_engine(engine)?, options)?,
    };
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

/// A move and the score of it.
type Answer = (Option<Move>, Value);

fn ask_ourselves(
    positions: &[Epd],
    setup: &Setup,
    options: &Options,
) -> Result<Vec<(usize, String)>, LabError> {
    let set_up = || games::engine::<Chess>(setup, options.hash);
    search_all(positions, options, set_up, |engine, epd| {
        engine.new_game();
        Ok(search(engine, epd, options))
    })
}

fn ask_engine(
    positions: &[Epd],
    spec: &EngineSpec,
    options: &Options,
) -> Result<Vec<(usize, String)>, LabError> {
    search_all(
        positions,
        options,
        || spec.start_uci(),
        |uci, epd| ask(uci, epd, options),
    )
}

/// The numbers of the positions that were not solved, and why.
fn search_all<E>(
    positions: &[Epd],
    options: &Options,
    set_up: impl Fn() -> Result<E, LabError> + Sync,
    answer: impl Fn(&mut E, &Epd) -> Result<Answer, LabError> + Sync,
) -> Result<Vec<(usize, String)>, LabError> {
    let numbers: Vec<u64> = (0..positions.len() as u64).collect();
    let (mut done, mut failures) = (0, Vec::new());
    let search = |engine: &mut E, number: u64| {
        let epd = &positions[number as usize];
        let (mv, value) = answer(engine, epd)?;
        Ok(Goal::of(epd).and_then(|goal| goal.failure(epd, mv, value)))
    };
    workers::share(
        &numbers,
        options.concurrency,
        set_up,
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

fn search(engine: &mut Engine<Lab<Chess>>, epd: &Epd, options: &Options) -> Answer {
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

/// How long an engine may take beyond its limit.
const PATIENCE: Duration = Duration::from_secs(60);

fn ask(uci: &mut Uci, epd: &Epd, options: &Options) -> Result<Answer, LabError> {
    let board = epd.board();
    let failed = |error: &dyn std::fmt::Display| LabError::new(format!("{board}: {error}"));
    uci.new_game();
    uci.ready(PATIENCE).map_err(|error| failed(&error))?;
    uci.position(Some(&board.to_fen()), &[]);
    let movetime = Duration::from_millis(options.movetime);
    let (go, patience) = match options.nodes {
        Some(nodes) => (
            Go::to_nodes(nodes),
            PATIENCE + Duration::from_micros(nodes * 10),
        ),
        None => (Go::for_time(movetime), PATIENCE + movetime),
    };
    let answer = uci.go(&go, patience).map_err(|error| failed(&error))?;
    let score = answer.last_line().and_then(|line| line.score);
    Ok((
        board.move_from_uci(&answer.best).ok(),
        score.map_or(Value::ZERO, value),
    ))
}

/// A score of UCI as one of ours.
fn value(score: Score) -> Value {
    match score {
        Score::Centipawns(points) => Value::cp(points.clamp(-MOST_POINTS, MOST_POINTS)),
        Score::Mate(moves) if moves > 0 => Value::win_in(2 * moves.min(MOST_MOVES) - 1),
        Score::Mate(moves) => Value::loss_in(-2 * moves.max(-MOST_MOVES)),
    }
}

/// No score is larger, so that none is taken for a mate.
const MOST_POINTS: i32 = 20_000;
/// What is longer is no mate that a suite asks for.
const MOST_MOVES: i32 = 60;

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
            engine: None,
            setup: SetupOptions::default(),
        };
        let failures = ask_ourselves(&positions, &Setup::shipped(), &options).expect("searched");
        assert_eq!(failures, [(1, "played Qxf7#".to_owned())]);
    }

    #[test]
    fn scores_of_an_engine_are_judged_by_their_sign_and_length() {
        assert_eq!(value(Score::Mate(2)).plies_to_win(), Some(3));
        assert_eq!(value(Score::Mate(-2)).plies_to_win(), Some(-4));
        assert_eq!(value(Score::Mate(9999)).plies_to_win(), Some(119));
        assert_eq!(value(Score::Centipawns(12)), Value::cp(12));
        for points in [i32::MAX, i32::MIN] {
            assert_eq!(value(Score::Centipawns(points)).plies_to_win(), None);
        }
    }
}
