//! `regence play` through a pipe, as a script plays it.

use crate::common::process::Process;
use std::path::PathBuf;

const PROGRAM: &str = env!("CARGO_BIN_EXE_regence");

/// All that is said to these lines.
fn talk(arguments: &[&str], lines: &str) -> String {
    let arguments = [&["play"], arguments, &["--nodes", "300"]].concat();
    let mut process = Process::start(PROGRAM, &arguments);
    process.send_bytes(lines.as_bytes());
    process.close_input();
    let text = process.rest().join("\n");
    process.expect_clean_end();
    text
}

fn scratch(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{name}", std::process::id()))
}

#[test]
fn chess_is_played_and_saved() {
    let path = scratch("played.pgn");
    let lines = format!("e4\nhint\nmoves\nlegal N\nsave {}\nquit\n", path.display());
    let text = talk(&["--elo", "1000"], &lines);
    assert!(
        text.starts_with("A game of chess: you are White, the engine plays at about 1000 Elo.")
    );
    assert!(text.contains("8  ♜  ♞  ♝  ♛  ♚  ♝  ♞  ♜  8"), "{text}");
    assert!(text.contains("\nRegence plays "), "{text}");
    assert!(text.contains("\nHint: "), "{text}");
    assert!(text.contains("\n1. e4 "), "{text}");
    assert!(text.contains("\nLegal with a knight: "), "{text}");
    assert!(!text.contains('\u{1b}'), "a pipe has no colours");
    let saved = std::fs::read_to_string(&path).expect("a file");
    assert!(saved.contains("[White \"You\"]"), "{saved}");
    assert!(saved.contains("[Black \"Regence "), "{saved}");
    let game = regence_records::pgn::Reader::new(saved.as_bytes()).next();
    assert_eq!(game.expect("a game").expect("legal").moves().len(), 2);
}

#[test]
fn black_sees_the_board_from_below() {
    let text = talk(&["--colour", "black", "--ascii"], "flip\n");
    assert!(text.contains("you are Black"), "{text}");
    assert!(
        text.contains("\n1  R  N  B  K  Q  B  N  R  1") || text.contains("\n   h  g  f"),
        "{text}"
    );
    assert!(
        text.contains("\n   a  b  c  d  e  f  g  h"),
        "flipped: {text}"
    );
}

#[test]
fn wrong_lines_say_what_is_possible() {
    let text = talk(&[], "e5\nNf4\nxyzzy\nsave\nlevel 5\nclock\nhelp\nrules\n");
    for part in [
        "e5 is not possible here: ",
        "legal with the e-pawn: e3, e4",
        "legal with a knight: Na3, Nc3, Nf3, Nh3",
        "\"xyzzy\" is neither a move nor a command",
        "save expects the name of a file",
        "level expects an Elo from 800 to 3000, or full",
        "There are no clocks",
        "take your last move back",
        "The laws of chess",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn a_mate_ends_the_game() {
    let fen = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    let text = talk(&["--fen", fen], "Ra8\nh3\nundo\nmoves\n");
    assert!(text.contains("White wins by checkmate."), "{text}");
    assert!(
        text.contains("The game is over, White has won by checkmate"),
        "{text}"
    );
    assert!(text.ends_with("No move has been played yet."), "{text}");
    let stalemate = talk(&["--fen", "7k/5Q2/8/8/8/8/8/7K w - - 0 1"], "f7g6\n");
    assert!(stalemate.contains("A draw by stalemate."), "{stalemate}");
}

#[test]
fn clocks_are_shown() {
    let mut process = Process::start(PROGRAM, &["play", "--clock", "5+3", "--elo", "800"]);
    process.send_bytes(b"e4\nclock\nquit\n");
    let text = process.rest().join("\n");
    process.expect_clean_end();
    assert!(text.contains("Clocks: White 5:00, Black 5:00"), "{text}");
    assert!(text.contains("Clocks: White 5:0"), "{text}");
}

#[test]
fn gomoku_is_played_with_its_rules() {
    let path = scratch("played.sgf");
    let lines = format!("h8\nhint\nmoves\nh8\nrules\nsave {}\n", path.display());
    let text = talk(&["gomoku", "--elo", "800", "--ascii"], &lines);
    assert!(
        text.starts_with("A game of Gomoku: you are Black, the engine plays at about 800 Elo.")
    );
    assert!(text.contains("\nRegence plays "), "{text}");
    assert!(text.contains("\nHint: "), "{text}");
    assert!(text.contains("\n1. h8 2. "), "{text}");
    assert!(text.contains("h8 already holds a stone"), "{text}");
    assert!(text.contains("five or more stones in a row win"), "{text}");
    let saved = std::fs::read_to_string(&path).expect("a file");
    assert!(
        saved.contains("PB[You]PW[Regence ") && saved.contains(";B[hh]"),
        "{saved}"
    );
    let white = talk(
        &[
            "gomoku", "--colour", "white", "--rule", "renju", "--size", "19",
        ],
        "",
    );
    assert!(white.contains("you are White"), "{white}");
    assert!(white.contains("\n19 "), "{white}");
    let ninuki = talk(&["gomoku", "--rule", "ninuki"], "j10\nrules\n");
    assert!(
        ninuki.contains("Stones taken: Black 0, White 0"),
        "{ninuki}"
    );
}

#[test]
fn a_whole_game_of_gomoku_comes_to_an_end() {
    // The person plays along an edge; the engine wins at any level.
    let lines: String = "abcdefghijklmno"
        .chars()
        .flat_map(|x| [1, 3].map(|y| format!("{x}{y}\n")))
        .collect();
    let text = talk(&["gomoku"], &lines);
    assert!(text.contains("White wins with five in a row."), "{text}");
}

#[test]
fn two_people_share_a_board() {
    let text = talk(
        &["--two"],
        "f3\ne5\nundo\ne6\nswitch\nhint\ng4\nQh4\nmoves\n",
    );
    assert!(text.starts_with("A game of chess for two people"), "{text}");
    assert!(!text.contains("Regence plays"), "{text}");
    assert!(text.contains("\nHint: "), "{text}");
    assert!(text.contains("change the chairs"), "{text}");
    assert!(text.contains("Black wins by checkmate."), "{text}");
    assert!(text.contains("\n1. f3 e6 2. g4 Qh4#"), "{text}");
    let text = talk(&["gomoku", "--two"], "h8\nresign\n");
    assert!(text.contains("Black wins by resignation."), "{text}");
    let text = talk(&["--two"], "e4\ndraw\n");
    assert!(text.contains("A draw by agreement."), "{text}");
}

#[test]
fn two_people_open_by_swap2() {
    let lines = "h8\nh8\ni9\nj7\nmaybe\nplace\nc3\nd4\nwhite\nk8\nundo\nundo\nmoves\n";
    let text = talk(&["gomoku", "--two", "--swap2", "--ascii"], lines);
    assert!(
        text.contains("First player: put three stones, Black, White and Black"),
        "{text}"
    );
    assert!(text.contains("h8 already holds a stone"), "{text}");
    assert!(
        text.contains("Second player: type black or white"),
        "{text}"
    );
    assert!(
        text.contains("Second player: put two stones, White and Black"),
        "{text}"
    );
    assert!(text.contains("The first player has White."), "{text}");
    assert!(text.contains("There is no move to take back."), "{text}");
    assert!(text.ends_with("1. h8 2. i9 3. j7 4. c3 5. d4"), "{text}");
}

#[test]
fn the_engine_takes_part_in_swap2() {
    // The person opens in a way that is won for Black, so that the engine takes Black.
    let text = talk(&["gomoku", "--swap2"], "h8\na1\nh9\nh10\nmoves\n");
    assert!(text.contains("\nRegence takes Black."), "{text}");
    assert!(text.contains("You are White."), "{text}");
    assert!(text.contains("\nRegence plays "), "{text}");
    let text = talk(
        &["gomoku", "--swap2", "--colour", "white"],
        "black\nmoves\n",
    );
    assert!(text.contains("\nRegence puts "), "{text}");
    assert!(text.contains("You are Black."), "{text}");
    assert!(text.contains("\nRegence plays "), "{text}");
}

#[test]
fn a_bad_command_line_says_what_is_wrong() {
    for (arguments, part) in [
        (&["--fen", "nonsense"][..], "regence play: "),
        (&["--swap2"], "--swap2 is for Gomoku"),
        (&["--two", "--elo", "1000"], "--two"),
        (&["gomoku", "--rule", "go"], "freestyle"),
        (&["gomoku", "--size", "3"], "3"),
        (&["--clock", "soon"], "5+3"),
        (&["--elo", "1"], "800"),
        (&["draughts"], "draughts"),
    ] {
        let mut process = Process::start(PROGRAM, &[&["play"], arguments].concat());
        process.close_input();
        let (status, errors) = process.end();
        assert!(!status.expect("it ends").success(), "{arguments:?}");
        assert!(errors.contains(part), "{arguments:?}: {errors}");
    }
}
