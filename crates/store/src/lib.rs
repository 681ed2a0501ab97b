//! The store of games: what was played, by whom, by which command, and what it proved, in one SQLite file.
//!
//! A store holds runs (a match, a tuning, the games of a user); a run holds games and notes. What was added is kept
//! whatever happens next: a killed process, a full disk. Rows carry checksums, so damage is found and named, and
//! [`merge`](merge::merge) saves the rest. One process at a time writes to a store; others may read meanwhile.
//!
//! ```
//! use regence_store::{Existing, Game, GameResult, Head, Store};
//! # fn main() -> Result<(), regence_store::StoreError> {
//! let path = std::env::temp_dir().join(format!("regence-store-doc-{}.db", std::process::id()));
//! let mut store = Store::open(&path)?;
//! let run = store.run(&Head::new("match", ["match: a against b"]), Existing::Resume)?;
//! let game = Game { number: 0, result: GameResult::Draw, plies: 80, ..Game::default() };
//! store.add_games(run, &[game])?;
//! assert_eq!(Store::read(&path)?.games(run)?.len(), 1);
//! # drop(store);
//! # for ending in ["db", "lock"] { let _ = std::fs::remove_file(path.with_extension(ending)); }
//! # Ok(())
//! # }
//! ```

pub mod archive;
mod damage;
mod error;
pub mod export;
mod measured;
pub mod merge;
mod schema;

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension, Row, params};

pub use error::StoreError;
pub use measured::{Kind, Measured};
use schema::{Found, STORE};

/// How long a reader waits for a writer's transaction.
const PATIENCE: Duration = Duration::from_secs(20);

/// Whether results that are already there are added to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// A store that holds results is an error.
    Refuse,
    /// The run is resumed; another run in its place is an error.
    Resume,
    /// The run is resumed or begun beside others.
    Join,
}

impl Existing {
    /// What `--resume` says.
    pub fn from_flag(resume: bool) -> Existing {
        match resume {
            true => Existing::Resume,
            false => Existing::Refuse,
        }
    }
}

/// What a run is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// `match`, `pairs`, `tune`, …
    pub kind: String,
    /// Lines that are the same whenever it is resumed, as `key: value`.
    pub identity: Vec<String>,
    /// Who plays.
    pub builds: Vec<String>,
    /// The command at work, its version and machine, one a line.
    pub command: String,
}

impl Head {
    pub fn new<T: Into<String>>(kind: &str, identity: impl IntoIterator<Item = T>) -> Head {
        Head {
            kind: kind.to_owned(),
            identity: identity.into_iter().map(Into::into).collect(),
            ..Head::default()
        }
    }
}

/// A run by its number in a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RunId(pub(crate) i64);

/// How a game ended, by the side that moved first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GameResult {
    FirstWins,
    SecondWins,
    Draw,
    #[default]
    Unknown,
}

impl GameResult {
    pub const ALL: [GameResult; 4] = [
        GameResult::FirstWins,
        GameResult::SecondWins,
        GameResult::Draw,
        GameResult::Unknown,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            GameResult::FirstWins => "1-0",
            GameResult::SecondWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        }
    }

    pub fn from_name(name: &str) -> Option<GameResult> {
        GameResult::ALL
            .into_iter()
            .find(|result| result.name() == name)
    }
}

/// A game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Game {
    /// Its number in the run.
    pub number: u64,
    pub result: GameResult,
    /// Why it ended, in a word.
    pub ending: String,
    pub plies: u64,
    /// What else the run counts, as JSON.
    pub details: String,
    /// The game as text: PGN, or what its kind uses.
    pub record: String,
    /// What went wrong, as text; mostly empty.
    pub faults: String,
}

impl Game {
    fn checksum(&self) -> u32 {
        checksum(&[
            &self.number.to_string(),
            self.result.name(),
            &self.ending,
            &self.plies.to_string(),
            &self.details,
            &self.record,
            &self.faults,
        ])
    }

    /// From the columns of [`GAME_COLUMNS`], with whether they are as they were written.
    fn read(row: &Row<'_>) -> rusqlite::Result<Option<Game>> {
        let result: String = row.get(1)?;
        let game = Game {
            number: row.get::<_, i64>(0)? as u64,
            result: GameResult::from_name(&result).unwrap_or_default(),
            ending: row.get(2)?,
            plies: row.get::<_, i64>(3)? as u64,
            details: row.get(4)?,
            record: row.get(5)?,
            faults: row.get(6)?,
        };
        let stored: i64 = row.get(7)?;
        Ok((i64::from(game.checksum()) == stored).then_some(game))
    }
}

const GAME_COLUMNS: &str = "number, result, ending, plies, details, record, faults, checksum";

/// A checksum of texts, told apart by their lengths.
fn checksum(parts: &[&str]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    hasher.finalize()
}

/// An open store.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
    /// Held as long as the store is open for writing.
    _lock: Option<File>,
}

impl Store {
    /// Opens a store for writing, or makes a new one. Only one process can have it open so.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)
                .map_err(|error| StoreError::File(folder.to_owned(), error))?;
        }
        let lock = lock(path)?;
        let store = Store::connect(path, Some(lock))?;
        let places = damage::of_pages(&store.connection, damage::Check::Quick);
        match places.is_empty() {
            true => Ok(store),
            false => Err(store.damaged(places)),
        }
    }

    /// Opens a store that is there for reading, also while another process writes to it. Nothing is changed.
    pub fn read(path: &Path) -> Result<Store, StoreError> {
        std::fs::metadata(path).map_err(|error| StoreError::File(path.to_owned(), error))?;
        Store::connect(path, None)
    }

    fn connect(path: &Path, lock: Option<File>) -> Result<Store, StoreError> {
        let fail = |error| StoreError::from(path, error);
        let mut connection = Connection::open(path).map_err(fail)?;
        connection.busy_timeout(PATIENCE).map_err(fail)?;
        let mut found = STORE.find(&connection).map_err(fail)?;
        if lock.is_some() && matches!(found, Found::Ready | Found::Older(_)) {
            // Readers and the writer do not wait for each other, and a killed process leaves whole transactions.
            let habits =
                "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;";
            connection.execute_batch(habits).map_err(fail)?;
            if let Found::Older(_) = found {
                STORE.update(&mut connection).map_err(fail)?;
                found = Found::Ready;
            }
        }
        match found {
            Found::Ready => Ok(Store {
                connection,
                path: path.to_owned(),
                _lock: lock,
            }),
            Found::Older(found) => Err(StoreError::Older {
                path: path.to_owned(),
                found,
            }),
            Found::Foreign => Err(StoreError::Foreign(path.to_owned())),
            Found::Newer(found) => Err(StoreError::Newer {
                path: path.to_owned(),
                found,
                known: STORE.version(),
            }),
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    fn fail(&self, error: rusqlite::Error) -> StoreError {
        StoreError::from(&self.path, error)
    }

    fn damaged(&self, places: Vec<String>) -> StoreError {
        let path = self.path.clone();
        StoreError::Damaged { path, places }
    }

    /// Finds the run of a head, or begins it.
    pub fn run(&mut self, head: &Head, existing: Existing) -> Result<RunId, StoreError> {
        let identity = head.identity.join("\n");
        let known = self.find(&head.kind, &identity).map_err(|e| self.fail(e))?;
        let id = match known {
            Some(id) => {
                if existing == Existing::Refuse && self.is_begun(id).map_err(|e| self.fail(e))? {
                    return Err(StoreError::Occupied(self.path.clone()));
                }
                id
            }
            None => {
                self.expect_no_other(head, existing)?;
                self.insert_run(&head.kind, &identity)
                    .map_err(|error| self.fail(error))?
            }
        };
        self.describe(id, head).map_err(|error| self.fail(error))?;
        Ok(RunId(id))
    }

    fn find(&self, kind: &str, identity: &str) -> rusqlite::Result<Option<i64>> {
        let sql = "SELECT id FROM runs WHERE kind = ?1 AND identity = ?2";
        let mut statement = self.connection.prepare_cached(sql)?;
        statement
            .query_row([kind, identity], |row| row.get(0))
            .optional()
    }

    fn is_begun(&self, id: i64) -> rusqlite::Result<bool> {
        let sql = "SELECT EXISTS (SELECT 1 FROM games WHERE run = ?1) OR EXISTS (SELECT 1 FROM notes WHERE run = ?1)";
        self.connection.query_row(sql, [id], |row| row.get(0))
    }

    /// Results of different runs are not mixed by accident.
    fn expect_no_other(&self, head: &Head, existing: Existing) -> Result<(), StoreError> {
        if existing == Existing::Join {
            return Ok(());
        }
        let sql = "SELECT identity FROM runs WHERE kind = ?1 ORDER BY id DESC LIMIT 1";
        let other: Option<String> = self
            .connection
            .query_row(sql, [&head.kind], |row| row.get(0))
            .optional()
            .map_err(|error| self.fail(error))?;
        let Some(other) = other else { return Ok(()) };
        if existing == Existing::Refuse {
            return Err(StoreError::Occupied(self.path.clone()));
        }
        let differs = head
            .identity
            .iter()
            .find(|line| !other.lines().any(|o| o == *line));
        let wanted = differs.cloned().unwrap_or_else(|| head.identity.join("; "));
        let key = wanted.split(':').next().unwrap_or_default();
        let found = other
            .lines()
            .find(|line| line.split(':').next() == Some(key));
        Err(StoreError::Other {
            path: self.path.clone(),
            found: found.unwrap_or("no such line").to_owned(),
            wanted,
        })
    }

    fn insert_run(&self, kind: &str, identity: &str) -> rusqlite::Result<i64> {
        let sql = "INSERT INTO runs (kind, identity, created, checksum) VALUES (?1, ?2, ?3, ?4)";
        let sum = checksum(&[kind, identity]);
        self.connection
            .execute(sql, params![kind, identity, now(), sum])?;
        Ok(self.connection.last_insert_rowid())
    }

    fn describe(&self, id: i64, head: &Head) -> rusqlite::Result<()> {
        let build = "INSERT OR IGNORE INTO builds (run, number, description) VALUES (?1, ?2, ?3)";
        for (number, text) in head.builds.iter().enumerate() {
            self.connection
                .execute(build, params![id, number as i64, text])?;
        }
        if !head.command.is_empty() {
            let command = "INSERT OR IGNORE INTO commands (run, at, text) VALUES (?1, ?2, ?3)";
            self.connection
                .execute(command, params![id, now(), head.command])?;
        }
        Ok(())
    }

    /// Adds finished games, all or none of them.
    pub fn add_games(&mut self, run: RunId, games: &[Game]) -> Result<(), StoreError> {
        let path = &self.path;
        let fail = |error| StoreError::from(path, error);
        let transaction = self.connection.transaction().map_err(fail)?;
        for game in games {
            if !insert_game(&transaction, run.0, game).map_err(fail)? {
                let (path, what) = (path.clone(), format!("game {}", game.number + 1));
                return Err(StoreError::Duplicate { path, what });
            }
        }
        transaction.commit().map_err(fail)
    }

    /// The games of a run in the order of their numbers.
    pub fn games(&self, run: RunId) -> Result<Vec<Game>, StoreError> {
        let sql = format!("SELECT {GAME_COLUMNS} FROM games WHERE run = ?1 ORDER BY number");
        let (mut games, mut places) = (Vec::new(), Vec::new());
        let mut read = || -> rusqlite::Result<()> {
            let mut statement = self.connection.prepare_cached(&sql)?;
            let mut rows = statement.query([run.0])?;
            while let Some(row) = rows.next()? {
                match Game::read(row)? {
                    Some(game) => games.push(game),
                    None => places.push(format!(
                        "game {} has a wrong checksum",
                        row.get::<_, i64>(0)? + 1
                    )),
                }
            }
            Ok(())
        };
        read().map_err(|error| self.fail(error))?;
        match places.is_empty() {
            true => Ok(games),
            false => Err(self.damaged(places)),
        }
    }

    /// Keeps a value under a key, or a new one in its place.
    pub fn set_note(&mut self, run: RunId, key: &str, value: &str) -> Result<(), StoreError> {
        let sql = "INSERT INTO notes (run, key, value, checksum) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (run, key) DO UPDATE SET value = excluded.value, checksum = excluded.checksum";
        let sum = checksum(&[key, value]);
        self.connection
            .execute(sql, params![run.0, key, value, sum])
            .map_err(|error| self.fail(error))?;
        Ok(())
    }

    /// Keys and values in the order in which the keys came first.
    pub fn notes(&self, run: RunId) -> Result<Vec<(String, String)>, StoreError> {
        let (mut notes, mut places) = (Vec::new(), Vec::new());
        let mut read = || -> rusqlite::Result<()> {
            let sql = "SELECT key, value, checksum FROM notes WHERE run = ?1 ORDER BY id";
            let mut statement = self.connection.prepare_cached(sql)?;
            let mut rows = statement.query([run.0])?;
            while let Some(row) = rows.next()? {
                let (key, value): (String, String) = (row.get(0)?, row.get(1)?);
                match i64::from(checksum(&[&key, &value])) == row.get::<_, i64>(2)? {
                    true => notes.push((key, value)),
                    false => places.push(format!("note '{key}' has a wrong checksum")),
                }
            }
            Ok(())
        };
        read().map_err(|error| self.fail(error))?;
        match places.is_empty() {
            true => Ok(notes),
            false => Err(self.damaged(places)),
        }
    }

    /// Keeps the report of a run in place of the last one.
    pub fn set_report(&mut self, run: RunId, report: &str) -> Result<(), StoreError> {
        let sql = "INSERT OR REPLACE INTO tests (run, at, report) VALUES (?1, ?2, ?3)";
        self.connection
            .execute(sql, params![run.0, now(), report])
            .map_err(|error| self.fail(error))?;
        Ok(())
    }

    /// All runs: their numbers, kinds and identities.
    pub fn runs(&self) -> Result<Vec<(RunId, String, String)>, StoreError> {
        let mut statement = self
            .connection
            .prepare("SELECT id, kind, identity FROM runs ORDER BY id")
            .map_err(|error| self.fail(error))?;
        let rows =
            statement.query_map([], |row| Ok((RunId(row.get(0)?), row.get(1)?, row.get(2)?)));
        rows.and_then(Iterator::collect)
            .map_err(|error| self.fail(error))
    }
}

/// Adds a game unless its number is taken.
fn insert_game(connection: &Connection, run: i64, game: &Game) -> rusqlite::Result<bool> {
    let sql = format!(
        "INSERT OR IGNORE INTO games (run, {GAME_COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let added = statement.execute(params![
        run,
        game.number as i64,
        game.result.name(),
        game.ending,
        game.plies as i64,
        game.details,
        game.record,
        game.faults,
        game.checksum(),
    ])?;
    Ok(added == 1)
}

/// Takes the lock beside the store; it ends with the process, however that ends.
fn lock(path: &Path) -> Result<File, StoreError> {
    let lock = path.with_extension("lock");
    let fail = |error| StoreError::File(lock.clone(), error);
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    let mut file = options.open(&lock).map_err(fail)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(std::fs::TryLockError::WouldBlock) => {
            let mut owner = String::new();
            // Some systems do not let others read a locked file.
            let _ = file.read_to_string(&mut owner);
            let owner = match owner.trim() {
                "" => "another process".to_owned(),
                number => format!("process {number}"),
            };
            let path = path.to_owned();
            return Err(StoreError::InUse { path, owner });
        }
        Err(std::fs::TryLockError::Error(error)) => return Err(fail(error)),
    }
    let number = std::process::id().to_string();
    // The number is for the message above only: a full disk must not keep anybody from the store.
    let _ = file
        .set_len(0)
        .and_then(|()| file.write_all(number.as_bytes()));
    Ok(file)
}

/// Seconds since 1970.
fn now() -> i64 {
    let elapsed = SystemTime::now().duration_since(UNIX_EPOCH);
    elapsed.map_or(0, |elapsed| elapsed.as_secs() as i64)
}

#[cfg(test)]
mod tests;
