//! The shipped search with a counter at each technique, so that a page can show them while it thinks.

use regence_core::config::{Catalogue, Config, Shipped};
use regence_core::event::Event;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::messages::Use;

/// How often each technique acted. One search writes, anybody reads.
#[derive(Clone, Debug)]
pub struct Counters(Arc<Vec<AtomicU64>>);

impl Counters {
    pub fn new(techniques: usize) -> Counters {
        Counters(Arc::new(
            (0..techniques).map(|_| AtomicU64::new(0)).collect(),
        ))
    }

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

    /// Those that acted, in the catalogue's order.
    pub fn uses<C: Catalogue>(&self) -> Vec<Use> {
        let counted = C::TECHNIQUES.iter().zip(self.0.iter());
        counted
            .map(|(info, counter)| Use {
                id: info.name,
                count: counter.load(Relaxed),
                did: None,
            })
            .filter(|technique| technique.count > 0)
            .collect()
    }
}

/// Switches and numbers as shipped, and counters.
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

    fn trace(&mut self, _event: Event<C::Technique>) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_chess::{Board, Game};
    use regence_chess_search::{Chess, Engine, Job};
    use regence_core::limiter::NodeClock;
    use regence_core::{Limits, NoObserver, Shared};

    #[test]
    fn counting_does_not_change_the_search() {
        let counters = Counters::new(Chess::TECHNIQUES.len());
        let job = Job::new(Game::new(Board::startpos()), Limits::to_depth(6));
        let share = || Shared::new(1, NodeClock::new(1_000_000), false);
        let counted =
            Engine::with_config(Counting(counters.clone())).search(&job, &share(), &mut NoObserver);
        let shipped = Engine::new().search(&job, &share(), &mut NoObserver);
        assert_eq!(counted.unwrap().nodes, shipped.unwrap().nodes);
        assert!(!counters.uses::<Chess>().is_empty());
        counters.clear();
        assert!(counters.uses::<Chess>().is_empty());
    }
}
