//! Forced wins by fours: `fours make` looks for them in random games and prints a set, `fours time` says how
//! long the search takes to find each of the set in `tests/fours.txt`.

use regence_core::limiter::WallClock;
use regence_core::{Limiter, Shared};
use regence_gomoku::{Board, Move, Reach, RuleSet, Size, dispatch};
use regence_gomoku_search::{Budget, Play, WinTable, vcf};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The longest win of the set, in plies.
const LONGEST: i32 = 25;
/// Wins of each length and rule.
const EACH: usize = 4;
const SET: &str = include_str!("../tests/fours.txt");

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("make") => make(),
        _ => time(),
    }
}

struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound
    }
}

/// A search for fours with a clean table, as a new game has it.
fn search<R: Play>(board: &mut Board<R>, shortest: bool) -> (Option<i32>, u64) {
    let budget = Budget {
        nodes: 400_000,
        plies: LONGEST + 2,
    };
    let mut table = WinTable::new(16);
    let mut limiter = Limiter::new(Shared::new(1, WallClock::start(), false), 0);
    let found = match shortest {
        true => vcf::shortest(board, &mut table, &mut limiter, budget),
        false => vcf::search(board, &mut table, &mut limiter, budget),
    };
    let plies = found.ok().flatten().map(|win| win.plies);
    (plies, limiter.nodes())
}

/// The moves of a random game whose side to move wins by fours, and in how many plies.
fn candidate<R: Play>(numbers: &mut Numbers, size: Size) -> Option<(String, i32)> {
    let mut board = Board::<R>::new(size);
    let plies = 16 + numbers.below(34);
    for _ in 0..plies {
        let near: Vec<Move> = board.quiets(Reach::NEAR).iter().map(Move::new).collect();
        board.make(*near.get(numbers.below(near.len().max(1)))?);
        if board.outcome().is_some() {
            return None;
        }
    }
    // A four that must be answered first makes the question another one.
    if board.defences().is_some() || vcf::winning_move(&mut board).is_some() {
        return None;
    }
    let (plies, _) = search(&mut board, true);
    let moves = board.moves().flatten().map(|mv| mv.to_string()).collect();
    plies.map(|plies| (moves, plies))
}

fn make() {
    let mut numbers = Numbers(2026);
    let began = Instant::now();
    for rule in RuleSet::ALL {
        let mut counts = BTreeMap::<i32, usize>::new();
        let until = began.elapsed() + Duration::from_secs(20);
        while began.elapsed() < until {
            let side = [15, 15, 19][numbers.below(3)];
            let size = Size::square(side).expect("a size");
            let found = dispatch!(rule, R => candidate::<R>(&mut numbers, size));
            let Some((moves, plies)) = found else {
                continue;
            };
            let count = counts.entry(plies).or_default();
            if (5..=LONGEST).contains(&plies) && *count < EACH {
                *count += 1;
                println!("{rule} {side} {plies} {moves}");
            }
        }
    }
}

fn time() {
    let mut slowest = Duration::ZERO;
    let (mut most, mut count, mut longest) = (0, 0, 0);
    for line in SET.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let [rule, side, plies, moves] = words[..] else {
            panic!("four words expected: {line}");
        };
        let rule: RuleSet = rule.parse().expect("a rule");
        let size = Size::square(side.parse().expect("a number")).expect("a size");
        let (found, nodes, time) = dispatch!(rule, R => {
            let mut board = Board::<R>::from_moves(size, moves).expect("a game");
            let began = Instant::now();
            let (found, nodes) = search(&mut board, false);
            (found, nodes, began.elapsed())
        });
        assert!(found.is_some(), "not found: {line}");
        longest = longest.max(plies.parse::<i32>().expect("a number"));
        slowest = slowest.max(time);
        most = most.max(nodes);
        count += 1;
    }
    println!(
        "{count} wins of up to {longest} plies, each found; the slowest took {slowest:?}, at most {most} nodes"
    );
}
