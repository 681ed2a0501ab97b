//! `ablate`: what each technique is worth, by games without it and by the nodes that it saves.
//!
//! Its state is one store with a match for each technique; it is always resumed. What it finds goes to docs/results.

use std::path::PathBuf;

use regence_core::config::TechniqueInfo;
use serde_json::{Map, Value};

use crate::bench;
use crate::campaign::{self, Contest, Effort};
use crate::docs;
use regence_arena::error::LabError;
use regence_arena::games::{GameOptions, Setups};
use regence_arena::in_game;
use regence_arena::in_process::{Match, player};
use regence_arena::legacy;
use regence_arena::provenance::{Provenance, say};
use regence_arena::results::store_path;
use regence_arena::setup::{Setup, present_name};
use regence_arena::stats::Tally;
use regence_core::game::Game;
use regence_store::{Existing, Head, Kind, Measured, RunId, Store};

/// What `ablate` is told.
#[derive(clap::Args, Debug)]
pub struct Options {
    #[command(flatten)]
    pub(crate) conditions: Conditions,
    /// Only these techniques
    #[arg(long, value_name = "TECHNIQUE", value_delimiter = ',')]
    only: Vec<String>,
    /// The depth to which the bench set is searched for the ratio of nodes
    #[arg(long, default_value_t = 10)]
    depth: i32,
    /// The folder that keeps the games
    #[arg(long, default_value = "target/lab/ablate")]
    state: PathBuf,
    /// Play nothing: write what the state holds
    #[arg(long)]
    report: bool,
}

/// How the games of a campaign are played, and where its results go.
#[derive(clap::Args, Debug)]
pub struct Conditions {
    #[command(flatten)]
    pub game: GameOptions,
    #[command(flatten)]
    pub effort: Effort,
    /// Nodes a move
    #[arg(long, default_value_t = 10_000)]
    pub nodes: u64,
    /// Megabytes of table for each side; 0 plays without one
    #[arg(long, default_value_t = 8)]
    pub hash: usize,
    /// Another seed plays other openings
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The folder of the project, whose docs are written
    #[arg(long, default_value = ".")]
    pub root: PathBuf,
}

impl Conditions {
    /// The store of a campaign under these conditions.
    pub fn open<G: Game>(
        &self,
        state: &std::path::Path,
        provenance: &Provenance,
    ) -> Result<(Store, Setups<G>, PathBuf), LabError> {
        let setups = self.game.setups::<G>()?;
        let in_one_word = |text: &str| text.replace(", ", "-").replace(' ', "-");
        let mut name = format!(
            "{}-nodes-{}-hash-{}-seed-{}",
            in_one_word(&provenance.search),
            self.nodes,
            self.hash,
            self.seed
        );
        if !setups.to_string().is_empty() {
            name += &format!("-{}", in_one_word(&setups.to_string()));
        }
        let folder = state.join(name);
        Ok((Store::open(&store_path(&folder))?, setups, folder))
    }

    /// A match of two setups.
    pub fn of<G: Game>(&self, setups: &Setups<G>, candidate: Setup, base: Setup) -> Match<G> {
        Match {
            setups: setups.clone(),
            base,
            candidate,
            effort: player::Effort::Nodes(self.nodes),
            hash: self.hash,
            seed: self.seed,
        }
    }

    /// The words of a command line that plays so many games in the same way.
    pub fn told(&self, games: u64) -> String {
        format!(
            "--games {games} --error 0 --nodes {} --hash {} --seed {}",
            self.nodes, self.hash, self.seed
        )
    }
}

/// The error at which a measurement is called good, in Elo.
const GOOD: f64 = 10.0;

/// Measures, then writes the table and the chart.
pub fn run(options: &Options) -> Result<(), LabError> {
    in_game!(options.conditions.game.game, run_in(options))
}

pub fn run_in<G: Game>(options: &Options) -> Result<(), LabError> {
    let techniques = chosen::<G>(&options.only)?;
    let places = docs::Places::find(&options.conditions.root)?;
    let provenance = Provenance::of::<G>()?;
    let rows = measure::<G>(options, &techniques, &provenance, &places)?;
    for row in &rows {
        say(&format!("{}\n", docs::in_brief(row)));
    }
    Ok(())
}

fn measure<G: Game>(
    options: &Options,
    techniques: &[&'static TechniqueInfo],
    provenance: &Provenance,
    places: &docs::Places,
) -> Result<Vec<Measured>, LabError> {
    let conditions = &options.conditions;
    let (mut store, setups, folder) = conditions.open::<G>(&options.state, provenance)?;
    import_old::<G>(&mut store, &folder)?;
    let counts = Counts::begin(&mut store, options.depth, provenance)?;
    if !options.report {
        counts.count::<G>(&mut store, "shipped", &Setup::shipped())?;
        for technique in techniques {
            counts.count::<G>(&mut store, technique.name, &switched_over(technique))?;
        }
    }
    let mut contests = Vec::new();
    for technique in techniques {
        let of = conditions.of(&setups, switched_over(technique), Setup::shipped());
        contests.push(Contest::begin(&mut store, technique.name, of, provenance)?);
    }
    let mut rows = Vec::new();
    let mut publish = |store: &mut Store, contests: &[Contest<G>]| -> Result<(), LabError> {
        rows.clear();
        for (technique, contest) in techniques.iter().zip(contests) {
            let gain = gain(technique, contest.tally(&conditions.effort));
            let ratio = counts.ratio(store, technique)?;
            let command = command(options, technique.name, gain.games());
            rows.extend(row::<G>(technique, &gain, ratio, provenance, command));
        }
        rows.iter().try_for_each(|row| store.set_result(row))?;
        places.add::<G>(Kind::Ablation, &rows)
    };
    match options.report {
        true => publish(&mut store, &contests)?,
        false => campaign::play(&mut store, &mut contests, &conditions.effort, publish)?,
    }
    Ok(rows)
}

/// What was found of a technique; none before its first game.
fn row<G: Game>(
    technique: &TechniqueInfo,
    gain: &Tally,
    node_ratio: Option<f64>,
    provenance: &Provenance,
    command: String,
) -> Option<Measured> {
    let mut figures = tally_figures(gain)?;
    figures.extend(node_ratio.map(|ratio| ("node_ratio".to_owned(), rounded(ratio, 3))));
    Some(docs::measured::<G>(
        Kind::Ablation,
        technique.name,
        figures,
        provenance,
        command,
    ))
}

/// The figures of a match; none before its first game.
pub(crate) fn tally_figures(gain: &Tally) -> Option<Map<String, Value>> {
    (gain.games() > 0).then(|| {
        Map::from_iter([
            ("elo".to_owned(), rounded(gain.elo(), 1)),
            ("error".to_owned(), rounded(gain.elo_error(), 1)),
            ("games".to_owned(), gain.games().into()),
            ("pairs".to_owned(), gain.pentanomial().to_vec().into()),
            (
                "more_games".to_owned(),
                gain.more_games_for(GOOD).map_or(Value::Null, Value::from),
            ),
        ])
    })
}

/// A number with so many digits behind the point; what is not finite is unknown.
pub(crate) fn rounded(number: f64, digits: i32) -> Value {
    let scale = 10f64.powi(digits);
    Value::from((number * scale).round() / scale)
}

/// The command that makes a row again.
fn command(options: &Options, technique: &str, games: u64) -> String {
    let Options {
        conditions, depth, ..
    } = options;
    format!(
        "regence-lab ablate {}--only {technique} {} --depth {depth}",
        conditions.game.told(),
        conditions.told(games)
    )
}

/// The techniques of these names, all if there are none.
pub(crate) fn chosen<G: Game>(names: &[String]) -> Result<Vec<&'static TechniqueInfo>, LabError> {
    if names.is_empty() {
        return Ok(G::TECHNIQUES.iter().collect());
    }
    let find = |name: &String| {
        let now = present_name(name);
        let mut all = G::TECHNIQUES.iter();
        all.find(|t| t.name == now || t.short == name)
            .ok_or_else(|| LabError::new(format!("there is no technique named '{name}'")))
    };
    names.iter().map(find).collect()
}

/// The nodes of the bench set, as a run of the store.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counts {
    run: RunId,
    depth: i32,
}

impl Counts {
    pub(crate) fn begin(
        store: &mut Store,
        depth: i32,
        provenance: &Provenance,
    ) -> Result<Counts, LabError> {
        let mut head = Head::new(
            "bench",
            [
                format!("bench to depth {depth}"),
                format!("search: {}", provenance.search),
            ],
        );
        head.command = provenance.of_run().join("\n");
        let run = store.run(&head, Existing::Join)?;
        Ok(Counts { run, depth })
    }

    /// Searches the bench set where that was not done before.
    pub(crate) fn count<G: Game>(
        &self,
        store: &mut Store,
        name: &str,
        setup: &Setup,
    ) -> Result<u64, LabError> {
        if let Some(known) = self.known(store, name)? {
            return Ok(known);
        }
        let nodes = bench::measure::<G>(self.depth, setup)?.nodes;
        eprintln!("{nodes} nodes to depth {}: {setup}", self.depth);
        self.keep(store, name, nodes)?;
        Ok(nodes)
    }

    /// Keeps a number beside the counts.
    pub(crate) fn keep(&self, store: &mut Store, name: &str, count: u64) -> Result<(), LabError> {
        Ok(store.set_note(self.run, name, &count.to_string())?)
    }

    /// The count that was made before, if it was.
    pub(crate) fn known(&self, store: &Store, name: &str) -> Result<Option<u64>, LabError> {
        let notes = store.notes(self.run)?;
        let known = notes.iter().find(|(key, _)| key == name);
        Ok(known.and_then(|(_, nodes)| nodes.parse().ok()))
    }

    /// Nodes without the technique for each node with it.
    fn ratio(&self, store: &Store, technique: &TechniqueInfo) -> Result<Option<f64>, LabError> {
        let shipped = self.known(store, "shipped")?;
        let switched = self.known(store, technique.name)?;
        Ok(match (shipped, switched, technique.shipped) {
            (Some(shipped), Some(switched), true) => Some(switched as f64 / shipped as f64),
            (Some(shipped), Some(switched), false) => Some(shipped as f64 / switched as f64),
            _ => None,
        })
    }
}

/// The search with a technique off, or on where it is shipped off.
fn switched_over(technique: &TechniqueInfo) -> Setup {
    Setup::switched(technique.name, !technique.shipped)
}

/// The counts from the side that has the technique.
fn gain(technique: &TechniqueInfo, tally: Tally) -> Tally {
    match technique.shipped {
        true => tally.reversed(),
        false => tally,
    }
}

/// Takes over the games that older versions kept in a folder; the nodes are counted again in seconds.
fn import_old<G: Game>(store: &mut Store, folder: &std::path::Path) -> Result<(), LabError> {
    for technique in G::TECHNIQUES {
        let path = folder.join(format!("{}.pairs", technique.name));
        legacy::import_pairs(store, &path)?;
    }
    Ok(())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use regence_arena::games::GameName;
    use regence_chess_search::Chess;
    use regence_core::config::Catalogue;
    use regence_gomoku_search::Gomoku;
    use std::fs;
    use std::path::Path;

    pub fn conditions(game: GameName, folder: &Path) -> Conditions {
        Conditions {
            game: GameOptions {
                game,
                ..GameOptions::default()
            },
            effort: Effort {
                games: 2,
                error: 0.0,
                concurrency: 1,
            },
            nodes: 100,
            hash: 0,
            seed: 1,
            root: folder.to_owned(),
        }
    }

    fn options(game: GameName, folder: &Path) -> Options {
        Options {
            conditions: conditions(game, folder),
            only: vec!["RZ".into()],
            depth: 2,
            state: folder.join("state"),
            report: false,
        }
    }

    /// A project with a document that wants the results of a game.
    pub fn project<G: Game>() -> PathBuf {
        let thread = std::thread::current();
        let test = thread.name().unwrap_or_default().replace("::", "-");
        let name = format!("regence-lab-{}-{test}-{}", G::NAME, std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(folder.join("docs")).unwrap();
        let game = G::NAME;
        let document = format!(
            "Before.\n<!-- results: ablation {game} -->\n<!-- results: end -->\nAfter.\n\
             <!-- results: ladder {game} -->\n<!-- results: end -->\n"
        );
        fs::write(folder.join("docs/techniques.md"), document).unwrap();
        fs::write(folder.join("bench.txt"), format!("{game} 7\n")).unwrap();
        folder
    }

    pub fn provenance() -> Provenance {
        Provenance {
            search: "version 9, bench 7".into(),
            machine: "test".into(),
            command: "test".into(),
        }
    }

    fn reaches_all_places<G: Game>(game: GameName) {
        let folder = project::<G>();
        let (options, provenance) = (options(game, &folder), provenance());
        let techniques = chosen::<G>(&options.only).unwrap();
        let places = docs::Places::find(&folder).unwrap();
        let measured = || measure::<G>(&options, &techniques, &provenance, &places).unwrap();
        let rows = measured();
        assert_eq!(rows.len(), 1);
        assert_eq!(rows[0].subject, "razoring");
        assert_eq!(rows[0].number("games"), Some(2.0));
        assert!(rows[0].number("node_ratio").is_some());
        assert_eq!((rows[0].build.as_str(), rows[0].bench), ("9", 7));

        let read = |name: &str| fs::read_to_string(folder.join("docs").join(name)).unwrap();
        let text = read("techniques.md");
        assert!(text.starts_with("Before.\n") && text.contains("\nAfter.\n"));
        assert!(text.contains("| razoring |"), "{text}");
        let (ablation, _) = text.split_once("After.").unwrap();
        assert!(!ablation.contains('†'), "{text}");
        let line = read(&format!("results/ablation-{}.jsonl", G::NAME));
        assert_eq!(Measured::from_line(line.trim()).unwrap(), rows[0]);
        assert!(read(&format!("results/ablation-{}.svg", G::NAME)).contains("razoring"));

        // A second run plays nothing and finds the same.
        assert_eq!(measured(), rows);
        // With another search the figure is an old one.
        fs::write(folder.join("bench.txt"), format!("{} 8\n", G::NAME)).unwrap();
        places.write().unwrap();
        assert!(read("techniques.md").contains("| 7 † |"));
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_small_ablation_reaches_results_table_and_chart() {
        reaches_all_places::<Chess>(GameName::Chess);
        reaches_all_places::<Gomoku>(GameName::Gomoku);
    }

    #[test]
    fn the_store_of_a_run_is_named_by_its_conditions() {
        let folder = project::<Chess>();
        let conditions = conditions(GameName::Chess, &folder);
        let state = folder.join("state");
        let (store, ..) = conditions.open::<Chess>(&state, &provenance()).unwrap();
        let name = "state/version-9-bench-7-nodes-100-hash-0-seed-1.db";
        assert_eq!(store.path(), folder.join(name));
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn wrong_names_are_refused() {
        assert!(chosen::<Chess>(&["luck".into()]).is_err());
        assert_eq!(
            chosen::<Gomoku>(&[]).unwrap().len(),
            Gomoku::TECHNIQUES.len()
        );
    }

    #[test]
    fn a_technique_that_is_shipped_off_is_measured_by_switching_it_on() {
        let off = TechniqueInfo {
            shipped: false,
            ..Chess::TECHNIQUES[0]
        };
        let mut tally = Tally::default();
        tally.add(
            regence_arena::stats::Score::Win,
            regence_arena::stats::Score::Win,
        );
        assert!(gain(&off, tally).elo() > 0.0);
        assert!(gain(&Chess::TECHNIQUES[0], tally).elo() < 0.0);
        assert_eq!(switched_over(&off).to_string(), "on null_move_pruning");
    }

    #[test]
    fn figures_are_rounded_and_what_is_endless_is_unknown() {
        assert_eq!(rounded(1.26, 1), Value::from(1.3));
        assert_eq!(rounded(f64::INFINITY, 1), Value::Null);
        assert!(tally_figures(&Tally::default()).is_none());
    }
}
