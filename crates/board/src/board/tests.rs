//! Boards without sockets and threads, in a time that the tests make up.

use super::Board;
use crate::Engines;
use crate::inside::Look;
use crate::messages::Answer;
use crate::work::{Context, Event, News, Thinker, Work};
use regence_chess::rng::SplitMix64;
use regence_core::Shared;
use regence_core::limiter::NodeClock;
use regence_core::pool::STACK_BYTES;
use serde_json::{Value as Json, json};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Thinks when the test says so.
#[derive(Clone, Debug, Default)]
struct ByHand {
    next: Rc<Cell<u64>>,
    task: Rc<RefCell<Option<(u64, Work, u64)>>>,
}

impl Thinker for ByHand {
    fn start(&mut self, work: Work, game: u64) -> Result<u64, String> {
        let number = self.next.get() + 1;
        self.next.set(number);
        *self.task.borrow_mut() = Some((number, work, game));
        Ok(number)
    }

    fn hurry(&self) {}

    fn let_go(&mut self, _: u64) {}

    fn call_off(&mut self) {
        *self.task.borrow_mut() = None;
    }

    fn forget(&self, _: Look) {}
}

/// A task in a time that is counted in nodes.
struct Simulated {
    shared: Arc<Shared>,
    news: Mutex<Vec<News>>,
}

fn simulated_signals() -> Arc<Shared> {
    Shared::new(1, NodeClock::new(10_000), false)
}

impl Context for Simulated {
    fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }

    fn signals(&self) -> Arc<Shared> {
        simulated_signals()
    }

    fn is_called_off(&self) -> bool {
        false
    }

    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn random(&self) -> u64 {
        7
    }

    fn tell(&self, news: News) {
        self.news.lock().expect("a lock").push(news);
    }
}

/// A board, and the time that is told to it.
struct Table {
    board: Board<ByHand>,
    now: Duration,
    thinker: ByHand,
    engines: Engines,
}

impl Table {
    fn new() -> Table {
        let thinker = ByHand::default();
        Table {
            board: Board::new(thinker.clone()),
            now: Duration::ZERO,
            thinker,
            engines: Engines::default(),
        }
    }

    /// Does the task that the board has asked for, if any, and tells it what came of it.
    fn think(&mut self) -> Vec<Json> {
        let Some((number, work, game)) = self.thinker.task.borrow_mut().take() else {
            return Vec::new();
        };
        let context = Simulated {
            shared: simulated_signals(),
            news: Mutex::default(),
        };
        let engines = &mut self.engines;
        let done = std::thread::scope(|scope| {
            let run = || engines.work(&work, game, &context);
            let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
            let thread = thread.spawn_scoped(scope, run).expect("a thread");
            thread.join().expect("no panic")
        });
        let mut news = context.news.into_inner().expect("news");
        news.push(News::Done(done));
        let mut answers = Vec::new();
        for news in news {
            let event = Event { task: number, news };
            answers.extend(read(self.board.learn(event, self.now)));
        }
        answers
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

fn read(messages: Vec<Answer>) -> Vec<Json> {
    let parse = |answer: &Answer| serde_json::from_str(&answer.to_json()).expect("JSON");
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
    assert_eq!(
        state["over"],
        json!({"result": "1-0", "reason": "time", "side": "black"})
    );
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
    // Back at the end the game goes on, its clock too.
    let state = table.ask(json!({"type": "goto", "ply": 1}));
    assert_eq!(
        (&state["clock"]["running"], &state["clock"]["black"]),
        (&json!("black"), &json!(50_000))
    );
    table.wait(10);
    let state = table.play("e7e5");
    assert_eq!(
        (&state["clock"]["running"], &state["clock"]["black"]),
        (&json!("white"), &json!(45_000))
    );
    // A clock that was stopped by hand stays so.
    table.say(json!({"type": "clockstop"}));
    table.say(json!({"type": "goto", "ply": 0}));
    let state = table.ask(json!({"type": "goto", "ply": 2}));
    assert_eq!(state["clock"]["running"], Json::Null);
}

#[test]
fn an_engine_of_limited_strength_takes_its_time() {
    let mut table = Table::new();
    let weak = json!({"engine": {"elo": 1000, "movetime": 1000}});
    let players = json!({"white": "human", "black": weak});
    table.say(json!({"type": "new", "game": "chess", "players": players}));
    table.play("e2e4");
    assert!(
        !table
            .think()
            .iter()
            .any(|answer| answer["type"] == "played")
    );
    assert_eq!(table.board.wakes_at(), Some(Duration::from_secs(1)));
    let answers = table.wait(1);
    assert_eq!(answers[0]["type"], "played");
    assert_eq!(answers[0]["ms"], 1000);
    // Unless it is told to hurry.
    table.play("d2d4");
    table.think();
    let answers = table.say(json!({"type": "go"}));
    assert_eq!(answers[0]["type"], "played");
    assert_eq!(table.board.wakes_at(), None);
}

/// It has thought for as long as it wanted, or was told to move now.
#[test]
fn an_engine_of_full_strength_moves_when_it_has_thought() {
    let mut table = Table::new();
    let strong = json!({"engine": {"elo": 3000, "movetime": 2}});
    table.ask(
        json!({"type": "new", "game": "chess", "players": {"white": "human", "black": strong}}),
    );
    table.play("e2e4");
    table.think();
    assert_eq!(table.board.game.ply(), 2);
    assert_eq!(table.board.wakes_at(), None);
}

#[test]
fn a_long_annotated_game_is_loaded() {
    let mut table = Table::new();
    let comment = "a".repeat(82 * 1024);
    let text = format!("1. e4 {{{comment}}} e5");
    let state = table.ask(json!({"type": "load", "format": "pgn", "text": text}));
    assert_eq!(state["ply"], 2, "{}", state["message"]);
    let error = table.ask(json!({"type": "move", "move": comment}));
    assert_eq!(error["type"], "error");
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

fn loaded(text: &str) -> Table {
    let mut table = Table::new();
    let weak = json!({"engine": {"elo": 1000, "nodes": 50}});
    table
        .say(json!({"type": "new", "game": "chess", "players": {"white": "human", "black": weak}}));
    table.ask(json!({"type": "load", "format": "pgn", "text": text}));
    table
}

#[test]
fn moves_that_are_tried_become_variations_and_nobody_answers() {
    let mut table = loaded("1. e4 e5 2. Nf3 Nc6");
    table.say(json!({"type": "goto", "ply": 2}));
    let answers = table.say(json!({"type": "move", "move": "d2d4"}));
    let [nodes, state] = &answers[..] else {
        panic!("{answers:?}");
    };
    // The node before it, with its other child first, and the new one.
    assert_eq!(
        (&nodes["type"], &nodes["all"]),
        (&json!("nodes"), &json!(false))
    );
    assert_eq!(nodes["nodes"][0]["children"], json!([3, 5]));
    assert_eq!(nodes["nodes"][1]["played"]["san"], "d4");
    assert_eq!(
        (&state["playing"], &state["thinking"]),
        (&json!(false), &json!(false))
    );
    assert_eq!(
        (&state["node"], &state["line"]),
        (&json!(5), &json!([1, 2, 5]))
    );
    assert!(table.think().is_empty());
    // The same at another node, and the same move again is no new one.
    let state = table.ask(json!({"type": "move", "move": "f8c5", "node": 3}));
    assert_eq!(state["line"], json!([1, 2, 3, 6]));
    let state = table.ask(json!({"type": "move", "move": "f8c5", "node": 3}));
    assert_eq!(state["node"], 6);
    let error = table.ask(json!({"type": "move", "move": "e1e8", "node": 1}));
    assert_eq!(error["type"], "error");
    assert_eq!(table.ask(json!({"type": "stop"}))["node"], 6);
    let text = table.ask(json!({"type": "export", "format": "pgn"}))["text"].to_string();
    assert!(
        text.contains("2. Nf3 (2. d4) 2... Nc6 (2... Bc5)"),
        "{text}"
    );
}

#[test]
fn a_loaded_game_is_played_from_where_one_says_so() {
    let mut table = loaded("1. e4 e5 2. Nf3 Nc6");
    let state = table.ask(json!({"type": "goto", "ply": 3}));
    assert_eq!(state["thinking"], false);
    let state = table.ask(json!({"type": "go"}));
    assert_eq!(
        (&state["playing"], &state["thinking"]),
        (&json!(true), &json!(true))
    );
    let answers = table.think();
    assert!(answers.iter().any(|answer| answer["type"] == "played"));
    assert_eq!(answers[answers.len() - 1]["ply"], 4);
    // What is played is the main line, and what was there stays.
    let answers = table.say(json!({"type": "export", "format": "pgn"}));
    let text = answers[0]["text"].to_string();
    assert!(text.contains("Nc6"), "{text}");
}

#[test]
fn a_finished_game_is_over_where_it_ended_and_open_elsewhere() {
    let mut table = Table::new();
    table.play("e2e4");
    table.play("e7e5");
    let state = table.ask(json!({"type": "resign"}));
    assert_eq!(
        (&state["playing"], &state["over"]["result"]),
        (&json!(false), &json!("0-1"))
    );
    assert_eq!(table.play("g1f3")["type"], "error");
    let state = table.ask(json!({"type": "move", "move": "c7c5", "node": 1}));
    assert_eq!(state["line"], json!([1, 3]));
    let text = table.ask(json!({"type": "export", "format": "pgn"}))["text"].to_string();
    assert!(text.contains("1. e4 e5 (1... c5) 0-1"), "{text}");
}

#[test]
fn variations_are_promoted_deleted_and_annotated() {
    let mut table = loaded("1. e4 (1. d4 d5) e5");
    let state = table.ask(json!({"type": "promote", "node": 4, "main": true}));
    // It stands where it stood.
    assert_eq!(
        (&state["node"], &state["line"]),
        (&json!(2), &json!([1, 2]))
    );
    let state = table.ask(json!({"type": "goto", "ply": 0}));
    assert_eq!(state["line"], json!([3, 4]));
    let drawn = json!([{"brush": "G", "from": "d2", "to": "d4"}]);
    let answers = table.say(json!({"type": "annotate", "node": 3, "comment": "queen's pawn", "nags": [1], "shapes": drawn}));
    let node = &answers[0]["nodes"][0];
    assert_eq!(
        (&node["comment"], &node["shapes"]),
        (&json!("queen's pawn"), &drawn)
    );
    let text = table.ask(json!({"type": "export", "format": "pgn"}))["text"].to_string();
    assert!(
        text.contains("1. d4 $1 {[%cal Gd2d4] queen's pawn} (1. e4 e5) 1... d5"),
        "{text}"
    );
    table.say(json!({"type": "goto", "node": 4}));
    let answers = table.say(json!({"type": "delete", "node": 3}));
    assert_eq!(answers[0]["gone"].as_array().map(Vec::len), Some(2));
    assert_eq!(
        (&answers[1]["node"], &answers[1]["line"]),
        (&json!(0), &json!([1, 2]))
    );
    for wrong in [
        json!({"type": "delete", "node": 0}),
        json!({"type": "delete", "node": 3}),
        json!({"type": "promote", "node": 99}),
        json!({"type": "goto"}),
        json!({"type": "goto", "node": 3}),
        json!({"type": "annotate", "node": 1, "nags": vec![1; 65]}),
        json!({"type": "annotate", "node": 1, "comment": "a".repeat(20_001)}),
    ] {
        assert_eq!(table.ask(wrong.clone())["type"], "error", "{wrong}");
    }
}

#[test]
fn the_line_that_is_played_is_the_main_one_and_cannot_be_deleted() {
    let mut table = Table::new();
    table.play("e2e4");
    table.play("e7e5");
    let state = table.ask(json!({"type": "move", "move": "c7c5", "node": 1}));
    assert_eq!(
        (&state["line"], &state["playing"]),
        (&json!([1, 3]), &json!(true))
    );
    let state = table.ask(json!({"type": "goto", "ply": 0}));
    assert_eq!(state["line"], json!([1, 3]));
    assert_eq!(
        table.ask(json!({"type": "delete", "node": 1}))["type"],
        "error"
    );
    assert_eq!(
        table.ask(json!({"type": "delete", "node": 2}))["type"],
        "state"
    );
}

/// A message that may make sense or not.
fn any_message(rng: &mut SplitMix64, state: &Json) -> Json {
    let mut pick = |words: &[&str]| words[rng.below(words.len() as u64) as usize].to_owned();
    let rule = pick(&["freestyle", "standard", "renju", "caro", "ninuki", "chess"]);
    let opening = pick(&["empty", "swap2", "balanced"]);
    let choice = pick(&["black", "white", "place"]);
    let format = pick(&["pgn", "fen", "gomoku"]);
    let text = pick(&[
        "1. e4 e5 2. Nf3",
        "8/8/8/8/8/4k3/4q3/7K b - - 0 1",
        "h8i9h7",
        "(;GM[4]SZ[9];B[ee])",
        "",
        "8/8",
    ]);
    let mut mv = pick(&["e2e4", "h8", "e7e8q", "a1", "z99", "", "e1g1"]);
    if let Some(dests) = state["dests"].as_object()
        && let Some((from, to)) = dests
            .iter()
            .nth(rng.below(dests.len().max(1) as u64) as usize)
    {
        mv = format!("{from}{}", to[0].as_str().unwrap_or_default());
    } else if rng.below(2) == 0 {
        let letter = char::from(b'a' + rng.below(16) as u8);
        mv = format!("{letter}{}", rng.below(17));
    }
    let mut player = || match rng.below(3) {
        0 => json!({"engine": {"nodes": 30, "elo": 1000}}),
        1 => json!({"engine": {"nodes": 60}}),
        _ => json!("human"),
    };
    let players = json!({"white": player(), "black": player()});
    let (ply, size) = (rng.below(8), 5 + rng.below(6));
    let stones = json!(["c3", "d4", "e2"][..rng.below(4) as usize]);
    let clock = match rng.below(3) {
        0 => json!({"base": 5000, "inc": 100}),
        _ => Json::Null,
    };
    match rng.below(29) {
        0 => json!({"type": "new", "game": "chess", "players": players, "clock": clock}),
        1 => json!({"type": "new", "game": "chess", "chess960": ply * 130, "players": players}),
        2 => {
            json!({"type": "new", "game": "gomoku", "rule": rule, "size": size, "opening": opening, "players": players, "clock": clock})
        }
        3 => json!({"type": "load", "format": format, "text": text}),
        4 => json!({"type": "players", "players": players}),
        5 => json!({"type": "swap2", "choice": choice, "stones": stones}),
        6 => json!({"type": "goto", "ply": ply}),
        7 => json!({"type": "clockstop"}),
        8 => json!({"type": "go"}),
        9 => json!({"type": "resign"}),
        10 => json!({"type": "analyse", "lines": ply, "nodes": 200}),
        11 => json!({"type": "stop"}),
        12 => json!({"type": "hint", "nodes": 50}),
        13 => json!({"type": "review", "nodes": 20}),
        14 => json!({"type": "inside", "nodes": 300}),
        15 => json!({"type": "tree", "node": ply}),
        16 => json!({"type": "why", "move": mv, "nodes": 50}),
        17 => json!({"type": "export", "format": format}),
        18 => json!({"type": "goto", "node": ply}),
        19 => json!({"type": "promote", "node": ply, "main": size % 2 == 0}),
        20 => json!({"type": "delete", "node": ply + 3}),
        21 => json!({"type": "annotate", "node": ply, "comment": text, "nags": [ply]}),
        22 => json!({"type": "keep", "id": 1}),
        _ => json!({"type": "move", "move": mv}),
    }
}

fn kept(table: &mut Table) -> Json {
    let kept = table.ask(json!({"type": "keep", "id": 9}));
    assert_eq!(kept["type"], "kept", "{kept}");
    kept
}

fn restored(kept: &Json, clock: Json) -> (Table, Json) {
    let mut other = Table::new();
    other.play("a2a3");
    let message = json!({"type": "restore", "game": kept["game"], "clock": clock});
    let answers = other.say(message);
    let nodes = answers.iter().find(|answer| answer["type"] == "nodes");
    let nodes = nodes.unwrap_or_else(|| panic!("{answers:?}")).clone();
    let state = answers.last().expect("a state");
    assert_eq!(state["type"], "state", "{state}");
    assert_eq!(nodes["all"], true);
    (other, nodes)
}

#[test]
fn a_kept_board_goes_on_as_it_was() {
    let mut table = with_clock(None);
    table.play("e2e4");
    table.wait(10);
    table.play("e7e5");
    table.ask(json!({"type": "goto", "node": 1}));
    table.ask(json!({"type": "annotate", "node": 1, "comment": "best", "nags": [1], "shapes": [{"brush": "G", "from": "e2", "to": "e4"}]}));
    table.ask(json!({"type": "goto", "node": 2}));
    table.wait(20);
    let before = kept(&mut table);
    assert_eq!(before["summary"]["plies"], 2);
    assert!(
        before["record"]
            .as_str()
            .is_some_and(|text| text.contains("1. e4 $1 {[%cal Ge2e4] best} 1... e5")),
        "{before}"
    );
    let (mut other, nodes) = restored(&before, Json::Null);
    assert_eq!(nodes["nodes"].as_array().map(Vec::len), Some(3));
    assert_eq!(nodes["nodes"][1]["comment"], "best");
    let again = kept(&mut other);
    assert_eq!(again["game"], before["game"]);
    // The clock goes on from where it was, not from the beginning.
    let state = other.play("g1f3");
    assert_eq!(state["clock"]["white"], 45_000, "{state}");
    assert_eq!(state["clock"]["black"], 55_000);
    assert_eq!(state["clock"]["running"], "black");
    assert_eq!(state["moves"][0]["ms"], 0);
    assert_eq!(state["moves"][1]["ms"], 10_000);
    // What the page saw on the clocks when it went away counts.
    let (mut other, _) = restored(&before, json!({"white": 31_000, "black": 32_000}));
    let state = other.play("g1f3");
    assert_eq!(
        (&state["clock"]["white"], &state["clock"]["black"]),
        (&json!(36_000), &json!(32_000))
    );
}

#[test]
fn nodes_keep_their_numbers_and_their_order() {
    let mut table = loaded("1. e4 (1. d4 d5) (1. c4) 1... e5 2. Nf3 *");
    table.ask(json!({"type": "delete", "node": 2}));
    let state = table.ask(json!({"type": "move", "move": "c7c5", "node": 1}));
    let (at, before) = (state["node"].clone(), kept(&mut table));
    let (mut other, nodes) = restored(&before, Json::Null);
    assert_eq!(kept(&mut other)["game"], before["game"]);
    let state = other.ask(json!({"type": "goto", "node": at}));
    assert_eq!(state["moves"][1]["san"], "c5", "{nodes}");
    assert_eq!(state["playing"], false);
    let state = other.ask(json!({"type": "restore", "game": before["game"]}));
    assert_eq!(state["node"], at);
}

#[test]
fn openings_by_swap2_and_stones_that_were_set_up_are_kept() {
    let mut table = Table::new();
    table.ask(json!({"type": "new", "game": "gomoku", "rule": "standard", "size": 15, "opening": "swap2"}));
    table.ask(json!({"type": "swap2", "choice": "place", "stones": ["h8", "i9", "c3"]}));
    let before = kept(&mut table);
    let (mut other, _) = restored(&before, Json::Null);
    let state = other.ask(json!({"type": "swap2", "choice": "place", "stones": ["a1", "b5"]}));
    assert_eq!(state["swap2"]["step"], "colour", "{state}");
    assert_eq!(state["rule"], "standard");
    let mut table = Table::new();
    table.ask(json!({"type": "load", "format": "gomoku", "text": "(;GM[4]SZ[15]RU[renju]AB[hh][ih]AW[aa]PL[W];W[bb];B[])"}));
    let before = kept(&mut table);
    let (mut other, _) = restored(&before, Json::Null);
    let again = kept(&mut other);
    assert_eq!(again["game"], before["game"]);
    assert_eq!(again["record"], before["record"]);
    assert_eq!(again["summary"]["rule"], "renju");
}

#[test]
fn an_end_that_the_rules_do_not_see_is_kept() {
    let mut table = Table::new();
    table.play("e2e4");
    table.ask(json!({"type": "resign"}));
    let before = kept(&mut table);
    assert_eq!(before["summary"]["result"], "1-0");
    let mut other = Table::new();
    let state = other.ask(json!({"type": "restore", "game": before["game"]}));
    assert_eq!(
        state["over"],
        json!({"result": "1-0", "reason": "resigned", "side": "black"})
    );
}

#[test]
fn what_was_not_kept_by_a_board_is_refused_and_changes_nothing() {
    let mut table = Table::new();
    table.play("e2e4");
    let good: Json =
        serde_json::from_str(kept(&mut table)["game"].as_str().expect("a text")).expect("JSON");
    let node = |id: u64, parent: u64, mv: &str| json!({"id": id, "parent": parent, "move": mv});
    let changed = |name: &str, value: Json| {
        let mut bad = good.clone();
        bad[name] = value;
        bad.to_string()
    };
    let bad = [
        "nonsense".to_owned(),
        "{}".to_owned(),
        changed("version", json!(99)),
        changed("at", json!(77)),
        changed("head", json!(4_000_000_000_u64)),
        changed(
            "decided",
            json!([9, {"result": "1-0", "reason": "time", "side": null}]),
        ),
        changed("nodes", json!([{"id": 0}, node(1, 0, "e2e5")])),
        changed(
            "nodes",
            json!([{"id": 0}, node(1, 0, "e2e4"), node(1, 0, "d2d4")]),
        ),
        changed("nodes", json!([{"id": 0}, node(4_000_000_000, 0, "e2e4")])),
        changed("nodes", json!([{"id": 0}, node(1, 7, "e2e4")])),
        changed(
            "start",
            json!({"game": "chess", "fen": "8/8", "chess960": false}),
        ),
        changed(
            "start",
            json!({"game": "gomoku", "rule": "go", "width": 15, "height": 15}),
        ),
        changed(
            "start",
            json!({"game": "gomoku", "rule": "renju", "width": 1, "height": 255}),
        ),
        changed(
            "start",
            json!({"game": "gomoku", "rule": "renju", "width": 9, "height": 9, "black": ["z9"]}),
        ),
    ];
    for text in bad {
        let answer = table.ask(json!({"type": "restore", "game": text, "id": 4}));
        assert_eq!(
            (&answer["type"], &answer["id"]),
            (&json!("error"), &json!(4)),
            "{text}"
        );
        assert_eq!(
            table.ask(json!({"type": "goto", "ply": 1}))["moves"][0]["move"],
            "e2e4"
        );
    }
}

#[test]
fn any_messages_in_any_order_leave_a_board_that_makes_sense() {
    let mut rng = SplitMix64::new(7);
    let mut table = Table::new();
    let mut state = Json::Null;
    let mut kinds = std::collections::BTreeSet::new();
    for number in 0..1500 {
        table.now += Duration::from_millis(rng.below(400));
        let message = any_message(&mut rng, &state);
        let mut answers = table.say(message);
        if number % 3 == 0 {
            // Some tasks are done in between, others are called off first.
            answers.extend(table.think());
        }
        for answer in answers {
            kinds.insert(answer["type"].to_string());
            if answer["type"] == "kept" {
                let mut other = Table::new();
                let text = &answer["game"];
                let found = other.ask(json!({"type": "restore", "game": text}));
                assert_eq!(found["type"], "state", "{found} from {text}");
                assert_eq!(found["node"], state["node"], "{text}");
            }
            if answer["type"] == "state" {
                let (ply, moves) = (answer["ply"].as_u64(), answer["moves"].as_array());
                assert!(ply <= moves.map(|moves| moves.len() as u64), "{answer}");
                let line = answer["line"].as_array().map(Vec::len);
                assert_eq!(line, moves.map(Vec::len), "{answer}");
                state = answer;
            }
        }
    }
    for kind in ["state", "error", "export", "kept"] {
        assert!(
            kinds.contains(&format!("{kind:?}")),
            "no {kind} in {kinds:?}"
        );
    }
    // After all that it still thinks.
    table.say(json!({"type": "stop"}));
    table.say(json!({"type": "new", "game": "chess"}));
    table.say(json!({"type": "hint", "nodes": 50, "id": 3}));
    assert!(table.think().iter().any(|answer| answer["id"] == 3));
}

#[test]
fn a_threat_is_what_the_other_side_would_do() {
    let mut table = Table::new();
    // Black is to move; White threatens mate.
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3";
    table.ask(json!({"type": "load", "format": "fen", "text": fen}));
    table.say(json!({"type": "threat", "id": 4, "nodes": 3000}));
    let threat = table.think().pop().expect("an answer");
    assert_eq!(
        (&threat["type"], &threat["id"]),
        (&json!("threat"), &json!(4))
    );
    assert_eq!(threat["san"], "Qxf7#");
    assert_eq!(threat["score"], json!({"mate": 1}));
    // In check nobody can pass.
    table.play("g8f6");
    table.play("h5f7");
    assert_eq!(table.ask(json!({"type": "threat"}))["type"], "error");
    // In Gomoku an open three threatens to become four.
    table.ask(json!({"type": "load", "format": "gomoku", "text": "h8a1i8a15j8"}));
    table.say(json!({"type": "threat", "nodes": 3000}));
    let threat = table.think().pop().expect("an answer");
    let at = threat["move"].as_str().expect("a point");
    assert!(["g8", "k8"].contains(&at), "{threat}");
}

#[test]
fn two_people_agree_on_a_draw_and_an_engine_looks_first() {
    let mut table = Table::new();
    table.play("e2e4");
    let state = table.ask(json!({"type": "draw"}));
    assert_eq!(
        state["over"],
        json!({"result": "1/2-1/2", "reason": "agreement", "side": null})
    );
    assert_eq!(table.ask(json!({"type": "draw"}))["type"], "error");

    let offer = |fen: &str, moves: usize| {
        let mut table = Table::new();
        let weak = json!({"engine": {"elo": 1000, "nodes": 50}});
        let players = json!({"white": "human", "black": weak});
        table.say(json!({"type": "new", "game": "chess", "fen": fen, "players": players}));
        let mut dance = ["a1a2", "a2a1"].into_iter().cycle();
        while table.board.game.ply() < moves {
            table.play(dance.next().expect("a step"));
            table.think();
        }
        let over = table.ask(json!({"type": "stop"}))["over"].clone();
        assert_eq!(over, Json::Null, "{fen}");
        table.say(json!({"type": "draw", "id": 1}));
        let answers = table.think();
        let told = answers.iter().find(|answer| answer["type"] == "draw");
        told.expect("an answer")["accepted"].clone()
    };
    // It has a queen more.
    assert_eq!(offer("4k2q/8/8/8/8/8/8/K7 w - - 0 1", 0), false);
    // So has the one who offers, but the game has hardly begun.
    assert_eq!(offer("7k/8/8/8/8/8/4Q3/K7 w - - 0 1", 0), false);
}

#[test]
fn a_losing_engine_takes_the_draw_that_it_is_offered() {
    let mut table = Table::new();
    let weak = json!({"engine": {"elo": 1000, "nodes": 50}});
    let both = json!({"white": "human", "black": "human"});
    table.say(json!({"type": "new", "game": "chess", "fen": "7k/8/8/8/8/8/4Q3/K7 w - - 0 1", "players": both}));
    // The king takes a walk, so that no position comes three times.
    let walk = "a1b1 b1c1 c1d1 d1e1 e1f1 f1g1 g1h1 h1h2 h2h3 h3h4";
    for (step, king) in walk.split(' ').enumerate() {
        table.play(king);
        table.play(["h8h7", "h7h8"][step % 2]);
    }
    assert_eq!(table.board.game.ply(), 20);
    table.say(json!({"type": "players", "players": {"white": "human", "black": weak}}));
    table.say(json!({"type": "draw"}));
    let answers = table.think();
    assert!(
        answers.contains(&json!({"type": "draw", "accepted": true})),
        "{answers:?}"
    );
    assert_eq!(
        answers.last().expect("a state")["over"]["reason"],
        "agreement"
    );
}

#[test]
fn an_analysis_uses_what_it_may() {
    let mut table = Table::new();
    let power = |table: &Table| {
        let task = table.thinker.task.borrow();
        match task.as_ref().map(|(_, work, _)| work) {
            Some(Work::Chess(search)) => search.power.map(|power| (power.threads, power.hash)),
            _ => panic!("a search"),
        }
    };
    table.say(json!({"type": "analyse", "lines": 1}));
    assert_eq!(power(&table), None);
    table.say(json!({"type": "power", "threads": 64, "hash": 4000}));
    assert_eq!(power(&table), Some((1, 16)), "no more than there is");
    table.board.allow(crate::messages::Power {
        threads: 2,
        hash: 64,
    });
    table.say(json!({"type": "power", "threads": 2, "hash": 32}));
    assert_eq!(power(&table), Some((2, 32)));
    table.say(json!({"type": "hint"}));
    assert_eq!(power(&table), None);
}

#[test]
fn the_games_of_an_sgf_are_listed_one_that_is_wrong_too() {
    let mut table = Table::new();
    let first = "(;GM[4]SZ[15]RU[Renju]PB[\u{c9}va]PW[B]DT[2024-01-02]RE[B+];B[hh];W[hg];B[ig](;W[ii])(;W[jj];B[aa]))";
    let text =
        format!("{first}\n(;GM[1]SZ[19];B[pd])\n(;GM[4]SZ[15];B[zz])\n(;GM[4]SZ[19]PB[D];B[jj])\n");
    let answer = table.ask(json!({"type": "games", "text": text}));
    let games = answer["games"].as_array().expect("games");
    assert_eq!(games.len(), 4, "{answer}");
    let told = &games[0]["summary"];
    assert_eq!(told["game"], "gomoku");
    assert_eq!([&told["black"], &told["white"]], ["\u{c9}va", "B"]);
    assert_eq!([&told["rule"], &told["date"]], ["renju", "2024-01-02"]);
    assert_eq!([&told["result"], &told["opening"]], ["0-1", "Kagetsu"]);
    assert_eq!(told["plies"], 4);
    let error = |index: usize| games[index]["error"].as_str().expect("an error");
    assert!(error(1).contains("GM[4]"), "{}", error(1));
    assert!(error(2).contains("move 1"), "{}", error(2));
    let place = |name: &str| games[3][name].as_u64().expect("a place") as usize;
    let part = &text[place("start")..place("end")];
    assert_eq!(part, "(;GM[4]SZ[19]PB[D];B[jj])");
    assert_eq!(table.board.game.ply(), 0);
}

#[test]
fn the_games_of_a_text_are_listed_with_their_places() {
    let mut table = Table::new();
    let first = "[White \"É. Carlsen\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n\n";
    let bad = "[White \"C\"]\n\n1. e5 *\n\n";
    let last = "[White \"D\"]\n[Opening \"My own\"]\n\n1. d4 *\n";
    let text = format!("{first}{bad}{last}");
    let answer = table.ask(json!({"type": "games", "text": text}));
    let games = answer["games"].as_array().expect("games");
    assert_eq!(games.len(), 3, "{answer}");
    assert_eq!(games[0]["summary"]["white"], "É. Carlsen");
    assert_eq!(games[0]["summary"]["opening"], "C60 Ruy Lopez");
    assert_eq!(games[0]["summary"]["result"], "1-0");
    assert!(games[1]["error"].as_str().expect("an error").contains("e5"));
    assert_eq!(games[2]["summary"]["opening"], "My own");
    let place = |game: &Json, name: &str| game[name].as_u64().expect("a place") as usize;
    let part = &text[place(&games[2], "start")..place(&games[2], "end")];
    assert_eq!(part.trim(), last.trim());
    // What is listed is not loaded.
    assert_eq!(table.board.game.ply(), 0);
}

#[test]
fn nodes_say_what_the_opening_is_called() {
    let mut table = Table::new();
    let answers = table.say(json!({"type": "move", "move": "e2e4"}));
    let node = answers[0]["nodes"]
        .as_array()
        .expect("nodes")
        .last()
        .expect("a node")
        .clone();
    assert_eq!(node["opening"], "B00 King's Pawn Game");
    table.play("a7a6");
    let kept = table.ask(json!({"type": "keep"}));
    assert_eq!(kept["summary"]["opening"], "B00 St. George Defence");
}

/// The text of a message, or of what is left of it after some damage.
fn any_text(rng: &mut SplitMix64, state: &Json) -> String {
    let mut message = any_message(rng, state);
    let odd = [
        json!(-1),
        json!(0),
        json!(1e300),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(""),
        json!("\u{0}é\u{1F3B2}"),
        json!("x".repeat(5000)),
        json!([]),
        json!({"engine": {"elo": 0, "nodes": 0}}),
        json!(true),
        Json::Null,
    ];
    if rng.below(3) == 0
        && let Some(fields) = message.as_object_mut()
    {
        let names: Vec<String> = fields.keys().cloned().collect();
        let name = names[rng.below(names.len() as u64) as usize].clone();
        match rng.below(3) {
            0 => drop(fields.remove(&name)),
            // Not `type` alone: what its other words mean is tried, too.
            _ => drop(fields.insert(name, odd[rng.below(odd.len() as u64) as usize].clone())),
        }
    }
    let mut text = message.to_string().into_bytes();
    match rng.below(12) {
        0 => text.truncate(rng.below(text.len() as u64) as usize),
        1 => {
            let at = rng.below(text.len() as u64) as usize;
            text[at] = rng.below(256) as u8;
        }
        2 => text.extend_from_within(rng.below(text.len() as u64) as usize..),
        _ => {}
    }
    String::from_utf8_lossy(&text).into_owned()
}

/// No message may take longer, on any machine.
const HANG: Duration = Duration::from_secs(20);

/// Says so many messages to a board. Every answer must make sense, and what the board keeps must bring it back. Of
/// `errands` tasks one is done, the others are called off.
// How long an answer really takes no transport can say here.
#[allow(clippy::disallowed_methods)]
fn torment(table: &mut Table, seed: u64, messages: u64, errands: u64) {
    let mut rng = SplitMix64::new(seed);
    let mut state = Json::Null;
    for number in 0..messages {
        table.now += Duration::from_millis(rng.below(400));
        let text = any_text(&mut rng, &state);
        let began = std::time::Instant::now();
        let mut answers = read(table.board.hear(&text, table.now));
        if number % errands == 0 {
            // Some tasks are done in between, others are called off first.
            answers.extend(table.think());
        }
        assert!(began.elapsed() < HANG, "{text}");
        for answer in answers {
            if answer["type"] == "kept" {
                let mut other = Table::new();
                let kept = &answer["game"];
                let found = other.ask(json!({"type": "restore", "game": kept}));
                assert_eq!(found["type"], "state", "{found} from {kept}");
                assert_eq!(found["node"], state["node"], "{kept}");
            }
            if answer["type"] == "state" {
                let (ply, moves) = (answer["ply"].as_u64(), answer["moves"].as_array());
                assert!(ply <= moves.map(|moves| moves.len() as u64), "{answer}");
                let line = answer["line"].as_array().map(Vec::len);
                assert_eq!(line, moves.map(Vec::len), "{answer}");
                state = answer;
            }
        }
    }
}

#[test]
#[ignore = "a million messages take many minutes"]
fn a_million_messages_leave_a_board_that_makes_sense() {
    for seed in 0..100 {
        torment(&mut Table::new(), 1000 + seed, 10_000, 20);
        println!("{} messages", (seed + 1) * 10_000);
    }
}
