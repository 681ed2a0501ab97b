//! A trace as text: the iterations, the techniques, and any node with its moves.

use super::counts::Counts;
use super::format;
use super::tree::{MoveRecord, Node, Pass, Trace};
use super::words;
use regence_core::game::Game;

/// One row for each pass.
pub fn passes<G: Game>(trace: &Trace<G>) -> String {
    let mut text = String::from(
        "depth  window              score            best       nodes  quiescence  first move cuts\n",
    );
    for Pass { root, counts, .. } in &trace.passes {
        let window = format!(
            "{} to {}",
            open_score::<G>(root.window.alpha),
            open_score::<G>(root.window.beta)
        );
        let score = match (root.value, root.bound()) {
            (Some(value), Some(bound)) => words::bounded::<G>(value, bound),
            _ => "stopped".to_owned(),
        };
        let best = root
            .best()
            .map_or("-".to_owned(), |mv| G::move_text(&trace.board, mv));
        text += &format!(
            "{:>5}  {window:<18}  {score:<15}  {best:<6}  {:>8}  {:>8} %  {:>13} %\n",
            root.depth,
            counts.nodes,
            percent(counts.quiescence, counts.nodes),
            percent(counts.first_move_cuts, counts.move_cuts),
        );
    }
    text
}

fn open_score<G: Game>(value: regence_core::Value) -> String {
    match value.abs() >= regence_core::Value::INFINITE {
        true => "open".to_owned(),
        false => G::score_text(value),
    }
}

fn percent(part: u64, whole: u64) -> u64 {
    (100 * part).checked_div(whole).unwrap_or(0)
}

/// One row for each technique that did anything.
pub fn techniques<G: Game>(trace: &Trace<G>) -> String {
    shares::<G>(&Counts::sum(trace.passes.iter().map(|pass| &pass.counts)))
}

/// The same of counts from several searches.
pub fn shares<G: Game>(all: &Counts) -> String {
    let mut text = String::from(
        "technique                 cut nodes     skipped     reduced    extended   own nodes\n",
    );
    for (info, deeds) in G::TECHNIQUES.iter().zip(all.deeds()) {
        if !deeds.is_idle() {
            text += &format!(
                "{:<22}  {:>11} {:>11} {:>11} {:>11} {:>11}\n",
                info.name, deeds.cut, deeds.skipped, deeds.reduced, deeds.extended, deeds.aside
            );
        }
    }
    let others = [
        ("(table)", all.table_cuts),
        ("(stand pat)", all.stand_pats),
        ("(leaf)", all.leaves),
        ("(won or lost)", all.decided),
    ];
    for (name, nodes) in others.into_iter().filter(|&(_, nodes)| nodes > 0) {
        text += &format!("{name:<22}  {nodes:>11}\n");
    }
    text
}

/// What was left out of the record.
pub fn left_out<G: Game>(trace: &Trace<G>) -> String {
    let recorded = trace.recorded();
    let mut text = format!("{recorded} of {} nodes recorded", trace.visited);
    let scope = &trace.scope;
    let mut why = Vec::new();
    if scope.from_depth > 1 {
        why.push(format!(
            "of iterations below depth {} the root only",
            scope.from_depth
        ));
    }
    if scope.max_ply != usize::MAX {
        why.push(format!("nothing beyond ply {}", scope.max_ply));
    }
    if scope.sample > 1 {
        why.push(format!("one zero-window subtree of {}", scope.sample));
    }
    if let Some(least) = trace.least_depth {
        why.push(format!(
            "no zero-window node with less than depth {least}, to keep to {} nodes",
            scope.max_nodes
        ));
    }
    if !why.is_empty() {
        text += &format!(": {}", why.join("; "));
    }
    text + "\n"
}

/// The node after a line in the last pass, and its moves; none if it is not recorded.
pub fn node_after<G: Game>(trace: &Trace<G>, line: &[G::Move]) -> Option<String> {
    let node = trace
        .passes
        .iter()
        .rev()
        .find_map(|pass| pass.after(line))?;
    let board = line
        .iter()
        .fold(trace.board.clone(), |board, &mv| G::after(&board, mv));
    Some(node_text(node, &board))
}

fn node_text<G: Game>(node: &Node<G>, board: &G::Position) -> String {
    let score = |value| G::score_text(value);
    let mut text = format!(
        "node {}, {} {}: depth {}, window {} to {}",
        node.id,
        format::kind_name(node),
        format::role_name(node.role),
        node.depth,
        open_score::<G>(node.window.alpha),
        open_score::<G>(node.window.beta),
    );
    if let Some(eval) = node.static_eval {
        text += &format!(", static {}", score(eval));
    }
    if let Some(eval) = node.eval {
        text += &format!(", judged {}", score(eval));
    }
    if let Some(hit) = node.table {
        text += &format!(
            ", table {} at depth {}",
            words::bounded::<G>(hit.value, hit.bound),
            hit.depth
        );
    }
    text += "\n";
    for record in &node.moves {
        text += &format!("  {}\n", move_text(record, board));
    }
    if let Some(by) = &node.rest_skipped {
        text += &format!(
            "  quiet moves after that: skipped by {}\n",
            words::decision(by, board)
        );
    }
    let ending = match node.ending {
        Some(ending) => words::ending(node, ending, board),
        None => "the search was stopped".to_owned(),
    };
    let value = match (node.value, node.bound()) {
        (Some(value), Some(bound)) => words::bounded::<G>(value, bound),
        _ => "no score".to_owned(),
    };
    text += &format!("returned {value}: {ending}; {} nodes", node.nodes);
    if node.left_out > 0 {
        text += &format!(", {} of them not recorded", node.left_out);
    }
    text + "\n"
}

fn move_text<G: Game>(record: &MoveRecord<G>, board: &G::Position) -> String {
    let mut text = format!("{:>3} {:<7}", record.number, G::move_text(board, record.mv));
    if let Some(by) = &record.skipped {
        return text + &format!(" skipped by {}", words::decision(by, board));
    }
    if let Some(value) = record.value {
        text += &format!(" {:<16}", words::bounded::<G>(value, record.bound));
    }
    if let Some(depth) = record.depth {
        text += &format!(" depth {depth}");
    }
    if let Some((to, _)) = &record.reduced {
        text += &format!(", reduced to {to}");
    }
    if let Some((plies, by)) = &record.extended {
        text += &format!(", {plies:+} by {}", format::name::<G>(by.by));
    }
    match record.searches {
        0 | 1 => text += &format!(", {} nodes", record.nodes),
        times => text += &format!(", {} nodes in {times} searches", record.nodes),
    }
    text
}
