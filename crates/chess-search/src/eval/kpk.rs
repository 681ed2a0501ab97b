//! King and pawn against king, solved: whether the pawn wins is a matter of single squares, not of weights.
//!
//! For each square of pawn and strong king one set says on which squares of the weak king the pawn wins. The sets
//! grow from promotions backwards until nothing changes: a few milliseconds, once, when the first such
//! ending comes up.

use std::sync::OnceLock;

use regence_chess::{Bitboard, Board, Color, File, PieceKind, Square, attacks};

/// Pawns on the files a to d, ranks two to seven; the other half is the mirror image.
const PAWNS: usize = 24;

/// The squares of the weak king on which White, with the pawn, wins.
struct Solution {
    white_to_move: [[u64; 64]; PAWNS],
    black_to_move: [[u64; 64]; PAWNS],
}

/// Whether the side with the pawn wins; none if there is more or less than one pawn on the board.
pub fn pawn_wins(board: &Board) -> Option<bool> {
    let pawns = board.pieces(PieceKind::Pawn);
    let kings = board.pieces(PieceKind::King);
    if pawns.many() || pawns.is_empty() || board.occupied() != pawns | kings {
        return None;
    }
    let pawn = pawns.lsb()?;
    let strong = board.piece_at(pawn)?.color();
    // Turn the board so that White has the pawn, and it is on the left half.
    let mirrored = pawn.file() >= File::E;
    let turn = |square: Square| {
        let square = square.relative_to(strong);
        if mirrored {
            square.flip_horizontal()
        } else {
            square
        }
    };
    static SOLUTION: OnceLock<Box<Solution>> = OnceLock::new();
    let solution = SOLUTION.get_or_init(solve);
    let sets = match board.side_to_move() == strong {
        true => &solution.white_to_move,
        false => &solution.black_to_move,
    };
    let set = sets[pawn_index(turn(pawn))][turn(board.king(strong)).index()];
    Some(Bitboard(set).contains(turn(board.king(!strong))))
}

fn pawn_index(pawn: Square) -> usize {
    (pawn.rank().index() - 1) * 4 + pawn.file().index()
}

fn solve() -> Box<Solution> {
    let mut solution = Box::new(Solution {
        white_to_move: [[0; 64]; PAWNS],
        black_to_move: [[0; 64]; PAWNS],
    });
    loop {
        let mut changed = false;
        // From the seventh rank down: what a step leads to is known first.
        for pawn in Square::all().rev().filter(|&square| is_pawn_square(square)) {
            for king in Square::all().filter(|&king| king != pawn) {
                let white = white_wins(&solution, pawn, king).0;
                let black = black_loses(&solution, pawn, king).0;
                let index = pawn_index(pawn);
                changed |= white != solution.white_to_move[index][king.index()];
                changed |= black != solution.black_to_move[index][king.index()];
                solution.white_to_move[index][king.index()] = white;
                solution.black_to_move[index][king.index()] = black;
            }
        }
        if !changed {
            return solution;
        }
    }
}

fn is_pawn_square(square: Square) -> bool {
    (8..56).contains(&square.index()) && square.file() <= File::D
}

/// The weak king's squares where White to move wins, as far as is known.
fn white_wins(solution: &Solution, pawn: Square, king: Square) -> Bitboard {
    let near_king = attacks::king(king) | king.into();
    let legal = !(near_king | pawn.into() | attacks::pawn(Color::White, pawn));
    let step = Bitboard::of(pawn).north();
    let mut wins = Bitboard::EMPTY;
    for to in attacks::king(king).without(pawn) {
        wins |= Bitboard(solution.black_to_move[pawn_index(pawn)][to.index()]);
    }
    if let Some(next) = step.lsb().filter(|&next| next != king) {
        if pawn.index() >= 48 {
            // It promotes for good unless the weak king takes what has become of it.
            let takes = if near_king.contains(next) {
                Bitboard::EMPTY
            } else {
                attacks::king(next)
            };
            wins |= !(takes | step);
        } else {
            wins |= Bitboard(solution.black_to_move[pawn_index(next)][king.index()]) - step;
            let double = step
                .north()
                .lsb()
                .filter(|&double| pawn.index() < 16 && double != king);
            if let Some(double) = double {
                wins |= Bitboard(solution.black_to_move[pawn_index(double)][king.index()]) - step;
            }
        }
    }
    wins & legal
}

/// The weak king's squares where Black to move loses: it can move, or is mated, and every move loses.
fn black_loses(solution: &Solution, pawn: Square, king: Square) -> Bitboard {
    let near_king = attacks::king(king) | king.into();
    let checks = attacks::pawn(Color::White, pawn);
    let legal = !(near_king | pawn.into());
    let targets = !(near_king | checks);
    let won = Bitboard(solution.white_to_move[pawn_index(pawn)][king.index()]);
    let escapes = around(targets - won);
    (legal - escapes) & (around(targets) | checks)
}

/// All squares a king's step away from the set.
fn around(set: Bitboard) -> Bitboard {
    let wide = set | set.east() | set.west();
    wide.north() | wide.south() | set.east() | set.west()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wins(fen: &str) -> Option<bool> {
        pawn_wins(&Board::from_fen(fen).unwrap())
    }

    #[test]
    fn textbook_endings() {
        for (fen, expected) in [
            // King on the sixth before its pawn wins, whoever moves.
            ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", true),
            ("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", true),
            // The opposition decides on the fifth.
            ("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", false),
            ("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", true),
            // Stalemate on the last rank, and a rook pawn that never wins against the corner.
            ("4k3/4P3/4K3/8/8/8/8/8 b - - 0 1", false),
            ("k7/8/K7/P7/8/8/8/8 w - - 0 1", false),
            // The same for Black.
            ("8/8/8/8/4p3/4k3/8/4K3 b - - 0 1", true),
            // A king outside the square.
            ("8/8/8/P7/8/6k1/8/6K1 w - - 0 1", true),
        ] {
            assert_eq!(wins(fen), Some(expected), "{fen}");
        }
        assert_eq!(wins("4k3/8/8/8/8/8/PP6/4K3 w - - 0 1"), None);
        assert_eq!(wins("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), None);
    }

    #[test]
    fn every_claim_follows_from_the_legal_moves() {
        let mut rng = regence_chess::rng::SplitMix64::new(3);
        let mut checked = 0;
        while checked < 20_000 {
            let Some(board) = random_ending(&mut rng) else {
                continue;
            };
            let strong_moves = board
                .piece_at(board.pieces(PieceKind::Pawn).lsb().unwrap())
                .unwrap()
                .color()
                == board.side_to_move();
            let moves = board.legal_moves();
            let after_wins = |next: Board| match pawn_wins(&next) {
                Some(wins) => wins,
                // Taken, or promoted: safe if the weak king can not take the new piece.
                None => {
                    next.pieces(PieceKind::Queen).any() && {
                        let goal = next.pieces(PieceKind::Queen).lsb().unwrap();
                        !next.legal_moves().iter().any(|mv| mv.to() == goal)
                    }
                }
            };
            let mut children = moves
                .iter()
                .filter(|mv| mv.promotion().is_none() || mv.promotion() == Some(PieceKind::Queen));
            let expected = if strong_moves {
                children.any(|&mv| after_wins(board.make(mv)))
            } else {
                !moves.is_empty() && children.all(|&mv| after_wins(board.make(mv)))
            };
            assert_eq!(pawn_wins(&board), Some(expected), "{board}");
            checked += 1;
        }
    }

    fn random_ending(rng: &mut regence_chess::rng::SplitMix64) -> Option<Board> {
        let mut rows = [['1'; 8]; 8];
        for piece in ['K', 'k', if rng.below(2) == 0 { 'P' } else { 'p' }] {
            let (rank, file) = (rng.below(8) as usize, rng.below(8) as usize);
            if rows[rank][file] != '1' {
                return None;
            }
            rows[rank][file] = piece;
        }
        let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
        let side = if rng.below(2) == 0 { "w" } else { "b" };
        Board::from_fen(&format!("{} {side} - - 0 1", rows.join("/"))).ok()
    }
}
