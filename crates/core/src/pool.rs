//! Lazy SMP: several threads search the same root and meet in the table.

use crate::deepen::Outcome;
use crate::report::{NoObserver, Observer};
use crate::value::Value;
use crate::watch::Shared;
use std::thread::{self, Builder};

/// The largest number of threads.
pub const MAX_THREADS: usize = 256;

/// Stack of a search thread: deep lines in debug builds need more than the usual 2 MB.
pub const STACK_BYTES: usize = 16 << 20;

/// Runs `search` on every worker, the first one on this thread, and returns the answer that the
/// threads agree on. The others stop when the first is done.
///
/// Where the answer must wait (`infinite`, `ponder`), it waits here, while the others go on.
pub fn run<W: Send, M: Copy + PartialEq + Send>(
    workers: &mut [W],
    shared: &Shared,
    observer: &mut dyn Observer<M>,
    wait: Wait,
    search: impl Fn(&mut W, usize, &mut dyn Observer<M>) -> Option<Outcome<M>> + Sync,
) -> Option<Outcome<M>> {
    let (main, helpers) = workers.split_first_mut()?;
    let search = &search;
    thread::scope(|scope| {
        // A thread that the system refuses is one helper less, no more.
        let running: Vec<_> = (1..)
            .zip(helpers)
            .filter_map(|(thread, worker)| {
                Builder::new()
                    .name(format!("search-{thread}"))
                    .stack_size(STACK_BYTES)
                    .spawn_scoped(scope, move || search(worker, thread, &mut NoObserver))
                    .ok()
            })
            .collect();
        let first = search(main, 0, observer);
        match wait {
            Wait::No => {}
            Wait::ForStop => shared.signals.wait_for_release(false),
            Wait::ForStopOrPonderHit => shared.signals.wait_for_release(true),
        }
        shared.signals.stop();
        let mut outcomes: Vec<_> = first.into_iter().collect();
        for helper in running {
            match helper.join() {
                Ok(outcome) => outcomes.extend(outcome),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        vote(outcomes)
    })
}

/// What an answer waits for once the search itself is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    No,
    ForStop,
    ForStopOrPonderHit,
}

/// The threads vote for their moves, by depth and score; a proven result decides alone.
fn vote<M: Copy + PartialEq>(outcomes: Vec<Outcome<M>>) -> Option<Outcome<M>> {
    let worst = outcomes.iter().map(|o| o.best.value).min()?;
    let weight = |o: &Outcome<M>| i64::from(o.best.value - worst + 15) * i64::from(o.depth);
    let votes = |mv: M| -> i64 {
        let same = outcomes.iter().filter(|o| o.best.mv == mv);
        same.map(weight).sum()
    };
    let rank = |o: &Outcome<M>| -> (Value, i64, i64) {
        let proven = match o.best.value.is_win() && o.depth > 0 {
            true => o.best.value,
            false => Value::ZERO,
        };
        (proven, votes(o.best.mv), weight(o))
    };
    // Of equals the first wins: the main thread, whose lines the user has seen.
    let mut best = 0;
    for (index, outcome) in outcomes.iter().enumerate().skip(1) {
        if outcome.depth > 0 && rank(outcome) > rank(&outcomes[best]) {
            best = index;
        }
    }
    outcomes.into_iter().nth(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deepen::AspirationCount;
    use crate::root::Root;
    use crate::watch::NodeClock;

    fn outcome(mv: char, value: Value, depth: i32) -> Outcome<char> {
        let mut best = Root::new([mv]).moves.remove(0);
        best.value = value;
        Outcome {
            lines: vec![best.clone()],
            best,
            depth,
            nodes: 0,
            aspiration: AspirationCount::default(),
        }
    }

    fn winner(outcomes: Vec<Outcome<char>>) -> char {
        vote(outcomes).expect("an answer").best.mv
    }

    #[test]
    fn the_main_thread_wins_a_tie() {
        let same = |mv| outcome(mv, Value::cp(10), 8);
        assert_eq!(winner(vec![same('a'), same('b')]), 'a');
    }

    #[test]
    fn agreement_outvotes_a_single_thread() {
        let answers = vec![
            outcome('a', Value::cp(12), 8),
            outcome('b', Value::cp(10), 8),
            outcome('b', Value::cp(10), 8),
        ];
        assert_eq!(winner(answers), 'b');
    }

    #[test]
    fn the_quickest_proven_win_decides() {
        let answers = vec![
            outcome('a', Value::cp(900), 20),
            outcome('b', Value::win_in(9), 9),
            outcome('c', Value::win_in(5), 6),
        ];
        assert_eq!(winner(answers), 'c');
    }

    #[test]
    fn a_thread_that_finished_nothing_has_no_say() {
        let answers = vec![
            outcome('a', Value::cp(-50), 3),
            outcome('b', -Value::INFINITE, 0),
        ];
        assert_eq!(winner(answers), 'a');
    }

    #[test]
    fn all_workers_run_and_the_main_one_ends_the_rest() {
        let shared = Shared::new(3, NodeClock::new(1), false);
        let mut workers = vec![0u32; 3];
        let answer = run(
            &mut workers,
            &shared,
            &mut NoObserver,
            Wait::No,
            |worker, thread, _| {
                *worker += 1;
                if thread > 0 {
                    shared.signals.wait_for_release(false);
                }
                Some(outcome('m', Value::cp(1), 2))
            },
        );
        assert_eq!(workers, [1, 1, 1]);
        assert_eq!(answer.map(|o| o.best.mv), Some('m'));
    }
}
