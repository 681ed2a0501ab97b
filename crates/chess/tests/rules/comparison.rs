//! Random games side by side with two other move generators: the same moves, checks, ends and FENs.

use crate::random_games::{Start, random_move};
use regence_chess::rng::SplitMix64;
use regence_chess::{Bitboard, Board, Move, PieceKind, Square};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position, Role};

const LONGEST: usize = 160;

fn square(square: shakmaty::Square) -> Square {
    Square::from_index(square.to_usize()).expect("both count from a1 to h8")
}

fn kind(role: Role) -> PieceKind {
    match role {
        Role::Pawn => PieceKind::Pawn,
        Role::Knight => PieceKind::Knight,
        Role::Bishop => PieceKind::Bishop,
        Role::Rook => PieceKind::Rook,
        Role::Queen => PieceKind::Queen,
        Role::King => PieceKind::King,
    }
}

/// The same move in our words.
fn ours(theirs: shakmaty::Move) -> Move {
    use shakmaty::Move as Theirs;
    match theirs {
        Theirs::Normal {
            from,
            to,
            promotion: Some(role),
            ..
        } => Move::promote(square(from), square(to), kind(role)),
        Theirs::Normal { from, to, .. } => Move::new(square(from), square(to)),
        Theirs::EnPassant { from, to } => Move::en_passant(square(from), square(to)),
        Theirs::Castle { king, rook } => Move::castle(square(king), square(rook)),
        Theirs::Put { .. } => panic!("no drops in chess"),
    }
}

/// Compares two boards; the other one's moves if the game goes on.
fn compare(board: &Board, theirs: &Chess, fen: bool) -> Option<shakmaty::MoveList> {
    let their_moves = theirs.legal_moves();
    let mut expected: Vec<Move> = their_moves.iter().map(|&mv| ours(mv)).collect();
    let mut found = board.legal_moves().to_vec();
    expected.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, expected, "{board}");
    assert_eq!(board.count_legal(), expected.len(), "{board}");
    assert_eq!(board.checkers(), Bitboard(theirs.checkers().0), "{board}");
    assert_eq!(
        board.en_passant(),
        theirs.legal_ep_square().map(square),
        "{board}"
    );
    assert_eq!(
        board.insufficient_material(),
        theirs.is_insufficient_material(),
        "{board}"
    );
    if fen {
        let their_fen = Fen::from_position(theirs, EnPassantMode::Legal).to_string();
        assert_eq!(board.to_string(), their_fen);
        let again = Board::from_fen(&their_fen).expect("a position of a game");
        assert_eq!(again, *board);
        assert_eq!(again.key(), board.key(), "{board}");
        assert_eq!(
            (again.checkers(), again.pinned()),
            (board.checkers(), board.pinned()),
            "{board}"
        );
        assert_eq!(Board::from_fen(&board.to_shredder_fen()), Ok(*board));
    }
    if their_moves.is_empty() {
        assert_eq!(board.in_check(), theirs.is_checkmate(), "{board}");
        return None;
    }
    Some(their_moves)
}

/// Plays random games on both boards and compares them at every step; FENs at every eighth.
fn play_with_shakmaty(start: Start, seed: u64, positions: usize) {
    let mut rng = SplitMix64::new(seed);
    let mut left = positions;
    while left > 0 {
        let mut board = start.board(&mut rng);
        let setup: Fen = board.to_string().parse().expect("a FEN");
        let mut theirs: Chess = setup
            .into_position(CastlingMode::Chess960)
            .expect("a position");
        for ply in 0..LONGEST {
            left = left.saturating_sub(1);
            let Some(their_moves) = compare(&board, &theirs, ply % 8 == 7 || ply == 0) else {
                break;
            };
            let mv = random_move(&board, &mut rng).expect("there are legal moves");
            let their_move = their_moves
                .iter()
                .find(|&&their| ours(their) == mv)
                .expect("the same move");
            theirs.play_unchecked(*their_move);
            board = board.make(mv);
        }
    }
}

#[test]
fn standard_games_agree_with_shakmaty() {
    play_with_shakmaty(Start::Standard, 1, 600_000);
}

#[test]
fn chess960_games_agree_with_shakmaty() {
    play_with_shakmaty(Start::Chess960, 2, 600_000);
}

#[test]
fn double_chess960_games_agree_with_shakmaty() {
    play_with_shakmaty(Start::DoubleChess960, 3, 300_000);
}

/// The same move in the words of cozy-chess, which also writes castling as the king taking its rook.
fn cozy(mv: Move) -> cozy_chess::Move {
    let to_cozy = |square: Square| cozy_chess::Square::index(square.index());
    cozy_chess::Move {
        from: to_cozy(mv.from()),
        to: to_cozy(mv.to()),
        promotion: mv
            .promotion()
            .map(|kind| cozy_chess::Piece::index(kind.index())),
    }
}

#[test]
fn chess960_games_agree_with_cozy_chess() {
    let mut rng = SplitMix64::new(4);
    let mut left = 600_000usize;
    while left > 0 {
        let mut board = Start::DoubleChess960.board(&mut rng);
        let mut theirs =
            cozy_chess::Board::from_fen(&board.to_shredder_fen(), true).expect("a position");
        for _ in 0..LONGEST {
            left = left.saturating_sub(1);
            let mut count = 0;
            theirs.generate_moves(|moves| {
                count += moves.len();
                false
            });
            assert_eq!(board.count_legal(), count, "{board}");
            assert_eq!(board.checkers().0, theirs.checkers().0, "{board}");
            for &mv in board.legal_moves().iter() {
                assert!(theirs.is_legal(cozy(mv)), "{mv} in {board}");
            }
            let Some(mv) = random_move(&board, &mut rng) else {
                break;
            };
            theirs.play_unchecked(cozy(mv));
            board = board.make(mv);
        }
    }
}
