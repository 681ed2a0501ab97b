//! EPD: lines that are right, lines that are wrong, and suites of both.

use regence_chess::Board;
use regence_records::ReadError;
use regence_records::epd::{Epd, Reader, Value};

fn read(line: &str) -> Epd {
    let epd: Epd = line.parse().unwrap_or_else(|error| panic!("{error}"));
    let again: Epd = epd.to_string().parse().unwrap();
    assert_eq!(again, epd, "{epd}");
    assert_eq!(again.to_string(), epd.to_string());
    epd
}

const MIDDLEGAME: &str = "r1bq1rk1/pp2ppbp/2np1np1/8/2PNP3/2N1B3/PP2BPPP/R2QK2R w KQ -";

#[test]
fn reads_a_full_line() {
    let epd = read(&format!(
        "{MIDDLEGAME} bm O-O Nxc6 g2g4; am e1d2 h2-h4; ce -35; dm 4; acd 12; acn 123456789012; \
         id \"Maróczy; a \\\"bind\\\" \\\\\"; c0 \"first remark\"; c9 plain; draw_reject; \
         pv Nxc6 bxc6 e5; hmvc 3; fmvn 17;"
    ));
    let sans: Vec<_> = epd
        .best_moves()
        .iter()
        .map(|&mv| epd.board().move_to_san(mv))
        .collect();
    assert_eq!(sans, ["O-O", "Nxc6", "g4"]);
    assert_eq!(epd.avoid_moves().len(), 2);
    assert_eq!(epd.number("ce"), Some(-35));
    assert_eq!(epd.number("dm"), Some(4));
    assert_eq!(epd.number("acn"), Some(123_456_789_012));
    assert_eq!(epd.id(), Some("Maróczy; a \"bind\" \\"));
    assert_eq!(epd.text("c0"), Some("first remark"));
    assert_eq!(epd.text("c9"), Some("plain"));
    assert_eq!(epd.get("draw_reject"), Some(&Value::Words(vec![])));
    assert_eq!(epd.moves("pv").len(), 3);
    assert_eq!(epd.board().halfmove_clock(), 3);
    assert_eq!(epd.board().fullmove_number(), 17);
    assert_eq!(
        epd.to_string(),
        format!(
            "{MIDDLEGAME} bm O-O Nxc6 g4; am Kd2 h4; ce -35; dm 4; acd 12; acn 123456789012; \
             id \"Maróczy; a \\\"bind\\\" \\\\\"; c0 \"first remark\"; c9 \"plain\"; draw_reject; \
             pv Nxc6 bxc6 e5; hmvc 3; fmvn 17;"
        )
    );
}

#[test]
fn reads_sloppy_lines() {
    let plain = read(MIDDLEGAME);
    assert!(plain.operations().is_empty());
    let counters = read(&format!("{MIDDLEGAME} 5 20 bm O-O, Nb3 ; id x"));
    assert_eq!(counters.board().halfmove_clock(), 5);
    assert_eq!(counters.board().fullmove_number(), 20);
    assert_eq!(counters.best_moves().len(), 2);
    assert_eq!(counters.id(), Some("x"));
    let spaced = read(&format!(
        "  {} ;; bm\tO-O ;;",
        MIDDLEGAME.replace(' ', "   ")
    ));
    assert_eq!(spaced.best_moves().len(), 1);
    let chess960 = read("1rk3r1/p5p1/8/8/8/8/P5P1/1RK3R1 w GBgb - bm O-O c1b1;");
    assert_eq!(chess960.best_moves().len(), 2);
    assert!(chess960.best_moves().iter().all(|mv| mv.is_castle()));
}

#[test]
fn reads_positions_as_they_are_published() {
    let placement = "7n/BBP2P1P/8/P1PpK3/P5RR/5k2/Pn2NPN1/3Q2b1";
    let full = read(&format!("{placement} w - d6 bm #1;"));
    assert_eq!(full.get("bm"), Some(&Value::Mate(1)));
    for fields in ["w d6 -", "w d6", "w - d6"] {
        let other = read(&format!("{placement} {fields} bm #1;"));
        assert_eq!(other, full, "{fields}");
    }
    let bare = read(&format!("{placement} w - - bm #-12; id \"x\";"));
    assert_eq!(bare.get("bm"), Some(&Value::Mate(-12)));
    assert!(bare.best_moves().is_empty());
    for fields in ["w", "w -"] {
        let other = read(&format!("{placement} {fields} bm #-12; id \"x\";"));
        assert_eq!(other, bare, "{fields}");
    }
    // A name that could be a square or castling rights is one where a text follows.
    let named = read(&format!("{placement} w c6 \"remark\"; ce 10;"));
    assert_eq!(named.text("c6"), Some("remark"));
    assert_eq!(named.number("ce"), Some(10));
    let rights = MIDDLEGAME.replace(" KQ -", "");
    let moved = read(&format!("{rights} - KQ bm O-O;"));
    assert_eq!(moved.board(), read(MIDDLEGAME).board());
}

fn assert_fault(line: &str, column: u64, found: &str, expected: &str) {
    let error = line.parse::<Epd>().unwrap_err();
    assert_eq!(error.place().line(), 1);
    assert_eq!(error.place().column(), column, "{line}: {error}");
    assert!(error.found().unwrap().contains(found), "{line}: {error}");
    assert!(
        error.expected().unwrap().contains(expected),
        "{line}: {error}"
    );
}

#[test]
fn errors_name_place_and_fault() {
    for mate in ["#", "#0", "#x", "#2 #3", "#2 Nxc6"] {
        let column = MIDDLEGAME.len() as u64 + 5;
        assert_fault(
            &format!("{MIDDLEGAME} bm {mate};"),
            column,
            mate,
            "one mate",
        );
    }
    let board = "4k3/8/8/8/8/8/4P3/4K3 w - -";
    assert_fault("", 1, "the end of the line", "piece placement");
    assert_fault("4k3/8/8 w - -", 1, "\"4k3/8/8\"", "found 3 ranks");
    assert_fault("4k3/8/8/8/8/8/8/4K3 x - -", 21, "\"x\"", "w or b");
    assert_fault("4k3/8/8/8/8/8/8/4K3 w K -", 23, "\"K\"", "castling");
    assert_fault("4k3/8/8/8/8/8/8/4K3 w - e9", 25, "\"e9\"", "en passant");
    assert_fault("4k3/8/8/8/8/8/8/4K3", 20, "the end of the line", "w or b");
    assert_fault(
        &format!("{board} 99999 1 bm e4"),
        29,
        "99999",
        "halfmove clock",
    );
    assert_fault(&format!("{board} bm e5;"), 32, "\"e5\"", "no pawn of white");
    assert_fault(
        &format!("{board} id \"é\"; bm e4 Ke9;"),
        43,
        "\"Ke9\"",
        "a move such as",
    );
    assert_fault(
        &format!("{board} bm;"),
        29,
        "nothing behind bm",
        "one or more moves",
    );
    assert_fault(
        &format!("{board} dm soon;"),
        32,
        "\"soon\"",
        "one whole number for dm",
    );
    assert_fault(&format!("{board} dm 1 2;"), 34, "\"2\"", "one whole number");
    assert_fault(
        &format!("{board} hmvc -1;"),
        34,
        "\"-1\"",
        "one whole number for hmvc",
    );
    assert_fault(
        &format!("{board} id \"x;"),
        32,
        "the end of the line",
        "a closing double quote",
    );
    assert_fault(
        &format!("{board} !? e4;"),
        29,
        "\"!?\"",
        "the name of an operation",
    );
    assert_fault(&format!("{board} pv e4 e4;"), 35, "\"e4\"", "legal");
}

#[test]
fn reads_suites_line_by_line() {
    let suite = "# my suite\r\n\r\n4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"one\";\r\n\
                 nonsense\r\n  \n4k3/8/8/8/8/8/4P3/4K3 w - - bm Kd9;\n\
                 4k3/8/8/8/8/8/4P3/4K3 w - - bm Kd2; id \"two\";";
    let all: Vec<Result<Epd, ReadError>> =
        Reader::new(format!("\u{feff}{suite}").as_bytes()).collect();
    let ids: Vec<_> = all.iter().flatten().map(|epd| epd.id().unwrap()).collect();
    assert_eq!(ids, ["one", "two"]);
    let places: Vec<_> = all
        .iter()
        .filter_map(|epd| epd.as_ref().err())
        .map(|error| (error.place().line(), error.place().column()))
        .collect();
    assert_eq!(places, [(4, 1), (6, 32)]);
    let long = format!("{}\n{MIDDLEGAME}", "x".repeat(100_000));
    let all: Vec<_> = Reader::new(long.as_bytes()).collect();
    assert!(
        all[0]
            .as_ref()
            .unwrap_err()
            .to_string()
            .contains("100000 bytes")
    );
    assert!(all[1].is_ok());
}

#[test]
fn adds_only_what_can_be_read_again() {
    let board = Board::startpos();
    let mv = board.move_from_san("e4").unwrap();
    let mut epd = Epd::new(board);
    epd.push("bm", Value::Moves(vec![mv])).unwrap();
    epd.push("pv", Value::Line(vec![mv])).unwrap();
    epd.push("id", Value::Words(vec!["two\nlines".into()]))
        .unwrap();
    epd.push(
        "mine",
        Value::Words(vec!["a".into(), String::new(), "b c".into()]),
    )
    .unwrap();
    let bad = [
        ("b m", Value::Number(1)),
        ("", Value::Words(vec![])),
        ("bm", Value::Moves(vec![])),
        ("bm", Value::Number(1)),
        ("dm", Value::Words(vec![])),
        ("pv", Value::Line(vec![mv, mv])),
        ("am", Value::Moves(vec![board.make(mv).legal_moves()[0]])),
        ("hmvc", Value::Number(1)),
        ("id", Value::Number(1)),
    ];
    for (opcode, value) in bad {
        assert!(
            epd.push(opcode, value.clone()).is_err(),
            "{opcode} {value:?}"
        );
    }
    assert_eq!(
        epd.to_string(),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; pv e4; id \"two lines\"; \
         mine a \"\" \"b c\";"
    );
    assert_eq!(read(&epd.to_string()), epd);
}
