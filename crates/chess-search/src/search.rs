//! The state of one thread's search.

use crate::Chess;
use crate::evaluator::{EvaluationKind, Evaluator};
use crate::history::{Histories, PieceTo};
use crate::picker::Scored;
use crate::tablebase::Endgames;
use crate::techniques::{late_move_reductions::Reductions, threat_history};
use regence_chess::{Bitboard, Board, Checks, Move, is_repetition};
use regence_core::config::Config;
use regence_core::engine::Seat;
use regence_core::iterative_deepening::RootSearch;
use regence_core::pv::PvTable;
use regence_core::root::Root;
use regence_core::steps::{self, NodeSearch, NodeType, Searched, Stack};
use regence_core::{Entry, Limiter, MAX_PLY, Observer, TranspositionTable, Value, Window};

/// What one ply of the current line knows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Frame {
    /// The corrected static evaluation; none in check.
    pub static_eval: Option<Value>,
    /// The move being searched at this ply; none for a null move.
    pub mv: Option<Move>,
    pub piece_to: Option<PieceTo>,
    /// The move that a singular search leaves out.
    pub excluded: Option<Move>,
    pub killers: [Option<Move>; 2],
    /// Extensions of two plies or more on the way to this node.
    pub double_extensions: i32,
    /// How many children of the node above have failed high.
    pub fail_highs: i32,
    /// By how many plies the move being searched at this ply is reduced.
    pub reduction: i32,
}

/// What a thread keeps from search to search.
#[derive(Debug)]
pub struct Memory {
    pub histories: Histories,
    pub evaluator: Evaluator,
    /// Made from the configuration once: short searches would feel it.
    pub reductions: Reductions,
}

impl Memory {
    pub fn new<K: Config<Chess>>(evaluation_kind: &EvaluationKind, config: &K) -> Memory {
        Memory {
            histories: Histories::default(),
            evaluator: Evaluator::new(evaluation_kind),
            reductions: Reductions::new(config),
        }
    }

    pub fn clear(&mut self) {
        self.histories.clear();
        self.evaluator.clear();
    }
}

/// What the quiet histories look at beside the move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Context {
    /// The moves 1, 2 and 4 plies back.
    pub before: [Option<PieceTo>; 3],
    /// The squares that the opponent attacks.
    pub threats: Bitboard,
    /// From where the side to move gives check; none where quiet moves are not asked for.
    pub checks: Option<Checks>,
}

impl Context {
    /// Whether a legal move gives check.
    #[inline]
    pub fn gives_check(&self, board: &Board, mv: Move) -> bool {
        self.checks.is_some_and(|checks| checks.has(board, mv))
    }
}

/// The depth bonus of entries that come from endgame tables.
const ENDGAME_DEPTH: i32 = 6;

#[allow(missing_debug_implementations)]
pub struct Search<'a, K> {
    pub config: &'a mut K,
    pub limiter: Limiter,
    pub table: &'a TranspositionTable,
    /// Endgame tables, where there are any.
    pub endgames: Option<&'a Endgames>,
    pub observer: &'a mut dyn Observer<Move>,
    pub memory: &'a mut Memory,
    pub root: Root<Move>,
    pub arena: Vec<Scored>,
    pub pv: PvTable<Move>,
    pub seldepth: i32,
    /// The depth of the running iteration.
    pub root_depth: i32,
    /// Null moves are off above this ply while one is being verified.
    pub no_null_before: i32,
    /// A mate is asked for: how well a side stands is no answer.
    pub seeks_mate: bool,
    board: Board,
    /// Keys of all positions before the current one: the game's, then the line's.
    keys: Vec<u64>,
    game_keys: usize,
    frames: Stack<Frame>,
}

impl<'a, K: Config<Chess>> Search<'a, K> {
    pub fn new(seat: Seat<'a, Chess, K>) -> Search<'a, K> {
        let game = &seat.request.position;
        let keys = game.keys().to_vec();
        Search {
            config: seat.config,
            limiter: seat.limiter,
            table: seat.table,
            endgames: None,
            observer: seat.observer,
            memory: seat.memory,
            root: seat.root,
            arena: Vec::with_capacity(4096),
            pv: PvTable::new(MAX_PLY as usize + 1),
            seldepth: 0,
            root_depth: 0,
            no_null_before: 0,
            seeks_mate: false,
            board: *game.board(),
            game_keys: keys.len(),
            keys,
            frames: Stack::new(),
        }
    }

    #[inline]
    pub fn frame(&mut self, ply: usize) -> &mut Frame {
        self.frames.at(ply)
    }

    /// The frame `back` plies before `ply`, which may lie before the root.
    #[inline]
    pub fn frame_before(&self, ply: usize, back: usize) -> &Frame {
        self.frames.before(ply, back)
    }

    #[inline]
    pub fn context(&self, board: &Board, ply: usize) -> Context {
        Context {
            before: [1, 2, 4].map(|back| self.frame_before(ply, back).piece_to),
            threats: threat_history::threats(self.config, board),
            checks: Some(Checks::new(board)),
        }
    }

    /// Makes a move and notes it; [`Search::leave`] must follow.
    #[inline]
    pub fn enter(&mut self, board: &Board, ply: usize, mv: Move) -> Board {
        // The line of the table comes from far: it is asked for before there is anything else to do.
        self.table.prefetch(board.key_after(mv));
        let piece_to = PieceTo::of(board, mv);
        let before = self.frame_before(ply, 1).piece_to;
        let frame = self.frame(ply);
        frame.mv = Some(mv);
        frame.piece_to = Some(piece_to);
        self.keys.push(board.key());
        let next = board.make(mv);
        self.memory.evaluator.enter(board, mv, &next, ply + 1);
        self.memory.histories.prefetch(&next, before, piece_to);
        next
    }

    /// The table's move where it is legal; at the root the move to begin with.
    #[inline]
    pub fn table_move<N: NodeType>(&self, board: &Board, entry: Option<&Entry>) -> Option<Move> {
        match N::ROOT {
            true => Some(self.root.moves[self.root.first].mv),
            false => entry
                .and_then(|e| e.best)
                .map(Move::from_bits)
                .filter(|&mv| board.is_legal(mv)),
        }
    }

    /// The evaluation as the table stores it: before correction, in check a plain zero.
    #[inline]
    pub fn raw_eval(&mut self, board: &Board, ply: usize, entry: Option<&Entry>) -> Value {
        if board.in_check() {
            return Value::ZERO;
        }
        match entry.and_then(|e| e.eval) {
            Some(known) => known,
            None => self.memory.evaluator.evaluate(board, ply),
        }
    }

    /// A score for a line that may not go on.
    pub fn static_value(&mut self, board: &Board, ply: usize) -> Value {
        if board.in_check() {
            return Value::DRAW;
        }
        self.memory.evaluator.evaluate(board, ply)
    }

    /// What endgame tables say of a node, where that settles its window. It is stored as deeper than it was searched,
    /// because it would not change with more depth.
    #[inline]
    pub fn ask_endgames(
        &self,
        board: &Board,
        ply: usize,
        depth: i32,
        window: Window,
    ) -> Option<Value> {
        let (value, bound) = self.endgames?.probe(board, ply as i32)?;
        if !bound.settles(value, window) {
            return None;
        }
        let entry = Entry {
            best: None,
            value,
            bound,
            depth: (depth + ENDGAME_DEPTH).min(MAX_PLY - 1),
            eval: None,
            was_pv: false,
        };
        self.table.store(board.key(), ply as i32, &entry);
        Some(value)
    }

    /// A draw that the rules give: by repetition, by fifty moves, or for want of material.
    #[inline]
    pub fn is_draw(&self, board: &Board, ply: usize) -> bool {
        if board.halfmove_clock() >= 100 && (!board.in_check() || board.has_legal_move()) {
            return true;
        }
        board.insufficient_material() || is_repetition(&self.keys, board, ply)
    }

    pub fn keys(&self) -> &[u64] {
        &self.keys
    }
}

impl<K: Config<Chess>> NodeSearch for Search<'_, K> {
    type Move = Move;
    type Position = Board;

    #[inline]
    fn node<N: NodeType>(
        &mut self,
        board: &Board,
        ply: usize,
        depth: i32,
        window: Window,
        is_cut: bool,
    ) -> Searched {
        self.search_node::<N>(board, ply, depth, window, is_cut)
    }

    fn enter_null(&mut self, board: &Board, ply: usize) -> Board {
        let frame = self.frame(ply);
        frame.mv = None;
        frame.piece_to = None;
        self.keys.push(board.key());
        let next = board.make_null();
        self.memory.evaluator.enter_null(&next, ply + 1);
        next
    }

    #[inline]
    fn leave(&mut self) {
        self.keys.pop();
    }

    fn exclude(&mut self, ply: usize, mv: Option<Move>) {
        self.frame(ply).excluded = mv;
    }
}

impl<K: Config<Chess>> RootSearch for Search<'_, K> {
    type Move = Move;

    fn root(&mut self) -> &mut Root<Move> {
        &mut self.root
    }

    fn limiter(&mut self) -> &mut Limiter {
        &mut self.limiter
    }

    fn table(&self) -> &TranspositionTable {
        self.table
    }

    fn observer(&mut self) -> &mut dyn Observer<Move> {
        self.observer
    }

    fn search_root(&mut self, depth: i32, window: Window) -> Searched {
        // A stopped search may have left its line standing.
        self.keys.truncate(self.game_keys);
        self.arena.clear();
        self.root_depth = depth;
        self.seldepth = 0;
        let board = self.board;
        self.memory.evaluator.begin(&board);
        self.node::<steps::Root>(&board, 0, depth, window, false)
    }
}
