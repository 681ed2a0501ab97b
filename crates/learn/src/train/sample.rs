//! Positions to learn from, 32 bytes each, and the features that the network sees in them.

use std::path::Path;

use regence_chess::rng::SplitMix64;
use regence_chess::{Board, Color};
use regence_chess_search::{Evaluator, Judgement, eval, placement};
use regence_nnue::{KingBuckets, Placement, Side};
use regence_records::training::ScoredMove;

use super::model::Target;
use crate::selfplay::inspect::{for_each_game, is_quiet};
use regence_arena::error::LabError;

/// A quiet position with its score and how its game ended, both for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    occupied: u64,
    /// The kinds of the pieces, four bits each, in the order of their squares.
    kinds: [u8; 16],
    score: i16,
    /// 2 for a win, 1 for a draw, 0 for a loss, [`NO_RESULT`] where there was no game.
    result: u8,
    black_moves: bool,
}

const NO_RESULT: u8 = 3;

impl Sample {
    pub fn new(board: &Board, ply: ScoredMove, winner: Option<Color>) -> Sample {
        let mover = board.side_to_move();
        Sample {
            score: match mover {
                Color::White => ply.score,
                Color::Black => ply.score.saturating_neg(),
            },
            result: match winner {
                None => 1,
                Some(color) if color == mover => 2,
                Some(_) => 0,
            },
            ..Sample::of(board)
        }
    }

    /// The position alone.
    fn of(board: &Board) -> Sample {
        let placement = placement(board);
        let occupied = board.occupied().0;
        let mut kinds = [0; 16];
        for (kind, &set) in placement.0.iter().enumerate() {
            for square in (0..64).filter(|square| set >> square & 1 != 0) {
                let before = (occupied & ((1u64 << square) - 1)).count_ones() as usize;
                if let Some(byte) = kinds.get_mut(before / 2) {
                    *byte |= (kind as u8) << (4 * (before % 2));
                }
            }
        }
        Sample {
            occupied,
            kinds,
            score: 0,
            result: NO_RESULT,
            black_moves: board.side_to_move() == Color::Black,
        }
    }

    /// A position that nobody has played, with the score of an evaluation.
    fn imagined(board: &Board, judge: &mut Evaluator) -> Sample {
        let score = judge.evaluate(board, 0).raw();
        let mut sample = Sample::of(board);
        sample.score = score.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        sample
    }

    /// How far the classical evaluation is from what the network should say, squared.
    fn classical_error(&self, board: &Board, target: Target) -> f64 {
        let said = sigmoid(eval::evaluate(board).raw() as f32 / target.scale);
        f64::from(said - self.target(target.mix, target.scale)).powi(2)
    }

    /// What the network should say: the chance to win, from the score and the game's end. `mix` is how much the
    /// end counts.
    pub fn target(&self, mix: f32, scale: f32) -> f32 {
        let expected = sigmoid(f32::from(self.score) / scale);
        match self.result {
            NO_RESULT => expected,
            result => mix * f32::from(result) / 2.0 + (1.0 - mix) * expected,
        }
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

/// What is learnt from and what is only tested on; a game is wholly in one of them.
#[derive(Debug, Default)]
pub struct Samples {
    pub training: Vec<Sample>,
    pub validation: Vec<Sample>,
    /// What the classical evaluation would lose on the positions to test on, summed: the loss to beat.
    pub classical: f64,
}

/// Positions near those of the games: how many for each, and who judges them.
#[derive(Clone, Debug)]
pub struct Imagined {
    pub count: usize,
    pub judgement: Judgement,
}

/// One game in so many is for validation.
const VALIDATION: usize = 25;

impl Samples {
    /// Adds the quiet positions of a shard, and near each one that is learnt from some that could have been.
    pub fn add(
        &mut self,
        path: &Path,
        imagined: &Imagined,
        target: Target,
    ) -> Result<(), LabError> {
        let mut number = 0;
        let mut judge = Evaluator::new(&imagined.judgement);
        let mut rng = SplitMix64::new(self.training.len() as u64);
        for_each_game(path, |game| {
            number += 1;
            let is_test = number % VALIDATION == 0;
            for (board, ply) in game.positions() {
                if is_quiet(&board, ply) {
                    let sample = Sample::new(&board, ply, game.winner);
                    match is_test {
                        true => self.test(sample, &board, target),
                        false => self.training.push(sample),
                    }
                }
                if !is_test {
                    let near = (0..imagined.count).filter_map(|_| wander(board, &mut rng));
                    self.training
                        .extend(near.map(|board| Sample::imagined(&board, &mut judge)));
                }
            }
        })
        .map(|_| ())
    }

    fn test(&mut self, sample: Sample, board: &Board, target: Target) {
        self.classical += sample.classical_error(board, target);
        self.validation.push(sample);
    }
}

/// A position that one to three random moves lead to; none if one is in check there, or has no move.
fn wander(mut board: Board, rng: &mut SplitMix64) -> Option<Board> {
    for _ in 0..=rng.below(3) {
        let moves = board.legal_moves();
        if moves.is_empty() {
            return None;
        }
        board = board.make(moves[rng.below(moves.len() as u64) as usize]);
    }
    (!board.in_check()).then_some(board)
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
        let (score_only, result_only) = (sample.target(0.0, 400.0), sample.target(1.0, 400.0));
        assert!((score_only - sigmoid(-0.1)).abs() < 1e-6);
        assert_eq!(result_only, 0.0);
    }

    #[test]
    fn an_imagined_position_has_a_score_and_no_result() {
        let board = Board::from_fen("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1").expect("a position");
        let sample = Sample::imagined(&board, &mut Evaluator::new(&Judgement::Classical));
        assert_eq!(i32::from(sample.score), eval::evaluate(&board).raw());
        assert_eq!(sample.target(0.0, 400.0), sample.target(1.0, 400.0));
        let mut rng = SplitMix64::new(1);
        let near: Vec<Board> = (0..50).filter_map(|_| wander(board, &mut rng)).collect();
        assert!(near.len() > 20 && near.iter().all(|near| !near.in_check()));
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
