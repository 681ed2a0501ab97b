//! Win, draw and loss chances of a score.

use regence_chess::{Board, PieceKind};
use regence_core::Value;

/// The score at which a win becomes as likely as not, with all pieces on the board and with few.
const EVEN_MIDGAME: f64 = 165.0;
const EVEN_ENDGAME: f64 = 120.0;
/// How fast the chances change around that score.
const SPREAD: f64 = 75.0;

/// Chances of the side to move to win, draw and lose, in thousandths.
pub fn wdl(value: Value, board: &Board) -> [u16; 3] {
    if value.is_win() {
        return [1000, 0, 0];
    }
    if value.is_loss() {
        return [0, 0, 1000];
    }
    let even = EVEN_ENDGAME + (EVEN_MIDGAME - EVEN_ENDGAME) * fullness(board);
    let chance = |score: i32| 1000.0 / (1.0 + ((even - f64::from(score)) / SPREAD).exp());
    let win = chance(value.raw()).round() as u16;
    let loss = chance(-value.raw()).round() as u16;
    [win, 1000 - win.min(1000) - loss.min(1000 - win), loss]
}

/// 1 with all pieces on the board, 0 with bare kings.
fn fullness(board: &Board) -> f64 {
    const WORTH: [(PieceKind, u32); 5] = [
        (PieceKind::Pawn, 1),
        (PieceKind::Knight, 3),
        (PieceKind::Bishop, 3),
        (PieceKind::Rook, 5),
        (PieceKind::Queen, 9),
    ];
    let sum: u32 = WORTH
        .iter()
        .map(|&(kind, worth)| worth * board.pieces(kind).count())
        .sum();
    (f64::from(sum) / 78.0).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_and_mirror() {
        let board = Board::startpos();
        for cp in (-3000..=3000).step_by(37) {
            let [w, d, l] = wdl(Value::cp(cp), &board);
            assert_eq!(w + d + l, 1000);
            assert_eq!(wdl(Value::cp(-cp), &board), [l, d, w]);
        }
    }

    #[test]
    fn proven_results_are_certain() {
        let board = Board::startpos();
        assert_eq!(wdl(Value::win_in(3), &board), [1000, 0, 0]);
        assert_eq!(wdl(Value::loss_in(3), &board), [0, 0, 1000]);
    }

    #[test]
    fn a_larger_advantage_wins_more() {
        let board = Board::startpos();
        assert!(wdl(Value::cp(200), &board)[0] > wdl(Value::cp(100), &board)[0]);
    }
}
