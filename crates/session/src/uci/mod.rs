//! A UCI conversation.

mod search;
mod solo;

use crate::NAME;
use regence_protocol::uci::OptionSpec;
pub use search::{Style, Task, search};
pub use solo::Solo;

/// The answer to `uci`: who this is, and what can be set.
pub fn introduction(options: &[OptionSpec]) -> String {
    let mut text = format!("id name {NAME}\nid author the Regence developers\n");
    for option in options {
        text.push_str(&format!("{option}\n"));
    }
    text + "uciok"
}

/// The first few of the words, for a message.
pub fn shortened(words: &[String]) -> String {
    const SHOWN: usize = 5;
    let shown = words[..words.len().min(SHOWN)].join(" ");
    match words.len().saturating_sub(SHOWN) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
