//! `bench`: the standard bench with the laboratory's knobs; untouched they give the node count of `regence bench`.

use regence_chess_search::{Engine, bench};
use regence_core::report::per_second;

use crate::error::LabError;
use crate::provenance::{on_large_stack, say};
use crate::setup::{Setup, SetupOptions};

/// What `bench` is told.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// How deep each position is searched
    #[arg(default_value_t = bench::DEPTH)]
    depth: i32,
    #[command(flatten)]
    setup: SetupOptions,
}

/// Counts the nodes of the bench set.
pub fn run(options: &Options) -> Result<(), LabError> {
    let setup = options.setup.read()?;
    let result = measure(options.depth, &setup)?;
    let nps = per_second(result.nodes, result.time);
    let held = result.aspiration;
    say(&format!(
        "{setup}, depth {}; the first aspiration window held in {} of {} iterations:\n",
        options.depth, held.first_try, held.tries
    ));
    say(&format!("{} nodes {nps} nps\n", result.nodes));
    Ok(())
}

/// The bench of a setup.
pub fn measure(depth: i32, setup: &Setup) -> Result<bench::BenchResult, LabError> {
    let knobs = setup.knobs()?;
    on_large_stack(move || bench::run(depth, &mut Engine::with_knobs(knobs)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn untouched_knobs_visit_the_nodes_of_the_shipped_search() {
        let shipped = on_large_stack(|| bench::run(6, &mut Engine::new())).unwrap();
        let lab = measure(6, &Setup::shipped()).unwrap();
        assert_eq!(lab.nodes, shipped.nodes);
    }

    #[test]
    fn a_switch_changes_the_count() {
        let shipped = measure(4, &Setup::shipped()).unwrap();
        let plainer = measure(4, &Setup::switched("late_move_reductions", false)).unwrap();
        assert_ne!(plainer.nodes, shipped.nodes);
    }
}
