//! Opening books: Polyglot files and plain text.

use std::io::Cursor;

use regence_chess::rng::SplitMix64;
use regence_chess::{Board, Move};
use regence_records::book;
use regence_records::polyglot::{self, Book, BookError, Builder};
use regence_records::text_book::TextBook;
use shakmaty::fen::Fen;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position};

fn play(moves: &[&str]) -> Board {
    moves.iter().fold(Board::startpos(), |board, text| {
        board.make(board.move_from_uci(text).unwrap())
    })
}

#[test]
fn keys_are_those_of_the_format() {
    let published: [(&[&str], u64); 9] = [
        (&[], 0x463b96181691fc9c),
        (&["e2e4"], 0x823c9b50fd114196),
        (&["e2e4", "d7d5"], 0x0756b94461c50fb0),
        (&["e2e4", "d7d5", "e4e5"], 0x662fafb965db29d4),
        (&["e2e4", "d7d5", "e4e5", "f7f5"], 0x22a48b5a8e47ff78),
        (
            &["e2e4", "d7d5", "e4e5", "f7f5", "e1e2"],
            0x652a607ca3f242c1,
        ),
        (
            &["e2e4", "d7d5", "e4e5", "f7f5", "e1e2", "e8f7"],
            0x00fdd303c946bdd9,
        ),
        (
            &["a2a4", "b7b5", "h2h4", "b5b4", "c2c4"],
            0x3c8123ea7b067637,
        ),
        (
            &["a2a4", "b7b5", "h2h4", "b5b4", "c2c4", "b4c3", "a1a3"],
            0x5c3f9b829b279560,
        ),
    ];
    for (moves, key) in published {
        assert_eq!(polyglot::key(&play(moves)), key, "{moves:?}");
    }
}

#[test]
fn keys_agree_with_another_program() {
    let mut random = SplitMix64::new(11);
    for _ in 0..100 {
        let mut board = Board::startpos();
        for _ in 0..80 {
            let moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            board = board.make(moves[random.below(moves.len() as u64) as usize]);
            let fen: Fen = board.to_fen().parse().unwrap();
            let other: Chess = fen.into_position(CastlingMode::Standard).unwrap();
            let key: Zobrist64 = other.zobrist_hash(EnPassantMode::Legal);
            assert_eq!(polyglot::key(&board), u64::from(key), "{board}");
        }
    }
}

/// A position and the moves for it, with their weights.
type Known = (Board, Vec<(Move, u32)>);

/// A book of random games, and what was put in it.
fn random_book() -> (Vec<u8>, Vec<Known>) {
    let mut random = SplitMix64::new(5);
    let mut builder = Builder::new();
    let mut content = Vec::new();
    for _ in 0..30 {
        let mut board = Board::startpos();
        // Far enough that games do not meet again.
        for ply in 0..40 {
            let moves = board.legal_moves();
            if moves.len() < 3 {
                break;
            }
            let first = random.below(moves.len() as u64 - 2) as usize;
            if ply > 10 {
                let known: Vec<_> = (0..3)
                    .map(|i| (moves[first + i], 1 + random.below(50) as u32))
                    .collect();
                for &(mv, weight) in &known {
                    builder.add(&board, mv, weight).unwrap();
                }
                content.push((board, known));
            }
            board = board.make(moves[first]);
        }
    }
    let mut file = Vec::new();
    builder.write(&mut file).unwrap();
    assert_eq!(builder.positions(), content.len());
    (file, content)
}

#[test]
fn finds_what_was_written() {
    let (file, content) = random_book();
    assert_eq!(file.len(), content.len() * 3 * 16);
    let mut book = Book::new(Cursor::new(&file)).unwrap();
    assert_eq!(book.len(), content.len() as u64 * 3);
    for (board, mut known) in content {
        let found: Vec<_> = book
            .moves(&board)
            .unwrap()
            .iter()
            .map(|known| (known.mv(), known.weight()))
            .collect();
        assert!(found.is_sorted_by(|a, b| a.1 >= b.1));
        let mut sorted = found.clone();
        sorted.sort();
        known.sort();
        assert_eq!(sorted, known);
    }
    assert!(book.moves(&Board::startpos()).unwrap().is_empty());
    assert!(book.entries(0).unwrap().is_empty());
    assert!(book.entries(u64::MAX).unwrap().is_empty());
}

#[test]
fn opens_files() {
    let (file, content) = random_book();
    let path = std::env::temp_dir().join(format!("regence-book-{}.bin", std::process::id()));
    std::fs::write(&path, &file).unwrap();
    let mut book = Book::open(&path).unwrap();
    let moves = book.moves(&content[7].0).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(moves.len(), 3);
    assert_eq!(book::best(&moves), Some(moves[0].mv()));
    assert!(book::choose(&moves, 1 << 63).is_some());
    assert!(matches!(Book::open(&path), Err(BookError::Input(_))));
}

#[test]
fn weights_add_up_and_fit() {
    let board = Board::startpos();
    let mv = |text| board.move_from_uci(text).unwrap();
    let mut builder = Builder::new();
    for _ in 0..3 {
        builder.add(&board, mv("e2e4"), 100_000).unwrap();
    }
    builder.add(&board, mv("d2d4"), 150_000).unwrap();
    builder.add(&board, mv("c2c4"), 1).unwrap();
    builder.add(&board, mv("a2a3"), 0).unwrap();
    let black = board.make(mv("e2e4")).legal_moves()[0];
    let error = builder.add(&board, black, 1).unwrap_err();
    assert!(error.to_string().contains("is not a legal move in"));
    let mut file = Vec::new();
    builder.write(&mut file).unwrap();
    let moves = Book::new(Cursor::new(file)).unwrap().moves(&board).unwrap();
    let found: Vec<_> = moves
        .iter()
        .map(|known| (known.mv().to_string(), known.weight()))
        .collect();
    let expected = [("e2e4", 65535), ("d2d4", 32767), ("c2c4", 1), ("a2a3", 0)];
    assert_eq!(found, expected.map(|(mv, weight)| (mv.to_string(), weight)));
}

#[test]
fn refuses_what_is_no_book() {
    let refuse = |bytes: &[u8]| Book::new(Cursor::new(bytes)).unwrap_err();
    assert!(matches!(refuse(&[0; 17]), BookError::Size { bytes: 17 }));
    assert!(
        refuse(b"[Event")
            .to_string()
            .contains("expected a multiple of 16")
    );
    let mut unsorted = [0; 64];
    unsorted[16] = 9;
    unsorted[32] = 9;
    unsorted[48] = 8;
    let error = refuse(&unsorted);
    assert!(matches!(error, BookError::Order { entry: 4 }));
    assert!(
        error.to_string().contains("expected ascending keys"),
        "{error}"
    );
    let mut empty = Book::new(Cursor::new([])).unwrap();
    assert!(empty.is_empty() && empty.moves(&Board::startpos()).unwrap().is_empty());
}

#[test]
fn skips_entries_that_are_no_legal_move() {
    let key = polyglot::key(&Board::startpos()).to_be_bytes();
    let mut file = Vec::new();
    for mv in [
        0u16,
        0xffff,
        28 | 12 << 6,
        28 | 12 << 6 | 4 << 12,
        36 | 12 << 6,
    ] {
        file.extend_from_slice(&key);
        file.extend_from_slice(&mv.to_be_bytes());
        file.extend_from_slice(&[0, 7, 0, 0, 0, 0]);
    }
    let mut book = Book::new(Cursor::new(file)).unwrap();
    let moves = book.moves(&Board::startpos()).unwrap();
    assert_eq!(moves.len(), 1);
    assert_eq!(moves[0].mv().to_string(), "e2e4");
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn reads_text_books() {
    let text = format!(
        "# white\r\n{START} -> e2e4 10\r\n{START} -> d2d4\r\n\r\n  {START}->Nf3   0  \n\
         {START} -> e2e4 5\n4k3/8/8/8/8/8/8/4K2R w K - -> e1g1 3"
    );
    let book = TextBook::read(text.as_bytes()).unwrap();
    assert_eq!((book.positions(), book.entries()), (2, 4));
    let moves: Vec<_> = book
        .moves(&Board::startpos())
        .iter()
        .map(|known| (known.mv().to_string(), known.weight()))
        .collect();
    let expected = [("e2e4", 15), ("d2d4", 1), ("g1f3", 0)];
    assert_eq!(moves, expected.map(|(mv, weight)| (mv.to_string(), weight)));
    let castling = Board::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 30 99").unwrap();
    assert!(book.moves(&castling)[0].mv().is_castle());
    assert!(book.moves(&play(&["e2e4"])).is_empty());
}

#[test]
fn text_books_name_their_faults() {
    let fault = |line: &str| {
        let text = format!("# title\n{START} -> e2e4 1\n{line}\n");
        let error = TextBook::read(text.as_bytes()).unwrap_err();
        assert_eq!(error.place().line(), 3);
        (error.place().column(), error.to_string())
    };
    let check = |line: &str, column: u64, words: &str| {
        let (at, error) = fault(line);
        assert_eq!(at, column, "{error}");
        assert!(error.contains(words), "{error}");
    };
    check(" nonsense", 2, "expected <FEN> -> <move> <weight>");
    check("8/8/8/8/8/8/8/8 w - - 0 1 -> e2e4 1", 1, "0 kings");
    check(&format!("{START} -> e2e5 1"), 61, "found \"e2e5\"");
    check(&format!("{START} ->"), 60, "expected");
    check(
        &format!("{START} -> e2e4 -1"),
        66,
        "found \"-1\", expected a weight",
    );
    check(
        &format!("{START} -> e2e4 1 2"),
        68,
        "found \"2\", expected the end of the line",
    );
}
