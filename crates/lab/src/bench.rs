//! `bench`: the standard bench with the laboratory's configuration; untouched it gives the node count of `regence bench`.

use regence_core::report::per_second;

use regence_arena::error::LabError;
use regence_arena::games::{self, GameOptions};
use regence_arena::in_game;
use regence_arena::provenance::{on_large_stack, say};
use regence_arena::setup::{Setup, SetupOptions};
use regence_core::bench::{self, BenchResult};
use regence_core::game::Game;
use regence_core::transposition_table::DEFAULT_MEGABYTES;
use regence_records::positions;

/// What `bench` is told.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// How deep each position is searched [default: as `regence bench` does]; a position, or a file with one a line
    /// [default: the bench set]
    #[arg(value_name = "[DEPTH] [POSITION|FILE]")]
    what: Vec<String>,
    /// Megabytes of table; 0 searches without one
    #[arg(long, default_value_t = DEFAULT_MEGABYTES)]
    hash: usize,
    #[command(flatten)]
    game: GameOptions,
    #[command(flatten)]
    setup: SetupOptions,
}

/// Counts the nodes of the bench set.
pub fn run(options: &Options) -> Result<(), LabError> {
    in_game!(options.game.game, run_in(options))
}

pub fn run_in<G: Game>(options: &Options) -> Result<(), LabError> {
    let setup = options.setup.read_for::<G>()?;
    let (depth, words) = positions::depth_first(&options.what);
    let depth = depth.unwrap_or(G::BENCH_DEPTH);
    let positions = options.game.positions::<G>(words)?;
    let result = measure_on::<G>(positions, depth, options.hash, &setup)?;
    let nps = per_second(result.nodes, result.time);
    let held = result.aspiration;
    say(&format!(
        "{setup}, depth {depth}; the first aspiration window held in {} of {} iterations:\n",
        held.first_try, held.tries
    ));
    say(&format!("{} nodes {nps} nps\n", result.nodes));
    Ok(())
}

/// The bench of a setup, with as large a table as an engine has by default.
pub fn measure<G: Game>(depth: i32, setup: &Setup) -> Result<BenchResult, LabError> {
    measure_on::<G>(G::bench_positions(), depth, DEFAULT_MEGABYTES, setup)
}

/// The same count in other positions, with so many megabytes of table.
fn measure_on<G: Game>(
    positions: Vec<G::Position>,
    depth: i32,
    hash: usize,
    setup: &Setup,
) -> Result<BenchResult, LabError> {
    let setup = setup.clone();
    on_large_stack(move || {
        let mut engine = games::engine::<G>(&setup, hash)?;
        Ok(bench::run_on(positions, depth, &mut engine, |_| {}))
    })?
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_chess_search::{Chess, Engine};
    use regence_gomoku_search::Gomoku;

    #[test]
    fn untouched_knobs_visit_the_nodes_of_the_shipped_search() {
        let shipped = on_large_stack(|| bench::run(6, &mut Engine::new())).unwrap();
        let lab = measure::<Chess>(6, &Setup::shipped()).unwrap();
        assert_eq!(lab.nodes, shipped.nodes);
    }

    #[test]
    fn positions_and_table_of_ones_own_are_counted() {
        let positions = || Chess::bench_positions().split_off(40);
        let count = |hash| measure_on::<Chess>(positions(), 6, hash, &Setup::shipped());
        let (with, without) = (count(4).unwrap().nodes, count(0).unwrap().nodes);
        assert!(with < without, "{with} {without}: the table saves nodes");
        assert!(without < measure::<Chess>(6, &Setup::shipped()).unwrap().nodes);
    }

    fn a_switch_counts<G: Game>() {
        let shipped = measure::<G>(4, &Setup::shipped()).unwrap();
        let plainer = measure::<G>(4, &Setup::switched("late_move_reductions", false)).unwrap();
        assert_ne!(plainer.nodes, shipped.nodes);
    }

    #[test]
    fn a_switch_changes_the_count() {
        a_switch_counts::<Chess>();
        a_switch_counts::<Gomoku>();
    }
}
