//! Whole matches of `regence-lab match` between small players, of which some misbehave.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use regence_records::pgn;
use regence_store::{RunId, Store};

/// The player of the tests, an example of this crate.
fn puppet() -> String {
    let test = std::env::current_exe().expect("a path");
    let folder = test.parent().and_then(Path::parent).expect("a folder");
    let path = folder
        .join("examples")
        .join(format!("puppet{}", std::env::consts::EXE_SUFFIX));
    assert!(
        path.exists(),
        "build it first: cargo build -p regence-lab --example puppet"
    );
    path.display().to_string()
}

/// An engine on the command line.
fn engine(name: &str, words: &str, more: &str) -> String {
    format!(
        "--engine=cmd=\"{}\" {words},name={name},nodes=1{more}",
        puppet()
    )
}

/// A folder of its own for each test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path =
            std::env::temp_dir().join(format!("regence-match-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn command(&self, out: &str, arguments: &[String]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_regence-lab"));
        command
            .arg("match")
            .args(["--bench", "1", "--out"])
            .arg(self.0.join(out))
            .args(arguments)
            .stdin(Stdio::null());
        command
    }

    /// Runs to the end and gives what was printed.
    fn run(&self, out: &str, arguments: &[String]) -> String {
        let output = self.command(out, arguments).output().expect("it runs");
        assert!(output.status.success(), "{}", errors(&output));
        String::from_utf8(output.stdout).expect("text")
    }

    fn fail(&self, out: &str, arguments: &[String]) -> String {
        let output = self.command(out, arguments).output().expect("it runs");
        assert!(!output.status.success());
        errors(&output)
    }

    fn read(&self, file: &str) -> String {
        std::fs::read_to_string(self.0.join(file)).expect("a file")
    }

    fn games(&self, file: &str) -> Vec<pgn::Game> {
        let file = std::fs::File::open(self.0.join(file)).expect("a file");
        pgn::Reader::new(file)
            .map(|game| game.expect("a legal game"))
            .collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left in the folder for temporary files does no harm.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn words(list: &[&str]) -> Vec<String> {
    list.iter().map(|word| word.to_string()).collect()
}

fn two(first: &str, second: &str, more: &[&str]) -> Vec<String> {
    let mut arguments = vec![engine("one", first, ""), engine("two", second, "")];
    arguments.extend(words(more));
    arguments
}

#[test]
fn a_match_is_played_counted_and_recorded() {
    let folder = Folder::new("whole");
    let text = folder.run(
        "m",
        &two(
            "seed=1 skill=1",
            "seed=2",
            &["--games=12", "--concurrency=2", "--timing"],
        ),
    );
    assert!(text.contains("Match  | one against two"), "{text}");
    assert!(text.contains("Games  | 12 W "), "{text}");
    assert!(text.contains("Referee| "), "{text}");
    assert!(!text.contains("Faults"), "{text}");
    let games = folder.games("m.pgn");
    assert_eq!(games.len(), 12);
    for game in &games {
        let plies = game.main_line().plies();
        let comment = |ply: usize| plies[ply].comments()[0].clone();
        assert_eq!(comment(0).as_str(), "book");
        assert!(pgn::Thought::read(&comment(plies.len() - 2)).is_some());
        assert_ne!(game.result(), pgn::GameResult::Unknown);
        assert_eq!(
            game.tags().get("PlyCount"),
            Some(plies.len().to_string().as_str())
        );
    }
    // Each opening is played with both colours.
    let mut rounds: Vec<(u64, &pgn::Game)> = games
        .iter()
        .map(|game| (game.tags().get("Round").unwrap().parse().unwrap(), game))
        .collect();
    rounds.sort_by_key(|(round, _)| *round);
    for pair in rounds.chunks(2) {
        let [(_, first), (_, second)] = pair else {
            panic!("pairs")
        };
        assert_eq!(first.moves()[..8], second.moves()[..8]);
        assert_eq!(first.tags().get("White"), second.tags().get("Black"));
    }
    let result = folder.read("m.result");
    for word in [
        "machine: ",
        "command: regence-lab match",
        "bench 1",
        "it says 'Puppet'",
    ] {
        assert!(result.contains(word), "{word}: {result}");
    }
}

/// Ends a process as `kill -9` does.
fn kill(mut child: Child) {
    child.kill().expect("it can be killed");
    child.wait().expect("it is gone");
}

#[test]
fn a_killed_match_ends_like_one_that_was_not() {
    let folder = Folder::new("killed");
    let arguments = two(
        "seed=1 skill=1",
        "seed=2 skill=1",
        &["--games=60", "--concurrency=2"],
    );
    let whole = folder.run("whole", &arguments);
    let mut resume = arguments.clone();
    resume.push("--resume".into());
    let mut before = 0;
    for kills in 0..3 {
        let mut command = folder.command("parts", if kills == 0 { &arguments } else { &resume });
        let mut child = command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it runs");
        // Wait for some more games, not for a time.
        let began = Instant::now();
        let played = || {
            // The store is read while the match writes to it.
            let Ok(store) = Store::read(&folder.0.join("parts.db")) else {
                return 0;
            };
            let runs = store.runs().unwrap_or_default();
            let games = |run: &(RunId, String, String)| store.games(run.0).map_or(0, |g| g.len());
            runs.iter().map(games).sum()
        };
        // On a machine that sleeps too long it may be over before it is killed, which is no fault of the match.
        while played() < before + 5 && child.try_wait().expect("it can be asked").is_none() {
            assert!(
                began.elapsed() < Duration::from_secs(300),
                "no games are played"
            );
            std::thread::sleep(Duration::from_millis(1));
        }
        kill(child);
        before = played();
    }
    let again = folder.fail("parts", &arguments);
    assert!(again.contains("--resume"), "{again}");
    assert_eq!(folder.run("parts", &resume), whole);
    assert_eq!(folder.games("parts.pgn").len(), 60);
    // And once more, with nothing left to do.
    assert_eq!(folder.run("parts", &resume), whole);
    // A match may be made longer, but not another one.
    let mut longer = resume.clone();
    longer[2] = "--games=64".into();
    assert!(folder.run("parts", &longer).contains("Games  | 64 "));
    let other = folder.fail("parts", &two("seed=9", "seed=2", &["--resume"]));
    assert!(other.contains("expected results of"), "{other}");
}

/// A match in which the second player has a fault in its fourth move of every game.
fn faulty(fault: &str, limit: &str) -> (String, String) {
    let folder = Folder::new(fault);
    let arguments = [
        engine("good", "seed=1", ""),
        engine("bad", &format!("seed=2 fault={fault} after=3"), limit),
        "--games=4".into(),
        "--hang=1".into(),
    ];
    let text = folder.run("m", &arguments);
    assert_eq!(folder.games("m.pgn").len(), 4);
    (text, folder.read("m.faults"))
}

#[test]
fn faults_that_lose_the_game_are_counted_and_described() {
    for (fault, limit, counted, said) in [
        ("illegal", "", "4 illegal moves", "bad move \"a1a1\""),
        ("crash", "", "4 crashes", "! puppet: crashed as it was told"),
        ("hang", "", "4 hangs", "found nothing"),
        ("late", ",movetime=20", "4 time losses", "over its time by"),
    ] {
        let (text, faults) = faulty(fault, limit);
        assert!(text.contains("W 4 L 0 D 0"), "{fault}: {text}");
        assert!(text.contains(&format!("bad: {counted}")), "{fault}: {text}");
        assert!(!text.contains("good:"), "{fault}: {text}");
        assert!(faults.contains(said), "{fault}: {faults}");
        assert!(
            faults.contains("position: ") && faults.contains("< go "),
            "{faults}"
        );
    }
}

#[test]
fn faults_that_do_not_lose_the_game_are_counted_too() {
    for (fault, counted, said) in [
        ("line", "4 illegal lines", "in the line"),
        (
            "garbage",
            "4 protocol faults",
            "expected a number after 'depth'",
        ),
    ] {
        let (text, faults) = faulty(fault, "");
        assert!(text.contains(&format!("bad: {counted}")), "{fault}: {text}");
        assert!(faults.contains(said), "{fault}: {faults}");
    }
}

#[test]
fn tournaments_have_rating_tables() {
    let folder = Folder::new("table");
    let mut arguments = vec![
        engine("random", "seed=1", ""),
        engine("greedy", "seed=2 skill=1", ""),
        engine("greedier", "seed=3 skill=1", ""),
    ];
    arguments.extend(words(&["--games=6", "--concurrency=2"]));
    let all = folder.run("all", &arguments);
    assert!(all.contains("Rank") && all.contains("±"), "{all}");
    assert_eq!(folder.games("all.pgn").len(), 18);
    let last = all
        .lines()
        .find(|line| line.trim_start().starts_with("3  "))
        .unwrap();
    assert!(last.contains("random"), "{all}");
    arguments.push("--format=gauntlet".into());
    let gauntlet = folder.run("gauntlet", &arguments);
    assert_eq!(folder.games("gauntlet.pgn").len(), 12);
    assert!(!gauntlet.contains("greedier - greedy") && !gauntlet.contains("greedy - greedier"));
}

#[test]
fn a_sequential_test_stops_when_it_knows() {
    let folder = Folder::new("sprt");
    let arguments = two(
        "seed=1 skill=1",
        "seed=2",
        &["--games=400", "--concurrency=2", "--sprt=elo0=0,elo1=100"],
    );
    let text = folder.run("m", &arguments);
    assert!(text.contains("[0.00, 100.00]: accepted"), "{text}");
    assert!(folder.games("m.pgn").len() < 400);
    let wrong = folder.fail("n", &two("", "", &["--sprt=elo0=5,elo1=0"]));
    assert!(wrong.contains("elo0 below elo1"), "{wrong}");
}

#[test]
fn chess960_games_are_castled_and_written_as_such() {
    let folder = Folder::new("chess960");
    let arguments = two(
        "seed=1 skill=1",
        "seed=2",
        &["--games=8", "--variant=chess960"],
    );
    let text = folder.run("m", &arguments);
    assert!(!text.contains("Faults"), "{text}");
    let games = folder.games("m.pgn");
    assert!(games.iter().all(pgn::Game::is_chess960));
    assert!(folder.read("m.pgn").contains("[Variant \"Chess960\"]"));
}

#[test]
fn a_match_that_is_being_played_is_not_resumed_by_another() {
    let folder = Folder::new("twice");
    let arguments = two("seed=1", "seed=2", &["--games=20000"]);
    let mut first = folder.command("m", &arguments);
    let mut child = first
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it runs");
    let began = Instant::now();
    let games = || {
        let store = Store::read(&folder.0.join("m.db")).ok()?;
        let (run, ..) = store.runs().ok()?.first()?.clone();
        store.games(run).ok().map(|games| games.len())
    };
    while games().unwrap_or(0) == 0 {
        assert!(
            child.try_wait().expect("it can be asked").is_none(),
            "it has ended"
        );
        assert!(
            began.elapsed() < Duration::from_secs(300),
            "no games are played"
        );
        std::thread::sleep(Duration::from_millis(1));
    }
    let mut resume = arguments.clone();
    resume.push("--resume".into());
    let said = folder.fail("m", &resume);
    kill(child);
    assert!(said.contains("m.db: in use by process "), "{said}");
    assert!(games().unwrap_or(0) > 0);
}

#[test]
fn a_clocked_match_says_how_each_engine_kept_its_time() {
    let folder = Folder::new("clock");
    let arguments = two(
        "seed=1",
        "seed=2",
        &["--games=2", "--each=tc=600+1", "--max-moves=8"],
    )
    .into_iter()
    .map(|word| word.replace(",nodes=1", ""))
    .collect::<Vec<_>>();
    let text = folder.run("m", &arguments);
    for name in ["one", "two"] {
        assert!(
            text.contains(&format!("Clock  | {name}: least time left ")),
            "{text}"
        );
    }
    assert!(text.contains(" 0 overruns"), "{text}");
}

#[test]
fn stores_are_exported_merged_and_rescued() {
    let folder = Folder::new("stores");
    folder.run("a", &two("seed=1", "seed=2", &["--games=4"]));
    folder.run("b", &two("seed=3", "seed=2", &["--games=2"]));
    let lab = |words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_regence-lab"));
        let output = command
            .args(words)
            .current_dir(&folder.0)
            .output()
            .expect("it runs");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.success(), text, errors(&output))
    };
    assert_eq!(
        lab(&["export", "a.db", "--as", "pgn"]),
        (true, folder.read("a.pgn"), String::new())
    );
    assert!(lab(&["merge", "all.db", "a.db", "b.db"]).0);
    let (_, list, _) = lab(&["export", "all.db", "--as", "list"]);
    assert!(
        list.contains(" 4 games") && list.contains(" 2 games"),
        "{list}"
    );
    let (is_done, _, said) = lab(&["merge", "all.db", "a.db"]);
    assert!(!is_done && said.contains("game 1 of 'match: "), "{said}");
    assert_eq!(lab(&["export", "all.db", "--as", "list"]).1, list);
    // A damaged game is named, and the others are saved.
    let mut bytes = std::fs::read(folder.0.join("a.db")).expect("a store");
    let place = bytes
        .windows(10)
        .position(|part| part == b"[Round \"3\"")
        .expect("a game");
    bytes[place + 2] ^= 1;
    std::fs::write(folder.0.join("a.db"), bytes).expect("a file");
    let (is_done, _, said) = lab(&["export", "a.db"]);
    assert!(
        !is_done && said.contains("game 3 has a wrong checksum"),
        "{said}"
    );
    let (is_done, text, said) = lab(&["merge", "rescued.db", "a.db"]);
    assert!(
        !is_done && said.contains("a.db: row 3 of games cannot be read"),
        "{said}"
    );
    assert!(text.contains("3 games"), "{text}");
}

#[test]
fn adjudication_ends_games_early() {
    let folder = Folder::new("judge");
    let arguments = two(
        "seed=1 skill=1",
        "seed=2",
        &["--games=4", "--resign=moves=2,score=300", "--max-moves=60"],
    );
    let text = folder.run("m", &arguments);
    assert!(text.contains("adjudication"), "{text}");
    assert!(
        folder
            .read("m.pgn")
            .contains("adjudicated: both sides agree on a win")
    );
}

#[test]
fn openings_come_from_files() {
    let folder = Folder::new("openings");
    let file = folder.0.join("book.pgn");
    std::fs::write(&file, "1. e4 c5 2. Nf3 *\n\n1. d4 d5 *\n").expect("a file");
    let opening = format!("--openings={}", file.display());
    let mut arguments = two("seed=1 skill=1", "seed=2 skill=1", &["--games=4", &opening]);
    folder.run("m", &arguments);
    let text = folder.read("m.pgn");
    assert_eq!(
        text.matches("1. e4 {book} 1... c5 {book} 2. Nf3 {book}")
            .count(),
        2
    );
    arguments[3] = "--openings=none".into();
    assert!(folder.run("n", &arguments).contains("Games  | 4 "));
}

#[test]
fn what_cannot_be_played_is_said_before_it_begins() {
    let folder = Folder::new("wrong");
    let no_program = words(&[
        "--engine=cmd=/no/such,nodes=1",
        "--engine=cmd=/no/such,nodes=1",
    ]);
    assert!(folder.fail("a", &no_program).contains("cannot be started"));
    let no_option = [engine("one", "", ",option.Wings=2"), engine("two", "", "")];
    let error = folder.fail("b", &no_option);
    assert!(error.contains("no option 'Wings'; it has Hash"), "{error}");
    let mute = words(&["--engine=cmd=true,nodes=1", "--engine=cmd=true,nodes=1"]);
    let error = folder.fail("c", &mute);
    assert!(error.contains("speaks UCI"), "{error}");
}

fn gomoku(first: &str, second: &str, more: &[&str]) -> Vec<String> {
    let first = format!("gomocup {first}");
    let second = format!("gomocup {second}");
    let mut arguments = two(&first, &second, &["--each=proto=gomocup"]);
    arguments.extend(words(more));
    arguments
}

#[test]
fn gomoku_is_played_too() {
    let folder = Folder::new("gomoku");
    let text = folder.run(
        "m",
        &gomoku(
            "seed=1 skill=1",
            "seed=2",
            &["--games=6", "--concurrency=2"],
        ),
    );
    assert!(text.contains("Games  | 6 W "), "{text}");
    assert!(!text.contains("Faults"), "{text}");
    let records = folder.read("m.gomoku");
    assert_eq!(records.matches("[Rule \"freestyle\"]").count(), 6);
    assert!(
        records.contains("{book}") && records.contains("/1 "),
        "{records}"
    );
    let bad = folder.run(
        "n",
        &gomoku("seed=1", "seed=2 fault=illegal", &["--games=2"]),
    );
    assert!(bad.contains("two: 2 illegal moves"), "{bad}");
}
