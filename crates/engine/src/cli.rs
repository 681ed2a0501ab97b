//! The command line.

use crate::output::Output;
use crate::{analyse, bench, console, gomocup, pages, perft, play, serve, session};
use clap::{CommandFactory, Parser, Subcommand};
use regence_chess::Board;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

/// Shown below the list of commands.
const EXAMPLES: &str = "Examples:
  regence play --elo 1400             a game of chess at the terminal
  regence play gomoku --rule renju    a game of Gomoku
  regence serve                       both games in the browser, with analysis";

/// Plays chess and Gomoku. Without a command it speaks UCI, the language of chess programs.
#[derive(Debug, Parser)]
#[command(name = "regence", version, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    action: Option<Action>,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Speak UCI, without a greeting
    Uci,
    /// Speak Gomocup's protocol, the language of Gomoku programs
    Gomocup,
    /// Play and analyse in the browser
    Serve(serve::ServeOptions),
    /// Play chess or Gomoku against the engine at the terminal
    Play(play::PlayOptions),
    /// Play, analyse and annotate with plain words, one a line, as a person or a script
    Console,
    /// Search a fixed set of positions and count the nodes
    #[command(args_conflicts_with_subcommands = true)]
    Bench {
        #[command(subcommand)]
        game: Option<BenchGame>,
        /// The depth of each search
        #[arg(value_parser = clap::value_parser!(i32).range(1..))]
        depth: Option<i32>,
    },
    /// Analyse whole files of games or positions
    Analyse(analyse::Options),
    /// Print a script that completes commands in a shell
    Completions { shell: clap_complete::Shell },
    /// Print the manual page
    Man {
        /// Write the pages of all commands into this directory
        #[arg(long)]
        dir: Option<PathBuf>,
    },
    /// Count the leaves of the tree of legal moves
    Perft {
        /// How many plies deep
        depth: u32,
        /// The position; the usual one if none is given
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        fen: Vec<String>,
    },
}

/// A bench of another game than chess.
#[derive(Debug, Subcommand)]
enum BenchGame {
    /// The bench of the Gomoku search
    Gomoku {
        /// The depth of each search
        #[arg(value_parser = clap::value_parser!(i32).range(1..))]
        depth: Option<i32>,
    },
}

/// Runs the program as the command line asks.
pub fn main() -> ExitCode {
    end_on_panic();
    let output = Output::stdout();
    match Cli::parse().action {
        None => session::serve(is_on_a_terminal()),
        Some(Action::Uci) => session::serve(false),
        Some(Action::Gomocup) => gomocup::serve(),
        Some(Action::Play(options)) => play::run(&options),
        Some(Action::Console) => console::serve(),
        Some(Action::Serve(options)) => serve::run(&options),
        Some(Action::Bench { game, depth }) => {
            match game {
                None => bench::run(depth, &output),
                Some(BenchGame::Gomoku { depth }) => bench::run_gomoku(depth, &output),
            }
            ExitCode::SUCCESS
        }
        Some(Action::Analyse(options)) => analyse::run(&options),
        Some(Action::Completions { shell }) => pages::completions(Cli::command(), shell),
        Some(Action::Man { dir }) => pages::manual(Cli::command(), dir.as_deref()),
        Some(Action::Perft { depth, fen }) => match start_position(&fen) {
            Ok(board) => {
                perft::run(&board, depth, false, &output, &AtomicBool::new(false));
                ExitCode::SUCCESS
            }
            Err(error) => {
                eprintln!("regence perft: {error}");
                ExitCode::FAILURE
            }
        },
    }
}

fn start_position(words: &[String]) -> Result<Board, regence_chess::FenError> {
    match words {
        [] => Ok(Board::startpos()),
        words => Board::from_fen(&words.join(" ")),
    }
}

fn is_on_a_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// A panic in any thread ends the process: a GUI learns of a dead engine at once, while it would
/// wait for a dead thread for ever.
fn end_on_panic() {
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        report(panic);
        std::process::exit(101);
    }));
}
