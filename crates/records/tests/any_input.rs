//! Whatever the input is, nothing panics, and what could be read survives writing and reading.

use std::io::Cursor;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use regence_chess::Board;
use regence_records::pgn::{self, Game};
use regence_records::polyglot::{self, Book};
use regence_records::text_book::TextBook;
use regence_records::{ReadError, epd};

/// Reads all games; those that are good must come back from their own text.
fn check_pgn(text: &[u8]) {
    let all: Vec<Result<Game, ReadError>> = pgn::Reader::new(text).collect();
    let good: Vec<_> = all.into_iter().flatten().collect();
    let mut written = Vec::new();
    for game in &good {
        pgn::write_game(&mut written, game).unwrap();
    }
    let again: Vec<_> = pgn::Reader::new(written.as_slice())
        .map(|game| game.unwrap_or_else(|error| panic!("{error} in {}", text.escape_ascii())))
        .collect();
    assert!(again == good, "{}", text.escape_ascii());
    let mut twice = Vec::new();
    for game in &again {
        pgn::write_game(&mut twice, game).unwrap();
    }
    assert_eq!(String::from_utf8(twice), String::from_utf8(written));
}

fn check_epd(text: &[u8]) {
    for epd in epd::Reader::new(text).flatten() {
        let again: epd::Epd = epd.to_string().parse().unwrap();
        assert_eq!(again, epd, "{epd}");
    }
}

/// Pieces of PGN in any order.
fn pgn_soup() -> impl Strategy<Value = String> {
    let pieces = [
        "[",
        "]",
        "\"",
        "[Event \"x\"]",
        "[FEN \"4k2r/6P1/8/8/8/8/8/R3K3 w Qk - 3 9\"]",
        "[Result \"1-0\"]",
        "[White \"a\\\"",
        "[X \"y\"]\n",
        "\n[Event \"x\"]\n",
        "[Variant \"Chess960\"]",
        "{",
        "}",
        "{a comment}",
        "{}",
        "; to the end\n",
        ";",
        "\n%escaped\n",
        "%",
        "(",
        ")",
        "(",
        ")",
        "$5",
        "$",
        "!",
        "??",
        "!?",
        "*",
        "1-0",
        "0-1",
        "1/2-1/2",
        "½",
        "1.",
        "1...",
        "2.",
        "e4",
        "e5",
        "d4",
        "d5",
        "Nf3",
        "Nc6",
        "g1f3",
        "O-O",
        "0-0-0",
        "gxh8=Q",
        "g8=N+",
        "--",
        "Z0",
        "e.p.",
        "Ra8",
        "Ke2",
        "...",
        "\n",
        "\n\n",
        "\r\n",
        "\r",
        "\t",
        " ",
        " ",
        " ",
        "é",
        "\u{feff}",
        "\u{85}",
        "\u{1}",
        "\\",
        "[Event \"",
        "word",
    ];
    vec(proptest::sample::select(pieces.to_vec()), 0..60).prop_map(|parts| {
        let mut text = String::new();
        for (index, part) in parts.into_iter().enumerate() {
            text.push_str(part);
            if index % 3 > 0 {
                text.push(' ');
            }
        }
        text
    })
}

/// Moves that are nearly all legal, with notes between them.
fn move_soup() -> impl Strategy<Value = String> {
    let notes = [
        "", "", "", "{c}", "$3", "!", "(", ")", "(--", "({d}", "; e\n", "\n", "\n\n", "1.",
        "{f} {g}", "()", "*",
    ];
    vec(
        (any::<u8>(), proptest::sample::select(notes.to_vec())),
        0..60,
    )
    .prop_map(|steps| {
        let mut board = Board::startpos();
        let mut before = board;
        let mut text = String::new();
        for (choice, note) in steps {
            let moves = board.legal_moves();
            if !moves.is_empty() {
                let mv = moves[usize::from(choice) % moves.len()];
                text.push_str(&board.move_to_san(mv));
                text.push(' ');
                before = board;
                board = board.make(mv);
            }
            text.push_str(note);
            text.push(' ');
            if note.starts_with('(') {
                board = before;
            }
        }
        text
    })
}

fn epd_soup() -> impl Strategy<Value = String> {
    let pieces = [
        "4k2r/6P1/8/8/8/8/8/R3K3 w Qk -",
        "4k2r/6P1/8/8/8/8/8/R3K3 w Qk - 3 9",
        "bm",
        "am",
        "pv",
        "dm",
        "ce",
        "id",
        "c0",
        "hmvc",
        "fmvn",
        "foo",
        "12",
        "-7",
        "O-O-O",
        "gxh8=Q+",
        "Ke2",
        "a1a8",
        "\"a b\"",
        "\"",
        "\\",
        "\"x\\\"y\"",
        ";",
        ";",
        ";",
        "\n",
        "\t",
        "\u{1}",
        "\u{85}",
        "é",
        "#",
        "99999",
    ];
    let rest = vec(proptest::sample::select(pieces.to_vec()), 0..14);
    (0..2usize, rest).prop_map(move |(board, rest)| format!("{} {}", pieces[board], rest.join(" ")))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn pgn_of_any_bytes(bytes in vec(any::<u8>(), 0..300)) {
        check_pgn(&bytes);
    }

    #[test]
    fn pgn_of_any_text(text in ".{0,200}") {
        check_pgn(text.as_bytes());
    }

    #[test]
    fn pgn_of_pieces(text in pgn_soup()) {
        check_pgn(text.as_bytes());
    }

    #[test]
    fn pgn_of_moves(text in move_soup()) {
        check_pgn(text.as_bytes());
    }

    #[test]
    fn pgn_with_a_small_limit(text in pgn_soup(), limit in 0u64..50) {
        let games = pgn::Reader::new(text.as_bytes()).with_limit(limit).count();
        prop_assert!(games <= text.len() + 1);
    }

    #[test]
    fn thoughts_of_any_text(text in "[-+M#.0-9/ s,]{0,20}") {
        let thought = pgn::Comment::new(&text).and_then(|comment| pgn::Thought::read(&comment));
        if let Some(thought) = thought {
            let again = pgn::Thought::read(&pgn::Comment::from(thought));
            prop_assert_eq!(again, Some(thought));
        }
    }

    #[test]
    fn epd_of_any_bytes(bytes in vec(any::<u8>(), 0..200)) {
        check_epd(&bytes);
        let _ = TextBook::read(bytes.as_slice());
    }

    #[test]
    fn epd_of_pieces(text in epd_soup()) {
        check_epd(text.as_bytes());
        let _ = TextBook::read(text.replace("bm", "->").as_bytes());
    }

    #[test]
    fn books_of_any_bytes(bytes in vec(any::<u8>(), 0..400), entries in vec((0..3u64, any::<u64>()), 0..30)) {
        let _ = Book::new(Cursor::new(&bytes));
        let board = Board::startpos();
        let key = polyglot::key(&board);
        let mut sorted: Vec<_> = entries
            .into_iter()
            .map(|(near, rest)| u128::from(key - 1 + near) << 64 | u128::from(rest))
            .collect();
        sorted.sort();
        let file: Vec<u8> = sorted.iter().flat_map(|entry| entry.to_be_bytes()).collect();
        let mut book = Book::new(Cursor::new(&file)).unwrap();
        prop_assert!(book.moves(&board).unwrap().iter().all(|known| board.is_legal(known.mv())));
        let expected = sorted.iter().filter(|&&entry| (entry >> 64) as u64 == key).count();
        prop_assert_eq!(book.entries(key).unwrap().len(), expected);
    }
}
