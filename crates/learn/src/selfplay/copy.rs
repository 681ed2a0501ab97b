//! Shards as other files: what is sound of a damaged one, or the plain games that other trainers read.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use regence_records::training::TrainingGame;

use super::inspect::for_each_game;
use super::shard;
use regence_arena::error::LabError;
use regence_arena::provenance::say;

/// Arguments of `selfplay repair`.
#[derive(clap::Args, Debug)]
pub struct Repair {
    /// The damaged shard; it is only read
    file: PathBuf,
    /// The new shard, which must not exist yet
    #[arg(long)]
    out: PathBuf,
}

/// Arguments of `selfplay export`.
#[derive(clap::Args, Debug)]
pub struct Export {
    /// The shards
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The file to write, which must not exist yet
    #[arg(long)]
    out: PathBuf,
}

/// Saves the sound blocks of a shard of any game.
pub fn repair(options: &Repair) -> Result<(), LabError> {
    let saved = shard::repair(&options.file, &options.out)?;
    let mut text = format!(
        "{}: {} games, {} positions saved\n",
        options.out.display(),
        saved.games(),
        saved.positions()
    );
    for damage in &saved.damage {
        text += &format!("left out: {damage}\n");
    }
    if saved.header.is_none() {
        text += "the header was damaged: how the games were made is not known any more\n";
    }
    say(&text);
    Ok(())
}

/// Writes the chess games of shards one after another in the `viriformat` layout.
pub fn export(options: &Export) -> Result<(), LabError> {
    let fail = |error: io::Error| LabError::file(&options.out, &error);
    let mut out = BufWriter::new(File::create_new(&options.out).map_err(fail)?);
    let (mut games, mut written) = (0, Ok(()));
    for path in &options.files {
        for_each_game(path, |game: &TrainingGame| {
            games += 1;
            if written.is_ok() {
                written = game.write(&mut out);
            }
        })?;
    }
    written.and_then(|()| out.flush()).map_err(fail)?;
    say(&format!("{}: {games} games\n", options.out.display()));
    Ok(())
}
