//! Starts of games for OpenBench's data generation.

use regence_chess::Board;
use std::collections::HashSet;
use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_regence"))
        .args(arguments)
        .output()
        .expect("the program starts")
}

/// What OpenBench reads: the lines that begin so.
fn starts(arguments: &[&str]) -> Vec<String> {
    let output = run(arguments);
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    let fens = text.lines().map(|line| {
        let fen = line.strip_prefix("info string genfens ");
        fen.unwrap_or_else(|| panic!("not what OpenBench reads: {line}"))
    });
    fens.map(String::from).collect()
}

/// The command as OpenBench gives it: one argument, with a blank at its end, and another.
fn as_openbench(count: usize, seed: u64, book: &str) -> Vec<String> {
    starts(&[&format!("genfens {count} seed {seed} book {book} "), "quit"])
}

#[test]
fn as_many_playable_starts_as_openbench_asks_for() {
    let all = as_openbench(20, 7, "None");
    assert_eq!(all.len(), 20);
    assert_eq!(all.iter().collect::<HashSet<_>>().len(), 20);
    for fen in &all {
        let board = Board::from_fen(fen).expect("a FEN");
        assert!(!board.legal_moves().is_empty(), "{fen}");
        assert_eq!(fen.split(' ').count(), 6, "{fen}");
    }
    assert_eq!(as_openbench(20, 7, "None"), all, "the seed decides alone");
    assert_eq!(starts(&["genfens", "20", "seed", "7", "book", "None"]), all);
    assert_ne!(as_openbench(20, 8, "None"), all);
}

#[test]
fn a_book_is_where_the_starts_come_from() {
    let book = std::env::temp_dir().join(format!("regence-genfens-{}.epd", std::process::id()));
    // Two positions without a queen: an EPD, and a FEN on a last line without an end.
    let lines = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - id \"one\";\n\
                 rnb1kbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 0 2";
    std::fs::write(&book, lines).expect("a file can be written");
    let all = as_openbench(12, 3, &book.display().to_string());
    std::fs::remove_file(&book).expect("the file was there");
    assert_eq!(all.len(), 12);
    for fen in &all {
        let pieces = fen.split(' ').next().expect("the board");
        assert!(!pieces.contains(['q', 'Q']), "{fen}");
    }
    let is_second = |fen: &&String| fen.contains("4p3") || fen.contains("4P3");
    assert!(
        (1..12).contains(&all.iter().filter(is_second).count()),
        "{all:?}"
    );
}

#[test]
fn what_cannot_be_done_is_said() {
    for (arguments, part) in [
        (
            &["genfens 10 seed x book None", "quit"][..],
            "expected N seed S book B",
        ),
        (&["genfens ten"], "expected N seed S book B"),
        (
            &["genfens 1 seed 1 book /nowhere/book.epd", "quit"],
            "/nowhere/book.epd",
        ),
        (&["genfens 1 seed 1 book None dfrc", "quit"], "found dfrc"),
    ] {
        let output = run(arguments);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && said.contains(part),
            "{arguments:?}: {said}"
        );
        assert!(output.stdout.is_empty());
    }
}
