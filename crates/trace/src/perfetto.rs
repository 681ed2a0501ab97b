//! A trace for the viewers of Chrome and Perfetto: nested slices, one for each node.
//!
//! A microsecond stands for one node of the search, so that the picture is the same in every run and the width of a
//! slice is the size of its subtree.

use std::io::{self, Write};

use serde_json::{Value as Json, json};

use super::format;
use super::tree::{Node, Role, Trace};
use regence_core::game::Game;

/// Writes the trace in the JSON form of Chrome's trace events.
pub fn write_slices<G: Game>(out: &mut dyn Write, trace: &Trace<G>) -> io::Result<()> {
    writeln!(out, "{{\"displayTimeUnit\":\"ms\",\"traceEvents\":[")?;
    write!(
        out,
        "{}",
        metadata("process_name", "Régence: 1 µs is 1 node")
    )?;
    write!(out, ",\n{}", metadata("thread_name", "search"))?;
    let mut result = Ok(());
    // The name of a slice is its move as played on the board above.
    for pass in &trace.passes {
        write_node(out, &pass.root, &trace.board, &trace.board, &mut result);
    }
    result?;
    writeln!(out, "\n]}}")
}

fn metadata(kind: &str, name: &str) -> Json {
    json!({"name": kind, "ph": "M", "pid": 1, "tid": 1, "args": {"name": name}})
}

fn write_node<G: Game>(
    out: &mut dyn Write,
    node: &Node<G>,
    above: &G::Position,
    board: &G::Position,
    result: &mut io::Result<()>,
) {
    if result.is_ok() {
        *result = write!(out, ",\n{}", slice(node, above, board));
    }
    for child in &node.children {
        write_node(out, child, board, &node.board_of(child, board), result);
    }
}

fn slice<G: Game>(node: &Node<G>, above: &G::Position, board: &G::Position) -> Json {
    let mut args = format::node_line(node, None, board);
    if let Some(args) = args.as_object_mut() {
        // Known from the slice itself, or too long for a tooltip.
        for key in ["parent", "moves", "nodes"] {
            args.remove(key);
        }
    }
    json!({
        "name": label(node, above),
        "cat": format::role_name(node.role),
        "ph": "X",
        "ts": node.id,
        "dur": node.nodes,
        "pid": 1,
        "tid": 1,
        "args": args,
    })
}

fn label<G: Game>(node: &Node<G>, above: &G::Position) -> String {
    match (node.role, node.mv) {
        (Role::Root, _) => format!("depth {}", node.depth),
        (Role::Aside(by), Some(mv)) => {
            format!("{}: {}", format::name::<G>(by), G::move_text(above, mv))
        }
        (Role::Aside(by), None) => format::name::<G>(by).to_owned(),
        (_, Some(mv)) => G::move_text(above, mv),
        (_, None) => "null move".to_owned(),
    }
}
