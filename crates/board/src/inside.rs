//! A look inside: a recorded search to browse, and moves explained in words.

use crate::chess::ChessGame;
use crate::game::Game;
use crate::gomoku::GomokuGame;
use crate::messages::{DepthRow, Did, Kind, Score, Use, bound_name};
use crate::work::Done;
use regence_chess::Color;
use regence_chess_search::Chess;
use regence_core::{Bound, Limits, Shared, Value};
use regence_gomoku::Side;
use regence_gomoku_search::Gomoku;
use regence_trace::config::Inquiry;
use regence_trace::counts::{Counts, Deeds};
use regence_trace::explain::{self, Explanation};
use regence_trace::recorder::Scope;
use regence_trace::tree::{MoveRecord, Node, Role, Trace};
use regence_trace::{Game as Traced, format, words};
use serde_json::{Value as Json, json};
use std::sync::Arc;

/// Nodes that are kept of a recorded search: about 5 KB each with their moves, and every board may have a recording.
const MAX_NODES: u64 = 4000;
/// The table of a search that is looked into.
const MEGABYTES: usize = 8;
/// Of the moves that a technique skips in a node, more are told in one row.
const MOST_SKIPS: usize = 3;
/// The most children of a node that are told.
const MAX_CHILDREN: usize = 300;

/// An answer in sentences, and a table of what each iteration thought.
#[derive(Clone, Debug, Default)]
pub struct Words {
    pub text: Vec<String>,
    pub table: Vec<Json>,
}

/// A game on a board of the page whose search can be looked into.
pub(crate) trait Shown {
    type Game: Traced;
    const KIND: Kind;

    fn position(&self) -> <Self::Game as Traced>::Board;
    fn read(&self, text: &str) -> Result<<Self::Game as Traced>::Move, String>;
    /// A move as the page's messages write it.
    fn code(
        &self,
        board: &<Self::Game as Traced>::Board,
        mv: <Self::Game as Traced>::Move,
    ) -> String;
    /// Whether the side to move is the one that began.
    fn is_first(board: &<Self::Game as Traced>::Board) -> bool;
    /// Words about a move that need no search.
    fn shape(&self, mv: <Self::Game as Traced>::Move) -> Vec<String>;

    fn inquiry(&self, nodes: u64) -> Inquiry<Self::Game> {
        Inquiry {
            hash_megabytes: MEGABYTES,
            ..Inquiry::new(self.position(), Limits::to_nodes(nodes))
        }
    }

    fn score(board: &<Self::Game as Traced>::Board, value: Value) -> Score {
        Score::of(value, Self::is_first(board), Self::KIND)
    }
}

impl Shown for ChessGame {
    type Game = Chess;
    const KIND: Kind = Kind::Chess;

    fn position(&self) -> regence_chess::Board {
        *self.board()
    }

    fn read(&self, text: &str) -> Result<regence_chess::Move, String> {
        self.read_move(text)
    }

    fn code(&self, board: &regence_chess::Board, mv: regence_chess::Move) -> String {
        self.uci(board, mv)
    }

    fn is_first(board: &regence_chess::Board) -> bool {
        board.side_to_move() == Color::White
    }

    fn shape(&self, _: regence_chess::Move) -> Vec<String> {
        Vec::new()
    }
}

impl Shown for GomokuGame {
    type Game = Gomoku;
    const KIND: Kind = Kind::Gomoku;

    fn position(&self) -> regence_gomoku_search::AnyBoard {
        self.board().clone()
    }

    fn read(&self, text: &str) -> Result<regence_gomoku::Move, String> {
        self.read_move(text)
    }

    fn code(&self, _: &regence_gomoku_search::AnyBoard, mv: regence_gomoku::Move) -> String {
        mv.to_string()
    }

    fn is_first(board: &regence_gomoku_search::AnyBoard) -> bool {
        board.side() == Side::Black
    }

    fn shape(&self, mv: regence_gomoku::Move) -> Vec<String> {
        self.shape_words(mv)
    }
}

/// A recorded search with the game that it belongs to.
#[derive(Debug)]
struct Recorded<S, G: Traced> {
    game: S,
    trace: Trace<G>,
}

/// A recorded search of either game.
#[derive(Debug)]
pub struct Look(AnyRecord);

#[derive(Debug)]
enum AnyRecord {
    Chess(Box<Recorded<ChessGame, Chess>>),
    Gomoku(Box<Recorded<GomokuGame, Gomoku>>),
}

/// Runs an expression on the record inside.
macro_rules! with_record {
    ($look:expr, $record:ident => $body:expr) => {
        match &$look.0 {
            AnyRecord::Chess($record) => $body,
            AnyRecord::Gomoku($record) => $body,
        }
    };
}

/// Searches with a recorder.
pub fn record(game: &Game, nodes: u64, shared: &Arc<Shared>) -> Done {
    let look = match game {
        Game::Chess(game) => {
            record_one(game, nodes, shared).map(|it| AnyRecord::Chess(Box::new(it)))
        }
        Game::Gomoku(game) => {
            record_one(game, nodes, shared).map(|it| AnyRecord::Gomoku(Box::new(it)))
        }
    };
    match look {
        Ok(look) => Done::Recorded(Look(look)),
        Err(error) => Done::Failed(error),
    }
}

fn record_one<S: Shown + Clone>(
    game: &S,
    nodes: u64,
    shared: &Arc<Shared>,
) -> Result<Recorded<S, S::Game>, String> {
    let scope = Scope {
        max_nodes: MAX_NODES,
        ..Scope::default()
    };
    match game.inquiry(nodes).record_on(scope, shared) {
        Ok((_, None)) => {
            Err("the game is over in this position: there is nothing to search".into())
        }
        Ok((trace, Some(_))) => Ok(Recorded {
            game: game.clone(),
            trace,
        }),
        Err(error) => Err(error.to_string()),
    }
}

/// Why a move was or was not chosen; `signals` makes what each of the searches is ended with.
pub fn explain(game: &Game, mv: &str, nodes: u64, signals: &dyn Fn() -> Arc<Shared>) -> Done {
    let words = match game {
        Game::Chess(game) => explain_one(game, mv, nodes, signals),
        Game::Gomoku(game) => explain_one(game, mv, nodes, signals),
    };
    match words {
        Ok(words) => Done::Explained(words),
        Err(error) => Done::Failed(error),
    }
}

fn explain_one<S: Shown>(
    game: &S,
    mv: &str,
    nodes: u64,
    signals: &dyn Fn() -> Arc<Shared>,
) -> Result<Words, String> {
    let mv = game.read(mv)?;
    let answer = explain::explain_on(&game.inquiry(nodes), &[mv], signals)
        .map_err(|error| error.to_string())?;
    let mut text = game.shape(mv);
    text.extend(answer.paragraphs());
    // The last part is a table in letters; the page gets it as data.
    text.pop();
    let table = verdicts(game, &answer);
    Ok(Words { text, table })
}

fn verdicts<S: Shown>(game: &S, answer: &Explanation<S::Game>) -> Vec<Json> {
    let board = &answer.trace.board;
    let rows = answer.depths.iter().map(|view| {
        json!({
            "depth": view.depth,
            "move": game.code(board, view.chosen),
            "san": S::Game::name(board, view.chosen),
            "score": S::score(board, view.value),
            "verdict": view.verdict,
        })
    });
    rows.collect()
}

impl Look {
    /// How often each technique acted, and what each iteration came to.
    pub fn live(&self) -> (Vec<Use>, Vec<DepthRow>) {
        with_record!(self, record => (record.uses(), record.depths()))
    }

    /// Nodes that were searched, and those of them that are recorded.
    pub fn nodes(&self) -> (u64, u64) {
        with_record!(self, record => (record.trace.visited, record.trace.recorded()))
    }

    /// The root of the last iteration that was finished, or of what there is of the first.
    pub fn root(&self) -> Option<u64> {
        with_record!(self, record => record.root())
    }

    /// A node and what lies below it; 0 is the root.
    pub fn tree(&self, id: u64) -> Result<Json, String> {
        with_record!(self, record => record.tree(id))
    }
}

type BoardOf<S> = <<S as Shown>::Game as Traced>::Board;
type MoveOf<S> = <<S as Shown>::Game as Traced>::Move;

/// A node with its board and the moves that lead there; none is a pass.
struct Spot<'a, S: Shown> {
    node: &'a Node<S::Game>,
    board: BoardOf<S>,
    line: Vec<Option<String>>,
}

impl<S: Shown> Recorded<S, S::Game> {
    fn uses(&self) -> Vec<Use> {
        let counts = Counts::sum(self.trace.passes.iter().map(|pass| &pass.counts));
        let all = <S::Game as regence_core::config::Catalogue>::TECHNIQUES.iter();
        let busy = all
            .zip(counts.deeds())
            .filter(|(_, deeds)| !deeds.is_idle());
        busy.map(|(info, deeds)| use_of(info.name, deeds)).collect()
    }

    fn depths(&self) -> Vec<DepthRow> {
        let board = &self.trace.board;
        let mut nodes = 0;
        let mut depths: Vec<DepthRow> = Vec::new();
        for pass in &self.trace.passes {
            nodes += pass.counts.nodes;
            let (Some(mv), Some(value)) = (pass.root.principal(), pass.root.value) else {
                continue;
            };
            let row = DepthRow {
                depth: pass.depth(),
                mv: self.game.code(board, mv),
                san: S::Game::name(board, mv),
                score: S::score(board, value),
                nodes,
                ms: pass.elapsed.as_millis() as u64,
            };
            match depths.last_mut() {
                Some(last) if last.depth == row.depth => *last = row,
                _ => depths.push(row),
            }
        }
        depths
    }

    fn root(&self) -> Option<u64> {
        let iterations = self.trace.iterations();
        let finished = iterations
            .iter()
            .rev()
            .find(|pass| pass.root.value.is_some());
        finished.or(iterations.first()).map(|pass| pass.root.id)
    }

    fn tree(&self, id: u64) -> Result<Json, String> {
        let wanted = match id {
            0 => self.root().unwrap_or(0),
            id => id,
        };
        let Spot { node, board, line } = self.find(wanted).ok_or_else(|| {
            format!("node {id} is not recorded: ask for 0, the root, or for a child that has an id")
        })?;
        let is_first = S::is_first(&board);
        let (skipped, looked_at): (Vec<_>, Vec<_>) = node
            .moves
            .iter()
            .partition(|record| record.skipped.is_some());
        let mut children: Vec<Json> = looked_at
            .into_iter()
            .flat_map(|record| self.of_move(node, record, &board))
            .collect();
        children.extend(self.skips(&skipped, &board));
        let asides = node
            .children
            .iter()
            .filter(|child| !child.role.is_of_a_move());
        children.extend(asides.map(|child| self.aside(child, &board)));
        children.truncate(MAX_CHILDREN);
        let known = |hit: &regence_trace::tree::TableHit<S::Game>| {
            let best = hit.best.filter(|&mv| S::Game::is_legal(&board, mv));
            json!({
                "score": S::score(&board, hit.value),
                "bound": bound_name(hit.bound, is_first),
                "depth": hit.depth,
                "move": best.map(|mv| self.game.code(&board, mv)),
            })
        };
        Ok(json!({
            "node": node.id,
            "depth": node.depth,
            "ply": node.ply,
            "line": line,
            "first": is_first,
            "window": [open::<S>(&board, node.window.alpha), open::<S>(&board, node.window.beta)],
            "static": node.static_eval.map(|value| S::score(&board, value)),
            "table": node.table.as_ref().map(known),
            "score": node.value.map(|value| S::score(&board, value)),
            "nodes": node.nodes,
            "left_out": node.left_out,
            "note": note(node, &board),
            "children": children,
        }))
    }

    /// A node by its id.
    fn find(&self, id: u64) -> Option<Spot<'_, S>> {
        let passes = &self.trace.passes;
        let after = passes.partition_point(|pass| pass.root.id <= id);
        let mut node = &passes[..after].last()?.root;
        let (mut board, mut line) = (self.trace.board.clone(), Vec::new());
        while node.id != id {
            let after = node.children.partition_point(|child| child.id <= id);
            let child = node.children[..after].last()?;
            if !child.is_same_position {
                line.push(child.mv.map(|mv| self.game.code(&board, mv)));
            }
            board = node.board_of(child, &board);
            node = child;
        }
        Some(Spot { node, board, line })
    }

    /// Moves that were passed over: a row for each, or one for all that a technique skipped where they are many.
    fn skips(&self, skipped: &[&MoveRecord<S::Game>], board: &BoardOf<S>) -> Vec<Json> {
        let by_of = |record: &MoveRecord<S::Game>| record.skipped.as_ref().map(|by| by.by);
        let mut groups: Vec<Vec<&MoveRecord<S::Game>>> = Vec::new();
        for &record in skipped {
            let same = groups.iter_mut().find(|g| by_of(g[0]) == by_of(record));
            match same {
                Some(group) => group.push(record),
                None => groups.push(vec![record]),
            }
        }
        let rows = groups.into_iter().flat_map(|group| {
            let by = by_of(group[0]).filter(|_| group.len() > MOST_SKIPS);
            let Some(by) = by else {
                let row = |record: &&MoveRecord<S::Game>| {
                    self.row(None, record, &what_of(record, board), board)
                };
                return group.iter().map(row).collect();
            };
            let names = group.iter().map(|record| S::Game::name(board, record.mv));
            let names: Vec<String> = names.collect();
            let by = words::technique::<S::Game>(by);
            vec![json!({
                "id": null,
                "move": null,
                "san": format!("{} moves", group.len()),
                "what": format!("skipped by {by}: {}", names.join(", ")),
            })]
        });
        rows.collect()
    }

    /// The searches of a move, or one row that says why there is none.
    fn of_move(
        &self,
        node: &Node<S::Game>,
        record: &MoveRecord<S::Game>,
        board: &BoardOf<S>,
    ) -> Vec<Json> {
        let searches: Vec<&Node<S::Game>> = node.searches_of(record.mv).collect();
        if searches.is_empty() {
            return vec![self.row(None, record, &what_of(record, board), board)];
        }
        let after = S::Game::after(board, record.mv);
        let rows = searches.into_iter().map(|child| {
            let again = match child.role {
                Role::Reduced => "reduced; ",
                Role::Again => "searched again; ",
                _ => "",
            };
            let ending = match child.ending {
                Some(ending) => words::ending(child, ending, &after),
                None => "stopped".to_owned(),
            };
            self.row(Some(child), record, &format!("{again}{ending}"), board)
        });
        rows.collect()
    }

    fn row(
        &self,
        child: Option<&Node<S::Game>>,
        record: &MoveRecord<S::Game>,
        what: &str,
        board: &BoardOf<S>,
    ) -> Json {
        let value = child.and_then(|child| child.value).map(|value| -value);
        let value = value.or(record.value);
        let bound = match child.and_then(Node::bound) {
            Some(Bound::Lower) => Bound::Upper,
            Some(Bound::Upper) => Bound::Lower,
            Some(Bound::Exact) => Bound::Exact,
            None => record.bound,
        };
        json!({
            "id": child.map(|child| child.id),
            "move": self.game.code(board, record.mv),
            "san": S::Game::name(board, record.mv),
            "score": value.map(|value| S::score(board, value)),
            "bound": bound_name(bound, S::is_first(board)),
            "depth": child.map(|child| child.depth).or(record.depth),
            "nodes": child.map_or(record.nodes, |child| child.nodes),
            "what": what,
        })
    }

    /// A search on behalf of a technique.
    fn aside(&self, child: &Node<S::Game>, board: &BoardOf<S>) -> Json {
        let by = match child.role {
            Role::Aside(by) => format::name::<S::Game>(by),
            _ => "search",
        };
        let value = match child.is_same_position {
            true => child.value,
            false => child.value.map(|value| -value),
        };
        let mv: Option<MoveOf<S>> = child
            .mv
            .filter(|&mv| !child.is_same_position && S::Game::is_legal(board, mv));
        json!({
            "id": child.id,
            "move": mv.map(|mv| self.game.code(board, mv)),
            "san": mv.map(|mv| S::Game::name(board, mv)),
            "score": value.map(|value| S::score(board, value)),
            "depth": child.depth,
            "nodes": child.nodes,
            "what": format!("a search on behalf of {by}"),
        })
    }
}

fn use_of(id: &'static str, deeds: &Deeds) -> Use {
    Use {
        id,
        count: deeds.cut + deeds.skipped + deeds.reduced + deeds.extended,
        did: Some(Did {
            cut: deeds.cut,
            skipped: deeds.skipped,
            reduced: deeds.reduced,
            extended: deeds.extended,
            own: deeds.aside,
        }),
    }
}

/// A window's end from the view of who began; none where it is open.
fn open<S: Shown>(board: &BoardOf<S>, value: Value) -> Option<Score> {
    (value.abs() < Value::INFINITE).then(|| S::score(board, value))
}

fn note<G: Traced>(node: &Node<G>, board: &G::Board) -> String {
    let ending = match node.ending {
        Some(ending) => words::ending(node, ending, board),
        None => "the search was stopped here".to_owned(),
    };
    let mut text = match (node.value, node.bound()) {
        (Some(value), Some(bound)) => {
            let (score, side) = (words::bounded::<G>(value, bound), G::side(board));
            format!("Returned {score} for {side}: {ending}.")
        }
        _ => format!("{ending}."),
    };
    if let Some((to, by)) = &node.reduced {
        text += &format!(
            " The whole node was searched to depth {to} by {}.",
            words::decision(by, board)
        );
    }
    if let Some(by) = &node.rest_skipped {
        text += &format!(
            " The quiet moves that were left were skipped by {}.",
            words::decision(by, board)
        );
    }
    if node.left_out > 0 {
        text += &format!(" {} nodes below were not recorded.", node.left_out);
    }
    text
}

fn what_of<G: Traced>(record: &MoveRecord<G>, board: &G::Board) -> String {
    match (&record.skipped, record.searches) {
        (Some(by), _) => format!("skipped by {}", words::decision(by, board)),
        (None, 0) => "not searched".to_owned(),
        (None, _) => "searched, not recorded".to_owned(),
    }
}
