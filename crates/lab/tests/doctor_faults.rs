//! The doctor against patients whose illness is known: every planted fault is named, and nothing else.

use std::path::PathBuf;
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};

use regence_arena::client::Launch;
use regence_doctor::Profile;
use regence_doctor::{Order, examine};
use regence_doctor::{Report, gomocup, torture};

/// One patient at a time: their clocks are measured.
static ROOM: Mutex<()> = Mutex::new(());

fn enter() -> MutexGuard<'static, ()> {
    ROOM.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The small engine with the faults, which `cargo test` builds as an example.
fn faulty() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let built = test.parent().and_then(|deps| deps.parent()).unwrap();
    let path = built
        .join("examples")
        .join(format!("faulty{}", std::env::consts::EXE_SUFFIX));
    assert!(
        path.exists(),
        "{} is missing: build it with `cargo build -p regence-lab --example faulty` and the profile of this test",
        path.display()
    );
    path
}

fn patient(fault: &str) -> Launch {
    Launch::new(faulty()).arg("--fault").arg(fault)
}

fn check_up(fault: &str, only: &str) -> Report {
    let order = Order {
        only: only.split_whitespace().map(str::to_owned).collect(),
        ..Order::new(patient(fault), Profile { quick: true })
    };
    examine(&order, &mut |_| {}).unwrap()
}

fn assert_named(report: &Report, expected: &[&str]) {
    let mut ids = report.ids();
    ids.sort_unstable();
    ids.dedup();
    let all = report.findings();
    assert_eq!(ids, expected, "{all:#?}");
    for finding in all {
        let illness = finding.illness;
        assert!(
            !finding.evidence.is_empty() && !illness.cause.is_empty() && !illness.cure.is_empty()
        );
    }
}

/// One test a fault: the check that should find it, and what it should find.
macro_rules! faults {
    ($($test:ident $fault:literal $only:literal $finding:literal)*) => {
        const FAULTS: &[(&str, &str)] = &[$(($fault, $finding)),*];
        $(#[test]
        fn $test() {
            let _room = enter();
            assert_named(&check_up($fault, $only), &[$finding]);
        })*
    };
}

faults! {
    illegal_best "illegal-best" "legality" "illegal-best"
    illegal_pv "illegal-pv" "legality" "illegal-pv"
    null_best "null-best" "legality" "null-best"
    wrong_side "wrong-side" "legality state" "wrong-side"
    promotion "promotion" "legality" "promotion"
    en_passant "en-passant" "legality" "en-passant"
    castling "castling" "legality" "castling"
    long_game "long-game" "state" "long-game"
    stale_table "stale-table" "state" "stale-table"
    repetition_blind "repetition-blind" "state" "repetition-blind"
    time_overrun "time-overrun" "clock" "time-overrun"
    time_underuse "time-underuse" "clock" "time-underuse"
    clock_ignored "clock-ignored" "clock" "clock-ignored"
    depth_unstable "depth-unstable" "clock" "depth-unstable"
    root_nodes "root-nodes" "counting" "root-nodes"
    wrong_nps "wrong-nps" "counting" "wrong-nps"
    wrong_time "wrong-time" "counting" "wrong-time"
    nodes_restart "nodes-restart" "mate pruning counting" "nodes-restart"
    asymmetric "asymmetric" "score" "asymmetric"
    white_view "white-view" "score mate" "white-view"
    abort_zero "abort-zero" "interruption" "abort-zero"
    mate_as_cp "mate-as-cp" "mate" "mate-as-cp"
    mate_in_plies "mate-in-plies" "mate" "mate-distance"
    bounds_ignored "bounds-ignored" "table" "table-bounds"
    one_bound "one-bound" "table" "table-bounds"
    upper_only "upper-only" "table" "table-bounds"
    lower_only "lower-only" "table" "table-bounds"
    table_useless "table-useless" "table" "table-useless"
    over_pruning "over-pruning" "pruning" "over-pruning"
    explosion "explosion" "pruning" "explosion"
    deaf_isready "deaf-isready" "manners" "deaf-isready"
    deaf_stop "deaf-stop" "manners" "deaf-stop"
    infinite_early "infinite-early" "manners" "infinite-early"
    garbage_crash "garbage-crash" "manners" "garbage-crash"
    no_exit "no-exit" "manners" "no-exit"
    same_opening "same-opening" "variety" "same-opening"
    dead_hash "dead-hash" "options" "dead-hash"
    dead_multipv "dead-multipv" "options" "dead-multipv"
    dead_threads "dead-threads" "options" "dead-threads"
    ponder_early "ponder-early" "ponder" "ponder-early"
    ponder_deaf "ponder-deaf" "ponder" "ponder-deaf"
    ponder_illegal "ponder-illegal" "ponder variety" "ponder-illegal"
}

/// A small program for Gomoku, with a fault.
fn check_up_gomoku(fault: &str, only: &str) -> Report {
    let program = faulty().with_file_name(format!("faulty_gomoku{}", std::env::consts::EXE_SUFFIX));
    let order = Order {
        only: only.split_whitespace().map(str::to_owned).collect(),
        ..Order::new(
            Launch::new(program).arg("--fault").arg(fault),
            Profile { quick: true },
        )
    };
    gomocup::examine(&order, &mut |_| {}).unwrap()
}

#[test]
fn faults_of_programs_for_gomoku_are_named() {
    let _room = enter();
    let cases: &[(&str, &str, &[&str])] = &[
        ("none", "", &[]),
        ("no-gomocup", "protocol", &["no-gomocup"]),
        ("bad-about", "protocol", &["bad-about"]),
        ("illegal-taken", "games", &["illegal-move"]),
        ("illegal-outside", "games", &["illegal-move"]),
        ("missed-five", "tactics", &["missed-five"]),
        ("missed-block", "tactics", &["missed-block"]),
        ("missed-four", "tactics", &["missed-four"]),
        ("missed-win", "tactics", &["missed-win"]),
        ("rule-ignored", "tactics", &["false-win", "forbidden-move"]),
        ("time-overrun", "limits", &["time-overrun"]),
        ("clock-ignored", "limits", &["time-overrun"]),
        ("memory-overrun", "limits", &["memory-overrun"]),
        ("bad-lines", "games", &["bad-lines"]),
        ("garbage-crash", "manners", &["garbage-crash"]),
        ("state-lost", "manners", &["state-lost"]),
        ("no-exit", "manners", &["no-exit"]),
    ];
    for (fault, only, expected) in cases {
        let ids = check_up_gomoku(fault, only).ids();
        match expected.is_empty() {
            true => assert_eq!(ids, [""; 0]),
            // What follows from a fault may be named beside it.
            false => assert!(
                expected.iter().all(|id| ids.contains(id)),
                "{fault}: {ids:?}"
            ),
        }
    }
}

#[test]
fn the_healthy_one_gets_a_clean_bill() {
    let _room = enter();
    let report = check_up("none", "");
    assert_named(&report, &[]);
    assert!(report.summary().ends_with("a clean bill of health"));
    assert!(
        report
            .examined
            .iter()
            .all(|examined| ["healthy", "skipped"].contains(&examined.verdict()))
    );
}

#[test]
fn every_planted_fault_has_a_test() {
    let output = Command::new(faulty()).arg("--list").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let names: Vec<&str> = text
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(names.len() > 30);
    for name in names.iter().filter(|name| **name != "none") {
        assert!(FAULTS.iter().any(|(fault, _)| fault == name), "{name}");
    }
}

/// The whole examination for every fault: minutes, so only when asked for (`--ignored`).
#[test]
#[ignore = "takes several minutes"]
fn the_whole_examination_names_each_fault_and_no_other() {
    let _room = enter();
    for (fault, finding) in FAULTS {
        println!("{fault}");
        assert_named(&check_up(fault, ""), &[finding]);
    }
}

/// Tortures the patient with a fault until it breaks.
fn broken(fault: &str) -> torture::Found {
    let order = torture::Order {
        launch: patient(fault),
        protocol: torture::Protocol::Uci,
        seed: 1,
        lines: 20_000,
        failures: 1,
        is_rude: false,
    };
    let tortured = torture::torture(&order, &mut |_| {}).unwrap();
    assert_eq!(tortured.failures.len(), 1, "{fault}");
    tortured.failures[0].clone()
}

#[test]
fn torture_finds_the_line_that_kills() {
    let _room = enter();
    let found = broken("garbage-crash");
    assert!(
        matches!(found.failure, torture::Failure::Crash(_)),
        "{found:?}"
    );
    assert!(found.is_repeated);
    // The line itself, and what brings the engine to rest.
    let words: Vec<_> = found
        .script
        .iter()
        .map(|line| String::from_utf8_lossy(line))
        .collect();
    assert!(words.len() <= 5, "{words:?}");
    assert_eq!(words[words.len() - 2..], ["stop", "isready"], "{words:?}");
}

#[test]
fn torture_finds_wrong_answers() {
    let _room = enter();
    let found = broken("illegal-best");
    assert!(
        matches!(found.failure, torture::Failure::Wrong(_)),
        "{found:?}"
    );
    assert!(
        found
            .to_script(&patient("illegal-best"))
            .starts_with("printf 'stop\\nisready\\n")
    );
}

#[test]
fn endurance_is_part_of_the_check_up() {
    let _room = enter();
    assert_named(&check_up("garbage-crash", "endurance"), &["breaks"]);
    // Where the cause is known, its consequence is not told again.
    assert_named(
        &check_up("garbage-crash", "manners endurance"),
        &["garbage-crash"],
    );
}

#[test]
fn twins_are_recognised() {
    let _room = enter();
    let order = |twin: &str| Order {
        only: vec!["twins".to_owned()],
        twin: Some(patient(twin)),
        ..Order::new(patient("none"), Profile { quick: true })
    };
    assert_named(&examine(&order("none"), &mut |_| {}).unwrap(), &["twins"]);
    assert_named(&examine(&order("asymmetric"), &mut |_| {}).unwrap(), &[]);
}

#[test]
fn the_command_writes_all_reports_and_its_exit_code_tells_of_faults() {
    let _room = enter();
    let folder = std::env::temp_dir().join(format!("regence-doctor-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let run = |fault: &str| {
        let engine = format!("'{}' --fault {fault}", faulty().display());
        Command::new(env!("CARGO_BIN_EXE_regence-lab"))
            .args(["doctor", &engine, "--quick", "--only", "options", "--json"])
            .arg(folder.join("report.json"))
            .arg("--html")
            .arg(folder.join("report.html"))
            .output()
            .unwrap()
    };
    let sick = run("dead-multipv");
    assert_eq!(sick.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&sick.stdout).contains("FAULT [dead-multipv]"));
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    assert!(read("report.json").contains("\"id\": \"dead-multipv\""));
    assert!(read("report.html").contains("The option MultiPV does nothing"));
    assert_eq!(run("none").status.code(), Some(0));
    let unknown = Command::new(env!("CARGO_BIN_EXE_regence-lab"))
        .args(["doctor", "no-such-engine-anywhere"])
        .output()
        .unwrap();
    assert_eq!(unknown.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("cannot be started"));
    std::fs::remove_dir_all(&folder).unwrap();
}
