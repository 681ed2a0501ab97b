//! An output that keeps the lines of a UCI search until its answer.
//!
//! The console's readers take a pause for the end of an answer, so a search with an end of its own must not speak
//! before it has one. A GUI does not mind to hear of all iterations at once.

use crate::output::Output;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// Whether `info` lines are kept for now.
#[derive(Clone, Debug, Default)]
pub struct Hold(Arc<AtomicBool>);

impl Hold {
    /// Keeps `info` lines until the next `bestmove`, or lets them through.
    pub fn set(&self, keep: bool) {
        self.0.store(keep, Ordering::Release);
    }
}

struct Held {
    hold: Hold,
    kept: String,
    output: Output,
}

/// An output that passes everything on to another, `info` lines when they are due.
pub fn held_output(output: Output, hold: Hold) -> Output {
    let held = Held {
        hold,
        kept: String::new(),
        output,
    };
    Output::to(Arc::new(Mutex::new(held)))
}

impl Write for Held {
    /// Texts come whole, as `Output` writes them.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        let is_kept = self.hold.0.load(Ordering::Acquire) && text.starts_with("info ");
        if is_kept {
            self.kept.push_str(&text);
        } else if text.starts_with("bestmove") {
            self.hold.set(false);
            let kept = std::mem::take(&mut self.kept);
            self.output.print(format!("{kept}{text}").trim_end());
        } else {
            self.output.print(text.trim_end());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_comes_with_the_answer() {
        let bytes = Arc::new(Mutex::new(Vec::<u8>::new()));
        let hold = Hold::default();
        let output = held_output(Output::to(bytes.clone()), hold.clone());
        let text = || String::from_utf8(bytes.lock().unwrap().clone()).unwrap();
        output.print("info depth 1");
        hold.set(true);
        output.print("info depth 2");
        output.print("readyok");
        assert_eq!(text(), "info depth 1\nreadyok\n");
        output.print("bestmove e2e4");
        output.print("info string done");
        assert_eq!(
            text(),
            "info depth 1\nreadyok\ninfo depth 2\nbestmove e2e4\ninfo string done\n"
        );
    }
}
