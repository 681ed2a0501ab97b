//! A player for the tests of matches: it answers at once, always the same in the same position, and can be told to
//! misbehave.
//!
//! `puppet [uci|gomocup] [seed=N] [skill=0|1] [fault=NAME after=MOVES]`: skill 0 moves at random, skill 1 mates, captures
//! and makes fives where it can. A fault happens in the move after so many own moves of a game.

use std::collections::HashMap;
use std::io::{BufRead, Write};
use std::time::Duration;

use regence_chess::rng::SplitMix64;
use regence_chess::{Board, Color, Game, Move, PieceKind};
use regence_gomoku::{RuleSet, Side, Size};
use regence_gomoku_search::AnyBoard;

struct Puppet {
    seed: u64,
    skill: u64,
    fault: String,
    after: usize,
    /// Own moves in this game.
    moved: usize,
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let settings: HashMap<&str, &str> = words.iter().filter_map(|w| w.split_once('=')).collect();
    let number = |key: &str, default: u64| {
        settings
            .get(key)
            .map_or(default, |text| text.parse().expect("a number"))
    };
    let puppet = Puppet {
        seed: number("seed", 1),
        skill: number("skill", 0),
        fault: settings.get("fault").unwrap_or(&"").to_string(),
        after: number("after", 3) as usize,
        moved: 0,
    };
    match words.iter().any(|word| word == "gomocup") {
        true => puppet.serve_gomocup(),
        false => puppet.serve_uci(),
    }
}

fn say(text: &str) {
    let mut output = std::io::stdout().lock();
    // Nobody listens any more: the next read finds the end.
    let _ = writeln!(output, "{text}").and_then(|()| output.flush());
}

fn lines() -> impl Iterator<Item = String> {
    std::io::stdin().lock().lines().map_while(Result::ok)
}

impl Puppet {
    /// What goes wrong in this move.
    fn fault_now(&self) -> &str {
        match self.moved == self.after {
            true => &self.fault,
            false => "",
        }
    }

    /// Faults that do not depend on the game.
    fn misbehave(&self) {
        match self.fault_now() {
            "crash" => {
                eprintln!("puppet: crashed as it was told");
                std::process::exit(3);
            }
            "hang" => std::thread::sleep(Duration::from_secs(3600)),
            "late" => std::thread::sleep(Duration::from_millis(400)),
            _ => {}
        }
    }

    fn rng(&self, key: u64) -> SplitMix64 {
        SplitMix64::new(self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ key)
    }

    fn serve_uci(mut self) {
        let mut game = Game::new(Board::startpos());
        for line in lines() {
            let mut words = line.split_whitespace();
            match words.next() {
                Some("uci") => {
                    say("id name Puppet\nid author The Régence developers");
                    say("option name Hash type spin default 1 min 1 max 64");
                    say("option name UCI_Chess960 type check default false\nuciok");
                }
                Some("isready") => say("readyok"),
                Some("ucinewgame") => self.moved = 0,
                Some("position") => game = read_position(&line),
                Some("go") => self.go(&game),
                Some("quit") => return,
                _ => {}
            }
        }
    }

    fn go(&mut self, game: &Game) {
        self.misbehave();
        let board = game.board();
        let mv = self.choose(board);
        let text = board.move_to_uci(mv, board.is_chess960_setup());
        let score = material(board, board.side_to_move());
        let line = match self.fault_now() {
            "line" => format!("{text} {text}"),
            _ => text.clone(),
        };
        if self.fault_now() == "garbage" {
            say("info depth deep score cp many");
        }
        say(&format!(
            "info depth 1 score cp {score} nodes 20 nps 1000 time 1 pv {line}"
        ));
        match self.fault_now() {
            "illegal" => say("bestmove a1a1"),
            _ => say(&format!("bestmove {text}")),
        }
        self.moved += 1;
    }

    fn choose(&self, board: &Board) -> Move {
        let moves = board.legal_moves();
        let mut rng = self.rng(board.key());
        let worth = |mv: Move| {
            if self.skill == 0 {
                return 0;
            }
            let after = board.make(mv);
            match after.has_legal_move() {
                false if after.in_check() => 1000,
                false => -1,
                true => board.captured(mv).map_or(0, value) + i32::from(mv.is_promotion()) * 8,
            }
        };
        let best = moves.iter().map(|&mv| worth(mv)).max().unwrap_or(0);
        let good: Vec<Move> = moves
            .iter()
            .copied()
            .filter(|&mv| worth(mv) == best)
            .collect();
        good[rng.below(good.len() as u64) as usize]
    }

    fn serve_gomocup(mut self) {
        let mut size = Size::square(15).expect("a size");
        let mut board = AnyBoard::new(RuleSet::Freestyle, size);
        let mut stones: Option<Vec<String>> = None;
        for line in lines() {
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            match word {
                "START" => {
                    size = Size::square(rest.trim().parse().expect("a side")).expect("a size");
                    board = AnyBoard::new(RuleSet::Freestyle, size);
                    self.moved = 0;
                    say("OK");
                }
                "ABOUT" => say("name=\"Puppet\", version=\"1\""),
                "BEGIN" => self.turn(&mut board),
                "TURN" => {
                    put(&mut board, rest);
                    self.turn(&mut board);
                }
                "BOARD" => stones = Some(Vec::new()),
                "DONE" => {
                    for stone in stones.take().unwrap_or_default() {
                        put(&mut board, &stone);
                    }
                    self.turn(&mut board);
                }
                "END" => return,
                _ => {
                    if let Some(stones) = &mut stones {
                        let stone: Vec<&str> = line.split(',').take(2).collect();
                        stones.push(stone.join(","));
                    }
                }
            }
        }
    }

    fn turn(&mut self, board: &mut AnyBoard) {
        self.misbehave();
        let side = board.side();
        let points: Vec<_> = board.legal_moves().iter().collect();
        let neighbours = |mv: regence_gomoku::Point| {
            (0..board.size().area())
                .filter_map(|at| {
                    let width = u16::from(board.size().width());
                    board.size().point((at % width) as u8, (at / width) as u8)
                })
                .filter(|&p| p.x().abs_diff(mv.x()) <= 1 && p.y().abs_diff(mv.y()) <= 1)
                .filter(|&p| board.stone(p) == Some(side))
                .count()
        };
        let wins = |mv: regence_gomoku::Point| {
            let mut after = board.clone();
            after.play(mv.into()).is_ok() && after.outcome().is_some()
        };
        let worth = |mv| match self.skill {
            0 => 0,
            _ => neighbours(mv) + if wins(mv) { 100 } else { 0 },
        };
        let best = points.iter().map(|&mv| worth(mv)).max().unwrap_or(0);
        let good: Vec<_> = points
            .iter()
            .copied()
            .filter(|&mv| worth(mv) == best)
            .collect();
        let mut rng = self.rng(board.key() ^ u64::from(side == Side::Black));
        let choice = good[rng.below(good.len() as u64) as usize];
        let text = match self.fault_now() {
            "illegal" => "99,99".to_owned(),
            "garbage" => {
                say("what shall I do?");
                choice.gomocup()
            }
            _ => choice.gomocup(),
        };
        // What is not legal is told all the same.
        let _ = board.play(choice.into());
        say(&format!(
            "MESSAGE depth 1-1 ev 0 n 1 n/s 1 tm 0 pv {choice}"
        ));
        say(&text);
        self.moved += 1;
    }
}

fn put(board: &mut AnyBoard, text: &str) {
    let point = board.size().parse_point(text).expect("a point");
    board.play(point.into()).expect("a legal move");
}

fn read_position(line: &str) -> Game {
    let (start, moves) = line.split_once(" moves ").unwrap_or((line, ""));
    let board = match start.split_once("fen ") {
        Some((_, fen)) => Board::from_fen(fen).expect("a FEN"),
        None => Board::startpos(),
    };
    let mut game = Game::new(board);
    for text in moves.split_whitespace() {
        let mv = game.board().move_from_uci(text).expect("a legal move");
        game.push(mv);
    }
    game
}

fn value(kind: PieceKind) -> i32 {
    match kind {
        PieceKind::Pawn => 1,
        PieceKind::Knight | PieceKind::Bishop => 3,
        PieceKind::Rook => 5,
        PieceKind::Queen => 9,
        PieceKind::King => 0,
    }
}

/// What a side has more than the other, in centipawns.
fn material(board: &Board, side: Color) -> i32 {
    let count = |color| {
        PieceKind::ALL
            .into_iter()
            .map(|kind| value(kind) * board.of(color, kind).into_iter().count() as i32)
            .sum::<i32>()
    };
    100 * (count(side) - count(side.other()))
}
