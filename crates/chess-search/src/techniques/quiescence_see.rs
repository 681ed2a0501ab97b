//! Exchange pruning in quiescence (QSS).
//!
//! Idea: a capture that loses material is seldom what saves a quiet position.
//! Guard: only once there is a score to fall back on.
//! Danger: sacrifices that mate; they are the main search's business.
//! Parameters: `qs_see_margin`.

use crate::Chess;
use crate::params::Param;
use crate::picker::Picker;
use crate::trace::exchange;
use regence_chess::{Board, Move};
use regence_core::config::Config;
use regence_core::event::Numbers;

pub fn skips<K: Config<Chess>>(config: &K, board: &Board, mv: Move, picker: &Picker) -> bool {
    picker.is_at_bad_noisy() || loses(config, board, mv)
}

fn loses<K: Config<Chess>>(config: &K, board: &Board, mv: Move) -> bool {
    !board.see_ge(mv, -config.get(Param::QsSeeMargin))
}

/// What a trace says of a skipped move.
pub fn why<K: Config<Chess>>(board: &Board, mv: Move) -> impl FnOnce(&K) -> Numbers {
    move |config| {
        vec![
            ("exchange", exchange(board, mv)),
            ("allowed", -config.get(Param::QsSeeMargin)),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_core::config::Shipped;

    #[test]
    fn a_queen_does_not_take_a_guarded_pawn() {
        let board = Board::from_fen("4k3/8/2p5/3p4/8/8/3Q4/4K3 w - - 0 1").unwrap();
        assert!(loses(
            &Shipped,
            &board,
            board.move_from_uci("d2d5").unwrap()
        ));
        let bare = Board::from_fen("4k3/8/8/3p4/8/8/3Q4/4K3 w - - 0 1").unwrap();
        assert!(!loses(&Shipped, &bare, bare.move_from_uci("d2d5").unwrap()));
    }
}
