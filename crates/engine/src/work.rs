//! Work beside the lines that is no search: files that are loaded, perft and bench.

use crate::session::Session;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// `isready` waits for a file that is being loaded, but not longer.
const READY_AFTER: Duration = Duration::from_secs(1);

/// A file that takes longer is given up: it lies on a disk that does not answer.
const GIVEN_UP_AFTER: Duration = Duration::from_secs(10);

/// What is done with a result of work.
pub type Done = Box<dyn FnOnce(&mut Session) + Send>;

/// The result of work, for the session that asked for it.
pub struct Finished {
    pub number: u64,
    pub done: Done,
}

/// How finished work reaches the thread of its session.
pub type Notify = Arc<dyn Fn(Finished) + Send + Sync>;

/// Work under way.
#[derive(Debug)]
pub struct Work {
    /// Which it is, so that the result of work that was given up is known for what it is.
    pub number: u64,
    pub what: String,
    /// Whether a file is loaded. Such work can be given up, and `quit` does not wait for it.
    pub is_load: bool,
    /// How many `isready` wait.
    pub asked_ready: usize,
    started: Instant,
    cancel: Arc<AtomicBool>,
}

impl Work {
    pub fn new(number: u64, what: &str, is_load: bool) -> Work {
        Work {
            number,
            what: what.to_string(),
            is_load,
            asked_ready: 0,
            started: Instant::now(),
            cancel: Arc::new(AtomicBool::new(false)),
        }
    }

    /// Set when the result is not wanted any more.
    pub fn cancel_flag(&self) -> Arc<AtomicBool> {
        self.cancel.clone()
    }

    pub fn cancel(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }

    /// Whether `isready` is answered before the work is done.
    pub fn is_ready_anyway(&self) -> bool {
        self.is_load && self.started.elapsed() >= READY_AFTER
    }

    pub fn is_to_be_given_up(&self) -> bool {
        self.is_load && self.started.elapsed() >= GIVEN_UP_AFTER
    }

    /// How long to wait before one of these two may have changed.
    pub fn patience(&self) -> Duration {
        if !self.is_load {
            return Duration::MAX;
        }
        let due = match self.asked_ready {
            0 => GIVEN_UP_AFTER,
            _ => READY_AFTER,
        };
        // Never zero: who waits for nothing would turn in circles.
        due.saturating_sub(self.started.elapsed())
            .max(Duration::from_millis(1))
    }
}

impl fmt::Debug for Finished {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Finished").finish_non_exhaustive()
    }
}
