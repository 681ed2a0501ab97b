//! Lines to torture an engine with: sentences of its protocol, and what mutation makes of them.

use regence_arena::client::uci::{EngineOption, OptionType};
use regence_chess::rng::SplitMix64;
use regence_chess::{Board, Game};

use super::Protocol;

/// Words that programs stumble over, wherever they stand.
const HOSTILE: &[&str] = &[
    "-1",
    "0",
    "1",
    "255",
    "65536",
    "2147483648",
    "-9223372036854775808",
    "18446744073709551616",
    "1e9",
    "NaN",
    "é€\u{1F3B2}",
    "\u{0}",
    "\t",
    "%s%n",
    "../..",
    "name",
    "value",
    "moves",
    "fen",
    "startpos",
    "a1a1",
    "e7e8k",
    "i9",
    "0000",
    ",",
    "7,7",
    "99,99",
    "k7/8/8/8/8/8/8/7K",
];

/// Chess positions with something special: promotions, en passant, few pieces, Chess960, and some that cannot be.
const FENS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "8/8/8/8/8/5k2/7p/5K2 b - - 99 200",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "r3k3/8/8/8/8/8/8/4K2R w KQkq - 0 1",
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "kkkkkkkk/8/8/8/8/8/8/KKKKKKKK w - - 0 1",
    "4k3/8/8/8/8/8/8/4K2R w K e6 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4294967296 -7",
];

/// Lines longer than this are not made: what is sent between two answers must fit a pipe.
const LONGEST: usize = 4000;

/// A source of lines, the same for the same seed.
#[derive(Clone, Debug)]
pub struct Grammar {
    pub protocol: Protocol,
    pub rng: SplitMix64,
    pub options: Vec<EngineOption>,
    /// Also commands that no user interface sends while the engine searches.
    pub is_rude: bool,
    is_searching: bool,
}

impl Grammar {
    pub fn new(
        protocol: Protocol,
        seed: u64,
        options: Vec<EngineOption>,
        is_rude: bool,
    ) -> Grammar {
        Grammar {
            protocol,
            rng: SplitMix64::new(seed),
            options,
            is_rude,
            is_searching: false,
        }
    }

    /// After the engine was told to stop.
    pub fn settle(&mut self) {
        self.is_searching = false;
    }

    /// The next line.
    pub fn line(&mut self) -> Vec<u8> {
        loop {
            let is_bound = self.is_searching && !self.is_rude;
            let (sentence, is_protected) = match is_bound {
                true => (
                    self.pick(&["isready", "stop", "ponderhit", "", "stop"]),
                    false,
                ),
                false => self.sentence(),
            };
            let line = match is_protected || self.rng.below(3) == 0 {
                true => sentence.into_bytes(),
                false => self.mutate(sentence),
            };
            if !self.is_safe(&line, is_protected) {
                continue;
            }
            let text = String::from_utf8_lossy(&line).to_ascii_lowercase();
            match text.split_whitespace().next() {
                // Also what only looks like a search to some programs.
                Some(word) if self.protocol != Protocol::Gomocup && word.starts_with("go") => {
                    self.is_searching = true;
                }
                Some("stop") => self.is_searching = false,
                // Out of place while a search may be going on.
                Some(_) if is_bound && text.trim() != "isready" && text.trim() != "ponderhit" => {
                    continue;
                }
                _ => {}
            }
            return line;
        }
    }

    /// What would end the program, last for hours or touch the disk is not asked for.
    fn is_safe(&self, line: &[u8], is_protected: bool) -> bool {
        let text = String::from_utf8_lossy(line).to_ascii_lowercase();
        let words: Vec<&str> = text.split(|c: char| !c.is_ascii_alphanumeric()).collect();
        let has = |word: &str| words.contains(&word);
        if ["quit", "exit", "end", "bench", "speedtest", "concurrency"]
            .iter()
            .any(|w| has(w))
        {
            return false;
        }
        if has("perft") || has("save") || has("chrome") || (has("trace") && has("export")) {
            return false;
        }
        // Its answer tells where those to the torture end.
        if self.protocol == Protocol::Gomocup && has("about") {
            return false;
        }
        // Times, memory and threads are asked for in small amounts only.
        let is_costly = [
            "timeout",
            "time_",
            "memory",
            "hash",
            "threads",
            "thread_num",
        ]
        .iter()
        .any(|word| text.contains(word));
        is_protected || !is_costly || self.protocol == Protocol::Console
    }

    fn pick(&mut self, list: &[&str]) -> String {
        list[self.rng.below(list.len() as u64) as usize].to_owned()
    }

    fn number(&mut self, below: u64) -> u64 {
        self.rng.below(below)
    }

    /// A sentence of the protocol, and whether it must stay as it is.
    fn sentence(&mut self) -> (String, bool) {
        match self.protocol {
            Protocol::Uci => self.uci_sentence(),
            Protocol::Gomocup => self.gomocup_sentence(),
            Protocol::Console => (self.console_sentence(), false),
        }
    }

    fn uci_sentence(&mut self) -> (String, bool) {
        let plain = match self.number(10) {
            0 => self.pick(&[
                "uci",
                "isready",
                "ucinewgame",
                "stop",
                "ponderhit",
                "debug on",
                "debug off",
                "register later",
                "",
            ]),
            1..=3 => self.position(),
            4..=6 => self.go(),
            7 | 8 => return self.set_option(),
            _ => self.pick(HOSTILE),
        };
        (plain, false)
    }

    fn position(&mut self) -> String {
        let plies = self.number(30);
        let game = Game::random(Board::startpos(), plies, &mut |bound| self.rng.below(bound));
        let moves: Vec<String> = game
            .iter()
            .flat_map(|game| game.moves())
            .map(ToString::to_string)
            .collect();
        let start = match self.number(3) {
            0 => format!("fen {}", self.pick(FENS)),
            _ => "startpos".to_owned(),
        };
        match moves.is_empty() {
            true => format!("position {start}"),
            false => format!("position {start} moves {}", moves.join(" ")),
        }
    }

    fn go(&mut self) -> String {
        let (a, b) = (self.number(300), self.number(300));
        match self.number(9) {
            0 => "go infinite".to_owned(),
            1 => format!("go depth {}", a % 8),
            2 => format!("go nodes {a}"),
            3 => format!("go movetime {}", a % 60),
            4 => format!("go wtime {a} btime {b} winc {} binc {}", a % 7, b % 7),
            5 => format!("go wtime {a} btime {b} movestogo {}", a % 40),
            6 => format!("go ponder wtime {a} btime {b}"),
            7 => format!("go mate {}", a % 5),
            _ => format!("go depth {} searchmoves e2e4 d2d4 a7a8q", a % 6),
        }
    }

    fn set_option(&mut self) -> (String, bool) {
        if self.options.is_empty() {
            return ("setoption name Hash value 1".to_owned(), true);
        }
        let at = self.number(self.options.len() as u64) as usize;
        let option = self.options[at].clone();
        let name = &option.name;
        let is_costly = ["hash", "thread", "memory", "cores", "log", "file", "path"]
            .iter()
            .any(|word| name.to_ascii_lowercase().contains(word));
        let value = match option.kind {
            OptionType::Button => return (format!("setoption name {name}"), true),
            OptionType::Check => self.pick(&["true", "false", "maybe"]),
            OptionType::Combo => {
                let vars: Vec<&str> = option.vars.iter().map(String::as_str).collect();
                match vars.is_empty() {
                    true => "x".to_owned(),
                    false => self.pick(&vars),
                }
            }
            OptionType::Spin if is_costly => (1 + self.number(3)).to_string(),
            OptionType::Spin => {
                let (low, high) = (option.min.unwrap_or(0), option.max.unwrap_or(100));
                let inside =
                    low.saturating_add(self.number(1 + high.abs_diff(low).min(1000)) as i64);
                let hostile = self.pick(HOSTILE);
                let edges = [
                    low,
                    high,
                    inside,
                    low.saturating_sub(1),
                    high.saturating_add(1),
                ];
                match self.number(6) {
                    5 => hostile,
                    edge => edges[edge as usize].to_string(),
                }
            }
            // Texts name files and such; one that needs its file may end without it.
            OptionType::String => match option.default.as_deref() {
                Some(default) if !default.is_empty() => default.to_owned(),
                _ => "<empty>".to_owned(),
            },
        };
        (format!("setoption name {name} value {value}"), true)
    }

    fn gomocup_sentence(&mut self) -> (String, bool) {
        let (x, y) = (self.number(20), self.number(20));
        let plain = match self.number(12) {
            0 => format!("START {}", 5 + x),
            1 => format!("RECTSTART {},{}", 5 + x, 5 + y),
            2 => "RESTART".to_owned(),
            3 => "BEGIN".to_owned(),
            4 | 5 => format!("TURN {x},{y}"),
            6 => format!("TAKEBACK {x},{y}"),
            7 => self.pick(&[
                "BOARD",
                "YXBOARD",
                "SWAP2BOARD",
                "DONE",
                "STOP",
                "YXSHOWINFO",
            ]),
            8 => format!("{x},{y},{}", x % 4),
            9 => format!(
                "INFO {} {}",
                self.pick(&[
                    "rule",
                    "game_type",
                    "max_depth",
                    "max_node",
                    "evaluate",
                    "folder"
                ]),
                x
            ),
            10 => return (format!("INFO timeout_turn {x}"), true),
            _ => self.pick(HOSTILE),
        };
        (plain, false)
    }

    fn console_sentence(&mut self) -> String {
        let number = self.number(1000);
        match self.number(9) {
            0 => self.pick(&[
                "new",
                "undo",
                "status",
                "draws",
                "history",
                "export",
                "hash",
                "eval",
                "help",
                "stop",
                "position960",
            ]),
            1 => format!("new960 {number}"),
            2 | 3 => format!(
                "move {}",
                self.pick(&["e2e4", "e7e5", "g1f3", "e7e8Q", "e1g1", "d2d4", "a1a1"])
            ),
            4 => format!("ai {}", number % 3),
            5 => format!("fen {}", self.pick(FENS)),
            6 => self.go(),
            7 => self.pick(&[
                "pgn show",
                "pgn moves",
                "pgn load /no/such/file",
                "pgn comment \"text\"",
                "pgn variation enter",
                "pgn variation new",
                "pgn variation exit",
                "book load /no/such/file",
                "book on",
                "book off",
                "book stats",
                "trace on",
                "trace off",
                "trace level debug",
                "trace report",
                "trace reset",
            ]),
            _ => self.pick(HOSTILE),
        }
    }

    /// One to three changes.
    fn mutate(&mut self, sentence: String) -> Vec<u8> {
        let mut words: Vec<String> = sentence.split(' ').map(str::to_owned).collect();
        for _ in 0..=self.number(3) {
            let at = self.number(words.len() as u64) as usize;
            match self.number(7) {
                0 if words.len() > 1 => drop(words.remove(at)),
                1 => words.insert(at, words[at].clone()),
                2 => words[at] = self.pick(HOSTILE),
                3 => words.insert(at, self.pick(HOSTILE)),
                4 => {
                    let other = self.number(words.len() as u64) as usize;
                    words.swap(at, other);
                }
                5 => {
                    let flip = |c: char| {
                        if c.is_ascii_lowercase() {
                            c.to_ascii_uppercase()
                        } else {
                            c.to_ascii_lowercase()
                        }
                    };
                    words[at] = words[at].chars().map(flip).collect();
                }
                _ => words[at] = words[at].repeat(1 + self.rng.below(40) as usize),
            }
        }
        let mut bytes = words.join(" ").into_bytes();
        if self.number(6) == 0 && !bytes.is_empty() {
            let at = self.number(bytes.len() as u64) as usize;
            bytes[at] = self.number(256) as u8;
        }
        if self.number(8) == 0 {
            let length = self.number(1 + bytes.len() as u64) as usize;
            bytes.truncate(length);
        }
        bytes.truncate(LONGEST);
        // One line stays one line.
        bytes.retain(|&byte| byte != b'\n');
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_the_same_for_a_seed_and_never_end_the_program() {
        for protocol in [Protocol::Uci, Protocol::Gomocup, Protocol::Console] {
            let lines = |seed| {
                let mut grammar = Grammar::new(protocol, seed, Vec::new(), true);
                (0..3000).map(|_| grammar.line()).collect::<Vec<_>>()
            };
            let all = lines(1);
            assert_eq!(all, lines(1));
            assert_ne!(all, lines(2));
            for line in &all {
                let text = String::from_utf8_lossy(line).to_ascii_lowercase();
                assert!(!line.contains(&b'\n') && line.len() <= LONGEST);
                assert!(
                    !text
                        .split_whitespace()
                        .any(|word| word == "quit" || word == "end"),
                    "{text}"
                );
                let is_gomocup = protocol == Protocol::Gomocup;
                assert!(!is_gomocup || !text.split_whitespace().any(|word| word == "about"));
            }
            let distinct: std::collections::HashSet<_> = all.iter().collect();
            assert!(distinct.len() > 1500, "{}", distinct.len());
        }
    }

    #[test]
    fn a_polite_user_says_nothing_else_while_the_engine_searches() {
        let mut grammar = Grammar::new(Protocol::Uci, 5, Vec::new(), false);
        let mut is_searching = false;
        let mut searches = 0;
        for _ in 0..5000 {
            let line = String::from_utf8_lossy(&grammar.line()).to_ascii_lowercase();
            let word = line
                .split_whitespace()
                .next()
                .unwrap_or_default()
                .to_owned();
            if is_searching {
                assert!(
                    ["isready", "stop", "ponderhit", ""].contains(&word.as_str()),
                    "{line}"
                );
            }
            searches += u32::from(word == "go");
            is_searching = match word.as_str() {
                "stop" => false,
                go if go.starts_with("go") => true,
                _ => is_searching,
            };
        }
        assert!(searches > 100);
    }
}
