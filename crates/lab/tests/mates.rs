//! Forced mates in one to six moves, from games of the engine: each is found, and none is announced shorter than it is.

use regence_chess::Game;
use regence_chess_search::{Engine, Job};
use regence_core::limiter::NodeClock;
use regence_core::{Limits, NoObserver, Shared};
use regence_records::epd::Reader;

/// What each mate may take; all but one need a tenth, the hardest less than six million.
const NODES: u64 = 20_000_000;

#[test]
fn every_mate_up_to_six_moves_is_found() {
    let positions: Vec<_> = Reader::new(&include_bytes!("mates.epd")[..])
        .collect::<Result<_, _>>()
        .expect("a suite");
    assert!(positions.len() >= 40, "{}", positions.len());
    let mut engine = Engine::new();
    for epd in positions {
        engine.new_game();
        let moves = epd.number("dm").expect("a distance") as i32;
        let limits = Limits {
            nodes: Some(NODES),
            win_in_plies: Some(2 * moves - 1),
            ..Limits::default()
        };
        let job = Job::new(Game::new(*epd.board()), limits);
        let shared = Shared::new(1, NodeClock::new(1_000_000), false);
        let outcome = engine
            .search(&job, &shared, &mut NoObserver)
            .expect("a legal move");
        let found = outcome.best.value.plies_to_win();
        assert_eq!(found, Some(2 * moves - 1), "{epd}");
    }
}
