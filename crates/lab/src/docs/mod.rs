//! `docs`: tables and charts of the documents, made from docs/results.
//!
//! A document says where it wants what: `<!-- results: ablation chess -->`, and behind the table
//! `<!-- results: end -->`. What stands between the two is written by this command; a test fails while it is old.

mod views;

use std::fs;
use std::path::{Path, PathBuf};

use regence_arena::error::LabError;
use regence_arena::provenance::{Provenance, say};
use regence_arena::results::replace_file;
use regence_core::game::Game;
use regence_records::date::Date;
use regence_store::{Kind, Measured};
use serde_json::{Map, Value};

pub use views::in_brief;

/// What `docs` is told.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// The folder of the project
    #[arg(long, default_value = ".")]
    root: PathBuf,
    /// Write nothing; fail if a document differs from the results
    #[arg(long)]
    check: bool,
    /// As --check, and fail if the README shows a figure of another search than the shipped one
    #[arg(long)]
    release: bool,
}

/// Writes what is old, or names it.
pub fn run(options: &Options) -> Result<(), LabError> {
    let places = Places::find(&options.root)?;
    if !options.check && !options.release {
        for path in places.write()? {
            say(&format!("{}\n", path.display()));
        }
        return Ok(());
    }
    let old = places.old()?;
    if !old.is_empty() {
        let names: Vec<String> = old
            .iter()
            .map(|(path, _)| path.display().to_string())
            .collect();
        return Err(LabError::new(format!(
            "older than docs/results or bench.txt: {}; write them with `regence-lab docs`",
            names.join(", ")
        )));
    }
    match options.release && places.readme_is_stale()? {
        false => Ok(()),
        true => Err(LabError::new(
            "the README shows figures of another search than the shipped one (marked with †); measure again with `regence-lab ablate`",
        )),
    }
}

/// A measurement of this program's search.
pub fn measured<G: Game>(
    kind: Kind,
    subject: &str,
    figures: Map<String, Value>,
    provenance: &Provenance,
    command: String,
) -> Measured {
    let (build, bench) = provenance.build_and_bench();
    Measured {
        kind,
        game: G::NAME.to_owned(),
        subject: subject.to_owned(),
        figures,
        build,
        bench,
        machine: provenance.machine.clone(),
        date: Date::today().to_string(),
        command,
    }
}

/// The files of a project that results go to.
#[derive(Debug)]
pub struct Places {
    root: PathBuf,
}

const BEGIN: &str = "<!-- results: ";
const CLOSE: &str = " -->";
const END: &str = "<!-- results: end -->";

/// The measurements of one file, with its name without the ending.
struct Results {
    name: String,
    rows: Vec<Measured>,
}

impl Places {
    /// The project in a folder.
    pub fn find(root: &Path) -> Result<Places, LabError> {
        match root.join("docs").is_dir() {
            true => Ok(Places {
                root: root.to_owned(),
            }),
            false => Err(LabError::new(format!(
                "{}: expected a folder with docs in it, where results go; name it with --root",
                root.display()
            ))),
        }
    }

    fn folder(&self) -> PathBuf {
        self.root.join("docs/results")
    }

    /// Adds measurements to the results, and writes the documents. Those of techniques that were not measured now stay;
    /// a ladder is replaced as a whole.
    pub fn add<G: Game>(&self, kind: Kind, rows: &[Measured]) -> Result<(), LabError> {
        let path = self
            .folder()
            .join(format!("{}-{}.jsonl", kind.name(), G::NAME));
        let mut all = match kind {
            Kind::Ladder => Vec::new(),
            Kind::Ablation => read(&path)?,
        };
        all.retain(|old| rows.iter().all(|new| new.subject != old.subject));
        all.extend_from_slice(rows);
        if kind == Kind::Ablation {
            let place = |row: &Measured| G::TECHNIQUES.iter().position(|t| t.name == row.subject);
            all.retain(|row| place(row).is_some());
            all.sort_by_key(place);
        }
        let lines: String = all.iter().map(|row| row.to_line() + "\n").collect();
        fs::create_dir_all(self.folder())
            .map_err(|error| LabError::file(&self.folder(), &error))?;
        replace_file(&path, &lines)?;
        self.write()?;
        Ok(())
    }

    /// Writes every file that is old, and tells which.
    pub fn write(&self) -> Result<Vec<PathBuf>, LabError> {
        let old = self.old()?;
        for (path, text) in &old {
            replace_file(path, text)?;
        }
        Ok(old.into_iter().map(|(path, _)| path).collect())
    }

    /// Files that differ from what the results make of them, with what they should be.
    fn old(&self) -> Result<Vec<(PathBuf, String)>, LabError> {
        let results = self.results()?;
        let mut wanted = Vec::new();
        for Results { name, rows } in &results {
            let path = self.folder().join(format!("{name}.svg"));
            wanted.push((path, views::chart(rows)));
        }
        for path in self.documents()? {
            let text = fs::read_to_string(&path).map_err(|error| LabError::file(&path, &error))?;
            let new = self.filled(&path, &text, &results)?;
            wanted.push((path, new));
        }
        wanted.retain(|(path, text)| fs::read_to_string(path).ok().as_ref() != Some(text));
        Ok(wanted)
    }

    fn documents(&self) -> Result<Vec<PathBuf>, LabError> {
        let readme = self.root.join("README.md");
        let mut all = files(&self.root.join("docs"), "md")?;
        all.extend(readme.exists().then_some(readme));
        Ok(all)
    }

    /// The document with what belongs between its marks.
    fn filled(&self, path: &Path, text: &str, results: &[Results]) -> Result<String, LabError> {
        let to_results = match path.parent() == Some(&self.root) {
            true => "docs/results",
            false => "results",
        };
        let wrong = |what: &str| LabError::new(format!("{}: {what}", path.display()));
        let (mut out, mut rest) = (String::new(), text);
        while let Some((before, behind)) = rest.split_once(BEGIN) {
            let (words, inside) = behind
                .split_once(CLOSE)
                .ok_or_else(|| wrong("a mark of results without its end, ` -->`"))?;
            let (_, after) = inside.split_once(END).ok_or_else(|| {
                wrong(&format!("expected `{END}` behind the results of '{words}'"))
            })?;
            let view = self
                .view(words, results, to_results)
                .map_err(|what| wrong(&what))?;
            out += &format!("{before}{BEGIN}{words}{CLOSE}\n{view}{END}");
            rest = after;
        }
        Ok(out + rest)
    }

    /// What the words of a mark ask for: `ablation chess`, `ladder gomoku`, `gains chess 5`.
    fn view(&self, words: &str, results: &[Results], to_results: &str) -> Result<String, String> {
        let words: Vec<&str> = words.split_whitespace().collect();
        let (kind, game) = match words[..] {
            ["gains", game, _] => (Some(Kind::Ablation), game),
            [kind, game] => (Kind::from_name(kind), game),
            _ => (None, ""),
        };
        let Some(kind) = kind else {
            return Err(format!(
                "expected `ablation GAME`, `ladder GAME` or `gains GAME NUMBER`, found `{}`",
                words.join(" ")
            ));
        };
        let name = format!("{}-{game}", kind.name());
        let Some(found) = results.iter().find(|results| results.name == name) else {
            return Ok(format!(
                "Not measured yet: `regence-lab {}` writes it.\n",
                kind.command()
            ));
        };
        let view = views::View {
            rows: &found.rows,
            file: format!("{to_results}/{name}"),
            shipped: self.shipped(game),
        };
        match (words[0], words.get(2)) {
            ("gains", Some(number)) => number
                .parse()
                .map(|number| view.gains(number))
                .map_err(|_| format!("expected a number behind `gains {game}`, found `{number}`")),
            _ if kind == Kind::Ladder => Ok(view.ladder()),
            _ => Ok(view.ablation()),
        }
    }

    /// The bench of the shipped search, where bench.txt states it.
    fn shipped(&self, game: &str) -> Option<u64> {
        let text = fs::read_to_string(self.root.join("bench.txt")).ok()?;
        text.lines()
            .find_map(|line| line.strip_prefix(game)?.trim().parse().ok())
    }

    /// Whether the README shows a figure of another search.
    fn readme_is_stale(&self) -> Result<bool, LabError> {
        let path = self.root.join("README.md");
        let text = fs::read_to_string(&path).map_err(|error| LabError::file(&path, &error))?;
        let inside = text.split(BEGIN).skip(1);
        Ok(inside
            .filter_map(|part| {
                part.split_once(END)
                    .map(|(inside, _)| inside)
                    .or(Some(part))
            })
            .any(|part| part.contains('†')))
    }

    fn results(&self) -> Result<Vec<Results>, LabError> {
        if !self.folder().is_dir() {
            return Ok(Vec::new());
        }
        let named = |path: PathBuf| {
            let name = path.file_stem().unwrap_or_default();
            Ok(Results {
                name: name.to_string_lossy().into_owned(),
                rows: read(&path)?,
            })
        };
        files(&self.folder(), "jsonl")?
            .into_iter()
            .map(named)
            .collect()
    }
}

/// The files of a folder with this ending, in the order of their names.
fn files(folder: &Path, ending: &str) -> Result<Vec<PathBuf>, LabError> {
    let fail = |error: std::io::Error| LabError::file(folder, &error);
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).map_err(fail)? {
        let path = entry.map_err(fail)?.path();
        if path.extension().is_some_and(|found| found == ending) {
            all.push(path);
        }
    }
    all.sort();
    Ok(all)
}

/// The measurements of a file; none if there is no such file.
fn read(path: &Path) -> Result<Vec<Measured>, LabError> {
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        text => text.map_err(|error| LabError::file(path, &error))?,
    };
    let rows = text.lines().enumerate().map(|(number, line)| {
        Measured::from_line(line).map_err(|error| {
            LabError::new(format!("{}, line {}: {error}", path.display(), number + 1))
        })
    });
    rows.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_chess_search::Chess;
    use regence_core::config::Catalogue;
    use regence_gomoku_search::Gomoku;

    /// The documents of the project itself.
    fn of_the_project() -> Places {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        Places::find(&root).unwrap()
    }

    #[test]
    fn the_documents_are_what_the_results_make_of_them() {
        let old = of_the_project().old().unwrap();
        let names: Vec<_> = old.iter().map(|(path, _)| path).collect();
        assert!(
            names.is_empty(),
            "run `regence-lab docs`: {names:?} are old"
        );
    }

    #[test]
    fn every_result_is_of_a_technique() {
        for Results { name, rows } in of_the_project().results().unwrap() {
            for row in rows {
                let techniques = match row.game.as_str() {
                    "chess" => Chess::TECHNIQUES,
                    "gomoku" => Gomoku::TECHNIQUES,
                    game => panic!("{game} has no results here"),
                };
                assert_eq!(name, format!("{}-{}", row.kind.name(), row.game));
                let known = techniques.iter().any(|t| t.name == row.subject);
                assert!(
                    known || row.kind == Kind::Ladder,
                    "{} is no more",
                    row.subject
                );
            }
        }
    }

    fn places(test: &str, document: &str) -> Places {
        let name = format!("regence-docs-{test}-{}", std::process::id());
        let root = std::env::temp_dir().join(name);
        fs::create_dir_all(root.join("docs/results")).unwrap();
        fs::write(root.join("README.md"), document).unwrap();
        fs::write(root.join("bench.txt"), "# benches\nchess 7\n").unwrap();
        Places { root }
    }

    fn row(subject: &str, bench: u64) -> Measured {
        let figures =
            serde_json::json!({"elo": 12.5, "error": 3.0, "games": 200, "node_ratio": 1.5});
        Measured {
            kind: Kind::Ablation,
            game: "chess".into(),
            subject: subject.into(),
            figures: figures.as_object().unwrap().clone(),
            build: "9".into(),
            bench,
            machine: "test".into(),
            date: "2026-02-03".into(),
            command: format!("regence-lab ablate --only {subject}"),
        }
    }

    const WANTED: &str = "A\n<!-- results: gains chess 2 -->\n<!-- results: end -->\nB\n";

    #[test]
    fn new_results_replace_old_ones_and_leave_the_others() {
        let places = places("replace", WANTED);
        let subjects = || -> Vec<String> {
            let path = places.folder().join("ablation-chess.jsonl");
            read(&path)
                .unwrap()
                .into_iter()
                .map(|row| row.subject)
                .collect()
        };
        places
            .add::<Chess>(Kind::Ablation, &[row("razoring", 7), row("luck", 7)])
            .unwrap();
        assert_eq!(subjects(), ["razoring"], "luck is no technique");
        places
            .add::<Chess>(Kind::Ablation, &[row("null_move_pruning", 7)])
            .unwrap();
        assert_eq!(subjects(), ["null_move_pruning", "razoring"]);
        let readme = fs::read_to_string(places.root.join("README.md")).unwrap();
        assert!(
            readme.starts_with("A\n") && readme.ends_with("\nB\n"),
            "{readme}"
        );
        assert!(
            readme.contains("(docs/results/ablation-chess.jsonl"),
            "{readme}"
        );
        assert!(!places.readme_is_stale().unwrap());
        assert!(places.write().unwrap().is_empty(), "written once");

        // The shipped search is another one now.
        fs::write(places.root.join("bench.txt"), "chess 8\n").unwrap();
        assert_eq!(places.old().unwrap().len(), 1);
        places.write().unwrap();
        assert!(places.readme_is_stale().unwrap());
        fs::remove_dir_all(&places.root).unwrap();
    }

    #[test]
    fn wrong_marks_and_lines_are_named() {
        for (document, part) in [
            (
                "<!-- results: luck chess -->\n<!-- results: end -->",
                "`luck chess`",
            ),
            ("<!-- results: ablation chess -->\n", "results: end"),
            ("<!-- results: ablation chess", "without its end"),
        ] {
            let places = places("marks", document);
            let error = places.write().unwrap_err().to_string();
            assert!(
                error.contains(part) && error.contains("README.md"),
                "{error}"
            );
        }
        let places = places("marks", WANTED);
        assert!(places.write().unwrap().len() == 1, "not measured yet");
        let path = places.folder().join("ablation-chess.jsonl");
        fs::write(&path, row("razoring", 7).to_line() + "\nnonsense\n").unwrap();
        let error = places.write().unwrap_err().to_string();
        assert!(error.contains("line 2"), "{error}");
        fs::remove_dir_all(&places.root).unwrap();
        assert!(Places::find(Path::new("no/such/project")).is_err());
    }
}
