//! What closed boards leave behind. A test program of its own: it looks at the memory of the whole process.
#![cfg(all(target_os = "linux", target_env = "gnu"))]

#[path = "served/client.rs"]
#[allow(dead_code)]
mod client;

use client::{Hall, eventually};
use serde_json::json;

const BOARDS: usize = 8;

/// Memory of this process.
fn resident_megabytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("a status");
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    kilobytes.expect("a size") / 1024
}

#[test]
fn recorded_searches_are_given_back_to_the_system() {
    let hall = Hall::open();
    let mut pages: Vec<_> = (0..BOARDS).map(|_| hall.page()).collect();
    for (number, page) in pages.iter_mut().enumerate() {
        if number % 2 == 1 {
            page.ask(json!({"type": "new", "game": "gomoku"}));
            page.ask(json!({"type": "move", "move": "h8"}));
        }
        page.say(json!({"type": "inside", "nodes": 100_000, "id": 1}));
    }
    for page in &mut pages {
        let inside = page.until(|message| message["id"] == 1);
        assert_eq!(inside["type"], "inside", "{inside}");
    }
    let open = resident_megabytes();
    // With their recordings the boards take far more than is allowed to stay.
    assert!(open > 90, "{open} MB");
    drop(pages);
    eventually("memory is given back", || resident_megabytes() < 60);
}
