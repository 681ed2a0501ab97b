//! One search of UCI: its lines, and its answer.

use crate::Output;
use regence_chess::{Board, Move};
use regence_chess_search::tablebase::Endgames;
use regence_chess_search::{Chess, ChessEngine, Engine, Job, wdl};
use regence_core::config::Config;
use regence_core::{Observer, Report, Shared};
use regence_protocol::uci::answer;
use std::sync::Arc;
use std::time::Duration;

/// Before this, lines about the current root move would only be noise.
const CURRENT_MOVE_AFTER: Duration = Duration::from_secs(3);

/// What a search is asked for.
#[derive(Debug)]
pub struct Task {
    pub job: Job,
    pub style: Style,
    /// Whether it ends without `stop` and `ponderhit`.
    pub ends_by_itself: bool,
    /// Why there is no position to search: then the answer is no move.
    pub refusal: Option<String>,
}

/// How a search's lines are written.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    pub chess960: bool,
    pub show_wdl: bool,
    /// Say more about how the search went.
    pub debug: bool,
}

/// Searches and returns the answer to `go`.
pub fn search<K: Config<Chess>>(
    engine: &mut Engine<K>,
    task: &Task,
    shared: &Arc<Shared>,
    output: &Output,
) -> String {
    let board = *task.job.position.board();
    if let Some(reason) = &task.refusal {
        output.print(&answer::message(reason));
        return answer_none(task, shared);
    }
    let mut reporter = Reporter {
        board,
        style: task.style,
        endgames: engine.endgames().cloned(),
        output,
    };
    // A search that is done has stopped its signals, and could not wait for them any more: so this is asked first.
    let found = match board.has_legal_move() {
        true => engine.search(&task.job, shared, &mut reporter),
        false => None,
    };
    let Some(outcome) = found else {
        output.print(&answer::game_over(&board));
        output.print(&answer::message("there is no legal move in this position"));
        return answer_none(task, shared);
    };
    if task.style.debug {
        let count = outcome.aspiration;
        output.print(&answer::message(&format!(
            "depth {} done; the first aspiration window held {} times of {}",
            outcome.depth, count.first_try, count.tries
        )));
    }
    let chess960 = task.style.chess960;
    let best = board.move_to_uci(outcome.best.mv, chess960);
    let ponder = outcome
        .ponder()
        .map(|mv| board.make(outcome.best.mv).move_to_uci(mv, chess960));
    answer::best_move(Some(&best), ponder.as_deref())
}

/// The answer where there is no move. Even so, some searches must not answer before they are told to.
fn answer_none(task: &Task, shared: &Shared) -> String {
    if task.job.limits.infinite {
        shared.signals.wait_for_release(false);
    } else if task.job.limits.ponder {
        shared.signals.wait_for_release(true);
    }
    answer::best_move(None, None)
}

/// Writes a search's progress.
struct Reporter<'a> {
    board: Board,
    style: Style,
    endgames: Option<Endgames>,
    output: &'a Output,
}

impl Observer<Move> for Reporter<'_> {
    fn line(&mut self, report: &Report<'_, Move>) {
        let wdl = self
            .style
            .show_wdl
            .then(|| wdl::wdl(report.value, &self.board));
        let hits = self.endgames.as_ref().map(Endgames::hits);
        let seen = Report {
            value: wdl::normalised(report.value, &self.board),
            ..report.clone()
        };
        let text = answer::info(&seen, &self.board, self.style.chess960, wdl, hits);
        self.output.print(&text);
    }

    fn current_move(&mut self, depth: i32, mv: Move, number: usize, time: Duration) {
        if time >= CURRENT_MOVE_AFTER {
            let mv = self.board.move_to_uci(mv, self.style.chess960);
            self.output
                .print(&answer::current_move(depth, &mv, number, time));
        }
    }
}
