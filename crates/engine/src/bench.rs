//! `bench`: a fixed amount of work, whose node count is the fingerprint of the search.

use crate::output::Output;
use crate::search::on_large_stack;
use regence_chess_search::{Engine, bench};
use regence_core::report::per_second;

/// Runs the bench on an engine of its own, so that neither options nor earlier searches change the
/// count. The last line is the one that OpenBench reads.
pub fn run(depth: Option<i32>, output: &Output) {
    let result =
        on_large_stack(move || bench::run(depth.unwrap_or(bench::DEPTH), &mut Engine::new()));
    let count = result.aspiration;
    output.print(&format!(
        "The first aspiration window held in {} of {} iterations ({:.1} %), {:.2} s",
        count.first_try,
        count.tries,
        100.0 * count.first_try as f64 / count.tries.max(1) as f64,
        result.time.as_secs_f64()
    ));
    let nps = per_second(result.nodes, result.time);
    output.print(&format!("{} nodes {nps} nps", result.nodes));
}

/// The same for the Gomoku search.
pub fn run_gomoku(depth: Option<i32>, output: &Output) {
    use regence_gomoku_search::{Engine, bench};
    let result =
        on_large_stack(move || bench::run(depth.unwrap_or(bench::DEPTH), &mut Engine::new()));
    let share = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
    output.print(&format!(
        "The first aspiration window held in {:.1} % of the iterations, the first move cut in {:.1} % \
         of the cut nodes, {:.2} s",
        share(result.aspiration.first_try, result.aspiration.tries),
        share(result.cuts.by_first, result.cuts.cuts),
        result.time.as_secs_f64()
    ));
    let nps = per_second(result.nodes, result.time);
    output.print(&format!("{} nodes {nps} nps", result.nodes));
}
