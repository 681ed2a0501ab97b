//! How a search learns that it must stop.
//!
//! There is one stop flag. The main thread of a search counts its nodes here and looks at the
//! clock every so often; the other threads only look at the flag. A stopped search returns
//! [`Stopped`] through every node, so that no half-searched score can be taken for a real one.

use crate::host::Moment;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

/// The search was told to stop: there is no score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// The flags that other threads set while a search runs.
#[derive(Debug, Default)]
pub struct Signals {
    stop: AtomicBool,
    pondering: AtomicBool,
    changed: (Mutex<()>, Condvar),
}

impl Signals {
    fn new(pondering: bool) -> Signals {
        Signals {
            pondering: AtomicBool::new(pondering),
            ..Signals::default()
        }
    }

    /// Ends the search as soon as its threads look.
    pub fn stop(&self) {
        self.set(|| self.stop.store(true, Relaxed));
    }

    /// The opponent played the expected move: the limits count from now on.
    pub fn ponder_hit(&self) {
        self.set(|| self.pondering.store(false, Relaxed));
    }

    /// Whether the search was told to stop.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// Whether it searches on the opponent's time.
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Relaxed)
    }

    /// Sleeps until the search is stopped, or until `ponderhit` where that is enough.
    pub fn wait_for_release(&self, ponder_hit_is_enough: bool) {
        let is_held = || !self.is_stopped() && (self.is_pondering() || !ponder_hit_is_enough);
        // Nothing else runs beside this thread: it has to be heard here.
        #[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
        while is_held() {
            crate::host::wait();
        }
        let (lock, changed) = &self.changed;
        let mut guard = lock.lock().unwrap_or_else(|e| e.into_inner());
        while is_held() {
            guard = changed.wait(guard).unwrap_or_else(|e| e.into_inner());
        }
    }

    fn set(&self, change: impl FnOnce()) {
        let (lock, changed) = &self.changed;
        let _guard = lock.lock().unwrap_or_else(|e| e.into_inner());
        change();
        changed.notify_all();
    }
}

/// Time since the search began. Tests bring a clock of their own.
pub trait Clock: Send + Sync {
    /// Time since the search began.
    fn elapsed(&self) -> Duration;
    /// Told of the nodes searched since the last call; a simulated clock moves by them.
    fn advance(&self, _nodes: u64) {}
    /// Whether it runs on while a search gets no processor.
    fn is_real(&self) -> bool {
        false
    }
    /// Whether nobody waits for the search any more, for those who can not reach its signals.
    fn is_called_off(&self) -> bool {
        false
    }
}

/// Real time, by a monotonic clock: never processor time, which stands still while we wait and
/// runs double on two threads.
#[derive(Clone, Copy, Debug)]
pub struct WallClock(Moment);

impl WallClock {
    /// Starts now.
    pub fn start() -> WallClock {
        WallClock(Moment::now())
    }
}

impl Clock for WallClock {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }

    fn is_real(&self) -> bool {
        true
    }

    #[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
    fn advance(&self, _nodes: u64) {
        crate::host::breathe();
    }
}

/// A clock that moves only when nodes are searched: time in tests, the same on every machine.
#[derive(Debug)]
pub struct NodeClock {
    nodes: AtomicU64,
    nanos_per_node: u64,
}

impl NodeClock {
    /// A clock for tests: so many nodes take a second.
    pub fn new(nodes_per_second: u64) -> NodeClock {
        NodeClock {
            nodes: AtomicU64::new(0),
            nanos_per_node: 1_000_000_000 / nodes_per_second.max(1),
        }
    }
}

impl Clock for NodeClock {
    fn elapsed(&self) -> Duration {
        Duration::from_nanos(self.nodes.load(Relaxed) * self.nanos_per_node)
    }

    fn advance(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Relaxed);
    }
}

/// A thread's published node count, alone on its cache line so that threads do not slow each
/// other down.
#[derive(Debug, Default)]
#[repr(align(128))]
struct NodeCounter(AtomicU64);

/// Nodes between two looks at the flag and the clock: two milliseconds of the slowest searches, which manage
/// sixty thousand a second, and too seldom to cost the quick ones anything.
const CHECK_EVERY: u64 = 128;

/// What the threads of one search have in common. Made anew for each search, so that a late
/// `stop` for one search can't end the next.
#[allow(missing_debug_implementations)]
pub struct Shared {
    /// What others tell the search.
    pub signals: Signals,
    clock: Box<dyn Clock>,
    counters: Vec<NodeCounter>,
    /// The longest time between two looks at the clock, in nanoseconds.
    longest_stall: AtomicU64,
}

impl Shared {
    /// For a search on so many threads, by a clock that has just been started.
    pub fn new(threads: usize, clock: impl Clock + 'static, pondering: bool) -> Arc<Shared> {
        Arc::new(Shared {
            signals: Signals::new(pondering),
            clock: Box::new(clock),
            counters: (0..threads.max(1))
                .map(|_| NodeCounter::default())
                .collect(),
            longest_stall: AtomicU64::new(0),
        })
    }

    /// How many threads may search.
    pub fn threads(&self) -> usize {
        self.counters.len()
    }

    /// Nodes of all threads, as last published.
    pub fn total_nodes(&self) -> u64 {
        self.counters.iter().map(|c| c.0.load(Relaxed)).sum()
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    /// The longest time between two looks at a clock that runs by itself.
    pub fn longest_stall(&self) -> Duration {
        match self.clock.is_real() {
            true => Duration::from_nanos(self.longest_stall.load(Relaxed)),
            false => Duration::ZERO,
        }
    }
}

/// One thread's view of what it shares, with its own node count.
#[allow(missing_debug_implementations)]
pub struct Limiter {
    shared: Arc<Shared>,
    thread: usize,
    nodes: u64,
    published: u64,
    next_check: u64,
    node_limit: u64,
    deadline: Option<Duration>,
    /// When the clock was looked at last.
    looked: Duration,
    /// Limits count only once there is a move to answer with.
    armed: bool,
}

impl Limiter {
    /// `thread` is this thread's place among the threads; thread 0 is the one that looks at
    /// limits.
    pub fn new(shared: Arc<Shared>, thread: usize) -> Limiter {
        Limiter {
            shared,
            thread,
            nodes: 0,
            published: 0,
            next_check: CHECK_EVERY,
            node_limit: u64::MAX,
            deadline: None,
            looked: Duration::ZERO,
            armed: false,
        }
    }

    /// Sets the limits that the main thread enforces inside an iteration.
    pub fn set_limits(&mut self, nodes: Option<u64>, deadline: Option<Duration>) {
        self.node_limit = nodes.unwrap_or(u64::MAX);
        self.deadline = deadline;
    }

    /// From now on the limits count: there is a best move.
    pub fn arm(&mut self) {
        if !self.armed {
            self.armed = true;
            self.next_check = (self.nodes + CHECK_EVERY).min(self.node_limit);
        }
    }

    /// Counts a node; every node of a search passes here.
    #[inline]
    pub fn visit(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes >= self.next_check {
            self.check()
        } else {
            Ok(())
        }
    }

    #[cold]
    fn check(&mut self) -> Result<(), Stopped> {
        self.publish();
        self.next_check = self.nodes + CHECK_EVERY;
        if self.is_main() && self.shared.clock.is_called_off() {
            self.signals().stop();
        }
        if self.is_main() && self.armed {
            // The other threads' counts are far away: they are asked for only where they matter.
            let left = match self.node_limit {
                u64::MAX => u64::MAX,
                limit => limit.saturating_sub(self.shared.total_nodes()),
            };
            // A step no larger than the rest of the limit: the limit itself is met exactly.
            self.next_check = self.nodes + CHECK_EVERY.min(left.max(1));
            if self.signals().is_pondering() {
                self.looked = self.elapsed();
            } else if left == 0 || self.is_late() {
                self.signals().stop();
            }
        }
        if self.signals().is_stopped() {
            return Err(Stopped);
        }
        Ok(())
    }

    fn is_late(&mut self) -> bool {
        let Some(deadline) = self.deadline else {
            return false;
        };
        let now = self.elapsed();
        let stall = now.saturating_sub(self.looked).as_nanos() as u64;
        self.shared.longest_stall.fetch_max(stall, Relaxed);
        self.looked = now;
        now >= deadline
    }

    /// Makes this thread's count known to the others.
    pub fn publish(&mut self) {
        self.shared.clock.advance(self.nodes - self.published);
        self.published = self.nodes;
        self.shared.counters[self.thread]
            .0
            .store(self.nodes, Relaxed);
    }

    /// Nodes of this thread.
    #[inline]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// What all threads of the search share.
    pub fn shared(&self) -> &Shared {
        &self.shared
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.shared.elapsed()
    }

    /// What others tell the search.
    pub fn signals(&self) -> &Signals {
        &self.shared.signals
    }

    /// Whether this is the thread that answers.
    pub fn is_main(&self) -> bool {
        self.thread == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A limiter whose clock runs by nodes, a million a second.
    fn limiter(thread: usize, pondering: bool) -> Limiter {
        Limiter::new(Shared::new(2, NodeClock::new(1_000_000), pondering), thread)
    }

    fn nodes_until_stop(limiter: &mut Limiter) -> u64 {
        while limiter.visit().is_ok() {}
        limiter.nodes()
    }

    #[test]
    fn a_node_limit_is_met_exactly() {
        for limit in [1, 2, 1000, 1024, 1025, 5000, 12_345] {
            let mut limiter = limiter(0, false);
            limiter.set_limits(Some(limit), None);
            limiter.arm();
            assert_eq!(nodes_until_stop(&mut limiter), limit);
        }
    }

    #[test]
    fn limits_do_not_count_before_there_is_a_move() {
        let mut limiter = limiter(0, false);
        limiter.set_limits(Some(10), Some(Duration::ZERO));
        for _ in 0..5000 {
            assert_eq!(limiter.visit(), Ok(()));
        }
        limiter.arm();
        assert!(limiter.visit().is_err());
    }

    #[test]
    fn a_deadline_is_seen_within_one_check() {
        let mut limiter = limiter(0, false);
        limiter.set_limits(None, Some(Duration::from_millis(50)));
        limiter.arm();
        let nodes = nodes_until_stop(&mut limiter);
        assert!((50_000..=50_000 + CHECK_EVERY).contains(&nodes), "{nodes}");
    }

    /// Crowded boards of ninuki: the margin of eight milliseconds must not go by between two looks.
    #[test]
    fn a_slow_search_is_late_by_three_milliseconds_at_most() {
        let slow = Shared::new(1, NodeClock::new(60_000), false);
        let mut limiter = Limiter::new(slow, 0);
        let deadline = Duration::from_millis(32);
        limiter.set_limits(None, Some(deadline));
        limiter.arm();
        nodes_until_stop(&mut limiter);
        let late = limiter.elapsed() - deadline;
        assert!(late <= Duration::from_millis(3), "{late:?}");
    }

    #[test]
    fn no_limit_counts_while_pondering() {
        let mut limiter = limiter(0, true);
        limiter.set_limits(Some(10), Some(Duration::from_millis(1)));
        limiter.arm();
        for _ in 0..10_000 {
            assert_eq!(limiter.visit(), Ok(()));
        }
        limiter.signals().ponder_hit();
        assert!(nodes_until_stop(&mut limiter) <= 11_025);
    }

    #[test]
    fn every_thread_sees_the_stop_flag() {
        let mut helper = limiter(1, false);
        helper.signals().stop();
        assert_eq!(nodes_until_stop(&mut helper), CHECK_EVERY);
        assert_eq!(helper.shared().total_nodes(), CHECK_EVERY);
    }

    #[test]
    fn waiting_ends_with_a_stop_or_a_ponderhit() {
        let shared = Shared::new(1, WallClock::start(), true);
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| shared.signals.wait_for_release(true));
            shared.signals.ponder_hit();
            waiting.join().expect("released by the ponderhit");
            let waiting = scope.spawn(|| shared.signals.wait_for_release(false));
            shared.signals.stop();
            waiting.join().expect("released by the stop");
        });
    }
}
