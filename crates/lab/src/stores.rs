//! `export` and `merge`: what stores hold as text, and several stores in one.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use regence_arena::error::LabError;
use regence_arena::legacy;
use regence_arena::provenance::say;
use regence_arena::tournament::results::import_old;
use regence_store::export::{Format, write};
use regence_store::merge::merge;
use regence_store::{Store, StoreError};

/// What `export` is told.
#[derive(clap::Args, Debug)]
pub struct ExportOptions {
    /// The store: NAME.db
    store: PathBuf,
    /// What to write
    #[arg(long = "as", value_enum, default_value_t = Kind::Jsonl)]
    kind: Kind,
    /// The file to write, instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// What can be exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Kind {
    /// Everything, one JSON object a line
    Jsonl,
    /// The games: PGN, for Gomoku text in the same manner
    Pgn,
    /// What went wrong in the games
    Faults,
    /// What runs there are and how many games they have
    List,
}

/// Writes a store as text.
pub fn export(options: &ExportOptions) -> Result<(), LabError> {
    let store = Store::read(&options.store)?;
    let format = match options.kind {
        Kind::Jsonl => Format::JsonLines,
        Kind::Pgn => Format::Records,
        Kind::Faults => Format::Faults,
        Kind::List => {
            say(&list(&store)?);
            return Ok(());
        }
    };
    let Some(path) = &options.out else {
        return Ok(write(&store, format, &mut std::io::stdout().lock())?);
    };
    let fail = |error: std::io::Error| LabError::file(path, &error);
    let mut file = BufWriter::new(File::create(path).map_err(fail)?);
    write(&store, format, &mut file)?;
    file.flush().map_err(fail)
}

fn list(store: &Store) -> Result<String, StoreError> {
    let mut text = String::new();
    for (run, kind, identity) in store.runs()? {
        let (games, notes) = (store.games(run)?.len(), store.notes(run)?.len());
        let first = identity.lines().next().unwrap_or_default();
        text += &format!("{kind:8} {games:>7} games {notes:>5} notes  {first}\n");
    }
    Ok(text)
}

/// What `merge` is told.
#[derive(clap::Args, Debug)]
pub struct MergeOptions {
    /// The store to add to; it is made if it is missing
    into: PathBuf,
    /// The stores to add, or files of older versions (NAME.games, NAME.pairs)
    #[arg(required = true)]
    from: Vec<PathBuf>,
}

/// Adds stores to another one; what is damaged in them is named, the rest is saved.
pub fn run_merge(options: &MergeOptions) -> Result<(), LabError> {
    let mut into = Store::open(&options.into)?;
    let mut damage = Vec::new();
    for path in &options.from {
        if take_over_old(&mut into, path)? {
            continue;
        }
        let merged = merge(&mut into, &Store::read(path)?)?;
        say(&format!(
            "{}: {} runs, {} games and {} notes were added\n",
            path.display(),
            merged.runs,
            merged.games,
            merged.notes
        ));
        let places = merged.damage.into_iter();
        damage.extend(places.map(|place| format!("{}: {place}", path.display())));
    }
    match damage.is_empty() {
        true => Ok(()),
        false => Err(LabError::new(format!(
            "the rest was saved in {}; damaged:\n{}",
            options.into.display(),
            damage.join("\n")
        ))),
    }
}

/// Takes over the text of an older version, if it is one.
fn take_over_old(into: &mut Store, path: &Path) -> Result<bool, LabError> {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("pairs") => legacy::import_pairs(into, path),
        Some("games") => {
            let records = ["pgn", "gomoku"].map(|ending| path.with_extension(ending));
            let records = records.iter().find(|path| path.exists());
            let records = records.cloned().unwrap_or_default();
            import_old(into, path, &records, &path.with_extension("faults"))
        }
        _ => Ok(false),
    }
}
