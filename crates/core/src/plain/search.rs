//! The state of one thread's plain search.

use super::{HISTORY_CELLS, Memory, Param, PlainGame, Technique as T};
use crate::config::Config;
use crate::engine::Seat;
use crate::event::{Entrance, Event, MoveBits, NodeKind};
use crate::iterative_deepening::RootSearch;
use crate::limiter::Limiter;
use crate::pv::PvTable;
use crate::report::Observer;
use crate::root::Root;
use crate::steps::killers::{self, Killers};
use crate::steps::{self, Node, NodeSearch, NodeType, Searched, Stack, Tried, history};
use crate::tracer::Tracer;
use crate::transposition_table::{Entry, TranspositionTable};
use crate::value::{MAX_PLY, Value, Window};

/// What one ply of the current line knows.
#[derive(Clone, Debug)]
pub struct Frame<M> {
    pub static_eval: Option<Value>,
    /// The move being searched at this ply; none for a pass.
    pub mv: Option<M>,
    pub killers: Killers<M>,
}

impl<M> Default for Frame<M> {
    fn default() -> Self {
        Frame {
            static_eval: None,
            mv: None,
            killers: [None, None],
        }
    }
}

/// A move and what the ordering thinks of it.
#[derive(Clone, Copy, Debug)]
pub struct Scored<M> {
    pub mv: M,
    pub score: i32,
}

pub struct Search<'a, G: PlainGame, K> {
    pub config: &'a mut K,
    pub limiter: Limiter,
    pub table: &'a TranspositionTable,
    pub observer: &'a mut dyn Observer<G::Move>,
    pub memory: &'a mut Memory,
    pub root: Root<G::Move>,
    pub pv: PvTable<G::Move>,
    pub seldepth: i32,
    /// The moves of all nodes of the line, one behind the other, so that no node allocates.
    pub arena: Vec<Scored<G::Move>>,
    generated: Vec<G::Move>,
    position: G::Position,
    frames: Stack<Frame<G::Move>>,
}

/// The table's move and the killers come before all others.
const TABLE_MOVE_SCORE: i32 = 1 << 20;
const KILLER_SCORES: [i32; 2] = [1 << 18, 1 << 17];

impl<'a, G: PlainGame, K: Config<G>> Search<'a, G, K> {
    pub fn new(seat: Seat<'a, G, K>) -> Search<'a, G, K> {
        Search {
            config: seat.config,
            limiter: seat.limiter,
            table: seat.table,
            observer: seat.observer,
            memory: seat.memory,
            root: seat.root,
            pv: PvTable::new(MAX_PLY as usize + 1),
            seldepth: 0,
            arena: Vec::with_capacity(1024),
            generated: Vec::new(),
            position: seat.request.position.clone(),
            frames: Stack::new(),
        }
    }

    #[inline]
    pub fn frame(&mut self, ply: usize) -> &mut Frame<G::Move> {
        self.frames.at(ply)
    }

    #[inline]
    pub fn frame_before(&self, ply: usize, back: usize) -> &Frame<G::Move> {
        self.frames.before(ply, back)
    }

    /// A node begins.
    #[inline(always)]
    pub fn trace_enter<N: NodeType>(&mut self, ply: usize, depth: i32, window: Window) {
        if !K::TRACES {
            return;
        }
        let entrance = Entrance {
            ply,
            depth,
            window,
            kind: NodeKind::of(N::ROOT, N::PV),
            is_quiescence: false,
            mv: self.frame_before(ply, 1).mv.map(G::bits),
            excluded: None,
        };
        self.trace(|_| Event::Enter(entrance));
    }

    #[inline]
    fn history(&self, ply: usize, mv: G::Move) -> i32 {
        match self.config.on(T::History) {
            true => self.memory.histories[ply % 2][cell(G::bits(mv))].get(),
            false => 0,
        }
    }

    /// How well a move of a node has done.
    #[inline]
    pub fn history_of(&self, node: &Node<G::Move>, mv: G::Move) -> i32 {
        self.history(node.ply, mv)
    }

    /// Lists the moves of a position in the arena and returns where they begin. The game's own order breaks ties.
    pub fn list_moves(
        &mut self,
        position: &G::Position,
        ply: usize,
        entry: Option<&Entry>,
    ) -> usize {
        let start = self.arena.len();
        let best = entry.and_then(|entry| entry.best);
        let killers = match self.config.on(T::Killers) {
            true => self.frame(ply).killers,
            false => [None; 2],
        };
        let mut generated = std::mem::take(&mut self.generated);
        generated.clear();
        G::legal_moves(position, &mut generated);
        for &mv in &generated {
            let killer = killers.iter().position(|&killer| killer == Some(mv));
            let score = match killer {
                _ if best == Some(G::bits(mv)) => TABLE_MOVE_SCORE,
                Some(rank) => KILLER_SCORES[rank],
                None => self.history(ply, mv),
            };
            self.arena.push(Scored { mv, score });
        }
        self.generated = generated;
        start
    }

    /// Lists the root's moves in the root's own order.
    pub fn list_root(&mut self) -> usize {
        let start = self.arena.len();
        let moves = &self.root.moves[self.root.first..];
        let scored = moves.iter().map(|m| Scored { mv: m.mv, score: 0 });
        self.arena.extend(scored);
        start
    }

    /// The best of the moves that are left, from the place `next` on; of equals the first.
    #[inline]
    pub fn pick(&mut self, next: usize) -> Option<G::Move> {
        let rest = self.arena.get_mut(next..)?;
        let mut best = 0;
        for place in 1..rest.len() {
            if rest[place].score > rest[best].score {
                best = place;
            }
        }
        let picked = rest.get(best)?.mv;
        // The others keep their order, which may be the game's.
        rest[..=best].rotate_right(1);
        Some(picked)
    }

    /// A move has cut: it gains, those tried before it lose.
    pub fn learn(&mut self, node: &Node<G::Move>, best: G::Move, tried: &Tried<G::Move>) {
        killers::learn(&mut self.frame(node.ply).killers, best);
        let params = history::Params {
            factor: self.config.get(Param::HistoryBonusFactor),
            offset: 0,
            max: self.config.get(Param::HistoryBonusMax),
        };
        let bonus = history::bonus(params, node.depth);
        let history = &mut self.memory.histories[node.ply % 2];
        history[cell(G::bits(best))].update(bonus);
        for mv in tried.iter() {
            history[cell(G::bits(mv))].update(-bonus);
        }
    }
}

#[inline]
fn cell(bits: MoveBits) -> usize {
    usize::from(bits.get()) % HISTORY_CELLS
}

impl<G: PlainGame, K: Config<G>> Tracer<G> for Search<'_, G, K> {
    type Move = G::Move;
    type Config = K;

    #[inline(always)]
    fn config(&mut self) -> &mut K {
        self.config
    }

    #[inline(always)]
    fn bits(mv: G::Move) -> MoveBits {
        G::bits(mv)
    }
}

impl<G: PlainGame, K: Config<G>> NodeSearch for Search<'_, G, K> {
    type Move = G::Move;
    type Position = G::Position;

    #[inline]
    fn node<N: NodeType>(
        &mut self,
        position: &G::Position,
        ply: usize,
        depth: i32,
        window: Window,
        is_cut: bool,
    ) -> Searched {
        self.search_node::<N>(position, ply, depth, window, is_cut)
    }

    /// Called only where the game can pass.
    fn enter_null(&mut self, position: &G::Position, ply: usize) -> G::Position {
        self.frame(ply).mv = None;
        G::pass(position).unwrap_or_else(|| position.clone())
    }

    /// Positions are copied: there is nothing to take back.
    fn leave(&mut self) {}

    fn exclude(&mut self, _: usize, _: Option<G::Move>) {}
}

impl<G: PlainGame, K: Config<G>> RootSearch for Search<'_, G, K> {
    type Move = G::Move;

    fn root(&mut self) -> &mut Root<G::Move> {
        &mut self.root
    }

    fn limiter(&mut self) -> &mut Limiter {
        &mut self.limiter
    }

    fn table(&self) -> &TranspositionTable {
        self.table
    }

    fn observer(&mut self) -> &mut dyn Observer<G::Move> {
        self.observer
    }

    fn search_root(&mut self, depth: i32, window: Window) -> Searched {
        // A stopped search may have left its moves standing.
        self.arena.clear();
        self.seldepth = 0;
        let position = self.position.clone();
        self.search_node::<steps::Root>(&position, 0, depth, window, false)
    }
}
