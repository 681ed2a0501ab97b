//! One game of the engine against itself: a random opening, a fixed effort, and an end when the result is clear.

use regence_chess::chess960;
use regence_chess::rng::SplitMix64;
use regence_chess::{Board, Color, Game, Move};
use regence_chess_search::{ChessEngine, Engine, EvaluationKind, Job};
use regence_core::iterative_deepening::Outcome;
use regence_core::limiter::WallClock;
use regence_core::{Limits, NoObserver, Shared, Value};
use regence_records::training::{ScoredMove, TrainingGame};

use regence_arena::adjudication::{DrawRule, Judge, Rules, WinRule};
use regence_arena::seat::Seat;
use regence_chess_search::game::side_of;

/// Starts that the search thinks further from equal than this are not played: with all pieces on the board twice as much
/// wins nine games of ten.
const BALANCED: i32 = 120;
/// When a game is called won or drawn: a lead of 700 for six plies, or nobody ahead by more than 8 for the last twelve
/// plies at the eightieth or later. None lasts longer than 400 plies.
const ENDS: Rules = Rules {
    win: Some(WinRule {
        plies: 6,
        score: 700,
    }),
    draw: Some(DrawRule {
        from: 69,
        plies: 12,
        score: 8,
    }),
    longest: 400,
};
/// No new iteration begins beyond a half of a move's nodes: the last one takes about as many again, so that moves take what
/// they are told on average.
const SOFT_SHARE: u64 = 2;
/// A search that does not end its iteration is cut at this multiple of its nodes.
const HARD_LIMIT: u64 = 4;

/// How games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Nodes a move, on average.
    pub nodes: u64,
    /// Openings are this many random plies long, or one more: both sides get to begin.
    pub random_plies: u64,
    /// Of a hundred games so many begin from a Chess960 position.
    pub chess960: u64,
}

/// An engine that plays both sides.
#[derive(Debug)]
pub struct Player {
    engine: Engine,
    style: Style,
}

impl Player {
    pub fn new(style: Style) -> Player {
        let mut engine = Engine::new();
        // A few thousand nodes a move need no more; the default serves if even this is refused.
        let _ = engine.set_hash(4);
        Player { engine, style }
    }

    /// Another evaluation plays.
    pub fn judging_by(mut self, evaluation_kind: EvaluationKind) -> Player {
        self.engine.set_evaluation_kind(evaluation_kind);
        self
    }

    /// The game of this number: the seed and the number decide alone.
    pub fn play(&mut self, seed: u64, number: u64) -> TrainingGame {
        let mut rng = SplitMix64::new(seed.wrapping_mul(0x1_0000_0001).wrapping_add(number));
        self.engine.new_game();
        let start = self.opening(&mut rng);
        let mut game = Game::new(start);
        let mut judge = Judge::new(ENDS);
        let mut plies = Vec::new();
        let winner = loop {
            if let Some(outcome) = game.outcome() {
                break outcome.winner();
            }
            let Some(thought) = self.think(&game) else {
                break None;
            };
            let value = thought.best.value;
            let side = game.board().side_to_move();
            if let Some(decision) = judge.decide(side_of(side), Some(value.raw()), plies.len()) {
                break decision.winner.map(color);
            }
            let score = white_score(game.board(), value);
            let mv = thought.best.mv;
            plies.push(ScoredMove { mv, score });
            game.push(mv);
        };
        TrainingGame {
            start,
            winner,
            plies,
        }
    }

    /// Random moves to a position that both sides can play.
    fn opening(&mut self, rng: &mut SplitMix64) -> Board {
        loop {
            let start = match rng.below(100) < self.style.chess960 {
                true => Board::chess960(rng.below(chess960::POSITIONS.into()) as u16),
                false => Board::startpos(),
            };
            let plies = self.style.random_plies + rng.below(2);
            if let Some(game) = Game::random(start, plies, &mut |bound| rng.below(bound))
                && let Some(thought) = self.think(&game)
                && thought.best.value.raw().abs() <= BALANCED
            {
                return *game.board();
            }
        }
    }

    fn think(&mut self, game: &Game) -> Option<Outcome<Move>> {
        let nodes = self.style.nodes;
        let limits = Limits {
            soft_nodes: Some((nodes / SOFT_SHARE).max(1)),
            nodes: Some(nodes.saturating_mul(HARD_LIMIT)),
            ..Limits::default()
        };
        let job = Job::new(game.clone(), limits);
        let shared = Shared::new(1, WallClock::start(), false);
        self.engine.search(&job, &shared, &mut NoObserver)
    }
}

fn white_score(board: &Board, value: Value) -> i16 {
    let score = match board.side_to_move() {
        Color::White => value.raw(),
        Color::Black => -value.raw(),
    };
    score.clamp(i16::MIN.into(), i16::MAX.into()) as i16
}

fn color(seat: Seat) -> Color {
    match seat {
        Seat::First => Color::White,
        Seat::Second => Color::Black,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clear_lead_must_last() {
        let mut judge = Judge::new(ENDS);
        let mut hear = |score, ply| judge.decide(Seat::First, Some(score), ply);
        for ply in 0..5 {
            assert_eq!(hear(1200, ply), None);
        }
        assert_eq!(hear(0, 5), None);
        for ply in 6..11 {
            assert_eq!(hear(-1200, ply), None);
        }
        assert_eq!(hear(-1200, 11).unwrap().winner, Some(Seat::Second));
    }

    #[test]
    fn long_or_level_games_are_drawn() {
        let hear = |judge: &mut Judge, score, ply| judge.decide(Seat::First, Some(score), ply);
        let long = hear(&mut Judge::new(ENDS), 50, 400);
        assert_eq!(long.unwrap().winner, None);
        let mut level = Judge::new(ENDS);
        for ply in 0..80 {
            assert_eq!(hear(&mut level, 0, ply), None);
        }
        assert_eq!(hear(&mut level, 0, 80).unwrap().winner, None);
    }

    #[test]
    fn moves_take_the_nodes_that_they_are_told_on_average() {
        for nodes in [150, 1000] {
            let mut player = Player::new(Style {
                nodes,
                random_plies: 8,
                chess960: 0,
            });
            let games: Vec<_> = (0..4).map(|number| player.play(7, number)).collect();
            let boards = games.iter().flat_map(TrainingGame::positions);
            let taken: Vec<u64> = boards
                .filter_map(|(board, _)| player.think(&Game::new(board)))
                .map(|thought| thought.nodes)
                .collect();
            let share = taken.iter().sum::<u64>() as f64 / (taken.len() as u64 * nodes) as f64;
            assert!((0.7..1.2).contains(&share), "{nodes}: {share}");
        }
    }

    #[test]
    fn a_game_depends_on_seed_and_number_alone() {
        let style = Style {
            nodes: 50,
            random_plies: 8,
            chess960: 0,
        };
        let mut player = Player::new(style);
        let first = player.play(3, 5);
        player.play(3, 6);
        assert_eq!(first, Player::new(style).play(3, 5));
        assert_ne!(first, player.play(4, 5));
    }

    #[test]
    fn a_share_of_the_games_begins_from_chess960() {
        let corner = |chess960| {
            let style = Style {
                nodes: 1,
                random_plies: 0,
                chess960,
            };
            let mut player = Player::new(style);
            let start = |number| player.play(1, number).start;
            let starts: Vec<Board> = (0..40).map(start).collect();
            let usual =
                |board: &&Board| board.castling_rooks() == Board::startpos().castling_rooks();
            starts.iter().filter(usual).count()
        };
        assert_eq!(corner(0), 40);
        assert!((8..33).contains(&corner(50)), "{}", corner(50));
        assert!(corner(100) < 20, "{}", corner(100));
    }
}
