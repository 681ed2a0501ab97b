//! The engine as protocols drive it: table, threads, and one search at a time.

use crate::Gomoku;
use crate::any::{AnyBoard, with_board};
use crate::eval::{Evaluations, Play};
use crate::order::{OrderWeights, board_score, candidates};
use crate::scene::Scene;
use crate::search::{CutCount, Memory, Search, Start};
use regence_core::deepen::{Outcome, Plan, deepen};
use regence_core::knobs::{Knobs, Shipped};
use regence_core::pool::{self, MAX_THREADS, Wait};
use regence_core::root::Root;
use regence_core::strength::{self, FirstLines};
use regence_core::table::{DEFAULT_MEGABYTES, TableError};
use regence_core::{Limits, Observer, Shared, Table, Watch, time};
use regence_gomoku::{Board, Move, PointSet};
use std::cmp::Reverse;
use std::sync::Arc;
use std::time::Duration;

/// One search: where, how long, and what is wanted.
#[derive(Clone, Debug)]
pub struct Job {
    pub board: AnyBoard,
    pub limits: Limits,
    /// How many best lines are wanted.
    pub lines: usize,
    /// The only moves to look at; all if empty.
    pub search_moves: Vec<Move>,
    /// Moves not to look at.
    pub blocked: Vec<Move>,
    /// Time that may be lost between us and the referee.
    pub overhead: Duration,
    /// The strength to play at, where it is limited.
    pub elo: Option<u32>,
}

impl Job {
    pub fn new(board: AnyBoard, limits: Limits) -> Job {
        Job {
            board,
            limits,
            lines: 1,
            search_moves: Vec::new(),
            blocked: Vec::new(),
            overhead: Duration::from_millis(10),
            elo: None,
        }
    }

    /// What the answer waits for once the search is done.
    fn wait(&self) -> Wait {
        match (self.limits.infinite, self.limits.ponder) {
            (true, _) => Wait::ForStop,
            (false, true) => Wait::ForStopOrPonderHit,
            (false, false) => Wait::No,
        }
    }

    /// The moves to search, the most promising first.
    fn root<R: Play>(&self, board: &Board<R>) -> Root<Move> {
        let mut board = board.clone();
        let legal = board.legal_moves();
        let wanted = |set: PointSet| -> PointSet {
            set.iter()
                .filter(|&point| {
                    let mv = Move::new(point);
                    !self.blocked.contains(&mv)
                        && (self.search_moves.is_empty() || self.search_moves.contains(&mv))
                })
                .collect()
        };
        let mut points = match self.search_moves.is_empty() {
            true => wanted(self.natural(&mut board).intersection(&legal)),
            false => wanted(legal),
        };
        if points.is_empty() {
            points = wanted(legal);
        }
        let mut moves: Vec<Move> = points.iter().map(Move::new).collect();
        let weights = OrderWeights::new::<R, Shipped>(&Shipped);
        let score = |mv: &Move| {
            let reopens = R::CAPTURES && board.reopens_five(mv.point(), board.side());
            Reverse(board_score(&board, mv.point(), reopens, &weights))
        };
        moves.sort_by_key(score);
        Root::new(moves)
    }

    /// The candidates that the position itself suggests.
    fn natural<R: Play>(&self, board: &mut Board<R>) -> PointSet {
        let scene = Scene::look(board);
        if let Some(win) = scene.win
            && self.lines == 1
        {
            return [win.point()].into_iter().collect();
        }
        let several = candidates(
            board,
            &Scene {
                answers: None,
                ..scene
            },
        );
        match scene.answers {
            Some(answers) if self.lines == 1 && !answers.is_empty() => answers,
            // A lost game is played on, first of all against the nearest threat.
            Some(_) if self.lines == 1 => {
                let threats = board.fives(board.side().other());
                let blocks = board.only_legal(threats, board.side());
                if blocks.is_empty() { several } else { blocks }
            }
            _ => several,
        }
    }
}

#[derive(Debug)]
struct Worker<K> {
    memory: Memory,
    knobs: K,
}

/// A Gomoku engine: its table and its threads' memories.
#[derive(Debug)]
pub struct Engine<K = Shipped> {
    table: Table,
    evaluations: Evaluations,
    workers: Vec<Worker<K>>,
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

impl<K: Knobs<Gomoku>> Engine<K> {
    pub fn with_knobs(knobs: K) -> Engine<K> {
        Engine {
            // A machine that can't spare the default plays without a table.
            table: Table::new(DEFAULT_MEGABYTES, 1).unwrap_or_else(|_| Table::off()),
            evaluations: Evaluations::default(),
            workers: vec![Worker {
                memory: Memory::default(),
                knobs,
            }],
            seed: strength::seed(),
        }
    }

    /// Makes limited strength repeatable, for tests.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    /// Replaces the table by an empty one. If that fails the old one stays.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), TableError> {
        self.table = Table::new(megabytes, self.threads())?;
        Ok(())
    }

    /// Evaluates otherwise than shipped, for measurements.
    pub fn set_evaluations(&mut self, evaluations: Evaluations) {
        self.evaluations = evaluations;
    }

    /// Plays without a table, for tests and measurements.
    pub fn switch_table_off(&mut self) {
        self.table = Table::off();
    }

    pub fn hash_megabytes(&self) -> usize {
        self.table.megabytes()
    }

    /// Share of the table in use, in thousandths.
    pub fn hashfull(&self) -> u32 {
        self.table.hashfull()
    }

    pub fn set_threads(&mut self, threads: usize) {
        let knobs = self.workers[0].knobs.clone();
        self.workers
            .resize_with(threads.clamp(1, MAX_THREADS), || Worker {
                memory: Memory::default(),
                knobs: knobs.clone(),
            });
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

    /// How often the main thread's nodes were cut, and by the first move, since the last new game.
    pub fn cuts(&self) -> CutCount {
        self.workers[0].memory.cuts
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
        let Some(level) = job.elo.and_then(crate::strength::level) else {
            return self.search_with_plan(job, &self.plan(job), shared, observer);
        };
        // More lines are looked at than are told, so that there is something to choose from.
        let plan = level.adapt(self.plan(job));
        let wider = Job {
            lines: plan.lines,
            ..job.clone()
        };
        let mut first_lines = FirstLines::new(observer, job.lines);
        let mut outcome = self.search_with_plan(&wider, &plan, shared, &mut first_lines)?;
        let random = strength::random(job.board.key(), self.seed);
        if let Some(chosen) = level.sight.choose(&outcome.lines, random) {
            first_lines.tell_choice(chosen);
            outcome.best = chosen.clone();
        }
        Some(outcome)
    }

    /// The plan that a job asks for.
    pub fn plan(&self, job: &Job) -> Plan {
        let moves_played = (job.board.stone_count() / 2) as u32;
        Plan {
            budget: time::budget(&job.limits, job.overhead, moves_played),
            lines: job.lines,
            aspiration: crate::techniques::aspiration::shape(self.knobs()),
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
        with_board!(&job.board, board => self.search_board(board, job, plan, shared, observer))
    }

    fn search_board<R: Play>(
        &mut self,
        board: &Board<R>,
        job: &Job,
        plan: &Plan,
        shared: &Arc<Shared>,
        observer: &mut dyn Observer<Move>,
    ) -> Option<Outcome<Move>> {
        let (table, root) = (&self.table, job.root(board));
        let evaluation = &**R::among(&self.evaluations);
        pool::run(
            &mut self.workers,
            shared,
            observer,
            job.wait(),
            |worker, thread, observer| {
                let watch = Watch::new(Arc::clone(shared), thread);
                let Worker { memory, knobs } = worker;
                let start = Start {
                    board: board.clone(),
                    evaluation,
                    root: root.clone(),
                };
                let mut search = Search::new(start, table, watch, memory, knobs, observer);
                deepen(&mut search, plan)
            },
        )
    }
}
