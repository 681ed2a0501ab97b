//! What is damaged in a store, with its place.

use std::collections::BTreeSet;

use rusqlite::{Connection, Row};

/// How closely pages are looked at.
#[derive(Clone, Copy, Debug)]
pub enum Check {
    /// Pages and rows.
    Quick,
    /// Also whether each index agrees with its table.
    Full,
}

/// The most places that are named.
const MOST: usize = 20;

/// What is wrong with the pages of the file.
pub fn of_pages(connection: &Connection, check: Check) -> Vec<String> {
    let pragma = match check {
        Check::Quick => "quick_check",
        Check::Full => "integrity_check",
    };
    let read = || -> rusqlite::Result<Vec<String>> {
        let mut statement = connection.prepare(&format!("PRAGMA {pragma}({MOST})"))?;
        let lines = statement.query_map([], |row| row.get::<_, String>(0))?;
        lines.collect()
    };
    match read() {
        Ok(lines) => lines.into_iter().filter(|line| line != "ok").collect(),
        Err(error) => vec![error.to_string()],
    }
}

/// The rows of a table as far as they can be read, and the places of those that cannot.
pub fn rows<T>(
    connection: &Connection,
    table: &str,
    columns: &str,
    mut read: impl FnMut(&Row<'_>) -> rusqlite::Result<Option<T>>,
) -> (Vec<T>, Vec<String>) {
    let (mut good, mut bad) = (Vec::new(), Vec::new());
    let one = format!("SELECT {columns} FROM {table} WHERE id = ?1");
    for id in ids(connection, table) {
        let found = connection.prepare_cached(&one).and_then(|mut statement| {
            match statement.query_row([id], &mut read) {
                Err(rusqlite::Error::QueryReturnedNoRows) => Ok(None),
                Ok(None) => Err(rusqlite::Error::InvalidQuery),
                other => other,
            }
        });
        match found {
            Ok(row) => good.extend(row),
            Err(_) => bad.push(id),
        }
    }
    (good, ranges(&bad, table))
}

/// The numbers of a table's rows. The table and the index of its unique columns both know them, so what is damaged in one
/// of them is found in the other.
fn ids(connection: &Connection, table: &str) -> BTreeSet<i64> {
    let mut ids = BTreeSet::new();
    for order in [
        "NOT INDEXED".to_owned(),
        format!("INDEXED BY sqlite_autoindex_{table}_1"),
    ] {
        let mut list = || -> rusqlite::Result<()> {
            let mut statement = connection.prepare(&format!("SELECT id FROM {table} {order}"))?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                ids.insert(row.get(0)?);
            }
            Ok(())
        };
        // Where a list breaks off, the other one goes on.
        let _ = list();
    }
    ids
}

/// `rows 3 to 7 of games`.
fn ranges(bad: &[i64], table: &str) -> Vec<String> {
    let mut ranges: Vec<(i64, i64)> = Vec::new();
    for &id in bad {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == id => *last = id,
            _ => ranges.push((id, id)),
        }
    }
    let text = |(first, last): (i64, i64)| match first == last {
        true => format!("row {first} of {table} cannot be read"),
        false => format!("rows {first} to {last} of {table} cannot be read"),
    };
    ranges.into_iter().map(text).collect()
}
