//! `regence-lab`: the tools that make the engine stronger and prove it. One module a command.

mod error;
mod generate;
mod labelled;
mod texel;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(
    version,
    about = "The laboratory of Régence: self-play, tuning and measurements"
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Plays games of the engine against itself and writes labelled quiet positions
    Gen(generate::Options),
    /// Tunes the weights of the evaluation on labelled positions
    Texel(texel::Options),
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Gen(options) => generate::run(&options),
        Command::Texel(options) => texel::run(&options),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("regence-lab: {error}");
            ExitCode::FAILURE
        }
    }
}
