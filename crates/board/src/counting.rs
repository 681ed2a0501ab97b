//! The techniques that acted in a search, so that a page can show them while it thinks.

use regence_core::config::{Catalogue, Counters};

use crate::messages::Use;

/// Those that acted, in the catalogue's order.
pub fn uses<C: Catalogue>(counters: &Counters) -> Vec<Use> {
    let counted = C::TECHNIQUES.iter().zip(counters.counts());
    counted
        .filter(|&(_, count)| count > 0)
        .map(|(info, count)| Use {
            id: info.name,
            count,
            did: None,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_chess::{Board, Game};
    use regence_chess_search::{Chess, Engine, Job};
    use regence_core::config::Counting;
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
        assert!(!uses::<Chess>(&counters).is_empty());
        counters.clear();
        assert!(uses::<Chess>(&counters).is_empty());
    }
}
