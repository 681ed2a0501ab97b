//! Games that are kept: whose they are, and that they are there again.

use crate::client::Hall;
use regence_web::Options;
use serde_json::{Value, json};
use std::path::PathBuf;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder =
            std::env::temp_dir().join(format!("regence-games-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        Folder(folder)
    }

    fn hall(&self, host: &str) -> Hall {
        Hall::with(&Options {
            host: host.into(),
            data: Some(self.0.clone()),
            ..Options::default()
        })
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Status and body of an answer.
fn ask(hall: &Hall, method: &str, path: &str, headers: &str, body: &str) -> (u16, String) {
    let host = hall.local();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {host}\r\n{headers}Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    let answer = hall.answer(request.as_bytes());
    let (head, body) = answer.split_once("\r\n\r\n").expect("an answer");
    let status = head[9..12].parse().expect("a status");
    (status, body.to_owned())
}

/// A game as a board keeps it, by the page's own way.
fn game(hall: &Hall, white: &str) -> String {
    let mut page = hall.page();
    page.ask(json!({"type": "load", "format": "pgn", "text": format!("[White \"{white}\"]\n\n1. e4 e5 *")}));
    let kept = page.ask(json!({"type": "keep"}));
    json!({"summary": kept["summary"], "record": kept["record"], "game": kept["game"], "view": "{}"}).to_string()
}

#[test]
fn a_game_is_there_again_after_a_restart() {
    let folder = Folder::new("restart");
    let hall = folder.hall("127.0.0.1");
    let anna = game(&hall, "Anna");
    assert_eq!(ask(&hall, "GET", "/games", "", ""), (200, "[]".into()));
    assert_eq!(ask(&hall, "PUT", "/games/a-1", "", &anna).0, 204);
    assert_eq!(
        ask(&hall, "PUT", "/games/b", "", &game(&hall, "Vera")).0,
        204
    );
    drop(hall);
    let hall = folder.hall("127.0.0.1");
    let (_, list) = ask(&hall, "GET", "/games", "", "");
    let list: Value = serde_json::from_str(&list).expect("JSON");
    let names: Vec<&str> = list
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|game| game["summary"]["white"].as_str())
        .collect();
    assert_eq!(names.len(), 2, "{list}");
    assert!(names.contains(&"Anna") && names.contains(&"Vera"));
    let (status, found) = ask(&hall, "GET", "/games/a-1", "", "");
    let found: Value = serde_json::from_str(&found).expect("JSON");
    let put: Value = serde_json::from_str(&anna).expect("JSON");
    assert_eq!((status, &found), (200, &put));
    let state = hall
        .page()
        .ask(json!({"type": "restore", "game": found["game"]}));
    assert_eq!(state["moves"].as_array().map(Vec::len), Some(2), "{state}");
    assert_eq!(ask(&hall, "DELETE", "/games/a-1", "", "").0, 204);
    assert_eq!(ask(&hall, "DELETE", "/games/a-1", "", "").0, 404);
    assert_eq!(ask(&hall, "GET", "/games/a-1", "", "").0, 404);
    assert_eq!(ask(&hall, "DELETE", "/games", "", "").0, 204);
    assert_eq!(ask(&hall, "GET", "/games", "", "").1, "[]");
}

#[test]
fn guests_see_their_own_games_only() {
    let folder = Folder::new("guests");
    let hall = folder.hall("0.0.0.0");
    let cookie = || {
        let answer = hall.get("/", &hall.local());
        let line = answer
            .lines()
            .find_map(|line| line.strip_prefix("set-cookie: "));
        let line = line.unwrap_or_else(|| panic!("no cookie: {answer:.600}"));
        assert!(
            line.contains("HttpOnly") && line.contains("SameSite=Strict"),
            "{line}"
        );
        format!("Cookie: {}\r\n", line.split(';').next().expect("a name"))
    };
    let (anna, vera) = (cookie(), cookie());
    assert_ne!(anna, vera);
    let text = game(&hall, "Anna");
    assert_eq!(ask(&hall, "PUT", "/games/a", &anna, &text).0, 204);
    assert_eq!(ask(&hall, "GET", "/games/a", &anna, "").0, 200);
    assert_eq!(ask(&hall, "GET", "/games/a", &vera, "").0, 404);
    assert_eq!(ask(&hall, "GET", "/games", &vera, "").1, "[]");
    assert_eq!(ask(&hall, "DELETE", "/games", &vera, "").0, 204);
    assert_eq!(ask(&hall, "GET", "/games/a", &anna, "").0, 200);
    for nobody in ["", "Cookie: regence=\r\n", "Cookie: regence=' OR 1\r\n"] {
        let (status, words) = ask(&hall, "GET", "/games", nobody, "");
        assert_eq!(status, 401, "{words}");
    }
    // Who has a cookie keeps it.
    let request = format!(
        "GET / HTTP/1.1\r\nHost: {}\r\n{anna}Connection: close\r\n\r\n",
        hall.local()
    );
    assert!(!hall.answer(request.as_bytes()).contains("set-cookie"));
}

#[test]
fn other_sites_and_nonsense_are_refused() {
    let folder = Folder::new("nonsense");
    let hall = folder.hall("127.0.0.1");
    let text = game(&hall, "Anna");
    let stranger = "Origin: http://evil.example\r\n";
    assert_eq!(ask(&hall, "PUT", "/games/a", stranger, &text).0, 403);
    assert_eq!(ask(&hall, "GET", "/games", stranger, "").0, 403);
    assert_eq!(ask(&hall, "DELETE", "/games", stranger, "").0, 403);
    assert!(!hall.get("/", &hall.local()).contains("set-cookie"));
    for (path, body) in [
        ("/games/a", "nonsense"),
        ("/games/a", "{}"),
        ("/games/a%2Fb", &text),
        ("/games/a'b", &text),
    ] {
        let (status, words) = ask(&hall, "PUT", path, "", body);
        assert_eq!(status, 400, "{path}: {words}");
    }
    let long = format!("/games/{}", "a".repeat(65));
    assert_eq!(ask(&hall, "PUT", &long, "", &text).0, 400);
    let none = Hall::open();
    let (status, words) = ask(&none, "GET", "/games", "", "");
    assert_eq!(status, 503, "{words}");
}
