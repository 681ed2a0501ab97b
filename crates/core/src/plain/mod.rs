//! A search for any game: the plain list of steps, for a game that brings none of its own.
//!
//! A game implements [`PlainGame`], half a dozen functions over its positions, and has everything else: an
//! [`Engine`](crate::Engine) with the transposition table, iterative deepening, time management, threads and limited
//! strength, and techniques that can be switched, tuned and traced like those of chess.
//!
//! ```
//! use regence_core::plain::{End, PlainGame};
//! use regence_core::limiter::WallClock;
//! use regence_core::{Engine, Limits, NoObserver, Request, Shared};
//! use std::num::NonZeroU16;
//!
//! /// Whoever takes the last stick wins; one to three are taken at a time.
//! #[derive(Clone, Copy, Debug, PartialEq, Eq)]
//! struct Sticks;
//!
//! impl PlainGame for Sticks {
//!     type Position = u32;
//!     type Move = u32;
//!
//!     fn legal_moves(sticks: &u32, moves: &mut Vec<u32>) {
//!         moves.extend(1..=3.min(*sticks));
//!     }
//!     fn play(sticks: &mut u32, taken: u32) {
//!         *sticks -= taken;
//!     }
//!     fn key(sticks: &u32) -> u64 {
//!         u64::from(*sticks).wrapping_mul(0x9e37_79b9_7f4a_7c15)
//!     }
//!     fn end(sticks: &u32) -> Option<End> {
//!         (*sticks == 0).then_some(End::Lost)
//!     }
//!     fn evaluate(_: &u32) -> i32 {
//!         0
//!     }
//!     fn bits(taken: u32) -> NonZeroU16 {
//!         NonZeroU16::new(taken as u16).expect("one to three")
//!     }
//! }
//!
//! let mut engine: Engine<Sticks> = Engine::new();
//! let request = Request::new(21, Limits::to_depth(20));
//! let shared = Shared::new(engine.threads(), WallClock::start(), false);
//! let outcome = engine.search(&request, &shared, &mut NoObserver).expect("a move");
//! assert_eq!(outcome.best.mv, 1);
//! assert_eq!(outcome.best.value.plies_to_win(), Some(11));
//! ```

mod node;
mod search;

use crate::config::{Catalogue, Config, ParamInfo, TechniqueInfo};
use crate::engine::{GameSearch, RootMoves, Seat};
use crate::history_entry::HistoryEntry;
use crate::iterative_deepening::{Aspiration, Outcome, deepen};
use crate::request::Request;
use crate::steps::reductions::ReductionTable;
use search::Search;
use std::fmt::Debug;
use std::num::NonZeroU16;

/// How a game has ended, seen from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The side to move has lost: the usual end, since the other side moved last.
    Lost,
    /// Nobody wins.
    Draw,
    /// The side to move has won.
    Won,
}

/// A game of two sides who move in turn and see everything. The type that implements it names the game; positions and
/// moves are types of their own.
///
/// Scores, ends and evaluations are always seen from the side to move.
pub trait PlainGame: Copy + Debug + Eq + Send + Sync + 'static {
    /// A position. The search copies it for every move, so it should be small; it holds what of its history matters.
    type Position: Clone + Debug + Send + Sync + 'static;
    /// A move of the game.
    type Move: Copy + Eq + Debug + Send + Sync + 'static;

    /// Appends the legal moves of a game that is not over, the most promising first where the game can tell. A
    /// position without a move that is not an [`PlainGame::end`] counts as a draw.
    fn legal_moves(position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// Plays a legal move.
    fn play(position: &mut Self::Position, mv: Self::Move);

    /// A number that equal positions share and others practically never do: 64 well-mixed bits. If the same stones with
    /// the other side to move are possible, it tells them apart.
    fn key(position: &Self::Position) -> u64;

    /// Whether the game is over, and how.
    fn end(position: &Self::Position) -> Option<End>;

    /// How well the side to move stands, in hundredths of what the game counts in.
    fn evaluate(position: &Self::Position) -> i32;

    /// A number for each move, the same in all positions.
    fn bits(mv: Self::Move) -> NonZeroU16;

    /// The position if the side to move passes, where that makes sense; then the null move can prune.
    fn pass(_: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// Whether a move is neither a capture nor a threat, and may be skipped near the leaves. Moves that end the game
    /// never are.
    fn is_quiet(_: &Self::Position, _: Self::Move) -> bool {
        true
    }

    /// Our own moves in the game so far, for the time manager.
    fn moves_played(_: &Self::Position) -> u32 {
        0
    }
}

crate::techniques! {
    AspirationWindows, "aspiration", "ASP", true, "Begins an iteration with a narrow window around the last score.";
    MateDistancePruning, "mate_distance_pruning", "MDP", true, "Cuts lines that can't beat a win already found.";
    TableCutoff, "table_cutoff", "TT", true, "Does not search again what was searched as deeply.";
    TtValueAsEval, "tt_value_as_eval", "TE", true, "Takes the table's score as a better guess than the static evaluation.";
    Improving, "improving", "IMP", true, "Prunes less when the evaluation rises from move to move.";
    ReverseFutility, "reverse_futility", "RFP", true, "Cuts a node whose evaluation is far above beta.";
    NullMovePruning, "null_move_pruning", "NMP", true, "Cuts a node whose opponent could not profit from moving twice.";
    InternalIterativeReduction, "internal_iterative_reduction", "IIR", true, "Searches a node without a table move one ply less.";
    Killers, "killers", "KM", true, "Tries moves that cut at the same ply first.";
    History, "history", "HIS", true, "Orders moves by how often they cut before.";
    LateMovePruning, "late_move_pruning", "LMP", true, "Skips the last quiet moves near the leaves.";
    FutilityPruning, "futility_pruning", "FP", true, "Skips quiet moves that can't lift the evaluation to alpha.";
    LateMoveReductions, "late_move_reductions", "LMR", true, "Searches late moves less deeply, and again if they surprise.";
}

crate::params! {
    AspirationFrom, "aspiration_from", 4, 1..=12;
    AspirationWidth, "aspiration_width", 25, 1..=200;
    AspirationGrowth, "aspiration_growth", 170, 110..=400;
    RfpDepth, "rfp_depth", 6, 0..=12;
    RfpMargin, "rfp_margin", 80, 1..=400;
    NmpDepth, "nmp_depth", 3, 1..=10;
    NmpBase, "nmp_base", 3, 1..=6;
    NmpDivisor, "nmp_divisor", 4, 1..=10;
    IirDepth, "iir_depth", 4, 1..=12;
    LmpDepth, "lmp_depth", 4, 0..=12;
    LmpBase, "lmp_base", 6, 1..=40;
    FutilityDepth, "futility_depth", 4, 0..=12;
    FutilityBase, "futility_base", 100, 0..=600;
    FutilityFactor, "futility_factor", 80, 0..=400;
    LmrDepth, "lmr_depth", 3, 1..=8;
    LmrBase, "lmr_base", 300, -1024..=2048;
    LmrDivisor, "lmr_divisor", 2400, 800..=6000;
    LmrNotImproving, "lmr_not_improving", 400, 0..=2048;
    LmrCutNode, "lmr_cut_node", 700, 0..=3072;
    LmrPv, "lmr_pv", 800, 0..=2048;
    LmrKiller, "lmr_killer", 900, 0..=2048;
    LmrHistoryDivisor, "lmr_history_divisor", 8192, 1024..=32768;
    HistoryBonusFactor, "history_bonus_factor", 150, 1..=600;
    HistoryBonusMax, "history_bonus_max", 1600, 100..=8000;
}

impl<G: PlainGame> Catalogue for G {
    type Technique = Technique;
    type Param = Param;
    const TECHNIQUES: &'static [TechniqueInfo] = TECHNIQUES;
    const PARAMS: &'static [ParamInfo] = PARAMS;
}

/// The scale of move histories.
const HISTORY_MAX: i32 = 16384;
/// One for each value of [`PlainGame::bits`], for each side.
const HISTORY_CELLS: usize = 1 << 16;

type Cell = HistoryEntry<HISTORY_MAX>;

/// What a thread keeps from search to search.
#[derive(Debug)]
pub struct Memory {
    /// By the parity of the ply, then by the move.
    histories: [Vec<Cell>; 2],
    reductions: ReductionTable,
}

impl<G: PlainGame> GameSearch for G {
    type Position = G::Position;
    type Move = G::Move;
    type Settings = ();
    type Memory = Memory;

    const MEMORY_BYTES: usize = 2 * HISTORY_CELLS * size_of::<Cell>();

    fn new_memory<K: Config<G>>((): &(), config: &K) -> Memory {
        let [base, divisor] = [Param::LmrBase, Param::LmrDivisor].map(|p| f64::from(config.get(p)));
        Memory {
            histories: [(); 2].map(|()| vec![Cell::default(); HISTORY_CELLS]),
            reductions: ReductionTable::new(base, divisor),
        }
    }

    fn clear_memory(memory: &mut Memory) {
        for history in &mut memory.histories {
            history.fill(Cell::default());
        }
    }

    fn root<K: Config<G>>(request: &Request<G>, (): &(), _: &K) -> RootMoves<G::Move> {
        let mut moves = Vec::new();
        if G::end(&request.position).is_none() {
            G::legal_moves(&request.position, &mut moves);
        }
        moves.retain(|&mv| request.wants(mv));
        RootMoves::unknown(moves)
    }

    fn aspiration<K: Config<G>>(config: &K) -> Option<Aspiration> {
        config.on(Technique::AspirationWindows).then(|| Aspiration {
            from_depth: config.get(Param::AspirationFrom),
            half_width: config.get(Param::AspirationWidth),
            growth: config.get(Param::AspirationGrowth),
            ..Aspiration::default()
        })
    }

    fn moves_played(position: &G::Position) -> u32 {
        <G as PlainGame>::moves_played(position)
    }

    fn fingerprint(position: &G::Position) -> u64 {
        G::key(position)
    }

    crate::search_in_each_configuration!(G, search);
}

fn search<G: PlainGame, K: Config<G>>(seat: Seat<'_, G, K>) -> Option<Outcome<G::Move>> {
    let plan = seat.plan;
    deepen(&mut Search::new(seat), plan)
}

#[cfg(test)]
mod tests;
