//! A search beside the lines: whoever obeyed `go` runs it, and another thread can stop it.

use crate::input::Job;
use crate::output::Output;
use regence_chess_search as chess;
use regence_core::Shared;
use regence_core::pool::STACK_BYTES;
use regence_session::uci::{Task, search};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;

/// The numbers of the search in a conversation: constants, or options of the protocol in a build for tuning.
#[cfg(not(feature = "tunable"))]
type Numbers = regence_core::config::Shipped;
#[cfg(feature = "tunable")]
type Numbers = regence_core::config::Lab<chess::Chess>;

/// The engine of a conversation.
pub type Engine = chess::Engine<Numbers>;

/// The engine and, while it searches, what the search can be told.
#[derive(Debug)]
pub struct Searcher {
    engine: Arc<Mutex<Engine>>,
    running: Option<Running>,
    output: Output,
}

struct Running {
    /// The search, until somebody runs it.
    job: Option<Job>,
    shared: Arc<Shared>,
    /// Set before the answer is printed: whoever has seen the answer finds the engine idle.
    is_done: Arc<AtomicBool>,
    answered: Arc<Latch>,
    ends_by_itself: bool,
}

/// Opens once, for all who wait.
#[derive(Debug, Default)]
struct Latch(Mutex<bool>, Condvar);

impl Latch {
    fn wait(&self) {
        let mut is_open = lock(&self.0);
        while !*is_open {
            is_open = self.1.wait(is_open).unwrap_or_else(|e| e.into_inner());
        }
    }
}

/// Opens a latch at its end, also where a search was never run.
struct Opener(Arc<Latch>);

impl Drop for Opener {
    fn drop(&mut self) {
        *lock(&self.0.0) = true;
        self.0.1.notify_all();
    }
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

    /// Begins a search, which [`Searcher::take_job`] gives out to be run; one that still runs is stopped first, and
    /// answers first. `share` makes what that many threads have in common; the caller's clock is in it, begun when the
    /// command came.
    pub fn start(&mut self, task: Task, share: impl FnOnce(usize) -> Arc<Shared>) {
        self.stop();
        self.wait();
        let shared = share(lock(&self.engine).threads());
        let is_done = Arc::new(AtomicBool::new(false));
        let answered = Arc::new(Latch::default());
        let ends_by_itself = task.ends_by_itself;
        let job = {
            let (engine, output) = (self.engine.clone(), self.output.clone());
            let (shared, is_done) = (shared.clone(), is_done.clone());
            let opener = Opener(answered.clone());
            move || {
                let _opener = opener;
                let told = output.for_sessions();
                let answer = search(&mut lock(&engine), &task, &shared, &told);
                is_done.store(true, Ordering::Release);
                output.print(&answer);
            }
        };
        self.running = Some(Running {
            job: Some(Box::new(job)),
            shared,
            is_done,
            answered,
            ends_by_itself,
        });
    }

    /// The search that has begun, if nobody runs it yet.
    pub fn take_job(&mut self) -> Option<Job> {
        self.running.as_mut()?.job.take()
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

    /// Waits for the answer. A search that nobody runs yet is run here.
    fn wait(&mut self) {
        if let Some(job) = self.take_job() {
            job();
        }
        if let Some(running) = self.running.take() {
            running.answered.wait();
        }
    }
}

impl std::fmt::Debug for Running {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Running").finish_non_exhaustive()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|e| e.into_inner())
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
