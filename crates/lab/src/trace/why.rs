//! `why`: why a move was or was not chosen.

use regence_trace::explain::explain;
use regence_trace::read_line;

use super::SearchOptions;
use crate::error::LabError;
use crate::provenance::{on_large_stack, say};
use crate::setup::SetupOptions;

/// What `why` is told.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// The position as FEN, in quotes, or startpos
    fen: String,
    /// The move to explain, as Nf3 or g1f3; of several moves the last, after the others
    #[arg(required = true, value_name = "MOVE")]
    moves: Vec<String>,
    #[command(flatten)]
    search: SearchOptions,
    #[command(flatten)]
    setup: SetupOptions,
}

/// The depth of the search that is explained unless another one is asked for.
const DEFAULT_DEPTH: i32 = 10;

/// Searches the position and explains what became of the move.
pub fn run(options: &Options) -> Result<(), LabError> {
    let inquiry = options
        .search
        .inquiry(&options.fen, DEFAULT_DEPTH, &options.setup)?;
    let line = read_line(&inquiry.board, &options.moves.join(" "))?;
    let explanation = on_large_stack(move || explain(&inquiry, &line))??;
    say(&explanation.to_string());
    Ok(())
}
