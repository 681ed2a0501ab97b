//! `selfplay gomoku`: games of the Gomoku search against itself, to fit its evaluation to.
//!
//! A shard holds the games of one rule set and seed.

pub mod inspect;
pub mod record;

use std::path::PathBuf;

use regence_chess::rng::SplitMix64;
use regence_core::limiter::WallClock;
use regence_core::{Limits, NoObserver, Shared, Value};
use regence_gomoku::{Move, RuleSet};
use regence_gomoku_search::{AnyBoard, Engine, Gomoku, Job};
use serde_json::json;

use super::shard::Shard;
use record::{DECIDED, Game};
use regence_arena::error::LabError;
use regence_arena::openings::balanced::Openings;
use regence_arena::provenance::Provenance;
use regence_core::game::Balance;
use regence_gomoku_search::game::RuleAndSize;

/// What `selfplay gomoku` is told.
#[derive(clap::Args, Debug, Clone)]
pub struct Options {
    /// The folder of the shards; each rule and seed has a file of its own, which is continued
    #[arg(long)]
    out: PathBuf,
    /// The rule set: freestyle, standard, renju, caro, standard-caro or ninuki
    #[arg(long)]
    rule: RuleSet,
    /// The side of the board; by default 15, in ninuki 19
    #[arg(long)]
    size: Option<u8>,
    /// How many games the shard shall hold in the end
    #[arg(long, default_value_t = 5000)]
    games: u64,
    /// Nodes a move
    #[arg(long, default_value_t = 1000)]
    nodes: u64,
    /// Of a hundred games so many go astray: some hasty moves after the opening, then one or two at random
    #[arg(long, value_name = "PER CENT", default_value_t = 0)]
    astray: u64,
    /// Games that are played at the same time
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Another seed plays other games
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A game that is longer has got nowhere; it is drawn.
const LONGEST: usize = 250;

/// Openings need only not be decided: one-sided ones teach as well.
const BALANCE: Balance = Balance {
    nodes: 500,
    score: 160,
};

/// Nodes of a hasty move.
const HASTY: u64 = 60;
/// A game goes astray after fewer hasty moves than this.
const ASTRAY_WITHIN: u64 = 24;
/// A random move is no farther from a stone than this.
const NEAR: u8 = 2;

/// Plays games until the shard is full.
pub fn run(options: &Options) -> Result<(), LabError> {
    play(options, &Provenance::of::<Gomoku>()?)
}

fn play(options: &Options, provenance: &Provenance) -> Result<(), LabError> {
    let setup = RuleAndSize::new(options.rule, options.size).map_err(LabError::new)?;
    let made_by = json!({
        "search": provenance.search,
        "rule": options.rule.to_string(),
        "size": setup.size.width(),
        "seed": options.seed,
        "nodes": options.nodes,
        "astray": options.astray,
    });
    let name = format!("{}-{}.gomoku", options.rule, options.seed);
    Shard::open(options.out.join(name), &made_by, provenance)?.fill(
        options.games,
        options.threads,
        || Player::new(options, setup),
        Player::game,
    )
}

/// Plays both sides of a game.
struct Player {
    engine: Engine,
    openings: Openings<Gomoku>,
    setup: RuleAndSize,
    nodes: u64,
    seed: u64,
    astray: u64,
}

impl Player {
    fn new(options: &Options, setup: RuleAndSize) -> Player {
        let mut engine = Engine::new();
        // Short searches need no more; the default serves if even this is refused.
        let _ = engine.set_hash(2);
        Player {
            engine,
            openings: Openings::with(options.seed, BALANCE),
            setup,
            nodes: options.nodes,
            seed: options.seed,
            astray: options.astray,
        }
    }

    /// Where a game begins: a balanced opening, or what comes of one when the players are hasty and then slip. A search
    /// asks its evaluation mostly about positions that good games never show.
    fn start(&mut self, number: u64) -> AnyBoard {
        let opening = self.openings.get(&self.setup, number);
        let mut rng = SplitMix64::new(SplitMix64::new(self.seed).next_u64() ^ number);
        if rng.below(100) >= self.astray {
            return opening;
        }
        loop {
            if let Some(board) = self.gone_astray(&opening, &mut rng) {
                return board;
            }
        }
    }

    /// `None` if the game ends on the way.
    fn gone_astray(&mut self, opening: &AnyBoard, rng: &mut SplitMix64) -> Option<AnyBoard> {
        let mut board = opening.clone();
        self.engine.new_game();
        for _ in 0..rng.below(ASTRAY_WITHIN) {
            let (mv, value) = self.think(Job::new(board.clone(), Limits::to_nodes(HASTY)))?;
            if value.is_decisive() {
                return None;
            }
            board.play(mv).ok()?;
        }
        for _ in 0..=rng.below(2) {
            let near: Vec<Move> = near_stones(&board);
            board
                .play(*near.get(rng.below(near.len() as u64) as usize)?)
                .ok()?;
        }
        board.outcome().is_none().then_some(board)
    }

    fn game(&mut self, number: u64) -> Game {
        let mut board = self.start(number);
        let mut game = Game {
            rule: self.setup.rule,
            size: self.setup.size,
            winner: None,
            opening: board.moves().into_iter().flatten().collect(),
            moves: Vec::new(),
        };
        self.engine.new_game();
        while board.outcome().is_none() && game.moves.len() < LONGEST {
            let Some((mv, value)) =
                self.think(Job::new(board.clone(), Limits::to_nodes(self.nodes)))
            else {
                break;
            };
            game.moves.push((mv, score_of(value)));
            if value.is_decisive() {
                let side = board.side();
                game.winner = Some(if value.is_win() { side } else { side.other() });
                return game;
            }
            if board.play(mv).is_err() {
                // A search never answers so; the move stays in the record for the checker to find.
                return game;
            }
        }
        game.winner = board.outcome().and_then(|outcome| outcome.winner());
        game
    }

    fn think(&mut self, job: Job) -> Option<(Move, Value)> {
        let shared = Shared::new(1, WallClock::start(), false);
        let found = self.engine.search(&job, &shared, &mut NoObserver)?;
        Some((found.best.mv, found.best.value))
    }
}

/// The legal moves near a stone.
fn near_stones(board: &AnyBoard) -> Vec<Move> {
    let stones: Vec<Move> = board.moves().into_iter().flatten().collect();
    let apart = |a: Move, b: Move| {
        let (a, b) = (a.point(), b.point());
        a.x().abs_diff(b.x()).max(a.y().abs_diff(b.y()))
    };
    let moves = board.legal_moves();
    let moves = moves.iter().map(Move::new);
    moves
        .filter(|&mv| stones.iter().any(|&stone| apart(stone, mv) <= NEAR))
        .collect()
}

fn score_of(value: Value) -> i16 {
    match (value.is_win(), value.is_loss()) {
        (true, _) => DECIDED,
        (_, true) => -DECIDED,
        _ => value
            .raw()
            .clamp(1 - i32::from(DECIDED), i32::from(DECIDED) - 1) as i16,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn provenance(search: &str) -> Provenance {
        Provenance {
            search: search.into(),
            machine: "any".into(),
            command: "test".into(),
        }
    }

    fn options(name: &str, threads: usize) -> Options {
        let name = format!("regence-gomoku-{name}-{}", std::process::id());
        Options {
            out: std::env::temp_dir().join(name),
            rule: RuleSet::Ninuki,
            size: Some(9),
            games: 4,
            nodes: 40,
            astray: 50,
            threads,
            seed: 5,
        }
    }

    #[test]
    fn games_that_go_astray_begin_elsewhere() {
        let started = |astray: u64| {
            let options = Options {
                astray,
                ..options("astray", 1)
            };
            let setup = RuleAndSize::new(options.rule, options.size).unwrap();
            let mut player = Player::new(&options, setup);
            (0..6)
                .map(|number| player.game(number))
                .collect::<Vec<Game>>()
        };
        let (usual, astray) = (started(0), started(100));
        for (usual, astray) in usual.iter().zip(&astray) {
            let stones = usual.opening.len();
            assert!(astray.opening.len() > stones);
            assert_eq!(astray.opening[..stones], usual.opening[..]);
            astray.replay(|_, _| {}).unwrap();
        }
        assert_eq!(started(100), astray);
    }

    #[test]
    fn neither_threads_nor_interruptions_change_the_file() {
        let (one, two) = (options("one", 1), options("two", 3));
        play(&one, &provenance("a test")).unwrap();
        let bytes = fs::read(one.out.join("ninuki-5.gomoku")).unwrap();
        play(
            &Options {
                games: 2,
                ..two.clone()
            },
            &provenance("a test"),
        )
        .unwrap();
        let path = two.out.join("ninuki-5.gomoku");
        let some = fs::read(&path).unwrap();
        fs::write(&path, &some[..some.len() - 3]).unwrap();
        play(&two, &provenance("a test")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), bytes);
        let refused = play(&two, &provenance("another search"))
            .unwrap_err()
            .to_string();
        assert!(refused.contains("choose another"), "{refused}");
        for options in [one, two] {
            fs::remove_dir_all(options.out).unwrap();
        }
    }
}
