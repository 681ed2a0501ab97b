//! Boards without sockets, in a time that the tests make up.

use super::Board;
use crate::thinking::{Event, Thinker};
use crate::turns::Turns;
use serde_json::{Value as Json, json};
use std::time::Duration;
use tokio::sync::mpsc;

/// A board, and the time that is told to it.
struct Table {
    board: Board,
    now: Duration,
    _events: mpsc::Receiver<Event>,
}

impl Table {
    fn new() -> Table {
        let (sender, events) = mpsc::channel(16);
        Table {
            board: Board::new(Thinker::new(Turns::new(1), sender)),
            now: Duration::ZERO,
            _events: events,
        }
    }

    fn say(&mut self, message: Json) -> Vec<Json> {
        read(self.board.hear(&message.to_string(), self.now))
    }

    /// The last state or error after a message.
    fn ask(&mut self, message: Json) -> Json {
        self.say(message).pop().expect("an answer")
    }

    fn wait(&mut self, seconds: u64) -> Vec<Json> {
        self.now += Duration::from_secs(seconds);
        read(self.board.tick(self.now))
    }

    fn play(&mut self, mv: &str) -> Json {
        self.ask(json!({"type": "move", "move": mv}))
    }
}

fn read(messages: Vec<String>) -> Vec<Json> {
    let parse = |text: &String| serde_json::from_str(text).expect("JSON");
    messages.iter().map(parse).collect()
}

fn with_clock(fen: Option<&str>) -> Table {
    let mut table = Table::new();
    let clock = json!({"base": 60_000, "inc": 5000});
    let state = table.ask(json!({"type": "new", "game": "chess", "fen": fen, "clock": clock}));
    assert_eq!(state["type"], "state", "{state}");
    table
}

#[test]
fn moves_take_the_time_between_them() {
    let mut table = with_clock(None);
    table.wait(30);
    let state = table.play("e2e4");
    assert_eq!(state["clock"]["white"], 60_000);
    assert_eq!(state["moves"][0]["ms"], 30_000);
    table.wait(20);
    let state = table.play("e7e5");
    assert_eq!(state["clock"]["black"], 45_000);
    assert_eq!(state["moves"][1]["ms"], 20_000);
    assert_eq!(state["clock"]["running"], "white");
}

#[test]
fn a_flag_falls_when_its_time_has_come_and_not_before() {
    let mut table = with_clock(None);
    table.play("e2e4");
    assert_eq!(table.board.wakes_at(), Some(Duration::from_secs(60)));
    assert!(table.wait(59).is_empty());
    let state = table.wait(1).pop().expect("a state");
    assert_eq!(state["over"]["reason"], "Black ran out of time");
    assert_eq!(table.board.wakes_at(), None);
    // A move that comes too late finds the game lost.
    let mut table = with_clock(None);
    table.play("e2e4");
    table.now += Duration::from_secs(61);
    let answers = table.say(json!({"type": "move", "move": "e7e5"}));
    assert_eq!(answers[0]["over"]["result"], "1-0");
    assert_eq!(answers[1]["type"], "error");
}

#[test]
fn a_bare_king_does_not_win_on_time() {
    let mut table = with_clock(Some("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"));
    table.play("e8e7");
    let state = table.wait(61).pop().expect("a state");
    assert_eq!(state["over"]["result"], "1/2-1/2", "{state}");
}

#[test]
fn clocks_stand_still_while_somebody_looks_back() {
    let mut table = with_clock(None);
    table.play("e2e4");
    table.wait(10);
    let state = table.ask(json!({"type": "goto", "ply": 0}));
    assert_eq!(state["clock"]["running"], Json::Null);
    assert!(table.wait(1000).is_empty());
    let state = table.ask(json!({"type": "goto", "ply": 1}));
    assert_eq!(state["clock"]["black"], 50_000);
    let state = table.play("e7e5");
    assert_eq!(
        (&state["clock"]["running"], &state["clock"]["black"]),
        (&json!("white"), &json!(50_000))
    );
}

#[test]
fn a_refused_message_changes_nothing() {
    let mut table = with_clock(None);
    table.play("e2e4");
    let before = table.ask(json!({"type": "stop"}));
    for message in [
        json!({"type": "new", "game": "chess", "fen": "nonsense"}),
        json!({"type": "new", "game": "chess", "clock": {"base": 0}}),
        json!({"type": "new", "game": "gomoku", "rule": "chess"}),
        json!({"type": "load", "format": "pgn", "text": "1. e5"}),
        json!({"type": "goto", "ply": 9}),
        json!({"type": "move", "move": "e2e4"}),
        json!({"type": "swap2", "choice": "black"}),
        json!({"type": "tree", "node": 1}),
    ] {
        let answer = table.ask(message.clone());
        assert_eq!(answer["type"], "error", "{message}");
    }
    assert_eq!(table.ask(json!({"type": "stop"})), before);
}
