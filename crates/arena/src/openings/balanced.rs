//! Balanced openings of any game: random starts that a short search of the shipped engine calls level.
//!
//! The judge must see further than the players. Of twenty starts of ninuki that 8000 nodes called level, nine were not for
//! 400 000, and games with half a second a move went the way that the longer search had said. One that 400 000 nodes
//! called level still lost such a game; 2 000 000 call it lost.

use regence_chess::rng::SplitMix64;
use regence_core::game::{Balance, Game};
use regence_core::limiter::WallClock;
use regence_core::{Engine, Limits, NoObserver, Request, Shared};

use crate::in_process::player::Effort;

/// How much longer each thought about an opening is than the one before.
const PATIENCE: u64 = 16;
/// Nodes of a judge for games with time to think, and for lists of openings.
pub const SURE_NODES: u64 = 2_000_000;

/// Opening judged by as many nodes as games with time to think need.
pub fn sure<G: Game>() -> Balance {
    Balance {
        nodes: SURE_NODES,
        ..G::BALANCE
    }
}

/// For games in which a side may think so much about a move: the judge sees further.
pub fn for_games_of<G: Game>(effort: Effort) -> Balance {
    match effort {
        Effort::Nodes(nodes) | Effort::SoftNodes(nodes) => Balance {
            nodes: nodes.saturating_mul(2).clamp(G::BALANCE.nodes, SURE_NODES),
            ..G::BALANCE
        },
        // How many nodes that is depends on the machine; the openings shall not.
        Effort::Time(_) | Effort::Clock { .. } => sure::<G>(),
    }
}

/// A source of openings. The shipped search judges them, whatever is measured.
#[derive(Debug)]
pub struct Openings<G: Game> {
    seed: u64,
    balance: Balance,
    engine: Engine<G>,
}

impl<G: Game> Openings<G> {
    /// Judged as the game's usual matches need it.
    pub fn new(seed: u64) -> Openings<G> {
        Openings::with(seed, G::BALANCE)
    }

    /// Judged in this way.
    pub fn with(seed: u64, balance: Balance) -> Openings<G> {
        let mut engine = Engine::new();
        // A few thousand nodes need no more; the default serves many, or if even this is refused.
        if balance.nodes <= G::BALANCE.nodes {
            let _ = engine.set_hash(1);
        }
        Openings {
            seed,
            balance,
            engine,
        }
    }

    /// The opening of this number: setup, seed and number decide alone.
    pub fn get(&mut self, setup: &G::Setup, number: u64) -> G::Position {
        let name = setup.to_string();
        let salt = name
            .bytes()
            .fold(0u64, |salt, byte| salt.wrapping_mul(31) + u64::from(byte));
        let mixed = SplitMix64::new(self.seed ^ salt << 40).next_u64() ^ number;
        let mut rng = SplitMix64::new(mixed);
        loop {
            if let Some(position) = G::random_opening(setup, &mut |bound| rng.below(bound))
                && self.is_balanced(&position)
            {
                return position;
            }
        }
    }

    /// Most are found wanting at a glance; what passes is thought about, longer and longer.
    fn is_balanced(&mut self, position: &G::Position) -> bool {
        let most = self.balance.nodes;
        let mut nodes = most.min(G::BALANCE.nodes);
        while self.seems_balanced(position, nodes) {
            if nodes == most {
                return true;
            }
            nodes = nodes.saturating_mul(PATIENCE).min(most);
        }
        false
    }

    fn seems_balanced(&mut self, position: &G::Position, nodes: u64) -> bool {
        self.engine.new_game();
        let request = Request::new(position.clone(), Limits::to_nodes(nodes));
        let shared = Shared::new(1, WallClock::start(), false);
        self.engine
            .search(&request, &shared, &mut NoObserver)
            .is_some_and(|outcome| outcome.best.value.raw().abs() < self.balance.score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_chess_search::Chess;
    use regence_chess_search::game::Usual;
    use regence_gomoku::RuleSet;
    use regence_gomoku_search::Gomoku;
    use regence_gomoku_search::game::RuleAndSize;
    use std::collections::HashSet;
    use std::time::Duration;

    fn depends_on_seed_and_number_alone<G: Game>(setup: &G::Setup, count: u64) {
        let text =
            |openings: &mut Openings<G>, number| G::position_text(&openings.get(setup, number));
        let mut one = Openings::new(1);
        let texts: Vec<String> = (0..count).map(|number| text(&mut one, number)).collect();
        let mut again = Openings::new(1);
        assert_eq!(text(&mut again, count - 1), texts[count as usize - 1]);
        assert_eq!(text(&mut again, 1), texts[1]);
        assert_ne!(text(&mut Openings::new(2), 1), texts[1]);
        assert_eq!(texts.iter().collect::<HashSet<_>>().len(), texts.len());
    }

    fn freestyle() -> RuleAndSize {
        RuleAndSize::new(RuleSet::Freestyle, None).unwrap()
    }

    #[test]
    fn an_opening_depends_on_seed_and_number_alone() {
        depends_on_seed_and_number_alone::<Chess>(&Usual, 20);
        depends_on_seed_and_number_alone::<Gomoku>(&freestyle(), 4);
    }

    #[test]
    fn both_sides_get_to_begin() {
        let mut openings = Openings::<Chess>::new(1);
        let length = |number| openings.get(&Usual, number).moves().len();
        let lengths: HashSet<usize> = (0..12).map(length).collect();
        assert_eq!(lengths, HashSet::from([8, 9]));
    }

    #[test]
    fn the_judge_sees_further_than_the_players() {
        let nodes = |effort| for_games_of::<Gomoku>(effort).nodes;
        assert_eq!(nodes(Effort::Nodes(3000)), Gomoku::BALANCE.nodes);
        assert_eq!(nodes(Effort::Nodes(30_000)), 60_000);
        assert_eq!(nodes(Effort::SoftNodes(u64::MAX)), SURE_NODES);
        let second = Effort::Time(Duration::from_secs(1));
        assert_eq!(for_games_of::<Gomoku>(second), sure::<Gomoku>());
    }

    /// White to move stands better by more than a pair. The first look saw 48 points only, when it was alone.
    #[test]
    fn a_second_look_refuses_what_only_seems_level() {
        let setup = RuleAndSize::new(RuleSet::Ninuki, None).unwrap();
        let board = Gomoku::read_position(&setup, "i13g12l9h10g8k13l13").unwrap();
        let balance = Balance {
            nodes: 150_000,
            ..Gomoku::BALANCE
        };
        assert!(!Openings::<Gomoku>::with(1, balance).is_balanced(&board));
    }
}
