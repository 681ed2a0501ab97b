//! A file of games that can be added to after any interruption, and the manifest beside it; for every game.
//!
//! A game depends on its seed and number alone, and games are written in order: a run that was stopped or killed goes on
//! where it was and ends with the same file.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::crew::{Next, share};
use crate::error::LabError;
use crate::provenance::{Provenance, say};

/// A game as a shard keeps it.
pub trait Record: Send + Sized {
    /// Why the next one cannot be read.
    type Error: fmt::Display;

    /// The next one; none at the end of the file.
    fn read(input: &mut impl Read) -> Result<Option<Self>, Self::Error>;
    fn write(&self, out: &mut Vec<u8>) -> io::Result<()>;
    /// How many bytes it takes in the file.
    fn bytes(&self) -> usize;
    fn positions(&self) -> usize;
    /// Whether the file ends within a game, as an interrupted run leaves it.
    fn is_cut_off(error: &Self::Error) -> bool;
}

/// An open shard.
#[derive(Debug)]
pub struct Shard<R> {
    path: PathBuf,
    file: File,
    games: u64,
    positions: u64,
    kind: PhantomData<R>,
}

impl<R: Record> Shard<R> {
    /// Opens a shard, or makes it. What an interrupted run left after its last whole game is cut off. A shard that was
    /// made otherwise is refused: its games would not be one kind.
    pub fn open(
        path: PathBuf,
        made_by: &Value,
        provenance: &Provenance,
    ) -> Result<Shard<R>, LabError> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| LabError::file(folder, &error))?;
        }
        keep_manifest(&path.with_extension("json"), made_by, provenance)?;
        let fail = |error: io::Error| LabError::file(&path, &error);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(fail)?;
        let (mut games, mut positions, mut bytes) = (0, 0, 0);
        read_games(&path, &file, true, |game: &R| {
            games += 1;
            positions += game.positions() as u64;
            bytes += game.bytes() as u64;
            Ok(())
        })?;
        file.set_len(bytes).map_err(fail)?;
        file.seek(SeekFrom::End(0)).map_err(fail)?;
        Ok(Shard {
            file,
            games,
            positions,
            path,
            kind: PhantomData,
        })
    }

    /// Plays until the shard holds so many games, and says what it holds then.
    pub fn fill<Player>(
        &mut self,
        wanted: u64,
        threads: usize,
        player: impl Fn() -> Player + Sync,
        play: impl Fn(&mut Player, u64) -> R + Sync,
    ) -> Result<(), LabError> {
        let name = self.path.display().to_string();
        eprintln!("{name}: {} of {wanted} games are there", self.games);
        let missing: Vec<u64> = (self.games..wanted).collect();
        let mut waiting = BTreeMap::new();
        let mut progress = Progress::new(self);
        share(
            &missing,
            threads,
            || Ok(player()),
            |player, number| Ok(play(player, number)),
            |number, game| {
                // Games come as they end; the file takes them by number.
                waiting.insert(number, game);
                while let Some(game) = waiting.remove(&self.games) {
                    self.add(&game)?;
                }
                progress.tell(self, wanted);
                Ok(Next::Continue)
            },
        )?;
        let (games, positions) = (self.games, self.positions);
        say(&format!("{name}: {games} games, {positions} positions\n"));
        Ok(())
    }

    /// Adds a game in one go.
    fn add(&mut self, game: &R) -> Result<(), LabError> {
        let mut bytes = Vec::with_capacity(game.bytes());
        game.write(&mut bytes)
            .and_then(|()| self.file.write_all(&bytes))
            .map_err(|error| LabError::file(&self.path, &error))?;
        self.games += 1;
        self.positions += game.positions() as u64;
        Ok(())
    }
}

/// Hands every game of a shard to `take`, which may find something wrong with it.
pub fn for_each_game<R: Record>(
    path: &Path,
    take: impl FnMut(&R) -> Result<(), String>,
) -> Result<(), LabError> {
    let file = File::open(path).map_err(|error| LabError::file(path, &error))?;
    read_games(path, &file, false, take)
}

fn read_games<R: Record>(
    path: &Path,
    file: &File,
    may_be_cut: bool,
    mut take: impl FnMut(&R) -> Result<(), String>,
) -> Result<(), LabError> {
    let mut input = BufReader::new(file);
    let mut number = 0;
    loop {
        number += 1;
        let wrong = |error: &dyn fmt::Display| {
            LabError::new(format!("{}, game {number}: {error}", path.display()))
        };
        match R::read(&mut input) {
            Ok(Some(game)) => take(&game).map_err(|error| wrong(&error))?,
            Ok(None) => return Ok(()),
            Err(error) if may_be_cut && R::is_cut_off(&error) => return Ok(()),
            Err(error) => return Err(wrong(&error)),
        }
    }
}

fn keep_manifest(path: &Path, made_by: &Value, provenance: &Provenance) -> Result<(), LabError> {
    let fail = |error: io::Error| LabError::file(path, &error);
    if path.exists() {
        let text = fs::read_to_string(path).map_err(fail)?;
        let found: Value = serde_json::from_str(&text)
            .map_err(|error| LabError::new(format!("{}: {error}", path.display())))?;
        return match found.get("made_by") == Some(made_by) {
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

/// Tells how far the shard is, from time to time.
struct Progress {
    began: Instant,
    told: Instant,
    games: u64,
    positions: u64,
}

const TELL_EVERY: Duration = Duration::from_secs(10);

impl Progress {
    fn new<R>(shard: &Shard<R>) -> Progress {
        Progress {
            began: Instant::now(),
            told: Instant::now(),
            games: shard.games,
            positions: shard.positions,
        }
    }

    fn tell<R>(&mut self, shard: &Shard<R>, wanted: u64) {
        if self.told.elapsed() < TELL_EVERY {
            return;
        }
        self.told = Instant::now();
        let seconds = self.began.elapsed().as_secs_f64();
        let played = (shard.games - self.games).max(1) as f64;
        let left = seconds / played * wanted.saturating_sub(shard.games) as f64;
        eprintln!(
            "{} of {wanted} games, {} positions, {:.0} positions a second, {:.0} min to go",
            shard.games,
            shard.positions,
            (shard.positions - self.positions) as f64 / seconds,
            left / 60.0
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selfplay::game::{Player, Style};
    use regence_records::training::TrainingGame;

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
        let path = folder.join("seed-7.games");
        let open = |search: &str| -> Result<Shard<TrainingGame>, LabError> {
            let made_by = json!({ "search": search });
            Shard::open(path.clone(), &made_by, &provenance(search))
        };
        let mut player = Player::new(STYLE);
        let games: Vec<_> = (0..3).map(|number| player.play(7, number)).collect();

        let mut shard = open("one").expect("a new shard");
        shard.add(&games[0]).expect("added");
        shard.add(&games[1]).expect("added");
        let bytes = fs::read(&path).expect("a file");
        fs::write(&path, &bytes[..bytes.len() - 7]).expect("cut");

        let mut shard = open("one").expect("the same shard");
        assert_eq!(shard.games, 1);
        shard.add(&games[1]).expect("added");
        assert_eq!(fs::read(&path).expect("a file"), bytes);
        let error = open("another").expect_err("another search").to_string();
        assert!(error.contains("choose another"), "{error}");
        fs::remove_dir_all(&folder).expect("removed");
    }
}
