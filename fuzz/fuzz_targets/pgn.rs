//! Any bytes as PGN: never a panic, and the games that are accepted must come back the same, in the same text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use regence_records::pgn::{Game, Reader, write_game};

fn write(games: &[Game]) -> Vec<u8> {
    let mut text = Vec::new();
    for game in games {
        write_game(&mut text, game).unwrap();
    }
    text
}

fuzz_target!(|bytes: &[u8]| {
    let games: Vec<Game> = Reader::new(bytes).flatten().collect();
    let text = write(&games);
    let again: Vec<Game> = Reader::new(text.as_slice()).map(Result::unwrap).collect();
    assert!(again == games);
    assert_eq!(write(&again), text);
});
