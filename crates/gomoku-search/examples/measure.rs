//! Measures the search: `measure bench [depth] [off:name…]` and `measure depth <ms> [off:name…]`.
//!
//! `depth` plays thirty middle-game positions of 19x19 ninuki out of short games against itself, then
//! searches each for the given time and prints the depth that was completed.

use regence_core::config::Lab;
use regence_core::limiter::WallClock;
use regence_core::{Limits, NoObserver, Observer, Report, Shared};
use regence_gomoku::{Move, RuleSet, Size};
use regence_gomoku_search::{AnyBoard, Engine, Gomoku, GomokuEngine, Job, bench};
use std::time::Duration;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let mut lab = Lab::<Gomoku>::new();
    for change in args.iter().filter(|a| a.contains(':')) {
        let (verb, name) = change.split_once(':').expect("verb:name");
        let result = match verb {
            "off" => lab.switch_by_name(name, false),
            "on" => lab.switch_by_name(name, true),
            _ => lab.set_by_name(verb, name.parse().expect("a number")),
        };
        result.expect("a knob of the catalogue");
    }
    let number = args.get(1).and_then(|n| n.parse().ok());
    let mut engine = Engine::with_config(lab);
    if args.iter().any(|a| a == "nohash") {
        engine.switch_table_off();
    }
    match args.first().map(String::as_str) {
        Some("match") => {
            let games = args.get(2).and_then(|n| n.parse().ok()).unwrap_or(40);
            duel(&mut engine, number.unwrap_or(2000) as u64, games);
        }
        Some("prepare") => {
            for rule in RuleSet::ALL {
                let began = std::time::Instant::now();
                AnyBoard::prepare(rule);
                println!("{rule}: {:?}", began.elapsed());
            }
        }
        Some("trace") => trace(&mut engine, number.unwrap_or(9) as i32),
        Some("depth") => depth(&mut engine, number.unwrap_or(500)),
        _ => count(
            &mut engine,
            number.unwrap_or(i64::from(bench::DEPTH)) as i32,
        ),
    }
}

fn count(engine: &mut Engine<Lab<Gomoku>>, depth: i32) {
    let result = bench::run(depth, engine);
    let share = |a: u64, b: u64| 100.0 * a as f64 / b.max(1) as f64;
    println!(
        "aspiration {:.1} %, first-move cuts {:.1} % ({:.1} % of the list's), {} nodes, {:.2} s, {:.0} nps",
        share(result.aspiration.first_try, result.aspiration.tries),
        result.cuts.first_share(true),
        result.cuts.first_share(false),
        result.nodes,
        result.time.as_secs_f64(),
        result.nodes as f64 / result.time.as_secs_f64(),
    );
}

/// Prints each iteration of each position of the bench.
struct Tracer;

impl Observer<Move> for Tracer {
    fn line(&mut self, r: &Report<'_, Move>) {
        if r.rank == 1 && r.depth > 3 {
            print!(" {}:{}k({:?})", r.depth, r.nodes / 1000, r.value);
        }
    }
}

fn trace(engine: &mut Engine<Lab<Gomoku>>, depth: i32) {
    for &(rule, side, moves) in bench::POSITIONS {
        let Some(board) = bench::board(rule, side, moves) else {
            continue;
        };
        print!("{rule} {moves}");
        engine.new_game();
        let job = Job::new(board, Limits::to_depth(depth));
        let shared = Shared::new(1, WallClock::start(), false);
        let outcome = engine.search(&job, &shared, &mut Tracer);
        let line = outcome.map(|o| o.best.line).unwrap_or_default();
        println!("\n   {:?} {line:?}", shared.elapsed());
    }
    for (info, uses) in regence_gomoku_search::techniques::TECHNIQUES
        .iter()
        .zip(engine.config().uses())
    {
        print!("{} {uses}, ", info.name);
    }
    println!();
}

/// Games of the changed search against the shipped one, each opening with both colours.
fn duel(engine: &mut Engine<Lab<Gomoku>>, nodes: u64, games: u64) {
    let rules = match std::env::var("RULES") {
        Ok(names) => names
            .split(',')
            .map(|n| n.parse().expect("a rule"))
            .collect(),
        Err(_) => RuleSet::ALL.to_vec(),
    };
    let mut shipped = Engine::with_config(Lab::<Gomoku>::new());
    let mut sum = [0; 3];
    for game in 0..games {
        let rule = rules[(game / 2) as usize % rules.len()];
        let size = Size::square(if rule == RuleSet::Ninuki { 19 } else { 15 }).expect("a size");
        let mut board = AnyBoard::new(rule, size);
        let mut state = (game / 2 + 1).wrapping_mul(0x9e3779b97f4a7c15);
        let middle = u64::from(size.width() / 2) - 3;
        while board.stone_count() < 4 {
            let (x, y) = (
                middle + random(&mut state) % 7,
                middle + random(&mut state) % 7,
            );
            if let Some(point) = size.point(x as u8, y as u8) {
                let _ = board.play(point.into());
            }
        }
        engine.new_game();
        shipped.new_game();
        let mut changed_moves = game % 2 == 0;
        while board.outcome().is_none() {
            let job = Job::new(
                board.clone(),
                Limits {
                    win_in_plies: Some(200),
                    ..Limits::to_nodes(nodes)
                },
            );
            let shared = Shared::new(1, WallClock::start(), false);
            let mover = if changed_moves {
                &mut *engine
            } else {
                &mut shipped
            };
            let Some(outcome) = mover.search(&job, &shared, &mut NoObserver) else {
                break;
            };
            board
                .play(outcome.best.mv)
                .expect("searches play legal moves");
            changed_moves = !changed_moves;
        }
        let winner = board.outcome().and_then(|o| o.winner());
        let ours = if game % 2 == 0 {
            regence_gomoku::Side::Black
        } else {
            regence_gomoku::Side::White
        };
        sum[match winner {
            None => 1,
            Some(side) if side == ours => 0,
            Some(_) => 2,
        }] += 1;
    }
    println!(
        "changed search: {} wins, {} draws, {} losses",
        sum[0], sum[1], sum[2]
    );
}

fn random(state: &mut u64) -> u64 {
    *state = state
        .wrapping_mul(6364136223846793005)
        .wrapping_add(1442695040888963407);
    *state >> 33
}

/// Middle-game positions of 19x19 ninuki, out of short games of the search against itself.
const MIDDLE_GAMES: &str = include_str!("ninuki.txt");

/// How many positions count; those whose result is proved do not.
const COUNTED: usize = 30;

fn depth(engine: &mut Engine<Lab<Gomoku>>, limit: i64) {
    let has = |word: &str| std::env::args().any(|a| a == word);
    let mut depths = Vec::new();
    let mut proved = 0;
    let mut longest = Duration::ZERO;
    let (mut tries, mut held) = (0, 0);
    let mut cuts = regence_gomoku_search::CutCount::default();
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for moves in MIDDLE_GAMES.lines() {
        if depths.len() == COUNTED {
            break;
        }
        let board = bench::board(RuleSet::Ninuki, 19, moves).expect("a legal game");
        engine.new_game();
        let limits = match has("nodes") {
            true => Limits::to_nodes(limit as u64),
            false => Limits::for_time(Duration::from_millis(limit as u64)),
        };
        let job = Job::new(board, limits);
        let shared = Shared::new(1, WallClock::start(), false);
        let outcome = engine.search(&job, &shared, &mut NoObserver);
        let outcome = outcome.expect("a legal move");
        if has("each") {
            let value = outcome.best.value;
            println!("{moves}: depth {}, {value:?}", outcome.depth);
        }
        if outcome.best.value.is_decisive() {
            proved += 1;
            continue;
        }
        longest = longest.max(shared.elapsed());
        time += shared.elapsed();
        tries += outcome.aspiration.tries;
        held += outcome.aspiration.first_try;
        cuts.add(engine.cuts());
        nodes += shared.total_nodes();
        depths.push(outcome.depth);
    }
    depths.sort_unstable();
    let count = depths.len().max(1);
    println!("depths {depths:?}, and {proved} positions proved");
    println!(
        "mean {:.2}, median {}, longest {:?}, mean {:?}, aspiration {:.1} %, first-move cuts {:.1} % ({:.1} % of the list's), {:.0} nps",
        f64::from(depths.iter().sum::<i32>()) / count as f64,
        depths.get(count / 2).copied().unwrap_or(0),
        longest,
        time / count as u32,
        100.0 * held as f64 / f64::from(tries.max(1) as u32),
        cuts.first_share(true),
        cuts.first_share(false),
        nodes as f64 / time.as_secs_f64(),
    );
}
