//! `ablate`: what each technique is worth, by games without it and by the nodes that it saves.
//!
//! Games are played in rounds, some for every technique, so that a run that is stopped has learned equally much of
//! each. Its state is one store with a match for each technique; it is always resumed.

mod chart;
mod table;

use std::fs;
use std::path::{Path, PathBuf};

use regence_core::config::TechniqueInfo;

use self::table::{Row, Table};
use crate::bench;
use regence_arena::error::LabError;
use regence_arena::games::{GameOptions, Setups, measured_name};
use regence_arena::in_game;
use regence_arena::in_process::player::Effort;
use regence_arena::in_process::{self, Match, elo_text};
use regence_arena::legacy;
use regence_arena::provenance::{Provenance, say};
use regence_arena::results::{self, PairResults, replace_file, store_path};
use regence_arena::setup::{Setup, present_name};
use regence_arena::stats::Tally;
use regence_arena::workers::Next;
use regence_core::game::Game;
use regence_store::{Existing, Head, RunId, Store};

/// What `ablate` is told.
#[derive(clap::Args, Debug)]
pub struct Options {
    #[command(flatten)]
    game: GameOptions,
    /// Games for each technique
    #[arg(long, default_value_t = 200)]
    games: u64,
    /// Nodes a move
    #[arg(long, default_value_t = 20_000)]
    nodes: u64,
    /// Only these techniques
    #[arg(long, value_name = "TECHNIQUE", value_delimiter = ',')]
    only: Vec<String>,
    /// The depth to which the bench set is searched for the ratio of nodes
    #[arg(long, default_value_t = 10)]
    depth: i32,
    /// Megabytes of table for each side
    #[arg(long, default_value_t = 8)]
    hash: usize,
    /// Games that are played at the same time
    #[arg(long, default_value_t = 2)]
    concurrency: usize,
    /// Another seed plays other openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The folder that keeps the games
    #[arg(long, default_value = "target/lab/ablate")]
    state: PathBuf,
    /// The folder of the project, whose docs and sources are written
    #[arg(long, default_value = ".")]
    root: PathBuf,
    /// Play nothing: write what the state holds
    #[arg(long)]
    report: bool,
}

/// Games of one technique in a round.
const ROUND: u64 = 20;
/// The error at which a measurement is called good, in Elo.
const GOOD: f64 = 10.0;

/// Measures, then writes the table and the chart.
pub fn run(options: &Options) -> Result<(), LabError> {
    in_game!(options.game.game, run_in(options))
}

pub fn run_in<G: Game>(options: &Options) -> Result<(), LabError> {
    let techniques = chosen::<G>(&options.only)?;
    let places = Places::find::<G>(&options.root)?;
    let provenance = Provenance::of::<G>()?;
    let mut ablation = Ablation::<G>::new(options, &provenance)?;
    if !options.report {
        ablation.count_all_nodes(&techniques)?;
        ablation.play_all(&techniques)?;
    }
    let rows = ablation.rows(&techniques)?;
    places.write::<G>(&rows)?;
    for row in &rows {
        say(&format!("{row}\n"));
    }
    Ok(())
}

/// The techniques of these names, all if there are none.
fn chosen<G: Game>(names: &[String]) -> Result<Vec<&'static TechniqueInfo>, LabError> {
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

/// A run of the command.
#[derive(Debug)]
struct Ablation<'a, G: Game> {
    options: &'a Options,
    setups: Setups<G>,
    provenance: &'a Provenance,
    /// What was played and counted with this search and under these conditions.
    store: Store,
    /// The nodes of the bench set.
    counts: RunId,
}

impl<'a, G: Game> Ablation<'a, G> {
    fn new(options: &'a Options, provenance: &'a Provenance) -> Result<Ablation<'a, G>, LabError> {
        let Options {
            nodes, hash, seed, ..
        } = options;
        let setups = options.game.setups()?;
        let in_one_word = |text: &str| text.replace(", ", "-").replace(' ', "-");
        let mut name = format!(
            "{}-nodes-{nodes}-hash-{hash}-seed-{seed}",
            in_one_word(&provenance.search)
        );
        if !setups.to_string().is_empty() {
            name += &format!("-{}", in_one_word(&setups.to_string()));
        }
        let folder = options.state.join(name);
        let mut store = Store::open(&store_path(&folder))?;
        import_old::<G>(&mut store, &folder)?;
        let mut head = Head::new(
            "bench",
            [
                format!("bench to depth {}", options.depth),
                format!("search: {}", provenance.search),
            ],
        );
        head.command = provenance.of_run().join("\n");
        let counts = store.run(&head, Existing::Join)?;
        Ok(Ablation {
            options,
            setups,
            provenance,
            store,
            counts,
        })
    }

    /// The shipped search against the one with this technique switched over.
    fn match_of(&self, technique: &TechniqueInfo) -> Match<G> {
        Match {
            setups: self.setups.clone(),
            base: Setup::shipped(),
            candidate: switched_over(technique),
            effort: Effort::Nodes(self.options.nodes),
            hash: self.options.hash,
            seed: self.options.seed,
        }
    }

    fn pairs_wanted(&self) -> u64 {
        self.options.games.div_ceil(2)
    }

    fn play_all(&mut self, techniques: &[&TechniqueInfo]) -> Result<(), LabError> {
        let mut wanted = 0;
        while wanted < self.pairs_wanted() {
            wanted = (wanted + ROUND / 2).min(self.pairs_wanted());
            for technique in techniques {
                self.play(technique, wanted)?;
            }
        }
        Ok(())
    }

    /// Plays a technique's missing pairs among the first ones.
    fn play(&mut self, technique: &TechniqueInfo, wanted: u64) -> Result<(), LabError> {
        let of = self.match_of(technique);
        let (name, existing) = (of.to_string(), Existing::Join);
        let (mut results, mut pairs) =
            PairResults::begin(&mut self.store, &name, self.provenance, existing)?;
        let before = pairs.len();
        let concurrency = self.options.concurrency;
        let kept = Some(&mut results);
        in_process::run(&of, 0..wanted, &mut pairs, kept, concurrency, |_| {
            Next::Continue
        })?;
        if pairs.len() > before {
            let gain = gain(technique, results::tally(&pairs, wanted));
            let name = technique.name;
            eprintln!(
                "{}/{} games  {name}: {} Elo",
                2 * wanted,
                self.options.games,
                elo_text(&gain)
            );
        }
        Ok(())
    }

    /// Searches the bench set with each technique switched over, where that was not done before.
    fn count_all_nodes(&mut self, techniques: &[&TechniqueInfo]) -> Result<(), LabError> {
        self.count_nodes("shipped", &Setup::shipped())?;
        for technique in techniques {
            self.count_nodes(technique.name, &switched_over(technique))?;
        }
        Ok(())
    }

    fn count_nodes(&mut self, name: &str, setup: &Setup) -> Result<(), LabError> {
        if self.known_nodes(name)?.is_some() {
            return Ok(());
        }
        let depth = self.options.depth;
        let nodes = bench::measure::<G>(depth, setup)?.nodes;
        eprintln!("{nodes} nodes to depth {depth}: {setup}");
        Ok(self.store.set_note(self.counts, name, &nodes.to_string())?)
    }

    /// The count that was made before, if it was.
    fn known_nodes(&self, name: &str) -> Result<Option<u64>, LabError> {
        let notes = self.store.notes(self.counts)?;
        let known = notes.iter().find(|(key, _)| key == name);
        Ok(known.and_then(|(_, nodes)| nodes.parse().ok()))
    }

    /// What the state holds of these techniques.
    fn rows(&mut self, techniques: &[&TechniqueInfo]) -> Result<Vec<Row>, LabError> {
        let mut rows = Vec::new();
        for technique in techniques {
            rows.extend(self.row(technique)?);
        }
        Ok(rows)
    }

    fn row(&mut self, technique: &TechniqueInfo) -> Result<Option<Row>, LabError> {
        let description = self.match_of(technique).to_string();
        let existing = Existing::Join;
        let (_, pairs) =
            PairResults::begin(&mut self.store, &description, self.provenance, existing)?;
        let gain = gain(technique, results::tally(&pairs, self.pairs_wanted()));
        if gain.games() == 0 {
            return Ok(None);
        }
        Ok(Some(Row {
            technique: technique.name.to_owned(),
            elo: gain.elo(),
            error: gain.elo_error(),
            games: gain.games(),
            node_ratio: self.node_ratio(technique)?,
            more_games: gain.more_games_for(GOOD),
            search: self.provenance.search.clone(),
            command: self.command(technique, gain.games()),
        }))
    }

    /// Nodes without the technique for each node with it.
    fn node_ratio(&self, technique: &TechniqueInfo) -> Result<Option<f64>, LabError> {
        let shipped = self.known_nodes("shipped")?;
        let switched = self.known_nodes(technique.name)?;
        Ok(match (shipped, switched, technique.shipped) {
            (Some(shipped), Some(switched), true) => Some(switched as f64 / shipped as f64),
            (Some(shipped), Some(switched), false) => Some(shipped as f64 / switched as f64),
            _ => None,
        })
    }

    /// The command that makes this row again.
    fn command(&self, technique: &TechniqueInfo, games: u64) -> String {
        let Options {
            nodes,
            depth,
            hash,
            seed,
            ..
        } = self.options;
        let game = self.options.game.told();
        format!(
            "regence-lab ablate {game}--only {} --games {games} --nodes {nodes} --depth {depth} --hash {hash} --seed {seed}",
            technique.name
        )
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

fn read_or_empty(path: &Path) -> Result<String, LabError> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(text),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(String::new()),
        Err(error) => Err(LabError::file(path, &error)),
    }
}

/// The files of the project that results go to.
#[derive(Debug)]
struct Places {
    table: PathBuf,
    chart: PathBuf,
}

impl Places {
    fn find<G: Game>(root: &Path) -> Result<Places, LabError> {
        let docs = root.join("docs");
        if !docs.is_dir() {
            return Err(LabError::new(format!(
                "{}: expected a folder with docs in it, where the table goes; name it with --root",
                root.display()
            )));
        }
        let name = measured_name::<G>();
        Ok(Places {
            table: docs.join(format!("{name}.md")),
            chart: docs.join(format!("{name}.svg")),
        })
    }

    /// Writes new rows everywhere; rows of techniques that were not measured now stay.
    fn write<G: Game>(&self, rows: &[Row]) -> Result<(), LabError> {
        if let Some(folder) = self.table.parent() {
            fs::create_dir_all(folder).map_err(|error| LabError::file(folder, &error))?;
        }
        let old = read_or_empty(&self.table)?;
        let mut table = Table::<G>::read(&old);
        rows.iter().for_each(|row| table.put(row.clone()));
        replace_file(&self.table, &table.write_into(&old))?;
        replace_file(&self.chart, &chart::draw::<G>(table.rows()))
    }
}

/// Takes over the games that older versions kept in a folder; the nodes are counted again in seconds.
fn import_old<G: Game>(store: &mut Store, folder: &Path) -> Result<(), LabError> {
    for technique in G::TECHNIQUES {
        let path = folder.join(format!("{}.pairs", technique.name));
        legacy::import_pairs(store, &path)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_arena::games::GameName;
    use regence_chess_search::Chess;
    use regence_core::config::Catalogue;
    use regence_gomoku_search::Gomoku;

    fn options(game: GameName, folder: &Path) -> Options {
        Options {
            game: GameOptions {
                game,
                ..GameOptions::default()
            },
            games: 2,
            nodes: 100,
            only: vec!["RZ".into()],
            depth: 2,
            hash: 1,
            concurrency: 1,
            seed: 1,
            state: folder.join("state"),
            root: folder.to_owned(),
            report: false,
        }
    }

    fn project<G: Game>() -> PathBuf {
        let thread = std::thread::current();
        let test = thread.name().unwrap_or_default().replace("::", "-");
        let name = format!("regence-ablate-{}-{test}-{}", G::NAME, std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(folder.join("docs")).unwrap();
        folder
    }

    fn provenance() -> Provenance {
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
        let mut ablation = Ablation::<G>::new(&options, &provenance).unwrap();
        ablation.count_all_nodes(&techniques).unwrap();
        ablation.play_all(&techniques).unwrap();
        let rows = ablation.rows(&techniques).unwrap();
        assert_eq!(rows.len(), 1);
        assert_eq!((rows[0].technique.as_str(), rows[0].games), ("razoring", 2));
        assert!(rows[0].node_ratio.is_some());

        let places = Places::find::<G>(&folder).unwrap();
        places.write::<G>(&rows).unwrap();
        let read = |path: &Path| fs::read_to_string(path).unwrap();
        let table = read(&folder.join(format!("docs/{}.md", measured_name::<G>())));
        assert!(
            table.contains("| razoring |") && table.contains("bench 7"),
            "{table}"
        );
        assert!(places.chart.exists());

        // A second run plays nothing and finds the same.
        ablation.play_all(&techniques).unwrap();
        assert_eq!(ablation.rows(&techniques).unwrap(), rows);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_small_ablation_reaches_table_and_chart() {
        reaches_all_places::<Chess>(GameName::Chess);
        reaches_all_places::<Gomoku>(GameName::Gomoku);
    }

    #[test]
    fn the_store_of_a_chess_run_is_named_by_its_conditions() {
        let folder = project::<Chess>();
        let (options, provenance) = (options(GameName::Chess, &folder), provenance());
        let ablation = Ablation::<Chess>::new(&options, &provenance).unwrap();
        let name = "state/version-9-bench-7-nodes-100-hash-1-seed-1.db";
        assert_eq!(ablation.store.path(), folder.join(name));
    }

    #[test]
    fn wrong_names_and_folders_are_refused() {
        assert!(chosen::<Chess>(&["luck".into()]).is_err());
        assert_eq!(
            chosen::<Gomoku>(&[]).unwrap().len(),
            Gomoku::TECHNIQUES.len()
        );
        assert!(Places::find::<Chess>(Path::new("no/such/project")).is_err());
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
}
