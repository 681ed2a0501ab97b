//! Stores as text for other programs: JSON Lines, and the records of the games.

use std::io::{self, Write};

use rusqlite::types::ValueRef;
use serde_json::{Map, Value};

use crate::{Store, StoreError};

/// What can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Every row of every table as one JSON object a line, with the table's name in `table`.
    JsonLines,
    /// The records of all games: PGN, where chess was played.
    Records,
    /// What went wrong in the games.
    Faults,
}

const TABLES: [&str; 7] = [
    "runs", "builds", "commands", "games", "tests", "notes", "results",
];

/// Writes a store; a reader that goes away early is no error.
pub fn write(store: &Store, format: Format, out: &mut dyn Write) -> Result<(), StoreError> {
    let written = match format {
        Format::JsonLines => {
            for (run, ..) in store.runs()? {
                // Damage is an error, not a shorter export.
                store.games(run)?;
                store.notes(run)?;
            }
            store.results()?;
            TABLES
                .into_iter()
                .try_for_each(|table| write_table(store, table, out))
        }
        Format::Records | Format::Faults => write_texts(store, format, out)?,
    };
    match written {
        Err(Failure::Database(error)) => Err(store.fail(error)),
        Err(Failure::Output(error)) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(StoreError::File("the export".into(), error))
        }
        _ => Ok(()),
    }
}

enum Failure {
    Database(rusqlite::Error),
    Output(io::Error),
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Failure {
        Failure::Database(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

fn write_texts(
    store: &Store,
    format: Format,
    out: &mut dyn Write,
) -> Result<Result<(), Failure>, StoreError> {
    for (run, ..) in store.runs()? {
        for game in store.games(run)? {
            let text = match format {
                Format::Faults => &game.faults,
                _ => &game.record,
            };
            if let Err(error) = out.write_all(text.as_bytes()) {
                return Ok(Err(error.into()));
            }
        }
    }
    Ok(out.flush().map_err(Failure::from))
}

fn write_table(store: &Store, table: &str, out: &mut dyn Write) -> Result<(), Failure> {
    let mut statement = store
        .connection
        .prepare(&format!("SELECT * FROM {table} ORDER BY rowid"))?;
    let names: Vec<String> = statement.column_names().map(|n| n.to_string()).collect();
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let mut object = Map::from_iter([("table".to_owned(), Value::from(table))]);
        for (column, name) in names.iter().enumerate() {
            object.insert(name.clone(), to_json(row.get_ref(column)?));
        }
        writeln!(out, "{}", Value::Object(object))?;
    }
    Ok(out.flush()?)
}

fn to_json(value: ValueRef<'_>) -> Value {
    match value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => number.into(),
        ValueRef::Real(number) => number.into(),
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => String::from_utf8_lossy(bytes).into(),
    }
}
