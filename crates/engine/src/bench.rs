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
