//! Plays games between two engine processes with real clocks and checks every move, line and second.
//!
//! ```sh
//! cargo run --release -p regence --example selfplay -- --games 200 --time 1 --inc 0.01 --concurrency 2
//! ```
//!
//! Without `--engine` both players are this very program, which then is the engine as it was built
//! just now. It ends with an error if anything was wrong.

#[path = "../tests/program/common/mod.rs"]
mod common;

use clap::Parser;
use common::referee::{Control, FaultKind, Match, Player, Summary};
use std::process::ExitCode;
use std::time::Duration;

/// Plays an engine against itself, or against another, and checks the games
#[derive(Debug, Parser)]
struct Arguments {
    /// Games to play; each opening is played twice, with colours reversed
    #[arg(long, default_value_t = 20)]
    games: usize,
    /// Seconds on each clock
    #[arg(long, default_value_t = 1.0, value_parser = seconds)]
    time: f64,
    /// Seconds added for each move
    #[arg(long, default_value_t = 0.01, value_parser = seconds)]
    inc: f64,
    /// Nodes for each move, instead of clocks
    #[arg(long)]
    nodes: Option<u64>,
    /// Depth of each move, instead of clocks
    #[arg(long)]
    depth: Option<u32>,
    /// Games at a time; each keeps about one core busy
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// Seed of the random openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The first engine
    #[arg(long)]
    engine: Option<String>,
    /// The second engine
    #[arg(long)]
    opponent: Option<String>,
    /// An option for both engines, such as "Threads=2"
    #[arg(long)]
    option: Vec<String>,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(value) if (0.0..1e6).contains(&value) => Ok(value),
        _ => Err("expected seconds, such as 1 or 0.01".to_string()),
    }
}

/// The argument that makes this program the engine.
const AS_ENGINE: &str = "as-engine";

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some(AS_ENGINE) {
        return regence::serve(false);
    }
    let arguments = Arguments::parse();
    let games = Match {
        players: [player(&arguments.engine), player(&arguments.opponent)],
        games: arguments.games,
        control: control(&arguments),
        options: arguments
            .option
            .iter()
            .map(|text| set_option(text))
            .collect(),
        seed: arguments.seed,
        concurrency: arguments.concurrency,
    };
    let summary = games.play(|summary| {
        if summary.games.is_multiple_of(10) {
            let [wins, draws, losses] = summary.score;
            eprintln!(
                "{} games: +{wins} ={draws} -{losses}, {} faults",
                summary.games,
                summary.faults.len()
            );
        }
    });
    print(&summary);
    match summary.faults.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

fn player(program: &Option<String>) -> Player {
    match program {
        Some(program) => Player {
            program: program.clone(),
            arguments: Vec::new(),
        },
        None => Player {
            program: std::env::current_exe()
                .expect("the system knows this program's path")
                .to_string_lossy()
                .into_owned(),
            arguments: vec![AS_ENGINE.to_string()],
        },
    }
}

fn control(arguments: &Arguments) -> Control {
    match (arguments.nodes, arguments.depth) {
        (Some(nodes), _) => Control::Nodes(nodes),
        (None, Some(depth)) => Control::Depth(depth),
        (None, None) => Control::Clock {
            base: Duration::from_secs_f64(arguments.time),
            increment: Duration::from_secs_f64(arguments.inc),
        },
    }
}

fn set_option(text: &str) -> String {
    match text.split_once('=') {
        Some((name, value)) => format!("setoption name {name} value {value}"),
        None => format!("setoption name {text}"),
    }
}

fn print(summary: &Summary) {
    let [wins, draws, losses] = summary.score;
    let games = summary.games;
    println!(
        "games           {games}: +{wins} ={draws} -{losses} for the first player, White won {}",
        summary.white_wins
    );
    println!(
        "plies           {:.1} a game, {} games unfinished",
        summary.plies as f64 / games.max(1) as f64,
        summary.unfinished
    );
    println!(
        "time losses     {}, worst overrun {:?}",
        summary.count(FaultKind::TimeLoss),
        summary.worst_overrun
    );
    if let Some(left) = summary.least_left {
        println!(
            "time            {:.1} % used, least left on a clock {left:?}",
            100.0 * summary.mean_share_used()
        );
    }
    if let Some((least, most)) = summary.first_moves {
        println!("first ten moves {least:?} to {most:?} each");
    }
    println!("illegal moves   {}", summary.count(FaultKind::IllegalMove));
    println!("protocol faults {}", summary.count(FaultKind::Protocol));
    println!("crashes         {}", summary.count(FaultKind::Crash));
    println!("warnings        {}", summary.count(FaultKind::Warning));
    for fault in summary.faults.iter().take(20) {
        println!("game {}: {:?}: {}", fault.game, fault.kind, fault.text);
    }
}
