//! Chess over the socket: every message, with searches of a few nodes.

use crate::client::{Hall, Page, engine};
use serde_json::{Value, json};

fn new_game(page: &mut Page, white: Value, black: Value) -> Value {
    page.ask(json!({"type": "new", "game": "chess", "players": {"white": white, "black": black}}))
}

fn two_people(page: &mut Page) {
    let state = new_game(page, json!("human"), json!("human"));
    assert_eq!(state["type"], "state");
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
fn a_page_is_greeted_with_what_there_is() {
    let hall = Hall::open();
    let mut page = hall.page_from(None).unwrap();
    let hello = page.hear();
    assert!(hello["techniques"].as_array().unwrap().len() > 10);
    assert!(
        hello["techniques"][0]["sentence"]
            .as_str()
            .unwrap()
            .ends_with('.')
    );
    let rules = regence_gomoku::RuleSet::ALL.len();
    assert_eq!(hello["rules"].as_array().unwrap().len(), rules);
    assert_eq!(hello["boards"], 1);
    let nodes = page.hear();
    assert_eq!(
        (&nodes["type"], &nodes["all"]),
        (&json!("nodes"), &json!(true))
    );
    let state = page.hear();
    assert_eq!(state["dests"]["e2"], json!(["e3", "e4"]));
}

#[test]
fn people_play_and_look_back() {
    let hall = Hall::open();
    let mut page = hall.page();
    two_people(&mut page);
    let state = play(&mut page, "e2e4 e7e5 g1f3");
    assert_eq!(state["ply"], 3);
    assert_eq!(state["turn"], "black");
    assert_eq!(state["last"], json!(["g1", "f3"]));
    assert_eq!(state["moves"][2]["san"], "Nf3");
    assert_eq!(state["moves"][2]["by"], "human");
    let state = page.ask(json!({"type": "goto", "ply": 1}));
    assert_eq!(
        (&state["ply"], state["moves"].as_array().unwrap().len()),
        (&json!(1), 3)
    );
    assert!(
        page.refused(json!({"type": "goto", "ply": 4}))
            .contains("0 to 3")
    );
    let state = play(&mut page, "c7c5");
    assert_eq!(state["moves"].as_array().unwrap().len(), 2);
    assert!(
        page.refused(json!({"type": "move", "move": "e4e6"}))
            .contains("cannot go")
    );
    let state = page.ask(json!({"type": "resign"}));
    assert_eq!(
        state["over"],
        json!({"result": "0-1", "reason": "resigned", "side": "white"})
    );
    assert!(
        page.refused(json!({"type": "move", "move": "g1f3"}))
            .contains("over")
    );
    assert!(page.refused(json!({"type": "resign"})).contains("over"));
}

#[test]
fn a_mate_ends_the_game_and_the_record_says_so() {
    let hall = Hall::open();
    let mut page = hall.page();
    two_people(&mut page);
    let state = play(&mut page, "f2f3 e7e5 g2g4 d8h4");
    assert_eq!(
        state["over"],
        json!({"result": "0-1", "reason": "checkmate", "side": null})
    );
    assert_eq!(state["check"], "e1");
    assert_eq!(state["dests"], json!({}));
    assert!(page.refused(json!({"type": "hint"})).contains("over"));
    let pgn = page.ask(json!({"type": "export", "format": "pgn"}));
    let text = pgn["text"].as_str().unwrap();
    assert!(text.contains("Qh4#") && text.contains("0-1"), "{text}");
    let state = page.ask(json!({"type": "load", "format": "pgn", "text": text}));
    assert_eq!((&state["ply"], &state["paused"]), (&json!(4), &json!(true)));
    let fen = page.ask(json!({"type": "export", "format": "fen"}));
    assert!(
        fen["text"]
            .as_str()
            .unwrap()
            .starts_with("rnb1kbnr/pppp1ppp")
    );
    let refusal = page.refused(json!({"type": "load", "format": "fen", "text": "nonsense"}));
    assert!(!refusal.is_empty());
    assert!(
        page.refused(json!({"type": "export", "format": "gomoku"}))
            .contains("chess")
    );
}

#[test]
fn the_engine_answers() {
    let hall = Hall::open();
    let mut page = hall.page();
    let state = new_game(&mut page, json!("human"), engine(200));
    assert_eq!(state["thinking"], false);
    let state = play(&mut page, "e2e4");
    assert_eq!(state["thinking"], true);
    let info = page.next("info");
    assert_eq!(info["for"], "play");
    assert_eq!(
        info["pv"].as_array().unwrap().len(),
        info["san"].as_array().unwrap().len()
    );
    let played = page.next("played");
    let state = page.next("state");
    assert_eq!(
        (&state["ply"], &state["turn"], &state["thinking"]),
        (&json!(2), &json!("white"), &json!(false))
    );
    assert_eq!(state["moves"][1]["move"], played["move"]);
    assert_eq!(state["moves"][1]["by"], "engine");
    assert!(state["moves"][1]["score"].is_object());
    // A look back does not wake the engine; players does.
    let state = page.ask(json!({"type": "goto", "ply": 1}));
    assert_eq!(
        (&state["thinking"], &state["paused"]),
        (&json!(false), &json!(true))
    );
    page.say(json!({"type": "players", "players": {"white": engine(200), "black": engine(100)}}));
    let state = page.until(|message| message["type"] == "state" && message["ply"] == json!(5));
    assert_eq!(state["moves"][4]["by"], "engine");
    page.ask(json!({"type": "clockstop"}));
    let state = page.ask(json!({"type": "goto", "ply": 0}));
    assert_eq!(state["ply"], 0);
    page.say(json!({"type": "go"}));
    page.next("played");
}

#[test]
fn a_limited_engine_plays_and_a_person_must_wait_for_it() {
    let hall = Hall::open();
    let mut page = hall.page();
    let slow = json!({"engine": {"elo": null, "movetime": 100_000}});
    let state = new_game(&mut page, slow, json!("human"));
    assert_eq!(
        (&state["thinking"], &state["orientation"]),
        (&json!(true), &json!("black"))
    );
    assert!(
        page.refused(json!({"type": "move", "move": "e2e4"}))
            .contains("engine's turn")
    );
    page.say(json!({"type": "go"}));
    page.next("played");
    let weak = json!({"engine": {"elo": 800, "movetime": 500}});
    new_game(&mut page, weak, json!("human"));
    page.next("played");
    let refusal = page.refused(
        json!({"type": "new", "game": "chess", "players": {"white": engine(0), "black": "human"}}),
    );
    assert!(refusal.contains("node"));
}

#[test]
fn clocks_run_and_flags_fall() {
    let hall = Hall::open();
    let mut page = hall.page();
    let clock = json!({"base": 600_000, "inc": 2000});
    let state = page.ask(json!({"type": "new", "game": "chess", "clock": clock}));
    assert_eq!(
        (&state["clock"]["white"], &state["clock"]["running"]),
        (&json!(600_000), &Value::Null)
    );
    let state = play(&mut page, "e2e4");
    assert_eq!(
        (&state["clock"]["white"], &state["clock"]["running"]),
        (&json!(600_000), &json!("black"))
    );
    let state = play(&mut page, "e7e5");
    assert!(state["clock"]["black"].as_u64().unwrap() > 400_000);
    let state = page.ask(json!({"type": "clockstop"}));
    assert_eq!(state["clock"]["running"], Value::Null);
    let state = page.ask(json!({"type": "go"}));
    assert_eq!(state["clock"]["running"], "white");
    page.ask(json!({"type": "new", "game": "chess", "clock": {"base": 1, "inc": 0}}));
    page.say(json!({"type": "move", "move": "e2e4"}));
    let state = page.until(|message| message["over"].is_object());
    assert_eq!(
        state["over"],
        json!({"result": "1-0", "reason": "time", "side": "black"})
    );
    assert_eq!(state["clock"]["black"], 0);
    assert!(
        page.refused(json!({"type": "new", "game": "chess", "clock": {"base": 0}}))
            .contains("clock")
    );
}

#[test]
fn an_engine_plays_by_its_clock() {
    let hall = Hall::open();
    let mut page = hall.page();
    let strong = json!({"engine": {"elo": null, "movetime": 60_000}});
    let clock = json!({"base": 3000, "inc": 0});
    page.say(json!({"type": "new", "game": "chess", "clock": clock, "players": {"white": "human", "black": strong}}));
    page.say(json!({"type": "move", "move": "e2e4"}));
    let played = page.next("played");
    assert!(played["ms"].as_u64().unwrap() < 60_000);
}

#[test]
fn analysis_follows_the_board() {
    let hall = Hall::open();
    let mut page = hall.page();
    two_people(&mut page);
    let state = page.ask(json!({"type": "analyse", "lines": 3}));
    assert_eq!(state["analysing"], 3);
    let info = page.until(|message| message["type"] == "info" && message["line"] == 3);
    assert_eq!(
        (&info["for"], info["wdl"].as_array().unwrap().len()),
        (&json!("analyse"), 3)
    );
    let live = page.until(|message| {
        message["type"] == "inside-live" && message["depths"].as_array().unwrap().len() > 2
    });
    assert!(live["depths"][0]["move"].is_string());
    assert!(!live["techniques"].as_array().unwrap().is_empty());
    let state = play(&mut page, "e2e4");
    assert_eq!(state["turn"], "black");
    let info = page.next("info");
    let first = info["san"][0].as_str().unwrap();
    assert!(
        state["dests"]
            .to_string()
            .contains(&info["pv"][0].as_str().unwrap()[2..4]),
        "{first}"
    );
    let state = page.ask(json!({"type": "stop"}));
    assert_eq!(state["analysing"], Value::Null);
}

#[test]
fn questions_are_answered_while_analysis_waits() {
    let hall = Hall::open();
    let mut page = hall.page();
    two_people(&mut page);
    page.ask(json!({"type": "analyse", "lines": 1}));
    let hint = page.ask(json!({"type": "hint", "nodes": 300}));
    assert_eq!(hint["type"], "hint");
    assert_eq!(hint["line"][0], hint["san"]);
    assert!(hint["score"]["cp"].is_i64(), "{hint}");
    let why = page.ask(json!({"type": "why", "move": "h2h4", "nodes": 500}));
    assert_eq!(why["san"], "h4", "{why}");
    assert_eq!(why["facts"][0]["fact"], "not-chosen", "{why}");
    assert!(!why["table"].as_array().unwrap().is_empty());
    assert!(
        page.refused(json!({"type": "why", "move": "h2h5"}))
            .contains("h5")
    );
    // Analysis goes on.
    page.until(|message| message["type"] == "info" && message["for"] == "analyse");
}

#[test]
fn stop_calls_questions_off() {
    let hall = Hall::open();
    let mut page = hall.page();
    two_people(&mut page);
    // Each would take long, and the second waits for the first.
    page.say(json!({"type": "why", "move": "h2h4", "nodes": 200_000, "id": 1}));
    page.say(json!({"type": "inside", "nodes": 1_000_000, "id": 2}));
    page.say(json!({"type": "stop", "id": 3}));
    assert_eq!(page.next("stopped")["id"], 1);
    assert_eq!(page.next("stopped")["id"], 2);
    let why = page.ask(json!({"type": "why", "move": "h2h4", "nodes": 500}));
    assert_eq!(why["type"], "why");
}

#[test]
fn a_search_can_be_browsed() {
    let hall = Hall::open();
    let mut page = hall.page();
    two_people(&mut page);
    assert!(
        page.refused(json!({"type": "tree", "node": 0}))
            .contains("inside")
    );
    let inside = page.ask(json!({"type": "inside", "nodes": 2000}));
    assert!(inside["recorded"].as_u64().unwrap() > 10, "{inside}");
    let tree = page.ask(json!({"type": "tree", "node": 0}));
    assert_eq!(tree["node"], inside["root"]);
    let children = tree["children"].as_array().unwrap();
    assert!(children.len() > 5);
    assert_eq!(tree["side"], "white");
    assert_eq!(tree["ending"]["ending"], "moves");
    let child = children.iter().find(|child| child["id"].is_u64()).unwrap();
    let below = page.ask(json!({"type": "tree", "node": child["id"]}));
    assert_eq!((&below["node"], &below["ply"]), (&child["id"], &json!(1)));
    assert_eq!(below["line"], json!([child["move"]]));
    assert!(child["what"].is_string() && child["san"].is_string());
    assert!(
        page.refused(json!({"type": "tree", "node": 99_999_999}))
            .contains("not recorded")
    );
}

#[test]
fn a_review_marks_the_blunder() {
    let hall = Hall::open();
    let mut page = hall.page();
    two_people(&mut page);
    play(&mut page, "f2f3 e7e5 g2g4 d8h4");
    page.say(json!({"type": "review", "nodes": 3000}));
    let mut marks = Vec::new();
    for ply in 0..=4 {
        let review = page.next("review");
        assert_eq!((&review["ply"], &review["total"]), (&json!(ply), &json!(4)));
        marks.push(review["mark"].clone());
        if ply == 3 {
            assert_eq!(
                (&review["best"]["san"], &review["score"]),
                (&json!("Qh4#"), &json!({"mate": -1}))
            );
            // What White should have played, not Black's answer.
            assert_ne!(review["better"]["san"], "Qh4#");
            assert!(review["better"]["move"].is_string(), "{review}");
        }
        if ply == 4 {
            // A mated king is no mate in 0.
            assert_eq!(review["score"], json!({"end": "0-1"}));
            assert!(review["sides"]["white"]["accuracy"].is_f64(), "{review}");
        }
    }
    assert_eq!(marks[3], "blunder");
    assert_eq!(marks[4], Value::Null);
}

#[test]
fn chess960_castles_onto_the_rook() {
    let hall = Hall::open();
    let mut page = hall.page();
    let state = page.ask(json!({"type": "new", "game": "chess", "chess960": 0}));
    assert_eq!(state["chess960"], true);
    assert!(state["fen"].as_str().unwrap().starts_with("bbqnnrkr"));
    assert!(
        page.refused(json!({"type": "new", "game": "chess", "chess960": 960}))
            .contains("959")
    );
    let fen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    let state = page.ask(json!({"type": "new", "game": "chess", "fen": fen}));
    assert_eq!(state["chess960"], false);
    let state = play(&mut page, "e1g1");
    assert_eq!(
        (&state["moves"][0]["san"], &state["last"]),
        (&json!("O-O"), &json!(["e1", "g1"]))
    );
}

#[test]
fn engines_play_a_whole_game() {
    let hall = Hall::open();
    let mut page = hall.page();
    let fen = "8/8/8/8/8/4k3/4q3/7K b - - 0 1";
    page.say(json!({"type": "new", "game": "chess", "fen": fen, "players": {"white": engine(500), "black": engine(500)}}));
    let state = page.until(|message| message["over"].is_object());
    assert_eq!(state["over"]["result"], "0-1", "{state}");
}
