//! Balanced openings of Gomoku, as moves.

use std::collections::HashSet;

use regence_core::game::{Balance, Game};
use regence_gomoku::{Move, Point, RuleSet, Size};
use regence_gomoku_search::Gomoku;
use regence_gomoku_search::game::RuleAndSize;

use super::balanced::{Openings, SURE_NODES};
use crate::error::LabError;
use crate::provenance::{on_large_stack, say};

/// What `openings gomoku` is told.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// The rule set: freestyle, standard, renju, caro, standard-caro or ninuki
    #[arg(long, default_value = "freestyle")]
    rule: RuleSet,
    /// The side of the board; by default 15, in ninuki 19
    #[arg(long)]
    size: Option<u8>,
    /// How many openings
    #[arg(long, default_value_t = 100)]
    count: usize,
    /// Nodes for the thought whether an opening is level: more than the players will have for a move
    #[arg(long, default_value_t = SURE_NODES)]
    nodes: u64,
    /// Another seed makes other openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Prints openings, one a line as moves; none is another one turned or mirrored.
pub fn run(options: &Options) -> Result<(), LabError> {
    let setup = RuleAndSize::new(options.rule, options.size).map_err(LabError::new)?;
    let (count, seed) = (options.count, options.seed);
    let balance = Balance {
        nodes: options.nodes,
        ..Gomoku::BALANCE
    };
    on_large_stack(move || {
        let mut openings = Openings::<Gomoku>::with(seed, balance);
        let mut seen = HashSet::new();
        for number in 0.. {
            if seen.len() == count {
                break;
            }
            let board = openings.get(&setup, number);
            let moves: Vec<Move> = board.moves().into_iter().flatten().collect();
            if seen.insert(canonical(setup.size, &moves)) {
                let words: Vec<String> = moves.iter().map(Move::to_string).collect();
                say(&format!("{}\n", words.concat()));
            }
        }
    })
}

/// The same for all eight ways to look at an opening, in whatever order a side's stones came.
fn canonical(size: Size, moves: &[Move]) -> Vec<(u8, u8, usize)> {
    let last = size.width() - 1;
    let turned = |point: Point, way: usize| {
        let (x, y) = (point.x(), point.y());
        let (x, y) = if way & 1 != 0 { (y, x) } else { (x, y) };
        let x = if way & 2 != 0 { last - x } else { x };
        let y = if way & 4 != 0 { last - y } else { y };
        (x, y)
    };
    let seen_from = |way: usize| {
        let mut stones: Vec<_> = (0..moves.len())
            .map(|ply| {
                let (x, y) = turned(moves[ply].point(), way);
                (x, y, ply % 2)
            })
            .collect();
        stones.sort_unstable();
        stones
    };
    (0..8).map(seen_from).min().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turned_opening_is_the_same_one() {
        let size = Size::square(15).unwrap();
        let same = |a: &str, b: &str| {
            let [a, b] = [a, b].map(|text| canonical(size, &size.parse_moves(text).unwrap()));
            a == b
        };
        assert!(same("h8i9j8", "h8g9h10"));
        assert!(same("h8i9j8", "j8i9h8"));
        assert!(!same("h8i9j8", "h8i9k8"));
    }
}
