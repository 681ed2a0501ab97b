//! How a search is told to its board: seldom enough for a page, and in its words.

use crate::chess::ChessGame;
use crate::gomoku::GomokuGame;
use crate::messages::{Candidate, Colour, DepthRow, Info, Kind, Limit, Purpose, Score, Use};
use crate::work::{Context, News, Search};
use regence_chess_search::wdl;
use regence_core::config::Counters;
use regence_core::{Bound, Observer, Report, Value};
use regence_gomoku::Move as Stone;
use std::time::Duration;

/// Progress is told at most this often.
const TELL_EVERY: Duration = Duration::from_millis(100);

/// How a game's moves and scores are written.
pub(crate) trait Notation {
    type Move: Copy + PartialEq;
    const KIND: Kind;
    fn words(&self, line: &[Self::Move]) -> (Vec<String>, Vec<String>);
    fn turn(&self) -> Colour;
    /// A score of the side to move as people see it.
    fn score(&self, value: Value) -> Score;
    /// Chances from the view of the side to move.
    fn chances(&self, value: Value) -> Option<[u16; 3]>;
    fn heat(&self, _searched: &[(Self::Move, Score)]) -> Option<Vec<Candidate>> {
        None
    }
}

impl Notation for ChessGame {
    type Move = regence_chess::Move;
    const KIND: Kind = Kind::Chess;

    fn words(&self, line: &[regence_chess::Move]) -> (Vec<String>, Vec<String>) {
        self.line(line)
    }

    fn turn(&self) -> Colour {
        self.turn()
    }

    fn score(&self, value: Value) -> Score {
        self.score(value)
    }

    fn chances(&self, value: Value) -> Option<[u16; 3]> {
        Some(wdl::wdl(value, self.board()))
    }
}

impl Notation for GomokuGame {
    type Move = Stone;
    const KIND: Kind = Kind::Gomoku;

    fn words(&self, line: &[Stone]) -> (Vec<String>, Vec<String>) {
        let words = self.line(line);
        (words.clone(), words)
    }

    fn turn(&self) -> Colour {
        self.turn()
    }

    fn score(&self, value: Value) -> Score {
        self.score(value)
    }

    fn chances(&self, _: Value) -> Option<[u16; 3]> {
        None
    }

    fn heat(&self, searched: &[(Stone, Score)]) -> Option<Vec<Candidate>> {
        Some(self.candidates(searched))
    }
}

/// A report that waits to be told.
struct Kept<M> {
    depth: i32,
    seldepth: i32,
    rank: usize,
    value: Value,
    bound: Bound,
    nodes: u64,
    nps: u64,
    ms: u64,
    hashfull: u32,
    line: Vec<M>,
}

/// Tells the board how a search goes.
pub(crate) struct Teller<'a, G: Notation> {
    game: &'a G,
    purpose: Option<Purpose>,
    lines: usize,
    context: &'a dyn Context,
    counters: Counters,
    uses: fn(&Counters) -> Vec<Use>,
    kept: Vec<Kept<G::Move>>,
    depths: Vec<DepthRow>,
    told: Option<Duration>,
}

impl<'a, G: Notation> Teller<'a, G> {
    pub(crate) fn new(
        game: &'a G,
        search: &Search<G>,
        context: &'a dyn Context,
        counters: Counters,
        uses: fn(&Counters) -> Vec<Use>,
    ) -> Teller<'a, G> {
        Teller {
            game,
            purpose: search.purpose,
            lines: search.lines.max(1),
            context,
            counters,
            uses,
            kept: Vec::new(),
            depths: Vec::new(),
            told: None,
        }
    }

    fn is_due(&self) -> bool {
        self.told
            .is_none_or(|told| self.context.elapsed() >= told + TELL_EVERY)
    }

    fn send(&self, news: News) {
        self.context.tell(news);
    }

    fn tell(&mut self) {
        let kept = std::mem::take(&mut self.kept);
        if kept.is_empty() {
            return;
        }
        self.told = Some(self.context.elapsed());
        let turn = self.game.turn();
        let score = |value| self.game.score(value);
        let searched: Vec<(G::Move, Score)> = kept
            .iter()
            .filter_map(|report| Some((*report.line.first()?, score(report.value))))
            .collect();
        if let Some(purpose) = self.purpose {
            for report in kept {
                let (pv, san) = self.game.words(&report.line);
                self.send(News::Info(Info {
                    purpose,
                    line: report.rank,
                    depth: report.depth,
                    seldepth: report.seldepth,
                    score: score(report.value),
                    wdl: self
                        .game
                        .chances(report.value)
                        .map(|[win, draw, loss]| match turn {
                            Colour::White => [win, draw, loss],
                            Colour::Black => [loss, draw, win],
                        }),
                    nodes: report.nodes,
                    nps: report.nps,
                    ms: report.ms,
                    hashfull: report.hashfull,
                    pv,
                    san,
                    bound: Limit::of(report.bound, turn, G::KIND),
                }));
            }
        }
        if matches!(self.purpose, Some(Purpose::Analyse | Purpose::Play)) {
            self.send(News::Live {
                techniques: (self.uses)(&self.counters),
                depths: self.depths.clone(),
            });
        }
        if self.purpose == Some(Purpose::Analyse)
            && let Some(candidates) = self.game.heat(&searched)
        {
            self.send(News::Candidates(candidates));
        }
    }

    /// What is left to tell when the search is over.
    pub(crate) fn finish(&mut self) {
        self.tell();
    }

    fn note_depth(&mut self, report: &Report<'_, G::Move>) {
        let (line, san) = self.game.words(&report.line[..report.line.len().min(1)]);
        let (Some(mv), Some(san)) = (line.into_iter().next(), san.into_iter().next()) else {
            return;
        };
        let row = DepthRow {
            depth: report.depth,
            mv,
            san,
            score: self.game.score(report.value),
            nodes: report.nodes,
            ms: report.time.as_millis() as u64,
        };
        match self.depths.last_mut() {
            Some(last) if last.depth == row.depth => *last = row,
            _ => self.depths.push(row),
        }
    }
}

impl<G: Notation> Observer<G::Move> for Teller<'_, G> {
    fn line(&mut self, report: &Report<'_, G::Move>) {
        if self.purpose.is_none() || report.rank > self.lines {
            return;
        }
        if report.rank == 1 {
            if report.bound == Bound::Exact {
                self.note_depth(report);
            }
            if self.is_due() {
                self.tell();
            }
        }
        // A move that has changed its rank is told at the new one alone.
        self.kept
            .retain(|kept| kept.rank != report.rank && kept.line.first() != report.line.first());
        self.kept.push(Kept {
            depth: report.depth,
            seldepth: report.seldepth,
            rank: report.rank,
            value: report.value,
            bound: report.bound,
            nodes: report.nodes,
            nps: report.nodes_per_second(),
            ms: report.time.as_millis() as u64,
            hashfull: report.hashfull,
            line: report.line.to_vec(),
        });
        if report.rank == self.lines && self.is_due() {
            self.tell();
        }
    }
}
