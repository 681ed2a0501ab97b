//! Guests who do not behave, and many of them.

use crate::client::{Hall, engine, eventually};
use regence_web::Options;
use serde_json::json;
use tungstenite::{Error, Message};

#[test]
fn the_page_is_served_with_its_protection() {
    let hall = Hall::open();
    let host = hall.host();
    let answer = hall.get("/", &host);
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(
        answer.contains("text/html") && answer.contains("no-cache"),
        "{answer}"
    );
    assert!(
        answer.contains("frame-ancestors 'none'") && answer.contains("nosniff"),
        "{answer}"
    );
    assert!(hall.get("/health", &host).ends_with("ok\n"));
    assert!(hall.get("/nothing.js", &host).starts_with("HTTP/1.1 404"));
    assert!(hall.get("/../Cargo.toml", &host).starts_with("HTTP/1.1 4"));
}

#[test]
fn another_name_or_another_site_is_refused() {
    let hall = Hall::open();
    let answer = hall.get("/", "evil.example");
    assert!(
        answer.starts_with("HTTP/1.1 421") && answer.contains("--host"),
        "{answer}"
    );
    for origin in ["http://evil.example", "null", "http://127.0.0.1:1"] {
        let Err(error) = hall.page_from(Some(origin)) else {
            panic!("{origin} was let in");
        };
        let Error::Http(response) = *error else {
            panic!("{origin}: {error}");
        };
        assert_eq!(response.status(), 403);
    }
    let own = format!("http://{}", hall.host());
    let mut page = hall.page_from(Some(&own)).expect("our own page");
    assert_eq!(page.hear()["type"], "hello");
    drop(page);
    eventually("the board is closed", || hall.census.boards() == 0);
}

#[test]
fn garbage_is_answered_and_the_game_stays() {
    let hall = Hall::open();
    let mut page = hall.page();
    page.ask(json!({"type": "move", "move": "e2e4"}));
    let mut refused = |text: &str, word: &str| {
        page.say_text(text);
        let message = page.find("error")["message"].as_str().unwrap().to_owned();
        assert!(message.contains(word), "{text:.40}: {message}");
    };
    refused("", "JSON");
    refused("{", "JSON");
    refused("[[[[[[", "JSON");
    refused(r#"{"type":"fly"}"#, "fly");
    refused(r#"{"type":"move"}"#, "move");
    refused(r#"{"type":"move","move":7}"#, "string");
    refused(r#"{"type":"goto","ply":-1}"#, "-1");
    refused(r#"{"type":"goto","ply":1e99}"#, "understood");
    refused(r#"{"type":"new","game":"draughts"}"#, "draughts");
    refused(
        r#"{"type":"new","game":"chess","players":{"white":"dog","black":"human"}}"#,
        "dog",
    );
    refused(&"[".repeat(50_000), "JSON");
    refused(
        &format!(
            r#"{{"type":"load","format":"pgn","text":"{}"}}"#,
            "(".repeat(50_000)
        ),
        "PGN",
    );
    refused(
        &format!(r#"{{"type":"move","move":"{}"}}"#, "x".repeat(100_000)),
        "65536",
    );
    page.send(Message::binary(vec![1, 2, 3])).unwrap();
    assert!(
        page.find("error")["message"]
            .as_str()
            .unwrap()
            .contains("binary")
    );
    let state = page.ask(json!({"type": "goto", "ply": 1}));
    assert_eq!(
        (&state["ply"], &state["turn"]),
        (&json!(1), &json!("black"))
    );
}

#[test]
fn a_message_beyond_all_measure_ends_the_connection_alone() {
    let hall = Hall::open();
    let mut other = hall.page();
    let mut page = hall.page();
    // Longer than a game to load may be: what is shorter is answered with an error.
    let length = regence_board::LONGEST_LOAD + (1 << 20);
    let _ = page.send(Message::text("x".repeat(length)));
    while page.try_hear().is_ok() {}
    eventually("the board is closed", || hall.census.boards() == 1);
    assert_eq!(other.ask(json!({"type": "move", "move": "e2e4"}))["ply"], 1);
}

#[test]
fn an_open_server_tells_the_addresses_to_open() {
    let options = Options {
        host: "0.0.0.0".into(),
        ..Options::default()
    };
    let server = regence_web::Server::bind(&options).expect("a free port");
    let urls = server.urls().expect("addresses");
    let port = server.address().expect("an address").port();
    assert_eq!(urls[0], format!("http://127.0.0.1:{port}/"));
    for url in &urls[1..] {
        assert!(
            url.ends_with(&format!(":{port}/")) && !url.contains("0.0.0.0"),
            "{url}"
        );
    }
    let server = regence_web::Server::bind(&Options::default()).expect("a free port");
    assert_eq!(server.urls().expect("addresses").len(), 1);
}

#[test]
fn too_many_boards_are_told_so() {
    let hall = Hall::with(&Options {
        boards: 2,
        ..Options::default()
    });
    let (_first, second) = (hall.page(), hall.page());
    let mut third = hall.page_from(None).unwrap();
    let refusal = third.hear();
    assert_eq!(refusal["type"], "error");
    assert!(
        refusal["message"].as_str().unwrap().contains("2 boards"),
        "{refusal}"
    );
    assert!(third.try_hear().is_err());
    drop(second);
    eventually("a place is free", || hall.census.boards() == 1);
    let _ = hall.page();
}

#[test]
fn too_many_questions_are_refused() {
    let hall = Hall::open();
    let mut page = hall.page();
    let slow = json!({"engine": {"movetime": 100_000}});
    page.ask(json!({"type": "new", "game": "chess", "players": {"white": slow, "black": "human"}}));
    for _ in 0..9 {
        page.say(json!({"type": "hint", "nodes": 100}));
    }
    assert!(
        page.find("error")["message"]
            .as_str()
            .unwrap()
            .contains("questions")
    );
}

#[test]
fn a_closed_page_ends_its_search() {
    let hall = Hall::open();
    let mut page = hall.page();
    page.ask(json!({"type": "analyse", "lines": 2}));
    page.next("info");
    assert_eq!(hall.census.searches(), 1);
    drop(page);
    eventually("the search ends", || {
        hall.census.searches() == 0 && hall.census.boards() == 0
    });
}

#[test]
fn many_boards_share_the_processor() {
    let hall = Hall::open();
    let mut pages: Vec<_> = (0..12).map(|_| hall.page()).collect();
    for (number, page) in pages.iter_mut().enumerate() {
        if number % 2 == 1 {
            page.ask(json!({"type": "new", "game": "gomoku"}));
        }
        page.say(json!({"type": "analyse", "lines": 1}));
    }
    for page in &mut pages {
        page.until(|message| message["type"] == "info" && message["depth"].as_i64() >= Some(3));
    }
    // Among all these a short thought is still answered.
    let mut guest = hall.page();
    guest.ask(json!({"type": "new", "game": "chess", "players": {"white": "human", "black": engine(200)}}));
    guest.ask(json!({"type": "move", "move": "e2e4"}));
    guest.next("played");
    drop(pages);
    eventually("all searches end", || hall.census.searches() == 0);
}

#[test]
fn a_thousand_guests_leave_nothing_behind() {
    let hall = Hall::open();
    let visit = |number: usize| {
        let mut page = hall.page_from(None).expect("a socket");
        match number % 4 {
            0 => {}
            1 => page.say_text("garbage"),
            2 => page.say(json!({"type": "move", "move": "e2e4"})),
            // A thread of its own and a table, once in a while.
            _ if number % 40 == 3 => page.say(json!({"type": "analyse", "lines": 1})),
            _ => {
                page.hear();
            }
        }
    };
    (0..100).for_each(visit);
    eventually("the first leave", || {
        hall.census.boards() == 0 && hall.census.searches() == 0
    });
    let before = resident_megabytes();
    for number in 0..1000 {
        visit(number);
        // Those who hurry may come before the last ones have been seen to leave.
        eventually("there is a place", || hall.census.boards() < 60);
    }
    eventually("all leave", || {
        hall.census.boards() == 0 && hall.census.searches() == 0
    });
    if let (Some(before), Some(after)) = (before, resident_megabytes()) {
        assert!(after < before + 200, "{before} MB before, {after} MB after");
    }
    assert_eq!(
        hall.page().ask(json!({"type": "move", "move": "e2e4"}))["ply"],
        1
    );
}

/// Memory of this process, where the system tells.
fn resident_megabytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes / 1024)
}
