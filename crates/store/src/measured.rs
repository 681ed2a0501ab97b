//! What was measured, as rows of a store and as lines of a file that is committed with the docs.

use rusqlite::{Connection, Row, params};
use serde_json::{Map, Value};

use crate::{Store, StoreError, checksum};

/// What a measurement is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// What the shipped search gains from one technique.
    Ablation,
    /// What a technique adds to those that are named before it, from a plain search on.
    Ladder,
}

impl Kind {
    pub const ALL: [Kind; 2] = [Kind::Ablation, Kind::Ladder];

    pub const fn name(self) -> &'static str {
        match self {
            Kind::Ablation => "ablation",
            Kind::Ladder => "ladder",
        }
    }

    /// The command of the laboratory that measures it.
    pub const fn command(self) -> &'static str {
        match self {
            Kind::Ablation => "ablate",
            Kind::Ladder => "ladder",
        }
    }

    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A measurement with all that made it.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    pub kind: Kind,
    /// The game's name.
    pub game: String,
    /// What of it was measured: a technique.
    pub subject: String,
    /// The numbers, by name.
    pub figures: Map<String, Value>,
    /// The version of the program.
    pub build: String,
    /// The node count of its standard bench: which search it was.
    pub bench: u64,
    pub machine: String,
    /// As `2026-01-31`.
    pub date: String,
    /// What makes it again.
    pub command: String,
}

impl Measured {
    /// A number of it.
    pub fn number(&self, name: &str) -> Option<f64> {
        self.figures.get(name).and_then(Value::as_f64)
    }

    /// As a line of JSON.
    pub fn to_line(&self) -> String {
        let mut object = Map::new();
        let texts = [
            ("kind", self.kind.name()),
            ("game", &self.game),
            ("subject", &self.subject),
        ];
        let about = [
            ("build", &self.build),
            ("machine", &self.machine),
            ("date", &self.date),
            ("command", &self.command),
        ];
        object.extend(texts.map(|(name, text)| (name.to_owned(), text.into())));
        object.insert("figures".to_owned(), Value::Object(self.figures.clone()));
        object.insert("bench".to_owned(), self.bench.into());
        object.extend(about.map(|(name, text)| (name.to_owned(), text.as_str().into())));
        Value::Object(object).to_string()
    }

    /// From a line of JSON, or what is wrong with it.
    pub fn from_line(line: &str) -> Result<Measured, String> {
        let object: Map<String, Value> =
            serde_json::from_str(line).map_err(|error| error.to_string())?;
        let missing = |name: &str, what: &str| format!("expected \"{name}\" with {what}");
        let text = |name: &str| {
            let text = object.get(name).and_then(Value::as_str);
            text.map(str::to_owned)
                .ok_or_else(|| missing(name, "a text"))
        };
        let kind = Kind::from_name(&text("kind")?);
        let figures = object.get("figures").and_then(Value::as_object);
        let bench = object.get("bench").and_then(Value::as_u64);
        Ok(Measured {
            kind: kind.ok_or_else(|| missing("kind", "ablation or ladder"))?,
            game: text("game")?,
            subject: text("subject")?,
            figures: figures
                .ok_or_else(|| missing("figures", "an object"))?
                .clone(),
            build: text("build")?,
            bench: bench.ok_or_else(|| missing("bench", "a number"))?,
            machine: text("machine")?,
            date: text("date")?,
            command: text("command")?,
        })
    }

    fn checksum(&self, figures: &str) -> u32 {
        checksum(&[
            self.kind.name(),
            &self.game,
            &self.subject,
            figures,
            &self.build,
            &self.bench.to_string(),
            &self.machine,
            &self.date,
            &self.command,
        ])
    }
}

pub(crate) const COLUMNS: &str =
    "kind, game, subject, figures, build, bench, machine, date, command, checksum";

/// From the columns of [`COLUMNS`]; none if they are not as they were written.
pub(crate) fn read(row: &Row<'_>) -> rusqlite::Result<Option<Measured>> {
    let (kind, figures): (String, String) = (row.get(0)?, row.get(3)?);
    let (Some(kind), Ok(object)) = (Kind::from_name(&kind), serde_json::from_str(&figures)) else {
        return Ok(None);
    };
    let measured = Measured {
        kind,
        game: row.get(1)?,
        subject: row.get(2)?,
        figures: object,
        build: row.get(4)?,
        bench: row.get::<_, i64>(5)? as u64,
        machine: row.get(6)?,
        date: row.get(7)?,
        command: row.get(8)?,
    };
    let stored: i64 = row.get(9)?;
    Ok((i64::from(measured.checksum(&figures)) == stored).then_some(measured))
}

/// Keeps a measurement in place of an older one of the same subject; says whether it was taken.
pub(crate) fn put(connection: &Connection, measured: &Measured) -> rusqlite::Result<bool> {
    let figures = Value::Object(measured.figures.clone()).to_string();
    let sql = format!(
        "INSERT INTO results ({COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
        ON CONFLICT (kind, game, subject) DO UPDATE SET figures = excluded.figures, build = excluded.build,
        bench = excluded.bench, machine = excluded.machine, date = excluded.date, command = excluded.command,
        checksum = excluded.checksum WHERE excluded.date >= results.date"
    );
    let changed = connection.execute(
        &sql,
        params![
            measured.kind.name(),
            measured.game,
            measured.subject,
            figures,
            measured.build,
            measured.bench as i64,
            measured.machine,
            measured.date,
            measured.command,
            measured.checksum(&figures),
        ],
    )?;
    Ok(changed == 1)
}

impl Store {
    /// Keeps a measurement in place of an older one of the same subject.
    pub fn set_result(&mut self, measured: &Measured) -> Result<(), StoreError> {
        put(&self.connection, measured).map_err(|error| self.fail(error))?;
        Ok(())
    }

    /// All measurements in the order in which their subjects came first.
    pub fn results(&self) -> Result<Vec<Measured>, StoreError> {
        let (mut results, mut places) = (Vec::new(), Vec::new());
        let mut gather = || -> rusqlite::Result<()> {
            let sql = format!("SELECT {COLUMNS} FROM results ORDER BY id");
            let mut statement = self.connection.prepare_cached(&sql)?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                match read(row)? {
                    Some(measured) => results.push(measured),
                    None => places.push(format!(
                        "the result of '{}' has a wrong checksum",
                        row.get::<_, String>(2)?
                    )),
                }
            }
            Ok(())
        };
        gather().map_err(|error| self.fail(error))?;
        match places.is_empty() {
            true => Ok(results),
            false => Err(self.damaged(places)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn measured(subject: &str, elo: f64, date: &str) -> Measured {
        Measured {
            kind: Kind::Ablation,
            game: "chess".into(),
            subject: subject.into(),
            figures: Map::from_iter([
                ("elo".to_owned(), elo.into()),
                ("games".to_owned(), 200.into()),
            ]),
            build: "0.1.0".into(),
            bench: 77,
            machine: "a \"box\"".into(),
            date: date.into(),
            command: "regence-lab ablate".into(),
        }
    }

    fn temporary(name: &str) -> (PathBuf, Store) {
        let name = format!("regence-measured-{name}-{}.db", std::process::id());
        let path = std::env::temp_dir().join(name);
        let store = Store::open(&path).unwrap();
        (path, store)
    }

    fn remove(path: PathBuf) {
        for ending in ["db", "lock"] {
            std::fs::remove_file(path.with_extension(ending)).unwrap();
        }
    }

    #[test]
    fn a_line_says_all() {
        let one = measured("razoring", -1.5, "2026-02-03");
        assert_eq!(Measured::from_line(&one.to_line()), Ok(one.clone()));
        assert_eq!(one.number("elo"), Some(-1.5));
        assert_eq!(one.number("luck"), None);
        let line = one.to_line().replace("\"bench\":77", "\"bench\":\"many\"");
        assert!(Measured::from_line(&line).unwrap_err().contains("bench"));
        assert!(Measured::from_line("[]").is_err());
        let line = one.to_line().replace("ablation", "luck");
        assert!(Measured::from_line(&line).unwrap_err().contains("ladder"));
    }

    #[test]
    fn the_later_measurement_stays() {
        let (path, mut store) = temporary("later");
        store.set_result(&measured("a", 1.0, "2026-02-03")).unwrap();
        store.set_result(&measured("b", 2.0, "2026-02-03")).unwrap();
        store.set_result(&measured("a", 3.0, "2026-02-03")).unwrap();
        store.set_result(&measured("b", 4.0, "2026-02-02")).unwrap();
        let (other, mut into) = temporary("into");
        into.set_result(&measured("b", 5.0, "2026-02-04")).unwrap();
        let merged = crate::merge::merge(&mut into, &store).unwrap();
        assert_eq!(merged.results, 1);
        let elos = |store: &Store| -> Vec<_> {
            let results = store.results().unwrap();
            let elo = |m: &Measured| (m.subject.clone(), m.number("elo").unwrap());
            results.iter().map(elo).collect()
        };
        assert_eq!(elos(&store), [("a".into(), 3.0), ("b".into(), 2.0)]);
        assert_eq!(elos(&into), [("b".into(), 5.0), ("a".into(), 3.0)]);
        drop((store, into));
        remove(path);
        remove(other);
    }

    #[test]
    fn a_changed_row_is_named() {
        let (path, mut store) = temporary("changed");
        store.set_result(&measured("a", 1.0, "2026-02-03")).unwrap();
        let sql = "UPDATE results SET bench = 78";
        store.connection.execute(sql, []).unwrap();
        assert!(store.results().unwrap_err().to_string().contains("'a'"));
        drop(store);
        remove(path);
    }
}
