//! A first line as a FEN, the others as UCI moves from there (or from the start): never a panic, and the
//! text of an accepted move must mean the same move.
#![no_main]

use libfuzzer_sys::fuzz_target;
use regence_chess::Board;

fuzz_target!(|text: &str| {
    let first = text.lines().next().unwrap_or_default();
    let mut board = Board::from_fen(first).unwrap_or_else(|_| Board::startpos());
    for word in text.lines() {
        if let Ok(mv) = board.move_from_uci(word) {
            assert!(board.is_legal(mv));
            assert_eq!(board.move_from_uci(&board.move_to_uci(mv, true)), Ok(mv));
            board = board.make(mv);
        }
    }
});
