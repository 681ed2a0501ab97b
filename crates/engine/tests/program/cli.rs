//! The program's command line.

use crate::common::uci::Uci;
use std::process::{Command, Output, Stdio};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_regence"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the program starts")
}

fn lines(arguments: &[&str]) -> Vec<String> {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    text.lines().map(String::from).collect()
}

/// The node count of a bench's last line, `<nodes> nodes <nps> nps`.
fn nodes(lines: &[String]) -> u64 {
    let last = lines.last().expect("a last line");
    let words: Vec<_> = last.split(' ').collect();
    let [nodes, "nodes", nps, "nps"] = words[..] else {
        panic!("not what OpenBench reads: {last}");
    };
    nps.parse::<u64>().expect("a whole number");
    nodes.parse().expect("a whole number")
}

#[test]
fn bench_counts_the_same_nodes_in_every_run() {
    let count = nodes(&lines(&["bench", "7"]));
    assert!(count > 0);
    assert_eq!(nodes(&lines(&["bench", "7"])), count);
    // Neither options nor earlier searches matter, before a new game or after it.
    let mut uci = Uci::start(env!("CARGO_BIN_EXE_regence"));
    uci.send("setoption name Hash value 0");
    uci.send("setoption name Threads value 2");
    uci.send("setoption name MultiPV value 2");
    uci.best("go depth 6");
    assert_eq!(nodes(&uci.answer_to("bench 7")), count);
    uci.send("ucinewgame");
    assert_eq!(nodes(&uci.answer_to("bench 7")), count);
    uci.quit();
}

#[test]
fn bench_counts_in_positions_of_ones_own_and_without_a_table() {
    let count = |arguments: &[&str]| nodes(&lines(&[&["bench"], arguments].concat()));
    let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
    let one = count(&["6", fen]);
    let words: Vec<_> = fen.split(' ').collect();
    assert_eq!(count(&[&["6"], &words[..]].concat()), one);
    assert!(count(&["7", fen]) > one);
    assert!(
        count(&["6", fen, "--hash", "0"]) > one,
        "the table saves nodes"
    );

    let path = std::env::temp_dir().join(format!("regence-bench-{}.epd", std::process::id()));
    let text = format!("# two\n\n{fen}\n{} bm Ng5;\n", &words[..4].join(" "));
    std::fs::write(&path, text).expect("a file");
    let both = count(&["6", path.to_str().expect("a name")]);
    std::fs::write(&path, format!("{fen}\nnonsense\n")).expect("a file");
    let refused = run(&["bench", path.to_str().expect("a name")]);
    let errors = String::from_utf8_lossy(&refused.stderr).into_owned();
    std::fs::remove_file(&path).expect("the file");
    assert!(both > one && both < 3 * one, "{both} and {one}");
    assert!(
        !refused.status.success() && errors.contains("line 2"),
        "{errors}"
    );

    let gomoku = count(&["gomoku", "6", "h8i9", "--rule", "renju"]);
    assert_ne!(
        gomoku,
        count(&["gomoku", "6", "h8i9", "--rule", "standard"])
    );
    assert_eq!(gomoku, count(&["gomoku", "6", "h8 i9", "--rule", "renju"]));
}

#[test]
fn perft_counts_from_any_position() {
    let start = lines(&["perft", "4"]);
    assert!(start.contains(&"Total: 197281".to_string()), "{start:?}");
    assert_eq!(
        start.iter().filter(|line| line.contains(": ")).count(),
        20 + 3
    );
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let words: Vec<_> = fen.split(' ').collect();
    let quoted = lines(&["perft", "3", fen]);
    assert!(quoted.contains(&"Total: 97862".to_string()), "{quoted:?}");
    let plain = lines(&[&["perft", "3"], &words[..]].concat());
    assert!(plain.contains(&"Total: 97862".to_string()), "{plain:?}");
}

#[test]
fn a_bad_command_line_says_what_is_wrong() {
    for (arguments, part) in [
        (&["perft", "2", "nonsense"][..], "regence perft: "),
        (&["perft"], "<DEPTH>"),
        (&["perft", "-1"], "-1"),
        (&["bench", "0"], "found 0"),
        (&["bench", "no/such/file"], "file of that name"),
        (&["bench", "gomoku", "h8h8"], "h8"),
        (&["dance"], "dance"),
    ] {
        let output = run(arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{arguments:?}");
        assert!(errors.contains(part), "{arguments:?}: {errors}");
    }
}

#[test]
fn help_and_version_are_told() {
    assert!(lines(&["help"]).iter().any(|line| line.contains("bench")));
    let version = format!("regence {}", env!("CARGO_PKG_VERSION"));
    assert_eq!(lines(&["-V"]), [version.as_str()]);
    let [long] = &lines(&["--version"])[..] else {
        panic!("expected one line");
    };
    assert!(
        long.starts_with(&format!("{version}, built for ")),
        "{long}"
    );
    assert_eq!(
        lines(&["uci"]),
        [""; 0],
        "it speaks UCI, and nothing is asked"
    );
}

#[test]
fn packagers_get_manual_pages_and_completions() {
    assert!(lines(&["man"]).iter().any(|line| line.contains("analyse")));
    for shell in ["bash", "zsh", "fish"] {
        let script = lines(&["completions", shell]);
        assert!(script.iter().any(|line| line.contains("perft")), "{shell}");
    }
    let directory = std::env::temp_dir().join(format!("regence-man-{}", std::process::id()));
    let name = directory.to_str().expect("a plain name");
    assert_eq!(lines(&["man", "--dir", name]), [""; 0]);
    for page in ["regence.1", "regence-analyse.1"] {
        assert!(directory.join(page).is_file(), "{page}");
    }
    std::fs::remove_dir_all(&directory).expect("it was made");
}

#[test]
fn the_help_names_both_games_and_shows_examples() {
    let text = lines(&["--help"]).join("\n");
    assert!(text.starts_with("Plays chess and Gomoku."), "{text}");
    let examples = text.split("Examples:").nth(1).expect("examples");
    assert_eq!(examples.matches("\n  regence ").count(), 3, "{text}");
    // No line is so long that a terminal would break its words.
    for page in [&["--help"][..], &["play", "--help"], &["analyse", "--help"]] {
        for line in lines(page) {
            assert!(line.chars().count() <= 100, "{page:?}: {line}");
        }
    }
}

#[test]
fn there_are_960_arrays() {
    for number in ["960", "1000", "-1", "x"] {
        let output = run(&["play", "--chess960", number]);
        assert!(!output.status.success(), "{number}");
    }
    let game = |arguments: &[&str]| lines(arguments).join("\n");
    assert!(game(&["play", "--ascii", "--chess960", "959"]).contains("A game of chess"));
    assert_eq!(
        game(&["play", "--ascii", "--chess960", "518"]),
        game(&["play", "--ascii"])
    );
    assert!(game(&["play", "--chess960"]).contains("A game of chess"));
}
