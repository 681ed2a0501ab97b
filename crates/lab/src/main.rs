//! `regence-lab`: the command line of the laboratory.

mod manual;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use regence_arena::error::LabError;
use regence_arena::{openings, tournament};
use regence_doctor as doctor;
use regence_lab::{
    ablate, bench, book, cuts, depths, docs, duel, gomoku_trial, ladder, sprt, stores, suite, trace,
};
use regence_learn::{selfplay, texel, train, tune, wdl};
use regence_pages::{
    CompletionOptions, ManualOptions, VERSION_AND_BUILD, completions, manual as pages,
};

#[derive(Parser)]
#[command(
    version,
    long_version = VERSION_AND_BUILD,
    about = "The laboratory of Régence: matches, measurements, tuning, and a doctor for any engine",
    long_about = manual::LAB,
    after_long_help = manual::LAB_MORE
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Plays games of the engine against itself, to learn from
    #[command(subcommand)]
    #[command(long_about = manual::SELFPLAY)]
    Selfplay(selfplay::Command),
    /// Trains a chess network, or the weights of the Gomoku evaluation, on games of self-play
    #[command(subcommand)]
    #[command(long_about = manual::TRAIN)]
    Train(train::Command),
    /// Tunes the weights of the evaluation on labelled positions
    #[command(long_about = manual::TEXEL)]
    Texel(texel::Options),
    /// Fits the chances to win, draw and lose to games of self-play
    #[command(long_about = manual::WDL)]
    Wdl(wdl::Options),
    /// Makes an opening book from our own play
    #[command(long_about = manual::BOOK)]
    Book(book::Options),
    /// Plays engines against each other under a referee: matches, tournaments, sequential tests
    #[command(long_about = manual::MATCH)]
    Match(tournament::Options),
    /// Plays two setups of the search against each other and tells the difference in Elo
    #[command(long_about = manual::DUEL)]
    Duel(duel::Options),
    /// Plays the Gomoku search with other weights, or against the engine that this project began with
    GomokuTrial(gomoku_trial::Options),
    /// Makes balanced openings
    #[command(subcommand)]
    #[command(long_about = manual::OPENINGS)]
    Openings(openings::Options),
    /// Plays two setups against each other until a gain is proved or refuted
    #[command(long_about = manual::SPRT)]
    Sprt(sprt::Options),
    /// Finds better values for the numbers of the search by games between versions of it
    #[command(long_about = manual::TUNE)]
    Tune(tune::Options),
    /// Measures what each technique is worth and writes docs/results
    #[command(long_about = manual::ABLATE)]
    Ablate(ablate::Options),
    /// Measures what each technique adds to those before it, from a plain alpha-beta search on
    #[command(long_about = manual::LADDER)]
    Ladder(ladder::Options),
    /// Writes the tables and charts of the documents from docs/results
    #[command(long_about = manual::DOCS)]
    Docs(docs::Options),
    /// Searches positions with known answers and tells how many are solved
    #[command(long_about = manual::SUITE)]
    Suite(suite::Options),
    /// Tells how deep the search comes in a given time
    #[command(long_about = manual::DEPTHS)]
    Depths(depths::Options),
    /// Tells where the nodes of a search go: first-move cuts, table, aspiration, techniques
    #[command(long_about = manual::CUTS)]
    Cuts(cuts::Options),
    /// Examines any UCI engine, or the games of a match, and names what is wrong with it
    #[command(long_about = manual::DOCTOR)]
    Doctor(doctor::Options),
    /// Says why a player lost its games: depth and time beside the opponent's, the moves that lost, the dearest causes
    #[command(long_about = manual::AUTOPSY)]
    Autopsy(doctor::autopsy::Options),
    /// Sends thousands of hostile lines to an engine and finds the few that break it
    #[command(long_about = manual::TORTURE)]
    Torture(doctor::torture::Options),
    /// Records a search as a tree: what each technique cut, skipped, reduced and extended, and why
    #[command(long_about = manual::TRACE)]
    Trace(trace::Options),
    /// Tells in words why a move was or was not chosen
    #[command(long_about = manual::WHY)]
    Why(trace::why::Options),
    /// Writes what a store holds: JSON Lines, PGN, faults
    #[command(long_about = manual::EXPORT)]
    Export(stores::ExportOptions),
    /// Adds stores to another one, and saves what is left of a damaged one
    #[command(long_about = manual::MERGE)]
    Merge(stores::MergeOptions),
    /// Counts the nodes of the bench set
    #[command(long_about = manual::BENCH)]
    Bench(bench::Options),
    /// Prints a script that completes commands in a shell
    Completions(CompletionOptions),
    /// Prints the manual page
    Man(ManualOptions),
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Selfplay(command) => selfplay::run(&command),
        Command::Train(command) => train::run(&command),
        Command::Texel(options) => texel::run(&options),
        Command::Wdl(options) => wdl::run(&options),
        Command::Book(options) => book::run(&options),
        Command::Match(options) => tournament::run(&options),
        Command::Duel(options) => duel::run(&options),
        Command::GomokuTrial(options) => gomoku_trial::run(&options),
        Command::Openings(options) => openings::run(&options),
        Command::Sprt(options) => sprt::run(&options),
        Command::Tune(options) => tune::run(&options),
        Command::Ablate(options) => ablate::run(&options),
        Command::Ladder(options) => ladder::run(&options),
        Command::Docs(options) => docs::run(&options),
        Command::Suite(options) => suite::run(&options),
        Command::Depths(options) => depths::run(&options),
        Command::Cuts(options) => cuts::run(&options),
        Command::Doctor(options) => return examine(&options),
        Command::Autopsy(options) => doctor::autopsy::run(&options),
        Command::Torture(options) => doctor::torture::run(&options),
        Command::Trace(options) => trace::run(&options),
        Command::Why(options) => trace::why::run(&options),
        Command::Export(options) => stores::export(&options),
        Command::Merge(options) => stores::run_merge(&options),
        Command::Bench(options) => bench::run(&options),
        Command::Completions(options) => written(completions(Arguments::command(), &options)),
        Command::Man(options) => written(pages(Arguments::command(), &options)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("regence-lab: {error}");
            ExitCode::FAILURE
        }
    }
}

fn written(result: std::io::Result<()>) -> Result<(), LabError> {
    result.map_err(|error| LabError::new(format!("cannot write: {error}")))
}

/// The doctor tells a sick engine from an examination that could not be done.
fn examine(options: &doctor::Options) -> ExitCode {
    match doctor::run(options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("regence-lab: {error}");
            ExitCode::from(2)
        }
    }
}
