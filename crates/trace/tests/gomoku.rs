//! Traces of Gomoku: they change nothing, they are consistent, and `why` names the right reason.

use regence_core::limiter::NodeClock;
use regence_core::pool::STACK_BYTES;
use regence_core::{Limits, NoObserver, Shared};
use regence_gomoku::{RuleSet, Size};
use regence_gomoku_search::techniques::Technique;
use regence_gomoku_search::{AnyBoard, Engine, Gomoku, Job};
use regence_trace::config::Inquiry;
use regence_trace::explain::{Explanation, explain};
use regence_trace::recorder::Scope;
use regence_trace::tree::{Node, Role, Trace};
use regence_trace::{format, read_line, show};
use serde_json::{Value as Json, json};

/// Searches go deep; a thread of its own gives them room.
fn on_large_stack<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let builder = std::thread::Builder::new().stack_size(STACK_BYTES);
    let thread = builder.spawn(work).expect("a thread");
    thread.join().expect("no panic")
}

fn board(rule: RuleSet, moves: &str) -> AnyBoard {
    let size = Size::square(15).expect("a size");
    let mut board = AnyBoard::new(rule, size);
    for mv in size.parse_moves(moves).expect("moves") {
        board.play(mv).expect("a legal move");
    }
    board
}

fn inquiry(board: AnyBoard, limits: Limits) -> Inquiry<Gomoku> {
    Inquiry {
        hash_megabytes: 4,
        ..Inquiry::new(board, limits)
    }
}

fn record(rule: RuleSet, moves: &str, depth: i32) -> Trace<Gomoku> {
    let inquiry = inquiry(board(rule, moves), Limits::to_depth(depth));
    let scope = Scope {
        max_nodes: u64::MAX / 4,
        ..Scope::default()
    };
    on_large_stack(move || inquiry.record(scope))
        .expect("a table")
        .0
}

fn why(rule: RuleSet, moves: &str, asked: &str, depth: i32) -> Explanation<Gomoku> {
    let inquiry = inquiry(board(rule, moves), Limits::to_depth(depth));
    let line = read_line::<Gomoku>(&inquiry.board, asked).expect("legal moves");
    on_large_stack(move || explain(&inquiry, &line)).expect("an explanation")
}

const OPENING: &str = "h8i9j7h9k7";

#[test]
fn a_traced_search_chooses_what_the_shipped_one_chooses() {
    for rule in RuleSet::ALL {
        let limits = Limits::to_nodes(3000);
        let inquiry = inquiry(board(rule, OPENING), limits.clone());
        let job = Job::new(inquiry.board.clone(), limits);
        let (shipped, traced) = on_large_stack(move || {
            let mut engine = Engine::new();
            engine.set_hash(inquiry.hash_megabytes).expect("a table");
            let shared = Shared::new(1, NodeClock::new(1_000_000), false);
            let shipped = engine.search(&job, &shared, &mut NoObserver);
            let traced = inquiry.record(Scope::default()).expect("a table").1;
            (shipped.expect("a move"), traced.expect("a move"))
        });
        assert_eq!(shipped.nodes, traced.nodes, "{rule}");
        assert_eq!(shipped.best.mv, traced.best.mv, "{rule}");
        assert_eq!(shipped.best.value, traced.best.value, "{rule}");
    }
}

#[test]
fn the_tree_is_consistent() {
    for rule in [RuleSet::Freestyle, RuleSet::Renju, RuleSet::Ninuki] {
        let trace = record(rule, OPENING, 6);
        assert_eq!(trace.recorded(), trace.visited, "{rule}");
        let mut seen = 0;
        trace.walk(&mut |node, parent, board| {
            seen += 1;
            assert_eq!(node.id, seen, "ids follow the order of visits");
            check_node(node, board);
            if let Some(parent) = parent {
                assert!(node.id + node.nodes <= parent.id + parent.nodes);
                assert_ne!(node.role, Role::Root);
            }
        });
        let counted: u64 = trace.passes.iter().map(|pass| pass.counts.nodes).sum();
        assert_eq!((seen, counted), (trace.visited, trace.visited), "{rule}");
    }
}

fn check_node(node: &Node<Gomoku>, board: &AnyBoard) {
    let below: u64 = node.children.iter().map(|child| child.nodes).sum();
    assert_eq!(node.nodes, 1 + below + node.left_out);
    assert!(node.value.is_some() && node.ending.is_some(), "{node:?}");
    for record in &node.moves {
        assert!(board.is_legal(record.mv), "{} {node:?}", record.mv);
        let last = node.searches_of(record.mv).next_back();
        assert_eq!(last.and_then(|n| n.value).map(|v| -v), record.value);
    }
}

#[test]
fn a_far_stone_is_no_candidate() {
    let answer = why(RuleSet::Freestyle, OPENING, "a15", 5);
    let text = answer.paragraphs().join("\n");
    assert!(!answer.is_chosen());
    assert!(text.contains("a15 was not chosen"), "{text}");
    assert!(text.contains("not among the candidates"), "{text}");
    assert!(text.contains("Searched alone to the same depth"), "{text}");
}

#[test]
fn a_forced_win_names_who_proved_it() {
    // Black has two open threes.
    let moves = "h8a1i8a3h9a5h10c1";
    let trace = record(RuleSet::Freestyle, moves, 6);
    let proved = trace.passes.last().expect("a pass");
    let proof = proved.root.proof.as_ref().expect("a proof");
    assert_eq!(proof.by, Technique::RootThreats);
    assert_eq!(proved.root.best(), Some(proof.mv));
    assert!(show::passes(&trace).contains("a win in"));
    let text = why(RuleSet::Freestyle, moves, "o15", 6).to_string();
    assert!(text.contains("a win in"), "{text}");
    assert!(text.contains("root_threats"), "{text}");
}

#[test]
fn json_lines_say_which_game() {
    let trace = record(RuleSet::Renju, OPENING, 4);
    let mut text = Vec::new();
    format::write_lines(&mut text, &trace, &json!({})).expect("memory");
    let text = String::from_utf8(text).expect("text");
    let header: Json = serde_json::from_str(text.lines().next().expect("a header")).expect("JSON");
    assert_eq!(header["rule"], "renju");
    assert_eq!(header["moves"], OPENING);
    assert_eq!(text.lines().count() as u64, trace.recorded() + 2);
}

#[test]
fn an_impossible_point_is_refused() {
    let board = board(RuleSet::Freestyle, OPENING);
    for (text, part) in [("h8", "h8"), ("z99", "z99")] {
        let error = read_line::<Gomoku>(&board, text).expect_err("refused");
        assert!(error.to_string().contains(part), "{error}");
    }
}
