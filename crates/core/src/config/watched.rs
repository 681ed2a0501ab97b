//! Configurations that somebody watches while they search.

use super::{Catalogue, Config, Lab, Shipped};
use crate::engine::{GameSearch, Seat};
use crate::event::Event;
use crate::iterative_deepening::Outcome;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

/// How often each technique acted. One search writes, anybody reads.
#[derive(Clone, Debug)]
pub struct Counters(Arc<Vec<AtomicU64>>);

impl Counters {
    /// Zero for each of so many techniques.
    pub fn new(techniques: usize) -> Counters {
        Counters(Arc::new(
            (0..techniques).map(|_| AtomicU64::new(0)).collect(),
        ))
    }

    /// Counts from zero again.
    pub fn clear(&self) {
        for counter in self.0.iter() {
            counter.store(0, Relaxed);
        }
    }

    fn add(&self, index: usize) {
        // There is one writer, so this need not be one step.
        if let Some(counter) = self.0.get(index) {
            counter.store(counter.load(Relaxed) + 1, Relaxed);
        }
    }

    /// The counts, in the catalogue's order.
    pub fn counts(&self) -> impl Iterator<Item = u64> + '_ {
        self.0.iter().map(|counter| counter.load(Relaxed))
    }
}

/// Switches and numbers as shipped, and counters, so that others can watch while the search runs.
#[derive(Clone, Debug)]
pub struct Counting(pub Counters);

impl<C: Catalogue> Config<C> for Counting {
    #[inline(always)]
    fn on(&self, technique: C::Technique) -> bool {
        Config::<C>::on(&Shipped, technique)
    }

    #[inline(always)]
    fn get(&self, param: C::Param) -> i32 {
        Config::<C>::get(&Shipped, param)
    }

    #[inline]
    fn used(&mut self, technique: C::Technique) {
        self.0.add(technique.into());
    }

    fn search(seat: Seat<'_, C, Counting>) -> Option<Outcome<C::Move>>
    where
        C: GameSearch,
    {
        C::search_counting(seat)
    }
}

/// Hears what happens inside a search.
pub trait Listener<T>: Send {
    /// Something happened.
    fn hear(&mut self, event: Event<T>);
}

/// Switches and numbers as in the laboratory, and somebody who listens.
pub struct Listening<C: Catalogue> {
    /// The switches and numbers.
    pub lab: Lab<C>,
    /// Who listens.
    pub listener: Arc<Mutex<dyn Listener<C::Technique>>>,
}

impl<C: Catalogue> Clone for Listening<C> {
    fn clone(&self) -> Self {
        Listening {
            lab: self.lab.clone(),
            listener: Arc::clone(&self.listener),
        }
    }
}

impl<C: Catalogue> fmt::Debug for Listening<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Listening")
    }
}

impl<C: Catalogue> Config<C> for Listening<C> {
    const TRACES: bool = true;

    #[inline]
    fn on(&self, technique: C::Technique) -> bool {
        self.lab.on(technique)
    }

    #[inline]
    fn get(&self, param: C::Param) -> i32 {
        self.lab.get(param)
    }

    #[inline]
    fn used(&mut self, technique: C::Technique) {
        self.lab.used(technique);
    }

    fn trace(&mut self, event: Event<C::Technique>) {
        let mut listener = self.listener.lock().unwrap_or_else(|e| e.into_inner());
        listener.hear(event);
    }

    fn search(seat: Seat<'_, C, Listening<C>>) -> Option<Outcome<C::Move>>
    where
        C: GameSearch,
    {
        C::search_listening(seat)
    }
}
