//! The state of one thread's search.

use crate::Gomoku;
use crate::eval::{Evaluation, Play};
use crate::forced::{AskFours, Budget, ForcedWin};
use crate::history::{Histories, Played};
use crate::order::Scored;
use crate::techniques::Technique;
use crate::techniques::late_move_reductions;
use crate::vct::Tables;
use crate::{techniques, vcf};
use regence_core::config::Config;
use regence_core::engine::Seat;
use regence_core::iterative_deepening::RootSearch;
use regence_core::pv::PvTable;
use regence_core::root::Root;
use regence_core::steps::reductions::ReductionTable;
use regence_core::steps::{self, NodeSearch, NodeType, Searched, Stack};
use regence_core::tracer::Tracer;
use regence_core::{Limiter, MAX_PLY, Observer, Stopped, TranspositionTable, Value, Window};
use regence_gomoku::{Board, Move};

/// What one ply of the current line knows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Frame {
    /// The evaluation of this node alone, before it is averaged with the one before.
    pub own_eval: Option<Value>,
    pub static_eval: Option<Value>,
    /// The move being searched at this ply; none for a pass.
    pub played: Option<Played>,
    /// The move that a singular search leaves out.
    pub excluded: Option<Move>,
    pub killers: [Option<Move>; 2],
    /// Double extensions on the line down to here.
    pub double_extensions: i32,
}

/// Nodes that raised the score to beta, and how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CutCount {
    /// By a move of the node's own list.
    pub cuts: u64,
    /// By the first move of that list.
    pub by_first: u64,
    /// By a forced win, before the list was made.
    pub by_threats: u64,
}

impl CutCount {
    pub fn add(&mut self, other: CutCount) {
        self.cuts += other.cuts;
        self.by_first += other.by_first;
        self.by_threats += other.by_threats;
    }

    /// The share of cuts by the first move that was tried, in percent. The first move of a forced win,
    /// which is tried before all others, counts or does not.
    pub fn first_share(&self, with_threats: bool) -> f64 {
        let more = if with_threats { self.by_threats } else { 0 };
        100.0 * (self.by_first + more) as f64 / (self.cuts + more).max(1) as f64
    }
}

/// What a thread keeps from search to search.
#[derive(Debug, Default)]
pub struct Memory {
    pub histories: Histories,
    pub tables: Tables,
    pub cuts: CutCount,
}

impl Memory {
    pub fn clear(&mut self) {
        self.histories.clear();
        self.tables.clear();
        self.cuts = CutCount::default();
    }
}

/// What is known of a forced win at the root, asked apart from the search in breadth.
#[derive(Clone, Copy, Debug)]
pub(crate) enum RootWin {
    /// None was found with so many nodes.
    NotFoundBy(u32),
    Found(ForcedWin),
}

#[allow(missing_debug_implementations)]
pub struct Search<'a, R: Play, K> {
    pub config: &'a mut K,
    pub limiter: Limiter,
    pub table: &'a TranspositionTable,
    pub observer: &'a mut dyn Observer<Move>,
    pub memory: &'a mut Memory,
    pub root: Root<Move>,
    pub arena: Vec<Scored>,
    pub pv: PvTable<Move>,
    pub reductions: ReductionTable,
    pub board: Board<R>,
    pub evaluation: &'a Evaluation<R>,
    pub seldepth: i32,
    /// The depth of the running iteration.
    pub root_depth: i32,
    pub(crate) root_win: RootWin,
    root_ply: usize,
    frames: Stack<Frame>,
}

impl<'a, R: Play, K: Config<Gomoku>> Search<'a, R, K> {
    pub fn new(
        mut board: Board<R>,
        evaluation: &'a Evaluation<R>,
        seat: Seat<'a, Gomoku, K>,
    ) -> Search<'a, R, K> {
        evaluation.prepare(&mut board);
        Search {
            reductions: late_move_reductions::table(seat.config),
            config: seat.config,
            limiter: seat.limiter,
            table: seat.table,
            observer: seat.observer,
            memory: seat.memory,
            root: seat.root,
            arena: Vec::with_capacity(16384),
            pv: PvTable::new(MAX_PLY as usize + 1),
            seldepth: 0,
            root_depth: 0,
            root_win: RootWin::NotFoundBy(0),
            evaluation,
            root_ply: board.ply(),
            frames: Stack::new(),
            board,
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

    /// The opponent's last move and the side's own last move.
    #[inline]
    pub fn context(&self, ply: usize) -> [Option<Played>; 2] {
        [1, 2].map(|back| self.frame_before(ply, back).played)
    }

    /// Makes a move and notes it; [`Search::leave`] must follow.
    #[inline]
    pub fn enter(&mut self, ply: usize, mv: Move) {
        let point = mv.point();
        let class = self.board.class(point, self.board.side());
        self.frame(ply).played = Some(Played { point, class });
        self.board.make(mv);
        self.table.prefetch(self.board.key());
    }

    /// A win by fours for the side to move, on behalf of a technique.
    pub fn win_by_fours(
        &mut self,
        by: Technique,
        budget: Budget,
    ) -> Result<Option<ForcedWin>, Stopped> {
        self.ask_fours(by, budget, vcf::search)
    }

    /// What a search for fours says, on behalf of a technique.
    #[inline]
    pub(crate) fn ask_fours<T>(
        &mut self,
        by: Technique,
        budget: Budget,
        ask: AskFours<R, T>,
    ) -> Result<Option<T>, Stopped> {
        let before = self.limiter.nodes();
        let tables = &mut self.memory.tables;
        let limiter = &mut self.limiter;
        let said = self
            .board
            .without_rows(|board| ask(board, &mut tables.fours, limiter, budget))?;
        self.trace_apart(by, self.limiter.nodes() - before);
        Ok(said)
    }

    /// A stopped search may have left its line standing.
    fn rewind(&mut self) {
        while self.board.ply() > self.root_ply {
            self.board.undo();
        }
        self.arena.clear();
        for frame in self.frames.iter_mut() {
            frame.excluded = None;
        }
    }
}

impl<R: Play, K: Config<Gomoku>> NodeSearch for Search<'_, R, K> {
    type Move = Move;
    /// The search keeps the board and takes moves back.
    type Position = ();

    #[inline]
    fn node<N: NodeType>(
        &mut self,
        (): &(),
        ply: usize,
        depth: i32,
        window: Window,
        is_cut: bool,
    ) -> Searched {
        self.search_node::<N>(ply, depth, window, is_cut)
    }

    fn enter_null(&mut self, (): &(), ply: usize) {
        self.frame(ply).played = None;
        self.board.pass();
    }

    #[inline]
    fn leave(&mut self) {
        self.board.undo();
    }

    fn exclude(&mut self, ply: usize, mv: Option<Move>) {
        self.frame(ply).excluded = mv;
    }
}

impl<R: Play, K: Config<Gomoku>> RootSearch for Search<'_, R, K> {
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
        self.rewind();
        self.root_depth = depth;
        self.seldepth = 0;
        if let Some(value) = techniques::root_threats::value(self, depth, window)? {
            return Ok(value);
        }
        self.search_node::<steps::Root>(0, depth, window, false)
    }
}
