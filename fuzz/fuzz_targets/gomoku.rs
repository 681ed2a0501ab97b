//! Any text as a Gomoku diagram or as moves, under each rule: never a panic, and moves that are taken back leave nothing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use regence_gomoku::{Board, Caro, Freestyle, Ninuki, Renju, Rule, Size, Standard};

fn read<R: Rule>(text: &str) {
    let _ = Board::<R>::from_diagram(text);
    let size = Size::square(15).expect("a size");
    let Ok(moves) = size.parse_moves(text) else {
        return;
    };
    let mut board = Board::<R>::new(size);
    let empty = board.key();
    let mut played = 0;
    for mv in moves {
        if board.play(mv).is_err() {
            break;
        }
        played += 1;
    }
    assert_eq!(board.ply(), played);
    for _ in 0..played {
        board.undo();
    }
    assert_eq!(board.key(), empty);
}

fn read_all(text: &str) {
    read::<Freestyle>(text);
    read::<Standard>(text);
    read::<Renju>(text);
    read::<Caro>(text);
    read::<Ninuki>(text);
}

// The tables are made before the first input: with a sanitizer that takes longer than an input may.
fuzz_target!(init: read_all("h8"), |text: &str| read_all(text));
