//! Any text as a FEN: never a panic, and what is accepted must come back the same and be playable.
#![no_main]

use libfuzzer_sys::fuzz_target;
use regence_chess::Board;

fuzz_target!(|text: &str| {
    let Ok(board) = Board::from_fen(text) else {
        return;
    };
    assert_eq!(Board::from_fen(&board.to_fen()), Ok(board));
    assert_eq!(Board::from_fen(&board.to_shredder_fen()), Ok(board));
    let moves = board.legal_moves();
    assert_eq!(moves.len(), board.count_legal());
    for &mv in moves.iter() {
        let next = board.make(mv);
        assert_eq!(next.compute_keys().position, next.key());
        assert_eq!(next.in_check(), board.gives_check(mv));
    }
});
