//! `regence analyse`, on small files.

use regence_records::epd;
use regence_records::pgn::{Game, Nag, Reader};
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Three games and, between them, one that makes no sense.
const GAMES: &str = r#"[Event "Trap"]
[White "Anna"]
[Black "Bert"]
[Result "0-1"]

1. f3 {[%eval 0.1] [%clk 0:03:00]} e5 2. g4 Qh4# 0-1

[Event "Broken"]

1. e4 e5 2. Ke3 *

[Event "Long"]
[White "Bert"]
[Black "Anna, \"the\" Great"]
[Result "*"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# *

[Event "Third"]
[White "Anna"]
[Black "Cleo"]
[Result "1/2-1/2"]

1. d4 d5 2. c4 e6 1/2-1/2
"#;

/// A directory of one's own, gone when the test is over.
struct Room(PathBuf);

impl Room {
    fn new(name: &str) -> Room {
        let path = std::env::temp_dir().join(format!("regence-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a directory");
        Room(path)
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, text).expect("a file");
        path
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn run(file: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_regence"))
        .arg("analyse")
        .arg(file)
        .args(["--nodes", "400", "--hash", "1"])
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the program starts")
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

/// Analyses into a file and returns what the program says.
fn analyse(file: &Path, output: &Path, arguments: &[&str]) -> (String, String) {
    let output = output.to_str().expect("a plain name");
    let run = run(file, &[&["-o", output], arguments].concat());
    let (said, errors) = (text_of(&run.stdout), text_of(&run.stderr));
    assert!(run.status.success(), "{said}\n{errors}");
    (said, errors)
}

fn games(text: &str) -> Vec<Game> {
    Reader::new(text.as_bytes())
        .collect::<Result<_, _>>()
        .expect("what is written can be read")
}

#[test]
fn games_are_annotated_and_bad_ones_left_out() {
    let room = Room::new("annotate");
    let (input, output) = (room.file("games.pgn", GAMES), room.path("out.pgn"));
    let (said, errors) = analyse(&input, &output, &["--threads", "2"]);
    assert!(errors.contains("line 10, column 13"), "{errors}");
    assert!(said.contains("3 games, 25 positions"), "{said}");
    assert!(said.contains("Anna"), "{said}");

    let games = games(&fs::read_to_string(&output).expect("written"));
    let names: Vec<_> = games.iter().filter_map(|g| g.tags().get("Event")).collect();
    assert_eq!(names, ["Trap", "Long", "Third"]);
    let trap = &games[0];
    let accuracy = |of: &str| {
        trap.tags()
            .get(of)
            .and_then(|text| text.parse::<f64>().ok())
    };
    assert!(
        accuracy("BlackAccuracy") > Some(90.0)
            && accuracy("BlackAccuracy") > accuracy("WhiteAccuracy")
    );
    assert!(
        trap.tags()
            .get("Annotator")
            .expect("said")
            .contains("400 nodes")
    );
    let plies = trap.main_line().plies();
    // The old evaluation is replaced, the clock stays.
    let first = plies[0].comments()[0].as_str();
    assert!(
        first.ends_with("] [%clk 0:03:00]") && first.matches("eval").count() == 1,
        "{first}"
    );
    // 2. g4 allows mate in one: it is a blunder, and something else is shown.
    assert_eq!(plies[2].nags(), [Nag::BLUNDER]);
    assert_eq!(plies[2].comments()[0].as_str(), "[%eval #-1]");
    assert_eq!(plies[2].variations().len(), 1);
    // The mate itself needs no evaluation, and was the best move.
    assert!(plies[3].comments().is_empty() && plies[3].variations().is_empty());
}

#[test]
fn threads_do_not_change_the_result() {
    let room = Room::new("threads");
    let input = room.file("games.pgn", GAMES);
    for name in ["a.pgn", "a.jsonl", "a.csv"] {
        let (one, two) = (room.path(name), room.path(&format!("2{name}")));
        analyse(&input, &one, &["--threads", "1"]);
        analyse(&input, &two, &["--threads", "3"]);
        assert_eq!(
            fs::read(one).expect("written"),
            fs::read(two).expect("written")
        );
    }
}

#[test]
fn an_interrupted_run_goes_on_where_it_stopped() {
    let room = Room::new("resume");
    let input = room.file("games.pgn", GAMES);
    for name in ["a.pgn", "a.jsonl", "a.csv"] {
        let path = room.path(name);
        analyse(&input, &path, &[]);
        let whole = fs::read(&path).expect("written");
        for part in [
            0,
            1,
            10,
            whole.len() / 3,
            whole.len() * 2 / 3,
            whole.len() - 1,
            whole.len(),
        ] {
            fs::write(&path, &whole[..part]).expect("cut");
            analyse(&input, &path, &[]);
            let again = fs::read(&path).expect("written");
            assert!(
                again == whole,
                "{name} after {part} bytes: {}",
                text_of(&again)
            );
        }
        let (said, _) = analyse(&input, &path, &[]);
        assert!(said.contains("0 games"), "{said}");
    }
}

#[test]
fn other_files_are_not_overwritten_by_accident() {
    let room = Room::new("refuse");
    let input = room.file("games.pgn", GAMES);
    let fails = |output: &Path, arguments: &[&str], part: &str| {
        let before = fs::read(output).ok();
        let output_name = output.to_str().expect("a plain name");
        let run = run(&input, &[&["-o", output_name], arguments].concat());
        let errors = text_of(&run.stderr);
        assert!(!run.status.success() && errors.contains(part), "{errors}");
        assert_eq!(fs::read(output).ok(), before, "left as it was");
    };
    fails(&input, &[], "both input and output");
    fails(&room.file("notes.pgn", "milk\n"), &[], "--overwrite");
    let other = room.path("other.pgn");
    analyse(&room.file("one.pgn", "1. a3 *\n"), &other, &[]);
    fails(&other, &[], "another file");
    fails(&other, &["--format", "epd"], "--format pgn");
    analyse(&input, &other, &["--overwrite"]);
    fails(&other, &["--depth", "2"], "other limits");
    assert!(!run(&room.path("missing.pgn"), &[]).status.success());
}

#[test]
fn json_has_the_evaluation_and_best_line_of_every_move() {
    let room = Room::new("json");
    let (input, output) = (room.file("games.pgn", GAMES), room.path("out.jsonl"));
    analyse(&input, &output, &[]);
    let text = fs::read_to_string(&output).expect("written");
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(lines.len(), 3);
    let trap = &lines[0];
    assert_eq!(trap["white"]["blunders"], 1);
    assert_eq!(trap["tags"]["White"], "Anna");
    let moves = trap["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 4);
    assert_eq!(
        (&moves[2]["san"], &moves[2]["mate"]),
        (&"g4".into(), &(-1).into())
    );
    assert_eq!(moves[2]["mark"], "blunder");
    assert!(
        !moves[2]["best"]["line"]
            .as_array()
            .expect("a line")
            .is_empty()
    );
    assert_eq!(moves[3]["best"], Value::Null, "the best move was played");
    assert!(moves[0]["cp"].is_i64() && moves[0]["depth"].as_i64() > Some(0));
}

#[test]
fn test_positions_are_scored() {
    let room = Room::new("epd");
    let mate = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq -";
    let suite = format!(
        "{mate} bm Qxf7#; id \"easy\";\n{mate} dm 1;\nnonsense\n{mate} am Qxf7#; id \"odd\";\n{mate}\n"
    );
    let (input, output) = (room.file("suite.epd", &suite), room.path("out.epd"));
    let (said, errors) = analyse(&input, &output, &[]);
    assert!(said.contains("2 of 3 solved (66.7 %)"), "{said}");
    assert!(said.contains("position 3 (odd): played Qxf7#"), "{said}");
    assert!(errors.contains("line 3, "), "{errors}");
    let text = fs::read_to_string(&output).expect("written");
    let written: Vec<_> = epd::Reader::new(text.as_bytes())
        .collect::<Result<_, _>>()
        .expect("what is written can be read");
    assert_eq!(written.len(), 4);
    assert_eq!(written[0].text("c9"), Some("mate 1, solved"));
    assert!(written[0].number("acd") > Some(0) && written[0].moves("pv").len() == 1);
    // Going on finds nothing left to do, or what was cut off.
    let (said, _) = analyse(&input, &output, &[]);
    assert!(said.contains("0 positions,"), "{said}");
    fs::write(&output, &text[..text.len() - 5]).expect("cut");
    analyse(&input, &output, &[]);
    assert_eq!(fs::read_to_string(&output).expect("written"), text);
    for (name, part) in [("out.csv", ",yes,"), ("out.jsonl", "\"solved\":true")] {
        let output = room.path(name);
        analyse(&input, &output, &[]);
        let text = fs::read_to_string(&output).expect("written");
        assert_eq!(text.matches(part).count(), 2, "{text}");
    }
}

#[test]
fn games_may_come_through_a_pipe_and_go_into_one() {
    let mut program = Command::new(env!("CARGO_BIN_EXE_regence"))
        .args([
            "analyse", "-", "--depth", "2", "--lines", "none", "--clean", "--quiet",
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = program.stdin.take().expect("piped");
    input.write_all(GAMES.as_bytes()).expect("read");
    drop(input);
    let output = program.wait_with_output().expect("it ends");
    let games = games(&text_of(&output.stdout));
    assert_eq!(games.len(), 3);
    assert!(!text_of(&output.stdout).contains("%clk"));
    let errors = text_of(&output.stderr);
    assert!(errors.contains("3 games"), "{errors}");
}

#[test]
fn endgame_tables_are_asked() {
    let room = Room::new("tables");
    let tables = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/syzygy");
    let input = room.file("ending.epd", "8/8/8/4k3/8/4K3/4P3/8 b - -\n");
    let output = room.path("out.epd");
    analyse(&input, &output, &["--syzygy", tables]);
    let text = fs::read_to_string(&output).expect("written");
    assert!(text.contains(" ce -31500;"), "{text}");
    let wrong = run(&input, &["--syzygy", "no such directory"]);
    assert!(!wrong.status.success());
}
