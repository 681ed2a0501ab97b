//! The chess search as the engine of the core drives it.

use crate::Chess;
use crate::evaluator::EvaluationKind;
use crate::history::Histories;
use crate::params::Param;
use crate::search::{Memory, Search};
use crate::tablebase::Endgames;
use crate::techniques::aspiration;
use regence_chess::{Game, Move};
use regence_core::config::{Config, Shipped};
use regence_core::engine::{GameSearch, RootMoves, Seat};
use regence_core::iterative_deepening::{Aspiration, Outcome, deepen};
use regence_core::time_manager::Pace;

/// A chess engine.
pub type Engine<K = Shipped> = regence_core::Engine<Chess, K>;

/// One search: where, how long, and what is wanted.
pub type Job = regence_core::Request<Chess>;

/// What all threads of a chess engine share.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    evaluation_kind: EvaluationKind,
    endgames: Option<Endgames>,
}

impl GameSearch for Chess {
    type Position = Game;
    type Move = Move;
    type Settings = Settings;
    type Memory = Memory;

    /// Near the leaves a mate may be pruned away; twice its length shows it.
    const PROOF_DEPTH: i32 = 2;
    /// The evaluator's accumulators and pawn table are the second part.
    const MEMORY_BYTES: usize = Histories::BYTES + (2 << 20);

    fn new_memory<K: Config<Chess>>(settings: &Settings, config: &K) -> Memory {
        Memory::new(&settings.evaluation_kind, config)
    }

    fn clear_memory(memory: &mut Memory) {
        memory.clear();
    }

    /// Where endgame tables have the position, the moves that keep its result: what is left is to make progress.
    fn root<K: Config<Chess>>(job: &Job, settings: &Settings, _: &K) -> RootMoves<Move> {
        let legal = job.position.board().legal_moves();
        let moves: Vec<Move> = legal.iter().copied().filter(|&mv| job.wants(mv)).collect();
        let Some(endgames) = settings.endgames_for(job) else {
            return RootMoves::unknown(moves);
        };
        endgames.begin_search();
        let verdict = endgames.at_root(&job.position, &moves);
        match verdict.filter(|verdict| verdict.moves.len() >= job.lines || job.lines == 1) {
            Some(verdict) => verdict,
            None => RootMoves::unknown(moves),
        }
    }

    fn aspiration<K: Config<Chess>>(config: &K) -> Option<Aspiration> {
        aspiration::shape(config)
    }

    fn pace<K: Config<Chess>>(config: &K) -> Pace {
        Pace {
            plan: config.get(Param::TimePlan),
            hard: config.get(Param::TimeHard),
            least: config.get(Param::TimeLeast),
            most: config.get(Param::TimeMost),
            stability: config.get(Param::TimeStability),
            falling: config.get(Param::TimeFalling),
            effort: config.get(Param::TimeEffort),
        }
    }

    fn moves_played(game: &Game) -> u32 {
        (game.moves().len() / 2) as u32
    }

    fn fingerprint(game: &Game) -> u64 {
        game.board().key() ^ u64::from(game.board().halfmove_clock())
    }

    regence_core::search_in_each_configuration!(Chess, search);
}

fn search<K: Config<Chess>>(seat: Seat<'_, Chess, K>) -> Option<Outcome<Move>> {
    let (plan, settings, job) = (seat.plan, seat.settings, seat.request);
    let is_root_known = seat.is_root_known;
    let mut search = Search::new(seat);
    search.endgames = settings.endgames_for(job).filter(|_| !is_root_known);
    search.seeks_mate = plan.limits.win_in_plies.is_some();
    deepen(&mut search, plan)
}

impl Settings {
    /// Evaluates in another way; what a table has kept was judged in the old one.
    pub fn set_evaluation_kind(&mut self, kind: EvaluationKind) {
        self.evaluation_kind = kind;
    }

    /// At limited strength endgames are played like everything else.
    fn endgames_for(&self, job: &Job) -> Option<&Endgames> {
        self.endgames.as_ref().filter(|_| job.elo.is_none())
    }
}

/// What a chess engine has beyond any other.
pub trait ChessEngine {
    /// Who evaluates.
    fn evaluation_kind(&self) -> &EvaluationKind;

    /// Evaluates in another way from now on. What the table has kept was judged in the old one, so it is cleared.
    fn set_evaluation_kind(&mut self, evaluation_kind: EvaluationKind);

    fn endgames(&self) -> Option<&Endgames>;

    /// Asks these endgame tables from now on; none for no tables.
    fn set_endgames(&mut self, endgames: Option<Endgames>);
}

impl<K: Config<Chess>> ChessEngine for Engine<K> {
    fn evaluation_kind(&self) -> &EvaluationKind {
        &self.settings().evaluation_kind
    }

    fn set_evaluation_kind(&mut self, kind: EvaluationKind) {
        self.settings_mut().set_evaluation_kind(kind);
        self.renew();
    }

    fn endgames(&self) -> Option<&Endgames> {
        self.settings().endgames.as_ref()
    }

    fn set_endgames(&mut self, endgames: Option<Endgames>) {
        self.settings_mut().endgames = endgames;
    }
}
