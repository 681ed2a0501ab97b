//! How fast the rules are: `cargo bench -p regence-chess`.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use regence_chess::{Board, Move, MoveList, perft};

const FENS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];

fn main() {
    divan::main();
}

fn boards() -> Vec<Board> {
    FENS.iter()
        .map(|fen| Board::from_fen(fen).expect("a valid FEN"))
        .collect()
}

/// All legal moves of all boards.
fn moves() -> Vec<(Board, Move)> {
    boards()
        .iter()
        .flat_map(|board| {
            board
                .legal_moves()
                .to_vec()
                .into_iter()
                .map(|mv| (*board, mv))
        })
        .collect()
}

#[divan::bench(args = [("start", 0, 5), ("kiwipete", 1, 4), ("middlegame", 2, 4), ("endgame", 3, 5)])]
fn perft_of(bencher: Bencher, (_, index, depth): (&str, usize, u32)) {
    let board = boards()[index];
    bencher
        .counter(ItemsCount::new(perft(&board, depth)))
        .bench(|| perft(black_box(&board), depth));
}

#[divan::bench]
fn make(bencher: Bencher) {
    let moves = moves();
    bencher.counter(ItemsCount::new(moves.len())).bench(|| {
        for (board, mv) in &moves {
            black_box(board.make(black_box(*mv)));
        }
    });
}

#[divan::bench]
fn generate_all(bencher: Bencher) {
    let boards = boards();
    bencher.counter(ItemsCount::new(boards.len())).bench(|| {
        for board in &boards {
            black_box(black_box(board).legal_moves());
        }
    });
}

#[divan::bench]
fn generate_noisy(bencher: Bencher) {
    let boards = boards();
    let mut list = MoveList::new();
    bencher
        .counter(ItemsCount::new(boards.len()))
        .bench_local(|| {
            for board in &boards {
                list.clear();
                black_box(board).generate_noisy(&mut list);
                black_box(&list);
            }
        });
}

#[divan::bench]
fn count_legal(bencher: Bencher) {
    let boards = boards();
    bencher.counter(ItemsCount::new(boards.len())).bench(|| {
        for board in &boards {
            black_box(black_box(board).count_legal());
        }
    });
}

#[divan::bench]
fn is_legal(bencher: Bencher) {
    let moves = moves();
    bencher.counter(ItemsCount::new(moves.len())).bench(|| {
        for (board, mv) in &moves {
            black_box(board.is_legal(black_box(*mv)));
        }
    });
}

#[divan::bench]
fn gives_check(bencher: Bencher) {
    let moves = moves();
    bencher.counter(ItemsCount::new(moves.len())).bench(|| {
        for (board, mv) in &moves {
            black_box(board.gives_check(black_box(*mv)));
        }
    });
}

#[divan::bench]
fn see_ge_zero(bencher: Bencher) {
    let captures: Vec<_> = moves()
        .into_iter()
        .filter(|(board, mv)| board.is_capture(*mv))
        .collect();
    bencher.counter(ItemsCount::new(captures.len())).bench(|| {
        for (board, mv) in &captures {
            black_box(board.see_ge(black_box(*mv), 0));
        }
    });
}

#[divan::bench]
fn see_exact(bencher: Bencher) {
    let captures: Vec<_> = moves()
        .into_iter()
        .filter(|(board, mv)| board.is_capture(*mv))
        .collect();
    bencher.counter(ItemsCount::new(captures.len())).bench(|| {
        for (board, mv) in &captures {
            black_box(board.see(black_box(*mv)));
        }
    });
}
