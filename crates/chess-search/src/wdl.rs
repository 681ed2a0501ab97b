//! Win, draw and loss chances of a score, and the centipawns that users see: 100 of them win every second game.
//!
//! The numbers are fitted on games of our own by `regence-lab wdl`.

use regence_chess::{Board, PieceKind};
use regence_core::Value;

/// How scores become chances. Each number is given for bare kings and for all pieces on the board; in between it
/// changes with the material.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Model {
    /// The score at which a win becomes as likely as not.
    pub even: [f64; 2],
    /// How fast the chances change around that score.
    pub spread: [f64; 2],
}

/// What is shipped.
pub const MODEL: Model = Model {
    even: [211.0, 57.0],
    spread: [56.0, 78.0],
};

impl Model {
    /// Chances to win, draw and lose with a score and a share of the material.
    pub fn chances(&self, score: f64, fullness: f64) -> [f64; 3] {
        let (even, spread) = (at(self.even, fullness), at(self.spread, fullness));
        let chance = |score: f64| 1.0 / (1.0 + ((even - score) / spread).exp());
        let (win, loss) = (chance(score), chance(-score));
        [win, (1.0 - win - loss).max(0.0), loss]
    }
}

fn at([empty, full]: [f64; 2], fullness: f64) -> f64 {
    empty + (full - empty) * fullness
}

/// Chances of the side to move to win, draw and lose, in thousandths.
pub fn wdl(value: Value, board: &Board) -> [u16; 3] {
    if value.is_win() {
        return [1000, 0, 0];
    }
    if value.is_loss() {
        return [0, 0, 1000];
    }
    let [win, _, loss] = MODEL
        .chances(f64::from(value.raw()), fullness(board))
        .map(|chance| (chance * 1000.0).round() as u16);
    let win = win.min(1000);
    let loss = loss.min(1000 - win);
    [win, 1000 - win - loss, loss]
}

/// A score as users see it: with 100 centipawns every second game is won. Proven results stay what they are.
pub fn normalised(value: Value, board: &Board) -> Value {
    if value.is_win() || value.is_loss() {
        return value;
    }
    let even = at(MODEL.even, fullness(board));
    Value::cp((f64::from(value.raw()) * 100.0 / even).round() as i32)
}

/// 1 with all pieces on the board, 0 with bare kings.
pub fn fullness(board: &Board) -> f64 {
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
        assert_eq!(normalised(Value::win_in(3), &board), Value::win_in(3));
    }

    #[test]
    fn a_larger_advantage_wins_more() {
        let board = Board::startpos();
        assert!(wdl(Value::cp(200), &board)[0] > wdl(Value::cp(100), &board)[0]);
    }

    #[test]
    fn a_hundred_centipawns_win_every_second_game() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "4k3/pppp4/8/8/8/8/PPPPP3/4K3 w - - 0 1",
        ] {
            let board = Board::from_fen(fen).expect("a position");
            let even = at(MODEL.even, fullness(&board)).round() as i32;
            assert_eq!(normalised(Value::cp(even), &board), Value::cp(100));
            assert!((498..=502).contains(&wdl(Value::cp(even), &board)[0]));
        }
    }
}
