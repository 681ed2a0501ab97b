//! A search beside the reader: it has a thread of its own, and the reader can stop it.

use crate::output::Output;
use regence_chess_search as chess;
use regence_core::Shared;
use regence_core::pool::STACK_BYTES;
use regence_protocol::uci::answer;
use regence_session::uci::{Task, search};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};

/// The numbers of the search in a conversation: constants, or options of the protocol in a build for tuning.
#[cfg(not(feature = "tunable"))]
type Numbers = regence_core::config::Shipped;
#[cfg(feature = "tunable")]
type Numbers = regence_core::config::Lab<chess::Chess>;

/// The engine of a conversation.
pub type Engine = chess::Engine<Numbers>;

/// The engine and, while it searches, its thread.
#[derive(Debug)]
pub struct Searcher {
    engine: Arc<Mutex<Engine>>,
    running: Option<Running>,
    output: Output,
}

struct Running {
    thread: JoinHandle<()>,
    shared: Arc<Shared>,
    /// Set before the answer is printed: whoever has seen the answer finds the engine idle.
    is_done: Arc<AtomicBool>,
    ends_by_itself: bool,
}

impl Searcher {
    pub fn new(output: Output) -> Searcher {
        Searcher {
            engine: Arc::new(Mutex::new(Engine::with_config(Numbers::default()))),
            running: None,
            output,
        }
    }

    /// The engine, unless it is searching.
    pub fn engine(&self) -> Option<MutexGuard<'_, Engine>> {
        match self.is_searching() {
            true => None,
            false => Some(lock(&self.engine)),
        }
    }

    /// The engine for a search that another thread makes; while it runs, [`Searcher::engine`] waits for it.
    pub fn shared_engine(&self) -> Arc<Mutex<Engine>> {
        self.engine.clone()
    }

    pub fn is_searching(&self) -> bool {
        let is_done = |running: &Running| running.is_done.load(Ordering::Acquire);
        self.running
            .as_ref()
            .is_some_and(|running| !is_done(running))
    }

    /// Starts a search; one that still runs is stopped first, and answers first. `share` makes what
    /// that many threads have in common; the caller's clock is in it, begun when the command came.
    pub fn start(&mut self, task: Task, share: impl FnOnce(usize) -> Arc<Shared>) {
        self.stop();
        self.wait();
        let shared = share(lock(&self.engine).threads());
        let is_done = Arc::new(AtomicBool::new(false));
        let ends_by_itself = task.ends_by_itself;
        let work = {
            let (engine, output) = (self.engine.clone(), self.output.for_sessions());
            let (shared, is_done) = (shared.clone(), is_done.clone());
            move || {
                let answer = search(&mut lock(&engine), &task, &shared, &output);
                is_done.store(true, Ordering::Release);
                output.print(&answer);
            }
        };
        let builder = thread::Builder::new()
            .name("search".into())
            .stack_size(STACK_BYTES);
        match builder.spawn(work) {
            Ok(thread) => {
                self.running = Some(Running {
                    thread,
                    shared,
                    is_done,
                    ends_by_itself,
                });
            }
            Err(error) => {
                let text = format!("cannot search: the system refused a thread: {error}");
                self.output.print(&answer::message(&text));
            }
        }
    }

    /// Gives an answer that needs no search; one that still runs is stopped and answers first.
    pub fn answer_at_once(&mut self, answer: &str) {
        self.stop();
        self.wait();
        self.output.print(answer);
    }

    /// Tells a running search to answer.
    pub fn stop(&self) {
        if let Some(running) = &self.running {
            running.shared.signals.stop();
        }
    }

    /// Tells a pondering search that the expected move was played; false if there is none.
    pub fn ponder_hit(&self) -> bool {
        let running = self
            .running
            .as_ref()
            .filter(|r| r.shared.signals.is_pondering());
        if let Some(running) = running {
            running.shared.signals.ponder_hit();
        }
        running.is_some()
    }

    /// Nobody will say `stop` any more: lets a search that ends by itself end, stops any other, and
    /// waits for the answer.
    pub fn finish(&mut self) {
        if self.running.as_ref().is_some_and(|r| !r.ends_by_itself) {
            self.stop();
        }
        self.wait();
    }

    fn wait(&mut self) {
        if let Some(running) = self.running.take() {
            // A panic of the thread has ended the process already.
            let _ = running.thread.join();
        }
    }
}

impl std::fmt::Debug for Running {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Running").finish_non_exhaustive()
    }
}

fn lock(engine: &Mutex<Engine>) -> MutexGuard<'_, Engine> {
    engine.lock().unwrap_or_else(|e| e.into_inner())
}

/// Runs `work` with the stack that a deep search needs, and waits for it.
pub fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| {
        let builder = thread::Builder::new().stack_size(STACK_BYTES);
        match builder
            .spawn_scoped(scope, work)
            .map(|thread| thread.join())
        {
            Ok(Ok(result)) => result,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => {
                eprintln!("regence: the system refused a thread: {error}");
                std::process::exit(1);
            }
        }
    })
}
