//! Régence in the browser: the server of the page.
//!
//! [`Server`] serves the page and carries messages between it and its boards (`regence_board`), which know the rules,
//! the clocks and the searches. Everything asynchronous is in `server`, `connections` and `socket`; searches run on
//! plain threads (`thinker`) that take turns (`turns`). `docs/web.md` has the protocol.

mod archive;
mod assets;
mod connections;
mod guard;
mod memory;
mod server;
mod socket;
mod thinker;
mod turns;

pub use archive::data_folder;
pub use regence_board::Tables;
pub use server::{Census, MAX_BOARDS, Options, ServeError, Server};
