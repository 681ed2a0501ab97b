//! `bench`: a fixed amount of work, whose node count is the fingerprint of the search; or the same count in positions of
//! one's own.

use crate::output::Output;
use crate::search::on_large_stack;
use regence_chess_search::Chess;
use regence_core::bench::{BenchResult, run_on};
use regence_core::config::Shipped;
use regence_core::game::{Game, SetupWords};
use regence_core::report::per_second;
use regence_core::transposition_table::DEFAULT_MEGABYTES;
use regence_core::{Engine, MAX_PLY};
use regence_gomoku_search::{Gomoku, GomokuEngine};
use regence_records::positions;
use std::process::ExitCode;

/// What `bench` is told.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// `gomoku` for the Gomoku search; the depth of each search; a position or a file with one a line [default: the
    /// bench set]
    #[arg(value_name = "[gomoku] [DEPTH] [POSITION|FILE]")]
    what: Vec<String>,
    /// Megabytes of table; 0 searches without one
    #[arg(long, default_value_t = DEFAULT_MEGABYTES)]
    hash: usize,
    /// Gomoku: the rule of the positions
    #[arg(long)]
    rule: Option<String>,
    /// Gomoku: the side of their board [default: 15, in ninuki 19]
    #[arg(long, requires = "rule")]
    size: Option<u8>,
}

/// Runs the bench that the command line asks for.
pub fn run(options: &Options, output: &Output) -> ExitCode {
    let done = match options.what.split_first() {
        Some((word, rest)) if word == "gomoku" => {
            options.run_in(rest, output, |engine: &Engine<Gomoku>| {
                let cuts = engine.cuts();
                [cuts.by_first, cuts.cuts]
            })
        }
        _ => options.run_in(&options.what, output, |_: &Engine<Chess>| [0; 2]),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("regence bench: {error}");
            ExitCode::FAILURE
        }
    }
}

impl Options {
    fn run_in<G: Game>(
        &self,
        words: &[String],
        output: &Output,
        first_cuts: impl Fn(&Engine<G>) -> [u64; 2] + Send + 'static,
    ) -> Result<(), String> {
        let (depth, words) = positions::depth_first(words);
        let depth = depth.unwrap_or(G::BENCH_DEPTH);
        if !(1..MAX_PLY).contains(&depth) {
            return Err(format!(
                "expected a depth from 1 to {}, found {depth}",
                MAX_PLY - 1
            ));
        }
        let setups = G::setups(&SetupWords {
            rules: self.rule.iter().cloned().collect(),
            size: self.size,
        })?;
        let Some(setup) = setups.first() else {
            return Err("there is no way to play this game".to_owned());
        };
        let mut positions = positions::named::<G>(setup, words)?;
        if positions.is_empty() {
            positions = G::bench_positions();
        }
        let hash = self.hash;
        let search = move || -> Result<_, String> {
            let mut engine = Engine::<G>::without_table(Shipped);
            engine.set_hash(hash).map_err(|error| error.to_string())?;
            let mut cuts = [0; 2];
            let result = run_on(positions, depth, &mut engine, |engine| {
                let more = first_cuts(engine);
                cuts = [cuts[0] + more[0], cuts[1] + more[1]];
            });
            Ok((result, cuts))
        };
        let (result, cuts) = on_large_stack(search)?;
        print(&result, cuts, output);
        Ok(())
    }
}

/// The bench of chess on an engine of its own, so that neither options nor earlier searches change the count.
pub fn run_chess(depth: Option<i32>, output: &Output) {
    let result = on_large_stack(move || {
        let depth = depth.unwrap_or(Chess::BENCH_DEPTH);
        regence_core::bench::run(depth, &mut Engine::<Chess>::new())
    });
    print(&result, [0; 2], output);
}

/// The last line is the one that OpenBench reads.
fn print(result: &BenchResult, [by_first, cuts]: [u64; 2], output: &Output) {
    let share = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
    let aspiration = result.aspiration;
    let mut told = format!(
        "The first aspiration window held in {} of {} iterations ({:.1} %)",
        aspiration.first_try,
        aspiration.tries,
        share(aspiration.first_try, aspiration.tries)
    );
    if cuts > 0 {
        told += &format!(
            ", the first move cut in {:.1} % of the cut nodes",
            share(by_first, cuts)
        );
    }
    output.print(&format!("{told}, {:.2} s", result.time.as_secs_f64()));
    let nps = per_second(result.nodes, result.time);
    output.print(&format!("{} nodes {nps} nps", result.nodes));
}
