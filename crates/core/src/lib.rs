//! The search driver: everything a search needs that is not about one game.
//!
//! It knows no game and prints nothing. A game brings a [`iterative_deepening::RootSearch`]; this crate brings
//! the transposition table, iterative deepening with aspiration windows, the time manager, the
//! signals that end a search, the threads, and the configurations that switch techniques on and off.

#![warn(missing_docs)]

pub mod bench;
pub mod config;
pub mod engine;
pub mod event;
pub mod game;
pub mod history_entry;
pub mod host;
pub mod iterative_deepening;
pub mod lag;
pub mod limiter;
pub mod limits;
pub mod memory;
pub mod plain;
pub mod pool;
pub mod pv;
pub mod report;
pub mod request;
pub mod root;
pub mod steps;
pub mod strength;
pub mod time_manager;
pub mod tracer;
pub mod transposition_table;
pub mod value;
mod vote;

pub use engine::{Engine, GameSearch, ThreadsError};
pub use limiter::{Limiter, Shared, Stopped};
pub use limits::Limits;
pub use report::{NoObserver, Observer, Report};
pub use request::Request;
pub use transposition_table::{Entry, TranspositionTable, prefetch};
pub use value::{Bound, MAX_PLY, Value, Window};
