//! Threads that last: each owns a worker and runs one job after another on it.
//!
//! A pool holds the helpers of an engine. They are made when the number of threads is set and sleep between searches,
//! so that a search neither makes nor joins a thread. The caller's own thread is not among them: with one thread
//! there is no helper, and nothing here needs an operating system that has threads.

use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle};

/// The largest number of threads of an engine.
pub const MAX_THREADS: usize = 256;

/// Stack of a search thread: deep lines in debug builds need more than the usual 2 MB.
pub const STACK_BYTES: usize = 16 << 20;

type Job<W> = Box<dyn FnOnce(&mut W) + Send>;

struct Helper<W> {
    /// None once the helper has been told to end.
    jobs: Option<Sender<Job<W>>>,
    thread: Option<JoinHandle<()>>,
}

impl<W> Helper<W> {
    fn send(&mut self, job: Job<W>) {
        let is_sent = self
            .jobs
            .as_ref()
            .is_some_and(|jobs| jobs.send(job).is_ok());
        if !is_sent {
            self.rethrow();
        }
    }

    /// A helper ends before its pool only by a panic, which becomes the caller's.
    fn rethrow(&mut self) -> ! {
        let ended = self.thread.take().map(JoinHandle::join);
        match ended {
            Some(Err(panic)) => std::panic::resume_unwind(panic),
            _ => panic!("a search thread ended before its engine"),
        }
    }
}

impl<W> Drop for Helper<W> {
    /// Waits for the job at hand: whoever drops a helper has told its search to stop.
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // The panic message has been printed; a second panic here would end the program.
            let _ = thread.join();
        }
    }
}

/// Helpers with a worker `W` each.
#[allow(missing_debug_implementations)]
pub struct Pool<W> {
    helpers: Vec<Helper<W>>,
}

impl<W: Send + 'static> Pool<W> {
    /// No helper, no thread.
    pub fn new() -> Pool<W> {
        Pool {
            helpers: Vec::new(),
        }
    }

    /// How many helpers there are.
    pub fn len(&self) -> usize {
        self.helpers.len()
    }

    /// Whether there are no helpers.
    pub fn is_empty(&self) -> bool {
        self.helpers.is_empty()
    }

    /// Makes it `count` helpers; `make` builds the workers of new ones. If the system refuses a thread, the number
    /// stays what it was.
    pub fn resize(&mut self, count: usize, make: impl FnMut() -> W) -> io::Result<()> {
        self.resize_with(count, make, spawn)
    }

    fn resize_with(
        &mut self,
        count: usize,
        mut make: impl FnMut() -> W,
        mut spawn: impl FnMut(usize, W, Receiver<Job<W>>) -> io::Result<JoinHandle<()>>,
    ) -> io::Result<()> {
        let before = self.len();
        for number in before..count {
            let (jobs, inbox) = channel();
            match spawn(number + 1, make(), inbox) {
                Ok(thread) => self.helpers.push(Helper {
                    jobs: Some(jobs),
                    thread: Some(thread),
                }),
                Err(error) => {
                    self.helpers.truncate(before);
                    return Err(error);
                }
            }
        }
        self.helpers.truncate(count);
        Ok(())
    }

    /// Gives each of the first `count` helpers a job, and returns at once. `job` is told the helper's number, from 0.
    /// A helper that still runs an earlier job begins this one afterwards.
    pub fn start<F: FnOnce(&mut W) + Send + 'static>(
        &mut self,
        count: usize,
        mut job: impl FnMut(usize) -> F,
    ) {
        for (number, helper) in self.helpers.iter_mut().take(count).enumerate() {
            helper.send(Box::new(job(number)));
        }
    }

    /// Returns when every helper has done all its jobs.
    pub fn wait(&mut self) {
        let (done, inbox) = channel();
        self.start(self.len(), |_| {
            let done = done.clone();
            move |_| {
                let _ = done.send(());
            }
        });
        drop(done);
        let answers = inbox.iter().count();
        // A helper that panicked has dropped its end without an answer.
        if answers < self.len() {
            let ended = self.helpers.iter_mut().find(|h| {
                h.thread.as_ref().is_none_or(JoinHandle::is_finished)
                    || h.jobs
                        .as_ref()
                        .is_none_or(|jobs| jobs.send(Box::new(|_| {})).is_err())
            });
            if let Some(helper) = ended {
                helper.rethrow();
            }
        }
    }
}

impl<W: Send + 'static> Default for Pool<W> {
    fn default() -> Self {
        Pool::new()
    }
}

fn spawn<W: Send + 'static>(
    number: usize,
    mut worker: W,
    inbox: Receiver<Job<W>>,
) -> io::Result<JoinHandle<()>> {
    Builder::new()
        .name(format!("search-{number}"))
        .stack_size(STACK_BYTES)
        .spawn(move || {
            for job in inbox {
                job(&mut worker);
            }
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

    fn pool(count: usize) -> Pool<u32> {
        let mut pool = Pool::new();
        pool.resize(count, || 0).expect("a few threads");
        pool
    }

    /// What the workers hold, by the helper's number.
    fn workers(pool: &mut Pool<u32>) -> Vec<u32> {
        let (tell, inbox) = channel();
        pool.start(pool.len(), |number| {
            let tell = tell.clone();
            move |worker| tell.send((number, *worker)).expect("somebody listens")
        });
        drop(tell);
        let mut told: Vec<_> = inbox.iter().collect();
        told.sort_unstable();
        told.into_iter().map(|(_, worker)| worker).collect()
    }

    #[test]
    fn workers_last_from_job_to_job() {
        let mut pool = pool(3);
        for _ in 0..5 {
            pool.start(3, |number| move |worker| *worker += number as u32 + 1);
        }
        assert_eq!(workers(&mut pool), [5, 10, 15]);
    }

    #[test]
    fn only_as_many_helpers_as_wanted_get_a_job() {
        let mut pool = pool(3);
        pool.start(1, |_| |worker| *worker += 1);
        assert_eq!(workers(&mut pool), [1, 0, 0]);
    }

    #[test]
    fn starting_does_not_wait_and_waiting_does() {
        let mut pool = pool(2);
        let (release, gate) = channel::<()>();
        let gate = Arc::new(std::sync::Mutex::new(gate));
        let done = Arc::new(AtomicUsize::new(0));
        pool.start(2, |_| {
            let (gate, done) = (gate.clone(), done.clone());
            move |_| {
                // Blocks until the sender is dropped.
                let _ = gate.lock().expect("a lock").recv();
                done.fetch_add(1, SeqCst);
            }
        });
        assert_eq!(
            done.load(SeqCst),
            0,
            "start came back before the jobs ended"
        );
        drop(release);
        pool.wait();
        assert_eq!(done.load(SeqCst), 2);
    }

    #[test]
    fn fewer_helpers_keep_their_workers() {
        let mut pool = pool(3);
        pool.start(3, |number| move |worker| *worker = 7 + number as u32);
        pool.resize(1, || 0).expect("fewer threads");
        assert_eq!(workers(&mut pool), [7]);
        pool.resize(2, || 1).expect("more threads");
        assert_eq!(workers(&mut pool), [7, 1]);
    }

    #[test]
    fn a_refused_thread_leaves_the_old_number() {
        let mut pool = pool(1);
        pool.start(1, |_| |worker| *worker = 9);
        let third_fails = |number, worker, inbox| match number {
            4 => Err(io::Error::from(io::ErrorKind::WouldBlock)),
            _ => spawn(number, worker, inbox),
        };
        assert!(pool.resize_with(5, || 0, third_fails).is_err());
        assert_eq!(workers(&mut pool), [9]);
    }

    #[test]
    fn the_panic_of_a_helper_becomes_the_callers() {
        let mut pool = pool(2);
        pool.start(1, |_| |_| std::panic::panic_any("lost"));
        let waiting = std::panic::AssertUnwindSafe(|| pool.wait());
        let panic = std::panic::catch_unwind(waiting).expect_err("a panic");
        assert_eq!(panic.downcast_ref(), Some(&"lost"));
    }

    #[test]
    fn dropping_a_pool_finishes_its_jobs() {
        let mut pool = pool(2);
        let done = Arc::new(AtomicUsize::new(0));
        pool.start(2, |_| {
            let done = done.clone();
            move |_| {
                done.fetch_add(1, SeqCst);
            }
        });
        drop(pool);
        assert_eq!(done.load(SeqCst), 2);
    }
}
