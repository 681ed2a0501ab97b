//! `why`: why a move was or was not chosen.

use regence_trace::config::Inquiry;
use regence_trace::explain::explain;
use regence_trace::read_line;

use super::{Errand, SearchOptions};
use regence_arena::error::LabError;
use regence_arena::provenance::{on_large_stack, say};
use regence_arena::setup::SetupOptions;
use regence_core::game::Game;

/// What `why` is told.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// The position as FEN, in quotes, or startpos; in Gomoku the moves so far, as h8i9
    position: String,
    /// The move to explain, as Nf3 or g1f3, in Gomoku as h8; of several moves the last, after the others
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
    let (search, position) = (&options.search, &options.position);
    let asked = Asked(options.moves.join(" "));
    search.look(position, DEFAULT_DEPTH, &options.setup, asked)
}

/// The same in a game that the caller names.
pub fn run_in<G: Game>(options: &Options) -> Result<(), LabError> {
    let (search, position) = (&options.search, &options.position);
    let asked = Asked(options.moves.join(" "));
    search.look_in::<G>(position, DEFAULT_DEPTH, &options.setup, asked)
}

struct Asked(String);

impl Errand for Asked {
    fn run<G: Game>(self, inquiry: Inquiry<G>) -> Result<(), LabError> {
        let line = read_line::<G>(&inquiry.board, &self.0)?;
        let explanation = on_large_stack(move || explain(&inquiry, &line))??;
        say(&explanation.to_string());
        Ok(())
    }
}
