//! Training games: what is written is read, by us and by the crate whose format it is.

use regence_chess::rng::SplitMix64;
use regence_chess::{Board, Color, Game};
use regence_records::training::{ScoredMove, TrainingError, TrainingGame};
use viriformat::dataformat::Game as ViriGame;

fn random_game(seed: u64, start: Board) -> TrainingGame {
    let mut rng = SplitMix64::new(seed);
    let mut game = Game::new(start);
    let mut plies = Vec::new();
    while game.outcome().is_none() && plies.len() < 150 {
        let moves = game.board().legal_moves();
        let mv = moves[rng.below(moves.len() as u64) as usize];
        let score = rng.next_u64() as i16;
        plies.push(ScoredMove { mv, score });
        game.push(mv);
    }
    let winner = [None, Some(Color::White), Some(Color::Black)][rng.below(3) as usize];
    TrainingGame {
        start,
        winner,
        plies,
    }
}

/// Starts with castling rights, en passant, promotions at hand, and Black to move.
const STARTS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/PPP4k/8/2Pp4/8/8/4Kppp/8 w - d6 0 30",
    "r3k2r/8/8/8/1pP5/8/8/R3K2R b Kq c3 0 20",
];

fn games() -> Vec<TrainingGame> {
    (0..200)
        .map(|seed| {
            let fen = STARTS[seed as usize % STARTS.len()];
            random_game(seed, Board::from_fen(fen).expect("a position"))
        })
        .collect()
}

fn file(games: &[TrainingGame]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for game in games {
        game.write(&mut bytes).expect("memory takes everything");
    }
    bytes
}

#[test]
fn what_is_written_is_read() {
    let games = games();
    let bytes = file(&games);
    let sizes: usize = games.iter().map(TrainingGame::size).sum();
    assert_eq!(bytes.len(), sizes);
    let mut input = &bytes[..];
    for game in &games {
        assert_eq!(
            TrainingGame::read(&mut input).expect("a game").as_ref(),
            Some(game)
        );
    }
    assert_eq!(TrainingGame::read(&mut input).expect("an end"), None);
}

#[test]
fn the_crate_of_the_format_reads_the_same_positions() {
    for game in games() {
        let bytes = file(std::slice::from_ref(&game));
        let theirs = ViriGame::deserialise_from(&mut &bytes[..], Vec::new()).expect("a game");
        let mut seen = Vec::new();
        theirs.visit_positions(|board, score| seen.push((board.to_string(), score)));
        let placement = |fen: &str| fen.split(' ').next().unwrap_or_default().to_owned();
        let ours: Vec<_> = game
            .positions()
            .map(|(board, ply)| (placement(&board.to_fen()), i32::from(ply.score)))
            .collect();
        let theirs: Vec<_> = seen
            .iter()
            .map(|(fen, score)| (placement(fen), *score))
            .collect();
        assert_eq!(ours, theirs);
    }
}

#[test]
fn every_cut_and_damage_is_an_error_or_another_game_but_no_panic() {
    let bytes = file(&games()[..4]);
    for length in 1..bytes.len().min(600) {
        let mut input = &bytes[..length];
        loop {
            match TrainingGame::read(&mut input) {
                Ok(Some(_)) => continue,
                Ok(None) | Err(TrainingError::CutOff) => break,
                Err(other) => panic!("{length}: {other}"),
            }
        }
    }
    let mut rng = SplitMix64::new(1);
    for _ in 0..2000 {
        let mut damaged = bytes.clone();
        let at = rng.below(damaged.len() as u64) as usize;
        damaged[at] ^= 1 << rng.below(8);
        let mut input = &damaged[..];
        while let Ok(Some(_)) = TrainingGame::read(&mut input) {}
    }
}
