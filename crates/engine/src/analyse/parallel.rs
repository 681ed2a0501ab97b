//! Work on many threads whose results come in the order of the jobs.

use std::collections::BTreeMap;
use std::io;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::thread::{self, Builder};

use regence_core::pool::STACK_BYTES;

/// Jobs that may be under way for each thread: enough that nobody waits for a slow neighbour, few enough that
/// memory stays small however long the input is.
const AHEAD: usize = 16;

/// Gives each job to the next worker that is free, and each result to `sink`, in the order of the jobs. Jobs are
/// made on a thread of their own, only so far ahead as the work needs. The first error of the sink ends it all.
pub fn in_order<J: Send, R: Send, W: Send, E: From<io::Error>>(
    workers: Vec<W>,
    jobs: impl Iterator<Item = J> + Send,
    work: impl Fn(&mut W, J) -> R + Sync,
    mut sink: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let (permit, permits) = channel();
    let (hand_out, take) = sync_channel(workers.len());
    let (report, reports) = channel();
    for _ in 0..workers.len() * AHEAD {
        // The other end is here.
        let _ = permit.send(());
    }
    let (take, work) = (Mutex::new(take), &work);
    thread::scope(|scope| {
        let take = &take;
        for mut worker in workers {
            let report: Sender<(u64, R)> = report.clone();
            Builder::new()
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, move || {
                    while let Some((number, job)) = next(take) {
                        if report.send((number, work(&mut worker, job))).is_err() {
                            break;
                        }
                    }
                })?;
        }
        drop(report);
        Builder::new().spawn_scoped(scope, move || {
            for numbered in (0..).zip(jobs) {
                if permits.recv().is_err() || hand_out.send(numbered).is_err() {
                    break;
                }
            }
        })?;
        let sink = &mut sink;
        // The permits end with this closure: then the maker of jobs knows that no more are wanted.
        put_in_order(reports, move |result| {
            sink(result)?;
            // Nobody takes it when all jobs are out.
            let _ = permit.send(());
            Ok(())
        })
        .inspect_err(|_| close(take))
    })
}

/// The next job, once there is one.
fn next<T>(take: &Mutex<Receiver<T>>) -> Option<T> {
    let take = take.lock().unwrap_or_else(|error| error.into_inner());
    take.recv().ok()
}

/// No more jobs: puts a receiver in place that nobody sends to.
fn close<T>(take: &Mutex<Receiver<T>>) {
    *take.lock().unwrap_or_else(|error| error.into_inner()) = channel().1;
}

fn put_in_order<R, E>(
    reports: Receiver<(u64, R)>,
    mut sink: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let (mut next, mut early) = (0, BTreeMap::new());
    for (number, result) in reports {
        early.insert(number, result);
        while let Some(result) = early.remove(&next) {
            sink(result)?;
            next += 1;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    #[test]
    fn results_keep_the_order_of_the_jobs() {
        for threads in [1, 3] {
            let mut results = Vec::new();
            // Late jobs are quick, early ones slow.
            let slow = |n: u64| (0..(200 - n) * 50).fold(n, |a, b| a.rotate_left(3) ^ b);
            in_order(
                vec![(); threads],
                0..200,
                |_, n| (n, slow(n)),
                |(n, _)| -> io::Result<()> {
                    results.push(n);
                    Ok(())
                },
            )
            .expect("nothing fails");
            assert_eq!(results, (0..200).collect::<Vec<_>>());
        }
    }

    #[test]
    fn jobs_are_made_only_as_far_ahead_as_needed() {
        let (made, mut done, mut worst) = (AtomicUsize::new(0), 0, 0);
        in_order(
            vec![(); 2],
            (0..1000).inspect(|_| {
                made.fetch_add(1, Relaxed);
            }),
            |_, n: usize| n,
            |_| -> io::Result<()> {
                worst = worst.max(made.load(Relaxed) - done);
                done += 1;
                Ok(())
            },
        )
        .expect("nothing fails");
        assert_eq!(done, 1000);
        assert!(worst <= 2 * AHEAD + 1, "{worst}");
    }

    #[test]
    fn an_error_of_the_sink_ends_the_work() {
        let mut seen = 0;
        let result = in_order(
            vec![(); 2],
            0..,
            |_, n: u64| n,
            |n| -> io::Result<()> {
                seen += 1;
                match n {
                    5 => Err(io::Error::other("full")),
                    _ => Ok(()),
                }
            },
        );
        assert_eq!(result.unwrap_err().to_string(), "full");
        assert_eq!(seen, 6);
    }
}
