//! The benches that `bench.txt` states, counted.

use regence_core::pool::STACK_BYTES;
use std::path::Path;

/// What `bench.txt` states of a game.
fn stated(game: &str) -> u64 {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench.txt");
    let text = std::fs::read_to_string(path).expect("bench.txt at the root of the project");
    let line = text.lines().find_map(|line| line.strip_prefix(game));
    let nodes = line.and_then(|nodes| nodes.trim().parse().ok());
    nodes.unwrap_or_else(|| panic!("bench.txt has no line \"{game} <nodes>\""))
}

/// Counts on a thread with the stack that a deep search needs.
fn counted(count: fn() -> u64) -> u64 {
    let builder = std::thread::Builder::new().stack_size(STACK_BYTES);
    let thread = builder.spawn(count).expect("a thread");
    thread.join().expect("no panic")
}

#[test]
fn the_bench_of_chess_is_the_one_that_is_stated() {
    use regence_chess_search::{Engine, bench};
    let nodes = counted(|| bench::run(bench::DEPTH, &mut Engine::new()).nodes);
    assert_eq!(
        nodes,
        stated("chess"),
        "a functional change? state it in bench.txt"
    );
}

#[test]
fn the_bench_of_gomoku_is_the_one_that_is_stated() {
    use regence_gomoku_search::{Engine, bench};
    let nodes = counted(|| bench::run(bench::DEPTH, &mut Engine::new()).nodes);
    assert_eq!(
        nodes,
        stated("gomoku"),
        "a functional change? state it in bench.txt"
    );
}
