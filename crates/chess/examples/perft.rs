//! `cargo run --release -p regence-chess --example perft -- [depth] [FEN]`: leaf counts and speed.

use std::env;
use std::error::Error;
use std::time::Instant;

use regence_chess::{Board, perft};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = env::args().skip(1);
    let depth: u32 = args.next().map_or(Ok(6), |text| text.parse())?;
    let fen = args.collect::<Vec<_>>().join(" ");
    let board = if fen.is_empty() {
        Board::startpos()
    } else {
        Board::from_fen(&fen)?
    };
    let start = Instant::now();
    let nodes = perft(&board, depth);
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{nodes} nodes in {seconds:.3} s, {:.0} million a second",
        nodes as f64 / seconds / 1e6
    );
    Ok(())
}
