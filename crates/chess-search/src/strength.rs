//! Playing at a limited strength; the core has the levels.

pub use regence_core::strength::{Level, MAX_ELO, MIN_ELO, level};

#[cfg(test)]
mod tests {
    use crate::{Engine, Job};
    use regence_chess::{Board, Game};
    use regence_core::limiter::NodeClock;
    use regence_core::{Limits, NoObserver, Shared};

    #[test]
    fn a_limited_engine_plays_legal_moves_with_few_nodes() {
        let mut engine = Engine::new();
        engine.set_seed(7);
        let mut game = Game::new(Board::startpos());
        for _ in 0..20 {
            let shared = Shared::new(1, NodeClock::new(1_000_000), false);
            let mut job = Job::new(
                game.clone(),
                Limits::for_time(std::time::Duration::from_secs(5)),
            );
            job.elo = Some(1000);
            let outcome = engine
                .search(&job, &shared, &mut NoObserver)
                .expect("a move");
            assert!(game.board().is_legal(outcome.best.mv));
            assert!(outcome.nodes < 50_000, "{} nodes", outcome.nodes);
            game.push(outcome.best.mv);
        }
    }
}
