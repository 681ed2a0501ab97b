//! What a board asks its engines for, what comes of it, and what the transport has to bring.

use crate::chess::ChessGame;
use crate::game::Game;
use crate::gomoku::GomokuGame;
use crate::inside::Look;
use crate::messages::{Candidate, DepthRow, Info, Power, Purpose, Score, Swap2Choice, Use, Why};
use regence_chess_search::Chess;
use regence_core::config::Shipped;
use regence_core::engine::GameSearch;
use regence_core::time_manager::{self, Delays};
use regence_core::{Limits, Shared, Value};
use regence_gomoku::{Move as Stone, RuleSet, Size};
use regence_gomoku_search::Gomoku;
use std::fmt::Debug;
use std::sync::Arc;
use std::time::Duration;

/// Time that is lost between the clock and the search.
pub(crate) const OVERHEAD: Duration = Duration::from_millis(30);

/// Who runs the tasks of a board: a thread, a worker, or a test that does so by hand.
pub trait Thinker: Debug {
    /// Starts a task and gives it a number. What runs is called off first; its end is still told.
    ///
    /// Tasks with the same `game` share what the engine remembers.
    fn start(&mut self, work: Work, game: u64) -> Result<u64, String>;

    /// Lets what runs answer with what it has.
    fn hurry(&self);

    /// Lets go of a task that has told its end.
    fn let_go(&mut self, number: u64);

    /// Ends what runs; its result is not wanted.
    fn call_off(&mut self);

    /// Lets go of a recorded search; freeing it may take a while.
    fn forget(&self, look: Look);
}

/// What a task may use while it runs.
pub trait Context {
    /// The signals of the task's search.
    fn shared(&self) -> &Arc<Shared>;

    /// For one of several searches of the task: nodes are counted for each, and calling the task off ends them all.
    fn signals(&self) -> Arc<Shared>;

    fn is_called_off(&self) -> bool;

    /// The time since the task began.
    fn elapsed(&self) -> Duration;

    /// A random number.
    fn random(&self) -> u64;

    /// Tells the board how it goes. A board that does not keep up may miss some of it.
    fn tell(&self, news: News);
}

/// A search for moves.
#[derive(Clone, Debug)]
pub struct Search<G> {
    pub(crate) game: G,
    pub(crate) limits: Limits,
    pub(crate) lines: usize,
    pub(crate) elo: Option<u32>,
    /// What it may use; what the engine has without it.
    pub(crate) power: Option<Power>,
    /// What its progress is told for; nothing is told without one.
    pub(crate) purpose: Option<Purpose>,
}

/// What a board asks its engines for.
#[derive(Clone, Debug)]
pub enum Work {
    Chess(Search<ChessGame>),
    Gomoku(Search<GomokuGame>),
    /// A search with a recorder.
    Record {
        game: Game,
        nodes: u64,
    },
    /// Why a move, which is legal, would or would not be chosen.
    Why {
        game: Game,
        mv: String,
        nodes: u64,
    },
    /// A few stones that leave the game even.
    Balance {
        rule: RuleSet,
        size: Size,
        nodes: u64,
    },
    /// The engine's answer under the swap2 rule.
    Swap2 {
        game: GomokuGame,
        nodes: u64,
    },
}

impl Work {
    /// The time after which it answers whether it was given a processor or not.
    pub fn longest(&self) -> Option<Duration> {
        let (limits, pace) = match self {
            Work::Chess(search) => (&search.limits, Chess::pace(&Shipped)),
            Work::Gomoku(search) => (&search.limits, Gomoku::pace(&Shipped)),
            _ => return None,
        };
        time_manager::budget(limits, Delays::of(OVERHEAD), 0, pace).hard
    }

    /// How many threads it searches with.
    pub fn threads(&self) -> usize {
        let power = match self {
            Work::Chess(search) => search.power,
            Work::Gomoku(search) => search.power,
            _ => None,
        };
        power.map_or(1, |power| power.threads.max(1))
    }

    /// Whether it builds a record of a search, much of which is given up again.
    pub fn is_recorded(&self) -> bool {
        matches!(self, Work::Record { .. } | Work::Why { .. })
    }
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Found {
    pub(crate) mv: String,
    pub(crate) san: String,
    /// From the view of the side to move.
    pub(crate) value: Value,
    pub(crate) score: Score,
    pub(crate) line: Vec<String>,
}

/// What came of a task.
#[derive(Debug)]
pub enum Done {
    /// Called off, or there was no move.
    Nothing,
    Found(Found),
    Recorded(Look),
    Explained(Box<Why>),
    Stones(Vec<Stone>),
    Swap2 {
        choice: Swap2Choice,
        stones: Vec<Stone>,
    },
    Failed(String),
}

/// What a board hears of a task.
#[derive(Debug)]
pub enum News {
    Info(Info),
    Live {
        techniques: Vec<Use>,
        depths: Vec<DepthRow>,
    },
    Candidates(Vec<Candidate>),
    Done(Done),
}

/// The news of a task, by its number.
#[derive(Debug)]
pub struct Event {
    pub task: u64,
    pub news: News,
}
