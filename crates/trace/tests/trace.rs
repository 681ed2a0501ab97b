//! Traces: they change nothing, they are consistent, they keep to their limits, and `why` names the right reason.

use std::collections::{HashMap, HashSet};

use regence_chess::{Board, Game, Move};
use regence_chess_search::techniques::Technique;
use regence_chess_search::{Chess, Engine, Job};
use regence_core::event::Ending;
use regence_core::limiter::NodeClock;
use regence_core::pool::STACK_BYTES;
use regence_core::{Limits, NoObserver, Shared};
use regence_trace::config::Inquiry;
use regence_trace::explain::{Explanation, explain};
use regence_trace::recorder::Scope;
use regence_trace::tree::{Fate, Node, Role, Trace};
use regence_trace::{format, perfetto, read_line, show};
use serde_json::{Value as Json, json};

const POSITIONS: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r4rk1/pp1bqppp/2n1p3/3pPn2/3P4/2PB1N2/P4PPP/R1BQR1K1 w - - 5 14",
    "2kr3r/ppp1qpp1/2n1bn1p/3pp3/8/2PPPN1P/PPQNBPP1/R3K2R w KQ - 0 11",
    "8/1p3pk1/p2p2p1/2pP3p/P1P2P2/1P1K2P1/7P/8 w - - 0 40",
    "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1",
];

/// Searches go deep; a thread of its own gives them room.
fn on_large_stack<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> std::thread::Result<T> {
    let builder = std::thread::Builder::new().stack_size(STACK_BYTES);
    builder.spawn(work).expect("a thread").join()
}

fn board(fen: &str) -> Game {
    Game::new(Board::from_fen(fen).expect(fen))
}

fn inquiry(fen: &str, limits: Limits) -> Inquiry {
    Inquiry {
        hash_megabytes: 4,
        ..Inquiry::new(board(fen), limits)
    }
}

fn record(fen: &str, limits: Limits, scope: Scope) -> Trace {
    let inquiry = inquiry(fen, limits);
    let recorded = on_large_stack(move || inquiry.record(scope)).expect("a thread");
    recorded.expect("a table").0
}

fn everything() -> Scope {
    Scope {
        max_nodes: u64::MAX / 4,
        ..Scope::default()
    }
}

fn why(fen: &str, moves: &str, limits: Limits) -> Explanation {
    let inquiry = inquiry(fen, limits);
    let line = read_line::<Chess>(&inquiry.board, moves).expect("legal moves");
    let explained = on_large_stack(move || explain(&inquiry, &line)).expect("a thread");
    explained.expect("an explanation")
}

/// The text without its line breaks inside sentences.
fn unwrapped(answer: &Explanation) -> String {
    answer.paragraphs().join("\n")
}

fn each(trace: &Trace, mut visit: impl FnMut(&Node, Option<&Node>, &Game)) {
    trace.walk(&mut visit);
}

#[test]
fn a_traced_search_visits_the_nodes_of_the_shipped_one() {
    for fen in POSITIONS {
        for limits in [Limits::to_depth(7), Limits::to_nodes(3000)] {
            let inquiry = inquiry(fen, limits.clone());
            let job = Job::new(inquiry.board.clone(), limits);
            let (shipped, lab, traced, trace) = on_large_stack(move || {
                let mut engine = Engine::new();
                engine.set_hash(inquiry.hash_megabytes).expect("a table");
                let shared = Shared::new(1, NodeClock::new(1_000_000), false);
                let shipped = engine.search(&job, &shared, &mut NoObserver);
                let lab = inquiry.search().expect("a table");
                let (trace, traced) = inquiry.record(Scope::default()).expect("a table");
                (shipped, lab, traced, trace)
            })
            .expect("a thread");
            let [shipped, lab, traced] = [shipped, lab, traced].map(|o| o.expect("a move"));
            assert_eq!(shipped.nodes, lab.nodes, "{fen}");
            assert_eq!(shipped.nodes, traced.nodes, "{fen}");
            assert_eq!(shipped.nodes, trace.visited, "{fen}");
            assert_eq!(shipped.best.mv, traced.best.mv, "{fen}");
            assert_eq!(shipped.best.value, traced.best.value, "{fen}");
            assert!(trace.passes.len() >= shipped.depth as usize);
        }
    }
}

#[test]
fn the_tree_is_consistent() {
    for fen in POSITIONS {
        let trace = record(fen, Limits::to_depth(6), everything());
        assert_eq!(trace.recorded(), trace.visited);
        let mut seen = 0;
        each(&trace, |node, parent, board| {
            seen += 1;
            assert_eq!(node.id, seen, "ids follow the order of visits");
            check_node(node, board.board());
            if let Some(parent) = parent {
                check_child(node, parent);
            }
        });
        assert_eq!(seen, trace.visited);
        let counted: u64 = trace.passes.iter().map(|pass| pass.counts.nodes).sum();
        assert_eq!(counted, trace.visited);
    }
}

fn check_node(node: &Node, board: &Board) {
    let below: u64 = node.children.iter().map(|child| child.nodes).sum();
    assert_eq!(node.nodes, 1 + below + node.left_out);
    let value = node.value.expect("a finished search");
    let ending = node.ending.expect("a reason");
    // What cuts has a name: a technique, the table, a rule, standing pat, or a move.
    if value >= node.window.beta {
        assert_ne!(ending, Ending::Moves(None), "{node:?}");
    }
    if let Some(best) = node.best() {
        let record = node.record(best).expect("the best move was tried");
        let of_move = record.value.expect("the best move was searched");
        // A cut may be softened: below what its move came to, never below beta.
        match value >= node.window.beta {
            true => assert!(of_move >= value),
            false => assert_eq!(of_move, value),
        }
        assert!(record.skipped.is_none());
    }
    for record in &node.moves {
        assert!(board.is_legal(record.mv));
        assert!(record.skipped.is_some() || record.searches > 0 || ending_cuts(ending));
        if let (Some((to, _)), Some(depth)) = (&record.reduced, record.depth) {
            assert!(*to < depth);
        }
        let last = node.searches_of(record.mv).next_back();
        assert_eq!(last.and_then(|n| n.value).map(|v| -v), record.value);
        match node.fate(record.mv, board.is_noisy(record.mv)) {
            Fate::Best(_) => assert_eq!(node.best(), Some(record.mv)),
            Fate::Searched(_) => assert!(record.searches > 0),
            Fate::Skipped { by, .. } => assert_eq!(Some(by), record.skipped.as_ref()),
            Fate::NodeEnded(end) => assert!(ending_cuts(end)),
            other => panic!("{other:?} for a move with a record"),
        }
    }
}

fn ending_cuts(ending: Ending<Technique>) -> bool {
    matches!(ending, Ending::Cut(_))
}

fn check_child(node: &Node, parent: &Node) {
    assert!(node.id > parent.id && node.id + node.nodes <= parent.id + parent.nodes);
    match node.role {
        Role::Root => panic!("a root below a node"),
        Role::Aside(_) => {}
        Role::Move | Role::Reduced | Role::Again => {
            assert_eq!(node.ply, parent.ply + 1);
            assert!(node.mv.is_some());
            let window = node.window.flipped();
            assert!(window.alpha >= parent.window.alpha, "{node:?}");
            assert!(window.beta <= parent.window.beta, "{node:?}");
        }
    }
}

#[test]
fn limits_hold_and_what_is_left_out_is_counted() {
    let fen = POSITIONS[1];
    let whole = record(fen, Limits::to_depth(7), everything()).visited;
    let scopes = [
        Scope {
            max_nodes: 400,
            ..Scope::default()
        },
        Scope {
            max_ply: 2,
            ..everything()
        },
        Scope {
            sample: 5,
            ..everything()
        },
        Scope {
            from_depth: 7,
            ..everything()
        },
    ];
    for scope in scopes {
        let trace = record(fen, Limits::to_depth(7), scope.clone());
        assert_eq!(trace.visited, whole, "recording less changes nothing");
        let (mut recorded, mut left_out) = (0, 0);
        each(&trace, |node, parent, _| {
            recorded += 1;
            left_out += node.left_out;
            assert!(node.ply <= scope.max_ply);
            assert!(parent.is_none() || node.nodes > 0);
        });
        assert_eq!(recorded, trace.recorded());
        assert_eq!(recorded + left_out, whole, "{scope:?}");
        assert!(recorded <= scope.max_nodes);
        assert!(left_out > 0, "{scope:?}");
        for pass in &trace.passes {
            let is_whole = pass.depth() >= scope.from_depth;
            assert_eq!(is_whole, !pass.root.children.is_empty(), "{scope:?}");
            // The root knows its moves, whatever was left out below them.
            assert!(!pass.root.moves.is_empty());
        }
        let words = show::left_out(&trace);
        assert!(
            words.contains(&format!("of {whole} nodes recorded:")),
            "{words}"
        );
    }
}

#[test]
fn nodes_are_found_by_id_and_by_line() {
    let trace = record(POSITIONS[0], Limits::to_depth(5), Scope::default());
    for id in (1..=trace.visited).step_by(7) {
        if let Some(node) = trace.node(id) {
            assert_eq!(node.id, id);
        }
    }
    assert!(trace.node(trace.visited + 1).is_none());
    let last = trace.passes.last().expect("a pass");
    let best = last.root.best().expect("a best move");
    let after = last.after(&[best]).expect("the best move was searched");
    assert_eq!((after.ply, after.mv), (1, Some(best)));
    assert!(show::node_after(&trace, &[best]).is_some_and(|text| text.starts_with("node ")));
    let first = show::passes(&trace);
    assert_eq!(first.lines().count(), trace.passes.len() + 1);
}

#[test]
fn json_lines_name_every_parent_before_its_children() {
    let scope = Scope {
        max_nodes: 600,
        ..Scope::default()
    };
    let trace = record(POSITIONS[2], Limits::to_depth(7), scope);
    let mut text = Vec::new();
    format::write_lines(&mut text, &trace, &json!({"command": "a test"})).expect("memory");
    let text = String::from_utf8(text).expect("text");
    let lines: Vec<Json> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect(line))
        .collect();
    let (header, rest) = lines.split_first().expect("a header");
    let (summary, nodes) = rest.split_last().expect("a summary");
    assert_eq!(header["format"], "regence-trace");
    assert_eq!(header["fen"], POSITIONS[2]);
    assert_eq!(header["origin"]["command"], "a test");
    assert_eq!(header["limits"]["max_nodes"], 600);
    let mut ids = HashSet::new();
    for node in nodes {
        let parent = &node["parent"];
        assert!(parent.is_null() || ids.contains(&parent.as_u64()));
        assert!(ids.insert(node["id"].as_u64()));
        assert!(node["window"].is_array() && node["end"].is_string());
        if node["end"] == "cut" {
            assert!(node["by"].is_string());
        }
    }
    let summary = &summary["summary"];
    assert_eq!(summary["recorded"], nodes.len());
    assert_eq!(summary["visited"], trace.visited);
    let left_out: u64 = nodes.iter().filter_map(|n| n["left_out"].as_u64()).sum();
    assert_eq!(summary["left_out"], left_out);
    assert_eq!(
        summary["passes"].as_array().map(Vec::len),
        Some(trace.passes.len())
    );
    assert!(summary["techniques"]["late_move_reductions"]["reduced"].as_u64() > Some(0));
}

#[test]
fn slices_for_viewers_are_nested() {
    let trace = record(POSITIONS[4], Limits::to_depth(5), Scope::default());
    let mut text = Vec::new();
    perfetto::write_slices(&mut text, &trace).expect("memory");
    let file: Json = serde_json::from_slice(&text).expect("JSON");
    let events = file["traceEvents"].as_array().expect("events");
    let slices: Vec<(u64, u64)> = events
        .iter()
        .filter(|event| event["ph"] == "X")
        .map(|event| {
            let start = event["ts"].as_u64().expect("a start");
            (start, start + event["dur"].as_u64().expect("a length"))
        })
        .collect();
    assert_eq!(slices.len() as u64, trace.recorded());
    let mut open: Vec<u64> = Vec::new();
    for (start, end) in slices {
        while open.last().is_some_and(|&outer| outer <= start) {
            open.pop();
        }
        assert!(open.last().is_none_or(|&outer| end <= outer));
        open.push(end);
    }
}

#[test]
fn a_hanging_queen_is_refuted_by_its_capture() {
    let fen = "4k3/8/2p5/8/8/8/3Q4/4K3 w - - 0 1";
    let answer = why(fen, "Qd5", Limits::to_depth(5));
    let text = unwrapped(&answer);
    assert!(!answer.is_chosen());
    assert!(text.contains("Qd5 was not chosen"), "{text}");
    assert!(text.contains("cxd5 refutes it"), "{text}");
    assert!(text.contains("rejected from depth"), "{text}");
    let alone = answer.rival.as_ref().expect("searched alone");
    assert!(answer.chosen.value - alone.value > 500, "{text}");
}

#[test]
fn a_move_that_stalemates_is_said_to_do_so() {
    let fen = "k7/8/2K5/8/8/8/8/1Q6 w - - 0 1";
    let text = unwrapped(&why(fen, "Qb6", Limits::to_depth(5)));
    assert!(text.contains("was not chosen"), "{text}");
    assert!(text.contains("stalemate"), "{text}");
}

#[test]
fn the_best_move_is_compared_with_the_next() {
    let fen = POSITIONS[0];
    let search = inquiry(fen, Limits::to_depth(6));
    let best = on_large_stack(move || search.search()).expect("a thread");
    let best = best.expect("a table").expect("a move").best.mv;
    let answer = why(fen, &best.to_string(), Limits::to_depth(6));
    let text = unwrapped(&answer);
    assert!(answer.is_chosen());
    assert!(text.contains("was chosen at depth 6"), "{text}");
    assert!(text.contains("The best of the other moves"), "{text}");
    assert_ne!(answer.rival.as_ref().map(|rival| rival.mv), Some(best));
    assert_eq!(answer.depths.len(), 6);
    assert!(answer.best_at().contains(&6));
}

#[test]
fn a_forced_move_has_no_rival() {
    let answer = why("7k/8/8/8/8/8/1q6/K7 w - - 0 1", "Kxb2", Limits::to_depth(3));
    assert!(answer.to_string().contains("the only legal move"));
}

#[test]
fn a_sacrifice_is_seen_from_some_depth_on() {
    // 1. Qh6+ Kxh6 2. Bxf6 mate.
    let answer = why(POSITIONS[4], "Qh6", Limits::to_depth(14));
    let text = unwrapped(&answer);
    assert!(answer.is_chosen(), "{text}");
    assert!(answer.best_at()[0] > 1, "{text}");
    assert!(text.contains("seen as best at depth"), "{text}");
    assert!(text.contains("it was still"), "{text}");
    assert!(text.contains("mate in 2"), "{text}");
}

/// Every node that a line of ordinary moves leads to in the last pass, with that line.
fn lines<'a>(node: &'a Node, line: &[Move], found: &mut HashMap<Vec<Move>, Vec<&'a Node>>) {
    found.entry(line.to_vec()).or_default().push(node);
    for child in node.children.iter().filter(|c| c.role.is_of_a_move()) {
        let mut longer = line.to_vec();
        longer.extend(child.mv);
        lines(child, &longer, found);
    }
}

#[test]
fn a_late_quiet_move_near_the_leaves_is_skipped_by_count() {
    let fen = POSITIONS[1];
    let trace = record(fen, Limits::to_depth(5), everything());
    let mut found = HashMap::new();
    let last = trace.passes.last().expect("a pass");
    lines(&last.root, &[], &mut found);
    // A node that was visited once, and each on the way to it, so that there is one reason only.
    let once = |line: &[Move]| found.get(line).is_none_or(|nodes| nodes.len() == 1);
    let mut skips: Vec<Vec<Move>> = Vec::new();
    for (line, nodes) in &found {
        let [node] = nodes[..] else { continue };
        if !(0..line.len()).all(|plies| once(&line[..plies])) {
            continue;
        }
        let is_late = |by: &regence_trace::tree::Decision| by.by == Technique::LateMovePruning;
        let skipped = node
            .moves
            .iter()
            .find(|m| m.skipped.as_ref().is_some_and(is_late));
        if let Some(record) = skipped {
            let mut longer = line.clone();
            longer.push(record.mv);
            skips.push(longer);
        }
    }
    skips.sort();
    let line = skips.first().expect("late moves are skipped at depth 5");
    let words: Vec<String> = line.iter().map(Move::to_string).collect();
    let text = unwrapped(&why(fen, &words.join(" "), Limits::to_depth(5)));
    assert!(text.contains("was not searched: skipped"), "{text}");
    assert!(text.contains("by late_move_pruning"), "{text}");
    assert!(text.contains("limit"), "{text}");
}

#[test]
fn an_illegal_move_is_answered_with_the_legal_ones() {
    let board = board(POSITIONS[0]);
    let error = read_line::<Chess>(&board, "Ke2")
        .expect_err("illegal")
        .to_string();
    assert!(error.contains("Ke2"), "{error}");
    for san in ["Nf3", "e4", "a3", "h4"] {
        assert!(error.contains(san), "{error}");
    }
    assert!(read_line::<Chess>(&board, "e4 e5 Ke2").is_ok());
    assert!(read_line::<Chess>(&board, "e2e4 e7e5 g1f3").is_ok());
}

#[test]
fn a_finished_game_has_nothing_to_explain() {
    let inquiry = inquiry("k7/1Q6/2K5/8/8/8/8/8 b - - 0 1", Limits::to_depth(3));
    assert!(explain(&inquiry, &[]).is_err());
    let error = read_line::<Chess>(&inquiry.board, "Ka7")
        .expect_err("mated")
        .to_string();
    assert!(error.contains("the game is over"), "{error}");
}
