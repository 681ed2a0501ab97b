//! The console, row by row of what it promises, and whole transcripts.
//!
//! Lines are sent all at once, as a script does; what comes after a line that is always refused is known to be the answer to
//! the one before.

use crate::common::process::Process;
use regence_chess::Board;
use serde_json::Value;
use std::path::PathBuf;

const PROGRAM: &str = env!("CARGO_BIN_EXE_regence");
const SEPARATOR: &str = "ai 0";
const SEPARATED: &str = "ERROR: AI depth must be 1-5";

/// The answers to the lines, in order; what is said at the start comes first.
fn answers(lines: &[&str]) -> Vec<String> {
    let mut process = Process::start(PROGRAM, &["console"]);
    let mut text = format!("{SEPARATOR}\n");
    for line in lines {
        text.push_str(&format!("{line}\n{SEPARATOR}\n"));
    }
    process.send_bytes(text.as_bytes());
    process.close_input();
    let output = process.rest();
    process.expect_clean_end();
    let mut answers = vec![String::new()];
    for line in output {
        let last = answers.last_mut().expect("one at least");
        match line == SEPARATED {
            true => answers.push(String::new()),
            false => last.push_str(&format!("{line}\n")),
        }
    }
    assert_eq!(answers.pop().as_deref(), Some(""), "all is separated");
    assert_eq!(answers.len(), lines.len() + 1, "{answers:?}");
    answers
}

/// The answer to the last of the lines.
fn last(lines: &[&str]) -> String {
    answers(lines).pop().expect("an answer")
}

/// The first line of the answer to the last of the lines.
fn first_line(lines: &[&str]) -> String {
    last(lines).lines().next().unwrap_or("").to_string()
}

/// A file of its own for a test, in a folder that cargo keeps for tests.
fn scratch(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{name}", std::process::id()))
}

fn write(name: &str, text: &str) -> String {
    let path = scratch(name);
    std::fs::write(&path, text).expect("a file can be written");
    path.display().to_string()
}

/// The move, depth, evaluation and time of an `AI:` line.
fn read_ai(answer: &str) -> (String, i64, i64, u64) {
    let line = answer
        .lines()
        .find_map(|line| line.strip_prefix("AI: "))
        .unwrap_or_else(|| panic!("no AI line: {answer}"));
    let (mv, rest) = line.split_once(" (").expect("figures");
    let figures: Vec<_> = rest
        .trim_end_matches(')')
        .split(", ")
        .map(|part| part.split_once('=').expect("name=value"))
        .collect();
    let [("depth", depth), ("eval", eval), ("time", time)] = figures[..] else {
        panic!("{line}");
    };
    (
        mv.to_string(),
        depth.parse().expect("a depth"),
        eval.parse().expect("an evaluation"),
        time.parse().expect("a time"),
    )
}

const START: &str = "  a b c d e f g h
8 r n b q k b n r 8
7 p p p p p p p p 7
6 . . . . . . . . 6
5 . . . . . . . . 5
4 . . . . . . . . 4
3 . . . . . . . . 3
2 P P P P P P P P 2
1 R N B Q K B N R 1
  a b c d e f g h

White to move
";

#[test]
fn the_board_is_shown_where_it_changes() {
    let all = answers(&[
        "move e2e4",
        "undo",
        "ai 1",
        "new",
        "fen 8/8/8/8/8/8/8/R7 b - - 0 1",
    ]);
    assert_eq!(all[0], START);
    assert!(all[1].contains("4 . . . . P . . . 4\n"), "{}", all[1]);
    assert!(all[1].ends_with("\nBlack to move\n"), "{}", all[1]);
    assert_eq!(all[2], format!("OK: undo\n{START}"));
    assert!(all[3].ends_with("\nBlack to move\n"), "{}", all[3]);
    assert_eq!(all[4], format!("OK: New game started\n{START}"));
    assert!(all[5].starts_with("OK: "), "{}", all[5]);
    assert!(all[5].contains("1 R . . . . . . . 1\n"), "{}", all[5]);
}

#[test]
fn moves_are_played_or_refused_for_their_reason() {
    for (line, answer) in [
        ("move e2e4", "OK: e2e4"),
        ("move", "ERROR: Invalid move format"),
        ("move e9e4", "ERROR: Invalid move format"),
        ("move e4e5", "ERROR: No piece at source square"),
        ("move e7e5", "ERROR: Wrong color piece"),
        ("move e2e5", "ERROR: Illegal move"),
    ] {
        assert_eq!(first_line(&[line]), answer, "{line}");
    }
    let pinned = "fen 4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1";
    assert_eq!(
        first_line(&[pinned, "move e2c3"]),
        "ERROR: King would be in check"
    );
    let promotion = "fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    for (line, fen) in [
        ("move a7a8", "Q3k3/8/8/8/8/8/8/4K3 b - - 0 1"),
        ("move a7a8Q", "Q3k3/8/8/8/8/8/8/4K3 b - - 0 1"),
        ("move a7a8n", "N3k3/8/8/8/8/8/8/4K3 b - - 0 1"),
    ] {
        assert_eq!(last(&[promotion, line, "export"]), format!("FEN: {fen}\n"));
    }
}

#[test]
fn a_move_that_ends_the_game_says_so() {
    let mate = ["move f2f3", "move e7e5", "move g2g4", "move d8h4"];
    assert!(last(&mate).contains("CHECKMATE: Black wins\n"));
    let stalemate = ["fen 7k/5Q2/8/8/8/8/8/7K w - - 0 1", "move f7g6"];
    assert!(last(&stalemate).contains("STALEMATE: Draw\n"));
}

#[test]
fn undo_goes_back_to_the_beginning_and_no_further() {
    let all = answers(&["move e2e4", "undo", "export", "undo"]);
    assert_eq!(
        all[3],
        "FEN: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
    );
    assert_eq!(all[4], "ERROR: No moves to undo\n");
}

#[test]
fn positions_are_loaded_and_written_down() {
    for fen in [
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "8/P7/8/8/8/8/8/8 w - - 0 1",
    ] {
        let answer = last(&[&format!("fen {fen}"), "export"]);
        assert_eq!(answer, format!("FEN: {fen}\n"));
    }
    // After a double push the square is there, whether or not a pawn can use it.
    assert_eq!(
        last(&["move e2e4", "export"]),
        "FEN: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\n"
    );
    for bad in ["fen", "fen nonsense", "fen 4k2R/8/8/8/8/8/8/4K3 w - - 0 1"] {
        let all = answers(&["move e2e4", bad, "history"]);
        assert!(
            all[2].starts_with("ERROR: Invalid FEN string"),
            "{}",
            all[2]
        );
        assert!(all[3].contains("count=2"), "the game stays: {}", all[3]);
    }
}

#[test]
fn teaching_boards_do_all_but_think() {
    let all = answers(&[
        "fen 8/P7/8/8/8/8/8/8 w - - 0 1",
        "move a7a8",
        "export",
        "status",
        "eval",
        "perft 1",
        "hash",
        "undo",
        "ai 1",
        "go movetime 10",
        "go infinite",
        "pgn show",
    ]);
    assert!(all[2].starts_with("OK: a7a8\n"), "{}", all[2]);
    assert_eq!(all[3], "FEN: Q7/8/8/8/8/8/8/8 b - - 0 1\n");
    assert_eq!(all[4], "OK: ongoing\n");
    assert_eq!(all[5], "EVALUATION: 900\n");
    assert!(all[6].starts_with("Perft(1): 0 nodes"), "{}", all[6]);
    assert!(all[7].starts_with("HASH: "), "{}", all[7]);
    assert!(all[8].starts_with("OK: undo\n"), "{}", all[8]);
    for refused in &all[9..=12] {
        assert!(refused.starts_with("ERROR: a teaching board"), "{refused}");
    }
}

#[test]
fn the_state_of_a_game_is_told() {
    assert_eq!(last(&["status"]), "OK: ongoing\n");
    let mate = ["move f2f3", "move e7e5", "move g2g4", "move d8h4", "status"];
    assert_eq!(last(&mate), "CHECKMATE: Black wins\n");
    let mate = [
        "fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
        "move a1a8",
        "status",
    ];
    assert_eq!(last(&mate), "CHECKMATE: White wins\n");
    let stalemate = ["fen 7k/5Q2/8/8/8/8/8/7K w - - 0 1", "move f7g6", "status"];
    assert_eq!(last(&stalemate), "STALEMATE: Draw\n");
    let there_and_back = ["move g1f3", "move g8f6", "move f3g1", "move f6g8"];
    let twice = [&there_and_back[..], &there_and_back].concat();
    assert_eq!(
        last(&[&twice[..], &["status"]].concat()),
        "DRAW: by repetition\n"
    );
    assert_eq!(
        last(&[&twice[..], &["draws"]].concat()),
        "DRAWS: repetition=3; halfmove=8; draw=true; reason=repetition\n"
    );
    let quiet = [
        "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 99 1",
        "move g1f3",
    ];
    assert_eq!(
        last(&[&quiet[..], &["status"]].concat()),
        "DRAW: by 50-move rule\n"
    );
    let draws = last(&[&quiet[..], &["draws"]].concat());
    assert_eq!(
        draws,
        "DRAWS: repetition=1; halfmove=100; draw=true; reason=fifty_moves\n"
    );
    assert_eq!(
        last(&["draws"]),
        "DRAWS: repetition=1; halfmove=0; draw=false; reason=none\n"
    );
}

#[test]
fn positions_are_evaluated_and_counted() {
    assert_eq!(last(&["eval"]), "EVALUATION: 0\n");
    let queen_up = "fen rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";
    let eval = last(&[queen_up, "eval"]);
    let number: i32 = eval["EVALUATION: ".len()..]
        .trim()
        .parse()
        .expect("a number");
    assert!(number > 500, "{eval}");
    let perft = last(&["perft 4"]);
    assert!(perft.starts_with("Perft(4): 197281 nodes"), "{perft}");
}

#[test]
fn keys_and_positions_are_counted_there_and_back() {
    let all = answers(&[
        "hash",
        "move e2e4",
        "hash",
        "history",
        "undo",
        "hash",
        "history",
    ]);
    let key = all[1].strip_prefix("HASH: ").expect("a key").trim();
    assert_eq!(key.len(), 16);
    assert!(key.bytes().all(|digit| digit.is_ascii_hexdigit()), "{key}");
    assert_ne!(all[1], all[3]);
    assert_eq!(all[1], all[6]);
    let moved = all[3].strip_prefix("HASH: ").expect("a key").trim();
    assert_eq!(all[4], format!("HISTORY: count=2; current={moved}\n"));
    assert_eq!(all[7], format!("HISTORY: count=1; current={key}\n"));
}

#[test]
fn the_engine_plays_to_a_depth() {
    let all = answers(&["ai 1", "status", "history"]);
    let (mv, depth, _, _) = read_ai(&all[1]);
    assert_eq!(depth, 1);
    assert!(Board::startpos().move_from_uci(&mv).is_ok());
    assert_eq!(all[2], "OK: ongoing\n");
    assert!(all[3].contains("count=2"), "the move is played");
    let capture = "fen rnbqkbnr/pppp1ppp/8/4p3/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2";
    assert_eq!(read_ai(&last(&[capture, "ai 2"])).0, "d4e5");
    assert_eq!(read_ai(&last(&[capture, "ai 2", "undo", "ai 2"])).0, "d4e5");
    let mate = last(&["fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "ai 2"]);
    assert_eq!(read_ai(&mate).0, "a1a8");
    assert!(mate.contains("CHECKMATE: White wins"), "{mate}");
    // Below, a busy machine may not have the time to look again.
    for depth in 3..=5 {
        let lines = ["fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1", &format!("ai {depth}")];
        assert_eq!(read_ai(&last(&lines)).0, "a7a8q", "at depth {depth}");
    }
    let over = ["fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "ai 3"];
    assert_eq!(last(&over), "ERROR: No legal moves available\n");
}

#[test]
fn evaluations_are_whites() {
    let fen = "fen q3k3/8/8/8/8/8/8/4K3 b - - 0 1";
    let (_, _, eval, _) = read_ai(&last(&[fen, "ai 3"]));
    assert!(eval < -400, "{eval}");
}

#[test]
fn the_engine_plays_within_a_time() {
    for go in [
        "go movetime 50",
        "go depth 4",
        "go wtime 500 btime 500 winc 5 binc 5",
        "go wtime 500 btime 500 winc 5 binc 5 movestogo 10",
    ] {
        let all = answers(&["book off", go, "history"]);
        let (mv, depth, _, _) = read_ai(&all[2]);
        assert!(Board::startpos().move_from_uci(&mv).is_ok());
        assert!(depth >= 0, "{go}: {}", all[2]);
        assert!(all[3].contains("count=2"), "{go}: the move is played");
    }
    for bad in ["go", "go depth", "go depth x", "go away"] {
        assert!(last(&[bad]).starts_with("ERROR: go"), "{bad}");
    }
}

#[test]
fn it_thinks_until_it_is_stopped() {
    let mut process = Process::start(PROGRAM, &["console"]);
    process.lines_to("White to move");
    process.send("go infinite");
    assert_eq!(process.line(), "OK: go infinite acknowledged");
    process.send("isready");
    assert_eq!(process.line(), "readyok");
    process.send("move e2e4");
    assert!(process.line().starts_with("ERROR: a search is running"));
    process.send("stop");
    assert_eq!(process.line(), "OK: stop");
    assert!(process.line().starts_with("AI: "));
    process.lines_to("Black to move");
    process.send("stop");
    assert_eq!(process.line(), "OK: stop");
    process.send("quit");
    process.expect_clean_end();
}

#[test]
fn a_search_can_be_cut_short_and_left() {
    // Whatever comes after stop waits for the answer; at the end of the input nothing is waited for without end.
    let all = answers(&["book off", "go movetime 600000\nstop", "history"]);
    assert!(all[2].starts_with("OK: stop\nAI: "), "{}", all[2]);
    assert!(all[3].contains("count=2"), "{}", all[3]);
    let mut process = Process::start(PROGRAM, &["console"]);
    process.send("go infinite");
    process.close_input();
    assert!(process.rest().iter().any(|line| line.starts_with("AI: ")));
    process.expect_clean_end();
    let mut process = Process::start(PROGRAM, &["console"]);
    process.send("go infinite");
    process.send("quit");
    process.expect_clean_end();
}

const ANNOTATED: &str = "[Event \"Variation Test\"]\n[Site \"Local\"]\n[Result \"*\"]\n\n\
                         1. e4 e5 ({sideline} 1... c5 {sicilian}) *\n";

#[test]
fn games_are_really_read_with_their_variations() {
    let path = write("annotated.pgn", ANNOTATED);
    let all = answers(&[
        &format!("pgn load {path}"),
        "pgn show",
        "pgn moves",
        "pgn variation enter",
        "pgn moves",
        "pgn comment \"counterplay\"",
        "pgn show",
        "pgn variation exit",
        "pgn variation exit",
        "export",
    ]);
    assert_eq!(all[1], format!("PGN: loaded source={path}\n"));
    assert!(all[2].starts_with(&format!("PGN: source={path}; moves=2\n")));
    assert!(all[2].contains("[Event \"Variation Test\"]"), "{}", all[2]);
    assert_eq!(all[3], "PGN: moves e4 e5\n");
    assert_eq!(all[4], "PGN: variation depth=1; moves=1\n");
    assert_eq!(all[5], "PGN: moves c5\n");
    assert_eq!(all[6], "PGN: comment added\n");
    let text = "1. e4 e5 ({sideline} 1... c5 {sicilian} {counterplay}) *\n";
    assert!(all[7].ends_with(text), "{}", all[7]);
    assert_eq!(all[8], "PGN: variation depth=0; moves=2\n");
    assert!(all[9].starts_with("ERROR: "), "{}", all[9]);
    assert!(all[10].contains("4p3/4P3"), "the game is on the board");
    for (text, place) in [
        ("1. e4 e5 2. Ke3 *\n", "line 1, column 13"),
        ("[Event \"x\"]\n\n1. e4 (1. d4 *\n", "line 3"),
        ("", "no game"),
    ] {
        let path = write("bad.pgn", text);
        let answer = last(&[&format!("pgn load {path}")]);
        assert!(answer.starts_with("ERROR: pgn load: "), "{answer}");
        assert!(answer.contains(place), "{answer}");
    }
    assert!(last(&["pgn load no-such-file.pgn"]).starts_with("ERROR: "));
}

#[test]
fn the_game_on_the_board_is_written_and_annotated() {
    let all = answers(&[
        "move e2e4",
        "move e7e5",
        "pgn comment \"sharp line\"",
        "pgn show",
    ]);
    assert_eq!(all[3], "PGN: comment added\n");
    assert!(
        all[4].starts_with("PGN: source=current; moves=2\n"),
        "{}",
        all[4]
    );
    assert!(all[4].ends_with("1. e4 e5 {sharp line} *\n"), "{}", all[4]);
    let mate = [
        "move f2f3",
        "move e7e5",
        "move g2g4",
        "move d8h4",
        "pgn show",
    ];
    let text = last(&mate);
    assert!(text.contains("[Result \"0-1\"]\n"), "{text}");
    assert!(text.ends_with("2. g4 Qh4# 0-1\n"), "{text}");
    let aside = answers(&[
        "move e2e4",
        "move e7e5",
        "pgn variation enter",
        "move c7c5",
        "move g1f3",
        "pgn moves",
        "pgn variation exit",
        "pgn show",
        "export",
    ]);
    assert_eq!(aside[3], "PGN: variation depth=1; moves=0\n");
    assert_eq!(aside[6], "PGN: moves c5 Nf3\n");
    assert_eq!(aside[7], "PGN: variation depth=0; moves=2\n");
    assert!(
        aside[8].ends_with("1. e4 e5 (1... c5 2. Nf3) *\n"),
        "{}",
        aside[8]
    );
    assert!(aside[9].contains("4p3/4P3"), "{}", aside[9]);
}

#[test]
fn a_saved_game_is_read_again() {
    let path = scratch("saved.pgn").display().to_string();
    let (save, load) = (format!("pgn save {path}"), format!("pgn load {path}"));
    let all = answers(&[
        "move e2e4",
        "pgn comment \"a\"",
        &save,
        "new",
        &load,
        "pgn show",
    ]);
    assert_eq!(all[3], format!("PGN: saved path=\"{path}\"\n"));
    assert!(all[6].ends_with("1. e4 {a} *\n"), "{}", all[6]);
    assert!(last(&["pgn save no/such/folder/x.pgn"]).starts_with("ERROR: pgn save: "));
}

const BOOK: &str = "\
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 -> e2e4 10
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 -> d2d4 5
";

#[test]
fn a_book_is_loaded_played_and_counted() {
    let path = write("opening.book", BOOK);
    let load = format!("book load {path}");
    let all = answers(&[
        &load,
        "ai 3",
        "ai 1",
        "book stats",
        "book off",
        "new",
        "ai 1",
        "book on",
    ]);
    assert_eq!(
        all[1],
        format!("BOOK: loaded path=\"{path}\"; positions=1; entries=2; enabled=true\n")
    );
    assert!(all[2].starts_with("AI: e2e4 (book)\n"), "{}", all[2]);
    assert!(all[3].contains("depth=1"), "the book has no answer to e4");
    assert_eq!(
        all[4],
        format!(
            "BOOK: enabled=true; path=\"{path}\"; positions=1; entries=2; lookups=2; hits=1; misses=1; played=1\n"
        )
    );
    assert_eq!(all[5], "BOOK: enabled=false\n");
    assert!(all[7].contains("depth=1"), "{}", all[7]);
    assert_eq!(all[8], "BOOK: enabled=true\n");
    let bad = write("bad.book", "nonsense\n");
    let error = last(&[&format!("book load {bad}")]);
    assert!(error.starts_with("ERROR: book load: "), "{error}");
    assert!(error.contains("line 1, column 1"), "{error}");
}

#[test]
fn our_own_book_is_on() {
    let all = answers(&[
        "book stats",
        "go movetime 50",
        "book off",
        "new",
        "go movetime 50",
    ]);
    assert!(
        all[1].starts_with("BOOK: enabled=true; path=\"(built in)\""),
        "{}",
        all[1]
    );
    assert!(all[2].contains(" (book)\n"), "{}", all[2]);
    assert!(all[5].contains("depth="), "{}", all[5]);
}

#[test]
fn chess960_is_really_set_up() {
    for (number, rank) in [(0, "BBQNNRKR"), (518, "RNBQKBNR"), (959, "RKRNNQBB")] {
        let all = answers(&[&format!("new960 {number}"), "position960"]);
        let start = format!("960: new game id={number}; backrank={rank}\n");
        assert!(all[1].starts_with(&start), "{}", all[1]);
        let fen = Board::chess960(number).to_fen();
        assert_eq!(
            all[2],
            format!("960: id={number}; mode=chess960; backrank={rank}; fen={fen}\n")
        );
    }
    let any = first_line(&["new960"]);
    assert!(any.starts_with("960: new game id="), "{any}");
    assert!(last(&["new960 960"]).starts_with("ERROR: "));
    // The king takes its rook to castle, and the engine knows how.
    let castle = ["fen 4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "move f1g1", "export"];
    assert_eq!(last(&castle), "FEN: 4k3/8/8/8/8/8/8/5RK1 b - - 1 1\n");
}

#[test]
fn uci_is_spoken_after_uci_and_so_are_the_consoles_words() {
    let mut process = Process::start(PROGRAM, &["console"]);
    process.lines_to("White to move");
    process.send("isready");
    assert_eq!(process.line(), "readyok");
    process.send("position startpos");
    assert_eq!(process.line(), "ERROR: Invalid command");
    process.send("uci");
    let lines = process.lines_to("uciok");
    assert!(lines[0].starts_with("id name Regence "), "{lines:?}");
    assert!(lines[1].starts_with("id author "), "{lines:?}");
    let book = "option name OwnBook type check default true";
    assert!(lines.iter().any(|line| line == book), "{lines:?}");
    process.send("setoption name OwnBook value false");
    process.send("setoption name Hash value 2");
    process.send("position startpos moves e2e4 e7e5 g1f3 b8c6");
    process.send("go depth 5");
    let search = process.lines_to("bestmove");
    assert!(
        search.iter().any(|line| line.starts_with("info depth 5 ")),
        "{search:?}"
    );
    process.send("isready");
    assert_eq!(process.line(), "readyok");
    // The board is one and the same.
    process.send("export");
    let fen = "FEN: r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    assert_eq!(process.line(), fen);
    process.send("move f1b5");
    assert_eq!(process.line(), "OK: f1b5");
    process.lines_to("Black to move");
    process.send("book stats");
    assert!(process.line().starts_with("BOOK: enabled=false"));
    process.send("go depth 2");
    process.lines_to("bestmove");
    process.send("nonsense");
    assert_eq!(process.line(), "ERROR: Invalid command");
    process.send("go infinite");
    process.send("stop");
    process.lines_to("bestmove");
    process.send("new");
    assert_eq!(process.line(), "OK: New game started");
    process.lines_to("White to move");
    process.send("go depth 2");
    assert!(process.line().starts_with("AI: "));
    process.send("quit");
    let _ = process.rest();
    process.expect_clean_end();
}

#[test]
fn the_trace_keeps_what_happens() {
    let all = answers(&[
        "trace on",
        "trace level debug",
        "new",
        "ai 1",
        "trace report",
        "trace off",
        "trace reset",
        "trace report",
    ]);
    assert_eq!(all[1], "TRACE: enabled=true; level=info; events=1\n");
    assert_eq!(all[2], "TRACE: level=debug\n");
    assert!(
        all[5].starts_with("TRACE: enabled=true; level=debug; events="),
        "{}",
        all[5]
    );
    let (mv, ..) = read_ai(&all[4]);
    assert!(
        all[5].contains(&format!("; last_ai=search:{mv}; depth=1; ")),
        "{}",
        all[5]
    );
    for figure in ["nodes=", "nps=", "time=", "pv="] {
        assert!(all[5].contains(figure), "{figure}: {}", all[5]);
    }
    assert!(all[6].starts_with("TRACE: enabled=false"), "{}", all[6]);
    assert_eq!(all[7], "TRACE: reset\n");
    assert!(
        all[8].contains("events=0;") && all[8].contains("last_ai=none"),
        "{}",
        all[8]
    );
    assert!(last(&["trace level loud"]).starts_with("ERROR: "));
}

/// Exports a trace with a search in it and reads it back.
fn traced(command: &str, name: &str) -> Value {
    let path = scratch(name).display().to_string();
    let export = format!("trace {command} {path}");
    let all = answers(&["trace on", "new", "fen \"x\"", "ai 1", &export]);
    let text = std::fs::read_to_string(&path).expect("a file");
    let json: Value = serde_json::from_str(&text).expect("JSON");
    let kind = if command == "export" {
        "export"
    } else {
        "chrome"
    };
    let events = json["events"].as_array().expect("a list").len();
    assert_eq!(
        all[5],
        format!(
            "TRACE: {kind}={path}; events={events}; bytes={}\n",
            text.len()
        )
    );
    assert_eq!(json["event_count"], events);
    assert_eq!(json["engine"], "regence");
    assert_eq!(json["enabled"], true);
    assert_eq!(json["level"], "info");
    assert!(
        json["generated_at_ms"]
            .as_u64()
            .is_some_and(|time| time > 0)
    );
    assert!(
        json["command_count"]
            .as_u64()
            .is_some_and(|count| count >= 3)
    );
    json
}

#[test]
fn the_trace_is_exported_as_json() {
    let json = traced("export", "trace.json");
    assert_eq!(json["format"], "tgac.trace.v1");
    for event in json["events"].as_array().expect("a list") {
        assert!(
            event["ts_ms"].as_u64().is_some_and(|time| time > 0),
            "{event}"
        );
        assert!(
            event["event"].as_str().is_some_and(|name| !name.is_empty()),
            "{event}"
        );
        assert!(event["detail"].is_string(), "{event}");
    }
    let ai = &json["last_ai"];
    assert_eq!(ai["source"], "search");
    let mv = ai["move"].as_str().expect("a move");
    assert_eq!(ai["summary"], format!("search:{mv}"));
}

#[test]
fn the_trace_is_exported_for_chrome() {
    let json = traced("chrome", "chrome.json");
    assert_eq!(json["format"], "tgac.chrome_trace.v1");
    assert_eq!(json["display_time_unit"], "ms");
    for event in json["events"].as_array().expect("a list") {
        for text in ["name", "cat", "ph"] {
            assert!(
                event[text].as_str().is_some_and(|text| !text.is_empty()),
                "{event}"
            );
        }
        for number in ["ts", "pid", "tid"] {
            assert!(event[number].is_u64(), "{event}");
        }
        let args = &event["args"];
        assert!(
            args["detail"].is_string() && args["ts_ms"].is_u64(),
            "{event}"
        );
        assert_eq!(args["level"], "info");
    }
}

#[test]
fn threads_see_the_same_chess() {
    let read = || -> Value {
        let answer = last(&["concurrency quick"]);
        let json = answer.strip_prefix("CONCURRENCY: ").expect("its name");
        serde_json::from_str(json).expect("JSON")
    };
    let (first, second) = (read(), read());
    assert_eq!(first["profile"], "quick");
    assert_eq!(first["deterministic"], true);
    for zero in ["invariant_errors", "deadlocks", "timeouts"] {
        assert_eq!(first[zero], 0, "{zero}");
    }
    for number in ["seed", "workers", "runs", "elapsed_ms", "ops_total"] {
        assert!(first[number].is_u64(), "{number}");
    }
    let checksums = first["checksums"].as_array().expect("a list");
    assert_eq!(first["runs"], checksums.len());
    for sum in checksums {
        let sum = sum.as_str().expect("text");
        assert!((8..=16).contains(&sum.len()) && sum.bytes().all(|b| b.is_ascii_hexdigit()));
    }
    assert_eq!(first["checksums"], second["checksums"], "in every process");
    // Another seed is another walk.
    let other = last(&["concurrency quick 7"]);
    assert!(other.contains("\"seed\":7,") && !other.contains(checksums[0].as_str().expect("text")));
    let full = last(&["concurrency full"]);
    assert!(full.contains("\"profile\":\"full\"") && full.contains("\"deterministic\":true"));
}

#[test]
fn help_lists_the_words_and_others_are_refused() {
    let help = last(&["help"]);
    for word in [
        "new",
        "move",
        "undo",
        "ai",
        "go",
        "stop",
        "fen",
        "export",
        "status",
        "draws",
        "history",
        "eval",
        "perft",
        "hash",
        "pgn",
        "book",
        "new960",
        "position960",
        "uci",
        "isready",
        "trace",
        "concurrency",
        "quit",
    ] {
        assert!(help.contains(word), "{word}: {help}");
    }
    for line in ["hello", "moves e2e4", "\u{1b}[2J", "żółw ♞"] {
        assert_eq!(last(&[line]), "ERROR: Invalid command\n", "{line}");
    }
    assert_eq!(last(&["   "]), "");
}

/// Everything at once, as a script sends it: every search is answered, and the program ends.
#[test]
fn scripts_may_send_everything_at_once() {
    for (script, moves) in [
        ("ai 3\ngo infinite\nstop\nquit", 2),
        ("ai 3\ngo infinite\nstop", 2),
        ("ai 2\ngo infinite", 2),
        ("go infinite\nstop\ngo infinite\nstop\nquit", 2),
        ("go infinite\nquit", 0),
        ("ai 1\nai 1\nisready\ngo infinite\nundo\nstop\nai 1", 4),
        (
            "go movetime 20\nstop\nai 1\ngo depth 2\ngo infinite\nisready\nstop",
            4,
        ),
        ("ai 2\nfen nonsense\nai 1\nhelp\nquit\nai 1", 2),
        // A search that would take for ever is stopped, whatever waits for it.
        ("go depth 99\nhistory\nstop\nai 1\nquit", 2),
        // Also if both waited for another search when the stop came.
        (
            "ai 3\ngo movetime 303030303030303\n\nhistory\nstop\nai 1\nquit",
            3,
        ),
        // Or if another search waits for it; the stop is for that one, too.
        ("go depth 444444444444\nai 1\nstop\nai 1\nquit", 3),
        (
            "ai 3\ngo depth 444444444444\n\nai 1\ngo infinite\nstop\nquit",
            4,
        ),
    ] {
        let mut process = Process::start(env!("CARGO_BIN_EXE_regence"), &["console"]);
        process.send_bytes(format!("book off\n{script}\n").as_bytes());
        process.close_input();
        let lines = process.rest();
        process.expect_clean_end();
        let played = lines.iter().filter(|line| line.starts_with("AI: "));
        assert_eq!(played.count(), moves, "{script}: {lines:?}");
    }
}

#[test]
fn a_refused_position_leaves_the_board_and_says_so() {
    let lines = answers(&[
        "move e2e4",
        "fen r3k3/8/8/8/8/8/8/4K2R w KQkq - 0 1",
        "export",
    ]);
    assert!(
        lines[2].starts_with("ERROR: Invalid FEN string ("),
        "{lines:?}"
    );
    assert!(lines[2].contains("the board is unchanged"), "{lines:?}");
    assert!(lines[3].contains(" b KQkq "), "{lines:?}");
    // In UCI a search after a refused position has no move; the console's own words bring one back.
    let mut process = Process::start(PROGRAM, &["console"]);
    process.send("uci\nposition fen nonsense\ngo depth 2");
    let lines = process.lines_to("bestmove");
    assert_eq!(lines.last().expect("an answer"), "bestmove 0000");
    process.send("move e2e4\ngo depth 2");
    let lines = process.lines_to("bestmove");
    assert_ne!(lines.last().expect("an answer"), "bestmove 0000");
    process.send("quit");
    process.expect_clean_end();
}

#[test]
fn any_bytes_are_survived() {
    let mut random = crate::common::Random::new(11);
    let mut process = Process::start(PROGRAM, &["console"]);
    let bytes: Vec<u8> = (0..20_000)
        .map(|_| match random.next() as u8 {
            letter if letter.is_ascii_lowercase() => b'\n',
            other => other,
        })
        .collect();
    process.send_bytes(&bytes);
    process.send_bytes(&vec![b'x'; 5 << 20]);
    process.send_bytes(b"\nexport\nquit\n");
    let lines = process.rest();
    assert!(lines.iter().any(|line| line.starts_with("FEN: ")));
    process.expect_clean_end();
}

/// Replaces figures that differ from run to run.
fn settled(line: &str) -> String {
    let mut text = line.to_string();
    for name in ["time=", "nps=", "events=", "bytes="] {
        if let Some(at) = text.find(name).map(|at| at + name.len()) {
            let digits = text[at..].bytes().take_while(u8::is_ascii_digit).count();
            text.replace_range(at..at + digits, "#");
        }
    }
    text
}

/// Replays a transcript: lines that begin with `> ` are sent, the others must come back.
fn replay(transcript: &str) {
    let commands: Vec<_> = transcript
        .lines()
        .filter_map(|line| line.strip_prefix("> "))
        .collect();
    let all = answers(&commands);
    let mut found = all[0].clone();
    for (command, answer) in commands.iter().zip(&all[1..]) {
        found.push_str(&format!("> {command}\n{answer}"));
    }
    let found: Vec<_> = found.lines().map(settled).collect();
    assert_eq!(found.join("\n"), transcript.trim_end());
}

#[test]
fn a_game_goes_as_it_always_went() {
    replay(include_str!("transcripts/game.txt"));
}

#[test]
fn a_lesson_goes_as_it_always_went() {
    replay(include_str!("transcripts/lesson.txt"));
}
