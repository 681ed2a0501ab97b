//! How the reader stops a search that the player runs, or is about to run.

use regence_core::Shared;
use std::sync::{Arc, Mutex, MutexGuard};

#[derive(Default)]
struct State {
    running: Option<Arc<Shared>>,
    /// Searches for requests before this one are to answer at once.
    stopped_before: u64,
}

/// Shared by the reader and the player.
#[derive(Clone, Default)]
pub struct Control(Arc<Mutex<State>>);

impl Control {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(|e| e.into_inner())
    }

    /// `STOP` came as line `number`.
    pub fn stop(&self, number: u64) {
        let mut state = self.state();
        state.stopped_before = number;
        if let Some(running) = &state.running {
            running.signals.stop();
        }
    }

    /// A search for request `number` begins. It may have been stopped already, while it waited.
    pub fn begin(&self, number: u64, shared: &Arc<Shared>) {
        let mut state = self.state();
        if number < state.stopped_before {
            shared.signals.stop();
        }
        state.running = Some(shared.clone());
    }

    pub fn end(&self) {
        self.state().running = None;
    }
}

impl std::fmt::Debug for Control {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Control")
    }
}
