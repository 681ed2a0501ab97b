//! The positions of the examination. Tests prove what is said of each: the mates by solving them.

use super::position::{Position, mirror_squares};

/// A rule that engines get wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    EnPassant,
    Promotion,
    Castling,
}

/// A position in which one kind of move must be known: it is the only one, or the only one that mates.
#[derive(Clone, Copy, Debug)]
pub struct Special {
    pub rule: Rule,
    pub fen: &'static str,
    /// The moves that are right.
    pub right: &'static [&'static str],
}

const fn special(rule: Rule, fen: &'static str, right: &'static [&'static str]) -> Special {
    Special { rule, fen, right }
}

pub const SPECIAL: &[Special] = &[
    special(
        Rule::EnPassant,
        "3R3r/pp6/2pn4/5pP1/6K1/8/7k/3Q1q2 w - f6 0 1",
        &["g5f6"],
    ),
    special(
        Rule::EnPassant,
        "8/8/2p2rQ1/Ppb5/K7/8/1k1N2R1/8 w - b6 0 1",
        &["a5b6"],
    ),
    special(
        Rule::EnPassant,
        "8/3P1K2/1N5R/p2p2pP/8/6Q1/8/3rb2k w - g6 0 1",
        &["h5g6"],
    ),
    special(
        Rule::EnPassant,
        "3Q4/8/B7/2pPR3/5p2/8/NK6/3k4 w - c6 0 1",
        &["d5c6"],
    ),
    special(
        Rule::Promotion,
        "4Kq2/4P2p/3r4/4Rq2/1nP3p1/8/P3p3/4k3 w - - 0 1",
        &["e7f8q", "e7f8r", "e7f8b", "e7f8n"],
    ),
    special(
        Rule::Promotion,
        "1qK5/P7/3q4/3k4/7n/3P4/4P3/8 w - - 0 1",
        &["a7b8q", "a7b8r", "a7b8b", "a7b8n"],
    ),
    special(
        Rule::Promotion,
        "3Q2r1/5k1P/8/8/8/1K1p4/n7/2B5 w - - 0 1",
        &["h7g8q"],
    ),
    special(
        Rule::Promotion,
        "1K1kn1R1/3P4/8/8/8/7q/5p2/8 w - - 0 1",
        &["d7e8q"],
    ),
    special(
        Rule::Promotion,
        "K2n4/1PP5/k3P3/3Q4/3B4/q4p2/2p4N/8 w - - 0 1",
        &["b7b8n"],
    ),
    special(
        Rule::Promotion,
        "4N2N/2P1k2p/2Q1N3/4K3/q7/P6q/8/8 w - - 0 1",
        &["c7c8n"],
    ),
    special(
        Rule::Promotion,
        "B2BQ3/2P4n/1k6/5K2/2Q5/8/8/8 w - - 0 1",
        &["c7c8n"],
    ),
    special(
        Rule::Castling,
        "8/8/8/4QB2/p6p/5k2/8/R3K2R w KQ - 0 1",
        &["e1g1"],
    ),
    special(
        Rule::Castling,
        "4N3/8/4Q2P/8/5P2/2pk4/8/R3K2R w KQ - 0 1",
        &["e1c1"],
    ),
];

/// Positions in which a careless generator has an illegal move to be proud of.
pub const TRAPS: &[&str] = &[
    // Taking en passant opens the rank of the king.
    "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    // Pinned pieces that could take something.
    "4r1k1/5ppp/8/8/4q3/4N3/4K3/3Q4 w - - 0 1",
    "3k4/3q4/8/1B6/8/8/3R4/3K4 b - - 0 1",
    // Castling out of, through and into check.
    "r3k2r/8/8/4Q3/8/8/8/4K3 b kq - 0 1",
    "4k3/8/8/8/2b5/8/8/R3K2R w KQ - 0 1",
    // In check, with knights that would love to do something else.
    "rnbqk1nr/pppp1ppp/8/4p3/1b1PP3/2N5/PPP2PPP/R1BQKBNR b KQkq - 0 4",
    "r1bqkbnr/pppp1Qpp/2n5/4p3/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 0 3",
    "4k3/8/3N4/8/8/8/3n4/4K2n b - - 0 1",
    "r1b1k1nr/pppp1ppp/2n5/4p3/1bB1P2q/2N5/PPPP1KPP/R1BQ2NR w kq - 0 6",
];

/// A forced mate.
#[derive(Clone, Copy, Debug)]
pub struct Mate {
    pub fen: &'static str,
    /// How many moves of the side to move it takes.
    pub moves: u32,
    /// The only first move.
    pub key: &'static str,
}

const fn mate(moves: u32, fen: &'static str, key: &'static str) -> Mate {
    Mate { fen, moves, key }
}

pub const MATES: &[Mate] = &[
    mate(1, "5b2/2P2KPk/P7/8/6p1/Q1n5/8/R7 w - - 0 1", "a1h1"),
    mate(1, "1n6/pBP5/6n1/7Q/kP6/8/K7/8 w - - 0 1", "h5a5"),
    mate(1, "1R2n3/3P4/P7/8/5p2/5Q2/7K/k3r3 w - - 0 1", "f3a3"),
    mate(2, "8/8/6n1/N2P1p2/1p6/4R2P/1k6/R3K2R w KQ - 0 1", "e1d2"),
    mate(2, "8/2N4p/4P3/5P1K/1B6/7k/1p1R4/8 w - - 0 1", "b4d6"),
    mate(2, "7R/kN1p3P/8/2K2p2/6P1/8/6Qp/8 w - - 0 1", "b7d6"),
    mate(2, "4K3/8/3P4/8/R1Pp2k1/6p1/3Q2B1/2n5 w - - 0 1", "a4a5"),
    mate(2, "8/8/1p3BP1/8/6k1/8/3Qp3/R3K2R w KQ - 0 1", "d2d3"),
    mate(2, "k7/4b3/8/1P1pRp2/p7/8/8/R3K2R w KQ - 0 1", "e5e7"),
    mate(2, "1k2N3/1b4p1/6Q1/8/5R2/8/3P2q1/R3K2R w KQ - 0 1", "g6d6"),
    mate(3, "8/6P1/8/p7/3k1p2/8/4B2Q/R3K2R w KQ - 0 1", "a1a4"),
    mate(3, "B2k4/3p3K/6Q1/p5R1/P7/p7/8/4b3 w - - 0 1", "g6d6"),
    mate(3, "2k2K2/7r/8/N7/5B2/p1P4n/Qp6/8 w - - 0 1", "a2e6"),
];

/// A piece that can simply be taken.
#[derive(Clone, Copy, Debug)]
pub struct Gift {
    pub fen: &'static str,
    pub take: &'static str,
}

const fn gift(fen: &'static str, take: &'static str) -> Gift {
    Gift { fen, take }
}

pub const GIFTS: &[Gift] = &[
    gift(
        "r1b1kbnr/pppp1ppp/2n5/4p3/4P2q/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 0 4",
        "f3h4",
    ),
    gift(
        "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 3",
        "c3d5",
    ),
    gift(
        "rnb1kbnr/pppp1ppp/8/4p1q1/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3",
        "c1g5",
    ),
    gift("6k1/pp3ppp/8/3n4/8/8/PP1R1PPP/6K1 w - - 0 1", "d2d5"),
];

/// Middlegames and endings with something in them for everybody.
pub const GAMES: &[&str] = &[
    "r1bqkb1r/pp3ppp/2n1pn2/2pp4/3P4/2PBPN2/PP3PPP/RNBQK2R w KQkq - 0 6",
    "r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/2N1B3/PPPQ1PPP/R3KB1R w KQ - 4 10",
    "r4rk1/1bq1bppp/p2ppn2/1p6/3BPP2/P1NB4/1PP3PP/R2Q1RK1 w - - 1 14",
    "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7",
    "3r2k1/1p3ppp/2pq4/p1n5/P6P/1P6/1PB2QP1/1K2R3 w - - 0 1",
    "r1b2rk1/2q1bppp/p2p1n2/np2p3/3PP3/5N1P/PPBN1PP1/R1BQR1K1 b - - 0 12",
    "2rq1rk1/pb1n1ppp/1p2pn2/2bp4/2P5/1PN1PN2/PB2BPPP/2RQ1RK1 w - - 0 12",
    "8/pp3k2/2p2p2/3p1P2/3P2K1/2P5/PP6/8 w - - 0 40",
];

/// Positions with a decisive advantage; mirrored, they are for Black. The side to move is the one behind.
pub const LOST: &[&str] = &[
    "rnb1kbnr/pppp1ppp/8/4p3/4P3/2N5/PPPP1PPP/R1BQKBNR b KQkq - 0 3",
    "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP4/PPP2PPP/R1B2RK1 w - - 0 8",
    "3r1rk1/pp3ppp/2p2n2/4p3/4P3/2NP4/PPP2PPP/5RK1 w - - 0 16",
    "6k1/pp3ppp/2p2n2/4p3/4P3/2NP4/PPP2PPP/2KR3R b - - 0 16",
];

/// Quiet positions that are level: nothing hangs, and no side has anything to be proud of.
pub const QUIET: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkbnr/pppppppp/2n5/8/N7/8/PPPPPPPP/R1BQKBNR b KQkq - 3 2",
    "r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 4 4",
    "rnbqkb1r/ppp1pppp/5n2/3p4/3P4/5N2/PPP1PPPP/RNBQKB1R w KQkq - 2 3",
    "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7",
    "r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/2PP1N2/PP3PPP/RNBQK2R w KQkq - 0 6",
    "r2q1rk1/pp1bbppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 10",
    "8/pp3kpp/2p2p2/8/8/2P2P2/PP3KPP/8 w - - 0 40",
    "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
    "rnbqkb1r/pppppp1p/5np1/8/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 0 3",
    "2r2rk1/pp2ppbp/2np1np1/8/3NP3/2N1B3/PPP2PPP/2R2RK1 w - - 0 14",
    "r4rk1/ppp2ppp/2n2n2/3p4/3P4/2N2N2/PPP2PPP/R4RK1 w - - 0 12",
    "4r1k1/pp3p1p/2p1p1p1/8/8/2P1P1P1/PP3P1P/4R1K1 w - - 0 22",
    "6k1/pp3ppp/2n1p3/8/8/2N1P3/PP3PPP/6K1 w - - 0 25",
];

/// Endings in which even a slow engine gets five plies deep, with pieces to lose.
pub const ENDINGS: &[&str] = &[
    "6k1/pp3ppp/2n1p3/8/8/2N1P3/PP3PPP/6K1 w - - 0 25",
    "6k1/1p3ppp/p2b4/8/8/P2B4/1P3PPP/6K1 w - - 0 25",
    "4r1k1/pp3p1p/2p1p1p1/8/8/2P1P1P1/PP3P1P/3R2K1 w - - 0 22",
    "6k1/1p3ppp/p2b4/8/8/2N5/PP3PPP/6K1 b - - 0 25",
];

/// Positions in which a side that is far behind has a perpetual check.
pub const PERPETUAL: &[&str] = &[
    "6k1/6p1/8/7Q/8/8/rq4PP/7K w - - 0 1",
    "1k6/1p6/8/Q7/8/8/PP4qr/K7 w - - 0 1",
    "6k1/p5p1/8/7Q/8/8/rq4PP/7K w - - 0 1",
];

/// Won by force of arms and drawn by the fifty-move rule, which comes before the mate and before any capture.
pub const FIFTY: &[&str] = &[
    "8/8/4k3/8/8/3QK3/8/8 w - - 99 120",
    "4k3/8/8/8/8/8/2R5/3K4 w - - 99 120",
    "6k1/8/8/8/8/1R6/8/R5K1 w - - 98 120",
];

/// A hundred half-moves are over at the root.
pub const FIFTY_OVER: &str = "8/8/4k3/8/8/3QK3/8/8 w - - 100 120";

/// The side to move has a pawn more and nothing to win but stalemate.
pub const STALEMATE: &[&str] = &[
    "8/8/8/8/8/k7/p7/K7 b - - 0 1",
    "8/8/8/8/8/1k6/p7/K7 b - - 0 1",
    "8/8/8/8/8/2k5/p7/K7 b - - 0 1",
];

/// A right that belongs to a position and cannot be seen on its squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Right {
    Castling,
    EnPassant,
    Turn,
}

/// Two positions: one in which the right decides everything, and one whose only good move leads to the same squares without
/// it.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    pub right: Right,
    pub with: &'static str,
    pub without: &'static str,
}

const fn pair(right: Right, with: &'static str, without: &'static str) -> Pair {
    Pair {
        right,
        with,
        without,
    }
}

pub const PAIRS: &[Pair] = &[
    pair(
        Right::Turn,
        "6k1/pp3ppp/2r1b3/3P4/8/2N2P2/PP4PP/3R2K1 w - - 0 1",
        "6k1/pp3ppp/2r1b3/8/3P4/2N2P2/PP4PP/3R2K1 w - - 0 1",
    ),
    pair(
        Right::Turn,
        "6k1/pp4pp/3n1n2/4P3/3P4/2N2P2/PP4PP/6K1 w - - 0 1",
        "6k1/pp4pp/3n1n2/8/3PP3/2N2P2/PP4PP/6K1 w - - 0 1",
    ),
    pair(
        Right::Castling,
        "8/1P1k4/8/8/4P3/8/1r6/R3K3 w Q - 0 1",
        "8/1P1k4/8/8/4P3/8/5r2/R3K3 b - - 0 1",
    ),
    pair(
        Right::Castling,
        "3k4/8/7r/8/P7/8/1r6/R3K3 w Q - 0 1",
        "3k4/8/r7/8/P7/8/1r6/R3K3 b - - 0 1",
    ),
    pair(
        Right::EnPassant,
        "Kb1b4/8/1r6/3Pp1p1/8/8/4k3/8 w - e6 0 1",
        "Kb1b4/8/1r2p3/3P2p1/8/8/4k3/8 b - - 0 1",
    ),
];

/// Where captures and checks go on and on.
pub const WILD: &[&str] = &[
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "rn3rk1/1bq2ppp/p3p3/1pnp2B1/3N1P2/2b3Q1/PPP3PP/2KRRB2 w - - 0 1",
    "r1b1kq1r/1p1n2bp/p2p2p1/3PppB1/Q1P1N3/8/PP2BPPP/R4RK1 w kq - 0 1",
];

/// A position and, where colours are exchanged, the move.
pub fn both_colours(fen: &str, mv: &str) -> [(Position, String); 2] {
    let position = Position::fen(fen);
    let mirrored = position.mirrored();
    [(position, mv.to_owned()), (mirrored, mirror_squares(mv))]
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_chess::{Board, Move};

    /// The first moves that mate within `moves`.
    fn keys(board: &Board, moves: u32) -> Vec<Move> {
        let all = board.legal_moves();
        let mates = |mv: &Move| is_lost(&board.make(*mv), moves);
        all.iter().copied().filter(mates).collect()
    }

    /// Whether the side to move, with `moves - 1` more moves of the other side, cannot escape mate.
    fn is_lost(board: &Board, moves: u32) -> bool {
        let replies = board.legal_moves();
        if replies.is_empty() {
            return board.in_check();
        }
        moves > 1
            && replies.iter().all(|reply| {
                let next = board.make(*reply);
                next.legal_moves()
                    .iter()
                    .any(|mv| is_lost(&next.make(*mv), moves - 1))
            })
    }

    #[test]
    fn every_position_can_be_read() {
        let specials = SPECIAL.iter().map(|special| special.fen);
        let mates = MATES.iter().map(|mate| mate.fen);
        let gifts = GIFTS.iter().map(|gift| gift.fen);
        let all = specials
            .chain(mates)
            .chain(gifts)
            .chain(TRAPS.iter().copied());
        let lists = [
            GAMES, LOST, WILD, QUIET, ENDINGS, PERPETUAL, FIFTY, STALEMATE,
        ];
        for fen in all.chain(lists.into_iter().flatten().copied()) {
            let board = Board::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
            assert!(board.has_legal_move() || TRAPS.contains(&fen), "{fen}");
            for (position, _) in both_colours(fen, "a1a1") {
                assert!(position.start_fen().is_some(), "{fen}");
            }
        }
    }

    #[test]
    fn special_moves_are_the_only_ones_or_the_only_mates() {
        for special in SPECIAL {
            for (index, right) in special.right.iter().enumerate() {
                let (position, mv) = both_colours(special.fen, right)[index % 2].clone();
                let board = position.board();
                let mv = board.move_from_uci(&mv).unwrap();
                let fits = match special.rule {
                    Rule::EnPassant => mv.is_en_passant(),
                    Rule::Promotion => mv.is_promotion(),
                    Rule::Castling => mv.is_castle(),
                };
                assert!(fits, "{special:?}");
                let only = board.count_legal() == special.right.len();
                assert!(only || keys(board, 1) == [mv], "{special:?}");
            }
        }
    }

    #[test]
    fn pairs_differ_in_one_right_and_a_move() {
        for pair in PAIRS {
            let (with, without) = (Board::from_fen(pair.with), Board::from_fen(pair.without));
            let (with, without) = (with.unwrap(), without.unwrap());
            let squares = |board: &Board| board.to_fen().split(' ').next().map(str::to_owned);
            let reached = without.legal_moves().iter().any(|mv| {
                let next = without.make(*mv);
                squares(&next) == squares(&with) && next.key() != with.key()
            });
            assert!(reached, "{pair:?}");
        }
    }

    #[test]
    fn the_mates_are_mates_with_one_key() {
        for mate in MATES {
            let board = Board::from_fen(mate.fen).unwrap();
            assert_eq!(board.legal_moves().len().min(15), 15, "{mate:?}");
            let key = board.move_from_uci(mate.key).unwrap();
            assert_eq!(keys(&board, mate.moves), [key], "{mate:?}");
            assert!(mate.moves == 1 || keys(&board, mate.moves - 1).is_empty());
        }
    }

    #[test]
    fn gifts_win_a_piece() {
        for gift in GIFTS {
            let board = Board::from_fen(gift.fen).unwrap();
            let mv = board.move_from_uci(gift.take).unwrap();
            assert!(board.see(mv) >= 300, "{gift:?}");
        }
    }
}
