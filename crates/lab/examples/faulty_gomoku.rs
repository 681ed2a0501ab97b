//! A small program for Gomoku with one fault of your choice: `faulty_gomoku --fault NAME`. The doctor's tests run it.
//!
//! It makes and stops fives, plays fours as long as they win by force, and stops open threes. With `none` it is in good
//! health.

use std::io::{BufRead, Write};
use std::process::ExitCode;
use std::time::Duration;

use regence_gomoku::{Point, RuleSet, Setup, Side, Size};
use regence_gomoku_search::{AnyBoard, with_board};

const FAULTS: &[&str] = &[
    "none",
    "no-gomocup",
    "bad-about",
    "illegal-taken",
    "illegal-outside",
    "missed-five",
    "missed-block",
    "missed-four",
    "missed-win",
    "rule-ignored",
    "time-overrun",
    "clock-ignored",
    "memory-overrun",
    "bad-lines",
    "garbage-crash",
    "state-lost",
    "no-exit",
];

struct Program {
    fault: String,
    rule: RuleSet,
    size: Size,
    /// Who put a stone where: 1 is the program.
    stones: Vec<(Point, u8)>,
    turn: u64,
    left: u64,
    table: Vec<u8>,
}

fn say(text: &str) {
    let mut output = std::io::stdout().lock();
    // Nobody listens any more: the next read finds the end.
    let _ = writeln!(output, "{text}").and_then(|()| output.flush());
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let fault = match words.as_slice() {
        [] => "none",
        [flag, name] if flag == "--fault" && FAULTS.contains(&name.as_str()) => name,
        _ => {
            eprintln!(
                "faulty_gomoku: expected --fault and one of {}",
                FAULTS.join(", ")
            );
            return ExitCode::FAILURE;
        }
    };
    let mut program = Program {
        fault: fault.to_owned(),
        rule: RuleSet::Freestyle,
        size: Size::square(15).expect("a size"),
        stones: Vec::new(),
        turn: 1000,
        left: u64::MAX,
        table: Vec::new(),
    };
    program.serve();
    ExitCode::SUCCESS
}

impl Program {
    fn is(&self, fault: &str) -> bool {
        self.fault == fault
    }

    fn serve(&mut self) {
        let mut input = std::io::stdin().lock();
        let mut board_lines = false;
        loop {
            let mut line = String::new();
            match input.read_line(&mut line) {
                Ok(1..) => {}
                _ if self.is("no-exit") => std::thread::sleep(Duration::from_millis(5)),
                _ => return,
            }
            let line = line.trim();
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            if board_lines && word != "DONE" {
                self.put(line, None);
                continue;
            }
            match word.to_ascii_uppercase().as_str() {
                _ if self.is("no-gomocup") => {}
                "ABOUT" if self.is("bad-about") => say("I am a program"),
                "ABOUT" => {
                    say("name=\"Faulty\", version=\"1\", author=\"nobody\", country=\"nowhere\"")
                }
                "START" => self.start(rest),
                "INFO" => self.info(rest),
                "BEGIN" => self.answer(),
                "TURN" => match self.put(rest, Some(2)) {
                    true => self.answer(),
                    false => say("ERROR that is no free point"),
                },
                "BOARD" => {
                    board_lines = true;
                    if !self.is("state-lost") {
                        self.stones.clear();
                    }
                }
                "DONE" if board_lines => {
                    board_lines = false;
                    self.answer();
                }
                "END" if !self.is("no-exit") => return,
                "" | "END" => {}
                other if self.is("garbage-crash") => panic!("unknown word {other}"),
                _ => say("UNKNOWN"),
            }
        }
    }

    fn start(&mut self, rest: &str) {
        let side = rest.trim().parse().ok().and_then(Size::square);
        match side.filter(|size| size.width() >= 10) {
            Some(size) => {
                self.size = size;
                if !self.is("state-lost") {
                    self.stones.clear();
                }
                say("OK");
            }
            None => say("ERROR no such board"),
        }
    }

    fn info(&mut self, rest: &str) {
        let (key, value) = rest.split_once(' ').unwrap_or((rest, ""));
        let number = value.trim().parse::<u64>();
        match (key, number) {
            ("timeout_turn", Ok(millis)) => self.turn = millis,
            ("time_left", Ok(millis)) => self.left = millis,
            ("rule", Ok(rule)) if !self.is("rule-ignored") => {
                self.rule = RuleSet::from_gomocup(rule as u32, false).unwrap_or(self.rule);
            }
            _ => {}
        }
    }

    /// Puts a stone that is written as `x,y` or `x,y,who`; whether it could be put.
    fn put(&mut self, text: &str, who: Option<u8>) -> bool {
        let parts: Vec<u8> = text
            .split(',')
            .filter_map(|part| part.trim().parse().ok())
            .collect();
        let (Some(&x), Some(&y)) = (parts.first(), parts.get(1)) else {
            return false;
        };
        let who = who.or(parts.get(2).copied()).unwrap_or(2);
        let Some(point) = self.size.point(x, y) else {
            return false;
        };
        let is_free = !self.stones.iter().any(|(taken, _)| *taken == point);
        if is_free {
            self.stones.push((point, who));
        }
        is_free
    }

    /// The board with the program, or its opponent, to move.
    fn board(&self, own_turn: bool) -> Option<AnyBoard> {
        let own = self.stones.iter().filter(|(_, who)| *who == 1).count();
        let program = if own * 2 >= self.stones.len() {
            Side::Black
        } else {
            Side::White
        };
        let mut setup = Setup::new(self.size);
        for &(point, who) in &self.stones {
            setup
                .put(point, if who == 1 { program } else { program.other() })
                .ok()?;
        }
        setup.side_to_move(if own_turn { program } else { program.other() });
        AnyBoard::from_setup(self.rule, &setup).ok()
    }

    fn answer(&mut self) {
        if self.is("memory-overrun") {
            self.table = vec![1; 200 << 20];
        }
        if self.is("time-overrun") {
            std::thread::sleep(Duration::from_millis(self.turn * 2 + 300));
        } else if !self.is("clock-ignored") {
            std::thread::sleep(Duration::from_millis(self.turn.min(self.left).min(200) / 8));
        } else {
            std::thread::sleep(Duration::from_millis(self.turn.min(1500)));
        }
        if self.is("bad-lines") {
            say("let me see");
        }
        let taken = self.stones.first().map(|(point, _)| *point);
        let text = match taken {
            Some(point) if self.is("illegal-taken") => point.gomocup(),
            _ if self.is("illegal-outside") => format!("{},3", self.size.width()),
            _ => match self.choose() {
                Some(point) => {
                    self.stones.push((point, 1));
                    point.gomocup()
                }
                None => "ERROR no move".to_owned(),
            },
        };
        say(&text);
    }

    fn choose(&self) -> Option<Point> {
        let (own, other) = (self.board(true)?, self.board(false)?);
        if !self.is("missed-five")
            && let Some(&five) = fives(&own).first()
        {
            return Some(five);
        }
        let free: Vec<Point> = own.legal_moves().iter().collect();
        let is_free = |point: &Point| free.contains(point);
        if !self.is("missed-block")
            && let Some(block) = fives(&other).into_iter().find(is_free)
        {
            return Some(block);
        }
        let near: Vec<Point> = free
            .iter()
            .copied()
            .filter(|point| self.is_near(*point))
            .collect();
        let depth = if self.is("missed-win") { 0 } else { 3 };
        if !self.is("missed-four") {
            if !self.is("missed-win")
                && let Some(four) = near
                    .iter()
                    .copied()
                    .find(|&point| wins_by_fours(&own, point, depth))
            {
                return Some(four);
            }
            if let Some(open) = near
                .iter()
                .copied()
                .find(|&point| makes_fives(&own, point) >= 2)
                && !self.is("missed-win")
            {
                return Some(open);
            }
            // Where the opponent would make an open four, one end of it.
            if let Some(stop) = near
                .iter()
                .copied()
                .find(|&point| makes_fives(&other, point) >= 2)
            {
                return Some(stop);
            }
        }
        // Beside what is there, or in the middle.
        let fresh = match self.is("missed-four") {
            true => free.last().copied(),
            false => near.first().copied(),
        };
        fresh
            .or_else(|| Some(self.size.centre()).filter(is_free))
            .or(free.first().copied())
    }

    fn is_near(&self, point: Point) -> bool {
        let close = |a: u8, b: u8| a.abs_diff(b) <= 4;
        self.stones
            .iter()
            .any(|(at, _)| close(at.x(), point.x()) && close(at.y(), point.y()))
    }
}

/// The points that win at once.
fn fives(board: &AnyBoard) -> Vec<Point> {
    let side = board.side();
    with_board!(board, board => board.fives(side).iter().collect())
}

/// How many fives a stone makes possible.
fn makes_fives(board: &AnyBoard, point: Point) -> usize {
    let mut after = board.clone();
    if after.play(point.into()).is_err() {
        return 0;
    }
    after.pass();
    fives(&after).len()
}

/// Whether a four wins by itself or by the fours behind it.
fn wins_by_fours(board: &AnyBoard, point: Point, depth: u32) -> bool {
    let mut after = board.clone();
    if after.play(point.into()).is_err() || !fives(&after).is_empty() {
        return false;
    }
    let mut mine = after.clone();
    mine.pass();
    let threats = fives(&mine);
    match threats.as_slice() {
        [] => false,
        [only] if depth > 1 => {
            if after.play((*only).into()).is_err() {
                return true;
            }
            let near = |p: &Point| p.x().abs_diff(point.x()) <= 4 && p.y().abs_diff(point.y()) <= 4;
            let next: Vec<Point> = after.legal_moves().iter().filter(near).collect();
            next.into_iter()
                .any(|next| wins_by_fours(&after, next, depth - 1))
        }
        [_] => false,
        _ => true,
    }
}
