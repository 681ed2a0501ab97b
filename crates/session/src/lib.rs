//! What the engine does in a conversation, one line at a time. Whoever brings the lines brings the threads, too: the native
//! program reads beside the search, a page in a browser has one thread for both.

pub mod control;
pub mod gomocup;
pub mod uci;

use std::fmt;
use std::sync::Arc;

/// The name and version that the engine goes by, in plain ASCII: not every reader knows more.
pub const NAME: &str = concat!("Regence ", env!("CARGO_PKG_VERSION"));

/// Where lines go, whichever thread speaks.
#[derive(Clone)]
pub struct Output(Arc<dyn Fn(&str) + Send + Sync>);

impl Output {
    /// `print` is given a text of one or more lines, without the end of the last.
    pub fn new(print: impl Fn(&str) + Send + Sync + 'static) -> Output {
        Output(Arc::new(print))
    }

    pub fn print(&self, text: &str) {
        (self.0)(text);
    }
}

impl fmt::Debug for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Output")
    }
}
