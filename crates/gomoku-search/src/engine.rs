//! The Gomoku search as the engine of the core drives it.

use crate::Gomoku;
use crate::any::{AnyBoard, with_board};
use crate::eval::{Evaluations, Play};
use crate::order::{OrderWeights, board_score, candidates};
use crate::search::{CutCount, Memory, Search};
use crate::techniques::aspiration;
use crate::threat_info::ThreatInfo;
use regence_core::config::{Config, Shipped};
use regence_core::engine::{GameSearch, RootMoves, Seat};
use regence_core::iterative_deepening::{Aspiration, Outcome, deepen};
use regence_core::strength::Level;
use regence_gomoku::{Board, Move, PointSet, Side};
use std::cmp::Reverse;

/// A Gomoku engine.
pub type Engine<K = Shipped> = regence_core::Engine<Gomoku, K>;

/// One search: where, how long, and what is wanted.
pub type Job = regence_core::Request<Gomoku>;

impl GameSearch for Gomoku {
    type Position = AnyBoard;
    type Move = Move;
    type Settings = Evaluations;
    type Memory = Memory;

    /// Two tables of forced wins, and the histories.
    const MEMORY_BYTES: usize = 2 << 20;

    fn new_memory<K: Config<Gomoku>>(_: &Evaluations, _: &K) -> Memory {
        Memory::default()
    }

    fn clear_memory(memory: &mut Memory) {
        memory.clear();
    }

    fn root<K: Config<Gomoku>>(job: &Job, _: &Evaluations, config: &K) -> RootMoves<Move> {
        RootMoves::unknown(with_board!(&job.position, board => root_moves(job, board, config)))
    }

    fn aspiration<K: Config<Gomoku>>(config: &K) -> Option<Aspiration> {
        aspiration::shape(config)
    }

    fn moves_played(board: &AnyBoard) -> u32 {
        (board.stone_count() / 2) as u32
    }

    fn fingerprint(board: &AnyBoard) -> u64 {
        board.key()
    }

    fn level(elo: u32) -> Option<Level> {
        crate::strength::level(elo)
    }

    regence_core::search_in_each_configuration!(Gomoku, search);
}

fn search<K: Config<Gomoku>>(seat: Seat<'_, Gomoku, K>) -> Option<Outcome<Move>> {
    with_board!(&seat.request.position, board => search_board(board, seat))
}

fn search_board<R: Play, K: Config<Gomoku>>(
    board: &Board<R>,
    seat: Seat<'_, Gomoku, K>,
) -> Option<Outcome<Move>> {
    let plan = seat.plan;
    let mut search = Search::new(board.clone(), R::among(seat.settings), seat);
    deepen(&mut search, plan)
}

/// The moves to search, the most promising first.
fn root_moves<R: Play, K: Config<Gomoku>>(job: &Job, board: &Board<R>, config: &K) -> Vec<Move> {
    let mut board = board.clone();
    let legal = board.legal_moves();
    let wanted = |set: PointSet| -> PointSet {
        set.iter()
            .filter(|&point| job.wants(Move::new(point)))
            .collect()
    };
    let mut points = match job.search_moves.is_empty() {
        true => wanted(natural(job, &mut board).intersection(&legal)),
        false => wanted(legal),
    };
    if points.is_empty() {
        points = wanted(legal);
    }
    let mut moves: Vec<Move> = points.iter().map(Move::new).collect();
    let weights = OrderWeights::new::<R, K>(config);
    let score = |mv: &Move| {
        let reopens = R::CAPTURES && board.reopens_five(mv.point(), board.side());
        Reverse(board_score(&board, mv.point(), reopens, &weights))
    };
    moves.sort_by_key(score);
    moves
}

/// The candidates that the position itself suggests.
fn natural<R: Play>(job: &Job, board: &mut Board<R>) -> PointSet {
    let info = ThreatInfo::look(board);
    if let Some(win) = info.win
        && job.lines == 1
    {
        return [win.point()].into_iter().collect();
    }
    let several = candidates(
        board,
        &ThreatInfo {
            answers: None,
            ..info
        },
    );
    match info.answers {
        Some(answers) if job.lines == 1 && !answers.is_empty() => answers,
        // A lost game is played on, first of all against the nearest threat.
        Some(_) if job.lines == 1 => {
            let threats = board.fives(board.side().other());
            let blocks = board.only_legal(threats, board.side());
            if blocks.is_empty() { several } else { blocks }
        }
        // Stones at an edge leave the best points out of reach: the centre is one of them as long as nobody is near it.
        _ if board.stones(Side::Black).len() + board.stones(Side::White).len() <= OPENING => {
            let centre: PointSet = [board.size().centre()].into_iter().collect();
            several.union(&centre.intersection(&board.empties()))
        }
        _ => several,
    }
}

/// With so few stones on the board the centre is a candidate, however far it is.
const OPENING: usize = 4;

/// What a Gomoku engine has beyond any other.
pub trait GomokuEngine {
    /// Evaluates otherwise than shipped, for measurements.
    fn set_evaluations(&mut self, evaluations: Evaluations);

    /// How often the main thread's nodes were cut, and by the first move, since the last new game.
    fn cuts(&self) -> CutCount;
}

impl<K: Config<Gomoku>> GomokuEngine for Engine<K> {
    fn set_evaluations(&mut self, evaluations: Evaluations) {
        *self.settings_mut() = evaluations;
    }

    fn cuts(&self) -> CutCount {
        self.memory().cuts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_core::Limits;
    use regence_core::config::Lab;
    use regence_gomoku::RuleSet;

    /// A first stone at the edge of a large board does not draw the whole game there.
    #[test]
    fn the_centre_is_a_candidate_however_far_the_stones_are() {
        let has_centre = |moves: &str| {
            let board = crate::bench::board(RuleSet::Freestyle, 19, moves).expect("a game");
            let centre = Move::new(board.size().centre());
            let job = Job::new(board, Limits::to_depth(1));
            let root = Gomoku::root(&job, &Evaluations::default(), &Shipped);
            root.moves.contains(&centre)
        };
        assert!(has_centre("a1"));
        assert!(has_centre("a1a2s19"));
        assert!(!has_centre("a1a2s19a5s17"), "no opening any more");
        assert!(!has_centre("j10a1"), "a stone is there");
    }

    /// The root is ordered by the same numbers as every other node, also where the laboratory changes them.
    #[test]
    fn the_order_of_the_root_follows_the_config() {
        // White's pair on i8 and j8 can be taken on k8, if that is worth anything.
        let board = crate::bench::board(RuleSet::Ninuki, 15, "h8i8a1j8a3o15").expect("a game");
        let job = Job::new(board, Limits::to_depth(1));
        let settings = Evaluations::default();
        let shipped = Gomoku::root(&job, &settings, &Shipped).moves;
        let mut lab = Lab::<Gomoku>::new();
        assert_eq!(Gomoku::root(&job, &settings, &lab).moves, shipped);
        for name in ["order_take", "order_save"] {
            lab.set_by_name(name, 0).expect("a parameter");
        }
        let changed = Gomoku::root(&job, &settings, &lab).moves;
        assert_ne!(changed, shipped);
        assert_eq!(changed.len(), shipped.len());
    }
}
