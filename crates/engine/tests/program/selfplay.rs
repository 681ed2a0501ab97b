//! Games between two processes of the engine under the referee of `regence-lab match`, who checks every move, line and
//! second. The limits are nodes and depths, so that the games are the same on every machine.

use clap::Parser;
use regence_arena::tournament;
use regence_chess::Move;
use regence_records::pgn::{Game, Reader};
use std::path::PathBuf;

/// `regence-lab match` as its command line has it.
#[derive(Debug, Parser)]
struct Cli {
    #[command(flatten)]
    options: tournament::Options,
}

/// Plays four games and returns the result and the games. `each` is what both engines get.
fn play(name: &str, arguments: &str, each: &str) -> (String, Vec<Game>) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("selfplay-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let out = folder.join("match");
    let engine = |name: &str| {
        let program = env!("CARGO_BIN_EXE_regence");
        format!("--engine=cmd=\"{program}\" {arguments},name={name}")
    };
    let cli = Cli::parse_from([
        "match",
        &engine("one"),
        &engine("two"),
        &format!("--each={each}"),
        "--games=4",
        "--concurrency=2",
        "--bench=1",
        &format!("--out={}", out.display()),
    ]);
    tournament::run(&cli.options).expect("a match");
    let result = std::fs::read_to_string(out.with_extension("result")).expect("a result");
    let games = match std::fs::File::open(out.with_extension("pgn")) {
        Ok(file) => Reader::new(file)
            .map(|game| game.expect("a legal game"))
            .collect(),
        Err(_) => Vec::new(),
    };
    std::fs::remove_dir_all(&folder).expect("removed");
    (result, games)
}

fn expect_clean(result: &str) {
    assert!(result.contains("Games  | 4 W "), "{result}");
    assert!(!result.contains("Faults"), "{result}");
}

#[test]
fn games_are_played_by_the_rules_to_their_end() {
    let (result, games) = play("rules", "uci", "nodes=3000,option.Hash=16");
    expect_clean(&result);
    assert_eq!(games.len(), 4);
}

#[test]
fn the_same_games_are_played_again() {
    let moves = |name: &str| -> Vec<Vec<Move>> {
        let (result, games) = play(name, "uci", "nodes=500,option.Hash=1");
        expect_clean(&result);
        let mut games: Vec<_> = games.iter().map(Game::moves).collect();
        games.sort_by_key(|moves| format!("{moves:?}"));
        games
    };
    assert_eq!(moves("first"), moves("again"));
}

#[test]
fn games_with_every_kind_of_report_are_clean() {
    let each = "depth=4,option.MultiPV=3,option.UCI_ShowWDL=true,option.Threads=2";
    expect_clean(&play("reports", "uci", each).0);
}

#[test]
fn games_of_gomoku_are_clean() {
    let each = "proto=gomocup,nodes=500";
    expect_clean(&play("gomoku", "gomocup", each).0);
}
