//! Threat history (TH).
//!
//! Idea: a move that saves an attacked piece, or puts one in danger, is not the move that it is in peace: the
//! butterfly history keeps the four cases apart.
//! Guard: quiet moves; attacked is what any piece of the opponent reaches, whatever it would cost.
//! Danger: four times as many cells learn four times as slowly.
//! Parameters: those of the butterfly history.

use crate::Chess;
use crate::history::Danger;
use crate::techniques::Technique;
use regence_chess::{Bitboard, Board, Move};
use regence_core::config::Config;

/// The squares that the opponent attacks.
#[inline]
pub fn threats<K: Config<Chess>>(config: &K, board: &Board) -> Bitboard {
    match config.on(Technique::ThreatHistory) {
        true => board.attacked_by(!board.side_to_move()),
        false => Bitboard::EMPTY,
    }
}

/// Which of the four cases a move is.
#[inline]
pub fn danger(mv: Move, threats: Bitboard) -> Danger {
    Danger {
        before: threats.contains(mv.from()),
        after: threats.contains(mv.to()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_core::config::Shipped;

    #[test]
    fn a_saved_piece_and_one_put_in_danger_are_two_cases() {
        // The pawn on e5 attacks d4 and f4.
        let board = Board::from_fen("4k3/8/8/4p3/3N4/7B/8/4K3 w - - 0 1").unwrap();
        let threats = threats(&Shipped, &board);
        let case = |name: &str| {
            let Danger { before, after } = danger(board.move_from_uci(name).unwrap(), threats);
            (before, after)
        };
        assert_eq!(case("d4b3"), (true, false), "saved");
        assert_eq!(case("h3e6"), (false, false), "in peace");
        assert_eq!(case("h3d7"), (false, true), "put in danger");
    }
}
