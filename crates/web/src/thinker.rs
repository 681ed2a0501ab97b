//! The thinking behind a board: one thread that owns its engines and does one task after the other.
//!
//! The thread is made when it is first needed and ends with its board. Progress is dropped when nobody listens; results
//! always arrive.

use crate::memory;
use crate::turns::{Seat, TurnClock, Turns};
use regence_board::{Context, Done, Engines, Event, Look, News, Tables, Thinker, Work};
use regence_core::pool::STACK_BYTES;
use regence_core::{Shared, strength};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

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
    game: u64,
    work: Work,
    shared: Arc<Shared>,
    seat: Arc<Seat>,
    began: Instant,
}

/// A task that runs.
struct Run<'a> {
    task: &'a Task,
    events: &'a Events,
}

impl Context for Run<'_> {
    fn shared(&self) -> &Arc<Shared> {
        &self.task.shared
    }

    fn signals(&self) -> Arc<Shared> {
        let clock = TurnClock::new(Instant::now(), self.task.seat.clone());
        Shared::new(1, clock, false)
    }

    fn is_called_off(&self) -> bool {
        self.task.seat.is_called_off()
    }

    fn elapsed(&self) -> Duration {
        self.task.began.elapsed()
    }

    fn random(&self) -> u64 {
        strength::seed()
    }

    fn tell(&self, news: News) {
        // A page that does not keep up misses some progress, no more.
        let _ = self.events.try_send(Event {
            task: self.task.number,
            news,
        });
    }
}

/// A board's hold on its thread.
#[derive(Debug)]
pub struct ThreadThinker {
    turns: Arc<Turns>,
    events: Events,
    tables: Option<Tables>,
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

impl ThreadThinker {
    pub fn new(turns: Arc<Turns>, events: Events, tables: Option<Tables>) -> ThreadThinker {
        ThreadThinker {
            turns,
            events,
            tables,
            orders: None,
            running: None,
            next: 1,
        }
    }

    fn spawn(&mut self) -> Result<mpsc::Sender<Order>, String> {
        let (sender, receiver) = mpsc::channel();
        let events = self.events.clone();
        let engines = Engines::default().with_tables(self.tables.clone());
        std::thread::Builder::new()
            .name("board".into())
            .stack_size(STACK_BYTES)
            .spawn(move || serve(&receiver, engines, &events))
            .map_err(|error| {
                format!("the system refused a thread: {error}; close other boards and try again")
            })?;
        self.orders = Some(sender.clone());
        Ok(sender)
    }
}

impl Thinker for ThreadThinker {
    fn start(&mut self, work: Work, game: u64) -> Result<u64, String> {
        self.call_off();
        let began = Instant::now();
        let number = self.next;
        self.next += 1;
        let seat = self.turns.seat(work.longest().map(|time| began + time));
        let clock = TurnClock::new(began, seat.clone());
        let shared = Shared::new(work.threads(), clock, false);
        let task = Task {
            number,
            game,
            work,
            shared: shared.clone(),
            seat: seat.clone(),
            began,
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

    fn hurry(&self) {
        if let Some(running) = &self.running {
            running.shared.signals.stop();
        }
    }

    fn let_go(&mut self, number: u64) {
        self.running.take_if(|running| running.number == number);
    }

    fn call_off(&mut self) {
        if let Some(running) = self.running.take() {
            running.shared.signals.stop();
            running.seat.call_off();
        }
    }

    fn forget(&self, look: Look) {
        if let Some(orders) = &self.orders {
            // A thread that has ended leaves it to this one.
            let _ = orders.send(Order::Forget(look));
        }
    }
}

impl Drop for ThreadThinker {
    fn drop(&mut self) {
        self.call_off();
    }
}

/// Does what the board asks for until it is closed; then everything that was kept for it goes.
fn serve(orders: &mpsc::Receiver<Order>, mut engines: Engines, events: &Events) {
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
        false => {
            let run = Run {
                task: &task,
                events,
            };
            engines.work(&task.work, task.game, &run)
        }
    };
    if task.work.is_recorded() {
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
