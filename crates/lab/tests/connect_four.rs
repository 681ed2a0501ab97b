//! A third game as the proof of the seam: Connect Four has its rules and an evaluation, and plays perfectly where a
//! plain solver can say what perfect is.

#[allow(dead_code)]
#[path = "../examples/connect_four.rs"]
mod connect_four;

use std::collections::HashMap;

use connect_four::{ConnectFour, Stones};
use regence_chess::rng::SplitMix64;
use regence_core::bench;
use regence_core::game::{Game, Side, Usual};
use regence_core::limiter::WallClock;
use regence_core::plain::{End, PlainGame};
use regence_core::{Engine, Limits, NoObserver, Request, Shared, Value};

/// 1, 0 or -1 for the side to move: alpha-beta over every line to its end, with a table of results and nothing else.
fn solve(stones: Stones, mut alpha: i8, beta: i8, known: &mut HashMap<u64, (i8, i8)>) -> i8 {
    match ConnectFour::end(&stones) {
        Some(End::Draw) => return 0,
        Some(_) => return -1,
        None => {}
    }
    let key = ConnectFour::key(&stones);
    let (low, high) = known.get(&key).copied().unwrap_or((-1, 1));
    if low >= beta || low == high {
        return low;
    }
    if high <= alpha {
        return high;
    }
    let (mut best, entry) = (-1, alpha);
    for column in <ConnectFour as Game>::legal_moves(&stones) {
        let after = ConnectFour::after(&stones, column);
        best = best.max(-solve(after, -beta, -alpha, known));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    let low = if best > entry { best.max(low) } else { low };
    let high = if best < beta { best.min(high) } else { high };
    known.insert(key, (low, high));
    best
}

fn random_position(plies: u64, rng: &mut SplitMix64) -> Option<Stones> {
    let mut stones = ConnectFour::start(&Usual);
    for _ in 0..plies {
        let moves = <ConnectFour as Game>::legal_moves(&stones);
        let choice = rng.below(moves.len() as u64) as usize;
        <ConnectFour as Game>::play(&mut stones, *moves.get(choice)?);
    }
    ConnectFour::ending(&stones).is_none().then_some(stones)
}

fn search(engine: &mut Engine<ConnectFour>, stones: Stones, limits: Limits) -> (u8, Value) {
    let shared = Shared::new(engine.threads(), WallClock::start(), false);
    let request = Request::new(stones, limits);
    let outcome = engine
        .search(&request, &shared, &mut NoObserver)
        .expect("a move");
    (outcome.best.mv, outcome.best.value)
}

#[test]
fn from_ply_twelve_on_every_result_is_exact() {
    let mut rng = SplitMix64::new(4);
    let (mut engine, mut known) = (Engine::new(), HashMap::new());
    for plies in [12, 16, 18, 18, 20, 20, 22, 22, 24, 26, 28, 30, 34] {
        let stones = loop {
            if let Some(stones) = random_position(plies, &mut rng) {
                break stones;
            }
        };
        let expected = solve(stones, -1, 1, &mut known);
        // Deeper than the game is long: no line ends before the game does.
        let (_, value) = search(&mut engine, stones, Limits::to_depth(80));
        let found = match (value.is_win(), value.is_loss()) {
            (true, _) => 1,
            (_, true) => -1,
            _ => 0,
        };
        let text = ConnectFour::position_text(&stones);
        assert_eq!(found, expected, "{text}, searched as {value:?}");
    }
}

#[test]
fn a_random_player_never_wins() {
    let mut rng = SplitMix64::new(9);
    let mut engine = Engine::new();
    for game in 0..30 {
        let ours = Side::BOTH[game % 2];
        engine.new_game();
        let mut stones = ConnectFour::start(&Usual);
        let ending = loop {
            if let Some(ending) = ConnectFour::ending(&stones) {
                break ending;
            }
            let mv = match ConnectFour::side_to_move(&stones) == ours {
                true => search(&mut engine, stones, Limits::to_nodes(2000)).0,
                false => {
                    let moves = <ConnectFour as Game>::legal_moves(&stones);
                    moves[rng.below(moves.len() as u64) as usize]
                }
            };
            <ConnectFour as Game>::play(&mut stones, mv);
        };
        assert_eq!(ending.winner, Some(ours), "game {game}: {}", ending.reason);
    }
}

#[test]
fn two_threads_find_the_same_win() {
    let stones = ConnectFour::read_position(&Usual, "44444").expect("a position");
    let mut engine = Engine::new();
    engine.set_threads(2).expect("two threads");
    let (column, _) = search(&mut engine, stones, Limits::to_depth(12));
    assert!(ConnectFour::is_legal(&stones, column));
    let three = ConnectFour::read_position(&Usual, "112233").expect("a position");
    let (column, value) = search(&mut engine, three, Limits::to_depth(8));
    assert_eq!((column, value), (3, Value::win_in(1)));
}

#[test]
fn the_bench_is_the_one_that_is_stated() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench.txt");
    let text = std::fs::read_to_string(path).expect("bench.txt at the root of the project");
    let stated = text
        .lines()
        .find_map(|line| line.strip_prefix("connect-four "));
    let stated: u64 = stated
        .and_then(|nodes| nodes.parse().ok())
        .expect("a line for the game");
    let counted = bench::run(ConnectFour::BENCH_DEPTH, &mut Engine::<ConnectFour>::new());
    assert_eq!(
        counted.nodes, stated,
        "a functional change? state it in bench.txt"
    );
}

#[test]
fn words_are_read_and_told() {
    let stones = ConnectFour::read_position(&Usual, "44").expect("a position");
    let text = ".......\n.......".replace('\n', "/");
    assert!(ConnectFour::position_text(&stones).starts_with(&text));
    assert!(ConnectFour::position_text(&stones).ends_with("...o.../...x..."));
    assert!(ConnectFour::read_move(&stones, "8").is_err());
    assert!(ConnectFour::read_position(&Usual, "4444444").is_err());
    assert_eq!(ConnectFour::bench_positions().len(), 6);
    for column in 0..7 {
        let bits = <ConnectFour as PlainGame>::bits(column);
        assert_eq!(ConnectFour::move_of(bits), Some(column));
    }
}
