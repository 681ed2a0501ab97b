//! Turns at the processor: many boards, few cores.
//!
//! Each search has a thread of its own, but only as many run as there are cores; the others wait. A search looks at its
//! clock every 128 nodes, and there it hands its place on when its slice is over and somebody waits. Next
//! comes whoever has used the least; a new search starts a little below the minimum usage, so that short thoughts are
//! answered at once while long ones share.

use regence_core::limiter::Clock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// How long a search runs while others wait.
const SLICE: Duration = Duration::from_millis(10);
/// How much a new search is ahead of the others.
const HEAD_START: Duration = Duration::from_millis(60);

/// The places at the processor.
#[derive(Debug)]
pub struct Turns(Mutex<Queue>);

/// Who waits, who runs, and how much each has had.
#[derive(Debug)]
struct Queue {
    free: usize,
    next: u64,
    seats: Vec<Entry>,
}

#[derive(Debug)]
struct Entry {
    number: u64,
    used: Duration,
    state: State,
    /// What wakes its thread.
    bell: Arc<Condvar>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Idle,
    Waiting,
    Running,
}

impl Queue {
    fn join(&mut self, bell: Arc<Condvar>) -> u64 {
        let least = self.seats.iter().map(|entry| entry.used).min();
        let number = self.next;
        self.next += 1;
        self.seats.push(Entry {
            number,
            used: least.unwrap_or_default().saturating_sub(HEAD_START),
            state: State::Idle,
            bell,
        });
        number
    }

    fn entry(&mut self, number: u64) -> Option<&mut Entry> {
        self.seats.iter_mut().find(|entry| entry.number == number)
    }

    fn is_running(&mut self, number: u64) -> bool {
        self.entry(number)
            .is_some_and(|entry| entry.state == State::Running)
    }

    fn wait(&mut self, number: u64) {
        if let Some(entry) = self.entry(number) {
            entry.state = State::Waiting;
        }
        self.hand_out();
    }

    /// Ends a slice: the place goes to whoever has had the least, which may be the same search again.
    fn pass_on(&mut self, number: u64, slice: Duration) {
        let Some(entry) = self.entry(number) else {
            return;
        };
        entry.used += slice;
        if entry.state == State::Running {
            entry.state = State::Waiting;
            self.free += 1;
        }
        self.hand_out();
    }

    /// Gives the place back, or stops waiting for one.
    fn rest(&mut self, number: u64) {
        if let Some(entry) = self.entry(number) {
            let before = std::mem::replace(&mut entry.state, State::Idle);
            self.free += usize::from(before == State::Running);
        }
        self.hand_out();
    }

    fn leave(&mut self, number: u64) {
        self.rest(number);
        self.seats.retain(|entry| entry.number != number);
    }

    /// Gives free places to those who have had the least.
    fn hand_out(&mut self) {
        while self.free > 0 {
            let waiting = self
                .seats
                .iter_mut()
                .filter(|entry| entry.state == State::Waiting);
            let Some(next) = waiting.min_by_key(|entry| (entry.used, entry.number)) else {
                return;
            };
            next.state = State::Running;
            next.bell.notify_all();
            self.free -= 1;
        }
    }
}

impl Turns {
    /// Places for so many threads.
    pub fn new(places: usize) -> Arc<Turns> {
        Arc::new(Turns(Mutex::new(Queue {
            free: places.max(1),
            next: 0,
            seats: Vec::new(),
        })))
    }

    /// A seat for one search, which does not run yet.
    pub fn seat(self: &Arc<Turns>, deadline: Option<Instant>) -> Arc<Seat> {
        let bell = Arc::new(Condvar::new());
        Arc::new(Seat {
            number: self.lock().join(bell.clone()),
            turns: self.clone(),
            bell,
            is_called_off: AtomicBool::new(false),
            deadline,
            slice_began: Mutex::new(None),
        })
    }

    /// How many searches there are, running or waiting.
    pub fn searches(&self) -> usize {
        self.lock().seats.len()
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.0.lock().unwrap_or_else(|e| e.into_inner())
    }
}

/// One search's place in the queue. It goes when the seat is dropped.
#[derive(Debug)]
pub struct Seat {
    turns: Arc<Turns>,
    number: u64,
    bell: Arc<Condvar>,
    is_called_off: AtomicBool,
    /// From then on the search needs no turn: it is about to answer.
    deadline: Option<Instant>,
    slice_began: Mutex<Option<Instant>>,
}

impl Seat {
    /// Waits for a place. Returns without one when the search is called off or has to answer.
    pub fn sit(&self) {
        let mut queue = self.turns.lock();
        queue.wait(self.number);
        self.wait_for_turn(queue);
    }

    fn wait_for_turn(&self, mut queue: MutexGuard<'_, Queue>) {
        while !queue.is_running(self.number) && !self.is_called_off.load(Relaxed) {
            let Some(deadline) = self.deadline else {
                queue = self.bell.wait(queue).unwrap_or_else(|e| e.into_inner());
                continue;
            };
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            let (guard, _) = self
                .bell
                .wait_timeout(queue, left)
                .unwrap_or_else(|e| e.into_inner());
            queue = guard;
        }
        let now = match queue.is_running(self.number) {
            true => Some(Instant::now()),
            false => {
                queue.rest(self.number);
                None
            }
        };
        *self.slice_began.lock().unwrap_or_else(|e| e.into_inner()) = now;
    }

    /// Gives the place back while there is nothing to compute.
    pub fn stand_up(&self) {
        self.turns.lock().rest(self.number);
        *self.slice_began.lock().unwrap_or_else(|e| e.into_inner()) = None;
    }

    /// Ends the waiting: the search is not wanted any more.
    pub fn call_off(&self) {
        // Under the lock, so that a thread that is about to wait hears it.
        let _queue = self.turns.lock();
        self.is_called_off.store(true, Relaxed);
        self.bell.notify_all();
    }

    pub fn is_called_off(&self) -> bool {
        self.is_called_off.load(Relaxed)
    }

    /// Called between nodes: hands the place on if it is somebody else's turn.
    fn pause(&self) {
        let began = *self.slice_began.lock().unwrap_or_else(|e| e.into_inner());
        let Some(began) = began else { return };
        let slice = began.elapsed();
        if slice < SLICE || self.is_called_off() {
            return;
        }
        let mut queue = self.turns.lock();
        queue.pass_on(self.number, slice);
        self.wait_for_turn(queue);
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.turns.lock().leave(self.number);
    }
}

/// Real time for a search that takes turns.
#[derive(Debug)]
pub struct TurnClock {
    began: Instant,
    seat: Arc<Seat>,
}

impl TurnClock {
    /// Time is counted from `began`: when the search was asked for, not when it got its first turn.
    pub fn new(began: Instant, seat: Arc<Seat>) -> TurnClock {
        TurnClock { began, seat }
    }
}

impl Clock for TurnClock {
    fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    fn advance(&self, _nodes: u64) {
        self.seat.pause();
    }

    fn is_called_off(&self) -> bool {
        self.seat.is_called_off()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;
    use std::thread;

    fn queue(places: usize) -> Queue {
        Queue {
            free: places,
            next: 0,
            seats: Vec::new(),
        }
    }

    fn join(queue: &mut Queue) -> u64 {
        let number = queue.join(Arc::new(Condvar::new()));
        queue.wait(number);
        number
    }

    fn slice(queue: &mut Queue, number: u64) {
        assert!(queue.is_running(number));
        queue.pass_on(number, SLICE);
    }

    #[test]
    fn no_more_run_than_there_are_places() {
        let mut queue = queue(2);
        let all: Vec<u64> = (0..5).map(|_| join(&mut queue)).collect();
        let running = |queue: &mut Queue| all.iter().filter(|&&n| queue.is_running(n)).count();
        assert_eq!(running(&mut queue), 2);
        queue.leave(all[0]);
        assert_eq!(running(&mut queue), 2);
        queue.rest(all[1]);
        assert_eq!(running(&mut queue), 2);
    }

    #[test]
    fn everybody_gets_the_same() {
        let mut queue = queue(2);
        let all: Vec<u64> = (0..7).map(|_| join(&mut queue)).collect();
        for _ in 0..350 {
            let running: Vec<u64> = all
                .iter()
                .copied()
                .filter(|&n| queue.is_running(n))
                .collect();
            for number in running {
                if queue.is_running(number) {
                    slice(&mut queue, number);
                }
            }
        }
        let used: Vec<Duration> = queue.seats.iter().map(|entry| entry.used).collect();
        let (least, most) = (used.iter().min().unwrap(), used.iter().max().unwrap());
        assert!(*most - *least <= SLICE * 2, "{used:?}");
    }

    #[test]
    fn a_newcomer_comes_first_but_not_for_ever() {
        let mut queue = queue(1);
        let old = join(&mut queue);
        for _ in 0..1000 {
            slice(&mut queue, old);
        }
        let new = join(&mut queue);
        slice(&mut queue, old);
        let mut in_a_row = 0;
        while queue.is_running(new) {
            slice(&mut queue, new);
            in_a_row += 1;
        }
        assert!((3..=9).contains(&in_a_row), "{in_a_row}");
    }

    #[test]
    fn a_search_that_is_called_off_waits_no_longer() {
        let turns = Turns::new(1);
        let busy = turns.seat(None);
        busy.sit();
        let waiting = turns.seat(None);
        let thread = thread::spawn({
            let waiting = waiting.clone();
            move || waiting.sit()
        });
        waiting.call_off();
        thread.join().unwrap();
        let late = turns.seat(Some(Instant::now()));
        late.sit();
        drop((busy, waiting, late));
        assert_eq!(turns.searches(), 0);
    }

    #[test]
    fn threads_hand_their_place_on() {
        let turns = Turns::new(2);
        let running = Arc::new(AtomicUsize::new(0));
        let threads: Vec<_> = (0..6)
            .map(|_| {
                let (turns, running) = (turns.clone(), running.clone());
                thread::spawn(move || {
                    let seat = turns.seat(None);
                    let clock = TurnClock::new(Instant::now(), seat.clone());
                    seat.sit();
                    for _ in 0..4 {
                        assert!(running.fetch_add(1, Relaxed) < 2);
                        thread::sleep(SLICE);
                        running.fetch_sub(1, Relaxed);
                        clock.advance(1024);
                    }
                    seat.stand_up();
                })
            })
            .collect();
        for thread in threads {
            thread.join().unwrap();
        }
        assert_eq!(turns.searches(), 0);
    }
}
