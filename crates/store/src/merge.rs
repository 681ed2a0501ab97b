//! Several stores become one, and a damaged store gives what can still be read.

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension, params};

use crate::damage::{self, Check};
use crate::measured;
use crate::{GAME_COLUMNS, Game, Store, StoreError, checksum, insert_game, now};

/// What a merge did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    pub runs: u64,
    pub games: u64,
    pub notes: u64,
    pub results: u64,
    /// What could not be read, each with its place.
    pub damage: Vec<String>,
}

/// Adds all that a store holds to another one. A game or note that is there already refuses the whole merge: the same
/// games would be counted twice. What is damaged is named and left out.
pub fn merge(into: &mut Store, from: &Store) -> Result<Merged, StoreError> {
    let mut merged = Merged {
        damage: damage::of_pages(&from.connection, Check::Full),
        ..Merged::default()
    };
    let path = into.path.clone();
    let fail = |error| StoreError::from(&path, error);
    let transaction = into.connection.transaction().map_err(fail)?;
    let runs = copy_runs(&transaction, from, &mut merged).map_err(fail)?;
    let duplicate = |what: String| StoreError::Duplicate {
        path: path.clone(),
        what,
    };

    let columns = format!("{GAME_COLUMNS}, run");
    let (games, bad) = damage::rows(&from.connection, "games", &columns, |row| {
        let run: i64 = row.get(8)?;
        Ok(Game::read(row)?.map(|game| (run, game)))
    });
    merged.damage.extend(bad);
    for (run, game) in games {
        let id = target(&transaction, from, &runs, run).map_err(fail)?;
        if !insert_game(&transaction, id, &game).map_err(fail)? {
            let name = identity(&transaction, id).map_err(fail)?;
            return Err(duplicate(format!("game {} of '{name}'", game.number + 1)));
        }
        merged.games += 1;
    }

    let (notes, bad) = damage::rows(
        &from.connection,
        "notes",
        "run, key, value, checksum",
        |row| {
            let note: (i64, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let is_whole = i64::from(checksum(&[&note.1, &note.2])) == row.get::<_, i64>(3)?;
            Ok(is_whole.then_some(note))
        },
    );
    merged.damage.extend(bad);
    for (run, key, value) in notes {
        let id = target(&transaction, from, &runs, run).map_err(fail)?;
        let sql = "INSERT OR IGNORE INTO notes (run, key, value, checksum) VALUES (?1, ?2, ?3, ?4)";
        let sum = checksum(&[&key, &value]);
        let added = transaction.execute(sql, params![id, key, value, sum]);
        if added.map_err(fail)? == 0 {
            let name = identity(&transaction, id).map_err(fail)?;
            return Err(duplicate(format!("'{key}' of '{name}'")));
        }
        merged.notes += 1;
    }
    let (results, bad) = damage::rows(
        &from.connection,
        "results",
        measured::COLUMNS,
        measured::read,
    );
    merged.damage.extend(bad);
    for result in results {
        // The same was measured in both: what was measured later stays.
        merged.results += measured::put(&transaction, &result).map_err(fail)? as u64;
    }
    transaction.commit().map_err(fail)?;
    Ok(merged)
}

/// Copies the runs with what describes them; gives their new numbers by the old ones.
fn copy_runs(
    into: &Connection,
    from: &Store,
    merged: &mut Merged,
) -> rusqlite::Result<BTreeMap<i64, i64>> {
    let (runs, bad) = damage::rows(
        &from.connection,
        "runs",
        "id, kind, identity, created, checksum",
        |row| {
            let run: (i64, String, String, i64) =
                (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
            let is_whole = i64::from(checksum(&[&run.1, &run.2])) == row.get::<_, i64>(4)?;
            Ok(is_whole.then_some(run))
        },
    );
    merged.damage.extend(bad);
    let mut numbers = BTreeMap::new();
    for (old, kind, identity, created) in runs {
        let new = run(into, &kind, &identity, created)?;
        numbers.insert(old, new);
        merged.runs += 1;
        // These only describe; what cannot be read of them is named by the check of the pages.
        let _ = copy_descriptions(into, &from.connection, old, new);
    }
    Ok(numbers)
}

fn copy_descriptions(
    into: &Connection,
    from: &Connection,
    old: i64,
    new: i64,
) -> rusqlite::Result<()> {
    for (table, columns) in [
        ("builds", ["number", "description"]),
        ("commands", ["at", "text"]),
        ("tests", ["at", "report"]),
    ] {
        let [first, second] = columns;
        let mut select = from.prepare(&format!(
            "SELECT {first}, {second} FROM {table} WHERE run = ?1"
        ))?;
        let mut rows = select.query([old])?;
        let insert =
            format!("INSERT OR IGNORE INTO {table} (run, {first}, {second}) VALUES (?1, ?2, ?3)");
        while let Some(row) = rows.next()? {
            let (number, text): (i64, String) = (row.get(0)?, row.get(1)?);
            into.execute(&insert, params![new, number, text])?;
        }
    }
    Ok(())
}

/// The run of that identity, begun where it is missing.
fn run(into: &Connection, kind: &str, identity: &str, created: i64) -> rusqlite::Result<i64> {
    let known = into
        .query_row(
            "SELECT id FROM runs WHERE kind = ?1 AND identity = ?2",
            [kind, identity],
            |row| row.get(0),
        )
        .optional()?;
    if let Some(id) = known {
        return Ok(id);
    }
    into.execute(
        "INSERT INTO runs (kind, identity, created, checksum) VALUES (?1, ?2, ?3, ?4)",
        params![kind, identity, created, checksum(&[kind, identity])],
    )?;
    Ok(into.last_insert_rowid())
}

/// Where the games of a run go. Those of a run that cannot be read are kept under a name that says so.
fn target(
    into: &Connection,
    from: &Store,
    runs: &BTreeMap<i64, i64>,
    old: i64,
) -> rusqlite::Result<i64> {
    match runs.get(&old) {
        Some(&id) => Ok(id),
        None => run(
            into,
            "rescued",
            &format!("run {old} of {}", from.path.display()),
            now(),
        ),
    }
}

fn identity(connection: &Connection, id: i64) -> rusqlite::Result<String> {
    let sql = "SELECT identity FROM runs WHERE id = ?1";
    let whole: String = connection.query_row(sql, [id], |row| row.get(0))?;
    Ok(whole.lines().next().unwrap_or_default().to_owned())
}
