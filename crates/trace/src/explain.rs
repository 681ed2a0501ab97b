//! Why a move was or was not chosen, in plain words.
//!
//! The search is run once more with a recorder that keeps the line in question and, beside it, the principal answers:
//! the answer does not depend on the size of the search. A second search, of the move alone (or, for the chosen move, of
//! all others), tells how large the difference is. The parts of an [`Explanation`] are data for a page; its
//! [`Display`](std::fmt::Display) is the text.

use std::fmt;
use std::sync::Arc;

use regence_chess_search::Chess;
use regence_core::iterative_deepening::Outcome;
use regence_core::root::RootMove;
use regence_core::{Bound, Limits, Shared, Value};

use super::config::{Inquiry, one_thread};
use super::place::Place;
use super::recorder::Scope;
use super::tree::{Pass, Trace};
use super::words;
use crate::error::TraceError;
use regence_core::game::Game;

/// A search to compare with may take so many times the nodes of the one that is explained.
const PATIENCE: u64 = 4;

/// How one iteration looked at the question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DepthView<M> {
    pub depth: i32,
    /// Its best root move and score.
    pub chosen: M,
    pub value: Value,
    /// What it thought of the line in question, shortly.
    pub verdict: String,
}

/// The answer to "why, or why not, this move?".
#[derive(Clone, Debug)]
pub struct Explanation<G: Game = Chess> {
    pub trace: Trace<G>,
    /// The line in question: a move, perhaps after others.
    pub line: Vec<G::Move>,
    /// What the search chose, with its score and line.
    pub chosen: RootMove<G::Move>,
    /// The last iteration that was finished.
    pub depth: i32,
    pub depths: Vec<DepthView<G::Move>>,
    /// The asked root move searched alone to the same depth; if it was chosen, the best of all others. None if there is
    /// none, or if the question lies deeper than the root.
    pub rival: Option<RootMove<G::Move>>,
    /// The depth that was reached in that.
    pub rival_depth: i32,
}

/// Explains the last move of `line`, which is played from the inquiry's board. Deep searches need a large stack.
pub fn explain<G: Game>(
    inquiry: &Inquiry<G>,
    line: &[G::Move],
) -> Result<Explanation<G>, TraceError> {
    explain_on(inquiry, line, &one_thread)
}

/// The same; `signals` makes what each of the searches can be ended with.
pub fn explain_on<G: Game>(
    inquiry: &Inquiry<G>,
    line: &[G::Move],
    signals: &dyn Fn() -> Arc<Shared>,
) -> Result<Explanation<G>, TraceError> {
    let Some(&first) = line.first() else {
        return Err(TraceError::new("no move was asked about"));
    };
    let (trace, outcome) = inquiry.record_on(Scope::of_line(line), &signals())?;
    let outcome = outcome.ok_or_else(|| {
        TraceError::new("the game is over in this position: there is nothing to choose")
    })?;
    let rival = match line.len() {
        1 => rival(inquiry, first, &outcome, &signals())?,
        _ => None,
    };
    let depths = trace
        .iterations()
        .into_iter()
        .filter(|pass| pass.depth() <= outcome.depth)
        .filter_map(|pass| view(pass, &trace.board, line))
        .collect();
    Ok(Explanation {
        line: line.to_vec(),
        chosen: outcome.best,
        depth: outcome.depth,
        depths,
        rival_depth: rival.as_ref().map_or(0, |rival| rival.depth),
        rival: rival.map(|rival| rival.best),
        trace,
    })
}

fn rival<G: Game>(
    inquiry: &Inquiry<G>,
    asked: G::Move,
    found: &Outcome<G::Move>,
    shared: &Arc<Shared>,
) -> Result<Option<Outcome<G::Move>>, TraceError> {
    let root_moves: Vec<G::Move> = match asked == found.best.mv {
        true => {
            let legal = G::legal_moves(&inquiry.board).into_iter();
            legal.filter(|&mv| mv != asked).collect()
        }
        false => vec![asked],
    };
    if root_moves.is_empty() {
        return Ok(None);
    }
    let limits = Limits {
        nodes: inquiry.limits.nodes.map(|nodes| nodes * PATIENCE),
        ..Limits::to_depth(found.depth.max(1))
    };
    let other = Inquiry {
        limits,
        root_moves,
        ..inquiry.clone()
    };
    other.search_on(shared)
}

fn view<G: Game>(
    pass: &Pass<G>,
    board: &G::Position,
    line: &[G::Move],
) -> Option<DepthView<G::Move>> {
    let place = Place::of(pass, board, line);
    Some(DepthView {
        depth: pass.depth(),
        chosen: pass.root.best()?,
        value: pass.root.value?,
        verdict: place.verdict(line),
    })
}

impl<G: Game> Explanation<G> {
    fn san(&self) -> String {
        let board = self.board_before();
        self.line
            .last()
            .map_or(String::new(), |&mv| G::move_text(&board, mv))
    }

    fn board_before(&self) -> G::Position {
        let before = &self.line[..self.line.len() - 1];
        before
            .iter()
            .fold(self.trace.board.clone(), |board, &mv| G::after(&board, mv))
    }

    /// The last iteration that was finished.
    pub fn last_pass(&self) -> Option<&Pass<G>> {
        let passes = self.trace.iterations();
        let done = |pass: &&Pass<G>| pass.depth() <= self.depth && pass.root.value.is_some();
        passes.into_iter().rev().find(done)
    }

    /// Whether the question is about the move that the search plays.
    pub fn is_chosen(&self) -> bool {
        self.line == [self.chosen.mv]
    }

    /// The depths at which the asked root move was the best.
    pub fn best_at(&self) -> Vec<i32> {
        let asked = self.line[0];
        let best = self.depths.iter().filter(|view| view.chosen == asked);
        best.map(|view| view.depth).collect()
    }

    /// The whole answer, one sentence or table a part.
    pub fn paragraphs(&self) -> Vec<String> {
        let mut parts = match self.line.len() {
            1 => self.about_root_move(),
            _ => self.about_line(),
        };
        parts.retain(|part| !part.is_empty());
        parts.push(self.table());
        parts
    }

    fn about_root_move(&self) -> Vec<String> {
        let (board, san) = (&self.trace.board, self.san());
        let chosen = words::line::<G>(board, &self.chosen.line);
        let score = G::score_text(self.chosen.value);
        let best = G::move_text(board, self.chosen.mv);
        let when = self.when();
        let head = match self.is_chosen() {
            true => format!("{san} was chosen {when}: {score}, with {chosen}."),
            false => format!(
                "{san} was not chosen. The choice {when} is {best}: {score}, with {chosen}."
            ),
        };
        let mut parts = vec![head, self.about_rival(&san)];
        if let Some(pass) = self.last_pass() {
            let place = Place::of(pass, board, &self.line);
            if !self.is_chosen() {
                parts.extend(place.story(Some(self.chosen.value)));
            }
        }
        parts.push(self.history(&san));
        parts
    }

    /// Whether the choice comes from an iteration that was cut short: it may still prove a better move.
    pub fn is_unfinished(&self) -> bool {
        self.depths
            .last()
            .is_some_and(|last| last.chosen != self.chosen.mv || last.value != self.chosen.value)
    }

    fn when(&self) -> String {
        match self.is_unfinished() {
            true => format!("in the unfinished iteration of depth {}", self.depth + 1),
            false => format!("at depth {}", self.depth),
        }
    }

    fn about_rival(&self, san: &str) -> String {
        let board = &self.trace.board;
        let Some(rival) = &self.rival else {
            return match self.is_chosen() {
                true => "It is the only legal move.".to_owned(),
                false => String::new(),
            };
        };
        let line = words::line::<G>(board, &rival.line);
        let score = G::score_text(rival.value);
        if self.is_chosen() {
            return format!("The best of the other moves comes to {score}: {line}.");
        }
        let verdict = self.difference(rival);
        let depth = match self.rival_depth < self.depth {
            true => format!("depth {}", self.rival_depth),
            false => "the same depth".to_owned(),
        };
        format!("Searched alone to {depth} {san} comes to {score}: {line}.{verdict}")
    }

    /// How much a move that was not chosen loses, and by which reply.
    fn difference(&self, rival: &RootMove<G::Move>) -> String {
        let gap = self.chosen.value - rival.value;
        let is_decisive = rival.value.is_decisive() || self.chosen.value.is_decisive();
        let less = match gap {
            ..=0 => {
                return " That is no less: beside the others it was reduced or cut short before that was seen."
                    .to_owned();
            }
            _ if is_decisive => String::new(),
            _ => format!(" That is {} less.", G::amount_text(gap)),
        };
        match rival.line.get(1) {
            Some(&reply) if gap >= G::REFUTED_BY && rival.value < Value::cp(G::REFUTED_BY) => {
                let board = G::after(&self.trace.board, rival.mv);
                format!("{less} {} refutes it.", G::move_text(&board, reply))
            }
            _ => less,
        }
    }

    /// When the move was best, and when it stopped to be.
    fn history(&self, san: &str) -> String {
        let board = &self.trace.board;
        let best = self.best_at();
        let Some(&first) = best.first() else {
            return format!(
                "{san} was rejected from depth 1 on: it was not the best move at any depth."
            );
        };
        let runs = words::runs(&best);
        let mut text = match best.len() {
            1 => format!("{san} was seen as best at depth {first} only."),
            _ => format!("{san} was first seen as best at depth {first}, in all at depths {runs}."),
        };
        let at = |depth: i32| self.depths.iter().find(|view| view.depth == depth);
        let choice = |view: &DepthView<G::Move>| {
            let score = G::score_text(view.value);
            format!("{} ({score})", G::move_text(board, view.chosen))
        };
        if let Some(before) = at(first - 1) {
            text += &format!(
                " At depth {} it was still {}, and the choice {}.",
                before.depth,
                before.verdict,
                choice(before),
            );
        }
        let lost = self
            .depths
            .iter()
            .find(|view| view.depth > first && view.chosen != self.line[0]);
        if let Some(after) = lost {
            text += &format!(
                " It lost that place at depth {} ({}) to {}.",
                after.depth,
                after.verdict,
                choice(after)
            );
        }
        text
    }

    fn about_line(&self) -> Vec<String> {
        let board = &self.trace.board;
        let whole = words::line::<G>(board, &self.line);
        let Some(pass) = self.last_pass() else {
            return vec![format!(
                "No iteration was finished, so nothing is known of {whole}."
            )];
        };
        let place = Place::of(pass, board, &self.line);
        let before = words::line::<G>(board, &self.line[..place.before]);
        let after = match place.before {
            0 => format!("In the search to depth {} ", self.depth),
            _ => format!("In the search to depth {} after {before} ", self.depth),
        };
        let node = place.node;
        let mut parts = vec![format!(
            "{after}{} is to move with {} left{}.",
            G::side_name(G::side_to_move(&place.board)),
            words::plies(node.depth.max(0)),
            match node.eval {
                Some(eval) => format!(
                    " and the position looks like {}",
                    place.score(eval, Bound::Exact)
                ),
                None => String::new(),
            }
        )];
        if place.before + 1 < self.line.len() {
            parts.push(format!(
                "The search never came to {}: the line ends with {}.",
                self.san(),
                place.san()
            ));
        }
        parts.extend(place.story(None));
        parts
    }

    fn table(&self) -> String {
        let board = &self.trace.board;
        let mut rows = vec![(
            "depth".to_owned(),
            "choice".to_owned(),
            words::line::<G>(board, &self.line),
        )];
        for view in &self.depths {
            let choice = format!(
                "{} {}",
                G::move_text(board, view.chosen),
                G::score_text(view.value)
            );
            rows.push((view.depth.to_string(), choice, view.verdict.clone()));
        }
        let width = rows.iter().map(|row| row.1.len()).max().unwrap_or(0);
        let lines: Vec<String> = rows
            .iter()
            .map(|(depth, choice, verdict)| format!("{depth:>5}  {choice:<width$}  {verdict}"))
            .collect();
        lines.join("\n")
    }
}

impl<G: Game> fmt::Display for Explanation<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = self.paragraphs();
        let Some((table, sentences)) = parts.split_last() else {
            return Ok(());
        };
        for sentence in sentences {
            writeln!(f, "{}", words::wrapped(sentence))?;
        }
        let side = G::side_name(G::side_to_move(&self.trace.board));
        writeln!(f, "\n{table}\n\nScores are {side}'s, in {}.", G::UNIT)
    }
}
