//! The move generator against published counts.

use regence_chess::{Board, divide, perft};

/// Runs every line of a list of `FEN ; depth ; leaves`.
fn check_all(list: &str) {
    for line in list.lines().filter(|line| !line.starts_with('#')) {
        let mut parts = line.split(';').map(str::trim);
        let mut next = || parts.next().expect("three parts a line");
        let (fen, depth, leaves) = (next(), next(), next());
        let board = Board::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let depth = depth.parse().expect("a depth");
        assert_eq!(
            perft(&board, depth).to_string(),
            leaves,
            "{fen} at depth {depth}"
        );
    }
}

#[test]
fn standard_positions_have_the_published_counts() {
    check_all(include_str!("data/perft-standard.txt"));
}

#[test]
fn chess960_positions_have_the_published_counts() {
    check_all(include_str!("data/perft-chess960.txt"));
}

#[test]
fn divide_adds_up_to_perft() {
    let board = Board::from_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -")
        .unwrap();
    let parts = divide(&board, 3);
    assert_eq!(parts.len(), 48);
    assert_eq!(parts.iter().map(|part| part.1).sum::<u64>(), 97862);
    assert!(divide(&board, 0).is_empty());
    assert_eq!(perft(&board, 0), 1);
}
