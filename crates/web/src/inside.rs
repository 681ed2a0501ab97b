//! A look inside: a recorded search to browse, and moves explained in words.

use crate::chess::ChessGame;
use crate::gomoku::GomokuGame;
use crate::messages::{DepthRow, Kind, Score, Use};
use crate::thinking::Done;
use regence_chess::{Board, Color, Move};
use regence_chess_search::Chess;
use regence_core::knobs::Catalogue;
use regence_core::root::RootMove;
use regence_core::{Bound, Limits, Shared, Value};
use regence_gomoku::Move as Stone;
use regence_trace::counts::Counts;
use regence_trace::explain;
use regence_trace::format;
use regence_trace::knobs::Inquiry;
use regence_trace::recorder::Scope;
use regence_trace::tree::{MoveRecord, Node, Role, Trace};
use regence_trace::words;
use serde_json::{Value as Json, json};
use std::sync::Arc;

/// A recorded search keeps at most so many nodes.
const MAX_NODES: u64 = 20_000;
/// The table of a search that is looked into.
const MEGABYTES: usize = 8;
/// The most children of a node that are told.
const MAX_CHILDREN: usize = 300;

/// An answer in sentences, and a table of what each iteration thought.
#[derive(Clone, Debug, Default)]
pub struct Words {
    pub text: Vec<String>,
    pub table: Vec<Json>,
}

fn inquiry(game: &ChessGame, nodes: u64) -> Inquiry {
    Inquiry {
        hash_megabytes: MEGABYTES,
        ..Inquiry::new(*game.board(), Limits::to_nodes(nodes))
    }
}

/// Searches with a recorder.
pub fn record(game: &ChessGame, nodes: u64, shared: &Arc<Shared>) -> Done {
    let scope = Scope {
        max_nodes: MAX_NODES,
        ..Scope::default()
    };
    match inquiry(game, nodes).record_on(scope, shared) {
        Ok((_, None)) => {
            Done::Failed("the game is over in this position: there is nothing to search".into())
        }
        Ok((trace, Some(_))) => Done::Recorded(Box::new(trace)),
        Err(error) => Done::Failed(error.to_string()),
    }
}

/// Why a move was or was not chosen.
pub fn explain(game: &ChessGame, mv: Move, nodes: u64) -> Done {
    match explain::explain(&inquiry(game, nodes), &[mv]) {
        Ok(answer) => {
            let board = game.board();
            let mut text = answer.paragraphs();
            // The last part is a table in letters; the page gets it as data.
            text.pop();
            let is_white = board.side_to_move() == Color::White;
            let table = answer.depths.iter().map(|view| {
                json!({
                    "depth": view.depth,
                    "move": game.uci(board, view.chosen),
                    "san": board.move_to_san(view.chosen),
                    "score": Score::of(view.value, is_white, Kind::Chess),
                    "verdict": view.verdict,
                })
            });
            let table = table.collect();
            Done::Explained(Words { text, table })
        }
        Err(error) => Done::Failed(error.to_string()),
    }
}

/// The same for Gomoku: what the stone does, and what the search makes of it beside its choice.
pub fn gomoku_words(
    game: &GomokuGame,
    mv: Stone,
    best: &RootMove<Stone>,
    alone: Option<&RootMove<Stone>>,
) -> Words {
    let mut text = game.shape_words(mv);
    let line = |found: &RootMove<Stone>| game.line(&found.line).join(" ");
    match alone {
        None => text.push(format!(
            "{mv} is the choice of the search: {}, with {}.",
            verdict(best.value),
            line(best)
        )),
        Some(alone) => {
            text.push(format!(
                "The search chooses {}: {}, with {}.",
                best.mv,
                verdict(best.value),
                line(best)
            ));
            text.push(format!(
                "{mv} searched alone comes to: {}, with {}.",
                verdict(alone.value),
                line(alone)
            ));
            let less = best.value - alone.value;
            if !best.value.is_decisive() && !alone.value.is_decisive() && less > 0 {
                text.push(format!("That is {less} points less."));
            }
        }
    }
    Words {
        text,
        table: Vec::new(),
    }
}

/// A Gomoku score in words, from the view of the side to move.
fn verdict(value: Value) -> String {
    match value.plies_to_win() {
        Some(plies) if plies > 0 => format!("a win in {} moves", (plies + 1) / 2),
        Some(plies) => format!("a loss in {} moves", -plies / 2),
        None => format!("{:+} points", value.raw()),
    }
}

/// How often each technique acted in a recorded search, and what each iteration came to.
pub fn live(trace: &Trace, game: &ChessGame) -> (Vec<Use>, Vec<DepthRow>) {
    let counts = Counts::sum(trace.passes.iter().map(|pass| &pass.counts));
    let techniques = Chess::TECHNIQUES
        .iter()
        .zip(counts.deeds())
        .map(|(info, deeds)| Use {
            id: info.name,
            count: deeds.cut + deeds.skipped + deeds.reduced + deeds.extended,
        })
        .filter(|technique| technique.count > 0)
        .collect();
    let is_white = trace.board.side_to_move() == Color::White;
    let mut nodes = 0;
    let mut depths: Vec<DepthRow> = Vec::new();
    for pass in &trace.passes {
        nodes += pass.counts.nodes;
        let (Some(mv), Some(value)) = (pass.root.principal(), pass.root.value) else {
            continue;
        };
        let row = DepthRow {
            depth: pass.depth(),
            mv: game.uci(&trace.board, mv),
            san: trace.board.move_to_san(mv),
            score: Score::of(value, is_white, Kind::Chess),
            nodes,
            ms: 0,
        };
        match depths.last_mut() {
            Some(last) if last.depth == row.depth => *last = row,
            _ => depths.push(row),
        }
    }
    (techniques, depths)
}

/// The root of the last iteration that was finished, or of what there is of the first.
pub fn root(trace: &Trace) -> Option<u64> {
    let iterations = trace.iterations();
    let finished = iterations
        .iter()
        .rev()
        .find(|pass| pass.root.value.is_some());
    finished.or(iterations.first()).map(|pass| pass.root.id)
}

/// A node of a recorded search and what lies below it; 0 is its root.
pub fn tree(trace: &Trace, game: &ChessGame, id: u64) -> Result<Json, String> {
    let last = root(trace);
    let wanted = match id {
        0 => last.unwrap_or(0),
        id => id,
    };
    let (node, board) = find(trace, wanted).ok_or_else(|| {
        format!("node {id} is not recorded: ask for 0, the root, or for a child that has an id")
    })?;
    let is_white = board.side_to_move() == Color::White;
    let mut children: Vec<Json> = node
        .moves
        .iter()
        .flat_map(|record| of_move(node, record, game, &board))
        .collect();
    let asides = node
        .children
        .iter()
        .filter(|child| !child.role.is_of_a_move());
    children.extend(asides.map(|child| aside(child, game, &board)));
    children.truncate(MAX_CHILDREN);
    Ok(json!({
        "node": node.id,
        "depth": node.depth,
        "ply": node.ply,
        "fen": game.fen(&board),
        "window": [open(node.window.alpha, is_white), open(node.window.beta, is_white)],
        "static": node.static_eval.map(|value| Score::of(value, is_white, Kind::Chess)),
        "table": node.table.map(|hit| json!({
            "score": Score::of(hit.value, is_white, Kind::Chess),
            "bound": crate::messages::bound_name(hit.bound, is_white),
            "depth": hit.depth,
            "move": hit.best.filter(|&mv| board.is_legal(mv)).map(|mv| game.uci(&board, mv)),
        })),
        "score": node.value.map(|value| Score::of(value, is_white, Kind::Chess)),
        "nodes": node.nodes,
        "left_out": node.left_out,
        "note": note(node, &board),
        "children": children,
    }))
}

/// A node by its id, with its board.
fn find(trace: &Trace, id: u64) -> Option<(&Node, Board)> {
    let after = trace.passes.partition_point(|pass| pass.root.id <= id);
    let mut node = &trace.passes[..after].last()?.root;
    let mut board = trace.board;
    while node.id != id {
        let after = node.children.partition_point(|child| child.id <= id);
        let child = node.children[..after].last()?;
        board = node.board_of(child, &board);
        node = child;
    }
    Some((node, board))
}

/// A window's end from White's view; none where it is open.
fn open(value: Value, is_white: bool) -> Option<Score> {
    (value.abs() < Value::INFINITE).then(|| Score::of(value, is_white, Kind::Chess))
}

fn note(node: &Node, board: &Board) -> String {
    let ending = match node.ending {
        Some(ending) => words::ending(node, ending, board),
        None => "the search was stopped here".to_owned(),
    };
    let mut text = match (node.value, node.bound()) {
        (Some(value), Some(bound)) => {
            let side = crate::chess::colour(board.side_to_move()).name();
            format!(
                "Returned {} for {side}: {ending}.",
                words::bounded(value, bound)
            )
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

/// The searches of a move, or one row that says why there is none.
fn of_move(node: &Node, record: &MoveRecord, game: &ChessGame, board: &Board) -> Vec<Json> {
    let searches: Vec<&Node> = node.searches_of(record.mv).collect();
    if searches.is_empty() {
        return vec![row(
            None,
            record,
            None,
            &what_of(record, board),
            game,
            board,
        )];
    }
    searches
        .into_iter()
        .map(|child| {
            let again = match child.role {
                Role::Reduced => "reduced; ",
                Role::Again => "searched again; ",
                _ => "",
            };
            let after = node.board_of(child, board);
            let ending = match child.ending {
                Some(ending) => words::ending(child, ending, &after),
                None => "stopped".to_owned(),
            };
            row(
                Some(child),
                record,
                child.value.map(|value| -value),
                &format!("{again}{ending}"),
                game,
                board,
            )
        })
        .collect()
}

fn what_of(record: &MoveRecord, board: &Board) -> String {
    match (&record.skipped, record.searches) {
        (Some(by), _) => format!("skipped by {}", words::decision(by, board)),
        (None, 0) => "not searched".to_owned(),
        (None, _) => "searched, not recorded".to_owned(),
    }
}

fn row(
    child: Option<&Node>,
    record: &MoveRecord,
    value: Option<Value>,
    what: &str,
    game: &ChessGame,
    board: &Board,
) -> Json {
    let is_white = board.side_to_move() == Color::White;
    let value = value.or(record.value);
    let bound = match child.and_then(Node::bound) {
        Some(Bound::Lower) => Bound::Upper,
        Some(Bound::Upper) => Bound::Lower,
        Some(Bound::Exact) => Bound::Exact,
        None => record.bound,
    };
    json!({
        "id": child.map(|child| child.id),
        "move": game.uci(board, record.mv),
        "san": board.move_to_san(record.mv),
        "score": value.map(|value| Score::of(value, is_white, Kind::Chess)),
        "bound": crate::messages::bound_name(bound, is_white),
        "depth": child.map(|child| child.depth).or(record.depth),
        "nodes": child.map_or(record.nodes, |child| child.nodes),
        "what": what,
    })
}

/// A search on behalf of a technique.
fn aside(child: &Node, game: &ChessGame, board: &Board) -> Json {
    let is_white = board.side_to_move() == Color::White;
    let by = match child.role {
        Role::Aside(by) => format::name(by),
        _ => "search",
    };
    let value = match child.is_same_position {
        true => child.value,
        false => child.value.map(|value| -value),
    };
    let mv = child
        .mv
        .filter(|&mv| !child.is_same_position && board.is_legal(mv));
    json!({
        "id": child.id,
        "move": mv.map(|mv| game.uci(board, mv)),
        "san": mv.map(|mv| board.move_to_san(mv)),
        "score": value.map(|value| Score::of(value, is_white, Kind::Chess)),
        "depth": child.depth,
        "nodes": child.nodes,
        "what": format!("a search on behalf of {by}"),
    })
}
