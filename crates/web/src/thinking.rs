//! The thinking behind a board: one thread that owns its engine and does one task after the other.
//!
//! The thread is made when it is first needed and ends with its board. Tasks are plain values; what comes of them goes
//! to the board as [`Event`]s. Progress is told at most ten times a second and dropped when nobody listens; results
//! always arrive.

mod engines;
mod teller;

use crate::chess::ChessGame;
use crate::game::Game;
use crate::gomoku::GomokuGame;
use crate::inside::{self, Look};
use crate::memory;
use crate::messages::{Candidate, DepthRow, Info, Purpose, Score, Swap2Choice, Use};
use crate::turns::{Seat, TurnClock, Turns};
use engines::Engines;
use regence_core::pool::STACK_BYTES;
use regence_core::{Limits, Shared, Value, time};
use regence_gomoku::{Move as Stone, RuleSet, Size};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

/// Time that is lost between the clock and the search.
const OVERHEAD: Duration = Duration::from_millis(30);

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
        game: Game,
        nodes: u64,
    },
    /// Why a move, which is legal, would or would not be chosen.
    Why {
        game: Game,
        mv: String,
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
}

/// What came of a task.
#[derive(Debug)]
pub enum Done {
    /// Called off, or there was no move.
    Nothing,
    Found(Found),
    Recorded(Look),
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

/// What a board tells its thread.
enum Order {
    Do(Box<Task>),
    /// A recorded search that is not wanted any more: freeing it takes the thread's time, not the server's.
    Forget(Look),
}

struct Task {
    number: u64,
    /// Tasks of one game share what the engine remembers.
    game: u64,
    work: Work,
    shared: Arc<Shared>,
    seat: Arc<Seat>,
}

impl Task {
    /// For one of several searches of the task: nodes are counted for each, and calling the task off ends them all.
    fn signals(&self) -> Arc<Shared> {
        let clock = TurnClock::new(Instant::now(), self.seat.clone());
        Shared::new(1, clock, false)
    }
}

/// A board's hold on its thread.
#[derive(Debug)]
pub struct Thinker {
    turns: Arc<Turns>,
    events: Events,
    orders: Option<mpsc::Sender<Order>>,
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
            orders: None,
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
        let orders = match &self.orders {
            Some(orders) => orders.clone(),
            None => self.spawn()?,
        };
        orders.send(Order::Do(Box::new(task))).map_err(|_| {
            "the thread that thinks for this board has ended: open a new board".to_owned()
        })?;
        self.running = Some(Running {
            number,
            shared,
            seat,
        });
        Ok(number)
    }

    fn spawn(&mut self) -> Result<mpsc::Sender<Order>, String> {
        let (sender, receiver) = mpsc::channel();
        let events = self.events.clone();
        std::thread::Builder::new()
            .name("board".into())
            .stack_size(STACK_BYTES)
            .spawn(move || serve(&receiver, &events))
            .map_err(|error| {
                format!("the system refused a thread: {error}; close other boards and try again")
            })?;
        self.orders = Some(sender.clone());
        Ok(sender)
    }

    /// Lets go of a recorded search.
    pub fn forget(&self, look: Look) {
        if let Some(orders) = &self.orders {
            // A thread that has ended leaves it to this one.
            let _ = orders.send(Order::Forget(look));
        }
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

/// Does what the board asks for until it is closed; then everything that was kept for it goes.
fn serve(orders: &mpsc::Receiver<Order>, events: &Events) {
    let mut engines = Engines::default();
    for order in orders {
        match order {
            Order::Do(task) => {
                if !do_task(*task, &mut engines, events) {
                    break;
                }
            }
            Order::Forget(look) => {
                drop(look);
                memory::give_back();
            }
        }
    }
    drop(engines);
    // A recording may be among what nobody will do any more.
    orders.try_iter().for_each(drop);
    memory::give_back();
}

/// Whether anybody still listens.
fn do_task(task: Task, engines: &mut Engines, events: &Events) -> bool {
    task.seat.sit();
    let done = match task.seat.is_called_off() {
        true => Done::Nothing,
        false => engines.work(&task, events),
    };
    if matches!(task.work, Work::Record { .. } | Work::Why { .. }) {
        // A recorder keeps a part of what it built.
        memory::give_back();
    }
    task.seat.stand_up();
    let event = Event {
        task: task.number,
        news: News::Done(done),
    };
    drop(task.shared);
    events.blocking_send(event).is_ok()
}
