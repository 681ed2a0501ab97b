//! UCI for the faulty engine: one thread reads, another searches.

use std::io::{BufRead, Write};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use regence_chess::{Board, Game, Move, PieceKind, attacks};

use crate::faults::Fault;
use crate::search::{Found, Searcher, Signals, Task, plies_to_mate};
use crate::table::Table;

const DEFAULT_HASH: usize = 16;
/// Kept back for the way to the referee.
const RESERVE_MS: u64 = 5;
/// The plies for which the fault of long games has room.
const SHORT_HISTORY: usize = 256;

/// The moves that the fault of one opening has learnt by heart.
const MEMORISED: [&str; 12] = [
    "b1c3", "b8c6", "c3a4", "e7e5", "g1f3", "e5e4", "f3d4", "c6d4", "e2e3", "d4e6", "d2d3", "e4d3",
];

struct Session {
    fault: Fault,
    game: Game,
    table: Arc<Mutex<Table>>,
    lines: usize,
    running: Option<Running>,
}

struct Running {
    signals: Arc<Signals>,
    budget: Option<Duration>,
    thread: JoinHandle<()>,
}

/// What `go` asks for.
#[derive(Default)]
struct Go {
    depth: Option<i32>,
    nodes: Option<u64>,
    move_time: Option<u64>,
    clock: [Option<u64>; 2],
    increment: [u64; 2],
    moves_to_go: Option<u64>,
    infinite: bool,
    ponder: bool,
    only: Vec<String>,
}

/// Speaks UCI until `quit` or the end of the input.
pub fn run(fault: Fault) {
    let mut session = Session {
        fault,
        game: Game::new(Board::startpos()),
        table: Arc::new(Mutex::new(Table::new(DEFAULT_HASH, fault))),
        lines: 1,
        running: None,
    };
    let mut input = std::io::stdin().lock();
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match input.read_until(b'\n', &mut bytes) {
            Ok(1..) => {}
            _ if fault == Fault::NoExit => std::thread::sleep(Duration::from_millis(1)),
            _ => break,
        }
        let line = String::from_utf8_lossy(&bytes);
        if !session.obey(line.trim()) {
            break;
        }
    }
    session.stop();
}

fn say(line: &str) {
    let mut output = std::io::stdout().lock();
    let _ = writeln!(output, "{line}").and_then(|()| output.flush());
}

impl Session {
    /// Does what a line asks for; whether to go on.
    fn obey(&mut self, line: &str) -> bool {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&command, rest)) = words.split_first() else {
            return true;
        };
        match command {
            "uci" => self.introduce(),
            "isready" => {
                if self.fault == Fault::DeafIsready {
                    self.wait();
                }
                say("readyok");
            }
            "ucinewgame" => self.new_game(),
            "setoption" => self.set_option(rest),
            "position" => self.set_position(rest),
            "go" => self.go(&read_go(rest)),
            "stop" if self.fault == Fault::DeafStop => self.wait(),
            "stop" => self.stop(),
            "ponderhit" => self.ponder_hit(),
            "quit" => return false,
            other if self.fault == Fault::GarbageCrash => panic!("unknown command {other}"),
            _ => {}
        }
        true
    }

    fn introduce(&self) {
        say("id name Faulty");
        say("id author the Régence developers");
        say(&format!(
            "option name Hash type spin default {DEFAULT_HASH} min 1 max 256"
        ));
        say("option name Clear Hash type button");
        say("option name MultiPV type spin default 1 min 1 max 16");
        say("option name Ponder type check default false");
        if self.fault == Fault::DeadThreads {
            say("option name Threads type spin default 1 min 1 max 8");
        }
        say("uciok");
    }

    fn new_game(&mut self) {
        self.stop();
        self.game = Game::new(Board::startpos());
        if self.fault != Fault::StaleTable {
            self.clear_table();
        }
    }

    fn clear_table(&mut self) {
        if let Ok(mut table) = self.table.lock() {
            table.clear();
        }
    }

    fn set_option(&mut self, words: &[&str]) {
        let value_at = words.iter().position(|word| *word == "value");
        let name = words[1.min(words.len())..value_at.unwrap_or(words.len())].join(" ");
        let value = value_at
            .and_then(|at| words.get(at + 1))
            .copied()
            .unwrap_or_default();
        self.stop();
        match (name.to_lowercase().as_str(), value.parse::<usize>()) {
            ("hash", Ok(megabytes)) => {
                let table = Table::new(megabytes.clamp(1, 256), self.fault);
                self.table = Arc::new(Mutex::new(table));
            }
            ("multipv", Ok(lines)) if self.fault != Fault::DeadMultipv => {
                self.lines = lines.clamp(1, 16);
            }
            ("clear hash", _) => self.clear_table(),
            _ => {}
        }
    }

    fn set_position(&mut self, words: &[&str]) {
        let moves_at = words.iter().position(|word| *word == "moves");
        let start = match words.first() {
            Some(&"startpos") => Board::startpos(),
            Some(&"fen") => {
                let fen = words[1..moves_at.unwrap_or(words.len())].join(" ");
                match Board::from_fen(&fen) {
                    Ok(board) => board,
                    Err(_) => return,
                }
            }
            _ => return,
        };
        let mut game = Game::new(start);
        for text in words.iter().skip(moves_at.map_or(words.len(), |at| at + 1)) {
            if self.fault == Fault::LongGame && game.moves().len() >= SHORT_HISTORY {
                break;
            }
            match game.board().move_from_uci(text) {
                Ok(mv) => game.push(mv),
                Err(_) => return,
            }
        }
        let plies = game.moves().len();
        if self.fault == Fault::WrongSide && plies % 2 == 1 && !game.board().in_check() {
            game = Game::new(game.board().make_null());
        }
        self.stop();
        self.game = game;
    }

    fn go(&mut self, go: &Go) {
        self.stop();
        if let Some(reply) = self.memorised() {
            say(&format!(
                "info depth 12 score cp 209 nodes 100000 time 10 nps 10000000 pv {reply}"
            ));
            say(&format!("bestmove {reply}"));
            return;
        }
        let budget = self.budget(go);
        let by_time = go.move_time.is_some() || go.clock != [None; 2];
        let mut depth = go.depth.unwrap_or(i32::MAX);
        if self.fault == Fault::ClockIgnored && by_time {
            depth = 4;
        }
        if self.fault == Fault::DepthUnstable && budget.is_some_and(|time| time.as_millis() > 255) {
            depth = 3;
        }
        let task = Task {
            game: self.game.clone(),
            depth,
            nodes: go.nodes.unwrap_or(u64::MAX),
            lines: self.lines,
            only: go.only.clone(),
        };
        let ponders = go.ponder && self.fault != Fault::PonderEarly;
        let waits = go.infinite && self.fault != Fault::InfiniteEarly;
        let limit = match go.infinite && self.fault == Fault::InfiniteEarly {
            true => Some(Duration::from_millis(20)),
            false => budget,
        };
        let signals = Arc::new(Signals::new(self.fault, ponders, limit));
        let answer = Answer {
            fault: self.fault,
            task,
            table: Arc::clone(&self.table),
            signals: Arc::clone(&signals),
            waits,
        };
        let thread = std::thread::Builder::new()
            .stack_size(16 << 20)
            .spawn(move || answer.give());
        if let Ok(thread) = thread {
            self.running = Some(Running {
                signals,
                budget,
                thread,
            });
        }
    }

    /// The memorised reply, where the fault has one.
    fn memorised(&self) -> Option<String> {
        if self.fault != Fault::SameOpening || *self.game.start() != Board::startpos() {
            return None;
        }
        let played: Vec<String> = self.game.moves().iter().map(Move::to_string).collect();
        let follows = MEMORISED
            .iter()
            .zip(&played)
            .all(|(known, played)| known == played);
        let next = MEMORISED.get(played.len()).filter(|_| follows)?;
        Some((*next).to_owned())
    }

    fn budget(&self, go: &Go) -> Option<Duration> {
        let us = self.game.board().side_to_move().index();
        let millis = if let Some(time) = go.move_time {
            time.saturating_sub(RESERVE_MS)
        } else {
            let clock = go.clock[us]?;
            let moves = go.moves_to_go.unwrap_or(30).max(1);
            let share = clock / moves.min(30) + go.increment[us] * 3 / 4;
            match self.fault {
                Fault::TimeUnderuse => (clock / 120 + go.increment[us] / 2).saturating_sub(100),
                _ => share.min(clock / 2).saturating_sub(RESERVE_MS),
            }
        };
        let millis = match self.fault {
            Fault::TimeOverrun => millis * 2 + 200,
            _ => millis,
        };
        Some(Duration::from_millis(millis.max(1)))
    }

    fn ponder_hit(&mut self) {
        if self.fault == Fault::PonderDeaf {
            return;
        }
        if let Some(running) = &self.running {
            if let Some(budget) = running.budget {
                running.signals.set_budget(budget);
            }
            running.signals.pondering.store(false, Relaxed);
        }
    }

    fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            running.signals.stop.store(true, Relaxed);
            let _ = running.thread.join();
        }
    }

    /// Waits for the search to end by itself.
    fn wait(&mut self) {
        if let Some(running) = self.running.take() {
            let _ = running.thread.join();
        }
    }
}

fn read_go(words: &[&str]) -> Go {
    let mut go = Go::default();
    for (index, word) in words.iter().enumerate() {
        let number = words
            .get(index + 1)
            .and_then(|text| text.parse::<u64>().ok());
        match *word {
            "depth" => go.depth = number.and_then(|depth| i32::try_from(depth).ok()),
            "nodes" => go.nodes = number,
            "movetime" => go.move_time = number,
            "wtime" => go.clock[0] = number,
            "btime" => go.clock[1] = number,
            "winc" => go.increment[0] = number.unwrap_or(0),
            "binc" => go.increment[1] = number.unwrap_or(0),
            "movestogo" => go.moves_to_go = number,
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => go.only = words[index + 1..].iter().map(|w| w.to_string()).collect(),
            _ => {}
        }
    }
    go
}

/// A search and the words in which it is answered.
struct Answer {
    fault: Fault,
    task: Task,
    table: Arc<Mutex<Table>>,
    signals: Arc<Signals>,
    waits: bool,
}

impl Answer {
    fn give(self) {
        let Ok(mut table) = self.table.lock() else {
            return;
        };
        let mut searcher = Searcher::new(self.fault, &mut table, &self.signals);
        let mut told = 0;
        let found = searcher.run(&self.task, |found| {
            told += 1;
            say(&self.info(found));
        });
        while (self.waits || self.signals.pondering.load(Relaxed))
            && !self.signals.stop.load(Relaxed)
        {
            std::thread::sleep(Duration::from_millis(1));
        }
        let Some(found) = found else {
            say("bestmove 0000");
            return;
        };
        let best = match self.fault {
            Fault::NullBest if told == 0 => "a1a1".to_owned(),
            Fault::IllegalBest => self.careless_move().unwrap_or(found.pv[0]).to_string(),
            _ => found.pv[0].to_string(),
        };
        let ponder = match (self.fault, found.pv.get(1)) {
            (Fault::PonderIllegal, _) => format!(" ponder {}", found.pv[0]),
            (_, Some(mv)) => format!(" ponder {mv}"),
            (_, None) => String::new(),
        };
        say(&format!("bestmove {best}{ponder}"));
    }

    /// A move of a knight or a pawn that overlooks the check, if there is one.
    fn careless_move(&self) -> Option<Move> {
        let board = self.task.game.board();
        let us = board.side_to_move();
        if !board.in_check() {
            return None;
        }
        let knights = board.of(us, PieceKind::Knight).into_iter();
        knights
            .flat_map(|from| {
                let targets = attacks::knight(from) & !board.colored(us);
                targets.into_iter().map(move |to| Move::new(from, to))
            })
            .find(|mv| !board.is_legal(*mv))
    }

    fn info(&self, found: &Found) -> String {
        let elapsed = self.signals.elapsed();
        let millis = elapsed.as_millis() as u64;
        let nps = (found.nodes as f64 / elapsed.as_secs_f64().max(1e-6)) as u64;
        let nps = if self.fault == Fault::WrongNps {
            nps / 1000
        } else {
            nps
        };
        let time = if self.fault == Fault::WrongTime {
            millis / 1000
        } else {
            millis
        };
        let mut line: Vec<String> = found.pv.iter().map(Move::to_string).collect();
        if self.fault == Fault::IllegalPv && line.len() >= 2 {
            line.push(line[line.len() - 1].clone());
        }
        format!(
            "info depth {} multipv {} score {} nodes {} nps {nps} time {time} hashfull {} pv {}",
            found.depth,
            found.rank,
            self.score(found.score),
            found.nodes,
            found.hashfull,
            line.join(" "),
        )
    }

    fn score(&self, score: i32) -> String {
        let white = self.task.game.board().side_to_move().index() == 0;
        let score = match self.fault == Fault::WhiteView && !white {
            true => -score,
            false => score,
        };
        match plies_to_mate(score) {
            Some(plies) if self.fault == Fault::MateInPlies => format!("mate {plies}"),
            Some(plies) if self.fault != Fault::MateAsCp => {
                format!("mate {}", plies.signum() * ((plies.abs() + 1) / 2))
            }
            _ => format!("cp {score}"),
        }
    }
}
