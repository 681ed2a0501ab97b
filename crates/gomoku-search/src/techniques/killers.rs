//! Killer moves (KM).
//!
//! Idea: a move that refuted one line at this ply often refutes its sister lines.
//! Guard: two are kept for each ply; fours are not, for they come early anyway.
//! Danger: a killer may not be playable in another position; only generated moves are given the bonus.
//! Parameters: none.

use crate::Gomoku;
use crate::eval::Play;
use crate::search::Search;
use crate::techniques::Technique;
use regence_core::config::Config;
use regence_core::steps::killers::Killers;
pub use regence_core::steps::killers::learn;
use regence_gomoku::Move;

pub fn of<R: Play, K: Config<Gomoku>>(search: &mut Search<'_, R, K>, ply: usize) -> Killers<Move> {
    match search.config.on(Technique::Killers) {
        true => search.frame(ply).killers,
        false => [None; 2],
    }
}
