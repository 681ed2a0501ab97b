//! `perft`: the leaves of the tree of legal moves, below each move and in all.

use crate::output::Output;
use regence_chess::{Board, perft};
use regence_core::report::per_second;
use std::time::{Duration, Instant};

/// Counts on this thread and without a table, and prints each move's share as it is known.
pub fn run(board: &Board, depth: u32, chess960: bool, output: &Output) {
    let mut total = 0;
    let mut time = Duration::ZERO;
    if depth == 0 {
        total = 1;
    } else {
        for &mv in board.legal_moves().iter() {
            let start = Instant::now();
            let leaves = perft(&board.make(mv), depth - 1);
            time += start.elapsed();
            total += leaves;
            output.print(&format!("{}: {leaves}", board.move_to_uci(mv, chess960)));
        }
    }
    let nps = per_second(total, time);
    let seconds = time.as_secs_f64();
    output.print(&format!(
        "\nTotal: {total}\nTime: {seconds:.3} s\nNps: {nps}"
    ));
}
