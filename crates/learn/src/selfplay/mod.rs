//! `selfplay`: games of the engine against itself, to learn from.
//!
//! A shard ([`shard`]) is the file of one seed.

pub mod blocks;
pub mod copy;
pub mod game;
pub mod gomoku;
pub mod inspect;
pub mod shard;

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use regence_chess_search::EvaluationKind;
use regence_records::training::{TrainingError, TrainingGame};
use serde_json::json;

use game::{Player, Style};
use regence_arena::error::LabError;
use regence_arena::provenance::Provenance;
use shard::{Record, Shard};

/// What is played, or looked at.
#[derive(clap::Subcommand, Debug)]
pub enum Command {
    /// Plays chess games and adds them to a shard
    Chess(Options),
    /// Replays every game of shards, checks them, and tells what is in them
    Inspect(inspect::Options),
    /// Saves the sound blocks of a damaged shard
    Repair(copy::Repair),
    /// Writes chess games as plain viriformat, for other trainers
    Export(copy::Export),
    /// Plays Gomoku games and adds them to a shard
    Gomoku(gomoku::Options),
    /// Replays every game of Gomoku shards, checks them, and tells what is in them
    InspectGomoku(gomoku::inspect::Options),
}

/// What `selfplay chess` is told.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// The folder of the shards; each seed has a file of its own, which is continued
    #[arg(long)]
    out: PathBuf,
    /// How many games the shard shall hold in the end
    #[arg(long, default_value_t = 10_000)]
    games: u64,
    /// Nodes a move, on average
    #[arg(long, default_value_t = 5000)]
    nodes: u64,
    /// Random plies before a game, or one more
    #[arg(long, default_value_t = 8)]
    random_plies: u64,
    /// Of a hundred games so many begin from a Chess960 position
    #[arg(long, default_value_t = 3, value_name = "PER CENT")]
    chess960: u64,
    /// Who evaluates: a network file, or `<classical>`; by default what is shipped
    #[arg(long, value_name = "FILE")]
    eval: Option<String>,
    /// Games that are played at the same time
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Another seed plays other games
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Runs what was asked for.
pub fn run(command: &Command) -> Result<(), LabError> {
    match command {
        Command::Chess(options) => play(options, &Provenance::here()?),
        Command::Inspect(options) => inspect::run(options),
        Command::Repair(options) => copy::repair(options),
        Command::Export(options) => copy::export(options),
        Command::Gomoku(options) => gomoku::run(options),
        Command::InspectGomoku(options) => gomoku::inspect::run(options),
    }
}

fn play(options: &Options, provenance: &Provenance) -> Result<(), LabError> {
    let style = Style {
        nodes: options.nodes,
        random_plies: options.random_plies,
        chess960: options.chess960,
    };
    let name = options.eval.as_deref().unwrap_or_default();
    let evaluation_kind = EvaluationKind::by_name(name).map_err(LabError::new)?;
    let made_by = json!({
        "format": "viriformat",
        "search": provenance.search,
        "network": network_id(name)?,
        "seed": options.seed,
        "nodes": style.nodes,
        "random_plies": style.random_plies,
        "chess960": style.chess960,
    });
    let path = options.out.join(format!("seed-{}.games", options.seed));
    Shard::open(path, &made_by, provenance)?.fill(
        options.games,
        options.threads,
        || Player::new(style).judging_by(evaluation_kind.clone()),
        |player, number| player.play(options.seed, number),
    )
}

/// What tells one network from another: the checksum of its file. The embedded one belongs to the search.
fn network_id(name: &str) -> Result<String, LabError> {
    if name.is_empty() || name.starts_with('<') {
        return Ok(name.to_owned());
    }
    let path = Path::new(name);
    let bytes = std::fs::read(path).map_err(|error| LabError::file(path, &error))?;
    Ok(format!("crc32 {:08x}", crc32fast::hash(&bytes)))
}

impl Record for TrainingGame {
    type Error = TrainingError;

    fn read(input: &mut impl Read) -> Result<Option<TrainingGame>, TrainingError> {
        TrainingGame::read(input)
    }

    fn write(&self, out: &mut Vec<u8>) -> io::Result<()> {
        TrainingGame::write(self, out)
    }

    fn bytes(&self) -> usize {
        self.size()
    }

    fn positions(&self) -> usize {
        self.plies.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_do_not_change_the_file() {
        let folder = |name: &str| {
            std::env::temp_dir().join(format!("regence-selfplay-{name}-{}", std::process::id()))
        };
        let file = |name: &str, threads: usize| {
            let options = Options {
                out: folder(name),
                games: 6,
                nodes: 30,
                random_plies: 8,
                chess960: 50,
                eval: None,
                threads,
                seed: 5,
            };
            let provenance = Provenance {
                search: "a test".into(),
                machine: "any".into(),
                command: "test".into(),
            };
            play(&options, &provenance).expect("played");
            let bytes = std::fs::read(options.out.join("seed-5.games")).expect("a file");
            std::fs::remove_dir_all(&options.out).expect("removed");
            bytes
        };
        assert_eq!(file("one", 1), file("three", 3));
    }
}
