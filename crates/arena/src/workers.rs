//! A crew of threads that share numbered pieces of work, such as the pairs of a match.
//!
//! Every piece depends on its number alone, so neither the size of the crew nor an interruption changes a result.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, Sender};
use std::thread::Builder;

use regence_core::pool::STACK_BYTES;

use crate::error::LabError;

/// Whether the work goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    Continue,
    Stop,
}

/// Does the work of all these numbers. Each thread has a bench of its own, set up by `set_up`, and works at it
/// piece by piece; `hear` is told of each result as it comes, on the caller's thread.
///
/// Pieces that are under way when `hear` says stop are finished and heard.
pub fn share<Bench, Done: Send>(
    numbers: &[u64],
    threads: usize,
    set_up: impl Fn() -> Result<Bench, LabError> + Sync,
    work: impl Fn(&mut Bench, u64) -> Result<Done, LabError> + Sync,
    hear: impl FnMut(u64, Done) -> Result<Next, LabError>,
) -> Result<(), LabError> {
    if numbers.is_empty() {
        return Ok(());
    }
    let next = AtomicUsize::new(0);
    let give = || numbers.get(next.fetch_add(1, Relaxed)).copied();
    share_given(&give, threads.min(numbers.len()), set_up, work, hear)
}

/// The same where it is decided piece by piece what is done next; none when nothing is left.
pub fn share_given<Piece: Copy + Send, Bench, Done: Send>(
    give: &(impl Fn() -> Option<Piece> + Sync),
    threads: usize,
    set_up: impl Fn() -> Result<Bench, LabError> + Sync,
    work: impl Fn(&mut Bench, Piece) -> Result<Done, LabError> + Sync,
    mut hear: impl FnMut(Piece, Done) -> Result<Next, LabError>,
) -> Result<(), LabError> {
    let stop = AtomicBool::new(false);
    let work_on = |sender: Sender<Result<(Piece, Done), LabError>>| {
        let all = || {
            let mut bench = set_up()?;
            while !stop.load(Relaxed)
                && let Some(piece) = give()
                && sender.send(Ok((piece, work(&mut bench, piece)?))).is_ok()
            {}
            Ok(())
        };
        if let Err(error) = all() {
            // Nobody listens any more if another thread failed first.
            let _ = sender.send(Err(error));
        }
    };
    std::thread::scope(|scope| {
        let (sender, results) = mpsc::channel();
        let work_on = &work_on;
        let spawn = |_| {
            let sender = sender.clone();
            Builder::new()
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, move || work_on(sender))
                .ok()
        };
        // A thread that the system refuses makes the work slower, no more.
        let crew: Vec<_> = (0..threads.max(1)).filter_map(spawn).collect();
        drop(sender);
        let mut receive = || {
            for result in &results {
                let (piece, done) = result?;
                if hear(piece, done)? == Next::Stop {
                    stop.store(true, Relaxed);
                }
            }
            Ok(())
        };
        let received = receive();
        stop.store(true, Relaxed);
        if crew.is_empty() {
            return Err(LabError::new("the system gave no thread to work with"));
        }
        let died = crew
            .into_iter()
            .map(|thread| thread.join().is_err())
            .fold(false, |any, one| any | one);
        match died && received.is_ok() {
            true => Err(LabError::new("a thread died, see above")),
            false => received,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(threads: usize, last: u64) -> Result<Vec<(u64, u64)>, LabError> {
        let numbers: Vec<u64> = (0..20).collect();
        let mut heard = Vec::new();
        share(
            &numbers,
            threads,
            || Ok(0u64),
            |_, number| match number {
                17 if last > 17 => Err(LabError::new("seventeen")),
                number => Ok(number * number),
            },
            |number, square| {
                heard.push((number, square));
                Ok(if number >= last {
                    Next::Stop
                } else {
                    Next::Continue
                })
            },
        )?;
        heard.sort_unstable();
        Ok(heard)
    }

    #[test]
    fn every_number_is_done_once_and_a_stop_is_heard() {
        for threads in [1, 3] {
            let heard = squares(threads, 5).unwrap();
            let all: Vec<_> = (0..heard.len() as u64).map(|n| (n, n * n)).collect();
            assert!(heard == all && heard.len() >= 6, "{heard:?}");
        }
    }

    #[test]
    fn a_failure_ends_the_work() {
        assert_eq!(squares(2, 99).unwrap_err().to_string(), "seventeen");
    }
}
