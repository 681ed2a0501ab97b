//! `regence gomocup` over pipes, as a manager drives it.

use regence_gomoku::RuleSet;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// Far more than any answer takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

struct Manager {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Manager {
    fn start() -> Manager {
        let mut child = Command::new(env!("CARGO_BIN_EXE_regence"))
            .arg("gomocup")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Manager {
            input: child.stdin.take(),
            child,
            lines,
        }
    }

    fn send(&mut self, line: &str) {
        let input = self.input.as_mut().expect("an open pipe");
        write!(input, "{line}\r\n").expect("the program reads");
        input.flush().expect("the program reads");
    }

    /// The next line that is no message.
    fn answer(&mut self) -> String {
        loop {
            let line = self.lines.recv_timeout(PATIENCE).expect("an answer");
            if !line.starts_with("MESSAGE") && !line.starts_with("DEBUG") {
                return line;
            }
        }
    }

    fn line(&mut self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("an answer")
    }

    /// The next message that contains this.
    fn message(&mut self, part: &str) -> String {
        loop {
            let line = self.line();
            if line.starts_with("MESSAGE") && line.contains(part) {
                return line;
            }
        }
    }

    fn ask(&mut self, line: &str) -> String {
        self.send(line);
        self.answer()
    }

    fn ends(&mut self) -> bool {
        for _ in 0..PATIENCE.as_millis() / 20 {
            if self.child.try_wait().expect("a child").is_some() {
                return true;
            }
            thread::sleep(Duration::from_millis(20));
        }
        false
    }
}

impl Drop for Manager {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn coordinates(answer: &str) -> (u8, u8) {
    let (x, y) = answer.split_once(',').unwrap_or_else(|| panic!("{answer}"));
    (x.parse().expect("a number"), y.parse().expect("a number"))
}

#[test]
fn a_game_begins_and_goes_on() {
    let mut manager = Manager::start();
    assert!(manager.ask("ABOUT").starts_with("name=\"Régence\""));
    assert_eq!(manager.ask("START 15"), "OK");
    manager.send("INFO timeout_turn 100");
    assert_eq!(manager.ask("BEGIN"), "7,7");
    let reply = coordinates(&manager.ask("TURN 0,0"));
    assert!(reply != (7, 7) && reply != (0, 0));
    assert_eq!(manager.ask("RESTART"), "OK");
    assert_eq!(manager.ask("PLAY 3,4"), "3,4");
    assert_eq!(manager.ask("TAKEBACK 3,4"), "OK");
    assert_eq!(manager.ask("RECTSTART 10,12"), "OK");
    assert_eq!(manager.ask("BEGIN"), "5,6");
}

#[test]
fn errors_leave_the_game_as_it_was() {
    let mut manager = Manager::start();
    assert_eq!(manager.ask("START 15"), "OK");
    manager.send("INFO timeout_turn 20");
    assert!(manager.ask("START 4").starts_with("ERROR"));
    assert!(manager.ask("START 99").starts_with("ERROR"));
    assert!(manager.ask("TURN 15,0").starts_with("ERROR"));
    assert!(manager.ask("TURN x").starts_with("ERROR"));
    assert!(manager.ask("DONE").starts_with("ERROR"));
    assert!(manager.ask("1,1,1").starts_with("ERROR"));
    assert!(manager.ask("INFO rule 999").starts_with("ERROR"));
    assert!(manager.ask("GARBAGE 1 2 3").starts_with("UNKNOWN"));
    assert_eq!(manager.ask("BEGIN"), "7,7");
    assert!(manager.ask("TURN 7,7").starts_with("ERROR"));
    assert!(manager.ask("TAKEBACK 1,1").starts_with("ERROR"));
    coordinates(&manager.ask("TURN 7,8"));
}

#[test]
fn a_board_is_answered_with_the_saving_move() {
    let mut manager = Manager::start();
    assert_eq!(manager.ask("START 15"), "OK");
    manager.send("INFO timeout_turn 200");
    for line in [
        "BOARD", "4,7,2", "3,7,1", "5,7,2", "0,0,1", "6,7,2", "0,2,1", "7,7,2",
    ] {
        manager.send(line);
    }
    assert_eq!(manager.ask("DONE"), "8,7");
}

#[test]
fn every_rule_plays() {
    for rule in RuleSet::ALL {
        let rule = rule.info().gomocup;
        let mut manager = Manager::start();
        assert_eq!(manager.ask("START 15"), "OK");
        manager.send("INFO timeout_turn 0");
        manager.send(&format!("INFO rule {rule}"));
        coordinates(&manager.ask("BEGIN"));
        coordinates(&manager.ask("TURN 1,1"));
        coordinates(&manager.ask("TURN 2,5"));
    }
}

#[test]
fn end_and_stop_work_in_mid_search() {
    let mut manager = Manager::start();
    assert_eq!(manager.ask("START 20"), "OK");
    manager.send("INFO timeout_turn 600000");
    manager.send("INFO time_left 2147483647");
    manager.send("TURN 10,10");
    manager.send("STOP");
    coordinates(&manager.answer());
    manager.send("TURN 1,1");
    manager.send("YXSTOP");
    coordinates(&manager.answer());
    manager.send("TURN 3,1");
    manager.send("END");
    assert!(manager.ends());
}

#[test]
fn the_end_of_the_input_is_the_end() {
    let mut manager = Manager::start();
    assert_eq!(manager.ask("START 15"), "OK");
    drop(manager.input.take());
    assert!(manager.ends());
}

#[test]
fn swap2_both_ways() {
    let mut manager = Manager::start();
    assert_eq!(manager.ask("START 15"), "OK");
    manager.send("INFO timeout_turn 100");
    manager.send("SWAP2BOARD");
    let stones = manager.ask("DONE");
    assert_eq!(stones.split(' ').count(), 3, "{stones}");
    manager.send("SWAP2BOARD");
    for stone in stones.split(' ') {
        coordinates(stone);
        manager.send(stone);
    }
    let choice = manager.ask("DONE");
    assert!(
        choice == "SWAP" || choice.split(' ').all(|p| p.contains(',')),
        "{choice}"
    );
    manager.send("SWAP2BOARD");
    for stone in ["7,7", "8,8", "7,8", "3,3", "11,11"] {
        manager.send(stone);
    }
    let choice = manager.ask("DONE");
    assert!(choice == "SWAP" || choice.contains(','), "{choice}");
}

#[test]
fn what_yixin_board_asks() {
    let mut manager = Manager::start();
    assert_eq!(manager.ask("START 15"), "OK");
    manager.send("YXSHOWINFO");
    let first = manager.lines.recv_timeout(PATIENCE).expect("an answer");
    assert!(first.starts_with("MESSAGE INFO MAX_THREAD_NUM "), "{first}");
    manager.send("INFO timeout_turn 100");
    manager.send("INFO rule 2");
    for line in [
        "YXBOARD", "7,7,1", "0,0,2", "8,7,1", "0,2,2", "9,8,1", "0,4,2", "9,9,1", "0,6,2", "DONE",
    ] {
        manager.send(line);
    }
    // Black may not make two threes at once.
    let forbid = manager.ask("YXSHOWFORBID");
    assert_eq!(forbid, "FORBID 0907.");
    manager.send("INFO max_node 2000");
    coordinates(&manager.ask("YXNBEST 3"));
    let two = manager.ask("YXBALANCETWO 0");
    assert_eq!(two.split(' ').count(), 2, "{two}");
    coordinates(&manager.ask("YXBALANCEONE 0"));
}

/// Stones of a board that cannot be: an ERROR in place of a move, and the game before goes on.
#[test]
fn a_refused_board_gets_an_error_and_no_move() {
    let mut manager = Manager::start();
    assert_eq!(manager.ask("START 15"), "OK");
    manager.send("INFO timeout_turn 200");
    manager.send("YXBOARD");
    for stone in ["7,7,1", "8,8,2"] {
        manager.send(stone);
    }
    manager.send("DONE");
    for bad in [
        &["7,7,2", "8,8,9", "9,9,1"][..],
        &["7,7,2", "8,8", "hello", "9,9,1"],
        &["7,7,2", "15,3,1"],
        &["7,7,2", "7,7,1"],
        &["1,1,2", "1,2,2", "x,3,2"],
    ] {
        manager.send("BOARD");
        for line in bad {
            manager.send(line);
        }
        let answer = manager.ask("DONE");
        assert!(answer.starts_with("ERROR "), "{bad:?}: {answer}");
        assert!(answer.ends_with("the position is unchanged"), "{answer}");
    }
    // Nothing came besides, and the two stones still stand.
    assert!(manager.ask("ABOUT").starts_with("name="));
    assert!(manager.ask("TURN 8,8").starts_with("ERROR"));
    let (x, y) = coordinates(&manager.ask("BEGIN"));
    assert!((x, y) != (7, 7) && (x, y) != (8, 8));
}

#[test]
fn rule_nine_is_caro_with_exactly_five() {
    // Six in a row wins by rule 8; by rule 9 it does not, so that the point that makes it is not the one to play.
    let stones = [
        "1,3,1", "2,3,1", "3,3,1", "5,3,1", "6,3,1", "0,7,2", "2,9,2", "4,11,2", "6,13,2", "8,0,2",
    ];
    let answer = |rule: u32| {
        let mut manager = Manager::start();
        manager.send(&format!("INFO rule {rule}"));
        manager.send("INFO timeout_turn 500");
        assert_eq!(manager.ask("START 15"), "OK");
        manager.send("BOARD");
        for stone in stones {
            manager.send(stone);
        }
        manager.ask("DONE")
    };
    assert_eq!(answer(8), "4,3");
    assert_ne!(answer(9), "4,3");
}

/// `END` stops what runs; what was asked before it is answered.
#[test]
fn the_end_answers_what_was_asked_before() {
    let mut manager = Manager::start();
    manager.send("START 15\r\nABOUT\r\nINFO timeout_turn 300000\r\nBEGIN\r\nnonsense\r\nEND");
    assert_eq!(manager.answer(), "OK");
    assert!(manager.answer().starts_with("name="));
    coordinates(&manager.answer());
    assert!(manager.answer().starts_with("UNKNOWN"));
    assert!(manager.ends());
}

#[test]
fn a_table_that_cannot_be_had_is_told_and_the_old_one_stays() {
    let mut manager = Manager::start();
    manager.send("INFO hash_size 2048");
    assert_eq!(manager.ask("START 15"), "OK");
    for size in ["9999999999", "18446744073709551615"] {
        manager.send(&format!("INFO hash_size {size}"));
        assert!(manager.message("INFO hash_size").contains("stays"));
        manager.send("YXSHOWHASHUSAGE");
        assert!(manager.message("HASH USAGE").ends_with("of 2 MB"));
    }
}

/// The most memory that a process has had, in megabytes.
#[cfg(target_os = "linux")]
fn peak_megabytes(id: u32) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{id}/status")).expect("a process");
    let line = text.lines().find(|line| line.starts_with("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1));
    kilobytes
        .and_then(|text| text.parse::<u64>().ok())
        .expect("a number")
        / 1024
}

#[cfg(target_os = "linux")]
#[test]
fn a_limit_of_memory_is_kept_and_used() {
    for (limit, table) in [(20, 0), (350, 175)] {
        let mut manager = Manager::start();
        manager.send("INFO thread_num 1");
        assert_eq!(manager.ask("START 20"), "OK");
        manager.send(&format!("INFO max_memory {}", limit << 20));
        manager.send("INFO timeout_turn 300");
        coordinates(&manager.ask("BEGIN"));
        coordinates(&manager.ask("TURN 0,0"));
        manager.send("YXSHOWHASHUSAGE");
        let usage = manager.message("HASH USAGE");
        assert!(usage.ends_with(&format!("of {table} MB")), "{usage}");
        let peak = peak_megabytes(manager.child.id());
        assert!(peak <= limit, "{peak} MB of {limit}");
    }
}

/// An opening is looked at as deep as the limits allow, not to a fixed depth.
#[test]
fn swap2_uses_what_it_is_given() {
    let mut manager = Manager::start();
    manager.send("INFO timeout_turn 60000");
    manager.send("INFO max_node 200000");
    assert_eq!(manager.ask("START 15"), "OK");
    for line in ["SWAP2BOARD", "7,7", "8,7", "6,5", "DONE"] {
        manager.send(line);
    }
    let mut deepest = 0;
    loop {
        let line = manager.line();
        match line.strip_prefix("MESSAGE depth ") {
            Some(rest) => {
                let depth = rest.split(|c: char| !c.is_ascii_digit()).next();
                deepest = deepest.max(depth.and_then(|d| d.parse().ok()).unwrap_or(0));
            }
            None => break,
        }
    }
    assert!(deepest > 8, "{deepest}");
}

/// Everything at once, as a script sends it, and then the end of the input: every move is answered.
#[test]
fn scripts_may_send_everything_at_once() {
    for (script, moves) in [
        (
            "START 15\nINFO timeout_turn 20\nBEGIN\nTURN 0,0\nTURN 1,5",
            3,
        ),
        (
            "START 15\nINFO timeout_turn 300000\nBEGIN\nSTOP\nTURN 0,0\nSTOP",
            2,
        ),
        (
            "START 15\nINFO timeout_turn 20\nBOARD\n7,7,2\nDONE\nBOARD\n7,7,2\nx\nDONE",
            1,
        ),
        ("START 15\nINFO timeout_turn 20\nBOARD\n7,7,2\n8,8,1", 0),
        (
            "START 15\nINFO timeout_turn 300000\nBEGIN\nTURN 0,0\nEND",
            2,
        ),
    ] {
        let mut manager = Manager::start();
        manager.send(script);
        drop(manager.input.take());
        assert!(manager.ends(), "{script}");
        let lines: Vec<String> = manager.lines.iter().collect();
        let is_move = |line: &&String| line.starts_with(|c: char| c.is_ascii_digit());
        assert_eq!(
            lines.iter().filter(is_move).count(),
            moves,
            "{script}: {lines:?}"
        );
    }
}
