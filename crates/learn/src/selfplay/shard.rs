//! A file of self-play games of any kind, which can be added to after any interruption.
//!
//! A game depends on its seed and number alone, and games are written in order, in blocks of a fixed number: a run that was
//! stopped or killed resumes where it was and ends with the same bytes. The header says how the games were made; the same
//! command makes the same shard again. For the layout see [`super::blocks`].

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::blocks::{self, Block, Contents};
use regence_arena::error::LabError;
use regence_arena::provenance::{Provenance, say};
use regence_arena::workers::{Next, share};

/// Games of a block. A kill or a damaged byte costs at most so many.
pub const BLOCK_GAMES: usize = 256;

/// A game as a shard keeps it.
pub trait Record: Send + Sized {
    /// Why the next one cannot be read.
    type Error: fmt::Display;

    /// The next one; none at the end of the input.
    fn read(input: &mut impl Read) -> Result<Option<Self>, Self::Error>;
    fn write(&self, out: &mut Vec<u8>) -> io::Result<()>;
    /// How many bytes it takes.
    fn bytes(&self) -> usize;
    fn positions(&self) -> usize;
}

/// A shard that games are added to; nobody else can while it is open.
#[derive(Debug)]
pub struct Shard<R> {
    path: PathBuf,
    file: File,
    /// Where the next block is written.
    end: u64,
    /// Games and positions of the blocks before it.
    games: u64,
    positions: u64,
    /// Games that wait until there are enough for a block.
    waiting: Vec<R>,
}

impl<R: Record> Shard<R> {
    /// Opens a shard, or makes it. What an interrupted run left after its last whole block is cut off. A shard that was
    /// made in another way is refused: its games would not be of one kind.
    pub fn open(
        path: PathBuf,
        made_by: &Value,
        provenance: &Provenance,
    ) -> Result<Shard<R>, LabError> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| LabError::file(folder, &error))?;
        }
        let fail = |error: io::Error| LabError::file(&path, &error);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(fail)?;
        lock(&path, &file)?;
        if file.metadata().map_err(fail)?.len() == 0 {
            let header = header_text(made_by, provenance);
            file.write_all(&blocks::header(&header)).map_err(fail)?;
        }
        let contents = Contents::read(&mut file).map_err(fail)?;
        let contents = check(&path, contents, made_by)?;
        let mut shard = Shard {
            end: contents.end,
            games: contents.games(),
            positions: contents.positions(),
            waiting: Vec::new(),
            file,
            path,
        };
        // A short block at the end is filled up, so that the file does not tell where a run paused.
        match contents.blocks.last() {
            Some(last) if (last.games as usize) < BLOCK_GAMES => shard.take_back(last)?,
            _ => {}
        }
        Ok(shard)
    }

    /// The games of the last block wait again for theirs.
    fn take_back(&mut self, last: &Block) -> Result<(), LabError> {
        let bytes = last
            .read(&mut self.file)
            .map_err(|error| LabError::file(&self.path, &error))?;
        let waiting = &mut self.waiting;
        each_of(bytes.as_slice(), |game| {
            waiting.push(game);
            Ok(())
        })
        .map_err(|error| LabError::new(format!("{}, {error}", self.path.display())))?;
        self.end = last.start();
        self.games -= u64::from(last.games);
        self.positions -= u64::from(last.positions);
        Ok(())
    }

    fn games(&self) -> u64 {
        self.games + self.waiting.len() as u64
    }

    fn positions(&self) -> u64 {
        let waiting = self.waiting.iter().map(|game| game.positions() as u64);
        self.positions + waiting.sum::<u64>()
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
        eprintln!("{name}: {} of {wanted} games are there", self.games());
        let missing: Vec<u64> = (self.games()..wanted).collect();
        let mut early = BTreeMap::new();
        let mut progress = Progress::new(self);
        share(
            &missing,
            threads,
            || Ok(player()),
            |player, number| Ok(play(player, number)),
            |number, game| {
                // Games come as they end; the file takes them by number.
                early.insert(number, game);
                while let Some(game) = early.remove(&self.games()) {
                    self.add(game)?;
                }
                progress.tell(self, wanted);
                Ok(Next::Continue)
            },
        )?;
        self.flush()?;
        let (games, positions) = (self.games(), self.positions());
        say(&format!("{name}: {games} games, {positions} positions\n"));
        Ok(())
    }

    /// Adds a game; every full block is written at once.
    fn add(&mut self, game: R) -> Result<(), LabError> {
        self.waiting.push(game);
        match self.waiting.len() < BLOCK_GAMES {
            true => Ok(()),
            false => self.flush(),
        }
    }

    /// Writes the games that wait as a block.
    fn flush(&mut self) -> Result<(), LabError> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let positions = self.positions() - self.positions;
        let mut bytes = Vec::new();
        let written = self
            .waiting
            .iter()
            .try_for_each(|game| game.write(&mut bytes))
            .and_then(|()| {
                let block = blocks::block(self.waiting.len() as u32, positions as u32, &bytes);
                self.file.seek(SeekFrom::Start(self.end))?;
                self.file.write_all(&block)?;
                self.end += block.len() as u64;
                self.file.set_len(self.end)
            });
        written.map_err(|error| LabError::file(&self.path, &error))?;
        self.games += self.waiting.len() as u64;
        self.positions += positions;
        self.waiting.clear();
        Ok(())
    }
}

fn lock(path: &Path, file: &File) -> Result<(), LabError> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(LabError::new(format!(
            "{}: another run is adding games to this shard; wait for it, or choose another --seed",
            path.display()
        ))),
        Err(TryLockError::Error(error)) => Err(LabError::file(path, &error)),
    }
}

fn header_text(made_by: &Value, provenance: &Provenance) -> String {
    json!({
        "made_by": made_by,
        "machine": provenance.machine,
        "command": provenance.command,
    })
    .to_string()
}

/// Whether games of this kind can be added to a file.
fn check(path: &Path, contents: Option<Contents>, made_by: &Value) -> Result<Contents, LabError> {
    let refuse = |why: String| Err(LabError::new(format!("{}: {why}", path.display())));
    let Some(contents) = contents else {
        return refuse("not a shard; choose another --seed or --out".into());
    };
    if let Some(damage) = contents.damage.iter().find(|damage| !damage.is_tail) {
        return refuse(format!(
            "{damage}; `regence-lab selfplay repair` saves the rest, or delete the file and play its games again"
        ));
    }
    let header = contents.header.as_deref().unwrap_or_default();
    let header: Value = serde_json::from_str(header).unwrap_or(Value::Null);
    match &header["made_by"] == made_by {
        true => Ok(contents),
        false => refuse(format!(
            "these games were made in another way ({}), now it would be {made_by}; choose another --seed or --out",
            header["made_by"]
        )),
    }
}

/// Hands every game of a shard to `take`, which may find something wrong with it. Damaged parts are named on the error
/// output and passed over; the result is how many there are.
pub fn for_each_game<R: Record>(
    path: &Path,
    mut take: impl FnMut(&R) -> Result<(), String>,
) -> Result<usize, LabError> {
    let file = BlockFile::open::<R>(path)?;
    let mut number = 0;
    for block in 0..file.blocks.len() {
        let bytes = file.read(block)?;
        each_of(bytes.as_slice(), |game: R| {
            number += 1;
            take(&game).map_err(|error| format!("game {number}: {error}"))
        })
        .map_err(|why| LabError::new(format!("{}, {why}", path.display())))?;
    }
    Ok(file.damage)
}

/// A file of games that is read block by block, in any order and by several threads.
#[derive(Debug)]
pub struct BlockFile {
    path: PathBuf,
    file: Mutex<File>,
    blocks: Vec<Block>,
    damage: usize,
}

impl BlockFile {
    /// Finds the blocks. Damaged parts are named on the error output and left out. A file without a header, as other
    /// trainers write it, is games one after another; it is read once to find where blocks of them begin.
    pub fn open<R: Record>(path: &Path) -> Result<BlockFile, LabError> {
        let fail = |error: io::Error| LabError::file(path, &error);
        let mut file = File::open(path).map_err(fail)?;
        let (blocks, damage) = match Contents::read(&mut file).map_err(fail)? {
            Some(contents) => {
                for damage in &contents.damage {
                    eprintln!("{}: {damage}; they are left out", path.display());
                }
                (contents.blocks, contents.damage.len())
            }
            None => {
                file.rewind().map_err(fail)?;
                (plain_blocks::<R>(path, &file)?, 0)
            }
        };
        Ok(BlockFile {
            path: path.to_owned(),
            file: Mutex::new(file),
            blocks,
            damage,
        })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The bytes of the games of a block.
    pub fn read(&self, block: usize) -> Result<Vec<u8>, LabError> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        self.blocks[block]
            .read(&mut *file)
            .map_err(|error| LabError::file(&self.path, &error))
    }
}

/// The games of a plain file in blocks.
fn plain_blocks<R: Record>(path: &Path, file: &File) -> Result<Vec<Block>, LabError> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut at = 0;
    each_of(BufReader::new(file), |game: R| {
        match blocks.last_mut() {
            Some(block) if (block.games as usize) < BLOCK_GAMES => {
                block.add(game.positions(), game.bytes());
            }
            _ => blocks.push(Block::plain(at, game.positions(), game.bytes())),
        }
        at += game.bytes() as u64;
        Ok(())
    })
    .map_err(|why| LabError::new(format!("{}, {why}", path.display())))?;
    Ok(blocks)
}

/// Hands the games of some bytes to `take`.
pub fn each_of<R: Record>(
    mut input: impl Read,
    mut take: impl FnMut(R) -> Result<(), String>,
) -> Result<(), String> {
    let mut number = 0;
    loop {
        number += 1;
        match R::read(&mut input) {
            Ok(Some(game)) => take(game)?,
            Ok(None) => return Ok(()),
            Err(error) => return Err(format!("game {number}: {error}")),
        }
    }
}

/// Copies the header and the sound blocks of a shard into a new file; the result is what was left out.
pub fn repair(path: &Path, out: &Path) -> Result<Contents, LabError> {
    let mut file = File::open(path).map_err(|error| LabError::file(path, &error))?;
    let contents = Contents::read(&mut file).map_err(|error| LabError::file(path, &error))?;
    let contents = contents.ok_or_else(|| {
        LabError::new(format!(
            "{}: not a shard; nothing can be saved",
            path.display()
        ))
    })?;
    let fail = |error: io::Error| LabError::file(out, &error);
    let mut target = File::create_new(out).map_err(fail)?;
    let header = contents.header.as_deref().unwrap_or("{}");
    target.write_all(&blocks::header(header)).map_err(fail)?;
    for block in &contents.blocks {
        let bytes = block.read(&mut file).map_err(fail)?;
        let block = blocks::block(block.games, block.positions, &bytes);
        target.write_all(&block).map_err(fail)?;
    }
    Ok(contents)
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
    fn new<R: Record>(shard: &Shard<R>) -> Progress {
        Progress {
            began: Instant::now(),
            told: Instant::now(),
            games: shard.games(),
            positions: shard.positions(),
        }
    }

    fn tell<R: Record>(&mut self, shard: &Shard<R>, wanted: u64) {
        if self.told.elapsed() < TELL_EVERY {
            return;
        }
        self.told = Instant::now();
        let seconds = self.began.elapsed().as_secs_f64();
        let (games, positions) = (shard.games(), shard.positions());
        let played = (games - self.games).max(1) as f64;
        let left = seconds / played * wanted.saturating_sub(games) as f64;
        eprintln!(
            "{games} of {wanted} games, {positions} positions, {:.0} positions a second, {:.0} min to go",
            (positions - self.positions) as f64 / seconds,
            left / 60.0
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game of one byte.
    #[derive(Clone, Debug, PartialEq, Eq)]
    struct Tiny(u8);

    impl Record for Tiny {
        type Error = io::Error;

        fn read(input: &mut impl Read) -> io::Result<Option<Tiny>> {
            let mut byte = [0];
            Ok((input.read(&mut byte)? == 1).then_some(Tiny(byte[0])))
        }

        fn write(&self, out: &mut Vec<u8>) -> io::Result<()> {
            out.push(self.0);
            Ok(())
        }

        fn bytes(&self) -> usize {
            1
        }

        fn positions(&self) -> usize {
            3
        }
    }

    fn folder(name: &str) -> PathBuf {
        let name = format!("regence-shard-{name}-{}", std::process::id());
        std::env::temp_dir().join(name)
    }

    fn open(path: &Path, search: &str) -> Result<Shard<Tiny>, LabError> {
        let provenance = Provenance {
            search: search.into(),
            machine: "a test".into(),
            command: "test".into(),
        };
        Shard::open(path.to_owned(), &json!({ "search": search }), &provenance)
    }

    fn fill(path: &Path, games: u64) {
        let mut shard = open(path, "one").expect("a shard");
        shard
            .fill(games, 2, || (), |(), number| Tiny(number as u8))
            .expect("filled");
        assert_eq!((shard.games(), shard.positions()), (games, 3 * games));
    }

    fn read(path: &Path) -> (Vec<u8>, usize) {
        let mut games = Vec::new();
        let damage = for_each_game(path, |game: &Tiny| {
            games.push(game.0);
            Ok(())
        });
        (games, damage.expect("readable"))
    }

    #[test]
    fn interruptions_and_pauses_do_not_change_the_bytes() {
        let folder = folder("pause");
        let (whole, path) = (folder.join("whole"), folder.join("paused"));
        fill(&whole, 700);
        let expected = fs::read(&whole).expect("a file");
        let numbers: Vec<u8> = (0..700u64).map(|number| number as u8).collect();
        assert_eq!(read(&whole), (numbers, 0));
        fill(&path, 300);
        let bytes = fs::read(&path).expect("a file");
        for cut in [0, 1, 50, bytes.len() - 80, bytes.len()] {
            fs::write(&path, &bytes[..bytes.len() - cut.min(bytes.len())]).expect("cut");
            // What is cut below its header begins anew.
            if cut > bytes.len() - 80 {
                fs::write(&path, b"").expect("emptied");
            }
            fill(&path, 700);
            assert_eq!(fs::read(&path).expect("a file"), expected, "{cut}");
            fs::write(&path, &bytes).expect("as before");
        }
        fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn a_shard_takes_games_of_one_kind_from_one_run() {
        let folder = folder("kind");
        let path = folder.join("shard");
        let shard = open(&path, "one").expect("a new shard");
        let error = open(&path, "one").expect_err("locked").to_string();
        assert!(error.contains("another run"), "{error}");
        drop(shard);
        let error = open(&path, "two").expect_err("another kind").to_string();
        assert!(error.contains("choose another"), "{error}");
        let other = folder.join("other");
        fs::write(&other, b"something else").expect("a file");
        let error = open(&other, "one").expect_err("no shard").to_string();
        assert!(error.contains("not a shard"), "{error}");
        assert_eq!(fs::read(&other).expect("a file"), b"something else");
        fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn damage_costs_one_block_and_is_never_written_over() {
        let folder = folder("damage");
        let (path, saved) = (folder.join("shard"), folder.join("saved"));
        fill(&path, 700);
        let mut bytes = fs::read(&path).expect("a file");
        let middle = bytes.len() / 2;
        bytes[middle] ^= 16;
        fs::write(&path, &bytes).expect("damaged");
        let (games, damage) = read(&path);
        assert_eq!((games.len(), damage), (700 - BLOCK_GAMES, 1));
        let error = open(&path, "one").expect_err("damaged").to_string();
        assert!(error.contains("repair"), "{error}");
        assert_eq!(fs::read(&path).expect("a file"), bytes);
        repair(&path, &saved).expect("saved");
        assert_eq!(read(&saved), (games, 0));
        assert!(repair(&path, &saved).is_err(), "nothing is written over");
        fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn files_without_a_header_are_read_as_plain_games() {
        let path = folder("plain");
        let bytes: Vec<u8> = (0..600u64).map(|number| number as u8).collect();
        fs::write(&path, &bytes).expect("a file");
        assert_eq!(read(&path), (bytes, 0));
        let file = BlockFile::open::<Tiny>(&path).expect("readable");
        let sizes: Vec<_> = file
            .blocks()
            .iter()
            .map(|b| (b.games, b.positions))
            .collect();
        assert_eq!(sizes, [(256, 768), (256, 768), (88, 264)]);
        fs::remove_file(&path).expect("removed");
    }
}
