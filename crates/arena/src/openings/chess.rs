//! Balanced openings of chess: random moves that a short search calls level, as EPD.

use std::collections::HashSet;

use regence_chess::Board;
use regence_chess_search::Chess;
use regence_chess_search::game::Usual;
use regence_records::epd::Epd;

use crate::error::LabError;
use crate::openings::balanced::Openings;
use crate::provenance::{on_large_stack, say};

/// What `openings chess` is told.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// How many openings
    #[arg(long, default_value_t = 100)]
    count: usize,
    /// Another seed makes other openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Prints positions, one a line.
pub fn run(options: &Options) -> Result<(), LabError> {
    let (count, seed) = (options.count, options.seed);
    on_large_stack(move || {
        for board in boards(seed).take(count) {
            say(&format!("{}\n", Epd::new(board)));
        }
    })
}

/// Positions without end, none of them twice, whatever moves led to it: those of a match with this seed, in order.
fn boards(seed: u64) -> impl Iterator<Item = Board> {
    let mut openings = Openings::<Chess>::new(seed);
    let mut seen = HashSet::new();
    (0..)
        .map(move |number| *openings.get(&Usual, number).board())
        .filter(move |board| seen.insert(board.key()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_records::epd;

    #[test]
    fn positions_differ_and_are_read_back() {
        let lines: Vec<String> = boards(3)
            .take(30)
            .map(|b| Epd::new(b).to_string())
            .collect();
        let text = lines.join("\n");
        let read: Vec<Board> = epd::Reader::new(text.as_bytes())
            .map(|line| *line.expect("a position").board())
            .collect();
        assert_eq!(read, boards(3).take(30).collect::<Vec<_>>());
        let keys: HashSet<u64> = read.iter().map(Board::key).collect();
        assert_eq!(keys.len(), 30);
        assert_ne!(boards(4).next(), boards(3).next());
    }
}
