//! Games between two processes of the engine, move by move under a referee's eyes. The limits are
//! nodes, so that the games are the same on every machine; the example of the same name plays with
//! clocks.

use crate::common::referee::{Control, Match, Player};

fn games(control: Control, options: &[&str]) -> Match {
    let player = Player {
        program: env!("CARGO_BIN_EXE_regence").to_string(),
        arguments: Vec::new(),
    };
    Match {
        players: [player.clone(), player],
        games: 4,
        control,
        options: options.iter().map(|option| option.to_string()).collect(),
        seed: 1,
        concurrency: 2,
    }
}

#[test]
fn games_are_played_by_the_rules_to_their_end() {
    let summary = games(Control::Nodes(3000), &[]).play(|_| {});
    assert!(summary.faults.is_empty(), "{:#?}", summary.faults);
    assert_eq!(summary.games, 4);
    assert_eq!(summary.unfinished, 0, "{:#?}", summary.lines);
}

#[test]
fn the_same_games_are_played_again() {
    let games = games(Control::Nodes(500), &["setoption name Hash value 1"]);
    let first = games.play(|_| {});
    let second = games.play(|_| {});
    assert!(first.faults.is_empty(), "{:#?}", first.faults);
    assert_eq!(first.lines, second.lines);
}

#[test]
fn games_with_every_kind_of_report_are_clean() {
    let options = [
        "setoption name MultiPV value 3",
        "setoption name UCI_ShowWDL value true",
        "setoption name Threads value 2",
    ];
    let summary = games(Control::Depth(4), &options).play(|_| {});
    assert!(summary.faults.is_empty(), "{:#?}", summary.faults);
}
