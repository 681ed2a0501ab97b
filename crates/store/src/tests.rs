use std::io::{Seek, SeekFrom};

use super::export::Format;
use super::merge::merge;
use super::*;

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("regence-db-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn game(number: u64) -> Game {
    Game {
        number,
        result: GameResult::FirstWins,
        ending: "rules".into(),
        plies: 80 + number,
        details: "{}".into(),
        record: format!("1. e4 {{game {number}}} {}\n", "e5 ".repeat(300)),
        faults: String::new(),
    }
}

fn head() -> Head {
    let mut head = Head::new("match", ["match: a against b", "engine 1: a"]);
    head.builds = vec!["a, 5 bytes".into()];
    head.command = "regence-lab match".into();
    head
}

/// A closed store with so many games.
fn filled(path: &Path, numbers: std::ops::Range<u64>) -> RunId {
    let mut store = Store::open(path).unwrap();
    let run = store.run(&head(), Existing::Resume).unwrap();
    let games: Vec<Game> = numbers.map(game).collect();
    store.add_games(run, &games).unwrap();
    run
}

#[test]
fn games_notes_and_reports_are_kept() {
    let folder = Folder::new("kept");
    let path = folder.path("a.db");
    let run = filled(&path, 0..5);
    let mut store = Store::open(&path).unwrap();
    assert_eq!(store.run(&head(), Existing::Resume).unwrap(), run);
    store.set_note(run, "step 1", "a").unwrap();
    store.set_note(run, "step 0", "b").unwrap();
    store.set_note(run, "step 1", "c").unwrap();
    store.set_report(run, "undecided").unwrap();
    store.set_report(run, "accepted").unwrap();
    drop(store);
    let store = Store::read(&path).unwrap();
    assert_eq!(
        store.games(run).unwrap(),
        (0..5).map(game).collect::<Vec<_>>()
    );
    let notes = [("step 1", "c"), ("step 0", "b")].map(|(k, v)| (k.into(), v.into()));
    assert_eq!(store.notes(run).unwrap(), notes);
    let mut text = Vec::new();
    export::write(&store, Format::JsonLines, &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    let lines: Vec<serde_json::Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let count = |table: &str| lines.iter().filter(|line| line["table"] == table).count();
    let counts = ["runs", "builds", "commands", "games", "tests", "notes"].map(count);
    assert_eq!(counts, [1, 1, 1, 5, 1, 2]);
    assert!(text.contains("accepted") && !text.contains("undecided"));
    let mut records = Vec::new();
    export::write(&store, Format::Records, &mut records).unwrap();
    assert_eq!(
        String::from_utf8(records)
            .unwrap()
            .matches("{game ")
            .count(),
        5
    );
}

#[test]
fn a_second_writer_is_refused_and_readers_are_not() {
    let folder = Folder::new("locked");
    let path = folder.path("a.db");
    let mut store = Store::open(&path).unwrap();
    let said = Store::open(&path).unwrap_err().to_string();
    assert!(said.contains("in use by"), "{said}");
    // A reader that comes before the tables must not make them in the writer's place.
    let empty = folder.path("empty.db");
    std::fs::write(&empty, "").unwrap();
    assert!(matches!(
        Store::read(&empty),
        Err(StoreError::Older { found: 0, .. })
    ));
    assert_eq!(std::fs::metadata(&empty).unwrap().len(), 0);
    let run = store.run(&head(), Existing::Refuse).unwrap();
    store.add_games(run, &[game(0)]).unwrap();
    assert_eq!(Store::read(&path).unwrap().games(run).unwrap().len(), 1);
    drop(store);
    Store::open(&path).unwrap();
}

#[test]
fn results_are_not_overwritten_or_mixed() {
    let folder = Folder::new("mixed");
    let path = folder.path("a.db");
    let run = filled(&path, 0..1);
    let mut store = Store::open(&path).unwrap();
    let said = store
        .run(&head(), Existing::Refuse)
        .unwrap_err()
        .to_string();
    assert!(said.contains("--resume"), "{said}");
    let mut other = head();
    other.identity[1] = "engine 1: b".into();
    let said = store.run(&other, Existing::Resume).unwrap_err().to_string();
    assert!(
        said.contains("'engine 1: b'") && said.contains("'engine 1: a'"),
        "{said}"
    );
    assert!(store.run(&other, Existing::Refuse).is_err());
    assert_ne!(store.run(&other, Existing::Join).unwrap(), run);
    let twice = store.add_games(run, &[game(7), game(0)]).unwrap_err();
    assert!(twice.to_string().contains("game 1 already"), "{twice}");
    // All or none.
    assert_eq!(store.games(run).unwrap().len(), 1);
}

#[test]
fn a_full_disk_keeps_what_was_added() {
    let folder = Folder::new("full");
    let path = folder.path("a.db");
    let run = filled(&path, 0..3);
    let mut store = Store::open(&path).unwrap();
    let pages: i64 = store
        .connection
        .query_row("PRAGMA page_count", [], |row| row.get(0))
        .unwrap();
    // The database refuses to grow, as on a disk without room.
    let most = format!("PRAGMA max_page_count = {}", pages + 2);
    store.connection.query_row(&most, [], |_| Ok(())).unwrap();
    let mut added = 3;
    let error = loop {
        match store.add_games(run, &[game(added)]) {
            Ok(()) => added += 1,
            Err(error) => break error,
        }
    };
    assert!(matches!(error, StoreError::Full(_)), "{error}");
    assert!(error.to_string().contains("--resume"), "{error}");
    assert_eq!(store.games(run).unwrap().len() as u64, added);
    drop(store);
    let mut store = Store::open(&path).unwrap();
    assert_eq!(store.games(run).unwrap().len() as u64, added);
    store.add_games(run, &[game(added)]).unwrap();
}

/// Writes over some bytes of a file.
fn spoil(path: &Path, at: u64, bytes: &[u8]) {
    let mut file = OpenOptions::new().write(true).open(path).unwrap();
    file.seek(SeekFrom::Start(at)).unwrap();
    file.write_all(bytes).unwrap();
}

fn place_of(path: &Path, text: &str) -> u64 {
    let bytes = std::fs::read(path).unwrap();
    let found = bytes
        .windows(text.len())
        .position(|part| part == text.as_bytes());
    found.expect("the text is in the file") as u64
}

#[test]
fn a_flipped_bit_is_named_and_the_rest_is_saved() {
    let folder = Folder::new("flipped");
    let path = folder.path("a.db");
    let run = filled(&path, 0..9);
    spoil(&path, place_of(&path, "{game 6}"), b"{gbme 6}");
    let said = Store::open(&path)
        .unwrap()
        .games(run)
        .unwrap_err()
        .to_string();
    assert!(
        said.contains("a.db: damaged: game 7 has a wrong checksum"),
        "{said}"
    );
    assert!(said.contains("regence-lab merge"), "{said}");
    let mut rescued = Store::open(&folder.path("b.db")).unwrap();
    let merged = merge(&mut rescued, &Store::read(&path).unwrap()).unwrap();
    assert_eq!((merged.runs, merged.games), (1, 8));
    assert_eq!(merged.damage, ["row 7 of games cannot be read"]);
    let run = rescued.run(&head(), Existing::Resume).unwrap();
    let numbers: Vec<u64> = rescued
        .games(run)
        .unwrap()
        .iter()
        .map(|g| g.number)
        .collect();
    assert_eq!(numbers, [0, 1, 2, 3, 4, 5, 7, 8]);
}

#[test]
fn a_broken_page_is_named_and_the_rest_is_saved() {
    let folder = Folder::new("page");
    let path = folder.path("a.db");
    filled(&path, 0..200);
    let page = place_of(&path, "{game 100}") / 4096 * 4096;
    spoil(&path, page, &[0xAA; 4096]);
    let said = Store::open(&path).unwrap_err().to_string();
    assert!(said.contains("damaged") && said.contains("page"), "{said}");
    let mut rescued = Store::open(&folder.path("b.db")).unwrap();
    let merged = merge(&mut rescued, &Store::read(&path).unwrap()).unwrap();
    assert!((190..200).contains(&merged.games), "{merged:?}");
    let lost = 200 - merged.games;
    assert!(
        merged
            .damage
            .iter()
            .any(|place| place.contains("of games cannot be read")),
        "{merged:?}"
    );
    assert!(lost >= 1);
    let run = rescued.run(&head(), Existing::Resume).unwrap();
    assert_eq!(rescued.games(run).unwrap().len() as u64, merged.games);
}

#[test]
fn stores_are_merged_once() {
    let folder = Folder::new("merged");
    let [a, b] = ["a.db", "b.db"].map(|name| folder.path(name));
    filled(&a, 0..4);
    filled(&b, 4..6);
    let mut all = Store::open(&folder.path("all.db")).unwrap();
    for (path, games) in [(&a, 4), (&b, 2)] {
        let merged = merge(&mut all, &Store::read(path).unwrap()).unwrap();
        assert_eq!((merged.games, merged.damage.len()), (games, 0));
    }
    let again = merge(&mut all, &Store::read(&b).unwrap())
        .unwrap_err()
        .to_string();
    assert!(
        again.contains("game 5 of 'match: a against b' already"),
        "{again}"
    );
    let run = all.run(&head(), Existing::Resume).unwrap();
    assert_eq!(all.games(run).unwrap().len(), 6);
    assert_eq!(all.runs().unwrap().len(), 1);
}

#[test]
fn other_files_and_newer_stores_are_refused() {
    let folder = Folder::new("foreign");
    let path = folder.path("a.db");
    std::fs::write(
        &path,
        "1. e4 e5 and a long text that is no database at all ".repeat(9),
    )
    .unwrap();
    assert!(matches!(Store::open(&path), Err(StoreError::Foreign(_))));
    let path = folder.path("b.db");
    Connection::open(&path)
        .unwrap()
        .execute_batch("CREATE TABLE t (x)")
        .unwrap();
    assert!(matches!(Store::open(&path), Err(StoreError::Foreign(_))));
    let path = folder.path("c.db");
    filled(&path, 0..1);
    Connection::open(&path)
        .unwrap()
        .execute_batch("PRAGMA user_version = 99")
        .unwrap();
    let said = Store::open(&path).unwrap_err().to_string();
    assert!(said.contains("version 99"), "{said}");
    assert!(Store::read(&folder.path("missing.db")).is_err());
}
