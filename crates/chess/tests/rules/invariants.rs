//! What must hold in every position, whatever happens on the board.

use std::collections::HashMap;
use std::num::NonZeroU16;

use crate::random_games::{Start, TRICKY, random_move, visit_random};
use regence_chess::rng::SplitMix64;
use regence_chess::{
    Bitboard, Board, Checks, Color, Game, Move, MoveList, PieceKind, Square, is_repetition,
    upcoming_repetition,
};

fn tricky() -> impl Iterator<Item = Board> {
    TRICKY
        .iter()
        .map(|fen| Board::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}")))
}

/// The sets, the mailbox and the keys tell the same story.
fn check_consistency(board: &Board) {
    assert_eq!(board.compute_keys().position, board.key(), "{board}");
    assert_eq!(board.compute_keys().pawns(), board.pawn_key(), "{board}");
    for color in Color::ALL {
        assert_eq!(
            board.compute_keys().non_pawns(color),
            board.non_pawn_key(color),
            "{board}"
        );
    }
    assert!(
        (board.colored(Color::White) & board.colored(Color::Black)).is_empty(),
        "{board}"
    );
    for square in Square::all() {
        match board.piece_at(square) {
            Some(piece) => assert!(
                board.of(piece.color(), piece.kind()).contains(square),
                "{board}"
            ),
            None => assert!(!board.occupied().contains(square), "{board}"),
        }
    }
    let by_kind = PieceKind::ALL
        .iter()
        .map(|&kind| board.pieces(kind).count())
        .sum::<u32>();
    assert_eq!(by_kind, board.occupied().count(), "{board}");
}

#[test]
fn incremental_keys_equal_recomputed_ones() {
    visit_random(Start::Standard, 21, 150_000, check_consistency);
    visit_random(Start::DoubleChess960, 22, 150_000, check_consistency);
}

#[test]
fn every_move_keeps_the_board_consistent() {
    for board in tricky() {
        for &mv in board.legal_moves().iter() {
            let next = board.make(mv);
            check_consistency(&next);
            for &mv in next.legal_moves().iter() {
                check_consistency(&next.make(mv));
            }
        }
    }
}

#[test]
fn equal_keys_mean_equal_positions() {
    let mut seen: HashMap<u64, String> = HashMap::new();
    visit_random(Start::Standard, 23, 100_000, |board| {
        let fen = board.to_string();
        let position: Vec<&str> = fen.split(' ').take(4).collect();
        let position = position.join(" ");
        let first = seen.entry(board.key()).or_insert_with(|| position.clone());
        assert_eq!(*first, position);
    });
}

/// Noisy and quiet moves share none and are together all; each kind is what its name says.
fn check_kinds(board: &Board) {
    let (mut noisy, mut quiet) = (MoveList::new(), MoveList::new());
    board.generate_noisy(&mut noisy);
    board.generate_quiets(&mut quiet);
    for &mv in noisy.iter() {
        assert!(board.is_noisy(mv), "{mv} in {board}");
        assert!(
            mv.is_promotion() || board.captured(mv).is_some(),
            "{mv} in {board}"
        );
    }
    for &mv in quiet.iter() {
        assert!(
            !board.is_noisy(mv) && board.captured(mv).is_none(),
            "{mv} in {board}"
        );
    }
    let mut both: Vec<Move> = noisy.iter().chain(quiet.iter()).copied().collect();
    let mut all = board.legal_moves().to_vec();
    both.sort_unstable();
    all.sort_unstable();
    assert_eq!(both, all, "{board}");
    assert!(all.windows(2).all(|pair| pair[0] != pair[1]), "{board}");
    assert_eq!(board.has_legal_move(), !all.is_empty(), "{board}");
}

#[test]
fn noisy_and_quiet_moves_are_all_moves() {
    visit_random(Start::Standard, 24, 200_000, check_kinds);
    visit_random(Start::DoubleChess960, 25, 200_000, check_kinds);
    tricky().for_each(|board| check_kinds(&board));
}

#[test]
fn is_legal_knows_all_sixteen_bit_patterns() {
    let check = |board: &Board| {
        let mut legal: Vec<Move> = board.legal_moves().to_vec();
        legal.sort_unstable();
        let found: Vec<Move> = (1..=u16::MAX)
            .filter_map(NonZeroU16::new)
            .map(Move::from_bits)
            .filter(|&mv| board.is_legal(mv))
            .collect();
        assert_eq!(found, legal, "{board}");
    };
    tricky().for_each(|board| check(&board));
    // A few positions of many games: every position would take too long.
    for (start, seed) in [
        (Start::Standard, 26),
        (Start::Chess960, 27),
        (Start::DoubleChess960, 28),
    ] {
        let mut count = 0;
        visit_random(start, seed, 20_000, |board| {
            count += 1;
            if count % 40 == 0 {
                check(board);
            }
        });
    }
}

/// The moves of one position asked of another: this is how a hash table hands them out.
#[test]
fn is_legal_agrees_for_moves_of_other_positions() {
    let mut earlier: Vec<Move> = Vec::new();
    visit_random(Start::Chess960, 29, 100_000, |board| {
        let legal = board.legal_moves();
        for mv in earlier.iter().chain(legal.iter()) {
            assert_eq!(board.is_legal(*mv), legal.contains(mv), "{mv} in {board}");
        }
        earlier = legal.to_vec();
    });
}

fn check_checks(board: &Board) {
    let checks = Checks::new(board);
    for &mv in board.legal_moves().iter() {
        let next = board.make(mv);
        assert_eq!(board.gives_check(mv), next.in_check(), "{mv} in {board}");
        assert_eq!(checks.has(board, mv), next.in_check(), "{mv} in {board}");
        if !mv.is_castle() && !mv.is_en_passant() && next.en_passant().is_none() {
            let rights_kept = board.castling_rooks() == next.castling_rooks();
            assert_eq!(
                board.key_after(mv) == next.key(),
                rights_kept,
                "{mv} in {board}"
            );
        }
    }
    let enemy = !board.side_to_move();
    let king = board.king(board.side_to_move());
    assert_eq!(
        board.checkers(),
        board.attackers_to(king, board.occupied()) & board.colored(enemy)
    );
    assert_eq!(board.in_check(), board.attacked_by(enemy).contains(king));
    assert_eq!(
        board.in_check(),
        board.is_attacked(king, enemy, board.occupied())
    );
}

#[test]
fn gives_check_and_key_after_foresee_the_move() {
    visit_random(Start::Standard, 30, 60_000, check_checks);
    visit_random(Start::DoubleChess960, 31, 60_000, check_checks);
    tricky().for_each(|board| check_checks(&board));
}

#[test]
fn a_null_move_changes_the_turn_only() {
    visit_random(Start::Standard, 32, 50_000, |board| {
        if board.in_check() {
            return;
        }
        let next = board.make_null();
        check_consistency(&next);
        assert_eq!(next.side_to_move(), !board.side_to_move());
        assert_eq!(next.en_passant(), None);
        for color in Color::ALL {
            assert_eq!(next.colored(color), board.colored(color));
        }
        if board.en_passant().is_none() && !next.in_check() {
            assert_eq!(next.make_null().key(), board.key());
        }
    });
}

#[test]
fn taking_moves_back_restores_everything() {
    let mut rng = SplitMix64::new(33);
    for _ in 0..300 {
        let mut game = Game::new(Start::DoubleChess960.board(&mut rng));
        let mut boards = vec![*game.board()];
        while let Some(mv) = random_move(game.board(), &mut rng) {
            game.push(mv);
            boards.push(*game.board());
            if boards.len() > 120 {
                break;
            }
        }
        assert_eq!(game.keys().len(), game.moves().len());
        while let Some(board) = boards.pop() {
            assert_eq!(*game.board(), board);
            assert_eq!(game.board().key(), board.key());
            game.pop();
        }
        assert!(game.moves().is_empty() && game.pop().is_none());
        assert_eq!(game.start(), game.board());
    }
}

/// Games of pieces that shuffle about, in which positions come again.
fn shuffle_game(rng: &mut SplitMix64, plies: usize) -> Game {
    let start = if rng.below(2) == 0 {
        Board::startpos()
    } else {
        Board::from_fen("4k2r/r6p/8/8/2b2n2/8/P7/R1N1KB1R w KQk - 0 1").unwrap()
    };
    let mut game = Game::new(start);
    for _ in 0..plies {
        let board = *game.board();
        let undo = game.moves().len().checked_sub(2).map(|i| game.moves()[i]);
        let back = undo
            .map(|mv| Move::new(mv.to(), mv.from()))
            .filter(|&mv| board.is_legal(mv));
        let mv = match back {
            Some(mv) if rng.below(3) > 0 => mv,
            _ => match random_move(&board, rng) {
                Some(mv) => mv,
                None => break,
            },
        };
        game.push(mv);
    }
    game
}

/// Repetition by looking at every earlier position, as the definition says.
fn is_repetition_slowly(keys: &[u64], key: u64, ply: usize) -> bool {
    let earlier: Vec<usize> = (1..=keys.len())
        .filter(|&back| keys[keys.len() - back] == key)
        .collect();
    earlier.len() >= 2 || earlier.iter().any(|&back| back < ply)
}

#[test]
fn repetitions_are_found_and_foreseen() {
    let mut rng = SplitMix64::new(34);
    let (mut found, mut foreseen) = (0, 0);
    for _ in 0..1500 {
        let plies = 10 + rng.below(40) as usize;
        let game = shuffle_game(&mut rng, plies);
        let (keys, board) = (game.keys(), game.board());
        let ply = rng.below(keys.len() as u64 + 1) as usize;

        let expected = is_repetition_slowly(keys, board.key(), ply);
        assert_eq!(is_repetition(keys, board, ply), expected, "{board}");
        assert_eq!(
            game.repetitions(),
            1 + keys.iter().filter(|&&key| key == board.key()).count()
        );
        found += usize::from(expected);

        let mut longer = keys.to_vec();
        longer.push(board.key());
        let expected = board.legal_moves().iter().any(|&mv| {
            let next = board.make(mv);
            is_repetition_slowly(&longer, next.key(), ply + 1)
        });
        assert_eq!(
            upcoming_repetition(keys, board, ply),
            expected,
            "{board}, ply {ply}"
        );
        foreseen += usize::from(expected);
    }
    // The games must be of a kind that tests something.
    assert!(found > 100 && foreseen > 100, "{found} {foreseen}");
}

#[test]
fn no_repetition_reaches_across_a_null_move() {
    let board = Board::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 10 40").unwrap();
    let play = |board: &Board, uci: &str| board.make(board.move_from_uci(uci).unwrap());
    let mut keys = vec![board.key()];
    let mut now = board.make_null();
    for uci in ["e8e7", "a1b1", "e7e8", "b1a1"] {
        keys.push(now.key());
        now = play(&now, uci);
    }
    // This position came after the null move, and before it only with the other side to move.
    assert!(is_repetition(&keys, &now, keys.len()));
    let again = now.make_null();
    keys.push(now.key());
    assert_eq!(again.key(), board.key());
    assert!(!is_repetition(&keys, &again, keys.len()));
}

#[test]
fn a_board_is_small() {
    assert_eq!(size_of::<Board>(), 192);
    assert_eq!(size_of::<Option<Move>>(), 2);
    assert_eq!(Bitboard::DARK.count(), 32);
    assert!(Bitboard::DARK.contains(Square::A1) && Bitboard::LIGHT.contains(Square::H1));
}
