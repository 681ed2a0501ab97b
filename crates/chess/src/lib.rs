//! The rules of chess: positions, legal moves, notation.
//!
//! [`Board`] is a valid position and the heart of the crate; [`Move`] and [`MoveList`] are what it gives and
//! takes. [`attacks`] has the lookup tables, [`perft()`] proves the whole.

#![warn(missing_docs)]

pub mod attacks;
mod bitboard;
mod board;
mod checks;
pub mod chess960;
mod cuckoo;
mod fen;
mod game;
mod make;
mod movegen;
mod moves;
mod perft;
mod repetition;
pub mod rng;
mod san;
pub mod see;
mod setup;
mod sides;
mod text;
mod types;
mod uci;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use board::{Board, Keys};
pub use checks::Checks;
pub use fen::write_placement;
pub use game::{Game, Outcome};
pub use moves::{Move, MoveList};
pub use perft::{divide, perft};
pub use repetition::{is_repetition, upcoming_repetition};
pub use setup::{FenError, FenField, Setup};
pub use types::{CastlingSide, Color, File, Piece, PieceKind, Rank, Square, SquareError};
pub use uci::MoveTextError;
