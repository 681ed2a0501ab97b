//! The engine as protocols drive it: table, threads, and one search at a time.

use crate::Chess;
use crate::evaluator::{Evaluator, Judgement};
use crate::search::{Memory, Search};
use crate::strength;
use crate::tablebase::{Corrected, Endgames};
use regence_chess::{Game, Move};
use regence_core::deepen::{Outcome, Plan, deepen};
use regence_core::knobs::{Knobs, Shipped};
use regence_core::pool::{self, MAX_THREADS, Wait};
use regence_core::root::Root;
use regence_core::strength::FirstLines;
use regence_core::table::{DEFAULT_MEGABYTES, TableError};
use regence_core::{Limits, Observer, Shared, Table, Watch, time};
use std::sync::Arc;
use std::time::Duration;

/// Near the leaves a mate may be pruned away; twice its length shows it.
const PROOF_DEPTH: i32 = 2;

/// One search: where, how long, and what is wanted.
#[derive(Clone, Debug)]
pub struct Job {
    pub game: Game,
    pub limits: Limits,
    /// How many best lines are wanted.
    pub lines: usize,
    /// The only moves to look at; all if empty.
    pub search_moves: Vec<Move>,
    /// Time that may be lost between us and the referee.
    pub overhead: Duration,
    /// The strength to play at, where it is limited.
    pub elo: Option<u32>,
}

impl Job {
    pub fn new(game: Game, limits: Limits) -> Job {
        Job {
            game,
            limits,
            lines: 1,
            search_moves: Vec::new(),
            overhead: Duration::from_millis(10),
            elo: None,
        }
    }

    fn root(&self) -> Root<Move> {
        let legal = self.game.board().legal_moves();
        let wanted = |mv: &&Move| self.search_moves.is_empty() || self.search_moves.contains(mv);
        Root::new(legal.iter().filter(wanted).copied())
    }

    /// What the answer waits for once the search is done.
    fn wait(&self) -> Wait {
        match (self.limits.infinite, self.limits.ponder) {
            (true, _) => Wait::ForStop,
            (false, true) => Wait::ForStopOrPonderHit,
            (false, false) => Wait::No,
        }
    }
}

#[derive(Debug)]
struct Worker<K> {
    memory: Memory,
    knobs: K,
}

impl<K: Knobs<Chess>> Worker<K> {
    fn new(judgement: &Judgement, knobs: K) -> Worker<K> {
        Worker {
            memory: Memory::new(judgement, &knobs),
            knobs,
        }
    }
}

/// A chess engine: its table and its threads' memories.
#[derive(Debug)]
pub struct Engine<K = Shipped> {
    table: Table,
    workers: Vec<Worker<K>>,
    judgement: Judgement,
    endgames: Option<Endgames>,
    /// What makes games at limited strength differ from one another.
    seed: u64,
}

impl Engine<Shipped> {
    /// 16 MB of table, one thread.
    pub fn new() -> Engine<Shipped> {
        Engine::with_knobs(Shipped)
    }
}

impl Default for Engine<Shipped> {
    fn default() -> Self {
        Engine::new()
    }
}

impl<K: Knobs<Chess>> Engine<K> {
    pub fn with_knobs(knobs: K) -> Engine<K> {
        Engine {
            // A machine that can't spare the default plays without a table.
            table: Table::new(DEFAULT_MEGABYTES, 1).unwrap_or_else(|_| Table::off()),
            workers: vec![Worker::new(&Judgement::default(), knobs)],
            judgement: Judgement::default(),
            endgames: None,
            seed: regence_core::strength::seed(),
        }
    }

    /// Replaces the table by an empty one. If that fails the old one stays.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), TableError> {
        self.table = Table::new(megabytes, self.threads())?;
        Ok(())
    }

    /// Plays without a table, for tests and measurements.
    pub fn switch_table_off(&mut self) {
        self.table = Table::off();
    }

    pub fn set_threads(&mut self, threads: usize) {
        let knobs = self.workers[0].knobs.clone();
        self.workers.resize_with(threads.clamp(1, MAX_THREADS), || {
            Worker::new(&self.judgement, knobs.clone())
        });
    }

    /// Who evaluates.
    pub fn judgement(&self) -> &Judgement {
        &self.judgement
    }

    /// Evaluates in another way from now on. What the table has kept was judged in the old one, so it is cleared.
    pub fn set_judgement(&mut self, judgement: Judgement) {
        for worker in &mut self.workers {
            worker.memory.evaluator = Evaluator::new(&judgement);
        }
        self.judgement = judgement;
        self.new_game();
    }

    /// Asks these endgame tables from now on; none for no tables.
    pub fn set_endgames(&mut self, endgames: Option<Endgames>) {
        self.endgames = endgames;
    }

    pub fn endgames(&self) -> Option<&Endgames> {
        self.endgames.as_ref()
    }

    pub fn threads(&self) -> usize {
        self.workers.len()
    }

    /// The main thread's knobs, with what they have counted.
    pub fn knobs(&self) -> &K {
        &self.workers[0].knobs
    }

    /// The main thread's knobs, with what they have heard; the engine ends.
    pub fn into_knobs(mut self) -> K {
        self.workers.swap_remove(0).knobs
    }

    /// Forgets all that belongs to the last game.
    pub fn new_game(&mut self) {
        self.clear_hash();
        for worker in &mut self.workers {
            worker.memory.clear();
        }
    }

    pub fn clear_hash(&mut self) {
        self.table.clear(self.threads());
    }

    /// Searches, and returns when the answer may be given; none if there is no legal move.
    pub fn search(
        &mut self,
        job: &Job,
        shared: &Arc<Shared>,
        observer: &mut dyn Observer<Move>,
    ) -> Option<Outcome<Move>> {
        let Some(level) = job.elo.and_then(strength::level) else {
            return self.search_with_plan(job, &self.plan(job), shared, observer);
        };
        let plan = strength::adapt(&level, self.plan(job));
        let mut first_lines = FirstLines::new(observer, job.lines);
        let mut outcome = self.search_with_plan(job, &plan, shared, &mut first_lines)?;
        let random = strength::random(job.game.board(), self.seed);
        if let Some(chosen) = level.choose(&outcome.lines, random) {
            first_lines.tell_choice(chosen);
            outcome.best = chosen.clone();
        }
        Some(outcome)
    }

    /// Makes limited strength repeatable, for tests.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    /// The plan that a job asks for.
    pub fn plan(&self, job: &Job) -> Plan {
        let moves_played = (job.game.moves().len() / 2) as u32;
        Plan {
            budget: time::budget(&job.limits, job.overhead, moves_played),
            lines: job.lines,
            aspiration: crate::techniques::aspiration::shape(self.knobs()),
            proof_depth: PROOF_DEPTH,
            ..Plan::new(job.limits.clone())
        }
    }

    /// [`Engine::search`] with a plan of one's own, for tests and measurements.
    pub fn search_with_plan(
        &mut self,
        job: &Job,
        plan: &Plan,
        shared: &Arc<Shared>,
        observer: &mut dyn Observer<Move>,
    ) -> Option<Outcome<Move>> {
        self.table.next_age();
        // At limited strength endgames are played like everything else.
        let endgames = self.endgames.as_ref().filter(|_| job.elo.is_none());
        endgames.inspect(|endgames| endgames.begin_search());
        let verdict = endgames
            .and_then(|endgames| endgames.at_root(&job.game, &job.search_moves))
            .filter(|verdict| verdict.moves.len() >= job.lines || job.lines == 1);
        let Some(verdict) = verdict else {
            return self.search_root(job, plan, shared, observer, job.root());
        };
        let root = Root::new(verdict.moves.iter().copied());
        let mut observer = Corrected {
            observer,
            verdict: &verdict,
        };
        // The tables have chosen the moves that keep the result; what is left is to make progress.
        let endgames = self.endgames.take();
        let outcome = self.search_root(job, plan, shared, &mut observer, root);
        self.endgames = endgames;
        let mut outcome = outcome?;
        for known in outcome.lines.iter_mut().chain([&mut outcome.best]) {
            known.value = verdict.correct(known.value);
        }
        Some(outcome)
    }

    fn search_root(
        &mut self,
        job: &Job,
        plan: &Plan,
        shared: &Arc<Shared>,
        observer: &mut dyn Observer<Move>,
        root: Root<Move>,
    ) -> Option<Outcome<Move>> {
        let table = &self.table;
        let endgames = self.endgames.as_ref().filter(|_| job.elo.is_none());
        pool::run(
            &mut self.workers,
            shared,
            observer,
            job.wait(),
            |worker, thread, observer| {
                let watch = Watch::new(Arc::clone(shared), thread);
                let Worker { memory, knobs } = worker;
                let mut search = Search::new(
                    &job.game,
                    root.clone(),
                    table,
                    watch,
                    memory,
                    knobs,
                    observer,
                );
                search.endgames = endgames;
                search.seeks_mate = plan.limits.win_in_plies.is_some();
                deepen(&mut search, plan)
            },
        )
    }
}
