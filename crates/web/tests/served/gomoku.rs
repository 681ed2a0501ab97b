//! Gomoku over the socket: rules, openings, engine and questions, with searches of a few nodes.

use crate::client::{Hall, Page, engine};
use serde_json::{Value, json};

fn new_game(page: &mut Page, rule: &str, black: Value, white: Value) -> Value {
    let players = json!({"black": black, "white": white});
    page.ask(json!({"type": "new", "game": "gomoku", "rule": rule, "players": players}))
}

fn play(page: &mut Page, moves: &str) -> Value {
    let mut last = Value::Null;
    for mv in moves.split_whitespace() {
        last = page.ask(json!({"type": "move", "move": mv}));
        assert_eq!(last["type"], "state", "{mv}: {last}");
    }
    last
}

#[test]
fn people_play_under_every_rule() {
    let hall = Hall::open();
    let mut page = hall.page();
    for rule in ["freestyle", "standard", "renju", "caro", "ninuki"] {
        let state = new_game(&mut page, rule, json!("human"), json!("human"));
        assert_eq!(
            (&state["rule"], &state["turn"]),
            (&json!(rule), &json!("black"))
        );
        assert_eq!(state["size"], if rule == "ninuki" { 19 } else { 15 });
        let state = play(&mut page, "c3 a1 d3 a3 e3 a5 f3 a7 g3");
        assert_eq!(
            state["over"],
            json!({"result": "0-1", "reason": "five", "side": null}),
            "{rule}"
        );
        assert_eq!(state["winning"], json!(["c3", "d3", "e3", "f3", "g3"]));
        assert!(
            page.refused(json!({"type": "move", "move": "o15"}))
                .contains("over")
        );
        let state = page.ask(json!({"type": "goto", "ply": 8}));
        assert_eq!(
            (&state["over"], state["stones"].as_array().unwrap().len()),
            (&Value::Null, 8)
        );
        assert_eq!(
            state["threats"][0],
            json!({"at": "b3", "class": "five", "side": "black"})
        );
    }
    assert!(
        page.refused(json!({"type": "new", "game": "gomoku", "rule": "go"}))
            .contains("freestyle")
    );
    assert!(
        page.refused(json!({"type": "new", "game": "gomoku", "size": 4}))
            .contains("5 to 22")
    );
    assert!(
        page.refused(json!({"type": "move", "move": "z99"}))
            .contains("z99")
    );
}

#[test]
fn captures_and_forbidden_points_are_told() {
    let hall = Hall::open();
    let mut page = hall.page();
    new_game(&mut page, "ninuki", json!("human"), json!("human"));
    let state = play(&mut page, "c3 d3 k10 e3 f3");
    assert_eq!(state["captures"], json!({"black": 2, "white": 0}));
    new_game(&mut page, "renju", json!("human"), json!("human"));
    let state = play(&mut page, "g8 a1 i8 a15 h7 o1 h9 o15");
    assert_eq!(state["forbidden"], json!(["h8"]));
    assert!(
        page.refused(json!({"type": "move", "move": "h8"}))
            .contains("double three")
    );
}

#[test]
fn the_engine_answers_and_engines_play_a_game() {
    let hall = Hall::open();
    let mut page = hall.page();
    new_game(&mut page, "freestyle", json!("human"), engine(200));
    play(&mut page, "h8");
    let info = page.next("info");
    assert_eq!((&info["for"], &info["wdl"]), (&json!("play"), &Value::Null));
    page.next("played");
    let state = page.next("state");
    assert_eq!(
        (&state["ply"], &state["turn"]),
        (&json!(2), &json!("black"))
    );
    assert_eq!(state["moves"][1]["by"], "engine");
    let weak = json!({"engine": {"elo": 900, "movetime": 500}});
    page.say(json!({"type": "new", "game": "gomoku", "size": 9, "players": {"black": engine(300), "white": weak}}));
    let state = page.until(|message| message["over"].is_object());
    assert!(state["over"]["reason"].is_string());
}

#[test]
fn analysis_shows_candidates() {
    let hall = Hall::open();
    let mut page = hall.page();
    new_game(&mut page, "freestyle", json!("human"), json!("human"));
    play(&mut page, "h8 a1 i8 a2 j8 a3");
    page.ask(json!({"type": "analyse", "lines": 2, "nodes": 2000}));
    let info = page.next("info");
    assert!(
        info["score"]["win"].as_i64().is_some_and(|moves| moves > 0),
        "{info}"
    );
    let candidates = page.next("candidates");
    assert_eq!(candidates["points"][0]["score"], 1.0);
    assert!(candidates.to_string().contains("\"value\""), "{candidates}");
}

#[test]
fn questions_are_answered() {
    let hall = Hall::open();
    let mut page = hall.page();
    new_game(&mut page, "freestyle", json!("human"), json!("human"));
    play(&mut page, "h8 a1 i8 a2 j8 a3");
    let hint = page.ask(json!({"type": "hint", "nodes": 500}));
    assert!(
        ["g8", "k8"].contains(&hint["move"].as_str().unwrap()),
        "{hint}"
    );
    assert!(hint["score"]["win"].as_i64() > Some(0), "{hint}");
    let why = page.ask(json!({"type": "why", "move": "k8", "nodes": 500}));
    assert!(why["facts"][0]["shape"] == "open-four", "{why}");
    let why = page.ask(json!({"type": "why", "move": "o1", "nodes": 500}));
    assert!(why["facts"].to_string().contains("\"alone\""), "{why}");
    assert!(!why["table"].as_array().unwrap().is_empty(), "{why}");
    assert!(
        page.refused(json!({"type": "why", "move": "h8"}))
            .contains("already")
    );
    page.say(json!({"type": "inside", "nodes": 2000, "id": 5}));
    let live = page.next("inside-live");
    assert!(!live["depths"].as_array().unwrap().is_empty());
    let inside = page.next("inside");
    assert_eq!(inside["id"], 5);
    let tree = page.ask(json!({"type": "tree", "node": 0}));
    assert_eq!(tree["node"], inside["root"]);
    assert!(tree["side"] == "black", "{tree}");
    page.say(json!({"type": "review", "nodes": 300}));
    for ply in 0..=6 {
        let review = page.next("review");
        assert_eq!(review["ply"], ply);
    }
}

#[test]
fn swap2_between_people() {
    let hall = Hall::open();
    let mut page = hall.page();
    let begin =
        |page: &mut Page| page.ask(json!({"type": "new", "game": "gomoku", "opening": "swap2"}));
    let state = begin(&mut page);
    assert_eq!(state["swap2"], json!({"step": "place3", "who": "black"}));
    assert!(
        page.refused(json!({"type": "move", "move": "h8"}))
            .contains("swap2")
    );
    assert!(
        page.refused(json!({"type": "swap2", "choice": "black"}))
            .contains("three stones")
    );
    assert!(
        page.refused(json!({"type": "swap2", "choice": "place", "stones": ["h8"]}))
            .contains("3 stones")
    );
    assert!(
        page.refused(json!({"type": "swap2", "choice": "place", "stones": ["h8", "h8", "i9"]}))
            .contains("already")
    );
    let state = page.ask(json!({"type": "swap2", "choice": "place", "stones": ["h8", "i9", "a1"]}));
    assert_eq!(state["swap2"], json!({"step": "choose", "who": "white"}));
    assert_eq!(
        (&state["ply"], &state["turn"]),
        (&json!(3), &json!("white"))
    );
    let state = page.ask(json!({"type": "swap2", "choice": "place", "stones": ["c3", "d12"]}));
    assert_eq!(state["swap2"], json!({"step": "colour", "who": "black"}));
    assert!(
        page.refused(json!({"type": "swap2", "choice": "place", "stones": ["c4", "d5"]}))
            .contains("colour")
    );
    let state = page.ask(json!({"type": "swap2", "choice": "white"}));
    assert_eq!((&state["swap2"], &state["ply"]), (&Value::Null, &json!(5)));
    let state = play(&mut page, "k10");
    assert_eq!(state["turn"], "black");
    assert!(
        page.refused(json!({"type": "swap2", "choice": "white"}))
            .contains("no swap2")
    );
}

#[test]
fn swap2_with_an_engine_on_either_side() {
    let hall = Hall::open();
    let mut page = hall.page();
    let players = json!({"black": engine(200), "white": "human"});
    page.say(json!({"type": "new", "game": "gomoku", "opening": "swap2", "players": players}));
    let state = page.until(|message| message["swap2"]["step"] == "choose");
    assert_eq!(state["ply"], 3);
    // The person takes Black, so the engine is White and moves.
    let state = page.ask(json!({"type": "swap2", "choice": "black"}));
    assert_eq!(state["players"]["black"], "human");
    page.next("played");
    let players = json!({"black": "human", "white": engine(200)});
    page.ask(json!({"type": "new", "game": "gomoku", "opening": "swap2", "players": players}));
    let state = page.ask(json!({"type": "swap2", "choice": "place", "stones": ["h8", "a1", "i8"]}));
    assert_eq!(state["swap2"]["who"], "white");
    // Two stones in the middle against one in the corner: the engine takes Black.
    let state = page.until(|message| message["type"] == "state" && message["swap2"].is_null());
    assert_eq!(state["players"]["white"], "human", "{state}");
}

#[test]
fn a_balanced_opening_has_a_few_stones() {
    let hall = Hall::open();
    let mut page = hall.page();
    let state = page.ask(json!({"type": "new", "game": "gomoku", "opening": "balanced"}));
    assert_eq!(state["ply"], 0);
    let state = page.next("state");
    assert!((4..=6).contains(&state["ply"].as_u64().unwrap()), "{state}");
    let turn = state["turn"].clone();
    let state = play(&mut page, "a1");
    assert_ne!(state["turn"], turn);
}

#[test]
fn records_go_out_and_come_back() {
    let hall = Hall::open();
    let mut page = hall.page();
    new_game(&mut page, "renju", json!("human"), json!("human"));
    play(&mut page, "h8 i9 j7");
    let record = page.ask(json!({"type": "export", "format": "gomoku"}));
    let text = record["text"].as_str().unwrap().to_owned();
    assert!(
        text.contains("GM[4]") && text.contains("RU[renju]"),
        "{text}"
    );
    assert!(
        page.refused(json!({"type": "export", "format": "pgn"}))
            .contains("Gomoku")
    );
    page.ask(json!({"type": "new", "game": "chess"}));
    let state = page.ask(json!({"type": "load", "format": "gomoku", "text": text}));
    assert_eq!(
        (&state["rule"], &state["ply"]),
        (&json!("renju"), &json!(3))
    );
    let state = page.ask(json!({"type": "load", "format": "gomoku", "text": "h8 i9"}));
    assert_eq!(
        (&state["rule"], &state["ply"]),
        (&json!("renju"), &json!(2))
    );
    assert!(
        page.refused(json!({"type": "load", "format": "gomoku", "text": "h8 h8"}))
            .contains("move 2")
    );
}
