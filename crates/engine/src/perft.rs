//! `perft`: the leaves of the tree of legal moves, below each move and in all.

use crate::output::Output;
use regence_chess::{Board, perft};
use regence_core::report::per_second;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Below this depth a count is over in no time and need not be interrupted.
const QUICK_DEPTH: u32 = 4;

/// Counts on this thread and without a table, and prints each move's share as it is known. `cancel` ends it early.
pub fn run(board: &Board, depth: u32, chess960: bool, output: &Output, cancel: &AtomicBool) {
    let mut total = 0;
    let mut time = Duration::ZERO;
    if depth == 0 {
        total = 1;
    } else {
        for &mv in board.legal_moves().iter() {
            let start = Instant::now();
            let Some(leaves) = count(&board.make(mv), depth - 1, cancel) else {
                return output.print("\nperft: stopped before the end, there is no total");
            };
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

/// As `perft`, but none if it was ended early.
fn count(board: &Board, depth: u32, cancel: &AtomicBool) -> Option<u64> {
    if depth < QUICK_DEPTH {
        return (!cancel.load(Ordering::Relaxed)).then(|| perft(board, depth));
    }
    let moves = board.legal_moves();
    let counts = moves
        .iter()
        .map(|&mv| count(&board.make(mv), depth - 1, cancel));
    counts.sum()
}
