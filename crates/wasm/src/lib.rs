//! Régence without an operating system: a board of the page, or an engine, on the one thread of a worker.
//!
//! A [`Player`] hears lines and says lines, and works in between. Its host calls it back from within a search
//! ([`regence_core::host`]), so that what it is told is heard while it thinks. The messages of a [`page::Page`] are those
//! of the native server.

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod abi;
pub mod engines;
pub mod page;

use std::fmt::Debug;
use std::time::Duration;

/// Where a player's lines go.
pub type Say = Box<dyn Fn(&str)>;

/// Whoever a host talks with. Everything may be called while [`Player::work`] runs, and returns at once then.
pub trait Player: Debug {
    /// Takes a line or a message.
    fn hear(&self, text: &str);

    /// Does what there is to do. It may take long.
    fn work(&self);

    /// Looks at the clock, and says when it has to be asked again.
    fn tick(&self) -> Option<Duration>;
}

/// The nodes of a game's standard bench: the fingerprint of its search.
pub fn bench(game: Game) -> u64 {
    match game {
        Game::Chess => {
            use regence_chess_search::{Engine, bench};
            bench::run(bench::DEPTH, &mut Engine::new()).nodes
        }
        Game::Gomoku => {
            use regence_gomoku_search::{Engine, bench};
            bench::run(bench::DEPTH, &mut Engine::new()).nodes
        }
    }
}

/// Which bench.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Game {
    Chess,
    Gomoku,
}
