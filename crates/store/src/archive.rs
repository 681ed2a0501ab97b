//! The games of the page's users, in one SQLite file in their data folder. Each game belongs to an owner, who sees no
//! other's. Several servers may have the file open at once.
//!
//! ```
//! use regence_store::archive::{Archive, Entry};
//! # fn main() -> Result<(), regence_store::StoreError> {
//! let path = std::env::temp_dir().join(format!("regence-archive-doc-{}.db", std::process::id()));
//! let mut archive = Archive::open(&path)?;
//! let entry = Entry { id: "1".into(), record: "1. e4 *".into(), ..Entry::default() };
//! archive.put("", &entry)?;
//! assert_eq!(archive.get("", "1")?.map(|found| found.record), Some("1. e4 *".into()));
//! # drop(archive);
//! # let _ = std::fs::remove_file(&path);
//! # Ok(())
//! # }
//! ```

use crate::schema::{ARCHIVE, Found};
use crate::{PATIENCE, StoreError, checksum};
use rusqlite::{Connection, OptionalExtension, params};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// A game that is kept, and everything needed to go on with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    pub id: String,
    /// When it was put, in milliseconds since 1970. The archive sets it.
    pub changed: u64,
    /// What a list shows of it.
    pub summary: String,
    /// The game for other programs.
    pub record: String,
    /// The board as it stands.
    pub game: String,
    /// What was shown beside it.
    pub view: String,
}

/// A line of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    pub id: String,
    pub changed: u64,
    pub summary: String,
}

/// An open archive.
#[derive(Debug)]
pub struct Archive {
    connection: Connection,
    path: PathBuf,
}

impl Entry {
    fn checksum(&self) -> u32 {
        checksum(&[
            &self.id,
            &self.summary,
            &self.record,
            &self.game,
            &self.view,
        ])
    }
}

impl Archive {
    /// Opens an archive, or makes a new one with its folder.
    pub fn open(path: &Path) -> Result<Archive, StoreError> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)
                .map_err(|error| StoreError::File(folder.to_owned(), error))?;
        }
        let fail = |error| StoreError::from(path, error);
        let mut connection = Connection::open(path).map_err(fail)?;
        connection.busy_timeout(PATIENCE).map_err(fail)?;
        match ARCHIVE.find(&connection).map_err(fail)? {
            Found::Foreign => return Err(StoreError::Foreign(path.to_owned())),
            Found::Newer(found) => {
                return Err(StoreError::Newer {
                    path: path.to_owned(),
                    found,
                    known: ARCHIVE.version(),
                });
            }
            Found::Ready | Found::Older(_) => {}
        }
        // A killed process leaves whole transactions, and what was deleted is gone from the file.
        let habits =
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON;";
        connection.execute_batch(habits).map_err(fail)?;
        ARCHIVE.update(&mut connection).map_err(fail)?;
        Ok(Archive {
            connection,
            path: path.to_owned(),
        })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    fn fail(&self, error: rusqlite::Error) -> StoreError {
        StoreError::from(&self.path, error)
    }

    /// Keeps a game in place of what had its name before.
    pub fn put(&mut self, owner: &str, entry: &Entry) -> Result<(), StoreError> {
        let sql = "INSERT INTO games (owner, id, created, changed, summary, record, game, view, checksum)
            VALUES (?1, ?2, ?3, ?3, ?4, ?5, ?6, ?7, ?8)
            ON CONFLICT (owner, id) DO UPDATE SET changed = ?3, summary = ?4, record = ?5, game = ?6, view = ?7, checksum = ?8";
        let put = || -> rusqlite::Result<usize> {
            self.connection.prepare_cached(sql)?.execute(params![
                owner,
                entry.id,
                now(),
                entry.summary,
                entry.record,
                entry.game,
                entry.view,
                entry.checksum()
            ])
        };
        put().map(|_| ()).map_err(|error| self.fail(error))
    }

    /// A game by its name. One that is not as it was written is an error: a part of it may be missing.
    pub fn get(&self, owner: &str, id: &str) -> Result<Option<Entry>, StoreError> {
        let sql = "SELECT id, changed, summary, record, game, view, checksum FROM games WHERE owner = ?1 AND id = ?2";
        let read = || {
            let mut statement = self.connection.prepare_cached(sql)?;
            let row = |row: &rusqlite::Row<'_>| {
                let entry = Entry {
                    id: row.get(0)?,
                    changed: row.get::<_, i64>(1)?.max(0) as u64,
                    summary: row.get(2)?,
                    record: row.get(3)?,
                    game: row.get(4)?,
                    view: row.get(5)?,
                };
                Ok((entry, row.get::<_, i64>(6)?))
            };
            statement.query_row([owner, id], row).optional()
        };
        match read().map_err(|error| self.fail(error))? {
            None => Ok(None),
            Some((entry, stored)) if i64::from(entry.checksum()) == stored => Ok(Some(entry)),
            Some(_) => Err(StoreError::Damaged {
                path: self.path.clone(),
                places: vec![format!("game {id}")],
            }),
        }
    }

    /// All games of an owner, the last changed first.
    pub fn list(&self, owner: &str) -> Result<Vec<Listed>, StoreError> {
        let sql =
            "SELECT id, changed, summary FROM games WHERE owner = ?1 ORDER BY changed DESC, id";
        let read = || -> rusqlite::Result<Vec<Listed>> {
            let mut statement = self.connection.prepare_cached(sql)?;
            let rows = statement.query_map([owner], |row| {
                Ok(Listed {
                    id: row.get(0)?,
                    changed: row.get::<_, i64>(1)?.max(0) as u64,
                    summary: row.get(2)?,
                })
            })?;
            rows.collect()
        };
        read().map_err(|error| self.fail(error))
    }

    /// Whether there was such a game.
    pub fn delete(&mut self, owner: &str, id: &str) -> Result<bool, StoreError> {
        let sql = "DELETE FROM games WHERE owner = ?1 AND id = ?2";
        let deleted = self.connection.execute(sql, [owner, id]);
        deleted.map(|rows| rows > 0).map_err(|e| self.fail(e))
    }

    /// Deletes all games of an owner. Gives how many there were.
    pub fn clear(&mut self, owner: &str) -> Result<usize, StoreError> {
        let sql = "DELETE FROM games WHERE owner = ?1";
        let deleted = self.connection.execute(sql, [owner]);
        deleted.map_err(|error| self.fail(error))
    }

    /// The games of an owner, and the bytes of the whole archive.
    pub fn size(&self, owner: &str) -> Result<(u64, u64), StoreError> {
        let number = |sql: &str, owner: Option<&str>| {
            let mut statement = self.connection.prepare_cached(sql)?;
            let read = |row: &rusqlite::Row<'_>| row.get::<_, i64>(0);
            let found = match owner {
                Some(owner) => statement.query_row([owner], read),
                None => statement.query_row([], read),
            };
            found.map(|number| number.max(0) as u64)
        };
        let read = || {
            let games = number("SELECT count(*) FROM games WHERE owner = ?1", Some(owner))?;
            let used = "SELECT (page_count - freelist_count) * page_size
                FROM pragma_page_count, pragma_freelist_count, pragma_page_size";
            Ok((games, number(used, None)?))
        };
        read().map_err(|error: rusqlite::Error| self.fail(error))
    }
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |time| {
        i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let folder =
                std::env::temp_dir().join(format!("regence-archive-{name}-{}", std::process::id()));
            let _ = std::fs::remove_dir_all(&folder);
            Folder(folder)
        }

        fn file(&self) -> PathBuf {
            self.0.join("deep").join("games.db")
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    fn entry(id: &str, record: &str) -> Entry {
        Entry {
            id: id.into(),
            summary: format!("{{\"{id}\":1}}"),
            record: record.into(),
            game: "{}".into(),
            view: "{\"tab\":\"play\"}".into(),
            ..Entry::default()
        }
    }

    #[test]
    fn games_survive_and_belong_to_their_owners() {
        let folder = Folder::new("owners");
        let mut archive = Archive::open(&folder.file()).unwrap();
        archive.put("", &entry("a", "1. e4 *")).unwrap();
        archive.put("guest", &entry("a", "1. d4 *")).unwrap();
        archive.put("", &entry("b", "1. c4 *")).unwrap();
        archive.put("", &entry("a", "1. e4 e5 *")).unwrap();
        drop(archive);
        let mut archive = Archive::open(&folder.file()).unwrap();
        let record = |archive: &Archive, owner: &str, id: &str| {
            archive.get(owner, id).unwrap().map(|entry| entry.record)
        };
        assert_eq!(record(&archive, "", "a").as_deref(), Some("1. e4 e5 *"));
        assert_eq!(record(&archive, "guest", "a").as_deref(), Some("1. d4 *"));
        assert_eq!(record(&archive, "guest", "b"), None);
        assert_eq!(archive.list("").unwrap().len(), 2);
        assert_eq!(archive.list("other").unwrap(), []);
        assert_eq!(archive.size("").unwrap().0, 2);
        assert!(archive.delete("", "b").unwrap());
        assert!(!archive.delete("", "b").unwrap());
        assert!(!archive.delete("other", "a").unwrap());
        assert_eq!(archive.clear("").unwrap(), 1);
        assert_eq!(archive.list("guest").unwrap().len(), 1);
    }

    #[test]
    fn two_servers_may_use_one_archive() {
        let folder = Folder::new("two");
        let mut first = Archive::open(&folder.file()).unwrap();
        let mut second = Archive::open(&folder.file()).unwrap();
        first.put("", &entry("a", "1")).unwrap();
        second.put("", &entry("b", "2")).unwrap();
        assert_eq!(first.list("").unwrap().len(), 2);
        assert_eq!(second.list("").unwrap().len(), 2);
    }

    #[test]
    fn files_of_others_and_of_later_versions_are_left_alone() {
        let folder = Folder::new("foreign");
        drop(Archive::open(&folder.file()).unwrap());
        let raw = |sql: &str| {
            let connection = Connection::open(folder.file()).unwrap();
            connection.execute_batch(sql).unwrap();
        };
        raw("PRAGMA user_version = 99");
        assert!(matches!(
            Archive::open(&folder.file()),
            Err(StoreError::Newer { found: 99, .. })
        ));
        raw("PRAGMA user_version = 1; PRAGMA application_id = 7");
        let error = Archive::open(&folder.file()).unwrap_err();
        assert!(matches!(error, StoreError::Foreign(_)), "{error}");
    }

    #[test]
    fn a_damaged_game_is_named() {
        let folder = Folder::new("damaged");
        let mut archive = Archive::open(&folder.file()).unwrap();
        archive.put("", &entry("a", "1. e4 *")).unwrap();
        archive
            .connection
            .execute("UPDATE games SET record = '1. d4 *'", [])
            .unwrap();
        let error = archive.get("", "a").unwrap_err().to_string();
        assert!(error.contains("game a"), "{error}");
    }
}
