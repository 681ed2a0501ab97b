//! What a trace has to know of a game: how to search it, and its words.

mod chess;
mod gomoku;

use std::fmt::{Debug, Display};
use std::sync::Arc;

use regence_core::config::{Catalogue, Config};
use regence_core::event::MoveBits;
use regence_core::iterative_deepening::Outcome;
use regence_core::{Shared, Value};
use serde_json::{Map, Value as Json};

use crate::config::Inquiry;
use crate::error::TraceError;

/// The configuration of a search and what it found; nothing if there is no legal move.
pub type Searched<K, G> = (K, Option<Outcome<<G as Game>::Move>>);

/// A game whose search can be looked into; named by the catalogue of its techniques.
pub trait Game: Catalogue + Debug + Eq {
    type Move: Copy + Eq + Debug + Display + Send;
    type Board: Clone + Debug + Send;

    /// What scores are counted in.
    const UNIT: &'static str;
    /// A move is refuted if it costs this much and no clear advantage is left; else it is only not the best.
    const REFUTED_BY: i32;
    /// Which moves are not even looked at.
    const OVERLOOKED: &'static str;

    /// None if no move has these bits.
    fn move_of(bits: MoveBits) -> Option<Self::Move>;
    /// The board after a legal move.
    fn after(board: &Self::Board, mv: Self::Move) -> Self::Board;
    /// The board with the other side to move.
    fn after_pass(board: &Self::Board) -> Self::Board;
    fn is_legal(board: &Self::Board, mv: Self::Move) -> bool;
    fn legal_moves(board: &Self::Board) -> Vec<Self::Move>;
    /// Whether a move belongs to those that are passed over together.
    fn is_quiet(board: &Self::Board, mv: Self::Move) -> bool;

    /// A move as people write it.
    fn name(board: &Self::Board, mv: Self::Move) -> String;
    fn read(board: &Self::Board, word: &str) -> Result<Self::Move, String>;
    /// The side to move.
    fn side(board: &Self::Board) -> &'static str;
    /// How a finished game ended, where the last move does not say it.
    fn end(board: &Self::Board) -> Option<&'static str>;
    /// What it means that the side to move has no move.
    fn no_moves(board: &Self::Board) -> String;
    /// A difference of scores, without a sign.
    fn amount(points: i32) -> String;
    /// A score: `+0.35`, `mate in 3`.
    fn score(value: Value) -> String;
    /// The position as data.
    fn position(board: &Self::Board) -> Map<String, Json>;

    /// Runs a search with this configuration, which comes back.
    fn search<K: Config<Self>>(
        inquiry: &Inquiry<Self>,
        config: K,
        shared: &Arc<Shared>,
    ) -> Result<Searched<K, Self>, TraceError>;
}

fn no_table(error: impl Display) -> TraceError {
    TraceError::new(format!("the table: {error}"))
}
