//! The generic commands as a program of any game: one line in `main` of a game of one's own.

use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, Subcommand};
use regence_arena::error::LabError;
use regence_core::game::{Game, SetupWords};
use regence_core::limiter::WallClock;
use regence_core::{Engine, Limits, NoObserver, Request, Shared};

use crate::{ablate, bench, cuts, depths, duel, ladder, sprt, trace};

#[derive(Parser)]
#[command(about = "A game on the search of Régence: play it, measure its techniques, look inside")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Plays against you; moves are read line by line
    Play(PlayOptions),
    /// Counts the nodes of the bench set
    Bench(bench::Options),
    /// Tells how deep the search comes in a given time
    Depths(depths::Options),
    /// Tells where the nodes of a search go
    Cuts(cuts::Options),
    /// Plays two setups of the search against each other and tells the difference in Elo
    Duel(duel::Options),
    /// Plays two setups against each other until a gain is proved or refuted
    Sprt(sprt::Options),
    /// Measures what each technique is worth
    Ablate(ablate::Options),
    /// Measures what each technique adds to those before it, from a plain alpha-beta search on
    Ladder(ladder::Options),
    /// Records a search as a tree: what each technique cut, skipped, reduced and extended, and why
    Trace(trace::Options),
    /// Tells in words why a move was or was not chosen
    Why(trace::why::Options),
}

/// Arguments of `play`.
#[derive(clap::Args, Debug)]
struct PlayOptions {
    /// Milliseconds of the engine per move
    #[arg(long, default_value_t = 1000)]
    time: u64,
    /// The engine begins
    #[arg(long)]
    second: bool,
}

/// Runs the command that the program was called with.
pub fn main<G: Game>() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Play(options) => play::<G>(&options, &mut io::stdin().lock(), &mut io::stdout()),
        Command::Bench(options) => bench::run_in::<G>(&options),
        Command::Depths(options) => depths::run_in::<G>(&options),
        Command::Cuts(options) => cuts::run_in::<G>(&options),
        Command::Duel(options) => duel::run_in::<G>(&options),
        Command::Sprt(options) => sprt::run_in::<G>(&options),
        Command::Ablate(options) => ablate::run_in::<G>(&options),
        Command::Ladder(options) => ladder::run_in::<G>(&options),
        Command::Trace(options) => trace::run_in::<G>(&options),
        Command::Why(options) => trace::why::run_in::<G>(&options),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{}: {error}", G::NAME);
            ExitCode::FAILURE
        }
    }
}

/// A game against whoever writes the input; it ends with the input.
fn play<G: Game>(
    options: &PlayOptions,
    input: &mut impl BufRead,
    out: &mut impl Write,
) -> Result<(), LabError> {
    let fail = |error: io::Error| LabError::new(format!("the terminal: {error}"));
    let setups = G::setups(&SetupWords::default()).map_err(LabError::new)?;
    let Some(setup) = setups.first() else {
        return Err(LabError::new("the game has no setup to play"));
    };
    let mut position = G::start(setup);
    let mut engine = Engine::<G>::new();
    let mut is_our_turn = options.second;
    loop {
        writeln!(out, "{}", G::position_text(&position)).map_err(fail)?;
        if let Some(ending) = G::ending(&position) {
            return writeln!(out, "{}", ending.reason).map_err(fail);
        }
        let mv = match is_our_turn {
            true => {
                let limits = Limits::for_time(Duration::from_millis(options.time));
                let shared = Shared::new(1, WallClock::start(), false);
                let request = Request::new(position.clone(), limits);
                let outcome = engine.search(&request, &shared, &mut NoObserver);
                let Some(outcome) = outcome else {
                    return writeln!(out, "{}", G::no_moves_text(&position)).map_err(fail);
                };
                writeln!(
                    out,
                    "{} ({})",
                    G::move_text(&position, outcome.best.mv),
                    G::score_text(outcome.best.value)
                )
                .map_err(fail)?;
                outcome.best.mv
            }
            false => match read_move::<G>(&position, input, out).map_err(fail)? {
                Some(mv) => mv,
                None => return Ok(()),
            },
        };
        G::play(&mut position, mv);
        is_our_turn = !is_our_turn;
    }
}

/// The next line that is a move; none at the end of the input.
fn read_move<G: Game>(
    position: &G::Position,
    input: &mut impl BufRead,
    out: &mut impl Write,
) -> io::Result<Option<G::Move>> {
    loop {
        write!(out, "your move: ")?;
        out.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        match G::read_move(position, line.trim()) {
            Ok(mv) => return Ok(Some(mv)),
            Err(error) => writeln!(out, "{error}")?,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_gomoku_search::Gomoku;

    #[test]
    fn a_game_is_played_by_lines_and_ends_with_them() {
        let options = PlayOptions {
            time: 10,
            second: false,
        };
        let mut out = Vec::new();
        play::<Gomoku>(&options, &mut "nowhere\nh8\n".as_bytes(), &mut out).expect("played");
        let text = String::from_utf8(out).expect("text");
        assert_eq!(text.matches("your move: ").count(), 3, "{text}");
        assert!(text.contains("freestyle 15x15 h8"), "{text}");
    }
}
