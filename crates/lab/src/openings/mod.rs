//! `openings`: balanced starts of our own making, for matches.

pub mod gomoku;

use std::collections::HashSet;

use crate::error::LabError;
use crate::opening::Openings;
use crate::provenance::{on_large_stack, say};

/// What `openings` is told.
#[derive(clap::Subcommand, Debug)]
pub enum Options {
    /// Positions of chess, one FEN a line
    Chess(Chess),
    /// Openings of Gomoku, one a line as moves
    Gomoku(gomoku::Options),
}

/// What `openings chess` is told.
#[derive(clap::Args, Debug)]
pub struct Chess {
    /// How many openings
    #[arg(long, default_value_t = 100)]
    count: usize,
    /// Another seed makes other openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub fn run(options: &Options) -> Result<(), LabError> {
    match options {
        Options::Gomoku(options) => gomoku::run(options),
        Options::Chess(options) => {
            let (count, seed) = (options.count, options.seed);
            on_large_stack(move || {
                let mut openings = Openings::new(seed);
                let mut seen = HashSet::new();
                for number in 0.. {
                    if seen.len() == count {
                        break;
                    }
                    let fen = openings.get(number).board().to_fen();
                    if seen.insert(fen.clone()) {
                        say(&format!("{fen}\n"));
                    }
                }
            })
        }
    }
}
