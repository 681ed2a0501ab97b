//! `ladder`: what each technique adds to those before it, from a plain alpha-beta search on. The answer to "what would it
//! give my engine?", in the roadmap's order or in one of one's own.

use std::path::PathBuf;

use regence_core::config::TechniqueInfo;

use crate::ablate::{Conditions, Counts, chosen, rounded, tally_figures};
use crate::campaign::{self, Contest};
use crate::{depths, docs};
use regence_arena::claims;
use regence_arena::error::LabError;
use regence_arena::in_game;
use regence_arena::provenance::{Provenance, on_large_stack, say};
use regence_arena::setup::{ALL, Setup};
use regence_core::game::Game;
use regence_store::{Kind, Measured, Store};

/// What `ladder` is told.
#[derive(clap::Args, Debug)]
pub struct Options {
    #[command(flatten)]
    conditions: Conditions,
    /// The techniques in the order in which they are added [default: the roadmap's; without one those that are shipped]
    #[arg(long, value_name = "TECHNIQUE", value_delimiter = ',')]
    order: Vec<String>,
    /// The depth to which the bench set is searched; a plain search gets slow beyond 6
    #[arg(long, default_value_t = 6)]
    depth: i32,
    /// Milliseconds for the depth that a step reaches; 0 measures none. Needs a quiet machine
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 1000)]
    time: u64,
    /// How many positions of the bench set are searched for that depth
    #[arg(long, default_value_t = 10)]
    positions: usize,
    /// The folder that keeps the games
    #[arg(long, default_value = "target/lab/ladder")]
    state: PathBuf,
    /// Play nothing: write what the state holds
    #[arg(long)]
    report: bool,
}

/// Climbs, then writes the table and the chart.
pub fn run(options: &Options) -> Result<(), LabError> {
    in_game!(options.conditions.game.game, run_in(options))
}

pub fn run_in<G: Game>(options: &Options) -> Result<(), LabError> {
    let steps = steps::<G>(&options.order)?;
    let places = docs::Places::find(&options.conditions.root)?;
    let provenance = Provenance::of::<G>()?;
    for row in &climb::<G>(options, &steps, &provenance, &places)? {
        say(&format!("{}\n", docs::in_brief(row)));
    }
    Ok(())
}

/// The techniques in their order.
fn steps<G: Game>(order: &[String]) -> Result<Vec<&'static TechniqueInfo>, LabError> {
    let claims = claims::of(G::NAME).iter();
    let roadmap: Vec<String> = claims.map(|claim| claim.technique.to_owned()).collect();
    let steps = match (order, &roadmap[..]) {
        ([], []) => G::TECHNIQUES.iter().filter(|t| t.shipped).collect(),
        ([], roadmap) => chosen::<G>(roadmap)?,
        (order, _) => chosen::<G>(order)?,
    };
    for (at, step) in steps.iter().enumerate() {
        if steps[..at].contains(step) {
            return Err(LabError::new(format!(
                "expected each technique once, found '{}' twice in --order",
                step.name
            )));
        }
    }
    Ok(steps)
}

/// The plain search with these techniques.
fn setup(steps: &[&TechniqueInfo]) -> Setup {
    let plain = Setup::switched(ALL, false);
    steps
        .iter()
        .fold(plain, |setup, step| setup.and_switched(step.name, true))
}

fn climb<G: Game>(
    options: &Options,
    steps: &[&'static TechniqueInfo],
    provenance: &Provenance,
    places: &docs::Places,
) -> Result<Vec<Measured>, LabError> {
    let conditions = &options.conditions;
    let (mut store, setups, _) = conditions.open::<G>(&options.state, provenance)?;
    let counts = Counts::begin(&mut store, options.depth, provenance)?;
    let mut contests = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        let of = conditions.of(&setups, setup(&steps[..=at]), setup(&steps[..at]));
        contests.push(Contest::begin(&mut store, step.name, of, provenance)?);
    }
    let command = command(options, steps);
    let mut rows = Vec::new();
    let mut publish = |store: &mut Store, contests: &[Contest<G>]| -> Result<(), LabError> {
        rows.clear();
        for (at, step) in steps.iter().enumerate() {
            let tally = contests[at].tally(&conditions.effort);
            let Some(mut figures) = tally_figures(&tally) else {
                continue;
            };
            let with = setup(&steps[..=at]).to_string();
            let nodes = counts.known(store, &with)?;
            figures.extend(nodes.map(|nodes| ("bench_nodes".to_owned(), nodes.into())));
            let tenths = counts.known(store, &options.depth_note(&with))?;
            figures.extend(
                tenths.map(|tenths| ("mean_depth".to_owned(), rounded(tenths as f64 / 10.0, 1))),
            );
            let command = command.clone();
            rows.push(docs::measured::<G>(
                Kind::Ladder,
                step.name,
                figures,
                provenance,
                command,
            ));
        }
        rows.iter().try_for_each(|row| store.set_result(row))?;
        places.add::<G>(Kind::Ladder, &rows)
    };
    if options.report {
        publish(&mut store, &contests)?;
        return Ok(rows);
    }
    for at in 0..=steps.len() {
        let with = setup(&steps[..at]);
        counts.count::<G>(&mut store, &with.to_string(), &with)?;
        options.measure_depth::<G>(&mut store, counts, &with)?;
    }
    campaign::play(&mut store, &mut contests, &conditions.effort, publish)?;
    Ok(rows)
}

impl Options {
    /// The key of a mean depth among the counts.
    fn depth_note(&self, setup: &str) -> String {
        format!(
            "tenths of depth in {} ms, {} positions: {setup}",
            self.time, self.positions
        )
    }

    /// Measures how deep a setup comes, where that was not done before.
    fn measure_depth<G: Game>(
        &self,
        store: &mut Store,
        counts: Counts,
        setup: &Setup,
    ) -> Result<(), LabError> {
        let note = self.depth_note(&setup.to_string());
        if self.time == 0 || counts.known(store, &note)?.is_some() {
            return Ok(());
        }
        let (mut positions, setup) = (G::bench_positions(), setup.clone());
        positions.truncate(self.positions);
        let (time, hash) = (self.time, self.conditions.hash);
        let rows = on_large_stack(move || depths::measure::<G>(positions, &[time], hash, &setup))??;
        let mean = depths::means(&rows).first().copied().unwrap_or_default();
        counts.keep(store, &note, (10.0 * mean).round() as u64)
    }
}

/// The command that climbs the same ladder.
fn command(options: &Options, steps: &[&TechniqueInfo]) -> String {
    let names: Vec<&str> = steps.iter().map(|step| step.name).collect();
    let Options {
        conditions,
        depth,
        time,
        positions,
        ..
    } = options;
    format!(
        "regence-lab ladder {}--order {} --games {} --error {} --nodes {} --hash {} --seed {} --depth {depth} --time {time} --positions {positions}",
        conditions.game.told(),
        names.join(","),
        conditions.effort.games,
        conditions.effort.error,
        conditions.nodes,
        conditions.hash,
        conditions.seed,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ablate::tests::{conditions, project, provenance};
    use regence_arena::games::GameName;
    use regence_chess_search::Chess;
    use regence_gomoku_search::Gomoku;
    use std::fs;

    fn options(game: GameName, folder: &std::path::Path, order: &[&str]) -> Options {
        Options {
            conditions: conditions(game, folder),
            order: order.iter().map(|name| name.to_string()).collect(),
            depth: 2,
            time: 1,
            positions: 1,
            state: folder.join("state"),
            report: false,
        }
    }

    fn climbs<G: Game>(game: GameName, order: &[&str]) {
        let folder = project::<G>();
        let options = options(game, &folder, order);
        let steps = steps::<G>(&options.order).unwrap();
        let places = docs::Places::find(&folder).unwrap();
        let rows = climb::<G>(&options, &steps, &provenance(), &places).unwrap();
        let names: Vec<_> = rows.iter().map(|row| row.subject.as_str()).collect();
        assert_eq!(names, order);
        for row in &rows {
            assert_eq!(row.number("games"), Some(2.0));
            assert!(row.number("bench_nodes") > Some(0.0));
            assert!(row.number("mean_depth") > Some(0.0));
        }
        let text = fs::read_to_string(folder.join("docs/techniques.md")).unwrap();
        assert!(text.contains(&format!("| 2 | {} |", order[1])), "{text}");
        // Another run plays nothing and finds the same.
        assert_eq!(
            climb::<G>(&options, &steps, &provenance(), &places).unwrap(),
            rows
        );
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_ladder_of_ones_own_is_climbed() {
        climbs::<Chess>(
            GameName::Chess,
            &["late_move_reductions", "null_move_pruning"],
        );
        climbs::<Gomoku>(GameName::Gomoku, &["killers", "late_move_reductions"]);
    }

    #[test]
    fn each_step_plays_the_one_below() {
        let steps = steps::<Chess>(&["NMP".into(), "razoring".into()]).unwrap();
        assert_eq!(setup(&steps[..0]).to_string(), "off all");
        let both = "off all, on null_move_pruning, on razoring";
        assert_eq!(setup(&steps).to_string(), both);
    }

    #[test]
    fn the_order_is_the_roadmaps_or_ones_own() {
        let roadmap = steps::<Chess>(&[]).unwrap();
        assert_eq!(roadmap[0].name, "null_move_pruning");
        assert_eq!(roadmap.last().unwrap().name, "delta_pruning");
        assert!(steps::<Gomoku>(&[]).unwrap().iter().all(|t| t.shipped));
        let twice = steps::<Chess>(&["NMP".into(), "null_move_pruning".into()]);
        assert!(twice.unwrap_err().to_string().contains("twice"));
        assert!(steps::<Chess>(&["luck".into()]).is_err());
    }
}
