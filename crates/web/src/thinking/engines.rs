//! The engines behind a board, and what each kind of task asks of them.

use super::teller::{Notation, Teller};
use super::{Done, Events, Found, OVERHEAD, Search, Task, Work};
use crate::chess::ChessGame;
use crate::counting::{Counters, Counting};
use crate::gomoku::GomokuGame;
use crate::inside;
use crate::level::{self, Level};
use crate::messages::{By, Score, Swap2Choice};
use crate::opening;
use crate::turns::TurnClock;
use regence_chess::rng::SplitMix64;
use regence_chess_search::Chess;
use regence_core::deepen::Outcome;
use regence_core::knobs::Catalogue;
use regence_core::{Limits, Shared, Value};
use regence_gomoku::{Move as Stone, RuleSet, Size};
use regence_gomoku_search::Gomoku;
use std::time::Instant;

/// The engines of a board: one at a time, so that a board's memory is bounded.
#[derive(Default)]
pub(super) struct Engines {
    game: u64,
    chess: Option<regence_chess_search::Engine<Counting>>,
    gomoku: Option<regence_gomoku_search::Engine<Counting>>,
}

impl Engines {
    pub(super) fn work(&mut self, task: &Task, events: &Events) -> Done {
        if std::mem::replace(&mut self.game, task.game) != task.game {
            if let Some(engine) = &mut self.chess {
                engine.new_game();
                // At a limited strength no two games are the same.
                engine.set_seed(level::random());
            }
            if let Some(engine) = &mut self.gomoku {
                engine.new_game();
            }
        }
        match &task.work {
            Work::Chess(search) => self.search_chess(search, task, events),
            Work::Gomoku(search) => self.search_gomoku(search, task, events),
            Work::Record { game, nodes } => inside::record(game, *nodes, &task.shared),
            Work::WhyChess { game, mv, nodes } => inside::explain(game, *mv, *nodes),
            Work::WhyGomoku { game, mv, nodes } => self.explain_gomoku(game, *mv, *nodes, task),
            Work::Balance { rule, size, nodes } => self.balance(*rule, *size, *nodes, task),
            Work::Swap2 { game, nodes } => self.swap2(game, *nodes, task),
        }
    }

    fn search_chess(&mut self, search: &Search<ChessGame>, task: &Task, events: &Events) -> Done {
        self.gomoku = None;
        let engine = self.chess.get_or_insert_with(|| {
            let counters = Counters::new(Chess::TECHNIQUES.len());
            regence_chess_search::Engine::with_knobs(Counting(counters))
        });
        let counters = engine.knobs().0.clone();
        counters.clear();
        let game = &search.game;
        let mut job = regence_chess_search::Job::new(game.game().clone(), search.limits.clone());
        job.lines = search.lines;
        job.elo = search.elo;
        job.overhead = OVERHEAD;
        let mut teller = Teller::new(
            game,
            search,
            task,
            events,
            counters.clone(),
            Counters::uses::<Chess>,
        );
        let outcome = engine.search(&job, &task.shared, &mut teller);
        teller.finish();
        found(game, outcome, task)
    }

    fn gomoku(&mut self) -> &mut regence_gomoku_search::Engine<Counting> {
        self.chess = None;
        self.gomoku.get_or_insert_with(|| {
            let counters = Counters::new(Gomoku::TECHNIQUES.len());
            regence_gomoku_search::Engine::with_knobs(Counting(counters))
        })
    }

    fn search_gomoku(&mut self, search: &Search<GomokuGame>, task: &Task, events: &Events) -> Done {
        let engine = self.gomoku();
        let counters = engine.knobs().0.clone();
        counters.clear();
        let game = &search.game;
        let mut job = regence_gomoku_search::Job::new(game.board().clone(), search.limits.clone());
        job.lines = search.lines;
        job.overhead = OVERHEAD;
        let mut teller = Teller::new(
            game,
            search,
            task,
            events,
            counters.clone(),
            Counters::uses::<Gomoku>,
        );
        let level = search.elo.and_then(Level::of);
        let plan = match level {
            Some(level) => level.adapt(engine.plan(&job)),
            None => engine.plan(&job),
        };
        job.lines = plan.lines;
        let mut outcome = engine.search_with_plan(&job, &plan, &task.shared, &mut teller);
        teller.finish();
        if let (Some(level), Some(outcome)) = (level, &mut outcome)
            && let Some(chosen) = level.choose(&outcome.lines, level::random())
        {
            outcome.best = chosen.clone();
        }
        found(game, outcome, task)
    }

    /// A short search that nobody watches.
    fn look(
        &mut self,
        game: &GomokuGame,
        nodes: u64,
        lines: usize,
        only: &[Stone],
        task: &Task,
    ) -> Option<Outcome<Stone>> {
        if task.seat.is_called_off() {
            return None;
        }
        let mut job =
            regence_gomoku_search::Job::new(game.board().clone(), Limits::to_nodes(nodes));
        job.lines = lines;
        job.search_moves = only.to_vec();
        // Nodes are counted for each search, so it has signals of its own; a call-off ends the next one.
        let clock = TurnClock::new(Instant::now(), task.seat.clone());
        let shared = Shared::new(1, clock, false);
        self.gomoku()
            .search(&job, &shared, &mut regence_core::NoObserver)
    }

    fn explain_gomoku(&mut self, game: &GomokuGame, mv: Stone, nodes: u64, task: &Task) -> Done {
        let Some(best) = self.look(game, nodes, 1, &[], task) else {
            return Done::Failed(
                "the game is over in this position: there is nothing to choose".into(),
            );
        };
        let alone = match best.best.mv == mv {
            true => None,
            false => self.look(game, nodes, 1, &[mv], task),
        };
        Done::Explained(inside::gomoku_words(
            game,
            mv,
            &best.best,
            alone.as_ref().map(|outcome| &outcome.best),
        ))
    }

    fn balance(&mut self, rule: RuleSet, size: Size, nodes: u64, task: &Task) -> Done {
        const TRIES: usize = 40;
        const BALANCED: i32 = 60;
        let mut rng = SplitMix64::new(level::random());
        let mut best: Option<(i32, Vec<Stone>)> = None;
        for _ in 0..TRIES {
            let board = opening::strewn(&mut rng, rule, size);
            if board.outcome().is_some() {
                continue;
            }
            let stones: Vec<Stone> = board.moves().into_iter().flatten().collect();
            let mut game = GomokuGame::new(rule, size);
            for &mv in &stones {
                let _ = game.play(mv, By::Engine, 0, None);
            }
            let Some(outcome) = self.look(&game, nodes, 1, &[], task) else {
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

    fn swap2(&mut self, game: &GomokuGame, nodes: u64, task: &Task) -> Done {
        let (rule, size) = (game.board().rule(), game.board().size());
        if game.ply() == 0 {
            let mut offers = opening::offers(rule, size);
            if offers.is_empty() {
                return Done::Failed(format!(
                    "no swap2 opening fits on the {size} board: choose a larger one"
                ));
            }
            let index = level::random() as usize % offers.len();
            let stones = offers.swap_remove(index);
            return Done::Swap2 {
                choice: Swap2Choice::Place,
                stones,
            };
        }
        let Some(outcome) = self.look(game, nodes, 1, &[], task) else {
            return Done::Nothing;
        };
        let may_place = game.ply() == 3;
        let choice = opening::choose(outcome.best.value, may_place);
        if choice != Swap2Choice::Place {
            return Done::Swap2 {
                choice,
                stones: Vec::new(),
            };
        }
        match self.even_pair(game, nodes, task) {
            Some(stones) => Done::Swap2 { choice, stones },
            None => Done::Swap2 {
                choice: Swap2Choice::White,
                stones: Vec::new(),
            },
        }
    }

    /// Two stones after which the game is as even as can be.
    fn even_pair(&mut self, game: &GomokuGame, nodes: u64, task: &Task) -> Option<Vec<Stone>> {
        const FIRST: usize = 6;
        const SECOND: usize = 12;
        let firsts = self.look(game, nodes, FIRST, &[], task)?;
        let mut best: Option<(i32, Vec<Stone>)> = None;
        for first in &firsts.lines {
            let mut next = game.clone();
            let by = By::Engine;
            if next.play(first.mv, by, 0, None).is_err() || next.over().is_some() {
                continue;
            }
            let Some(seconds) = self.look(&next, nodes, SECOND, &[], task) else {
                break;
            };
            for second in seconds
                .lines
                .iter()
                .filter(|line| line.value > -Value::INFINITE)
            {
                let distance = second.value.raw().abs();
                if best.as_ref().is_none_or(|(least, _)| distance < *least) {
                    best = Some((distance, vec![first.mv, second.mv]));
                }
            }
        }
        best.map(|(_, stones)| stones)
    }
}

fn found<G: Notation>(game: &G, outcome: Option<Outcome<G::Move>>, task: &Task) -> Done {
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
        score: Score::of(outcome.best.value, game.is_first_to_move(), G::KIND),
        nodes: task.shared.total_nodes(),
        line: san,
    })
}
