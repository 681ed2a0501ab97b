//! A trace as JSON Lines: a header, one line for each node, parents before children, and a summary at the end.
//!
//! Scores are centipawns from the view of the side to move at the node; a proven result is a text such as
//! `"win in 5"`, its distance in plies from the root; an open end of a window is `null`. What does not apply is absent.

use std::io::{self, Write};

use regence_core::config::TechniqueInfo;
use regence_core::event::{Ending, NodeKind, Numbers};
use regence_core::{Bound, Value, Window};
use serde_json::{Map, Value as Json, json};

use super::counts::Counts;
use super::tree::{Decision, MoveRecord, Node, Pass, Role, Trace};
use regence_core::game::Game;

/// The version of the format, raised when a reader would have to change.
pub const VERSION: u32 = 1;

/// Writes the whole trace. `origin` tells where it comes from and goes into the header as it is.
pub fn write_lines<G: Game>(
    out: &mut dyn Write,
    trace: &Trace<G>,
    origin: &Json,
) -> io::Result<()> {
    writeln!(out, "{}", header(trace, origin))?;
    let mut result = Ok(());
    trace.walk(&mut |node, parent, board| {
        if result.is_ok() {
            result = writeln!(out, "{}", node_line(node, parent.map(|p| p.id), board));
        }
    });
    result?;
    writeln!(out, "{}", summary(trace))
}

fn header<G: Game>(trace: &Trace<G>, origin: &Json) -> Json {
    let scope = &trace.scope;
    let legend = |t: &TechniqueInfo| json!({"name": t.name, "short": t.short, "does": t.summary});
    let mut header = Map::new();
    header.insert("format".into(), json!("regence-trace"));
    header.insert("version".into(), json!(VERSION));
    let facts = G::position_facts(&trace.board).into_iter();
    header.extend(facts.map(|(name, fact)| (name.to_owned(), json!(fact))));
    let rest = json!({
        "origin": origin,
        "limits": {
            "from_depth": scope.from_depth,
            "max_nodes": scope.max_nodes,
            "max_ply": (scope.max_ply != usize::MAX).then_some(scope.max_ply),
            "sample": scope.sample,
        },
        "techniques": G::TECHNIQUES.iter().map(legend).collect::<Vec<_>>(),
    });
    if let Json::Object(rest) = rest {
        header.extend(rest);
    }
    Json::Object(header)
}

/// One node as JSON; `board` is the node's own position.
pub fn node_line<G: Game>(node: &Node<G>, parent: Option<u64>, board: &G::Position) -> Json {
    let mut line = Map::new();
    line.insert("id".into(), json!(node.id));
    line.insert("parent".into(), json!(parent));
    line.insert("ply".into(), json!(node.ply));
    line.insert("depth".into(), json!(node.depth));
    line.insert("kind".into(), json!(kind_name(node)));
    line.insert("role".into(), json!(role_name(node.role)));
    if let Role::Aside(by) = node.role {
        line.insert("for".into(), json!(name::<G>(by)));
    }
    put_move::<G>(&mut line, "move", node.mv);
    if node.mv.is_none() && node.ply > 0 {
        let same = node.is_same_position;
        line.insert(
            "after".into(),
            json!(if same { "same position" } else { "null move" }),
        );
    }
    put_move::<G>(&mut line, "excluded", node.excluded);
    line.insert("window".into(), window(node.window));
    if let Some(hit) = node.table {
        let mut table = Map::new();
        table.insert("value".into(), value(hit.value));
        table.insert("bound".into(), json!(bound_name(hit.bound)));
        table.insert("depth".into(), json!(hit.depth));
        put_move::<G>(&mut table, "best", hit.best);
        line.insert("table".into(), Json::Object(table));
    }
    if let Some(eval) = node.static_eval {
        line.insert("static".into(), value(eval));
    }
    if let Some(eval) = node.eval {
        line.insert("eval".into(), value(eval));
        line.insert("improving".into(), json!(node.improving));
    }
    if let Some((depth, by)) = &node.reduced {
        line.insert("reduced".into(), with_depth(*depth, by));
    }
    let moves: Vec<Json> = node.moves.iter().map(|m| move_line(m, board)).collect();
    if !moves.is_empty() {
        line.insert("moves".into(), Json::Array(moves));
    }
    if let Some(proof) = &node.proof {
        let proof = json!({
            "by": name::<G>(proof.by),
            "move": G::move_code(proof.mv),
            "plies": proof.plies,
        });
        line.insert("proof".into(), proof);
    }
    if let Some(by) = &node.rest_skipped {
        line.insert("rest_skipped".into(), decision(by));
    }
    line.insert(
        "end".into(),
        json!(node.ending.map_or("stopped", ending_name)),
    );
    if let Some(Ending::Cut(by)) = node.ending {
        line.insert("by".into(), json!(name::<G>(by)));
        if !node.numbers.is_empty() {
            line.insert("numbers".into(), numbers(&node.numbers));
        }
    }
    put_move::<G>(&mut line, "best", node.best());
    line.insert("value".into(), node.value.map_or(Json::Null, value));
    line.insert("bound".into(), json!(node.bound().map(bound_name)));
    line.insert("nodes".into(), json!(node.nodes));
    if node.left_out > 0 {
        line.insert("left_out".into(), json!(node.left_out));
    }
    Json::Object(line)
}

fn move_line<G: Game>(record: &MoveRecord<G>, board: &G::Position) -> Json {
    let mut line = Map::new();
    put_move::<G>(&mut line, "move", Some(record.mv));
    line.insert("san".into(), json!(G::move_text(board, record.mv)));
    if let Some(by) = &record.skipped {
        line.insert("skipped".into(), decision(by));
    }
    if let Some((plies, by)) = &record.extended {
        let mut extended = decision(by);
        extended["plies"] = json!(plies);
        line.insert("extended".into(), extended);
    }
    if let Some(depth) = record.depth {
        line.insert("depth".into(), json!(depth));
    }
    if let Some((depth, by)) = &record.reduced {
        line.insert("reduced".into(), with_depth(*depth, by));
    }
    if let Some(score) = record.value {
        line.insert("value".into(), value(score));
        line.insert("bound".into(), json!(bound_name(record.bound)));
        line.insert("searches".into(), json!(record.searches));
        line.insert("nodes".into(), json!(record.nodes));
    }
    Json::Object(line)
}

/// What the recorded passes come to, and what was left out of the file.
pub fn summary<G: Game>(trace: &Trace<G>) -> Json {
    let recorded = trace.recorded();
    let all = Counts::sum(trace.passes.iter().map(|pass| &pass.counts));
    json!({
        "summary": {
            "visited": trace.visited,
            "recorded": recorded,
            "left_out": trace.visited - recorded,
            "least_depth": trace.least_depth,
            "passes": trace.passes.iter().map(pass_line::<G>).collect::<Vec<_>>(),
            "techniques": techniques::<G>(&all),
        }
    })
}

fn pass_line<G: Game>(pass: &Pass<G>) -> Json {
    let (root, counts) = (&pass.root, &pass.counts);
    json!({
        "id": root.id,
        "depth": root.depth,
        "window": window(root.window),
        "value": root.value.map(value),
        "bound": root.bound().map(bound_name),
        "best": root.best().map(G::move_code),
        "nodes": counts.nodes,
        "quiescence": counts.quiescence,
        "table_hits": counts.table_hits,
        "table_cuts": counts.table_cuts,
        "stand_pats": counts.stand_pats,
        "leaves": counts.leaves,
        "decided": counts.decided,
        "draws": counts.draws,
        "move_cuts": counts.move_cuts,
        "first_move_cuts": counts.first_move_cuts,
        "techniques": techniques::<G>(counts),
    })
}

fn techniques<G: Game>(counts: &Counts) -> Json {
    let busy = G::TECHNIQUES.iter().zip(counts.deeds());
    busy.filter(|(_, deeds)| !deeds.is_idle())
        .map(|(technique, deeds)| {
            let deeds = json!({
                "cut": deeds.cut,
                "skipped": deeds.skipped,
                "reduced": deeds.reduced,
                "extended": deeds.extended,
                "aside": deeds.aside,
            });
            (technique.name.to_owned(), deeds)
        })
        .collect::<Map<_, _>>()
        .into()
}

fn put_move<G: Game>(line: &mut Map<String, Json>, key: &str, mv: Option<G::Move>) {
    if let Some(mv) = mv {
        line.insert(key.into(), json!(G::move_code(mv)));
    }
}

fn decision<G: Game>(decision: &Decision<G>) -> Json {
    let mut line = Map::new();
    line.insert("by".into(), json!(name::<G>(decision.by)));
    if !decision.numbers.is_empty() {
        line.insert("numbers".into(), numbers(&decision.numbers));
    }
    Json::Object(line)
}

fn with_depth<G: Game>(depth: i32, by: &Decision<G>) -> Json {
    let mut line = decision(by);
    line["depth"] = json!(depth);
    line
}

pub(super) fn numbers(numbers: &Numbers) -> Json {
    let pairs = numbers.iter().map(|&(name, n)| (name.to_owned(), json!(n)));
    Json::Object(pairs.collect())
}

pub(super) fn window(window: Window) -> Json {
    json!([value(window.alpha), value(window.beta)])
}

/// A score as the file writes it.
pub fn value(score: Value) -> Json {
    if score.abs() >= Value::INFINITE {
        Json::Null
    } else if score.plies_to_win().is_some() {
        json!(format!("{score:?}"))
    } else {
        json!(score.raw())
    }
}

/// A technique's name in the catalogue.
pub fn name<G: Game>(technique: G::Technique) -> &'static str {
    G::TECHNIQUES[technique.into()].name
}

pub(super) fn bound_name(bound: Bound) -> &'static str {
    match bound {
        Bound::Upper => "upper",
        Bound::Lower => "lower",
        Bound::Exact => "exact",
    }
}

pub(super) fn kind_name<G: Game>(node: &Node<G>) -> &'static str {
    match (node.is_quiescence, node.kind) {
        (_, NodeKind::Root) => "root",
        (false, NodeKind::Pv) => "pv",
        (false, NodeKind::Zero) => "zero",
        (true, NodeKind::Pv) => "pv quiescence",
        (true, NodeKind::Zero) => "quiescence",
    }
}

pub(super) fn role_name<G: Game>(role: Role<G>) -> &'static str {
    match role {
        Role::Root => "root",
        Role::Move => "move",
        Role::Reduced => "reduced",
        Role::Again => "again",
        Role::Aside(_) => "aside",
    }
}

pub(super) fn ending_name<T>(ending: Ending<T>) -> &'static str {
    match ending {
        Ending::Draw => "draw",
        Ending::TooDeep => "too deep",
        Ending::Table => "table",
        Ending::Over => "over",
        Ending::Wins(_) => "wins",
        Ending::Lost => "lost",
        Ending::StandPat => "stand pat",
        Ending::Leaf => "leaf",
        Ending::Cut(_) => "cut",
        Ending::NoMoves => "no moves",
        Ending::Moves(_) => "moves",
    }
}
