//! The answer of several threads: Lazy SMP, where all search the same root and meet in the table.

use crate::iterative_deepening::Outcome;
use crate::report::Observer;
use crate::value::Value;
use std::sync::{Arc, Mutex, MutexGuard};

/// What each helper would answer now. The main thread counts the votes without waiting for anybody.
#[derive(Clone, Debug)]
pub(crate) struct Ballots<M>(Arc<[Mutex<Option<Outcome<M>>>]>);

impl<M: Copy + PartialEq> Ballots<M> {
    pub(crate) fn new(helpers: usize) -> Ballots<M> {
        Ballots((0..helpers).map(|_| Mutex::new(None)).collect())
    }

    /// The place where helper `number`, from 0, puts its answer.
    pub(crate) fn of_helper(&self, number: usize) -> Ballot<M> {
        Ballot {
            all: self.clone(),
            number,
        }
    }

    /// The answer that the main thread and the helpers agree on, by what is known now.
    pub(crate) fn count(&self, main: Outcome<M>) -> Outcome<M> {
        let helpers = self.0.iter().filter_map(|ballot| lock(ballot).clone());
        let outcomes: Vec<_> = std::iter::once(main).chain(helpers).collect();
        winner(outcomes)
    }
}

/// One helper's place among the [`Ballots`].
pub(crate) struct Ballot<M> {
    all: Ballots<M>,
    number: usize,
}

impl<M: Copy> Ballot<M> {
    pub(crate) fn put(&self, outcome: Outcome<M>) {
        *lock(&self.all.0[self.number]) = Some(outcome);
    }
}

impl<M: Copy> Observer<M> for Ballot<M> {
    fn iteration(&mut self, outcome: &Outcome<M>) {
        self.put(outcome.clone());
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|error| error.into_inner())
}

/// The threads vote for their moves, by depth and score; a proven win decides alone. `outcomes` begins with the main
/// thread's.
fn winner<M: Copy + PartialEq>(mut outcomes: Vec<Outcome<M>>) -> Outcome<M> {
    let values = outcomes.iter().map(|o| o.best.value);
    let worst = values.min().unwrap_or(Value::ZERO);
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
    outcomes.swap_remove(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::iterative_deepening::AspirationCount;
    use crate::root::Root;

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
        super::winner(outcomes).best.mv
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
    fn a_helper_votes_with_its_last_finished_iteration() {
        let ballots = Ballots::new(2);
        let main = outcome('a', Value::cp(10), 5);
        assert_eq!(ballots.count(main.clone()).best.mv, 'a', "nobody has voted");
        ballots
            .of_helper(1)
            .iteration(&outcome('b', Value::cp(90), 5));
        ballots
            .of_helper(1)
            .iteration(&outcome('c', Value::cp(90), 6));
        assert_eq!(ballots.count(main).best.mv, 'c');
    }
}
