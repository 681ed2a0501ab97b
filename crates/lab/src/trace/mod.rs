//! `trace` and `why` on the command line; the recorder and its words are in `regence-trace`.

pub mod why;

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use regence_chess_search::Chess;
use regence_core::Limits;
use regence_gomoku_search::Gomoku;
use regence_trace::config::Inquiry;
use regence_trace::recorder::{MAX_NODES, Scope};
use regence_trace::tree::Trace;
use regence_trace::{format, perfetto, read_line, show, words};
use serde_json::json;

use regence_arena::error::LabError;
use regence_arena::provenance::{self, Provenance, on_large_stack, say};
use regence_arena::setup::SetupOptions;
use regence_core::game::{Game, SetupWords};

/// The search that `trace` and `why` look into.
#[derive(clap::Args, Clone, Debug)]
pub struct SearchOptions {
    /// How deep to search
    #[arg(long, value_name = "PLIES", conflicts_with = "nodes")]
    depth: Option<i32>,
    /// How many nodes to search
    #[arg(long, value_name = "NUMBER")]
    nodes: Option<u64>,
    /// Gomoku by this rule in place of chess: freestyle, standard, renju, caro, standard-caro or ninuki
    #[arg(long)]
    rule: Option<String>,
    /// The side of the Gomoku board [default: 15, in ninuki 19]
    #[arg(long, requires = "rule")]
    size: Option<u8>,
    /// Megabytes of table
    #[arg(long, default_value_t = 16)]
    hash: usize,
}

/// Does its work for the game that the options name.
pub(crate) trait Errand {
    fn run<G: Game>(self, inquiry: Inquiry<G>) -> Result<(), LabError>;
}

impl SearchOptions {
    /// Reads the position and lets the errand look into its search.
    pub(crate) fn look(
        &self,
        position: &str,
        default_depth: i32,
        setup: &SetupOptions,
        errand: impl Errand,
    ) -> Result<(), LabError> {
        match &self.rule {
            None => self.look_in::<Chess>(position, default_depth, setup, errand),
            Some(_) => self.look_in::<Gomoku>(position, default_depth, setup, errand),
        }
    }

    /// The same in a game that the caller names.
    pub(crate) fn look_in<G: Game>(
        &self,
        position: &str,
        default_depth: i32,
        setup: &SetupOptions,
        errand: impl Errand,
    ) -> Result<(), LabError> {
        let words = SetupWords {
            rules: self.rule.iter().cloned().collect(),
            size: self.size,
        };
        let setups = G::setups(&words).map_err(LabError::new)?;
        let read = setups
            .first()
            .map(|setup| G::read_position(setup, position));
        let position = read
            .unwrap_or_else(|| Err("there is no way to play".to_owned()))
            .map_err(LabError::new)?;
        errand.run::<G>(self.inquiry(position, default_depth, setup)?)
    }

    fn inquiry<G: Game>(
        &self,
        board: G::Position,
        default_depth: i32,
        setup: &SetupOptions,
    ) -> Result<Inquiry<G>, LabError> {
        let limits = match (self.depth, self.nodes) {
            (_, Some(nodes)) => Limits::to_nodes(nodes),
            (Some(depth), None) => Limits::to_depth(depth),
            (None, None) => Limits::to_depth(default_depth),
        };
        Ok(Inquiry {
            config: setup.read_for::<G>()?.config::<G>()?,
            hash_megabytes: self.hash,
            ..Inquiry::new(board, limits)
        })
    }
}

/// What `trace` is told.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// The position as FEN, in quotes, or startpos; in Gomoku the moves so far, as h8i9
    position: String,
    #[command(flatten)]
    search: SearchOptions,
    /// Write the tree to this file as JSON Lines
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write the tree to this file for Perfetto or chrome://tracing
    #[arg(long, value_name = "FILE")]
    perfetto: Option<PathBuf>,
    /// Record iterations from this depth on; of those before only the root [default: the depth asked for, or 1]
    #[arg(long, value_name = "PLIES")]
    from_depth: Option<i32>,
    /// The most nodes to keep; when there are more, those with the least depth go first
    #[arg(long, value_name = "NUMBER", default_value_t = MAX_NODES)]
    max_nodes: u64,
    /// Leave out what lies deeper than this
    #[arg(long, value_name = "PLY")]
    max_ply: Option<usize>,
    /// Keep what lies below every K-th zero-window node only
    #[arg(long, value_name = "K", default_value_t = 1)]
    sample: u64,
    /// Print the node after these moves, as in "Nf3 d5"; "" is the root
    #[arg(long, value_name = "MOVES")]
    show: Option<String>,
    #[command(flatten)]
    setup: SetupOptions,
}

/// The depth of a trace unless another one is asked for.
const DEFAULT_DEPTH: i32 = 8;

/// Records a search, prints what happened in it and writes the files that are wanted.
pub fn run(options: &Options) -> Result<(), LabError> {
    let (search, position) = (&options.search, &options.position);
    search.look(position, DEFAULT_DEPTH, &options.setup, Recording(options))
}

/// The same in a game that the caller names.
pub fn run_in<G: Game>(options: &Options) -> Result<(), LabError> {
    let (search, position) = (&options.search, &options.position);
    search.look_in::<G>(position, DEFAULT_DEPTH, &options.setup, Recording(options))
}

struct Recording<'a>(&'a Options);

impl Errand for Recording<'_> {
    fn run<G: Game>(self, inquiry: Inquiry<G>) -> Result<(), LabError> {
        let options = self.0;
        let line = read_line::<G>(&inquiry.board, options.show.as_deref().unwrap_or(""))?;
        let scope = Scope {
            from_depth: options.from_depth.or(inquiry.limits.depth).unwrap_or(1),
            max_nodes: options.max_nodes.max(1),
            max_ply: options.max_ply.unwrap_or(usize::MAX),
            sample: options.sample.max(1),
            line: None,
        };
        let trace = on_large_stack(move || inquiry.record(scope))??.0;
        say(&show::passes(&trace));
        say("\n");
        say(&show::techniques(&trace));
        say("\n");
        say(&show::left_out(&trace));
        if options.show.is_some() {
            say(&match show::node_after(&trace, &line) {
                Some(text) => format!("\n{text}"),
                None => format!(
                    "\nno node after '{}' is recorded\n",
                    words::line::<G>(&trace.board, &line)
                ),
            });
        }
        write_files(options, &trace)
    }
}

fn write_files<G: Game>(options: &Options, trace: &Trace<G>) -> Result<(), LabError> {
    if let Some(path) = &options.out {
        let here = Provenance::here()?;
        let origin = json!({
            "command": here.command,
            "search": here.search,
            "machine": here.machine,
            "setup": options.setup.read_for::<G>()?.to_string(),
        });
        write_file(path, |out| format::write_lines(out, trace, &origin))?;
    }
    if let Some(path) = &options.perfetto {
        write_file(path, |out| perfetto::write_slices(out, trace))?;
    }
    Ok(())
}

fn write_file(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), LabError> {
    let error = |error: io::Error| LabError::file(path, &error);
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(error)?;
    }
    let mut out = BufWriter::new(File::create(path).map_err(error)?);
    write(&mut out).and_then(|()| out.flush()).map_err(error)?;
    provenance::say(&format!("written: {}\n", path.display()));
    Ok(())
}
