//! `openings`: balanced starts of our own making, for matches.

pub mod balanced;
pub mod chess;
pub mod gomoku;

use crate::error::LabError;

/// What `openings` is told.
#[derive(clap::Subcommand, Debug)]
pub enum Options {
    /// Positions of chess, one a line as EPD
    Chess(chess::Options),
    /// Openings of Gomoku, one a line as moves
    Gomoku(gomoku::Options),
}

pub fn run(options: &Options) -> Result<(), LabError> {
    match options {
        Options::Chess(options) => chess::run(options),
        Options::Gomoku(options) => gomoku::run(options),
    }
}
