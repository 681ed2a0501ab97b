//! Killer moves (KM).
//!
//! Idea: a quiet move that refuted one line at this ply often refutes its sister lines.
//! Guard: quiet moves; two are kept for each ply.
//! Danger: a killer may be illegal in another position; the picker checks.
//! Parameters: none.

use crate::Chess;
use crate::search::Search;
use crate::techniques::Technique;
use regence_chess::Move;
use regence_core::config::Config;
use regence_core::steps::killers::Killers;
pub use regence_core::steps::killers::learn;

pub fn of<K: Config<Chess>>(search: &mut Search<'_, K>, ply: usize) -> Killers<Move> {
    match search.config.on(Technique::Killers) {
        true => search.frame(ply).killers,
        false => [None; 2],
    }
}
