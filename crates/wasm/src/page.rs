//! A board of the page with its engines, on one thread.

use crate::{Player, Say};
use regence_board::{Board, Context, Done, Engines, Event, Look, News, Thinker, Work};
use regence_core::limiter::{Clock, WallClock};
use regence_core::{Shared, strength};
use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// A board that thinks where it hears.
pub struct Page {
    board: RefCell<Board<Desk>>,
    desk: Desk,
    engines: RefCell<Engines>,
    began: WallClock,
    say: Say,
}

impl Page {
    /// A board that greets at once; the tables of its engines have so many megabytes.
    pub fn new(hash_megabytes: usize, say: Say) -> Page {
        let desk = Desk::default();
        let page = Page {
            board: RefCell::new(Board::new(desk.clone())),
            desk,
            engines: RefCell::new(Engines::with_hash(hash_megabytes)),
            began: WallClock::start(),
            say,
        };
        page.on_board(|board, now| board.greet(1, now));
        page
    }

    /// Lets the board do something, and says what it answers.
    fn on_board(
        &self,
        act: impl FnOnce(&mut Board<Desk>, Duration) -> Vec<regence_board::messages::Answer>,
    ) {
        let answers = act(&mut self.board.borrow_mut(), self.began.elapsed());
        for answer in answers {
            (self.say)(&answer.to_json());
        }
    }

    fn tell(&self, task: u64, news: News) {
        self.on_board(|board, now| board.learn(Event { task, news }, now));
    }
}

impl Player for Page {
    fn hear(&self, text: &str) {
        self.on_board(|board, now| board.hear(text, now));
    }

    fn work(&self) {
        while let Some(task) = self.desk.take() {
            let run = Run { page: self, task };
            let done = match run.is_called_off() {
                true => Done::Nothing,
                false => {
                    let mut engines = self.engines.borrow_mut();
                    engines.work(&run.task.work, run.task.game, &run)
                }
            };
            self.tell(run.task.number, News::Done(done));
        }
    }

    fn tick(&self) -> Option<Duration> {
        let is_due = |at: &Duration| *at <= self.began.elapsed();
        if self.board.borrow().wakes_at().as_ref().is_some_and(is_due) {
            self.on_board(|board, now| board.tick(now));
        }
        let wakes_at = self.board.borrow().wakes_at()?;
        Some(wakes_at.saturating_sub(self.began.elapsed()))
    }
}

impl fmt::Debug for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Page").finish_non_exhaustive()
    }
}

/// What can reach a task from outside.
#[derive(Clone)]
struct Hold {
    number: u64,
    shared: Arc<Shared>,
    is_called_off: Arc<AtomicBool>,
}

struct Task {
    number: u64,
    game: u64,
    work: Work,
    began: WallClock,
    hold: Hold,
}

#[derive(Default)]
struct Tasks {
    last: Cell<u64>,
    waiting: RefCell<Option<Task>>,
    running: RefCell<Option<Hold>>,
}

/// Where a board leaves its tasks.
#[derive(Clone, Default)]
struct Desk(Rc<Tasks>);

impl Desk {
    fn take(&self) -> Option<Task> {
        self.0.waiting.borrow_mut().take()
    }
}

impl fmt::Debug for Desk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Desk").finish_non_exhaustive()
    }
}

impl Thinker for Desk {
    fn start(&mut self, work: Work, game: u64) -> Result<u64, String> {
        self.call_off();
        let number = self.0.last.get() + 1;
        self.0.last.set(number);
        let began = WallClock::start();
        let is_called_off = Arc::new(AtomicBool::new(false));
        let hold = Hold {
            number,
            shared: signals(began, &is_called_off),
            is_called_off,
        };
        self.0.running.replace(Some(hold.clone()));
        self.0.waiting.replace(Some(Task {
            number,
            game,
            work,
            began,
            hold,
        }));
        Ok(number)
    }

    fn hurry(&self) {
        if let Some(hold) = &*self.0.running.borrow() {
            hold.shared.signals.stop();
        }
    }

    fn let_go(&mut self, number: u64) {
        let is_it = |hold: &mut Hold| hold.number == number;
        self.0.running.borrow_mut().take_if(is_it);
    }

    fn call_off(&mut self) {
        if let Some(hold) = self.0.running.take() {
            hold.shared.signals.stop();
            hold.is_called_off.store(true, Relaxed);
        }
    }

    fn forget(&self, look: Look) {
        drop(look);
    }
}

/// Real time for a search that may be called off.
struct TaskClock {
    clock: WallClock,
    is_called_off: Arc<AtomicBool>,
}

impl Clock for TaskClock {
    fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    fn advance(&self, nodes: u64) {
        self.clock.advance(nodes);
    }

    fn is_called_off(&self) -> bool {
        self.is_called_off.load(Relaxed)
    }
}

fn signals(clock: WallClock, is_called_off: &Arc<AtomicBool>) -> Arc<Shared> {
    let is_called_off = is_called_off.clone();
    let clock = TaskClock {
        clock,
        is_called_off,
    };
    Shared::new(1, clock, false)
}

/// A task that runs.
struct Run<'a> {
    page: &'a Page,
    task: Task,
}

impl Context for Run<'_> {
    fn shared(&self) -> &Arc<Shared> {
        &self.task.hold.shared
    }

    fn signals(&self) -> Arc<Shared> {
        signals(WallClock::start(), &self.task.hold.is_called_off)
    }

    fn is_called_off(&self) -> bool {
        self.task.hold.is_called_off.load(Relaxed)
    }

    fn elapsed(&self) -> Duration {
        self.task.began.elapsed()
    }

    fn random(&self) -> u64 {
        strength::seed()
    }

    fn tell(&self, news: News) {
        self.page.tell(self.task.number, news);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value as Json, json};

    fn page() -> (Page, Rc<RefCell<Vec<Json>>>) {
        let said = Rc::new(RefCell::new(Vec::new()));
        let heard = said.clone();
        let say: Say = Box::new(move |text| {
            heard
                .borrow_mut()
                .push(serde_json::from_str(text).expect("JSON"));
        });
        (Page::new(1, say), said)
    }

    fn of_type<'a>(said: &'a [Json], kind: &str) -> Vec<&'a Json> {
        said.iter()
            .filter(|message| message["type"] == kind)
            .collect()
    }

    #[test]
    fn it_greets_and_the_engine_answers_a_move() {
        let (page, said) = page();
        assert_eq!(said.borrow()[0]["type"], "hello");
        let engine = json!({"engine": {"nodes": 500}});
        let new =
            json!({"type": "new", "game": "chess", "players": {"white": "human", "black": engine}});
        page.hear(&new.to_string());
        page.hear(r#"{"type":"move","move":"e2e4"}"#);
        assert!(
            of_type(&said.borrow(), "played").is_empty(),
            "not before it works"
        );
        page.work();
        let said = said.borrow();
        assert_eq!(of_type(&said, "played").len(), 1);
        let state = *of_type(&said, "state").last().expect("a state");
        assert_eq!(state["ply"], 2);
    }

    /// What is said during a search is heard by the same search: here from within its first report.
    #[test]
    fn a_search_hears_its_stop_from_within() {
        thread_local! {
            static PAGE: RefCell<Option<&'static Page>> = const { RefCell::new(None) };
        }
        let say: Say = Box::new(|text| {
            let message: Json = serde_json::from_str(text).expect("JSON");
            if message["type"] == "info" {
                let page = PAGE.with_borrow(|page| page.expect("a page"));
                page.hear_later(r#"{"type":"stop"}"#);
            }
        });
        let page: &'static Page = Box::leak(Box::new(Page::new(1, say)));
        PAGE.set(Some(page));
        page.hear(r#"{"type":"analyse","lines":1}"#);
        page.work();
        assert!(page.desk.0.running.borrow().is_none());
        assert!(page.desk.take().is_none());
    }

    impl Page {
        /// A host hears between nodes; here the board is told once its answers are said.
        fn hear_later(&self, text: &str) {
            if self.board.try_borrow_mut().is_ok() {
                self.hear(text);
            }
        }
    }

    #[test]
    fn a_task_that_was_called_off_is_not_begun() {
        let (page, said) = page();
        page.hear(r#"{"type":"hint","nodes":1000000000000,"id":1}"#);
        page.hear(r#"{"type":"stop"}"#);
        page.work();
        assert!(of_type(&said.borrow(), "hint").is_empty());
        assert_eq!(of_type(&said.borrow(), "stopped").len(), 1);
    }

    #[test]
    fn a_clock_that_runs_asks_to_be_looked_at() {
        let (page, _) = page();
        assert_eq!(page.tick(), None);
        page.hear(r#"{"type":"new","game":"chess","clock":{"base":60000,"inc":0}}"#);
        page.hear(r#"{"type":"move","move":"e2e4"}"#);
        let left = page.tick().expect("a clock runs");
        assert!(left > Duration::from_secs(50) && left <= Duration::from_secs(60));
    }
}
