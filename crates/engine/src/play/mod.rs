//! `regence play`: a person against the engine, or two people, at a terminal or through a pipe.

mod chess;
mod clock;
mod game;
mod gomoku;
mod style;
mod table;

use crate::input::spawn_reader;
use chess::ChessTable;
use clap::{Args, ValueEnum};
use clock::{Clocks, Stopwatch, TimeControl};
use game::{Match, Setting};
use gomoku::GomokuTable;
use regence_chess::{Board, chess960};
use regence_core::Limits;
use regence_core::strength::seed as random;
use regence_gomoku::{RuleSet, Size};
use std::io::{self, ErrorKind, IsTerminal};
use std::process::ExitCode;
use std::sync::mpsc::sync_channel;
use std::time::{Duration, Instant};
use style::Style;
use table::Table;

/// The engine's time for a move where nothing else is asked for.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// What is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    Chess,
    Gomoku,
}

/// Whose pieces the person has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Colour {
    White,
    Black,
    Random,
}

/// What is played, and how.
#[derive(Debug, Args)]
pub struct PlayOptions {
    /// The game
    #[arg(value_enum, default_value = "chess")]
    game: Kind,
    /// Your pieces; the side that begins if none is given
    #[arg(long, value_enum, alias = "color")]
    colour: Option<Colour>,
    /// Two people at one keyboard; the engine gives hints
    #[arg(long, conflicts_with = "elo")]
    two: bool,
    /// How strong the engine plays; full strength if none is given
    #[arg(long, value_name = "800-3000", value_parser = clap::value_parser!(u32).range(800..=3000))]
    elo: Option<u32>,
    /// A clock for each side: minutes, and seconds that are added for each move
    #[arg(long, value_name = "MINUTES[+SECONDS]", conflicts_with_all = ["movetime", "nodes"])]
    clock: Option<TimeControl>,
    /// The engine's time for each move, in milliseconds
    #[arg(long, value_name = "MS", conflicts_with = "nodes")]
    movetime: Option<u64>,
    /// The nodes that the engine may search for each move
    #[arg(long)]
    nodes: Option<u64>,
    /// Where a game of chess begins
    #[arg(long, conflicts_with = "chess960")]
    fen: Option<String>,
    /// Chess960, from that array (0-959) or from any
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(..i64::from(chess960::POSITIONS)))]
    chess960: Option<Option<u16>>,
    /// The rules of Gomoku: freestyle, standard, renju, caro, ninuki or standard-caro
    #[arg(long, default_value = "freestyle")]
    rule: RuleSet,
    /// The sides of the Gomoku board
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u8).range(5..=22))]
    size: u8,
    /// A Gomoku opening by swap2: three stones, then the other player chooses
    #[arg(long)]
    swap2: bool,
    /// Letters instead of figures
    #[arg(long)]
    ascii: bool,
}

impl PlayOptions {
    fn limits(&self) -> Limits {
        match (self.nodes, self.movetime) {
            (Some(nodes), _) => Limits::to_nodes(nodes.max(1)),
            (_, Some(time)) => Limits::for_time(Duration::from_millis(time)),
            _ => Limits::for_time(USUAL_TIME),
        }
    }

    fn table(&self) -> Result<Box<dyn Table>, String> {
        match self.game {
            Kind::Chess if self.swap2 => Err("--swap2 is for Gomoku".to_string()),
            Kind::Chess => Ok(Box::new(ChessTable::new(self.chess_start()?, self.elo))),
            Kind::Gomoku if self.fen.is_some() || self.chess960.is_some() => {
                Err("--fen and --chess960 are for chess".to_string())
            }
            Kind::Gomoku => {
                let size = Size::square(self.size).ok_or("--size must be from 5 to 22")?;
                Ok(Box::new(GomokuTable::new(self.rule, size, self.elo)))
            }
        }
    }

    fn chess_start(&self) -> Result<Board, String> {
        match (&self.fen, self.chess960) {
            (Some(fen), _) => Board::from_fen(fen).map_err(|error| error.to_string()),
            (_, Some(None)) => Ok(Board::chess960(
                (random() % u64::from(chess960::POSITIONS)) as u16,
            )),
            (_, Some(Some(number))) => Ok(Board::chess960(number)),
            _ => Ok(Board::startpos()),
        }
    }

    /// The person's side: 0 begins, 1 follows.
    fn human(&self) -> usize {
        let white = match self.game {
            Kind::Chess => 0,
            Kind::Gomoku => 1,
        };
        match self.colour {
            None => 0,
            Some(Colour::White) => white,
            Some(Colour::Black) => 1 - white,
            Some(Colour::Random) => (random() % 2) as usize,
        }
    }
}

/// Real time since the program began to play.
struct WallTime(Instant);

impl Stopwatch for WallTime {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Plays until somebody leaves.
pub fn run(options: &PlayOptions) -> ExitCode {
    let table = match options.table() {
        Ok(table) => table,
        Err(reason) => {
            eprintln!("regence play: {reason}");
            return ExitCode::FAILURE;
        }
    };
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let setting = Setting {
        human: options.human(),
        two: options.two,
        swap2: options.swap2,
        limits: options.limits(),
        clocks: options.clock.map(Clocks::new),
        style: Style::new(
            io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
            options.ascii,
        ),
        prompts: is_terminal,
    };
    let watch = WallTime(Instant::now());
    let mut game = Match::new(table, setting, &watch);
    let (sender, mut lines) = sync_channel(64);
    // A deep search needs more stack than the main thread may have.
    let result = spawn_reader(sender).and_then(|()| {
        crate::search::on_large_stack(move || game.run(&mut lines, &mut io::stdout()))
    });
    match result {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            eprintln!("regence play: {error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}
