//! Exchange ordering (SEO).
//!
//! Idea: a capture that loses material by static exchange belongs behind the quiet moves.
//! Guard: captures with a very good history are given some credit.
//! Danger: none; every move is still searched.
//! Parameters: none.

use crate::Chess;
use crate::picker::Scored;
use crate::techniques::Technique;
use regence_chess::Board;
use regence_core::config::Config;

/// Whether a noisy move goes behind the quiet ones. Without the technique none does.
#[inline]
pub fn loses<K: Config<Chess>>(config: &K, board: &Board, scored: Scored) -> bool {
    config.on(Technique::SeeOrdering) && !board.see_ge(scored.mv, -scored.score / 40)
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_core::config::{Lab, Shipped};

    #[test]
    fn losing_captures_go_last_unless_switched_off() {
        let board = Board::from_fen("4k3/8/2p5/3p4/8/8/3Q4/4K3 w - - 0 1").unwrap();
        let scored = Scored {
            mv: board.move_from_uci("d2d5").unwrap(),
            score: 1600,
        };
        assert!(loses(&Shipped, &board, scored));
        assert!(!loses(&Lab::<Chess>::plain(), &board, scored));
    }
}
