//! Balanced openings of Gomoku: stones strewn around the centre that a short search calls level.
//!
//! The first move is worth so much in Gomoku that games from the empty board decide little. A few random
//! stones, kept only if neither side stands better after a search, give both sides a game. The judge must see
//! further than the players: of twenty starts of ninuki that 8000 nodes called level, nine were not for 400 000, and
//! games with half a second a move went the way that the longer search had said. One that 400 000 nodes called level
//! still lost such a game; 2 000 000 call it lost.

use std::collections::HashSet;

use regence_chess::rng::SplitMix64;
use regence_core::limiter::WallClock;
use regence_core::{Limits, NoObserver, Shared};
use regence_gomoku::{Move, Point, RuleSet, Size};
use regence_gomoku_search::{AnyBoard, Engine, Job};

use crate::error::LabError;
use crate::in_process::player::Effort;
use crate::provenance::{on_large_stack, say};

/// Fewest stones of an opening; there may be three more.
const STONES: u64 = 4;
/// Stones are strewn over a square of so many points each way around the centre.
const SPREAD: u64 = 3;

/// How much longer each thought about an opening is than the one before.
const PATIENCE: u64 = 16;

/// How an opening is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strewing {
    /// Nodes for the thought whether it is level.
    pub nodes: u64,
    /// A start that the search thinks at least this far from equal is not played.
    pub balanced: i32,
}

impl Strewing {
    /// For games of a few thousand nodes a move.
    pub const QUICK: Strewing = Strewing {
        nodes: 8000,
        balanced: 50,
    };

    /// For games with time to think, and for lists of openings.
    pub const SURE: Strewing = Strewing {
        nodes: 2_000_000,
        ..Strewing::QUICK
    };

    /// For games in which a side may think so much about a move: the judge sees further.
    pub fn for_games_of(effort: Effort) -> Strewing {
        match effort {
            Effort::Nodes(nodes) | Effort::SoftNodes(nodes) => Strewing {
                nodes: nodes
                    .saturating_mul(2)
                    .clamp(Strewing::QUICK.nodes, Strewing::SURE.nodes),
                ..Strewing::QUICK
            },
            // How many nodes that is depends on the machine; the openings shall not.
            Effort::Time(_) => Strewing::SURE,
        }
    }
}

/// What `openings gomoku` is told.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// The rule set: freestyle, standard, renju, caro or ninuki
    #[arg(long, default_value = "freestyle")]
    rule: RuleSet,
    /// The side of the board; by default 15, in ninuki 19
    #[arg(long)]
    size: Option<u8>,
    /// How many openings
    #[arg(long, default_value_t = 100)]
    count: usize,
    /// Nodes for the thought whether an opening is level: more than the players will have for a move
    #[arg(long, default_value_t = Strewing::SURE.nodes)]
    nodes: u64,
    /// Another seed makes other openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Prints openings, one a line as moves; none is another one turned or mirrored.
pub fn run(options: &Options) -> Result<(), LabError> {
    let size = size_of(options.rule, options.size)?;
    let (rule, count, seed) = (options.rule, options.count, options.seed);
    let strewing = Strewing {
        nodes: options.nodes,
        ..Strewing::SURE
    };
    on_large_stack(move || {
        let mut openings = Openings::with(seed, strewing);
        let mut seen = HashSet::new();
        for number in 0.. {
            if seen.len() == count {
                break;
            }
            let board = openings.get(rule, size, number);
            let moves: Vec<Move> = board.moves().into_iter().flatten().collect();
            if seen.insert(canonical(size, &moves)) {
                let words: Vec<String> = moves.iter().map(Move::to_string).collect();
                say(&format!("{}\n", words.concat()));
            }
        }
    })
}

/// The board's size, or the usual one of the rule.
pub fn size_of(rule: RuleSet, side: Option<u8>) -> Result<Size, LabError> {
    let usual = rule.info().usual_side;
    let side = side.unwrap_or(usual);
    Size::square(side)
        .filter(|_| side >= 9)
        .ok_or_else(|| LabError::new(format!("a board has 9 to 22 points a side, not {side}")))
}

/// A source of openings. The shipped search judges them, whatever is measured.
#[derive(Debug)]
pub struct Openings {
    seed: u64,
    strewing: Strewing,
    engine: Engine,
}

impl Openings {
    pub fn with(seed: u64, strewing: Strewing) -> Openings {
        let mut engine = Engine::new();
        // A few thousand nodes need no more; the default serves many, or if even this is refused.
        if strewing.nodes <= Strewing::QUICK.nodes {
            let _ = engine.set_hash(1);
        }
        Openings {
            seed,
            strewing,
            engine,
        }
    }

    /// The opening of this number: rule, size, seed and number decide alone.
    pub fn get(&mut self, rule: RuleSet, size: Size, number: u64) -> AnyBoard {
        let mixed = SplitMix64::new(self.seed).next_u64() ^ number << 8 ^ rule as u64;
        let mut rng = SplitMix64::new(mixed);
        loop {
            let board = strewn(&mut rng, rule, size);
            if board.outcome().is_none() && self.is_balanced(&board) {
                return board;
            }
        }
    }

    /// Most are found wanting at a glance; what passes is thought about, longer and longer.
    fn is_balanced(&mut self, board: &AnyBoard) -> bool {
        let most = self.strewing.nodes;
        let mut nodes = most.min(Strewing::QUICK.nodes);
        while self.seems_balanced(board, nodes) {
            if nodes == most {
                return true;
            }
            nodes = nodes.saturating_mul(PATIENCE).min(most);
        }
        false
    }

    fn seems_balanced(&mut self, board: &AnyBoard, nodes: u64) -> bool {
        self.engine.new_game();
        let job = Job::new(board.clone(), Limits::to_nodes(nodes));
        let shared = Shared::new(1, WallClock::start(), false);
        self.engine
            .search(&job, &shared, &mut NoObserver)
            .is_some_and(|outcome| outcome.best.value.raw().abs() < self.strewing.balanced)
    }
}

fn strewn(rng: &mut SplitMix64, rule: RuleSet, size: Size) -> AnyBoard {
    let mut board = AnyBoard::new(rule, size);
    let stones = STONES + rng.below(4);
    let corner = u64::from(size.width() / 2) - SPREAD;
    while (board.stone_count() as u64) < stones {
        let mut any = || (corner + rng.below(2 * SPREAD + 1)) as u8;
        if let Some(point) = size.point(any(), any()) {
            // What cannot be played is not.
            let _ = board.play(point.into());
        }
    }
    board
}

/// The same for all eight ways to look at an opening, in whatever order a side's stones came.
fn canonical(size: Size, moves: &[Move]) -> Vec<(u8, u8, usize)> {
    let last = size.width() - 1;
    let turned = |point: Point, way: usize| {
        let (x, y) = (point.x(), point.y());
        let (x, y) = if way & 1 != 0 { (y, x) } else { (x, y) };
        let x = if way & 2 != 0 { last - x } else { x };
        let y = if way & 4 != 0 { last - y } else { y };
        (x, y)
    };
    let seen_from = |way: usize| {
        let mut stones: Vec<_> = (0..moves.len())
            .map(|ply| {
                let (x, y) = turned(moves[ply].point(), way);
                (x, y, ply % 2)
            })
            .collect();
        stones.sort_unstable();
        stones
    };
    (0..8).map(seen_from).min().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn an_opening_depends_on_seed_and_number_alone() {
        let size = size_of(RuleSet::Freestyle, None).unwrap();
        let mut one = Openings::with(1, Strewing::QUICK);
        let keys: Vec<u64> = (0..4)
            .map(|n| one.get(RuleSet::Freestyle, size, n).key())
            .collect();
        let mut again = Openings::with(1, Strewing::QUICK);
        assert_eq!(again.get(RuleSet::Freestyle, size, 3).key(), keys[3]);
        assert_eq!(keys.iter().collect::<HashSet<_>>().len(), keys.len());
    }

    #[test]
    fn the_judge_sees_further_than_the_players() {
        let nodes = |effort| Strewing::for_games_of(effort).nodes;
        assert_eq!(nodes(Effort::Nodes(3000)), Strewing::QUICK.nodes);
        assert_eq!(nodes(Effort::Nodes(10_000)), 20_000);
        assert_eq!(nodes(Effort::SoftNodes(u64::MAX)), Strewing::SURE.nodes);
        let second = Effort::Time(Duration::from_secs(1));
        assert_eq!(Strewing::for_games_of(second), Strewing::SURE);
    }

    /// White to move stands better by more than a pair. The first look saw 48 points only, when it was alone.
    #[test]
    fn a_second_look_refuses_what_only_seems_level() {
        let size = size_of(RuleSet::Ninuki, None).unwrap();
        let mut board = AnyBoard::new(RuleSet::Ninuki, size);
        for mv in size.parse_moves("i13g12l9h10g8k13l13").unwrap() {
            board.play(mv).unwrap();
        }
        let strewing = Strewing {
            nodes: 150_000,
            ..Strewing::QUICK
        };
        assert!(!Openings::with(1, strewing).is_balanced(&board));
    }

    #[test]
    fn a_turned_opening_is_the_same_one() {
        let size = Size::square(15).unwrap();
        let same = |a: &str, b: &str| {
            let [a, b] = [a, b].map(|text| canonical(size, &size.parse_moves(text).unwrap()));
            a == b
        };
        assert!(same("h8i9j8", "h8g9h10"));
        assert!(same("h8i9j8", "j8i9h8"));
        assert!(!same("h8i9j8", "h8i9k8"));
    }

    #[test]
    fn boards_that_leave_no_room_are_refused() {
        assert!(size_of(RuleSet::Ninuki, Some(5)).is_err());
        assert_eq!(size_of(RuleSet::Ninuki, None).unwrap().width(), 19);
    }
}
