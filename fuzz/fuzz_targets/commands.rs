//! Whole lines of the UCI protocol: never a panic, and a position that is accepted holds legal moves.
#![no_main]

use libfuzzer_sys::fuzz_target;
use regence_protocol::uci::{Command, parse};

fuzz_target!(|text: &str| {
    for line in text.lines() {
        match parse(line) {
            Ok(Some(parsed)) => {
                if let Command::Position(position) = parsed.command {
                    let game = position.game();
                    assert_eq!(game.keys().len(), game.moves().len());
                }
            }
            Ok(None) => {}
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});
