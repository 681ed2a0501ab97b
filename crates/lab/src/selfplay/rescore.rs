//! Old games, judged anew: the moves stay, the scores are those of the engine as it is now.
//!
//! To play a game costs a search for every move, to judge it again one for every quiet position, with as few nodes as one likes.

use std::path::{Path, PathBuf};

use regence_chess_search::Judgement;
use regence_records::training::TrainingGame;
use serde_json::json;

use super::game::{Player, Style};
use super::inspect::for_each_game;
use super::judged_by;
use super::shard::Shard;
use crate::error::LabError;
use crate::provenance::Provenance;

/// What `selfplay rescore` is told.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// The shards to judge anew; they are only read
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The folder for the new shards, which have the names of the old ones
    #[arg(long)]
    out: PathBuf,
    /// Nodes a position, on average
    #[arg(long, default_value_t = 200)]
    nodes: u64,
    /// Who evaluates: a network file, or `<classical>`; by default what is shipped
    #[arg(long, value_name = "FILE")]
    eval: Option<String>,
    /// Games that are judged at the same time
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

/// Judges all shards anew.
pub fn run(options: &Options) -> Result<(), LabError> {
    rescore_all(options, &judged_by(options.eval.as_deref())?)
}

fn rescore_all(options: &Options, provenance: &Provenance) -> Result<(), LabError> {
    for path in &options.files {
        rescore(path, options, provenance)?;
    }
    Ok(())
}

fn rescore(path: &Path, options: &Options, provenance: &Provenance) -> Result<(), LabError> {
    let source = path.file_name().unwrap_or_default();
    let target = options.out.join(source);
    if is_same(path, &target) {
        return Err(LabError::new(format!(
            "{}: the new shard would take the place of the old one; choose another --out",
            path.display()
        )));
    }
    let mut games: Vec<TrainingGame> = Vec::new();
    for_each_game(path, |game| games.push(game.clone()))?;
    let name = options.eval.as_deref().unwrap_or_default();
    let judgement = Judgement::by_name(name).map_err(LabError::new)?;
    let style = Style {
        nodes: options.nodes,
        random_plies: 0,
        stray: 0,
    };
    let made_by = json!({
        "format": "viriformat",
        "search": provenance.search,
        "rescored": source.to_string_lossy(),
        "nodes": style.nodes,
    });
    Shard::open(target, &made_by, provenance)?.fill(
        games.len() as u64,
        options.threads,
        || Player::new(style).judging_by(judgement.clone()),
        |player, number| player.rescore(&games[number as usize]),
    )
}

/// Whether both are one file that exists.
fn is_same(one: &Path, other: &Path) -> bool {
    match (one.canonicalize(), other.canonicalize()) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selfplay::shard::Record;

    #[test]
    fn moves_and_results_stay_and_the_old_shard_is_not_written_over() {
        let folder = std::env::temp_dir().join(format!("regence-rescore-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let style = Style {
            nodes: 30,
            random_plies: 8,
            stray: 10,
        };
        let mut player = Player::new(style);
        let games: Vec<TrainingGame> = (0..3).map(|number| player.play(9, number)).collect();
        let mut bytes = Vec::new();
        for game in &games {
            Record::write(game, &mut bytes).expect("written");
        }
        let path = folder.join("old.games");
        std::fs::write(&path, &bytes).expect("a file");

        let provenance = Provenance {
            search: "a test".into(),
            machine: "any".into(),
            command: "test".into(),
        };
        let mut options = Options {
            files: vec![path.clone()],
            out: folder.join("new"),
            nodes: 60,
            eval: None,
            threads: 2,
        };
        rescore_all(&options, &provenance).expect("judged");
        let mut again = Vec::new();
        for_each_game(&options.out.join("old.games"), |game| {
            again.push(game.clone());
        })
        .expect("a shard");
        assert_eq!(again.len(), games.len());
        for (old, new) in games.iter().zip(&again) {
            assert_eq!((old.start, old.winner), (new.start, new.winner));
            let moves = |game: &TrainingGame| game.plies.iter().map(|p| p.mv).collect::<Vec<_>>();
            assert_eq!(moves(old), moves(new));
            assert_ne!(old.plies, new.plies);
        }

        options.out = folder.clone();
        let error = rescore_all(&options, &provenance).expect_err("the same file");
        assert!(error.to_string().contains("choose another"), "{error}");
        assert_eq!(std::fs::read(&path).expect("a file"), bytes);
        std::fs::remove_dir_all(&folder).expect("removed");
    }
}
