//! The deepening machine: everything a search needs that is not about one game.
//!
//! It knows no game and prints nothing. A game brings a [`deepen::RootSearch`]; this crate brings
//! the transposition table, iterative deepening with aspiration windows, the time manager, the
//! signals that end a search, the threads, and the knobs that switch techniques on and off.

pub mod deepen;
pub mod engine;
pub mod event;
pub mod gravity;
pub mod knobs;
pub mod limits;
pub mod plain;
pub mod pool;
pub mod pv;
pub mod report;
pub mod request;
pub mod root;
pub mod steps;
pub mod strength;
pub mod table;
pub mod tell;
pub mod time;
pub mod value;
mod vote;
pub mod watch;

pub use engine::{Engine, GameSearch, ThreadsError};
pub use limits::Limits;
pub use report::{NoObserver, Observer, Report};
pub use request::Request;
pub use table::{Entry, Table};
pub use value::{Bound, MAX_PLY, Value, Window};
pub use watch::{Shared, Stopped, Watch};
