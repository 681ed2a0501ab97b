//! The rules of the house that the compiler does not hold: who may depend on whom, and that no Cargo
//! feature changes a search.

use serde_json::Value;
use std::process::Command;

/// What a crate may depend on.
enum Room {
    /// The standard library alone.
    Nothing,
    /// These crates of the house, and nothing from outside.
    Only(&'static [&'static str]),
    /// These crates of the house, and what it needs from outside.
    House(&'static [&'static str]),
    /// The same with some more crates of the house.
    Above(&'static [&'static str], &'static [&'static str]),
    /// A program: whatever it needs, but no crate depends on it.
    Program,
}

const RULES: [&str; 3] = ["regence-core", "regence-chess", "regence-gomoku"];

/// What a board of the page shows: everything but the programs and the protocols.
const SHOWN: [&str; 7] = [
    "regence-core",
    "regence-chess",
    "regence-chess-search",
    "regence-gomoku",
    "regence-gomoku-search",
    "regence-records",
    "regence-trace",
];

/// What the laboratory's rooms stand on: everything but the programs and the page.
const MEASURED: [&str; 10] = [
    "regence-core",
    "regence-chess",
    "regence-chess-search",
    "regence-gomoku",
    "regence-gomoku-search",
    "regence-nnue",
    "regence-protocol",
    "regence-records",
    "regence-store",
    "regence-trace",
];

fn room(name: &str) -> Room {
    match name {
        "regence-core" | "regence-chess" | "regence-gomoku" | "regence-nnue" => Room::Nothing,
        "regence-chess-search" => Room::Only(&["regence-core", "regence-chess", "regence-nnue"]),
        "regence-gomoku-search" => Room::Only(&["regence-core", "regence-gomoku", "regence-nnue"]),
        "regence-records" | "regence-protocol" => Room::House(&RULES),
        "regence-trace" => Room::House(&[
            "regence-core",
            "regence-chess",
            "regence-chess-search",
            "regence-gomoku",
            "regence-gomoku-search",
        ]),
        "regence-board" => Room::House(&SHOWN),
        "regence-web" => Room::House(&[
            "regence-board",
            "regence-core",
            "regence-gomoku",
            "regence-gomoku-search",
            "regence-store",
        ]),
        "regence-wasm" => Room::House(&[
            "regence-board",
            "regence-core",
            "regence-chess-search",
            "regence-gomoku-search",
            "regence-protocol",
            "regence-session",
        ]),
        "regence-session" => Room::House(&[
            "regence-core",
            "regence-chess",
            "regence-chess-search",
            "regence-gomoku",
            "regence-gomoku-search",
            "regence-protocol",
        ]),
        "regence-store" | "regence-pages" | "regence-starter" => Room::House(&[]),
        "regence-arena" => Room::House(&MEASURED),
        // The doctor and the learners use matches and clients, and know nothing of each other.
        "regence-doctor" | "regence-learn" => Room::Above(&MEASURED, &["regence-arena"]),
        "regence" | "regence-lab" => Room::Program,
        _ => panic!("{name} is new: give it a place in this list and in ARCHITECTURE.md"),
    }
}

fn packages() -> Vec<Value> {
    let output = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--no-deps",
            "--offline",
            "--format-version",
            "1",
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo writes JSON");
    metadata["packages"]
        .as_array()
        .expect("a list of packages")
        .clone()
}

fn name(package: &Value) -> &str {
    package["name"].as_str().expect("a package has a name")
}

/// The names of the crates that a package is built from; those for its tests do not count.
fn dependencies(package: &Value) -> Vec<&str> {
    let all = package["dependencies"]
        .as_array()
        .expect("a list of dependencies");
    let built = all.iter().filter(|dependency| dependency["kind"] != "dev");
    built.map(name).collect()
}

#[test]
fn crates_depend_only_on_what_lies_below_them() {
    let packages = packages();
    let is_ours = |name: &str| packages.iter().any(|package| self::name(package) == name);
    for package in &packages {
        let owner = name(package);
        for dependency in dependencies(package) {
            let is_allowed = match room(owner) {
                Room::Nothing => false,
                Room::Only(allowed) => allowed.contains(&dependency),
                Room::House(allowed) => allowed.contains(&dependency) || !is_ours(dependency),
                Room::Above(below, more) => {
                    [below, more].concat().contains(&dependency) || !is_ours(dependency)
                }
                Room::Program => !is_ours(dependency) || !matches!(room(dependency), Room::Program),
            };
            assert!(is_allowed, "{owner} must not depend on {dependency}");
        }
    }
}

#[test]
fn no_feature_changes_a_search() {
    for package in packages() {
        let features = package["features"].as_object().expect("a map of features");
        let is_searching = matches!(room(name(&package)), Room::Nothing | Room::Only(_));
        assert!(
            !is_searching || features.is_empty(),
            "{} has features; cargo unifies them over the workspace, so use a type instead",
            name(&package)
        );
    }
}

#[test]
fn every_crate_has_the_licence_and_the_lints_of_the_house() {
    for package in packages() {
        assert_eq!(package["license"], "GPL-3.0-or-later", "{}", name(&package));
        let path = package["manifest_path"].as_str().expect("a path");
        let manifest = std::fs::read_to_string(path).expect("a manifest can be read");
        assert!(
            manifest.contains("[lints]\nworkspace = true"),
            "{path} lacks the lints"
        );
    }
}
