//! The engines behind a board, and what each kind of task asks of them.

use crate::chess::ChessGame;
use crate::counting::uses;
use crate::gomoku::GomokuGame;
use crate::inside;
use crate::messages::{Power, Swap2Choice, Use};
use crate::opening;
use crate::teller::{Notation, Teller};
use crate::work::{Context, Done, Found, OVERHEAD, Search, Work};
use regence_chess::rng::SplitMix64;
use regence_chess_search::tablebase::{Endgames, Tablebase};
use regence_chess_search::{Chess, ChessEngine};
use regence_core::config::{Catalogue, Counters, Counting};
use regence_core::engine::{Engine, GameSearch};
use regence_core::iterative_deepening::Outcome;
use regence_core::transposition_table::DEFAULT_MEGABYTES;
use regence_core::{Limits, Observer};
use regence_gomoku::{Move as Stone, RuleSet, Size};
use regence_gomoku_search::opening::{self as swap2, Choice};
use regence_gomoku_search::{AnyBoard, Gomoku};
use std::sync::Arc;

/// Endgame tables, whoever reads them.
pub type Tables = Arc<dyn Tablebase>;

/// The engines of a board: one at a time, so that a board's memory is bounded.
#[derive(Debug)]
pub struct Engines {
    game: u64,
    hash_megabytes: usize,
    tables: Option<Tables>,
    chess: Option<regence_chess_search::Engine<Counting>>,
    gomoku: Option<regence_gomoku_search::Engine<Counting>>,
}

impl Default for Engines {
    fn default() -> Engines {
        Engines::with_hash(DEFAULT_MEGABYTES)
    }
}

impl Engines {
    /// Engines whose table has so many megabytes.
    pub fn with_hash(hash_megabytes: usize) -> Engines {
        Engines {
            game: 0,
            hash_megabytes,
            tables: None,
            chess: None,
            gomoku: None,
        }
    }

    /// The same with endgame tables.
    pub fn with_tables(self, tables: Option<Tables>) -> Engines {
        Engines { tables, ..self }
    }

    /// Does a task. Deep searches need a large stack.
    pub fn work(&mut self, work: &Work, game: u64, context: &dyn Context) -> Done {
        if std::mem::replace(&mut self.game, game) != game {
            // At a limited strength no two games are the same.
            if let Some(engine) = &mut self.chess {
                engine.new_game();
                engine.set_seed(context.random());
            }
            if let Some(engine) = &mut self.gomoku {
                engine.new_game();
                engine.set_seed(context.random());
            }
        }
        match work {
            Work::Chess(search) => self.search_chess(search, context),
            Work::Gomoku(search) => self.search_gomoku(search, context),
            Work::Record { game, nodes } => inside::record(game, *nodes, context.shared()),
            Work::Why { game, mv, nodes } => {
                inside::explain(game, mv, *nodes, &|| context.signals())
            }
            Work::Balance { rule, size, nodes } => self.balance(*rule, *size, *nodes, context),
            Work::Swap2 { game, nodes } => self.swap2(game, *nodes, context),
        }
    }

    fn search_chess(&mut self, search: &Search<ChessGame>, context: &dyn Context) -> Done {
        let usual = self.hash_megabytes;
        let engine = self.chess();
        arm(engine, search.power, usual);
        let mut job =
            regence_chess_search::Job::new(search.game.game().clone(), search.limits.clone());
        job.lines = search.lines;
        job.elo = search.elo;
        job.overhead = OVERHEAD;
        let counters = engine.config().0.clone();
        watched(search, context, counters, uses::<Chess>, |observer| {
            engine.search(&job, context.shared(), observer)
        })
    }

    fn search_gomoku(&mut self, search: &Search<GomokuGame>, context: &dyn Context) -> Done {
        let usual = self.hash_megabytes;
        let engine = self.gomoku();
        arm(engine, search.power, usual);
        let mut job =
            regence_gomoku_search::Job::new(search.game.board().clone(), search.limits.clone());
        job.lines = search.lines;
        job.elo = search.elo;
        job.overhead = OVERHEAD;
        let counters = engine.config().0.clone();
        watched(search, context, counters, uses::<Gomoku>, |observer| {
            engine.search(&job, context.shared(), observer)
        })
    }

    fn chess(&mut self) -> &mut regence_chess_search::Engine<Counting> {
        self.gomoku = None;
        let megabytes = self.hash_megabytes;
        let tables = &self.tables;
        self.chess.get_or_insert_with(|| {
            let counters = Counters::new(Chess::TECHNIQUES.len());
            let mut engine = regence_chess_search::Engine::without_table(Counting(counters));
            // A machine that cannot spare it plays without a table.
            let _ = engine.set_hash(megabytes);
            engine.set_endgames(tables.clone().map(Endgames::new));
            engine
        })
    }

    fn gomoku(&mut self) -> &mut regence_gomoku_search::Engine<Counting> {
        self.chess = None;
        let megabytes = self.hash_megabytes;
        self.gomoku.get_or_insert_with(|| {
            let counters = Counters::new(Gomoku::TECHNIQUES.len());
            let mut engine = regence_gomoku_search::Engine::without_table(Counting(counters));
            let _ = engine.set_hash(megabytes);
            engine
        })
    }

    /// A short search that nobody watches.
    fn look(
        &mut self,
        board: &AnyBoard,
        nodes: u64,
        lines: usize,
        context: &dyn Context,
    ) -> Option<Outcome<Stone>> {
        if context.is_called_off() {
            return None;
        }
        let mut job = regence_gomoku_search::Job::new(board.clone(), Limits::to_nodes(nodes));
        job.lines = lines;
        self.gomoku()
            .search(&job, &context.signals(), &mut regence_core::NoObserver)
    }

    fn balance(&mut self, rule: RuleSet, size: Size, nodes: u64, context: &dyn Context) -> Done {
        const TRIES: usize = 40;
        const BALANCED: i32 = 60;
        let mut rng = SplitMix64::new(context.random());
        let mut best: Option<(i32, Vec<Stone>)> = None;
        for _ in 0..TRIES {
            let board = opening::strewn(&mut rng, rule, size);
            if board.outcome().is_some() {
                continue;
            }
            let stones: Vec<Stone> = board.moves().into_iter().flatten().collect();
            let Some(outcome) = self.look(&board, nodes, 1, context) else {
                break;
            };
            let distance = outcome.best.value.raw().abs();
            if best.as_ref().is_none_or(|(least, _)| distance < *least) {
                best = Some((distance, stones));
            }
            if best.as_ref().is_some_and(|(least, _)| *least < BALANCED) {
                break;
            }
        }
        match best {
            Some((_, stones)) => Done::Stones(stones),
            None => Done::Nothing,
        }
    }

    fn swap2(&mut self, game: &GomokuGame, nodes: u64, context: &dyn Context) -> Done {
        let board = game.board();
        let answer = |choice, stones: &[Stone]| Done::Swap2 {
            choice,
            stones: stones.to_vec(),
        };
        if game.ply() == 0 {
            let offers = swap2::offers(board.rule(), board.size());
            let random = context.random() as usize;
            return match offers.get(random % offers.len().max(1)) {
                Some(stones) => answer(Swap2Choice::Place, stones),
                None => Done::Failed(format!(
                    "no swap2 opening fits on the {} board: choose a larger one",
                    board.size()
                )),
            };
        }
        let Some(outcome) = self.look(board, nodes, 1, context) else {
            return Done::Nothing;
        };
        match swap2::choose(outcome.best.value, game.ply() == 3) {
            Choice::White => answer(Swap2Choice::White, &[]),
            Choice::Black => answer(Swap2Choice::Black, &[]),
            Choice::PutTwo => {
                let look = |board: &AnyBoard, lines| self.look(board, nodes, lines, context);
                match swap2::even_pair(board, look) {
                    Some(stones) => answer(Swap2Choice::Place, &stones),
                    None => answer(Swap2Choice::White, &[]),
                }
            }
        }
    }
}

/// Gives an engine what a search may use. The table stays while its size does; what the system refuses leaves it as it was.
fn arm<G: GameSearch>(engine: &mut Engine<G, Counting>, power: Option<Power>, usual: usize) {
    let Power { threads, hash } = power.unwrap_or(Power {
        threads: 1,
        hash: engine.hash_megabytes().max(usual),
    });
    if threads != engine.threads() {
        let _ = engine.set_threads(threads);
    }
    if hash != engine.hash_megabytes() {
        let _ = engine.set_hash(hash);
    }
}

/// Runs a search of either game and tells the board how it goes.
fn watched<G: Notation>(
    search: &Search<G>,
    context: &dyn Context,
    counters: Counters,
    uses: fn(&Counters) -> Vec<Use>,
    run: impl FnOnce(&mut dyn Observer<G::Move>) -> Option<Outcome<G::Move>>,
) -> Done {
    counters.clear();
    let mut teller = Teller::new(&search.game, search, context, counters, uses);
    let outcome = run(&mut teller);
    teller.finish();
    found(&search.game, outcome)
}

fn found<G: Notation>(game: &G, outcome: Option<Outcome<G::Move>>) -> Done {
    let Some(outcome) = outcome else {
        return Done::Nothing;
    };
    let (line, san) = game.words(&outcome.best.line);
    let (Some(mv), Some(first)) = (line.first(), san.first()) else {
        return Done::Nothing;
    };
    Done::Found(Found {
        mv: mv.clone(),
        san: first.clone(),
        value: outcome.best.value,
        score: game.score(outcome.best.value),
        line: san,
    })
}
