//! Drives the real program over pipes, as a GUI would, and as no GUI should.
//!
//! No test depends on how fast anything is: what must not wait is waited for in an order that would
//! hang if it did, and a generous watchdog ends a hang.

use crate::common::process::Process;
use crate::common::uci::Uci;
use regence_chess::{Board, Move};

fn start() -> Uci {
    Uci::start(env!("CARGO_BIN_EXE_regence"))
}

/// What the engine says in all to an input that ends after `text`.
fn transcript(text: &str) -> Vec<String> {
    let mut process = Process::start(env!("CARGO_BIN_EXE_regence"), &[]);
    process.send_bytes(text.as_bytes());
    process.close_input();
    let lines = process.rest();
    process.expect_clean_end();
    lines
}

#[test]
fn the_handshake_names_the_engine_and_its_options() {
    let mut uci = start();
    uci.send("uci");
    let lines = uci.process.lines_to("uciok");
    assert!(lines[0].starts_with("id name Regence "), "{lines:?}");
    assert!(lines[1].starts_with("id author "), "{lines:?}");
    for option in [
        "Hash type spin default 16 min 0 max ",
        "Clear Hash type button",
        "Threads type spin default 1 min 1 max 256",
        "MultiPV type spin default 1 min 1 max 256",
        "Ponder type check default false",
        "Move Overhead type spin default 10 min 0 max 5000",
        "OwnBook type check default false",
        "BookFile type string default <empty>",
        "SyzygyPath type string default <empty>",
        "SyzygyProbeLimit type spin default 7 min 0 max 7",
        "Syzygy50MoveRule type check default true",
        "UCI_Chess960 type check default false",
        "UCI_ShowWDL type check default false",
        "UCI_AnalyseMode type check default false",
        "UCI_LimitStrength type check default false",
        "UCI_Elo type spin default 1500 min 800 max 3000",
    ] {
        let start = format!("option name {option}");
        assert!(
            lines.iter().any(|line| line.starts_with(&start)),
            "{start}: {lines:?}"
        );
    }
    uci.send("isready");
    assert_eq!(uci.process.line(), "readyok");
    uci.quit();
}

#[test]
fn garbage_is_reported_and_survived() {
    let mut uci = start();
    for line in [
        "hello",
        "go nowhere fast",
        "go depth",
        "go depth x",
        "go wtime soon btime later",
        "position",
        "position here",
        "position fen",
        "position startpos e2e4",
        "setoption",
        "setoption name",
        "setoption value 3",
        "debug perhaps",
        "perft",
        "perft many",
        "bench much",
        "ponderhit",
        "\u{1b}[2J\u{7}",
        "żółw 象棋 ♞",
        "0",
    ] {
        let message = uci.message_for(line);
        assert!(
            !message.is_empty() && !message.contains('\u{1b}'),
            "{line}: {message}"
        );
    }
    for blank in ["", "   ", "\t\r"] {
        assert_eq!(uci.answer_to(blank), [""; 0]);
    }
    uci.process.send_bytes(b"\xff\xfe\x00\x80 \xc3\x28\n");
    assert!(
        uci.process
            .line()
            .starts_with("info string unknown command")
    );
    assert_eq!(
        uci.answer_to("joho debug off"),
        ["info string ignored what is not understood: \"joho\""]
    );
    uci.send("position startpos");
    uci.best("go depth 2");
    uci.quit();
}

#[test]
fn random_bytes_are_survived() {
    let mut random = crate::common::Random::new(7);
    let mut uci = start();
    let mut bytes = Vec::new();
    for _ in 0..20_000 {
        // Lower-case letters would form a command one day; quit is one.
        let byte = random.next() as u8;
        bytes.push(if byte.is_ascii_lowercase() {
            b'\n'
        } else {
            byte
        });
    }
    bytes.push(b'\n');
    uci.process.send_bytes(&bytes);
    uci.send("isready");
    let lines = uci.process.lines_to("readyok");
    let (_, messages) = lines.split_last().expect("readyok at least");
    assert!(messages.iter().all(|line| line.starts_with("info string ")));
    uci.quit();
}

#[test]
fn a_line_without_end_is_refused() {
    let mut uci = start();
    uci.process.send_bytes(&vec![b'x'; 5 << 20]);
    assert!(uci.message_for("").contains("too long"));
    uci.quit();
}

#[test]
fn a_bounded_search_finishes_after_the_end_of_input() {
    for go in [
        "go depth 6",
        "go nodes 5000",
        "go movetime 20",
        "go wtime 100 btime 100",
    ] {
        let lines = transcript(&format!("position startpos\n{go}\n"));
        assert!(
            lines.last().expect("an answer").starts_with("bestmove "),
            "{go}: {lines:?}"
        );
    }
    // The last line needs no end.
    let lines = transcript("go depth 6");
    assert!(
        lines.iter().any(|line| line.starts_with("info depth 6 ")),
        "{lines:?}"
    );
    assert!(
        lines.last().expect("an answer").starts_with("bestmove "),
        "{lines:?}"
    );
}

#[test]
fn an_unbounded_search_is_stopped_at_the_end_of_input() {
    for go in [
        "go infinite",
        "go",
        "go mate 20",
        "go ponder wtime 9000 btime 9000",
    ] {
        let lines = transcript(&format!("{go}\n"));
        assert!(
            lines.last().expect("an answer").starts_with("bestmove "),
            "{go}: {lines:?}"
        );
    }
}

#[test]
fn the_end_of_input_without_a_search_is_no_error() {
    assert_eq!(transcript(""), [""; 0]);
    assert_eq!(transcript("isready\n"), ["readyok"]);
}

#[test]
fn isready_and_stop_are_answered_during_a_search() {
    let mut uci = start();
    uci.send("go infinite");
    for _ in 0..3 {
        uci.send("isready");
        // An infinite search does not end by itself, so only a reader that does not wait answers.
        let lines = uci.process.lines_to("readyok");
        assert!(
            !lines.iter().any(|line| line.starts_with("bestmove")),
            "{lines:?}"
        );
    }
    uci.send("stop");
    assert!(uci.result().best.mv.is_some());
    // A second stop comes too late, and is no mistake.
    assert_eq!(uci.answer_to("stop"), [""; 0]);
    uci.quit();
}

#[test]
fn a_second_go_ends_the_first_which_answers_first() {
    let mut uci = start();
    uci.send("go infinite searchmoves a2a3");
    uci.send("go depth 2 searchmoves h2h3");
    let first = uci.result();
    assert_eq!(first.best_text(&Board::startpos()), "a2a3");
    let second = uci.result();
    assert_eq!(second.best_text(&Board::startpos()), "h2h3");
    uci.quit();
}

#[test]
fn a_position_of_ten_thousand_moves_is_taken() {
    let mut uci = start();
    let round = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let moves: Vec<_> = round
        .into_iter()
        .cycle()
        .take(9998)
        .chain(["f3d4", "f6g8"])
        .collect();
    uci.send(&format!("position startpos moves {}", moves.join(" ")));
    let shown = uci.answer_to("d").join("\n");
    let fen = "rnbqkbnr/pppppppp/8/8/3N4/8/PPPPPPPP/RNBQKB1R w KQkq - 10000 5001";
    assert!(shown.contains(fen), "{shown}");
    uci.board = Board::from_fen(fen).expect("a valid FEN");
    uci.best("go depth 3");
    uci.quit();
}

/// Expects that the position is refused with `part`, and that no search answers with a move for another one.
fn expect_refusal(uci: &mut Uci, line: &str, part: &str) {
    uci.send("position startpos moves e2e4");
    let message = uci.message_for(line);
    assert!(message.contains(part), "{line}: {message}");
    for go in ["go depth 2", "go movetime 1", "go wtime 9 btime 9", "go"] {
        uci.send(go);
        uci.send("stop");
        let lines = uci.no_move();
        assert_eq!(lines.len(), 1, "{line}: {go}: {lines:?}");
        assert!(
            lines[0].contains("refused") && lines[0].contains(part),
            "{lines:?}"
        );
    }
    for word in ["d", "eval", "perft 1"] {
        assert!(uci.message_for(word).contains("refused"), "{line}: {word}");
    }
}

#[test]
fn illegal_moves_refuse_the_position() {
    let mut uci = start();
    for (moves, number) in [
        ("e2e4 e2e4", 2),
        ("e2e5", 1),
        ("e2e4 e7e5 g1f3 b8c6 e1g1", 5),
        ("0000", 1),
        ("castle", 1),
        ("e2e4 e7e5q", 2),
        ("é2e4", 1),
    ] {
        let line = format!("position startpos moves {moves}");
        expect_refusal(&mut uci, &line, &format!("move {number}"));
    }
    uci.quit();
}

#[test]
fn bad_positions_are_refused_until_another_is_accepted() {
    let mut uci = start();
    for (fen, part) in [
        ("startpos", "field 1"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "kings"),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1",
            "field 1",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
            "field 2",
        ),
        ("4k3/8/8/8/8/8/8/4K2P w - - 0 1", "pawn"),
        ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "king at once"),
        ("4k3/8/8/8/8/8/8/4K3 w X - 0 1", "field 3"),
        ("//////// - - - - -", "field 1"),
    ] {
        expect_refusal(&mut uci, &format!("position fen {fen}"), part);
    }
    expect_refusal(&mut uci, "position", "startpos or fen");
    expect_refusal(&mut uci, "position here", "startpos or fen");
    uci.set_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert!(uci.search("go depth 2").best.mv.is_some());
    expect_refusal(&mut uci, "position fen nonsense", "nonsense");
    assert_eq!(uci.answer_to("ucinewgame"), [""; 0]);
    uci.board = Board::startpos();
    assert!(uci.search("go depth 2").best.mv.is_some());
    uci.quit();
}

/// A line that is too long to be read may be a position, too.
#[test]
fn a_position_that_is_too_long_is_refused() {
    let mut uci = start();
    uci.send(&format!(
        "position startpos moves{}",
        " e2e4".repeat(1 << 20)
    ));
    assert!(uci.process.line().contains("too long"));
    uci.send("go depth 2");
    uci.no_move();
    uci.quit();
}

#[test]
fn an_infinite_search_of_a_refused_position_waits_for_stop() {
    let mut uci = start();
    uci.send("position fen nonsense");
    uci.send("go infinite");
    let lines = uci.answer_to("");
    assert!(
        !lines.iter().any(|line| line.starts_with("bestmove")),
        "{lines:?}"
    );
    uci.send("stop");
    uci.no_move();
    uci.quit();
}

#[test]
fn castling_rights_and_en_passant_squares_that_cannot_be_are_dropped() {
    let mut uci = start();
    uci.send("position startpos moves e2e4 e7e5");
    let lines = uci.answer_to("position fen r3k3/8/8/8/8/8/8/4K2R w KQkq e3 0 1");
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(lines.iter().all(|line| line.ends_with("; it is dropped")));
    let shown = uci.answer_to("d").join("\n");
    assert!(
        shown.contains("r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1"),
        "{shown}"
    );
    uci.board = Board::from_fen("r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1").expect("a valid FEN");
    assert!(uci.search("go depth 3").best.mv.is_some());
    uci.quit();
}

#[test]
fn odd_limits_still_give_a_legal_move() {
    let mut uci = start();
    uci.set_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    for go in [
        "go wtime 0 btime 0",
        "go wtime -1000 btime -1000 winc -5 binc -5",
        "go wtime 1 btime 1",
        "go wtime 1 btime 1 movestogo 1",
        "go wtime 100 btime 100 movestogo 0",
        "go wtime 100 btime 100 movestogo 99999999999999999999",
        "go wtime 99999999999999999999 btime 1 depth 3",
        "go wtime 9223372036854775807 winc 9223372036854775807 depth 2",
        "go btime 5000",
        "go winc 10",
        "go movestogo 5",
        "go movetime 0",
        "go movetime -3",
        "go movetime 1",
        "go movetime 18446744073709551615 depth 2",
        "go nodes 0",
        "go nodes 1",
        "go depth 0",
        "go depth -7",
        "go mate 0 depth 2",
        "go nodes 99999999999999999999 depth 2",
    ] {
        let search = uci.search(go);
        assert!(search.best.mv.is_some(), "{go}");
        assert!(search.messages.is_empty(), "{go}: {:?}", search.messages);
    }
    uci.quit();
}

#[test]
fn a_mate_is_found_and_announced() {
    let mut uci = start();
    uci.set_fen("6k1/5ppp/8/8/8/8/5PPP/3RR1K1 w - - 0 1");
    let search = uci.search("go mate 1");
    assert_eq!(search.last(1).score.as_deref(), Some("mate 1"));
    uci.set_fen("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1");
    let search = uci.search("go mate 2");
    assert_eq!(search.last(1).score.as_deref(), Some("mate 2"));
    assert_eq!(search.best_text(&uci.board), "d2h6");
    // The other side sees the same end.
    uci.set_fen("7k/5K2/8/8/8/8/8/6R1 b - - 0 1");
    let search = uci.search("go depth 4");
    assert_eq!(search.last(1).score.as_deref(), Some("mate -1"));
    uci.quit();
}

#[test]
fn only_the_named_moves_are_searched() {
    let mut uci = start();
    let search = uci.search("go depth 4 searchmoves a2a3 h2h4");
    assert!(["a2a3", "h2h4"].contains(&search.best_text(&uci.board).as_str()));
    for info in &search.infos {
        let first = uci.board.move_to_uci(info.pv[0], false);
        assert!(["a2a3", "h2h4"].contains(&first.as_str()), "{first}");
    }
    let search = uci.search("go searchmoves e2e5 b2b3 depth 2");
    assert_eq!(search.best_text(&uci.board), "b2b3");
    assert!(search.messages[0].contains("e2e5"), "{:?}", search.messages);
    let search = uci.search("go searchmoves e2e5 depth 2");
    assert!(search.best.mv.is_some());
    assert!(
        search.messages[1].contains("all moves"),
        "{:?}",
        search.messages
    );
    uci.quit();
}

#[test]
fn several_lines_are_ranked_and_different() {
    let mut uci = start();
    uci.send("setoption name MultiPV value 3");
    let search = uci.search("go depth 5");
    let firsts = [1, 2, 3].map(|rank| search.last(rank).pv[0]);
    assert!(firsts[0] != firsts[1] && firsts[1] != firsts[2] && firsts[0] != firsts[2]);
    assert_eq!(search.best.mv, Some(firsts[0]));
    assert!(search.infos.iter().all(|info| info.multipv <= Some(3)));
    // More lines than moves.
    uci.send("setoption name MultiPV value 256");
    uci.set_fen("7k/8/8/8/8/8/r7/7K w - - 0 1");
    let search = uci.search("go depth 3");
    assert_eq!(
        search.infos.iter().filter_map(|info| info.multipv).max(),
        Some(1)
    );
    uci.quit();
}

#[test]
fn pondering_waits_for_the_move_or_for_stop() {
    let mut uci = start();
    for end in ["ponderhit", "stop"] {
        uci.send("go ponder wtime 50 btime 50 winc 0 binc 0");
        let lines = uci.answer_to("");
        assert!(
            !lines.iter().any(|line| line.starts_with("bestmove")),
            "{lines:?}"
        );
        uci.send(end);
        assert!(uci.result().best.mv.is_some(), "{end}");
    }
    // A pondering search that has nothing left to search waits all the same.
    uci.set_fen("7k/5K2/8/8/8/8/8/6R1 b - - 0 1");
    uci.send("go ponder depth 1");
    let lines = uci.answer_to("");
    assert!(
        !lines.iter().any(|line| line.starts_with("bestmove")),
        "{lines:?}"
    );
    uci.send("ponderhit");
    uci.result();
    uci.quit();
}

#[test]
fn an_infinite_search_waits_for_stop_whatever_it_has_found() {
    let mut uci = start();
    for fen in [
        "7k/5K2/8/8/8/8/8/6R1 b - - 0 1",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    ] {
        uci.set_fen(fen);
        uci.send("go infinite depth 1");
        for _ in 0..20 {
            let lines = uci.answer_to("");
            assert!(
                !lines.iter().any(|line| line.starts_with("bestmove")),
                "{lines:?}"
            );
        }
        uci.send("stop");
        uci.result();
    }
    uci.quit();
}

#[test]
fn bad_options_are_refused_with_a_reason() {
    let mut uci = start();
    for (line, part) in [
        ("setoption name Hash value -1", "from 0 to"),
        ("setoption name Hash value 999999999999", "from 0 to"),
        ("setoption name Hash value much", "\"much\""),
        ("setoption name Hash", "the end of the line"),
        ("setoption name Threads value 257", "from 1 to 256"),
        ("setoption name MultiPV value -1", "from 1 to 256"),
        ("setoption name Ponder value maybe", "true or false"),
        ("setoption name Move Overhead value 5001", "from 0 to 5000"),
        ("setoption name UCI_Elo value 100", "from 800 to 3000"),
        ("setoption name Contempt value 20", "no option \"Contempt\""),
    ] {
        let message = uci.message_for(line);
        assert!(message.contains(part), "{line}: {message}");
    }
    for line in [
        "setoption name hash value 2",
        "setoption name clear hash",
        "setoption name Ponder value true",
    ] {
        assert_eq!(uci.answer_to(line), [""; 0], "{line}");
    }
    uci.best("go depth 3");
    uci.quit();
}

#[test]
fn what_cannot_change_during_a_search_is_refused_there() {
    let mut uci = start();
    uci.send("go infinite");
    for line in [
        "setoption name Hash value 2",
        "setoption name Threads value 2",
        "setoption name Clear Hash",
        "ucinewgame",
        "perft 2",
        "bench 1",
    ] {
        let lines = uci.answer_to(line);
        let refused =
            |line: &String| line.starts_with("info string ") && line.contains("send stop first");
        assert!(lines.iter().any(refused), "{line}: {lines:?}");
    }
    // A position is for the next search; this one goes on where it was.
    uci.send("position fen 7k/5K2/8/8/8/8/8/6R1 b - - 0 1");
    uci.send("stop");
    assert!(uci.result().best.mv.is_some());
    uci.board = Board::from_fen("7k/5K2/8/8/8/8/8/6R1 b - - 0 1").expect("a valid FEN");
    let only = uci.best("go depth 2");
    assert_eq!(uci.board.move_to_uci(only, false), "h8h7");
    // Whoever has seen the answer finds the engine idle.
    for _ in 0..20 {
        uci.search("go depth 1");
        assert_eq!(uci.answer_to("setoption name Threads value 1"), [""; 0]);
    }
    uci.quit();
}

#[test]
fn quit_ends_a_search_at_once() {
    let mut uci = start();
    uci.send("go infinite");
    uci.quit();
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_regence"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the engine starts");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("a pipe");
    // It may be gone before all is written.
    let _ = input.write_all(b"uci\nd\ngo infinite\n");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{}", output.status);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn a_game_that_is_over_is_answered_with_the_null_move() {
    let mut uci = start();
    for (fen, score) in [
        (
            "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
            "mate 0",
        ),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0"),
    ] {
        uci.set_fen(fen);
        let search = uci.search("go depth 5");
        assert_eq!(search.best.mv, None);
        assert_eq!(search.infos[0].score.as_deref(), Some(score));
        assert!(search.messages[0].contains("no legal move"));
    }
    uci.quit();
}

#[test]
fn a_draw_by_rule_at_the_root_still_gets_a_move() {
    let mut uci = start();
    // A hundred quiet plies, bare kings, and a position that has come three times.
    uci.set_fen("3k4/8/8/8/8/8/4R3/4K3 w - - 100 90");
    uci.best("go depth 4");
    uci.set_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    uci.best("go depth 4");
    let round = "g1f3 g8f6 f3g1 f6g8 ".repeat(4);
    uci.send(&format!("position startpos moves {round}"));
    uci.board = Board::startpos();
    uci.best("go depth 4");
    uci.quit();
}

#[test]
fn castling_is_written_in_the_style_that_was_asked_for() {
    let mut uci = start();
    let fen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    uci.send(&format!("position fen {fen}"));
    for (chess960, text) in [("false", "bestmove e1g1"), ("true", "bestmove e1h1")] {
        uci.send(&format!("setoption name UCI_Chess960 value {chess960}"));
        for way in ["e1g1", "e1h1"] {
            uci.send(&format!("go depth 1 searchmoves {way}"));
            let lines = uci.process.lines_to("bestmove");
            assert!(
                lines.last().expect("an answer").starts_with(text),
                "{lines:?}"
            );
        }
    }
    uci.quit();
}

#[test]
fn chess960_games_are_played() {
    let mut uci = start();
    uci.send("setoption name UCI_Chess960 value true");
    for number in [0, 137, 518, 959] {
        uci.board = Board::chess960(number);
        let fen = uci.board.to_shredder_fen();
        uci.send(&format!("position fen {fen}"));
        uci.best("go depth 4");
        assert!(
            uci.answer_to("d")
                .iter()
                .any(|line| line == &format!("Shredder-FEN: {fen}"))
        );
    }
    uci.quit();
}

#[test]
fn chances_are_shown_on_demand() {
    let mut uci = start();
    assert!(
        uci.search("go depth 3")
            .infos
            .iter()
            .all(|info| info.wdl.is_none())
    );
    uci.send("setoption name UCI_ShowWDL value true");
    assert!(
        uci.search("go depth 3")
            .infos
            .iter()
            .all(|info| info.wdl.is_some())
    );
    uci.quit();
}

#[test]
fn limited_strength_plays_legal_moves() {
    let mut uci = start();
    uci.send("setoption name UCI_LimitStrength value true");
    for elo in [800, 1500, 3000] {
        uci.send(&format!("setoption name UCI_Elo value {elo}"));
        uci.best("go depth 4");
        uci.best("go wtime 100 btime 100");
    }
    uci.quit();
}

#[test]
fn limited_strength_tells_the_line_that_it_plays() {
    let mut uci = start();
    uci.send("setoption name UCI_LimitStrength value true");
    uci.send("setoption name UCI_Elo value 800");
    for depth in 2..12 {
        let found = uci.search(&format!("go depth {depth}"));
        let told = found.infos.iter().rev().find_map(|info| info.pv.first());
        assert_eq!(told, found.best.mv.as_ref(), "depth {depth}");
    }
    uci.quit();
}

#[test]
fn several_threads_give_one_answer() {
    let mut uci = start();
    uci.send("setoption name Threads value 4");
    for _ in 0..10 {
        uci.best("go depth 5");
    }
    uci.send("go infinite");
    uci.send("stop");
    assert!(uci.result().best.mv.is_some());
    uci.send("setoption name Threads value 1");
    uci.best("go depth 3");
    uci.quit();
}

#[test]
fn a_new_game_forgets_the_old_one() {
    let mut uci = start();
    let count = |uci: &mut Uci| {
        uci.search("go depth 7")
            .infos
            .last()
            .and_then(|info| info.nodes)
    };
    let first = count(&mut uci);
    uci.set_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    uci.search("go depth 6");
    uci.send("ucinewgame");
    uci.board = Board::startpos();
    uci.send("position startpos");
    assert_eq!(count(&mut uci), first);
    uci.quit();
}

#[test]
fn the_words_for_people_are_understood() {
    let mut uci = start();
    assert!(uci.answer_to("help").join("\n").contains("ponderhit"));
    let shown = uci.answer_to("d").join("\n");
    for part in [
        "8 r n b q k b n r 8",
        "FEN: rnbqkbnr/",
        "Key: ",
        "Checkers: none",
        "Legal moves (20): a2a3 ",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    assert!(!uci.answer_to("eval").is_empty());
    let counted = uci.answer_to("perft 3");
    assert!(counted.contains(&"e2e4: 600".to_string()), "{counted:?}");
    assert!(counted.contains(&"Total: 8902".to_string()), "{counted:?}");
    assert_eq!(uci.answer_to("go perft 0")[1], "Total: 1");
    uci.send("debug on");
    let search = uci.search("go depth 3");
    assert!(
        search
            .messages
            .iter()
            .any(|text| text.contains("aspiration")),
        "{:?}",
        search.messages
    );
    uci.quit();
}

#[test]
fn the_book_answers_when_it_is_switched_on() {
    let said = |text: &str| transcript(&format!("{text}\nquit\n"));
    let has_book_move = |lines: &[String]| {
        lines
            .iter()
            .any(|l| l.starts_with("info string book move "))
    };

    assert!(!has_book_move(&said("go depth 1")), "it is off by default");
    let lines = said("setoption name OwnBook value true\nposition startpos\ngo depth 30");
    assert!(has_book_move(&lines), "{lines:?}");
    let best = lines.last().expect("an answer");
    let mv = best.strip_prefix("bestmove ").expect("a best move");
    assert!(Board::startpos().move_from_uci(mv).is_ok(), "{best}");

    // What is analysed is searched, book or not.
    for go in [
        "go depth 1 searchmoves a2a3",
        "setoption name UCI_AnalyseMode value true\ngo depth 1",
    ] {
        let lines = said(&format!("setoption name OwnBook value true\n{go}"));
        assert!(!has_book_move(&lines), "{lines:?}");
    }
}

#[test]
fn a_polyglot_file_serves_as_book_and_a_bad_one_is_refused() {
    let path =
        |name: &str| std::env::temp_dir().join(format!("regence-{}-{name}", std::process::id()));
    let (good, bad) = (path("good.bin"), path("bad.bin"));
    let board = Board::startpos();
    let mut builder = regence_records::polyglot::Builder::new();
    let only = board.move_from_uci("b1a3").expect("legal");
    builder.add(&board, only, 1).expect("legal");
    builder
        .write(std::fs::File::create(&good).expect("a file"))
        .expect("written");
    std::fs::write(&bad, "no book").expect("written");

    let own = "setoption name OwnBook value true";
    let open = |path: &std::path::Path| format!("setoption name BookFile value {}", path.display());
    let lines = transcript(&format!("{own}\n{}\ngo depth 9\n", open(&good)));
    assert_eq!(lines.last().map(String::as_str), Some("bestmove b1a3"));
    let lines = transcript(&format!(
        "{own}\n{}\n{}\ngo depth 9\n",
        open(&good),
        open(&bad)
    ));
    assert!(
        lines
            .iter()
            .any(|line| line.contains("no Polyglot book") && line.contains("stays")),
        "{lines:?}"
    );
    assert_eq!(lines.last().map(String::as_str), Some("bestmove b1a3"));
    std::fs::remove_file(good).expect("removed");
    std::fs::remove_file(bad).expect("removed");
}

/// Files that cannot be read to their end, and one that can but is no network and no book.
#[cfg(unix)]
fn odd_files() -> Vec<(&'static str, std::path::PathBuf)> {
    let scratch = |name: &str| {
        let name = format!("regence-{}-{name}", std::process::id());
        std::env::temp_dir().join(name)
    };
    let (pipe, holes) = (scratch("pipe"), scratch("holes"));
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo runs").success());
    let file = std::fs::File::create(&holes).expect("a file");
    file.set_len(8 << 30).expect("a file of holes");
    vec![
        ("a pipe", pipe),
        ("expected at most", holes),
        ("a device", "/dev/zero".into()),
        ("a directory", std::env::temp_dir()),
    ]
}

#[cfg(unix)]
#[test]
fn files_that_never_end_are_refused_and_everything_is_still_answered() {
    let mut uci = start();
    let files = odd_files();
    for (part, path) in &files {
        for option in ["EvalFile", "BookFile"] {
            let line = format!("setoption name {option} value {}", path.display());
            let message = uci.message_for(&line);
            assert!(message.contains(part), "{line}: {message}");
            assert!(message.contains("stays"), "{line}: {message}");
            assert!(uci.search("go depth 2").best.mv.is_some(), "{line}");
        }
        if *part != "a directory" {
            let line = format!("setoption name SyzygyPath value {}", path.display());
            assert!(uci.message_for(&line).contains("stay"), "{line}");
        }
    }
    // The console has the same options, and words of its own that take files.
    for (part, path) in &files {
        let path = path.display();
        for line in [
            format!("pgn load {path}"),
            format!("book load {path}"),
            format!("book load {path}.bin"),
            format!("uci\nsetoption name EvalFile value {path}"),
            format!("uci\nsetoption name BookFile value {path}"),
        ] {
            let mut process = Process::start(env!("CARGO_BIN_EXE_regence"), &["console"]);
            process.send(&line);
            process.close_input();
            let lines = process.rest().join("\n");
            process.expect_clean_end();
            // A file of holes is a regular one: it is read, as far as the largest game goes.
            let is_refused = lines.contains(part) || lines.contains("ERROR: ");
            assert!(is_refused, "{line}: {lines}");
        }
    }
    for (_, path) in &files[..2] {
        std::fs::remove_file(path).expect("removed");
    }
    uci.quit();
}

/// With a limit on its addresses, whatever the machine has: threads are refused, those that were there stay, and the
/// program lives. Where the limit lies just at what is needed, either answer is right.
#[cfg(target_os = "linux")]
#[test]
fn threads_for_which_there_is_no_memory_are_refused_and_the_old_number_stays() {
    for megabytes in [700, 1000, 3000, 5600, 5800, 6000, 6200, 6400] {
        let program = env!("CARGO_BIN_EXE_regence");
        let script = format!("ulimit -v {} && exec {program}", megabytes << 10);
        let mut uci = Uci {
            process: Process::start("sh", &["-c", &script]),
            board: Board::startpos(),
        };
        assert_eq!(uci.answer_to("setoption name Threads value 2"), [""; 0]);
        let said = uci
            .answer_to("setoption name Threads value 256")
            .join(" and ");
        let is_refused = said.starts_with("info string option Threads: 256 threads need ")
            && said.contains("MB are free; choose fewer");
        if megabytes <= 3000 {
            assert!(is_refused, "{megabytes} MB: {said}");
        }
        if !said.is_empty() {
            assert!(said.ends_with("it stays at 2"), "{megabytes} MB: {said}");
        }
        assert!(uci.search("go nodes 30000").best.mv.is_some());
        uci.quit();
    }
}

/// Everything at once, as a script sends it: every search is answered, and the program ends.
#[test]
fn scripts_may_send_everything_at_once() {
    for (script, answers) in [
        ("go depth 3\ngo infinite\nstop", 2),
        ("go infinite\ngo infinite\ngo depth 2", 3),
        ("go ponder wtime 1000 btime 1000\nponderhit", 1),
        ("go ponder wtime 1000 btime 1000\nstop\nisready", 1),
        (
            "setoption name EvalFile value <classical>\ngo depth 3\nstop\ngo depth 2",
            2,
        ),
        (
            "setoption name EvalFile value <classical>\nisready\ngo infinite",
            1,
        ),
        (
            "setoption name BookFile value nowhere\nposition startpos\ngo infinite\nstop",
            1,
        ),
        ("perft 3\ngo depth 3\nperft 2\ngo infinite", 2),
        ("perft 12\nstop\ngo depth 2", 1),
        ("bench 1\ngo depth 2", 1),
        (
            "position fen nonsense\ngo infinite\ngo depth 3\nposition startpos\ngo depth 2",
            3,
        ),
        ("stop\nstop\nponderhit\ngo mate 3", 1),
    ] {
        let lines = transcript(script);
        let best = lines.iter().filter(|line| line.starts_with("bestmove"));
        assert_eq!(best.count(), answers, "{script}: {lines:?}");
        // `quit` ends a search, and `stop` what would take years.
        let mut process = Process::start(env!("CARGO_BIN_EXE_regence"), &[]);
        process.send(&format!(
            "{script}\nstop\nperft 20\nisready\nstop\ngo infinite\nquit"
        ));
        process.expect_clean_end();
    }
}

/// The nodes of a search, once it has ended.
fn nodes_of(uci: &mut Uci, go: &str) -> i64 {
    let search = uci.search(go);
    search.last(1).nodes.expect("nodes")
}

/// A search depends on nothing but the position and the limits once a new game has begun.
#[test]
fn the_same_nodes_are_searched_after_a_new_game() {
    const FEN: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let mut uci = start();
    let mut counts = Vec::new();
    for other in ["go depth 7", "go nodes 5000", "go depth 3"] {
        uci.send("ucinewgame");
        uci.set_fen(FEN);
        let first = nodes_of(&mut uci, "go depth 8");
        // The table knows more now.
        uci.send("position startpos moves e2e4 c7c5");
        uci.board = Board::startpos();
        for word in ["e2e4", "c7c5"] {
            let mv = uci.board.move_from_uci(word).expect("legal");
            uci.board = uci.board.make(mv);
        }
        uci.search(other);
        counts.push(first);
    }
    assert_eq!(counts, [counts[0]; 3]);
    uci.quit();
    let mut again = start();
    again.set_fen(FEN);
    assert_eq!(nodes_of(&mut again, "go depth 8"), counts[0]);
    again.quit();
}

/// A thousand plies, each asked for with all the moves before it.
#[test]
fn a_game_of_a_thousand_plies_is_played() {
    let mut random = crate::common::Random::new(11);
    let mut uci = start();
    let mut moves = String::new();
    for ply in 0..1000 {
        uci.send(&format!("position startpos moves{moves}"));
        // Every tenth move is the engine's; of the others those that take nothing keep the game going.
        let best = uci.best("go nodes 30");
        let legal = uci.board.legal_moves();
        let goes_on = |mv: &Move| uci.board.make(*mv).has_legal_move();
        let quiet: Vec<Move> = legal
            .iter()
            .copied()
            .filter(|mv| !uci.board.is_noisy(*mv) && goes_on(mv))
            .collect();
        let any: Vec<Move> = legal.iter().copied().filter(goes_on).collect();
        let mv = match (ply % 10, quiet.is_empty()) {
            (0, _) if goes_on(&best) => best,
            (_, false) => quiet[random.below(quiet.len())],
            (_, true) => any[random.below(any.len())],
        };
        moves += &format!(" {}", uci.board.move_to_uci(mv, false));
        uci.board = uci.board.make(mv);
    }
    uci.quit();
}
