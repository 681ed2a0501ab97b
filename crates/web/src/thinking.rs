//! The thinking behind a board: one thread that owns its engine and does one task after the other.
//!
//! The thread is made when it is first needed and ends with its board. Tasks are plain values; what comes of them goes
//! to the board as [`Event`]s. Progress is told at most ten times a second and dropped when nobody listens; results
//! always arrive.

use crate::chess::ChessGame;
use crate::counting::{Counters, Counting};
use crate::gomoku::GomokuGame;
use crate::inside;
use crate::level::{self, Level};
use crate::messages::{
    Candidate, DepthRow, Info, Kind, Purpose, Score, Swap2Choice, Use, bound_name,
};
use crate::opening;
use crate::turns::{Seat, TurnClock, Turns};
use regence_chess::rng::SplitMix64;
use regence_chess_search::{Chess, wdl};
use regence_core::deepen::Outcome;
use regence_core::knobs::Catalogue;
use regence_core::pool::STACK_BYTES;
use regence_core::{Bound, Limits, Observer, Report, Shared, Value, time};
use regence_gomoku::{Move as Stone, RuleSet, Size};
use regence_gomoku_search::Gomoku;
use regence_trace::tree::Trace;
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

/// Time that is lost between the clock and the search.
const OVERHEAD: Duration = Duration::from_millis(30);
/// Progress is told at most this often.
const TELL_EVERY: Duration = Duration::from_millis(100);

/// A search for moves.
#[derive(Clone, Debug)]
pub struct Search<G> {
    pub game: G,
    pub limits: Limits,
    pub lines: usize,
    pub elo: Option<u32>,
    /// What its progress is told for; nothing is told without one.
    pub purpose: Option<Purpose>,
}

/// What a board asks its thread for.
#[derive(Clone, Debug)]
pub enum Work {
    Chess(Search<ChessGame>),
    Gomoku(Search<GomokuGame>),
    /// A search with a recorder.
    Record {
        game: ChessGame,
        nodes: u64,
    },
    WhyChess {
        game: ChessGame,
        mv: regence_chess::Move,
        nodes: u64,
    },
    WhyGomoku {
        game: GomokuGame,
        mv: Stone,
        nodes: u64,
    },
    /// A few stones that leave the game even.
    Balance {
        rule: RuleSet,
        size: Size,
        nodes: u64,
    },
    /// The engine's answer under the swap2 rule.
    Swap2 {
        game: GomokuGame,
        nodes: u64,
    },
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Found {
    pub mv: String,
    pub san: String,
    /// From the view of the side to move.
    pub value: Value,
    pub score: Score,
    pub line: Vec<String>,
    pub nodes: u64,
}

/// What came of a task.
#[derive(Debug)]
pub enum Done {
    /// Called off, or there was no move.
    Nothing,
    Found(Found),
    Recorded(Box<Trace>),
    Explained(inside::Words),
    Stones(Vec<Stone>),
    Swap2 {
        choice: Swap2Choice,
        stones: Vec<Stone>,
    },
    Failed(String),
}

/// What a board hears of a task.
#[derive(Debug)]
pub enum News {
    Info(Info),
    Live {
        techniques: Vec<Use>,
        depths: Vec<DepthRow>,
    },
    Candidates(Vec<Candidate>),
    Done(Done),
}

#[derive(Debug)]
pub struct Event {
    pub task: u64,
    pub news: News,
}

/// Where a board's events go.
pub type Events = tokio::sync::mpsc::Sender<Event>;

struct Task {
    number: u64,
    /// Tasks of one game share what the engine remembers.
    game: u64,
    work: Work,
    shared: Arc<Shared>,
    seat: Arc<Seat>,
}

/// A board's hold on its thread.
#[derive(Debug)]
pub struct Thinker {
    turns: Arc<Turns>,
    events: Events,
    tasks: Option<mpsc::Sender<Task>>,
    running: Option<Running>,
    next: u64,
}

struct Running {
    number: u64,
    shared: Arc<Shared>,
    seat: Arc<Seat>,
}

impl std::fmt::Debug for Running {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Running")
            .field("number", &self.number)
            .finish_non_exhaustive()
    }
}

impl Thinker {
    pub fn new(turns: Arc<Turns>, events: Events) -> Thinker {
        Thinker {
            turns,
            events,
            tasks: None,
            running: None,
            next: 1,
        }
    }

    /// Starts a task and gives it a number. What runs is called off first; its end is still told.
    pub fn start(&mut self, work: Work, game: u64) -> Result<u64, String> {
        self.call_off();
        let began = Instant::now();
        let number = self.next;
        self.next += 1;
        let seat = self.turns.seat(work.longest().map(|time| began + time));
        let shared = Shared::new(1, TurnClock::new(began, seat.clone()), false);
        let task = Task {
            number,
            game,
            work,
            shared: shared.clone(),
            seat: seat.clone(),
        };
        let tasks = match &self.tasks {
            Some(tasks) => tasks.clone(),
            None => self.spawn()?,
        };
        tasks.send(task).map_err(|_| {
            "the thread that thinks for this board has ended: open a new board".to_owned()
        })?;
        self.running = Some(Running {
            number,
            shared,
            seat,
        });
        Ok(number)
    }

    fn spawn(&mut self) -> Result<mpsc::Sender<Task>, String> {
        let (sender, receiver) = mpsc::channel();
        let events = self.events.clone();
        std::thread::Builder::new()
            .name("board".into())
            .stack_size(STACK_BYTES)
            .spawn(move || serve(&receiver, &events))
            .map_err(|error| {
                format!("the system refused a thread: {error}; close other boards and try again")
            })?;
        self.tasks = Some(sender.clone());
        Ok(sender)
    }

    /// Lets what runs answer with what it has.
    pub fn hurry(&self) {
        if let Some(running) = &self.running {
            running.shared.signals.stop();
        }
    }

    /// Lets go of a task that has told its end.
    pub fn let_go(&mut self, number: u64) {
        if self
            .running
            .as_ref()
            .is_some_and(|running| running.number == number)
        {
            self.running = None;
        }
    }

    /// Ends what runs; its result is not wanted.
    pub fn call_off(&mut self) {
        if let Some(running) = self.running.take() {
            running.shared.signals.stop();
            running.seat.call_off();
        }
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.call_off();
    }
}

impl Work {
    /// The time after which it will answer whether it had its turns or not.
    fn longest(&self) -> Option<Duration> {
        let limits = match self {
            Work::Chess(search) => &search.limits,
            Work::Gomoku(search) => &search.limits,
            _ => return None,
        };
        time::budget(limits, OVERHEAD, 0).hard
    }
}

fn serve(tasks: &mpsc::Receiver<Task>, events: &Events) {
    let mut engines = Engines::default();
    for task in tasks {
        task.seat.sit();
        let done = match task.seat.is_called_off() {
            true => Done::Nothing,
            false => engines.work(&task, events),
        };
        task.seat.stand_up();
        let event = Event {
            task: task.number,
            news: News::Done(done),
        };
        drop(task.shared);
        if events.blocking_send(event).is_err() {
            return;
        }
    }
}

/// The engines of a board: one at a time, so that a board's memory is bounded.
#[derive(Default)]
struct Engines {
    game: u64,
    chess: Option<regence_chess_search::Engine<Counting>>,
    gomoku: Option<regence_gomoku_search::Engine<Counting>>,
}

impl Engines {
    fn work(&mut self, task: &Task, events: &Events) -> Done {
        if std::mem::replace(&mut self.game, task.game) != task.game {
            if let Some(engine) = &mut self.chess {
                engine.new_game();
            }
            if let Some(engine) = &mut self.gomoku {
                engine.new_game();
            }
        }
        match &task.work {
            Work::Chess(search) => self.search_chess(search, task, events),
            Work::Gomoku(search) => self.search_gomoku(search, task, events),
            Work::Record { game, nodes } => inside::record(game, *nodes, &task.shared),
            Work::WhyChess { game, mv, nodes } => inside::explain(game, *mv, *nodes),
            Work::WhyGomoku { game, mv, nodes } => self.explain_gomoku(game, *mv, *nodes, task),
            Work::Balance { rule, size, nodes } => self.balance(*rule, *size, *nodes, task),
            Work::Swap2 { game, nodes } => self.swap2(game, *nodes, task),
        }
    }

    fn search_chess(&mut self, search: &Search<ChessGame>, task: &Task, events: &Events) -> Done {
        self.gomoku = None;
        let engine = self.chess.get_or_insert_with(|| {
            let counters = Counters::new(Chess::TECHNIQUES.len());
            regence_chess_search::Engine::with_knobs(Counting(counters))
        });
        let counters = engine.knobs().0.clone();
        counters.clear();
        let game = &search.game;
        let mut job = regence_chess_search::Job::new(game.game().clone(), search.limits.clone());
        job.lines = search.lines;
        job.elo = search.elo;
        job.overhead = OVERHEAD;
        let mut teller = Teller::new(
            game,
            search,
            task,
            events,
            counters.clone(),
            Counters::uses::<Chess>,
        );
        let outcome = engine.search(&job, &task.shared, &mut teller);
        teller.finish();
        found(game, outcome, task)
    }

    fn gomoku(&mut self) -> &mut regence_gomoku_search::Engine<Counting> {
        self.chess = None;
        self.gomoku.get_or_insert_with(|| {
            let counters = Counters::new(Gomoku::TECHNIQUES.len());
            regence_gomoku_search::Engine::with_knobs(Counting(counters))
        })
    }

    fn search_gomoku(&mut self, search: &Search<GomokuGame>, task: &Task, events: &Events) -> Done {
        let engine = self.gomoku();
        let counters = engine.knobs().0.clone();
        counters.clear();
        let game = &search.game;
        let mut job = regence_gomoku_search::Job::new(game.board().clone(), search.limits.clone());
        job.lines = search.lines;
        job.overhead = OVERHEAD;
        let mut teller = Teller::new(
            game,
            search,
            task,
            events,
            counters.clone(),
            Counters::uses::<Gomoku>,
        );
        let level = search.elo.and_then(Level::of);
        let plan = match level {
            Some(level) => level.adapt(engine.plan(&job)),
            None => engine.plan(&job),
        };
        job.lines = plan.lines;
        let mut outcome = engine.search_with_plan(&job, &plan, &task.shared, &mut teller);
        teller.finish();
        if let (Some(level), Some(outcome)) = (level, &mut outcome)
            && let Some(chosen) = level.choose(&outcome.lines, level::random())
        {
            outcome.best = chosen.clone();
        }
        found(game, outcome, task)
    }

    /// A short search that nobody watches.
    fn look(
        &mut self,
        game: &GomokuGame,
        nodes: u64,
        lines: usize,
        only: &[Stone],
        task: &Task,
    ) -> Option<Outcome<Stone>> {
        if task.seat.is_called_off() {
            return None;
        }
        let mut job =
            regence_gomoku_search::Job::new(game.board().clone(), Limits::to_nodes(nodes));
        job.lines = lines;
        job.search_moves = only.to_vec();
        // Nodes are counted for each search, so it has signals of its own; a call-off ends the next one.
        let clock = TurnClock::new(Instant::now(), task.seat.clone());
        let shared = Shared::new(1, clock, false);
        self.gomoku()
            .search(&job, &shared, &mut regence_core::NoObserver)
    }

    fn explain_gomoku(&mut self, game: &GomokuGame, mv: Stone, nodes: u64, task: &Task) -> Done {
        let Some(best) = self.look(game, nodes, 1, &[], task) else {
            return Done::Failed(
                "the game is over in this position: there is nothing to choose".into(),
            );
        };
        let alone = match best.best.mv == mv {
            true => None,
            false => self.look(game, nodes, 1, &[mv], task),
        };
        Done::Explained(inside::gomoku_words(
            game,
            mv,
            &best.best,
            alone.as_ref().map(|outcome| &outcome.best),
        ))
    }

    fn balance(&mut self, rule: RuleSet, size: Size, nodes: u64, task: &Task) -> Done {
        const TRIES: usize = 40;
        const BALANCED: i32 = 60;
        let mut rng = SplitMix64::new(level::random());
        let mut best: Option<(i32, Vec<Stone>)> = None;
        for _ in 0..TRIES {
            let board = opening::strewn(&mut rng, rule, size);
            if board.outcome().is_some() {
                continue;
            }
            let stones: Vec<Stone> = board.moves().into_iter().flatten().collect();
            let mut game = GomokuGame::new(rule, size);
            for &mv in &stones {
                let _ = game.play(mv, crate::messages::By::Engine, 0, None);
            }
            let Some(outcome) = self.look(&game, nodes, 1, &[], task) else {
                break;
            };
            let distance = outcome.best.value.raw().abs();
            if best.as_ref().is_none_or(|(least, _)| distance < *least) {
                best = Some((distance, stones));
            }
            if best.as_ref().is_some_and(|(least, _)| *least < BALANCED) {
                break;
            }
        }
        match best {
            Some((_, stones)) => Done::Stones(stones),
            None => Done::Nothing,
        }
    }

    fn swap2(&mut self, game: &GomokuGame, nodes: u64, task: &Task) -> Done {
        let (rule, size) = (game.board().rule(), game.board().size());
        if game.ply() == 0 {
            let mut offers = opening::offers(rule, size);
            if offers.is_empty() {
                return Done::Failed(format!(
                    "no swap2 opening fits on the {size} board: choose a larger one"
                ));
            }
            let index = level::random() as usize % offers.len();
            let stones = offers.swap_remove(index);
            return Done::Swap2 {
                choice: Swap2Choice::Place,
                stones,
            };
        }
        let Some(outcome) = self.look(game, nodes, 1, &[], task) else {
            return Done::Nothing;
        };
        let may_place = game.ply() == 3;
        let choice = opening::choose(outcome.best.value, may_place);
        if choice != Swap2Choice::Place {
            return Done::Swap2 {
                choice,
                stones: Vec::new(),
            };
        }
        match self.even_pair(game, nodes, task) {
            Some(stones) => Done::Swap2 { choice, stones },
            None => Done::Swap2 {
                choice: Swap2Choice::White,
                stones: Vec::new(),
            },
        }
    }

    /// Two stones after which the game is as even as can be.
    fn even_pair(&mut self, game: &GomokuGame, nodes: u64, task: &Task) -> Option<Vec<Stone>> {
        const FIRST: usize = 6;
        const SECOND: usize = 12;
        let firsts = self.look(game, nodes, FIRST, &[], task)?;
        let mut best: Option<(i32, Vec<Stone>)> = None;
        for first in &firsts.lines {
            let mut next = game.clone();
            let by = crate::messages::By::Engine;
            if next.play(first.mv, by, 0, None).is_err() || next.over().is_some() {
                continue;
            }
            let Some(seconds) = self.look(&next, nodes, SECOND, &[], task) else {
                break;
            };
            for second in seconds
                .lines
                .iter()
                .filter(|line| line.value > -Value::INFINITE)
            {
                let distance = second.value.raw().abs();
                if best.as_ref().is_none_or(|(least, _)| distance < *least) {
                    best = Some((distance, vec![first.mv, second.mv]));
                }
            }
        }
        best.map(|(_, stones)| stones)
    }
}

fn found<G: Notation>(game: &G, outcome: Option<Outcome<G::Move>>, task: &Task) -> Done {
    let Some(outcome) = outcome else {
        return Done::Nothing;
    };
    let (line, san) = game.words(&outcome.best.line);
    let (Some(mv), Some(first)) = (line.first(), san.first()) else {
        return Done::Nothing;
    };
    Done::Found(Found {
        mv: mv.clone(),
        san: first.clone(),
        value: outcome.best.value,
        score: Score::of(outcome.best.value, game.is_first_to_move(), G::KIND),
        nodes: task.shared.total_nodes(),
        line: san,
    })
}

/// How a game's moves and scores are written.
trait Notation {
    type Move: Copy + PartialEq;
    const KIND: Kind;
    fn words(&self, line: &[Self::Move]) -> (Vec<String>, Vec<String>);
    fn is_first_to_move(&self) -> bool;
    /// Chances from the view of the side to move.
    fn chances(&self, value: Value) -> Option<[u16; 3]>;
    fn heat(&self, _searched: &[(Self::Move, Score)]) -> Option<Vec<Candidate>> {
        None
    }
}

impl Notation for ChessGame {
    type Move = regence_chess::Move;
    const KIND: Kind = Kind::Chess;

    fn words(&self, line: &[regence_chess::Move]) -> (Vec<String>, Vec<String>) {
        self.line(line)
    }

    fn is_first_to_move(&self) -> bool {
        self.turn() == crate::messages::Colour::White
    }

    fn chances(&self, value: Value) -> Option<[u16; 3]> {
        Some(wdl::wdl(value, self.board()))
    }
}

impl Notation for GomokuGame {
    type Move = Stone;
    const KIND: Kind = Kind::Gomoku;

    fn words(&self, line: &[Stone]) -> (Vec<String>, Vec<String>) {
        let words = self.line(line);
        (words.clone(), words)
    }

    fn is_first_to_move(&self) -> bool {
        self.turn() == crate::messages::Colour::Black
    }

    fn chances(&self, _: Value) -> Option<[u16; 3]> {
        None
    }

    fn heat(&self, searched: &[(Stone, Score)]) -> Option<Vec<Candidate>> {
        Some(self.candidates(searched))
    }
}

/// A report that waits to be told.
struct Kept<M> {
    depth: i32,
    seldepth: i32,
    rank: usize,
    value: Value,
    bound: Bound,
    nodes: u64,
    nps: u64,
    ms: u64,
    hashfull: u32,
    line: Vec<M>,
}

/// Tells the board how a search goes.
struct Teller<'a, G: Notation> {
    game: &'a G,
    purpose: Option<Purpose>,
    lines: usize,
    task: u64,
    events: &'a Events,
    counters: Counters,
    uses: fn(&Counters) -> Vec<Use>,
    kept: Vec<Kept<G::Move>>,
    depths: Vec<DepthRow>,
    told: Option<Instant>,
}

impl<'a, G: Notation> Teller<'a, G> {
    fn new(
        game: &'a G,
        search: &Search<G>,
        task: &Task,
        events: &'a Events,
        counters: Counters,
        uses: fn(&Counters) -> Vec<Use>,
    ) -> Teller<'a, G> {
        Teller {
            game,
            purpose: search.purpose,
            lines: search.lines.max(1),
            task: task.number,
            events,
            counters,
            uses,
            kept: Vec::new(),
            depths: Vec::new(),
            told: None,
        }
    }

    fn is_due(&self) -> bool {
        self.told.is_none_or(|told| told.elapsed() >= TELL_EVERY)
    }

    fn send(&self, news: News) {
        // A board that does not keep up misses some progress, no more.
        let _ = self.events.try_send(Event {
            task: self.task,
            news,
        });
    }

    fn tell(&mut self) {
        let kept = std::mem::take(&mut self.kept);
        if kept.is_empty() {
            return;
        }
        self.told = Some(Instant::now());
        let is_first = self.game.is_first_to_move();
        let score = |value| Score::of(value, is_first, G::KIND);
        let searched: Vec<(G::Move, Score)> = kept
            .iter()
            .filter_map(|report| Some((*report.line.first()?, score(report.value))))
            .collect();
        if let Some(purpose) = self.purpose.filter(|&purpose| purpose != Purpose::Inside) {
            for report in kept {
                let (pv, san) = self.game.words(&report.line);
                self.send(News::Info(Info {
                    purpose,
                    line: report.rank,
                    depth: report.depth,
                    seldepth: report.seldepth,
                    score: score(report.value),
                    wdl: self
                        .game
                        .chances(report.value)
                        .map(|[win, draw, loss]| match is_first {
                            true => [win, draw, loss],
                            false => [loss, draw, win],
                        }),
                    nodes: report.nodes,
                    nps: report.nps,
                    ms: report.ms,
                    hashfull: report.hashfull,
                    pv,
                    san,
                    bound: bound_name(report.bound, is_first),
                }));
            }
        }
        if matches!(
            self.purpose,
            Some(Purpose::Analyse | Purpose::Play | Purpose::Inside)
        ) {
            self.send(News::Live {
                techniques: (self.uses)(&self.counters),
                depths: self.depths.clone(),
            });
        }
        if self.purpose == Some(Purpose::Analyse)
            && let Some(candidates) = self.game.heat(&searched)
        {
            self.send(News::Candidates(candidates));
        }
    }

    /// What is left to tell when the search is over.
    fn finish(&mut self) {
        self.tell();
    }

    fn note_depth(&mut self, report: &Report<'_, G::Move>) {
        let (line, san) = self.game.words(&report.line[..report.line.len().min(1)]);
        let (Some(mv), Some(san)) = (line.into_iter().next(), san.into_iter().next()) else {
            return;
        };
        let row = DepthRow {
            depth: report.depth,
            mv,
            san,
            score: Score::of(report.value, self.game.is_first_to_move(), G::KIND),
            nodes: report.nodes,
            ms: report.time.as_millis() as u64,
        };
        match self.depths.last_mut() {
            Some(last) if last.depth == row.depth => *last = row,
            _ => self.depths.push(row),
        }
    }
}

impl<G: Notation> Observer<G::Move> for Teller<'_, G> {
    fn line(&mut self, report: &Report<'_, G::Move>) {
        if self.purpose.is_none() || report.rank > self.lines {
            return;
        }
        if report.rank == 1 {
            if report.bound == Bound::Exact {
                self.note_depth(report);
            }
            if self.is_due() {
                self.tell();
            }
        }
        self.kept.retain(|kept| kept.rank != report.rank);
        self.kept.push(Kept {
            depth: report.depth,
            seldepth: report.seldepth,
            rank: report.rank,
            value: report.value,
            bound: report.bound,
            nodes: report.nodes,
            nps: report.nodes_per_second(),
            ms: report.time.as_millis() as u64,
            hashfull: report.hashfull,
            line: report.line.to_vec(),
        });
        if report.rank == self.lines && self.is_due() {
            self.tell();
        }
    }
}
