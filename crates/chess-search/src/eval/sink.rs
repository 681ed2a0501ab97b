//! Where the terms report what they found.
//!
//! The terms never add centipawns themselves: they say "this weight, so many times, for this side". Playing
//! sums ([`Sum`]), the explanation keeps the terms apart ([`Ledger`]), the tuner records the counts ([`Counts`]). So what
//! is explained and what is tuned is what is played.

use super::score::Score;
use super::side::Side;
use super::table::Term;
use super::weights::{COUNT, GROUPS, WEIGHTS};

/// Takes the findings of the terms.
pub trait Sink {
    /// The weight with this index counts `count` times for the side `S`.
    fn add<S: Side>(&mut self, weight: usize, count: i32);
}

/// The sum from White's view.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sum {
    /// White's terms minus Black's.
    pub total: Score,
}

impl Sink for Sum {
    #[inline(always)]
    fn add<S: Side>(&mut self, weight: usize, count: i32) {
        self.total += WEIGHTS[weight] * (S::SIGN * count);
    }
}

/// The sums by term and side.
#[derive(Clone, Debug)]
pub struct Ledger {
    sums: [[Score; 2]; Term::ALL.len()],
    term_of: Vec<Term>,
}

impl Ledger {
    /// An empty ledger.
    pub fn new() -> Ledger {
        let term_of = GROUPS
            .iter()
            .flat_map(|group| group.span.range().map(|_| group.term))
            .collect();
        Ledger {
            sums: Default::default(),
            term_of,
        }
    }

    /// What a term gives to White and to Black.
    pub fn sides(&self, term: Term) -> [Score; 2] {
        self.sums[term.index()]
    }

    /// White's terms minus Black's.
    pub fn total(&self) -> Score {
        self.sums
            .iter()
            .fold(Score::ZERO, |sum, sides| sum + sides[0] - sides[1])
    }
}

impl Default for Ledger {
    fn default() -> Ledger {
        Ledger::new()
    }
}

impl Sink for Ledger {
    fn add<S: Side>(&mut self, weight: usize, count: i32) {
        self.sums[self.term_of[weight].index()][S::COLOR.index()] += WEIGHTS[weight] * count;
    }
}

/// How often each weight counts, White's minus Black's.
#[derive(Clone, Debug)]
pub struct Counts {
    counts: Vec<i32>,
}

impl Counts {
    /// Nothing counted yet.
    pub fn new() -> Counts {
        Counts {
            counts: vec![0; COUNT],
        }
    }

    /// The weights that count, with how often.
    pub fn nonzero(&self) -> impl Iterator<Item = (usize, i32)> + '_ {
        self.counts
            .iter()
            .copied()
            .enumerate()
            .filter(|&(_, count)| count != 0)
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.counts.fill(0);
    }
}

impl Default for Counts {
    fn default() -> Counts {
        Counts::new()
    }
}

impl Sink for Counts {
    fn add<S: Side>(&mut self, weight: usize, count: i32) {
        self.counts[weight] += S::SIGN * count;
    }
}
