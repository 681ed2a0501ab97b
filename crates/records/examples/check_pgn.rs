//! Reads PGN files and says what is wrong with them:
//! `cargo run --release -p regence-records --example check_pgn -- games.pgn`

use std::error::Error;
use std::fs::File;
use std::time::Instant;

use regence_records::pgn::Reader;

fn main() -> Result<(), Box<dyn Error>> {
    for path in std::env::args().skip(1) {
        let started = Instant::now();
        let (mut good, mut bad, mut moves) = (0u64, 0u64, 0u64);
        for game in Reader::new(File::open(&path)?) {
            match game {
                Ok(game) => {
                    good += 1;
                    moves += game.moves().len() as u64;
                }
                Err(error) => {
                    bad += 1;
                    println!("{path}: {error}");
                }
            }
        }
        let seconds = started.elapsed().as_secs_f64();
        println!("{path}: {good} games with {moves} moves, {bad} bad games, {seconds:.2} s");
    }
    Ok(())
}
