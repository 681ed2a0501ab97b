//! A search beside the reader: it has a thread of its own, and the reader can stop it.

use crate::output::Output;
use regence_chess::{Board, Move};
use regence_chess_search::tablebase::Endgames;
use regence_chess_search::{ChessEngine, Engine, Job, wdl};
use regence_core::pool::STACK_BYTES;
use regence_core::{Observer, Report, Shared};
use regence_protocol::uci::answer;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Before this, lines about the current root move would only be noise.
const CURRENT_MOVE_AFTER: Duration = Duration::from_secs(3);

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

/// What a search is asked for.
#[derive(Debug)]
pub struct Task {
    pub job: Job,
    pub style: Style,
    /// Whether it ends without `stop` and `ponderhit`.
    pub ends_by_itself: bool,
    /// Why there is no position to search: then the answer is no move.
    pub refusal: Option<String>,
}

/// How a search's lines are written.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    pub chess960: bool,
    pub show_wdl: bool,
    /// Say more about how the search went.
    pub debug: bool,
}

impl Searcher {
    pub fn new(output: Output) -> Searcher {
        Searcher {
            engine: Arc::new(Mutex::new(Engine::new())),
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
            let (engine, output) = (self.engine.clone(), self.output.clone());
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

/// Searches and returns the answer to `go`.
fn search(engine: &mut Engine, task: &Task, shared: &Arc<Shared>, output: &Output) -> String {
    let board = *task.job.position.board();
    if let Some(reason) = &task.refusal {
        output.print(&answer::message(reason));
        return answer_none(task, shared);
    }
    let mut reporter = Reporter {
        board,
        style: task.style,
        endgames: engine.endgames().cloned(),
        output,
    };
    // A search that is done has stopped its signals, and could not wait for them any more: so this is asked first.
    let found = match board.has_legal_move() {
        true => engine.search(&task.job, shared, &mut reporter),
        false => None,
    };
    let Some(outcome) = found else {
        output.print(&answer::game_over(&board));
        output.print(&answer::message("there is no legal move in this position"));
        return answer_none(task, shared);
    };
    if task.style.debug {
        let count = outcome.aspiration;
        output.print(&answer::message(&format!(
            "depth {} done; the first aspiration window held {} times of {}",
            outcome.depth, count.first_try, count.tries
        )));
    }
    let chess960 = task.style.chess960;
    let best = board.move_to_uci(outcome.best.mv, chess960);
    let ponder = outcome
        .ponder()
        .map(|mv| board.make(outcome.best.mv).move_to_uci(mv, chess960));
    answer::best_move(Some(&best), ponder.as_deref())
}

/// The answer where there is no move. Even so, some searches must not answer before they are told to.
fn answer_none(task: &Task, shared: &Shared) -> String {
    if task.job.limits.infinite {
        shared.signals.wait_for_release(false);
    } else if task.job.limits.ponder {
        shared.signals.wait_for_release(true);
    }
    answer::best_move(None, None)
}

/// Writes a search's progress.
struct Reporter<'a> {
    board: Board,
    style: Style,
    endgames: Option<Endgames>,
    output: &'a Output,
}

impl Observer<Move> for Reporter<'_> {
    fn line(&mut self, report: &Report<'_, Move>) {
        let wdl = self
            .style
            .show_wdl
            .then(|| wdl::wdl(report.value, &self.board));
        let hits = self.endgames.as_ref().map(Endgames::hits);
        let seen = Report {
            value: wdl::normalised(report.value, &self.board),
            ..report.clone()
        };
        let text = answer::info(&seen, &self.board, self.style.chess960, wdl, hits);
        self.output.print(&text);
    }

    fn current_move(&mut self, depth: i32, mv: Move, number: usize, time: Duration) {
        if time >= CURRENT_MOVE_AFTER {
            let mv = self.board.move_to_uci(mv, self.style.chess960);
            self.output
                .print(&answer::current_move(depth, &mv, number, time));
        }
    }
}
