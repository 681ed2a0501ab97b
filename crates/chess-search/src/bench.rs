//! The benchmark: a fixed set of positions to a fixed depth. Its node count is the search's
//! fingerprint, the same in every run and on every machine.

use crate::{Chess, Engine};
use regence_chess::Board;
use regence_core::bench::{self, BenchResult};
use regence_core::config::Config;

/// The depth of the standard benchmark.
pub const DEPTH: i32 = 12;

/// Openings, middle games, endings, tactics, blocked and open play, Chess960, mates and draws.
pub const POSITIONS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkbnr/1ppp1ppp/p1n5/4p3/B3P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 1 4",
    "rnbq1rk1/ppp1ppbp/3p1np1/8/2PPP3/2N2N2/PP2BPPP/R1BQK2R b KQ - 2 6",
    "r2qkb1r/pp1n1ppp/2p1pn2/3p1b2/2PP4/2N1PN2/PP2BPPP/R1BQK2R w KQkq - 2 7",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 6 8",
    "r1b2rk1/2q1bppp/p2ppn2/1p6/3NPP2/2N1B3/PPPQB1PP/R4RK1 w - - 0 13",
    "2r2rk1/1bqnbppp/pp1ppn2/8/2PNP3/1PN1BP2/P2QB1PP/2RR2K1 w - - 3 15",
    "r4rk1/pp1bqppp/2n1p3/3pPn2/3P4/2PB1N2/P4PPP/R1BQR1K1 w - - 5 14",
    "r1bqr1k1/pp3pbp/2np1np1/2p1p3/4P3/2PP1NPP/PPQN1PB1/R1B1R1K1 b - - 1 11",
    "3r1rk1/p1q1bppp/1pn1b3/2p1P3/4N3/1P3NP1/PBQ2P1P/3R1RK1 b - - 4 20",
    "r2q1rk1/1b1nbppp/p2p1n2/1p1Pp3/4P3/1NN1BP2/PP1QB1PP/R4RK1 w - - 1 14",
    "2kr3r/ppp1qpp1/2n1bn1p/3pp3/8/2PPPN1P/PPQNBPP1/R3K2R w KQ - 0 11",
    "r3k2r/pb1nqppp/1p2pn2/2pp4/3P1B2/2PBP3/PP1NQPPP/R3K2R w KQkq - 4 11",
    "4rrk1/1bq2ppp/p2bpn2/1p6/3P4/PB3N2/1P1BQPPP/R3R1K1 b - - 3 19",
    "r1b1k2r/1pq2ppp/p1n1pn2/2b5/3NP3/2N1B3/PPP1BPPP/R2QK2R w KQkq - 2 10",
    "2rq1rk1/pb2bppp/1p2pn2/3p4/3N4/1P2P3/PBQ1BPPP/2R2RK1 w - - 0 15",
    "5rk1/p3qppp/1p1rpn2/2p5/2P5/1P2PQ2/P2R1PPP/3R1NK1 b - - 6 24",
    "r4r1k/1bpq2pp/p1nb1p2/1p1np3/8/1BPP1NB1/PP3PPP/RN1QR1K1 w - - 2 16",
    "1r3rk1/p1p2pp1/2pb1q1p/3p1b2/3P4/2P1BN1P/PP1Q1PP1/R3R1K1 b - - 5 16",
    "8/1p3pk1/p2p2p1/2pP3p/P1P2P2/1P1K2P1/7P/8 w - - 0 40",
    "8/5pk1/4p1p1/3pP2p/p2P1P1P/P1r3P1/5K2/1R6 w - - 4 43",
    "3r2k1/5ppp/1p6/p1p5/P1P1R3/1P3K1P/5PP1/8 b - - 1 34",
    "8/8/1p2k1p1/1Pp2p1p/2P2P1P/3K2P1/8/8 w - - 2 50",
    "6k1/5p2/6p1/1b2P1Pp/1P2N2P/4K3/8/8 w - - 7 52",
    "8/2k5/1p1b4/p1p2p2/P1P2P2/1P1NK3/8/8 b - - 0 47",
    "2r3k1/1q3p1p/p3p1p1/1p1nP3/3Q4/P4NP1/1P3P1P/3R2K1 w - - 0 28",
    "r5k1/5pp1/2p4p/2Pp1q2/1P1Pr3/4P2P/2QR1PP1/3R2K1 b - - 8 30",
    "8/8/8/3k4/8/4K3/3PP3/8 w - - 0 1",
    "8/5k2/8/8/4KP2/8/8/1r5R w - - 0 60",
    "8/3k4/3p4/3P4/3K4/8/6R1/5b2 w - - 10 70",
    "r1bq1b1r/ppp2kpp/2n5/3np3/2B5/8/PPPP1PPP/RNBQK2R w KQ - 0 7",
    "r1b1r1k1/ppp2ppp/2n2q2/3p4/1b1P4/2NBPQ2/PPPB1PPP/R3K2R w KQ - 6 11",
    "r2q1rk1/pp2ppbp/2np1np1/8/2BNP1b1/2N1BP2/PPPQ2PP/R3K2R b KQ - 0 10",
    "3q1rk1/1p3ppp/p1nr4/2bNp3/P3P3/1QP2N1P/1P3PP1/R4RK1 b - - 2 19",
    "rn2kb1r/pp3ppp/2p1pn2/q4b2/2BP4/2N2N2/PPPB1PPP/R2QK2R b KQkq - 5 8",
    "bnrkqrnb/pppppppp/8/8/8/8/PPPPPPPP/BNRKQRNB w FCfc - 0 1",
    "qr1nkb1r/ppp1pppp/3nb3/3p4/3P4/3NB3/PPP1PPPP/QR1NKB1R w HBhb - 4 4",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "7k/8/5KQ1/8/8/8/8/8 w - - 2 1",
    "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1",
    "8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - 0 1",
    "5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - 0 1",
    "8/8/8/8/3k4/8/Q7/K7 w - - 0 1",
    "4k3/R7/8/3K4/8/8/8/8 b - - 0 1",
    "5r1k/1b4pp/p7/1p1Q1p2/4q3/P3B3/1P3PPP/2R3K1 w - - 0 1",
];

/// Searches every position to `depth`, each as a new game.
pub fn run<K: Config<Chess>>(depth: i32, engine: &mut Engine<K>) -> BenchResult {
    bench::run(depth, engine)
}

pub(crate) fn boards() -> impl Iterator<Item = Board> {
    POSITIONS.iter().filter_map(|fen| Board::from_fen(fen).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_valid() {
        assert_eq!(boards().count(), POSITIONS.len());
    }

    #[test]
    fn the_node_count_is_the_same_in_every_run() {
        let mut engine = Engine::new();
        let first = run(4, &mut engine).nodes;
        assert_eq!(run(4, &mut engine).nodes, first);
        assert_eq!(run(4, &mut Engine::new()).nodes, first);
    }
}
