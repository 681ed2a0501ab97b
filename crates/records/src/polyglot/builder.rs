//! Making books.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::io::{self, Write};

use regence_chess::{Board, Move};

use super::entry::{self, Entry};
use super::key;

/// Collects moves for positions and writes them as a book.
#[derive(Clone, Debug, Default)]
pub struct Builder {
    /// The weights of moves, by the keys of the positions.
    positions: BTreeMap<u64, BTreeMap<u16, u64>>,
}

impl Builder {
    /// An empty book.
    pub fn new() -> Builder {
        Builder::default()
    }

    /// Adds weight to a move of a position.
    pub fn add(&mut self, board: &Board, mv: Move, weight: u32) -> Result<(), IllegalMove> {
        if !board.is_legal(mv) {
            return Err(IllegalMove {
                mv,
                fen: board.to_fen(),
            });
        }
        let moves = self.positions.entry(key(board)).or_default();
        *moves.entry(entry::encode(mv)).or_default() += u64::from(weight);
        Ok(())
    }

    /// For how many positions there are moves.
    pub fn positions(&self) -> usize {
        self.positions.len()
    }

    /// Writes the book: sorted by key, then by weight. Where weights are too large for the format, all weights of
    /// that position become smaller in proportion, but none becomes 0.
    pub fn write(&self, mut out: impl Write) -> io::Result<()> {
        for (&key, moves) in &self.positions {
            let largest = moves.values().copied().max().unwrap_or_default();
            let mut entries: Vec<_> = moves
                .iter()
                .map(|(&mv, &weight)| Entry::new(key, mv, scale(weight, largest)))
                .collect();
            entries.sort_by_key(|entry| std::cmp::Reverse(entry.weight()));
            for entry in entries {
                out.write_all(&entry.to_bytes())?;
            }
        }
        out.flush()
    }
}

/// A weight in sixteen bits when `largest` is the greatest of its position.
fn scale(weight: u64, largest: u64) -> u16 {
    const MOST: u64 = u16::MAX as u64;
    let scaled = match largest {
        0..=MOST => weight,
        _ => {
            let share = u128::from(weight) * u128::from(MOST) / u128::from(largest);
            (share as u64).max(weight.min(1))
        }
    };
    scaled.min(MOST) as u16
}

/// A move that cannot be put in a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    mv: Move,
    fen: String,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let IllegalMove { mv, fen } = self;
        write!(f, "{mv} is not a legal move in {fen}: expected a legal one")
    }
}

impl Error for IllegalMove {}
