//! A small alpha-beta with a table, quiescence and null moves; each fault is planted where such a fault is
//! made in real life.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use regence_chess::{Board, Game, Move, MoveList, is_repetition};

use crate::eval::evaluate;
use crate::faults::Fault;
use crate::table::{Bound, Entry, Table};

pub const MATE: i32 = 30_000;
const INFINITE: i32 = 31_000;
const MATE_BOUND: i32 = MATE - 500;
const MAX_PLY: usize = 100;
const NO_DEADLINE: u64 = u64::MAX;
/// Nodes that a search that sleeps takes for each millisecond that it has.
const NODES_PER_MILLISECOND: u64 = 50;

/// What reaches a search from outside.
#[derive(Debug)]
pub struct Signals {
    pub stop: AtomicBool,
    pub pondering: AtomicBool,
    /// Microseconds after `start`.
    deadline: AtomicU64,
    start: Instant,
    /// Sleep through most of the time, where what is made of the time is examined: on a busy machine a search that never
    /// sleeps gets little of it.
    sleeps: bool,
}

impl Signals {
    pub fn new(fault: Fault, pondering: bool, budget: Option<Duration>) -> Signals {
        let signals = Signals {
            sleeps: matches!(fault, Fault::TimeOverrun | Fault::RootNodes),
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(pondering),
            deadline: AtomicU64::new(NO_DEADLINE),
            start: Instant::now(),
        };
        if !pondering && let Some(budget) = budget {
            signals.set_budget(budget);
        }
        signals
    }

    /// Gives the search that much time from now on.
    pub fn set_budget(&self, budget: Duration) {
        let deadline = self.start.elapsed() + budget;
        self.deadline.store(deadline.as_micros() as u64, Relaxed);
    }

    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether the search has to end after so many nodes.
    fn is_over(&self, nodes: u64) -> bool {
        loop {
            let now = self.start.elapsed().as_micros() as u64;
            let deadline = self.deadline.load(Relaxed);
            if self.stop.load(Relaxed) || now >= deadline {
                return true;
            }
            if !self.sleeps
                || deadline == NO_DEADLINE
                || nodes < deadline * NODES_PER_MILLISECOND / 1000
            {
                return false;
            }
            std::thread::sleep(Duration::from_micros(deadline - now));
        }
    }
}

/// What one search is asked for.
#[derive(Clone, Debug)]
pub struct Task {
    pub game: Game,
    pub depth: i32,
    pub nodes: u64,
    pub lines: usize,
    /// The only moves to think about, if there are any.
    pub only: Vec<String>,
}

/// One line of the answer.
#[derive(Clone, Debug)]
pub struct Found {
    pub depth: i32,
    pub rank: usize,
    pub score: i32,
    pub nodes: u64,
    pub hashfull: usize,
    pub pv: Vec<Move>,
}

#[derive(Debug)]
pub struct Searcher<'a> {
    fault: Fault,
    table: &'a mut Table,
    signals: &'a Signals,
    keys: Vec<u64>,
    nodes: u64,
    root_nodes: u64,
    node_limit: u64,
    killers: [[Option<Move>; 2]; MAX_PLY + 1],
    history: Box<[[[i32; 64]; 64]; 2]>,
    pv: Vec<Vec<Move>>,
    excluded: Vec<Move>,
    only: Vec<Move>,
    stopped: bool,
}

impl<'a> Searcher<'a> {
    pub fn new(fault: Fault, table: &'a mut Table, signals: &'a Signals) -> Searcher<'a> {
        Searcher {
            fault,
            table,
            signals,
            keys: Vec::new(),
            nodes: 0,
            root_nodes: 0,
            node_limit: u64::MAX,
            killers: [[None; 2]; MAX_PLY + 1],
            history: Box::new([[[0; 64]; 64]; 2]),
            pv: vec![Vec::new(); MAX_PLY + 2],
            excluded: Vec::new(),
            only: Vec::new(),
            stopped: false,
        }
    }

    /// Deepens until the limits end it; `tell` hears of each finished line. The last best line is returned.
    pub fn run(&mut self, task: &Task, mut tell: impl FnMut(&Found)) -> Option<Found> {
        self.table.next_age();
        self.node_limit = task.nodes;
        self.keys = task.game.keys().to_vec();
        let board = *task.game.board();
        let mut legal = self.moves(&board);
        let uci = |text: &String| board.move_from_uci(text).ok();
        self.only = task.only.iter().filter_map(uci).collect();
        if !self.only.is_empty() {
            legal = kept(&legal, |mv| self.only.contains(mv));
        }
        let mut best = legal.first().map(|mv| self.found(0, 1, 0, vec![*mv]))?;
        let lines = task.lines.min(legal.len());
        for depth in 1..=task.depth.min(MAX_PLY as i32 / 2) {
            if self.fault == Fault::NodesRestart {
                self.nodes = 0;
            }
            self.excluded.clear();
            for rank in 1..=lines {
                let score = self.search(&board, depth, 0, -INFINITE, INFINITE, false);
                let line = self.pv[0].clone();
                if self.stopped && (self.fault != Fault::AbortZero || line.is_empty()) {
                    return Some(best);
                }
                let Some(&first) = line.first() else { break };
                let found = self.found(depth, rank, score, line);
                tell(&found);
                if rank == 1 {
                    best = found;
                }
                self.excluded.push(first);
            }
            let mate_found = best.score.abs() > MATE - depth && lines == 1;
            if self.stopped || mate_found {
                return Some(best);
            }
        }
        Some(best)
    }

    fn found(&self, depth: i32, rank: usize, score: i32, pv: Vec<Move>) -> Found {
        let nodes = match self.fault {
            Fault::RootNodes => self.root_nodes,
            _ => self.nodes,
        };
        Found {
            depth,
            rank,
            score,
            nodes,
            hashfull: self.table.hashfull(),
            pv,
        }
    }

    /// The moves that this engine knows of.
    fn moves(&self, board: &Board) -> MoveList {
        let mut moves = MoveList::new();
        for mv in &board.legal_moves() {
            let known = match self.fault {
                Fault::Promotion => !(mv.is_promotion() && board.is_capture(mv)),
                Fault::EnPassant => !mv.is_en_passant(),
                Fault::Castling => !mv.is_castle(),
                _ => true,
            };
            if known {
                moves.push(mv);
            }
        }
        moves
    }

    /// Counts a node; whether the search has to end.
    fn visit(&mut self, ply: usize) -> bool {
        self.nodes += 1;
        self.root_nodes += u64::from(ply == 1);
        if self.nodes >= self.node_limit
            || self.nodes.is_multiple_of(256) && self.signals.is_over(self.nodes)
        {
            self.stopped = true;
        }
        self.stopped
    }

    fn search(
        &mut self,
        board: &Board,
        mut depth: i32,
        ply: usize,
        mut alpha: i32,
        beta: i32,
        may_pass: bool,
    ) -> i32 {
        self.pv[ply].clear();
        if self.visit(ply) || ply > 0 && self.is_draw(board, ply) {
            return 0;
        }
        if ply >= MAX_PLY {
            return evaluate(board, self.fault);
        }
        let in_check = board.in_check();
        if in_check && ply < 40 {
            depth += 1;
        }
        if depth <= 0 {
            return self.quiesce(board, ply, alpha, beta);
        }
        let key = board.key();
        let stored = self.table.probe(key);
        let is_pv = beta - alpha > 1;
        if let Some(entry) = stored
            && ply > 0
            && entry.depth >= depth
            && (!is_pv || self.trusts_any_entry())
            && let Some(score) = self.settled(&entry, ply, alpha, beta)
        {
            return score;
        }
        if may_pass && !in_check && !is_pv && depth >= 3 && self.can_pass(board, beta) {
            self.keys.push(key);
            let score = -self.search(
                &board.make_null(),
                depth - 3,
                ply + 1,
                -beta,
                1 - beta,
                false,
            );
            self.keys.pop();
            if self.gives_up() {
                return 0;
            }
            if score >= beta {
                return beta;
            }
        }
        let mut moves = self.moves(board);
        if moves.is_empty() {
            return if in_check { ply as i32 - MATE } else { 0 };
        }
        self.order(board, &mut moves, stored.and_then(|entry| entry.best), ply);
        if ply == 0 {
            let is_wanted = |mv: &Move| self.only.is_empty() || self.only.contains(mv);
            moves = kept(&moves, |mv| is_wanted(mv) && !self.excluded.contains(mv));
        }
        if self.fault == Fault::OverPruning && !in_check {
            while moves.len() > 3 {
                moves.swap_remove(moves.len() - 1);
            }
        }
        let old_alpha = alpha;
        let (mut best, mut best_move) = (-INFINITE, None);
        for (index, mv) in moves.iter().copied().enumerate() {
            self.keys.push(key);
            let after = board.make(mv);
            let quiet = !board.is_noisy(mv);
            let late = index >= 4 && depth >= 3 && quiet && !in_check && !after.in_check();
            let mut score = alpha + 1;
            if index > 0 {
                let reduced = depth - 1 - i32::from(late);
                score = -self.search(&after, reduced, ply + 1, -alpha - 1, -alpha, true);
            }
            if index == 0 || score > alpha && (late || score < beta) {
                score = -self.search(&after, depth - 1, ply + 1, -beta, -alpha, true);
            }
            self.keys.pop();
            if self.gives_up() {
                return 0;
            }
            if score > best {
                (best, best_move) = (score, Some(mv));
                if score > alpha {
                    alpha = score;
                    self.keep_line(ply, mv);
                }
                if score >= beta {
                    if quiet {
                        self.reward(board, mv, ply, depth);
                    }
                    break;
                }
            }
        }
        let kept = match self.fault {
            // What such engines do: a score outside of the window is cut off at its edge.
            Fault::OneBound | Fault::UpperOnly | Fault::LowerOnly => best.clamp(old_alpha, beta),
            _ => best,
        };
        let bound = bound_of(best, old_alpha, beta);
        self.table
            .store(key, depth, to_table(kept, ply), bound, best_move);
        best
    }

    /// The score of a table entry that settles the window.
    fn settled(&self, entry: &Entry, ply: usize, alpha: i32, beta: i32) -> Option<i32> {
        let score = from_table(entry.score, ply);
        let settles = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        (settles || self.fault == Fault::BoundsIgnored).then_some(score)
    }

    fn trusts_any_entry(&self) -> bool {
        matches!(self.fault, Fault::BoundsIgnored | Fault::OneBound)
    }

    /// Whether an interrupted search is left at once. The faulty one goes on with what it has.
    fn gives_up(&self) -> bool {
        self.stopped && self.fault != Fault::AbortZero
    }

    fn is_draw(&self, board: &Board, ply: usize) -> bool {
        if self.fault == Fault::RepetitionBlind {
            return board.insufficient_material();
        }
        board.halfmove_clock() >= 100 && board.has_legal_move()
            || board.insufficient_material()
            || is_repetition(&self.keys, board, ply)
    }

    fn can_pass(&self, board: &Board, beta: i32) -> bool {
        beta.abs() < MATE_BOUND
            && board.has_non_pawn_material(board.side_to_move())
            && evaluate(board, self.fault) >= beta
    }

    fn quiesce(&mut self, board: &Board, ply: usize, mut alpha: i32, beta: i32) -> i32 {
        let in_check = board.in_check();
        let explodes = self.fault == Fault::Explosion;
        let mut best = -INFINITE;
        if !in_check {
            best = evaluate(board, self.fault);
            if best >= beta || ply >= MAX_PLY {
                return best;
            }
            alpha = alpha.max(best);
        } else if ply >= MAX_PLY {
            return evaluate(board, self.fault);
        }
        let mut moves = self.moves(board);
        if in_check && moves.is_empty() {
            return ply as i32 - MATE;
        }
        self.order(board, &mut moves, None, ply);
        for mv in moves.iter().copied() {
            let noisy = board.is_noisy(mv) || explodes && board.gives_check(mv);
            if !in_check && !(noisy && (explodes || board.see_ge(mv, 0))) {
                continue;
            }
            if self.visit(ply + 1) {
                return 0;
            }
            let score = -self.quiesce(&board.make(mv), ply + 1, -beta, -alpha);
            if self.gives_up() {
                return 0;
            }
            best = best.max(score);
            alpha = alpha.max(score);
            if score >= beta {
                break;
            }
        }
        best
    }

    fn order(&self, board: &Board, moves: &mut MoveList, first: Option<Move>, ply: usize) {
        let us = board.side_to_move().index();
        moves.sort_by_cached_key(|&mv| {
            let noisy = board.is_noisy(mv);
            let value = if Some(mv) == first {
                1 << 30
            } else if noisy {
                let sign = if board.see_ge(mv, 0) { 1 } else { -1 };
                let victim = board.captured(mv).map_or(0, |kind| kind.index() as i32 + 1);
                sign * ((1 << 28) + 8 * victim - board.moved(mv).kind().index() as i32)
                    + i32::from(mv.promotion().is_some()) * 64
            } else if self.killers[ply].contains(&Some(mv)) {
                1 << 27
            } else {
                self.history[us][mv.from().index()][mv.to().index()]
            };
            std::cmp::Reverse(value)
        });
    }

    fn reward(&mut self, board: &Board, mv: Move, ply: usize, depth: i32) {
        if self.killers[ply][0] != Some(mv) {
            self.killers[ply] = [Some(mv), self.killers[ply][0]];
        }
        let us = board.side_to_move().index();
        let cell = &mut self.history[us][mv.from().index()][mv.to().index()];
        *cell = (*cell + depth * depth).min(1 << 20);
    }

    fn keep_line(&mut self, ply: usize, mv: Move) {
        let tail = self.pv[ply + 1].clone();
        let line = &mut self.pv[ply];
        line.clear();
        line.push(mv);
        line.extend(tail);
    }
}

/// The moves that fit.
fn kept(moves: &MoveList, fits: impl Fn(&Move) -> bool) -> MoveList {
    let mut kept = MoveList::new();
    moves
        .iter()
        .filter(|mv| fits(mv))
        .for_each(|mv| kept.push(*mv));
    kept
}

/// What a score says that a search with this window found.
fn bound_of(score: i32, alpha: i32, beta: i32) -> Bound {
    match score {
        _ if score >= beta => Bound::Lower,
        _ if score > alpha => Bound::Exact,
        _ => Bound::Upper,
    }
}

/// Mates count from the root in the search and from the position in the table.
fn to_table(score: i32, ply: usize) -> i32 {
    match score.abs() > MATE_BOUND {
        true => score + score.signum() * ply as i32,
        false => score,
    }
}

fn from_table(score: i32, ply: usize) -> i32 {
    match score.abs() > MATE_BOUND {
        true => score - score.signum() * ply as i32,
        false => score,
    }
}

/// Plies to mate, with the sign of who mates.
pub fn plies_to_mate(score: i32) -> Option<i32> {
    (score.abs() > MATE_BOUND).then(|| score.signum() * (MATE - score.abs()))
}
