//! The tables, and how a store of an older version becomes one of this version.

use rusqlite::Connection;

/// A kind of file: what marks it as ours, whatever its name, and how it becomes what this version writes.
#[derive(Clone, Copy, Debug)]
pub struct Schema {
    application: i32,
    /// One step for each version, in order. A step that has been released is never changed: a new one follows it.
    steps: &'static [&'static str],
}

/// What the laboratory plays and measures ("Rgnc").
pub const STORE: Schema = Schema {
    application: 0x5267_6e63,
    steps: &STORE_STEPS,
};

/// The games of the page's users ("Rgng").
pub const ARCHIVE: Schema = Schema {
    application: 0x5267_6e67,
    steps: &ARCHIVE_STEPS,
};

const ARCHIVE_STEPS: [&str; 1] = ["
    CREATE TABLE games (
        -- Whose it is: empty for everybody at this machine, otherwise what the owner's browser shows.
        owner TEXT NOT NULL,
        id TEXT NOT NULL,
        -- Milliseconds since 1970.
        created INTEGER NOT NULL,
        changed INTEGER NOT NULL,
        -- What a list shows of it, as JSON.
        summary TEXT NOT NULL,
        -- The game as PGN or SGF, for other programs.
        record TEXT NOT NULL,
        -- The board as it stands, as JSON.
        game TEXT NOT NULL,
        -- What the page showed beside it, as JSON.
        view TEXT NOT NULL,
        checksum INTEGER NOT NULL,
        PRIMARY KEY (owner, id)
    ) STRICT;
    CREATE INDEX by_change ON games (owner, changed);
"];

const STORE_STEPS: [&str; 2] = ["
    -- What was played or measured. The identity is what must be the same whenever the run is resumed.
    CREATE TABLE runs (
        id INTEGER PRIMARY KEY,
        kind TEXT NOT NULL,
        identity TEXT NOT NULL,
        created INTEGER NOT NULL,
        checksum INTEGER NOT NULL,
        UNIQUE (kind, identity)
    ) STRICT;
    -- Who plays in it, by number: engine, its options and its file; or version and bench of our own search.
    CREATE TABLE builds (
        run INTEGER NOT NULL REFERENCES runs,
        number INTEGER NOT NULL,
        description TEXT NOT NULL,
        PRIMARY KEY (run, number)
    ) STRICT;
    -- The commands that worked at it, with the machine they ran on.
    CREATE TABLE commands (
        run INTEGER NOT NULL REFERENCES runs,
        at INTEGER NOT NULL,
        text TEXT NOT NULL,
        UNIQUE (run, text)
    ) STRICT;
    CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        run INTEGER NOT NULL REFERENCES runs,
        number INTEGER NOT NULL,
        result TEXT NOT NULL,
        ending TEXT NOT NULL,
        plies INTEGER NOT NULL,
        details TEXT NOT NULL,
        record TEXT NOT NULL,
        faults TEXT NOT NULL,
        checksum INTEGER NOT NULL,
        UNIQUE (run, number)
    ) STRICT;
    -- What a run proved, as it was last reported.
    CREATE TABLE tests (
        run INTEGER PRIMARY KEY REFERENCES runs,
        at INTEGER NOT NULL,
        report TEXT NOT NULL
    ) STRICT;
    -- Everything else that a run keeps: the steps of a tuning, the nodes of a bench.
    CREATE TABLE notes (
        id INTEGER PRIMARY KEY,
        run INTEGER NOT NULL REFERENCES runs,
        key TEXT NOT NULL,
        value TEXT NOT NULL,
        checksum INTEGER NOT NULL,
        UNIQUE (run, key)
    ) STRICT;
", "
    -- What was measured, with all that made it; the docs are made from these.
    CREATE TABLE results (
        id INTEGER PRIMARY KEY,
        kind TEXT NOT NULL,
        game TEXT NOT NULL,
        subject TEXT NOT NULL,
        -- As a JSON object: what a kind measures is its own affair.
        figures TEXT NOT NULL,
        build TEXT NOT NULL,
        bench INTEGER NOT NULL,
        machine TEXT NOT NULL,
        date TEXT NOT NULL,
        command TEXT NOT NULL,
        checksum INTEGER NOT NULL,
        UNIQUE (kind, game, subject)
    ) STRICT;
"];

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// Of this version.
    Ready,
    /// New or of an older version: there is something to do for the writer.
    Older(i64),
    /// Another program's database.
    Foreign,
    /// Of a later version.
    Newer(i64),
}

impl Schema {
    /// The newest version that this program reads and writes.
    pub const fn version(&self) -> i64 {
        self.steps.len() as i64
    }

    /// Looks at a file without changing it.
    pub fn find(&self, connection: &Connection) -> rusqlite::Result<Found> {
        let number = |connection: &Connection, pragma: &str| {
            connection.query_row(&format!("PRAGMA {pragma}"), [], |row| row.get::<_, i64>(0))
        };
        let version = number(connection, "user_version")?;
        let tables: i64 =
            connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
        let is_ours = number(connection, "application_id")? == i64::from(self.application);
        Ok(match version {
            _ if tables > 0 && !is_ours => Found::Foreign,
            same if same == self.version() => Found::Ready,
            newer if newer > self.version() => Found::Newer(newer),
            older => Found::Older(older),
        })
    }

    /// Makes the tables that a new file or one of an older version lacks, in one transaction. Another process may have done
    /// so a moment ago.
    pub fn update(&self, connection: &mut Connection) -> rusqlite::Result<()> {
        let transaction =
            connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let version: i64 = transaction.query_row("PRAGMA user_version", [], |row| row.get(0))?;
        for step in self.steps.iter().skip(version.max(0) as usize) {
            transaction.execute_batch(step)?;
        }
        transaction.execute_batch(&format!(
            "PRAGMA application_id = {}; PRAGMA user_version = {};",
            self.application,
            self.version()
        ))?;
        transaction.commit()
    }
}
