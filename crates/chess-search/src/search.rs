//! The state of one thread's search.

use crate::Chess;
use crate::evaluator::{Evaluator, Judgement};
use crate::history::{Histories, PieceTo};
use crate::picker::Scored;
use crate::tablebase::Endgames;
use crate::techniques::{late_move_reductions::Reductions, threat_history};
use regence_chess::{Bitboard, Board, Move, is_repetition};
use regence_core::deepen::RootSearch;
use regence_core::engine::Seat;
use regence_core::knobs::Knobs;
use regence_core::pv::PvTable;
use regence_core::root::Root;
use regence_core::{MAX_PLY, Observer, Stopped, Table, Value, Watch, Window};

/// A node's score, or word that the search was stopped: there is no third thing.
pub type Searched = Result<Value, Stopped>;

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
}

/// Frames before the root, so that looking four plies back needs no test.
const BEFORE_ROOT: usize = 4;

/// What a thread keeps from search to search.
#[derive(Debug)]
pub struct Memory {
    pub histories: Histories,
    pub evaluator: Evaluator,
    /// Made from the knobs once: short searches would feel it.
    pub reductions: Reductions,
}

impl Memory {
    pub fn new<K: Knobs<Chess>>(judgement: &Judgement, knobs: &K) -> Memory {
        Memory {
            histories: Histories::default(),
            evaluator: Evaluator::new(judgement),
            reductions: Reductions::new(knobs),
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
}

#[allow(missing_debug_implementations)]
pub struct Search<'a, K> {
    pub knobs: &'a mut K,
    pub watch: Watch,
    pub table: &'a Table,
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
    frames: Vec<Frame>,
}

impl<'a, K: Knobs<Chess>> Search<'a, K> {
    pub fn new(seat: Seat<'a, Chess, K>) -> Search<'a, K> {
        let game = &seat.request.position;
        let keys = game.keys().to_vec();
        Search {
            knobs: seat.knobs,
            watch: seat.watch,
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
            frames: vec![Frame::default(); MAX_PLY as usize + BEFORE_ROOT + 4],
        }
    }

    #[inline]
    pub fn frame(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + BEFORE_ROOT]
    }

    /// The frame `back` plies before `ply`, which may lie before the root.
    #[inline]
    pub fn frame_before(&self, ply: usize, back: usize) -> &Frame {
        &self.frames[ply + BEFORE_ROOT - back]
    }

    #[inline]
    pub fn context(&self, board: &Board, ply: usize) -> Context {
        Context {
            before: [1, 2, 4].map(|back| self.frame_before(ply, back).piece_to),
            threats: threat_history::threats(self.knobs, board),
        }
    }

    /// Makes a move and notes it; [`Search::leave`] must follow.
    #[inline]
    pub fn enter(&mut self, board: &Board, ply: usize, mv: Move) -> Board {
        let piece_to = PieceTo::of(board, mv);
        let frame = self.frame(ply);
        frame.mv = Some(mv);
        frame.piece_to = Some(piece_to);
        self.keys.push(board.key());
        self.memory.evaluator.pass(board, ply);
        let next = board.make(mv);
        self.table.prefetch(next.key());
        next
    }

    /// Passes the turn.
    pub fn enter_null(&mut self, board: &Board, ply: usize) -> Board {
        let frame = self.frame(ply);
        frame.mv = None;
        frame.piece_to = None;
        self.keys.push(board.key());
        self.memory.evaluator.pass(board, ply);
        board.make_null()
    }

    #[inline]
    pub fn leave(&mut self) {
        self.keys.pop();
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

impl<K: Knobs<Chess>> RootSearch for Search<'_, K> {
    type Move = Move;

    fn root(&mut self) -> &mut Root<Move> {
        &mut self.root
    }

    fn watch(&mut self) -> &mut Watch {
        &mut self.watch
    }

    fn table(&self) -> &Table {
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
        self.node::<crate::anatomy::Root>(&board, 0, depth, window, false)
    }
}
