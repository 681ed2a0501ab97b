//! Plays one game between two searches and decides how it ends.

use std::fmt;

use regence_chess::{Color, Game, Move};
use regence_chess_search::{Chess, Engine, Job};
use regence_core::knobs::Lab;
use regence_core::watch::WallClock;
use regence_core::{Limits, NoObserver, Shared, Value};

use crate::error::LabError;
use crate::setup::Setup;

/// How much a side may think about a move. Nodes, not time: the same games on every machine, however busy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Exactly so many nodes.
    Nodes(u64),
    /// No new iteration beyond so many nodes: only whole iterations count.
    SoftNodes(u64),
}

impl Effort {
    fn limits(self) -> Limits {
        match self {
            Effort::Nodes(nodes) => Limits::to_nodes(nodes),
            Effort::SoftNodes(nodes) => Limits {
                soft_nodes: Some(nodes),
                // An iteration that explodes must end some day.
                nodes: Some(nodes.saturating_mul(10)),
                ..Limits::default()
            },
        }
    }
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Effort::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
            Effort::SoftNodes(nodes) => write!(f, "{nodes} soft nodes a move"),
        }
    }
}

/// A search that plays.
#[derive(Debug)]
pub struct Player {
    engine: Engine<Lab<Chess>>,
    effort: Effort,
}

impl Player {
    /// A side of a match.
    pub fn of(setup: &Setup, effort: Effort, hash: usize) -> Result<Player, LabError> {
        let mut player = Player::new(setup.knobs()?, effort, hash)?;
        player.engine.set_judgement(setup.judgement()?);
        Ok(player)
    }

    pub fn new(knobs: Lab<Chess>, effort: Effort, hash: usize) -> Result<Player, LabError> {
        let mut engine = Engine::with_knobs(knobs);
        engine
            .set_hash(hash)
            .map_err(|error| LabError::new(format!("a table of {hash} MB: {error}")))?;
        Ok(Player { engine, effort })
    }

    /// The move and its score for the side to move.
    fn think(&mut self, game: &Game) -> Result<(Move, Value), LabError> {
        let job = Job::new(game.clone(), self.effort.limits());
        let shared = Shared::new(1, WallClock::start(), false);
        let outcome = self.engine.search(&job, &shared, &mut NoObserver);
        let best = outcome
            .ok_or_else(|| fault(game, "expected a move, the search gave none"))?
            .best;
        check_line(game, best.mv, &best.line)?;
        Ok((best.mv, best.value))
    }
}

/// The move and the whole line behind it must be legal: a broken search shall not go unseen.
fn check_line(game: &Game, mv: Move, line: &[Move]) -> Result<(), LabError> {
    let mut board = *game.board();
    if !board.legal_moves().contains(&mv) {
        return Err(fault(
            game,
            &format!("the search chose the illegal move {mv:?}"),
        ));
    }
    for &mv in line {
        if !board.legal_moves().contains(&mv) {
            return Err(fault(
                game,
                &format!("illegal move {mv:?} in the line {line:?}"),
            ));
        }
        board = board.make(mv);
    }
    Ok(())
}

fn fault(game: &Game, what: &str) -> LabError {
    LabError::new(format!(
        "{}: {what}; this is a fault of the search",
        game.board().to_fen()
    ))
}

/// A finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finished {
    pub winner: Option<Color>,
    pub plies: usize,
}

/// Plays `game` to its end. Both players begin without memory.
pub fn play(mut game: Game, white: &mut Player, black: &mut Player) -> Result<Finished, LabError> {
    white.engine.new_game();
    black.engine.new_game();
    let mut judge = Judge::default();
    let winner = loop {
        if let Some(outcome) = game.outcome() {
            break outcome.winner();
        }
        let player = match game.board().side_to_move() {
            Color::White => &mut *white,
            Color::Black => &mut *black,
        };
        let (mv, value) = player.think(&game)?;
        let score = match game.board().side_to_move() {
            Color::White => value.raw(),
            Color::Black => -value.raw(),
        };
        if let Some(verdict) = judge.decide(score, game.moves().len()) {
            break verdict;
        }
        game.push(mv);
    };
    Ok(Finished {
        winner,
        plies: game.moves().len(),
    })
}

/// Both sides agree on a lead above so much for so many plies, four moves each: the game is won.
const WON: (i32, usize) = (600, 8);
/// Both sides see less than so much for so many plies, after move 40: the game is drawn.
const DRAWN: (i32, usize) = (10, 8);
const DRAWN_FROM_PLY: usize = 80;
/// No game lasts longer.
const LONGEST: usize = 600;

/// Ends games whose result is clear.
#[derive(Debug, Default)]
struct Judge {
    /// Plies in a row in which White, Black and nobody were clearly ahead.
    white: usize,
    black: usize,
    nobody: usize,
}

impl Judge {
    /// The winner (none: a draw) once it is clear, from White's score after so many plies.
    fn decide(&mut self, score: i32, plies: usize) -> Option<Option<Color>> {
        let count = |run: usize, holds: bool| if holds { run + 1 } else { 0 };
        self.white = count(self.white, score > WON.0);
        self.black = count(self.black, score < -WON.0);
        let is_level = score.abs() < DRAWN.0 && plies >= DRAWN_FROM_PLY;
        self.nobody = count(self.nobody, is_level);
        if self.white >= WON.1 {
            Some(Some(Color::White))
        } else if self.black >= WON.1 {
            Some(Some(Color::Black))
        } else if plies >= LONGEST || self.nobody >= DRAWN.1 {
            Some(None)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_chess::Board;

    fn player(nodes: u64) -> Player {
        Player::new(Lab::new(), Effort::Nodes(nodes), 1).unwrap()
    }

    fn game(fen: &str) -> Game {
        Game::new(Board::from_fen(fen).unwrap())
    }

    #[test]
    fn both_sides_must_agree_on_a_lead() {
        let mut judge = Judge::default();
        for ply in 0..30 {
            let score = if ply % 2 == 0 { 900 } else { 500 };
            assert_eq!(judge.decide(score, ply), None);
        }
        let mut judge = Judge::default();
        for ply in 0..7 {
            assert_eq!(judge.decide(-700, ply), None);
        }
        assert_eq!(judge.decide(-700, 7), Some(Some(Color::Black)));
    }

    #[test]
    fn level_games_are_drawn_only_late() {
        let mut judge = Judge::default();
        for ply in 0..87 {
            assert_eq!(judge.decide(3, ply), None, "{ply}");
        }
        assert_eq!(judge.decide(3, 87), Some(None));
        assert_eq!(Judge::default().decide(200, LONGEST), Some(None));
    }

    #[test]
    fn the_rules_end_games() {
        let (mut white, mut black) = (player(500), player(500));
        let mate = game("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
        let finished = play(mate, &mut white, &mut black).unwrap();
        assert_eq!(finished.winner, Some(Color::White));
        assert_eq!(finished.plies, 1);
        let bare = game("8/8/4k3/8/8/3K4/8/8 w - - 0 1");
        let finished = play(bare, &mut white, &mut black).unwrap();
        assert_eq!((finished.winner, finished.plies), (None, 0));
    }

    #[test]
    fn a_game_is_the_same_whoever_played_before() {
        let (mut white, mut black) = (player(300), player(200));
        let start = || Game::new(Board::startpos());
        let first = play(start(), &mut white, &mut black).unwrap();
        play(start(), &mut black, &mut white).unwrap();
        assert_eq!(play(start(), &mut white, &mut black).unwrap(), first);
    }

    #[test]
    fn an_illegal_line_is_a_fault() {
        let game = Game::new(Board::startpos());
        let e4 = game.board().move_from_san("e4").unwrap();
        assert!(check_line(&game, e4, &[e4]).is_ok());
        let error = check_line(&game, e4, &[e4, e4]).unwrap_err();
        assert!(error.to_string().contains("fault of the search"), "{error}");
    }
}
