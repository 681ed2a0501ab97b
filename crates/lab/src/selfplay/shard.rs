//! A file of games that can be added to after any interruption, and the manifest beside it.

use std::fs::{self, File, OpenOptions};
use std::io::{BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use regence_records::training::{TrainingError, TrainingGame};
use serde_json::{Value, json};

use super::game::Style;
use crate::error::LabError;
use crate::provenance::Provenance;

/// An open shard.
#[derive(Debug)]
pub struct Shard {
    path: PathBuf,
    file: File,
    games: u64,
    positions: u64,
}

impl Shard {
    /// Opens the shard of a seed, or makes it. What an interrupted run left after its last whole game is cut off. A
    /// shard that was played by another search or in another style is refused: its games would not be one kind.
    pub fn open(
        folder: &Path,
        seed: u64,
        style: Style,
        provenance: &Provenance,
    ) -> Result<Shard, LabError> {
        fs::create_dir_all(folder).map_err(|error| LabError::file(folder, &error))?;
        let path = folder.join(format!("seed-{seed}.games"));
        keep_manifest(&path.with_extension("json"), seed, style, provenance)?;
        let fail = |error: std::io::Error| LabError::file(&path, &error);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(fail)?;
        let whole = read_whole(&path, &file)?;
        file.set_len(whole.bytes).map_err(fail)?;
        file.seek(SeekFrom::End(0)).map_err(fail)?;
        Ok(Shard {
            file,
            games: whole.games,
            positions: whole.positions,
            path,
        })
    }

    /// Adds a game in one go.
    pub fn add(&mut self, game: &TrainingGame) -> Result<(), LabError> {
        let mut bytes = Vec::with_capacity(game.size());
        game.write(&mut bytes)
            .and_then(|()| self.file.write_all(&bytes))
            .map_err(|error| LabError::file(&self.path, &error))?;
        self.games += 1;
        self.positions += game.plies.len() as u64;
        Ok(())
    }

    pub fn games(&self) -> u64 {
        self.games
    }

    pub fn positions(&self) -> u64 {
        self.positions
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}

#[derive(Default)]
struct Whole {
    games: u64,
    positions: u64,
    bytes: u64,
}

fn read_whole(path: &Path, file: &File) -> Result<Whole, LabError> {
    let mut input = BufReader::new(file);
    let mut whole = Whole::default();
    loop {
        match TrainingGame::read(&mut input) {
            Ok(Some(game)) => {
                whole.games += 1;
                whole.positions += game.plies.len() as u64;
                whole.bytes += game.size() as u64;
            }
            Ok(None) | Err(TrainingError::CutOff) => return Ok(whole),
            Err(error) => {
                return Err(LabError::new(format!(
                    "{}, after {} games: {error}",
                    path.display(),
                    whole.games
                )));
            }
        }
    }
}

fn keep_manifest(
    path: &Path,
    seed: u64,
    style: Style,
    provenance: &Provenance,
) -> Result<(), LabError> {
    let fail = |error: std::io::Error| LabError::file(path, &error);
    let made_by = json!({
        "format": "viriformat",
        "search": provenance.search,
        "seed": seed,
        "nodes": style.nodes,
        "random_plies": style.random_plies,
        "stray": style.stray,
    });
    if path.exists() {
        let text = fs::read_to_string(path).map_err(fail)?;
        let found: Value = serde_json::from_str(&text)
            .map_err(|error| LabError::new(format!("{}: {error}", path.display())))?;
        return match found.get("made_by") == Some(&made_by) {
            true => Ok(()),
            false => Err(LabError::new(format!(
                "{}: these games were played otherwise ({}), now it would be {made_by}; choose another --seed or --out",
                path.display(),
                found.get("made_by").unwrap_or(&Value::Null)
            ))),
        };
    }
    let manifest = json!({
        "made_by": made_by,
        "machine": provenance.machine,
        "command": provenance.command,
    });
    fs::write(path, format!("{manifest:#}\n")).map_err(fail)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selfplay::game::Player;

    const STYLE: Style = Style {
        nodes: 30,
        random_plies: 8,
        stray: 0,
    };

    fn provenance(search: &str) -> Provenance {
        Provenance {
            search: search.into(),
            machine: "a test".into(),
            command: "test".into(),
        }
    }

    #[test]
    fn an_interrupted_shard_is_cut_to_whole_games_and_goes_on() {
        let folder = std::env::temp_dir().join(format!("regence-shard-{}", std::process::id()));
        let open = |search: &str| Shard::open(&folder, 7, STYLE, &provenance(search));
        let mut player = Player::new(STYLE);
        let games: Vec<_> = (0..3).map(|number| player.play(7, number)).collect();

        let mut shard = open("one").expect("a new shard");
        shard.add(&games[0]).expect("added");
        shard.add(&games[1]).expect("added");
        let path = shard.path().to_owned();
        let bytes = fs::read(&path).expect("a file");
        fs::write(&path, &bytes[..bytes.len() - 7]).expect("cut");

        let mut shard = open("one").expect("the same shard");
        assert_eq!(shard.games(), 1);
        shard.add(&games[1]).expect("added");
        assert_eq!(fs::read(&path).expect("a file"), bytes);
        let error = open("another").expect_err("another search").to_string();
        assert!(error.contains("choose another"), "{error}");
        fs::remove_dir_all(&folder).expect("removed");
    }
}
