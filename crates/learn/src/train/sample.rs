//! Positions to learn from, 32 bytes each, and the features that the network sees in them.

use regence_chess::{Board, Color};
use regence_chess_search::placement;
use regence_nnue::{KingBuckets, Placement, Side, for_each_square};
use regence_records::training::ScoredMove;

/// A quiet position with its score and how its game ended, both for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    occupied: u64,
    /// The kinds of the pieces, four bits each, in the order of their squares.
    kinds: [u8; 16],
    score: i16,
    /// 2 for a win, 1 for a draw, 0 for a loss.
    result: u8,
    black_moves: bool,
    /// Pawns 1, minor pieces 3, rooks 5, queens 9.
    material: u8,
}

impl Sample {
    pub fn new(board: &Board, ply: ScoredMove, winner: Option<Color>) -> Sample {
        const WORTH: [u8; 6] = [1, 3, 3, 5, 9, 0];
        let mover = board.side_to_move();
        let occupied = board.occupied().0;
        let (mut kinds, mut material) = ([0; 16], 0u8);
        for (kind, &set) in placement(board).0.iter().enumerate() {
            for_each_square(set, |square| {
                let before = (occupied & ((1u64 << square) - 1)).count_ones() as usize;
                if let Some(byte) = kinds.get_mut(before / 2) {
                    *byte |= (kind as u8) << (4 * (before % 2));
                }
                material = material.saturating_add(WORTH[kind % 6]);
            });
        }
        Sample {
            occupied,
            kinds,
            score: match mover {
                Color::White => ply.score,
                Color::Black => ply.score.saturating_neg(),
            },
            result: match winner {
                None => 1,
                Some(color) if color == mover => 2,
                Some(_) => 0,
            },
            black_moves: mover == Color::Black,
            material,
        }
    }

    /// The search's score.
    pub fn score(&self) -> f32 {
        self.score.into()
    }

    /// How the game ended: 1 for a win, 0 for a loss.
    pub fn result(&self) -> f32 {
        f32::from(self.result) / 2.0
    }

    /// 1 with all pieces on the board, 0 with bare kings.
    pub fn fullness(&self) -> f32 {
        (f32::from(self.material) / 78.0).min(1.0)
    }

    pub fn mover(&self) -> Side {
        match self.black_moves {
            true => Side::Black,
            false => Side::White,
        }
    }

    pub fn pieces(&self) -> u32 {
        self.occupied.count_ones()
    }

    pub fn placement(&self) -> Placement {
        let mut placement = Placement::default();
        let mut left = self.occupied;
        for index in 0..32 {
            if left == 0 {
                break;
            }
            let kind = self.kinds[index / 2] >> (4 * (index % 2)) & 15;
            placement.0[usize::from(kind.min(11))] |= left & left.wrapping_neg();
            left &= left - 1;
        }
        placement
    }

    /// The rows of the first layer that are summed, for the mover and for the other side.
    pub fn rows(&self, buckets: &KingBuckets) -> [Rows; 2] {
        let placement = self.placement();
        let sides = match self.mover() {
            Side::White => Side::BOTH,
            Side::Black => [Side::Black, Side::White],
        };
        sides.map(|side| {
            let mut rows = Rows::default();
            regence_nnue::features(&placement, buckets, side, |feature| {
                rows.push(feature.index() as u16);
            });
            rows
        })
    }
}

/// At most 32 rows of the first layer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rows {
    rows: [u16; 32],
    count: usize,
}

impl Rows {
    /// One more; beyond 32 pieces nothing is seen.
    #[inline]
    pub fn push(&mut self, row: u16) {
        if let Some(place) = self.rows.get_mut(self.count) {
            *place = row;
            self.count += 1;
        }
    }

    #[inline]
    pub fn as_slice(&self) -> &[u16] {
        &self.rows[..self.count]
    }
}

#[inline]
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_keeps_position_score_and_result() {
        assert_eq!(size_of::<Sample>(), 32);
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1";
        let board = Board::from_fen(fen).expect("a position");
        let ply = ScoredMove {
            mv: board.legal_moves()[0],
            score: 40,
        };
        let sample = Sample::new(&board, ply, Some(Color::White));
        assert_eq!(sample.placement(), placement(&board));
        assert_eq!(sample.mover(), Side::Black);
        assert_eq!((sample.score(), sample.result()), (-40.0, 0.0));
        let fullness = regence_chess_search::wdl::fullness(&board);
        assert!((f64::from(sample.fullness()) - fullness).abs() < 1e-6);
    }

    #[test]
    fn the_mover_comes_first() {
        let board = Board::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").expect("a position");
        let flipped = Board::from_fen("4k3/4p3/8/8/8/8/8/4K3 b - - 0 1").expect("a position");
        let rows = |board: &Board| {
            let ply = ScoredMove {
                mv: board.legal_moves()[0],
                score: 0,
            };
            Sample::new(board, ply, None)
                .rows(&KingBuckets::ONE)
                .map(|rows| {
                    let mut rows = rows.as_slice().to_vec();
                    rows.sort_unstable();
                    rows
                })
        };
        assert_eq!(rows(&board), rows(&flipped));
    }
}
