//! Any text as moves in algebraic notation, played one after the other from the start: never a panic, and
//! the standard text of an accepted move must mean the same move.
#![no_main]

use libfuzzer_sys::fuzz_target;
use regence_chess::Board;

fuzz_target!(|text: &str| {
    let mut board = Board::startpos();
    for word in text.lines() {
        if let Ok(mv) = board.move_from_san(word) {
            assert!(board.is_legal(mv));
            assert_eq!(board.move_from_san(&board.move_to_san(mv)), Ok(mv));
            board = board.make(mv);
        }
    }
});
