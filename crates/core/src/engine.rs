//! The engine as protocols drive it: table, threads, and one search at a time, of any game.

use crate::config::{Catalogue, Config, Counting, Lab, Listening, Shipped};
use crate::iterative_deepening::{Aspiration, Outcome, Plan};
use crate::lag::Lag;
use crate::limiter::{Limiter, Shared};
use crate::memory;
use crate::pool::{MAX_THREADS, Pool, STACK_BYTES};
use crate::report::{Observer, Report};
use crate::request::Request;
use crate::root::Root;
use crate::strength::{self, FirstLines, Level};
use crate::time_manager::{self, Delays, Pace};
use crate::transposition_table::{DEFAULT_MEGABYTES, TableError, TranspositionTable};
use crate::value::Value;
use crate::vote::{Ballot, Ballots};
use std::fmt::{self, Debug};
use std::sync::Arc;
use std::time::Duration;

/// A game's search, as the engine drives it.
pub trait GameSearch: Catalogue + Debug {
    /// A position with what of its history matters.
    type Position: Clone + Debug + Send + Sync + 'static;
    /// A move; which position it belongs to is for the caller to know.
    type Move: Copy + PartialEq + Debug + Send + Sync + 'static;
    /// What all threads share and a user can change between searches.
    type Settings: Clone + Debug + Default + Send + Sync + 'static;
    /// What a thread keeps from search to search.
    type Memory: Send + 'static;

    /// A win is taken for the shortest once so many times its length have been searched: more than 1 where pruning
    /// may hide a shorter one.
    const PROOF_DEPTH: i32 = 1;

    /// The bytes of a [`GameSearch::Memory`], about.
    const MEMORY_BYTES: usize;

    /// The memory of a new thread.
    fn new_memory<K: Config<Self>>(settings: &Self::Settings, config: &K) -> Self::Memory;

    /// Forgets what belongs to the last game.
    fn clear_memory(memory: &mut Self::Memory);

    /// The moves to search, the most promising first.
    fn root<K: Config<Self>>(
        request: &Request<Self>,
        settings: &Self::Settings,
        config: &K,
    ) -> RootMoves<Self::Move>;

    /// The windows of the iterations; none for full ones.
    fn aspiration<K: Config<Self>>(config: &K) -> Option<Aspiration>;

    /// How freely the search deals with its clock.
    fn pace<K: Config<Self>>(_config: &K) -> Pace {
        Pace::default()
    }

    /// Our own moves in the game so far, for the time manager.
    fn moves_played(position: &Self::Position) -> u32;

    /// A number that differs from position to position, for the choice at limited strength.
    fn fingerprint(position: &Self::Position) -> u64;

    /// How a rating plays; none at full strength.
    fn level(elo: u32) -> Option<Level> {
        strength::level(elo)
    }

    /// Searches on one thread until the plan's limits end it: builds the search and lets
    /// [`deepen`](crate::iterative_deepening::deepen) drive it. None if the root has no moves.
    ///
    /// There is one such function for each configuration, so that the search is compiled in the game's own crate;
    /// [`search_in_each_configuration!`](crate::search_in_each_configuration) writes them.
    fn search_shipped(seat: Seat<'_, Self, Shipped>) -> Option<Outcome<Self::Move>>;
    /// See [`GameSearch::search_shipped`].
    fn search_counting(seat: Seat<'_, Self, Counting>) -> Option<Outcome<Self::Move>>;
    /// See [`GameSearch::search_shipped`].
    fn search_lab(seat: Seat<'_, Self, Lab<Self>>) -> Option<Outcome<Self::Move>>;
    /// See [`GameSearch::search_shipped`].
    fn search_listening(seat: Seat<'_, Self, Listening<Self>>) -> Option<Outcome<Self::Move>>;
}

/// The moves to search, and the result where it is known without a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootMoves<M> {
    /// The moves in the order in which they are searched first.
    pub moves: Vec<M>,
    /// What the moves are known to lead to. The search then only chooses among them, and its scores are replaced by
    /// this one unless it sees the end of the game.
    pub known: Option<Value>,
}

impl<M> RootMoves<M> {
    /// Moves whose result the search has to find.
    pub fn unknown(moves: Vec<M>) -> RootMoves<M> {
        RootMoves { moves, known: None }
    }
}

/// What one thread searches with.
#[allow(missing_debug_implementations)]
pub struct Seat<'a, G: GameSearch, K> {
    /// What was asked for.
    pub request: &'a Request<G>,
    /// The limits as the time manager reads them.
    pub plan: &'a Plan,
    /// What all threads share.
    pub settings: &'a G::Settings,
    /// The moves of the root, with what is known of each.
    pub root: Root<G::Move>,
    /// The result of the root is known: there is nothing to look up.
    pub is_root_known: bool,
    /// The table that all threads share.
    pub table: &'a TranspositionTable,
    /// Counts nodes and says when to stop.
    pub limiter: Limiter,
    /// What this thread keeps from search to search.
    pub memory: &'a mut G::Memory,
    /// Switches and numbers of this thread.
    pub config: &'a mut K,
    /// Hears of each finished line.
    pub observer: &'a mut dyn Observer<G::Move>,
}

struct Worker<G: GameSearch, K> {
    memory: G::Memory,
    config: K,
}

impl<G: GameSearch, K: Config<G>> Worker<G, K> {
    fn new(settings: &G::Settings, config: K) -> Worker<G, K> {
        Worker {
            memory: G::new_memory(settings, &config),
            config,
        }
    }
}

/// Megabytes of a limited address space (`ulimit -v`) that new threads leave alone: the allocator takes some for each.
const SPARE_ADDRESSES: usize = 256;

/// What all threads of one search read.
struct Assignment<G: GameSearch> {
    request: Request<G>,
    plan: Plan,
    settings: Arc<G::Settings>,
    root: RootMoves<G::Move>,
    table: Arc<TranspositionTable>,
    shared: Arc<Shared>,
}

impl<G: GameSearch> Assignment<G> {
    /// Searches as the thread of this number; 0 is the main one.
    fn run<K: Config<G>>(
        &self,
        thread: usize,
        worker: &mut Worker<G, K>,
        observer: &mut dyn Observer<G::Move>,
    ) -> Option<Outcome<G::Move>> {
        K::search(Seat {
            request: &self.request,
            plan: &self.plan,
            settings: &self.settings,
            root: Root::new(self.root.moves.iter().copied()),
            is_root_known: self.root.known.is_some(),
            table: &self.table,
            limiter: Limiter::new(Arc::clone(&self.shared), thread),
            memory: &mut worker.memory,
            config: &mut worker.config,
            observer,
        })
    }
}

/// An engine: its table, and its threads with their memories.
pub struct Engine<G: GameSearch, K = Shipped> {
    table: Arc<TranspositionTable>,
    settings: Arc<G::Settings>,
    main: Worker<G, K>,
    helpers: Pool<Worker<G, K>>,
    lag: Lag,
    /// What makes games at limited strength differ from one another.
    seed: u64,
}

/// Why an engine cannot have so many threads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ThreadsError {
    /// Their memories need more than the machine has free, in megabytes.
    TooMany {
        /// The threads that were asked for.
        wanted: usize,
        /// What the new ones need.
        needed: usize,
        /// What the machine has, or lets the program have.
        free: usize,
    },
    /// The system refused a thread.
    Refused {
        /// The threads that were asked for.
        wanted: usize,
        /// What the system says.
        why: String,
    },
}

impl fmt::Display for ThreadsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ThreadsError::TooMany {
                wanted,
                needed,
                free,
            } => write!(
                f,
                "{wanted} threads need {needed} MB of memory and {free} MB are free; choose fewer"
            ),
            ThreadsError::Refused { wanted, why } => write!(
                f,
                "the system refused {wanted} threads ({why}); choose fewer or close other programs"
            ),
        }
    }
}

impl std::error::Error for ThreadsError {}

impl<G: GameSearch> Engine<G, Shipped> {
    /// 16 MB of table, one thread.
    pub fn new() -> Engine<G, Shipped> {
        Engine::with_config(Shipped)
    }
}

impl<G: GameSearch> Default for Engine<G, Shipped> {
    fn default() -> Self {
        Engine::new()
    }
}

impl<G: GameSearch, K> Debug for Engine<G, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine")
            .field("table", &self.table)
            .field("settings", &self.settings)
            .finish_non_exhaustive()
    }
}

impl<G: GameSearch, K: Config<G>> Engine<G, K> {
    /// An engine with a configuration of one's own: 16 MB of table, one thread.
    pub fn with_config(config: K) -> Engine<G, K> {
        let mut engine = Engine::without_table(config);
        // A machine that can't spare the default plays without a table.
        let _ = engine.set_hash(DEFAULT_MEGABYTES);
        engine
    }

    /// An engine that takes no memory for a table before it is told how much.
    pub fn without_table(config: K) -> Engine<G, K> {
        let settings = G::Settings::default();
        Engine {
            table: Arc::new(TranspositionTable::off()),
            main: Worker::new(&settings, config),
            settings: Arc::new(settings),
            helpers: Pool::new(),
            lag: Lag::default(),
            seed: strength::seed(),
        }
    }

    /// Makes limited strength repeatable, for tests.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    /// What all threads share.
    pub fn settings(&self) -> &G::Settings {
        &self.settings
    }

    /// Settings that searches read when they begin.
    pub fn settings_mut(&mut self) -> &mut G::Settings {
        Arc::make_mut(&mut self.settings)
    }

    /// Replaces the table by an empty one, 0 megabytes by none. If that fails the old one stays.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), TableError> {
        self.helpers.wait();
        self.table = Arc::new(TranspositionTable::new(megabytes, self.threads())?);
        Ok(())
    }

    /// Plays without a table, for tests and measurements.
    pub fn switch_table_off(&mut self) {
        self.helpers.wait();
        self.table = Arc::new(TranspositionTable::off());
    }

    /// The size of the table; 0 where there is none.
    pub fn hash_megabytes(&self) -> usize {
        self.table.megabytes()
    }

    /// Share of the table in use, in thousandths.
    pub fn hashfull(&self) -> u32 {
        self.table.hashfull()
    }

    /// How many threads search, the caller's included.
    pub fn threads(&self) -> usize {
        self.helpers.len() + 1
    }

    /// Searches with so many threads, at most [`MAX_THREADS`]. They live until the number is changed or the engine
    /// ends. If the system refuses them the old number stays.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), ThreadsError> {
        self.set_threads_within(threads, memory::free_megabytes(), memory::free_addresses())
    }

    fn set_threads_within(
        &mut self,
        threads: usize,
        free: Option<usize>,
        addresses: Option<usize>,
    ) -> Result<(), ThreadsError> {
        let wanted = threads.clamp(1, MAX_THREADS);
        let new = wanted.saturating_sub(self.threads());
        let needed = (new * G::MEMORY_BYTES) >> 20;
        // A stack takes addresses, but memory only as deep as it is used.
        let spread = (new * (G::MEMORY_BYTES + STACK_BYTES)) >> 20;
        let free_addresses = addresses.map(|free| free.saturating_sub(SPARE_ADDRESSES));
        // Asked first: an allocation that the system refuses would end the program.
        for (needed, free) in [(needed, free), (spread, free_addresses)] {
            if let Some(free) = free
                && needed > free
            {
                return Err(ThreadsError::TooMany {
                    wanted,
                    needed,
                    free,
                });
            }
        }
        let (settings, config) = (&*self.settings, &self.main.config);
        self.helpers
            .resize(wanted - 1, || Worker::new(settings, config.clone()))
            .map_err(|error| ThreadsError::Refused {
                wanted,
                why: error.to_string(),
            })
    }

    /// The main thread's configuration, with what it has counted.
    pub fn config(&self) -> &K {
        &self.main.config
    }

    /// Searches with that configuration from now on, and forgets what was found with the one before.
    pub fn set_config(&mut self, config: K) {
        let all = self.helpers.len();
        self.helpers.start(all, |_| {
            let config = config.clone();
            move |worker| worker.config = config
        });
        self.main.config = config;
        self.renew();
    }

    /// The main thread's memory.
    pub fn memory(&self) -> &G::Memory {
        &self.main.memory
    }

    /// The main thread's configuration, with what it has recorded; the engine ends.
    pub fn into_config(self) -> K {
        self.main.config
    }

    /// Forgets all that belongs to the last game.
    pub fn new_game(&mut self) {
        self.clear_hash();
        let all = self.helpers.len();
        self.helpers
            .start(all, |_| |worker| G::clear_memory(&mut worker.memory));
        G::clear_memory(&mut self.main.memory);
    }

    /// [`Engine::new_game`] after settings have changed that memories depend on: they are made anew.
    pub fn renew(&mut self) {
        self.clear_hash();
        let all = self.helpers.len();
        self.helpers.start(all, |_| {
            let settings = Arc::clone(&self.settings);
            move |worker| worker.memory = G::new_memory(&settings, &worker.config)
        });
        self.main.memory = G::new_memory(&self.settings, &self.main.config);
    }

    /// Forgets what the table knows.
    pub fn clear_hash(&mut self) {
        // A helper that has not yet seen its stop would write into the cleared table.
        self.helpers.wait();
        self.table.clear(self.threads());
    }

    /// Searches, and returns when the answer may be given; none if there is no legal move.
    pub fn search(
        &mut self,
        request: &Request<G>,
        shared: &Arc<Shared>,
        observer: &mut dyn Observer<G::Move>,
    ) -> Option<Outcome<G::Move>> {
        let moves_played = G::moves_played(&request.position);
        self.lag.begin(&request.limits, moves_played);
        let outcome = self.search_at_level(request, shared, observer);
        let (used, stall) = (shared.elapsed(), shared.longest_stall());
        self.lag.end(&request.limits, moves_played, used, stall);
        outcome
    }

    fn search_at_level(
        &mut self,
        request: &Request<G>,
        shared: &Arc<Shared>,
        observer: &mut dyn Observer<G::Move>,
    ) -> Option<Outcome<G::Move>> {
        let Some(level) = request.elo.and_then(G::level) else {
            return self.search_with_plan(request, self.plan(request), shared, observer);
        };
        // More lines are looked at than are reported, so that there is something to choose from.
        let limited = Request {
            lines: request.lines.max(level.lines),
            limits: level.adapt(request.limits.clone()),
            ..request.clone()
        };
        let mut first_lines = FirstLines::new(observer, request.lines);
        let plan = self.plan(&limited);
        let mut outcome = self.search_with_plan(&limited, plan, shared, &mut first_lines)?;
        let random = strength::random(G::fingerprint(&request.position), self.seed);
        if let Some(chosen) = level.choose(&outcome.lines, random) {
            first_lines.tell_choice(chosen);
            outcome.best = chosen.clone();
        }
        Some(outcome)
    }

    /// The plan that a request asks for.
    pub fn plan(&self, request: &Request<G>) -> Plan {
        let moves_played = G::moves_played(&request.position);
        let delays = Delays {
            overhead: request.overhead,
            lag: self.lag.expected(),
        };
        Plan {
            budget: time_manager::budget(
                &request.limits,
                delays,
                moves_played,
                G::pace(self.config()),
            ),
            lines: request.lines,
            aspiration: G::aspiration(self.config()),
            proof_depth: G::PROOF_DEPTH,
            ..Plan::new(request.limits.clone())
        }
    }

    /// [`Engine::search`] with a plan of one's own, for tests and measurements.
    pub fn search_with_plan(
        &mut self,
        request: &Request<G>,
        plan: Plan,
        shared: &Arc<Shared>,
        observer: &mut dyn Observer<G::Move>,
    ) -> Option<Outcome<G::Move>> {
        self.table.next_age();
        let assignment = Arc::new(Assignment {
            root: G::root(request, &self.settings, self.config()),
            request: request.clone(),
            plan,
            settings: Arc::clone(&self.settings),
            table: Arc::clone(&self.table),
            shared: Arc::clone(shared),
        });
        let Some(known) = assignment.root.known else {
            return self.run(&assignment, observer);
        };
        let mut outcome = self.run(&assignment, &mut Corrected { observer, known })?;
        for line in outcome.lines.iter_mut().chain([&mut outcome.best]) {
            line.value = corrected(line.value, known);
        }
        Some(outcome)
    }

    /// Runs a search on all its threads, the main one on this, and returns the answer that they agree on. Where the
    /// answer must wait (`infinite`, `ponder`), it waits here, while the helpers search on.
    ///
    /// Nobody waits for the helpers. They have been told to stop, and what comes next is queued behind their search.
    fn run(
        &mut self,
        assignment: &Arc<Assignment<G>>,
        observer: &mut dyn Observer<G::Move>,
    ) -> Option<Outcome<G::Move>> {
        let shared = &assignment.shared;
        let helpers = match is_tiny(&assignment.plan) {
            true => 0,
            false => self.helpers.len().min(shared.threads() - 1),
        };
        let ballots = Ballots::new(helpers);
        // Also where the main thread panics: helpers that nobody stops would search for ever.
        let _stop = StopAtEnd(shared);
        self.helpers.start(helpers, |number| {
            let (assignment, ballot) = (Arc::clone(assignment), ballots.of_helper(number));
            move |worker| help(&assignment, number + 1, worker, ballot)
        });
        let outcome = assignment.run(0, &mut self.main, observer);
        match (
            assignment.plan.limits.infinite,
            assignment.plan.limits.ponder,
        ) {
            (true, _) => shared.signals.wait_for_release(false),
            (false, true) => shared.signals.wait_for_release(true),
            (false, false) => {}
        }
        shared.signals.stop();
        Some(ballots.count(outcome?))
    }
}

/// A helper's search: its answer is known after each iteration.
fn help<G: GameSearch, K: Config<G>>(
    assignment: &Assignment<G>,
    thread: usize,
    worker: &mut Worker<G, K>,
    mut ballot: Ballot<G::Move>,
) {
    // The main thread may be done before this one has begun.
    if assignment.shared.signals.is_stopped() {
        return;
    }
    if let Some(outcome) = assignment.run(thread, worker, &mut ballot) {
        ballot.put(outcome);
    }
}

struct StopAtEnd<'a>(&'a Shared);

impl Drop for StopAtEnd<'_> {
    fn drop(&mut self) {
        self.0.signals.stop();
    }
}

/// Shorter searches are over before a second thread has found anything.
const HELPED_FROM: Duration = Duration::from_millis(10);
const HELPED_FROM_NODES: u64 = 10_000;

/// Whether a search is too short for helpers. One that ponders has all the opponent's time.
fn is_tiny(plan: &Plan) -> bool {
    let limits = &plan.limits;
    let nodes = [limits.nodes, limits.soft_nodes];
    // What is planned, not what it may grow to: the hard limit of a move is a multiple of it.
    let planned = plan.budget.soft.or(plan.budget.hard);
    !limits.infinite
        && !limits.ponder
        && (planned.is_some_and(|time| time < HELPED_FROM)
            || nodes.into_iter().flatten().any(|n| n < HELPED_FROM_NODES))
}

/// The score to report where the result is known: that one, unless the search has seen the end of the game.
fn corrected(value: Value, known: Value) -> Value {
    match value.plies_to_win() {
        Some(_) => value,
        None => known,
    }
}

/// Reports a known result in place of the search's scores.
struct Corrected<'a, M> {
    observer: &'a mut dyn Observer<M>,
    known: Value,
}

impl<M: Clone> Observer<M> for Corrected<'_, M> {
    fn line(&mut self, report: &Report<'_, M>) {
        self.observer.line(&Report {
            value: corrected(report.value, self.known),
            ..report.clone()
        });
    }

    fn current_move(&mut self, depth: i32, mv: M, number: usize, time: Duration) {
        self.observer.current_move(depth, mv, number, time);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{ParamInfo, TechniqueInfo};
    use crate::iterative_deepening::AspirationCount;
    use crate::limiter::{Clock, NodeClock};
    use crate::limits::{Limits, Remaining};
    use crate::report::NoObserver;
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
    use std::sync::mpsc::{Receiver, Sender, channel};
    use std::thread::{self, ThreadId};

    /// A game of two moves whose search notes who searches, and whose helpers wait at a gate where a test asks for it.
    #[derive(Clone, Copy, Debug)]
    struct Toy;

    impl Catalogue for Toy {
        type Technique = usize;
        type Param = usize;
        const TECHNIQUES: &'static [TechniqueInfo] = &[];
        const PARAMS: &'static [ParamInfo] = &[];
    }

    #[derive(Clone, Debug, Default)]
    struct Hooks {
        searched: Arc<Mutex<Vec<(usize, ThreadId)>>>,
        cleared: Arc<Mutex<usize>>,
        gate: Option<Arc<Gate>>,
        known: Option<Value>,
        main_panics: bool,
    }

    /// A helper says that it has begun, for which the main thread waits, and then waits to be let go instead of looking
    /// at the stop flag.
    #[derive(Debug)]
    struct Gate {
        begun: Mutex<Sender<()>>,
        news: Mutex<Receiver<()>>,
        release: Mutex<Receiver<()>>,
    }

    struct Visits(u32, Arc<Mutex<usize>>);

    impl GameSearch for Toy {
        type Position = u64;
        type Move = char;
        type Settings = Hooks;
        type Memory = Visits;
        const MEMORY_BYTES: usize = 1 << 20;

        fn new_memory<K: Config<Toy>>(hooks: &Hooks, _: &K) -> Visits {
            Visits(0, hooks.cleared.clone())
        }
        fn clear_memory(memory: &mut Visits) {
            memory.0 = 0;
            *memory.1.lock().expect("a lock") += 1;
        }
        fn root<K: Config<Toy>>(request: &Request<Toy>, hooks: &Hooks, _: &K) -> RootMoves<char> {
            let moves = ['a', 'b'].into_iter().filter(|&mv| request.wants(mv));
            RootMoves {
                moves: moves.collect(),
                known: hooks.known,
            }
        }
        fn aspiration<K: Config<Toy>>(_: &K) -> Option<Aspiration> {
            None
        }
        fn moves_played(_: &u64) -> u32 {
            0
        }
        fn fingerprint(position: &u64) -> u64 {
            *position
        }
        crate::search_in_each_configuration!(Toy, search_toy);
    }

    fn search_toy<K>(mut seat: Seat<'_, Toy, K>) -> Option<Outcome<char>> {
        let (hooks, is_main) = (seat.settings, seat.limiter.is_main());
        assert!(!(is_main && hooks.main_panics), "as the test asks");
        seat.memory.0 += 1;
        let number = usize::from(!is_main);
        let mut searched = hooks.searched.lock().expect("a lock");
        searched.push((number, thread::current().id()));
        drop(searched);
        let mut best = seat.root.moves.first()?.clone();
        best.value = Value::cp(if is_main { 10 } else { 50 });
        let outcome = Outcome {
            lines: vec![best.clone()],
            depth: if is_main { 4 } else { 5 },
            best,
            nodes: 1,
            aspiration: AspirationCount::default(),
        };
        match &hooks.gate {
            Some(gate) if !is_main => {
                let begun = gate.begun.lock().expect("a lock");
                begun.send(()).expect("the gate listens");
                let _ = gate.release.lock().expect("a lock").recv();
                return Some(outcome);
            }
            Some(gate) if !is_tiny(seat.plan) => {
                let news = gate.news.lock().expect("a lock");
                news.recv().expect("a helper begins");
            }
            _ => {}
        }
        seat.limiter
            .set_limits(seat.plan.limits.nodes, seat.plan.budget.hard);
        seat.limiter.arm();
        while seat.plan.limits.depth.is_none() && seat.limiter.visit().is_ok() {}
        Some(outcome)
    }

    fn engine(threads: usize, hooks: Hooks) -> Engine<Toy> {
        let mut engine = Engine::new();
        *engine.settings_mut() = hooks;
        engine.renew();
        engine.set_threads(threads).expect("a few threads");
        engine
    }

    fn search(engine: &mut Engine<Toy>, limits: Limits) -> Option<Outcome<char>> {
        let shared = Shared::new(engine.threads(), NodeClock::new(1_000_000), false);
        engine.search(&Request::new(7, limits), &shared, &mut NoObserver)
    }

    fn searchers(hooks: &Hooks) -> Vec<(usize, ThreadId)> {
        let mut all = std::mem::take(&mut *hooks.searched.lock().expect("a lock"));
        all.sort_by_key(|&(number, _)| number);
        all
    }

    /// Hooks whose helper waits, and what lets it go.
    fn gated() -> (Hooks, Sender<()>) {
        let ((begun, news), (let_go, release)) = (channel(), channel());
        let gate = Gate {
            begun: Mutex::new(begun),
            news: Mutex::new(news),
            release: Mutex::new(release),
        };
        let hooks = Hooks {
            gate: Some(Arc::new(gate)),
            ..Hooks::default()
        };
        (hooks, let_go)
    }

    #[test]
    fn an_answer_waits_for_nobody_and_a_cleared_table_does() {
        let (hooks, let_go) = gated();
        let mut engine = engine(2, hooks.clone());
        // The helper has begun and does not look at the stop flag, and still there is an answer.
        let outcome = search(&mut engine, Limits::to_nodes(100_000));
        assert_eq!(outcome.map(|o| o.best.mv), Some('a'));
        let clearing = thread::spawn(move || {
            engine.clear_hash();
            engine
        });
        let_go.send(()).expect("the helper waits");
        let mut engine = clearing.join().expect("no panic");
        // The late helper searches as before.
        drop(let_go);
        searchers(&hooks);
        search(&mut engine, Limits::to_nodes(100_000));
        assert_eq!(searchers(&hooks).len(), 2);
    }

    /// Time that goes by without nodes is planned for at the next move.
    #[test]
    fn a_machine_that_stalls_gets_shorter_searches() {
        struct Stalling(NodeClock, AtomicBool);
        impl Clock for Stalling {
            fn elapsed(&self) -> Duration {
                let stall = match self.1.load(SeqCst) {
                    true => Duration::from_millis(50),
                    false => Duration::ZERO,
                };
                self.0.elapsed() + stall
            }
            fn advance(&self, nodes: u64) {
                self.0.advance(nodes);
                self.1
                    .fetch_or(self.0.elapsed() > Duration::from_millis(1), SeqCst);
            }
            fn is_real(&self) -> bool {
                true
            }
        }
        let limits = Limits {
            clock: Some(Remaining {
                time: Duration::from_secs(1),
                ..Remaining::default()
            }),
            ..Limits::default()
        };
        let mut engine = engine(1, Hooks::default());
        let request = Request::new(7, limits);
        let before = engine.plan(&request).budget.soft;
        let clock = Stalling(NodeClock::new(1_000_000), AtomicBool::new(false));
        engine.search(&request, &Shared::new(1, clock, false), &mut NoObserver);
        let after = engine.plan(&request).budget.soft;
        assert!(
            after < before.map(|time| time * 4 / 5),
            "{before:?}, {after:?}"
        );
        // A simulated clock moves by nodes alone.
        let mut other = self::engine(1, Hooks::default());
        let slow = NodeClock::new(10_000);
        other.search(&request, &Shared::new(1, slow, false), &mut NoObserver);
        assert_eq!(other.plan(&request).budget.soft, before);
    }

    #[test]
    fn threads_last_from_search_to_search() {
        let (hooks, _) = gated();
        let mut engine = engine(2, hooks.clone());
        let mut seen: Vec<(usize, ThreadId)> = Vec::new();
        for _ in 0..3 {
            search(&mut engine, Limits::to_nodes(100_000));
            let searched = searchers(&hooks);
            assert_eq!(searched[0], (0, thread::current().id()));
            seen.extend(&searched[1..]);
        }
        assert_eq!(seen, [seen[0]; 3]);
    }

    #[test]
    fn one_thread_is_the_callers() {
        let hooks = Hooks::default();
        let mut engine = engine(1, hooks.clone());
        search(&mut engine, Limits::to_nodes(100_000));
        assert_eq!(searchers(&hooks), [(0, thread::current().id())]);
    }

    #[test]
    fn tiny_budgets_use_one_thread() {
        let clock = |ms, ponder| Limits {
            clock: Some(Remaining {
                time: Duration::from_millis(ms),
                ..Remaining::default()
            }),
            ponder,
            ..Limits::default()
        };
        let tiny = |limits: Limits| is_tiny(&Engine::<Toy>::new().plan(&Request::new(0, limits)));
        assert!(tiny(clock(30, false)));
        assert!(tiny(clock(200, false)), "a few milliseconds are planned");
        assert!(
            !tiny(clock(30, true)),
            "pondering lasts as long as it likes"
        );
        assert!(!tiny(clock(10_000, false)));
        assert!(tiny(Limits::for_time(Duration::from_millis(5))));
        assert!(!tiny(Limits::for_time(Duration::from_millis(50))));
        assert!(tiny(Limits::to_nodes(HELPED_FROM_NODES - 1)));
        assert!(!tiny(Limits::to_nodes(HELPED_FROM_NODES)));
        let soft = Limits {
            soft_nodes: Some(100),
            ..Limits::default()
        };
        assert!(tiny(soft.clone()));
        assert!(!tiny(Limits {
            infinite: true,
            ..soft
        }));
        assert!(!tiny(Limits::to_depth(3)));

        let (hooks, _) = gated();
        let mut engine = engine(2, hooks.clone());
        search(&mut engine, Limits::to_nodes(100));
        engine.clear_hash();
        assert_eq!(searchers(&hooks).len(), 1, "no helper was woken");
    }

    #[test]
    fn refused_threads_leave_the_old_number() {
        let mut engine = engine(2, Hooks::default());
        let error = engine.set_threads_within(9, Some(6), None);
        let needed = ThreadsError::TooMany {
            wanted: 9,
            needed: 7,
            free: 6,
        };
        assert_eq!(error, Err(needed));
        assert_eq!(engine.threads(), 2);
        assert_eq!(engine.set_threads_within(9, Some(7), None), Ok(()));
        assert_eq!(engine.threads(), 9);
        let error = engine.set_threads_within(19, Some(99), Some(SPARE_ADDRESSES + 169));
        let needed = ThreadsError::TooMany {
            wanted: 19,
            needed: 170,
            free: 169,
        };
        assert_eq!(error, Err(needed), "each has a stack beside its memory");
        assert_eq!(engine.threads(), 9);
        assert_eq!(
            engine.set_threads_within(1, Some(0), Some(0)),
            Ok(()),
            "fewer need nothing"
        );
        assert_eq!(engine.set_threads(0), Ok(()));
        assert_eq!(engine.threads(), 1);
    }

    #[test]
    fn a_new_game_clears_every_memory() {
        let hooks = Hooks::default();
        let mut engine = engine(3, hooks.clone());
        *hooks.cleared.lock().expect("a lock") = 0;
        engine.new_game();
        engine.helpers.wait();
        assert_eq!(*hooks.cleared.lock().expect("a lock"), 3);
    }

    #[test]
    fn a_known_result_replaces_scores_that_are_no_proof() {
        let won = Value::tablebase_win(0);
        assert_eq!(corrected(Value::cp(30), won), won);
        assert_eq!(corrected(Value::win_in(3), won), Value::win_in(3));
        let hooks = Hooks {
            known: Some(won),
            ..Hooks::default()
        };
        let outcome = search(&mut engine(1, hooks), Limits::to_depth(4)).expect("a move");
        assert_eq!((outcome.best.value, outcome.lines[0].value), (won, won));
    }

    #[test]
    fn the_panic_of_the_main_thread_stops_the_helpers() {
        let hooks = Hooks {
            main_panics: true,
            ..Hooks::default()
        };
        let mut engine = engine(2, hooks);
        let searching = std::panic::AssertUnwindSafe(|| search(&mut engine, Limits::infinite()));
        assert!(std::panic::catch_unwind(searching).is_err());
        // Would wait for ever for a helper that nobody has stopped.
        drop(engine);
    }

    #[test]
    fn an_infinite_search_without_a_move_waits_for_its_stop() {
        let shared = Shared::new(1, NodeClock::new(1_000_000), false);
        let is_stopped = AtomicBool::new(false);
        let hooks = Hooks::default();
        thread::scope(|scope| {
            let (shared, is_stopped, hooks) = (&shared, &is_stopped, hooks.clone());
            let searched = hooks.searched.clone();
            scope.spawn(move || {
                let request = Request {
                    blocked: vec!['a', 'b'],
                    ..Request::new(7, Limits::infinite())
                };
                let outcome = engine(1, hooks).search(&request, shared, &mut NoObserver);
                assert!(outcome.is_none());
                assert!(is_stopped.load(SeqCst), "the answer came before the stop");
            });
            while searched.lock().expect("a lock").is_empty() {
                thread::yield_now();
            }
            // Time for an answer that does not wait to show itself.
            (0..1000).for_each(|_| thread::yield_now());
            is_stopped.store(true, SeqCst);
            shared.signals.stop();
        });
    }

    #[test]
    fn only_wanted_moves_are_looked_at() {
        let mut engine = engine(1, Hooks::default());
        let mut best = |search_moves: &[char], blocked: &[char]| {
            let request = Request {
                search_moves: search_moves.to_vec(),
                blocked: blocked.to_vec(),
                ..Request::new(7, Limits::to_depth(1))
            };
            let shared = Shared::new(1, NodeClock::new(1_000_000), false);
            let outcome = engine.search(&request, &shared, &mut NoObserver);
            outcome.map(|o| o.best.mv)
        };
        assert_eq!(best(&[], &[]), Some('a'));
        assert_eq!(best(&['b'], &[]), Some('b'));
        assert_eq!(best(&[], &['a']), Some('b'));
        assert_eq!(best(&['a'], &['a']), None);
    }
}
