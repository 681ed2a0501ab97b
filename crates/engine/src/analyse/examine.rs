//! The searches: what the engine finds in each position of a game.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use regence_chess::{Color, Game, Move};
use regence_chess_search::{Engine, Job, wdl};
use regence_core::limiter::WallClock;
use regence_core::{Limits, NoObserver, Shared, Value};

use super::input::Part;

/// What is known of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The score as users see it, from White's view.
    pub white: Value,
    /// The best line; empty where the game is over.
    pub line: Vec<Move>,
    pub depth: i32,
    pub nodes: u64,
}

impl Finding {
    /// Of a position that was not searched.
    pub const UNKNOWN: Finding = Finding {
        white: Value::DRAW,
        line: Vec::new(),
        depth: 0,
        nodes: 0,
    };

    pub fn best(&self) -> Option<Move> {
        self.line.first().copied()
    }
}

/// A worker: an engine of its own, and what each search may cost.
#[derive(Debug)]
pub struct Examiner {
    pub engine: Engine,
    pub limits: Limits,
    /// Set when nobody wants the results any more.
    pub given_up: Arc<AtomicBool>,
}

/// What the searches of one part found, in the order of the positions.
#[derive(Debug, Default)]
pub struct Examined {
    pub findings: Vec<Finding>,
    /// Time within searches.
    pub searching: Duration,
}

impl Examiner {
    /// Searches the positions of a part, the last one first: what comes later in the game is then in the table when
    /// its causes are judged. The engine begins anew, so that the same part always gives the same result.
    pub fn examine(&mut self, part: &Part) -> Examined {
        self.engine.new_game();
        let moves = part.record.moves();
        let mut searching = Duration::ZERO;
        let mut findings = Vec::with_capacity(part.positions.len());
        for index in part.positions.clone().rev() {
            if self.given_up.load(Relaxed) {
                break;
            }
            let game = part.record.at(&moves, index);
            let is_last = index == moves.len();
            let begin = Instant::now();
            findings.push(self.find(game, is_last));
            searching += begin.elapsed();
        }
        findings.reverse();
        Examined {
            findings,
            searching,
        }
    }

    fn find(&mut self, game: Game, is_last: bool) -> Finding {
        let board = *game.board();
        let side = board.side_to_move();
        // Games go on after a threefold repetition that nobody claimed; only the last position must be over.
        if is_last && let Some(outcome) = game.outcome() {
            let white = match outcome.winner() {
                None => Value::DRAW,
                Some(Color::White) => Value::win_in(0),
                Some(Color::Black) => Value::loss_in(0),
            };
            return Finding {
                white,
                ..Finding::UNKNOWN
            };
        }
        let job = Job::new(game, self.limits.clone());
        let shared = Shared::new(self.engine.threads(), WallClock::start(), false);
        match self.engine.search(&job, &shared, &mut NoObserver) {
            Some(outcome) => Finding {
                white: seen_by_white(wdl::normalised(outcome.best.value, &board), side),
                line: outcome.best.line,
                depth: outcome.depth,
                nodes: outcome.nodes,
            },
            // No legal move: only the last position can be such, and that was dealt with.
            None => Finding::UNKNOWN,
        }
    }
}

/// A score of the side to move as White sees it; and the other way round, which is the same.
pub fn seen_by_white(value: Value, side: Color) -> Value {
    match side {
        Color::White => value,
        Color::Black => -value,
    }
}

#[cfg(test)]
mod tests {
    use super::super::input::{Input, Kind};
    use super::*;

    fn examiner(nodes: u64) -> Examiner {
        Examiner {
            engine: Engine::new(),
            limits: Limits::to_nodes(nodes),
            given_up: Arc::default(),
        }
    }

    fn part(text: &'static str, kind: Kind) -> Part {
        let mut input = Input::new(Box::new(text.as_bytes()), kind);
        input.next().expect("a unit").what.expect("readable")
    }

    #[test]
    fn every_position_is_searched_and_the_mate_is_known() {
        let part = part("1. f3 e5 2. g4 Qh4# 0-1", Kind::Games);
        let findings = examiner(500).examine(&part).findings;
        assert_eq!(findings.len(), 5);
        assert_eq!(findings[4].white, Value::loss_in(0));
        assert_eq!(findings[4].best(), None);
        assert_eq!(findings[3].white, Value::loss_in(1));
        assert_eq!(findings[3].line.len(), 1);
        assert!(findings[0].nodes >= 400 && findings[0].depth > 0);
    }

    #[test]
    fn the_same_part_gives_the_same_result_twice() {
        let part = part("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *", Kind::Games);
        let mut examiner = examiner(800);
        let first = examiner.examine(&part).findings;
        assert_eq!(examiner.examine(&part).findings, first);
    }

    #[test]
    fn work_that_nobody_wants_is_not_done() {
        let mut examiner = examiner(800);
        examiner.given_up.store(true, Relaxed);
        let part = part("1. e4 *", Kind::Games);
        assert!(examiner.examine(&part).findings.is_empty());
    }
}
