//! The command line.

use crate::output::Output;
use crate::welcome::{self, Choice};
use crate::{analyse, bench, console, genfens, gomocup, perft, play, serve, session};
use clap::{CommandFactory, Parser, Subcommand};
use regence_chess::Board;
use regence_pages::{CompletionOptions, ManualOptions, VERSION_AND_BUILD, completions, manual};
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

/// Shown below the list of commands.
const EXAMPLES: &str = "Examples:
  regence play --elo 1400             a game of chess at the terminal
  regence play gomoku --rule renju    a game of Gomoku
  regence serve                       both games in the browser, with analysis";

/// Plays chess and Gomoku. Without a command it greets at a terminal, and else speaks UCI, the language of chess programs.
#[derive(Debug, Parser)]
#[command(name = "regence", version, long_version = VERSION_AND_BUILD, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    action: Option<Action>,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Speak UCI, also at a terminal
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
    Bench(bench::Options),
    /// Analyse whole files of games or positions
    Analyse(analyse::Options),
    /// Print random starts of games, as OpenBench asks for them
    Genfens(genfens::Options),
    /// Print a script that completes commands in a shell
    Completions(CompletionOptions),
    /// Print the manual page
    Man(ManualOptions),
    /// Count the leaves of the tree of legal moves
    Perft {
        /// How many plies deep
        depth: u32,
        /// The position; the usual one if none is given
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        fen: Vec<String>,
    },
}

/// Runs the program as the command line asks.
pub fn main() -> ExitCode {
    end_on_panic();
    run(Cli::parse_from(genfens::arguments()), &Output::stdout())
}

fn run(cli: Cli, output: &Output) -> ExitCode {
    match cli.action {
        None if is_on_a_terminal() => welcome(output),
        None | Some(Action::Uci) => session::serve(None),
        Some(Action::Gomocup) => gomocup::serve(),
        Some(Action::Play(options)) => play::run(&options),
        Some(Action::Console) => console::serve(),
        Some(Action::Serve(options)) => serve::run(&options),
        Some(Action::Bench(options)) => bench::run(&options, output),
        Some(Action::Analyse(options)) => analyse::run(&options),
        Some(Action::Genfens(options)) => genfens::run(&options, output),
        Some(Action::Completions(options)) => end(completions(Cli::command(), &options)),
        Some(Action::Man(options)) => end(manual(Cli::command(), &options)),
        Some(Action::Perft { depth, fen }) => match start_position(&fen) {
            Ok(board) => {
                perft::run(&board, depth, false, output, &AtomicBool::new(false));
                ExitCode::SUCCESS
            }
            Err(error) => {
                eprintln!("regence perft: {error}");
                ExitCode::FAILURE
            }
        },
    }
}

/// What is left to say of something written.
fn end(result: io::Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("regence: cannot write: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Offers what there is to somebody who has asked for nothing.
fn welcome(output: &Output) -> ExitCode {
    let choice = match welcome::offer(&mut io::stdin().lock(), &mut io::stdout().lock()) {
        Ok(choice) => choice,
        Err(error) => {
            eprintln!("regence: {error}");
            return ExitCode::FAILURE;
        }
    };
    // As if its command had been typed.
    let start = |words: &[&str]| run(Cli::parse_from([&["regence"], words].concat()), output);
    match choice {
        Choice::Browser => start(&["serve"]),
        Choice::Here => start(&["play"]),
        Choice::GomokuHere => start(&["play", "gomoku"]),
        Choice::Gui => {
            output.print(&welcome::for_guis(own_file().as_deref()));
            session::serve(None)
        }
        Choice::Line(line) => session::serve(Some(line)),
        Choice::Nothing => ExitCode::SUCCESS,
    }
}

/// Where the program is. A release is started from memory, under the name of its file.
fn own_file() -> Option<PathBuf> {
    let name = std::env::args_os().next().map(PathBuf::from);
    name.filter(|path| path.is_absolute() && path.is_file())
        .or_else(|| std::env::current_exe().ok())
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
