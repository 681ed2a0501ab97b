//! Speed of the evaluation: `cargo bench -p regence-chess-search --bench eval`.

use regence_chess::Board;
use regence_chess::rng::SplitMix64;
use regence_chess_search::eval::{self, Classical};

fn main() {
    divan::main();
}

/// Positions as a search meets them: near relatives along random games.
fn positions() -> Vec<Board> {
    let mut rng = SplitMix64::new(1);
    let mut boards = Vec::new();
    while boards.len() < 1024 {
        let mut board = Board::startpos();
        for _ in 0..80 {
            let moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            board = board.make(moves[rng.below(moves.len() as u64) as usize]);
            boards.push(board);
        }
    }
    boards
}

#[divan::bench]
fn with_pawn_table(bencher: divan::Bencher) {
    let boards = positions();
    let mut evaluator = Classical::new();
    bencher
        .counter(divan::counter::ItemsCount::new(boards.len()))
        .bench_local(|| {
            boards
                .iter()
                .map(|board| evaluator.evaluate(board).raw())
                .sum::<i32>()
        });
}

#[divan::bench]
fn without_memory(bencher: divan::Bencher) {
    let boards = positions();
    bencher
        .counter(divan::counter::ItemsCount::new(boards.len()))
        .bench_local(|| {
            boards
                .iter()
                .map(|board| eval::evaluate(board).raw())
                .sum::<i32>()
        });
}
