//! Random games, the same in every run.

use regence_chess::rng::SplitMix64;
use regence_chess::{Board, Move};

/// From where random games begin.
#[derive(Clone, Copy, Debug)]
pub enum Start {
    Standard,
    Chess960,
    DoubleChess960,
}

impl Start {
    pub fn board(self, rng: &mut SplitMix64) -> Board {
        match self {
            Start::Standard => Board::startpos(),
            Start::Chess960 => Board::chess960(rng.below(960) as u16),
            Start::DoubleChess960 => {
                Board::double_chess960(rng.below(960) as u16, rng.below(960) as u16)
            }
        }
    }
}

/// A random move, captures and promotions less often than they come, so that the board stays full for longer.
pub fn random_move(board: &Board, rng: &mut SplitMix64) -> Option<Move> {
    let moves = board.legal_moves();
    let pick = |rng: &mut SplitMix64| moves.get(rng.below(moves.len() as u64) as usize).copied();
    let mv = pick(rng)?;
    if board.is_noisy(mv) && rng.below(2) == 0 {
        pick(rng)
    } else {
        Some(mv)
    }
}

/// Shows `visit` the positions of random games until it has seen `positions` of them.
pub fn visit_random(start: Start, seed: u64, positions: usize, mut visit: impl FnMut(&Board)) {
    const LONGEST: usize = 160;
    let mut rng = SplitMix64::new(seed);
    let mut left = positions;
    while left > 0 {
        let mut board = start.board(&mut rng);
        for _ in 0..LONGEST {
            if left == 0 {
                return;
            }
            left -= 1;
            visit(&board);
            match random_move(&board, &mut rng) {
                Some(mv) => board = board.make(mv),
                None => break,
            }
        }
    }
}

/// Positions with something to trip over in each.
pub const TRICKY: &[&str] = &[
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1",
    "rnbqkb1r/ppppp1pp/7n/4Pp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "8/6bb/8/8/R1pP2k1/4P3/P7/K7 b - d3 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1",
    "4rrk1/pbbp2p1/1ppnp3/3n1pqp/3N1PQP/1PPNP3/PBBP2P1/4RRK1 w Ff - 0 1",
    "2r5/8/8/8/8/8/6PP/k2KR3 w K - 0 1",
    "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
    "1rrrrrk1/1PPPPPPP/8/8/8/8/8/6K1 b - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
];
