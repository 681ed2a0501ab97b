//! Faults that must be impossible: each test fails if its fault comes back.

use regence_chess::{Board, Game, Move};
use regence_chess_search::{Chess, Engine, Job, evaluate};
use regence_core::config::{Config, Lab};
use regence_core::iterative_deepening::Outcome;
use regence_core::limiter::NodeClock;
use regence_core::limits::Remaining;
use regence_core::{Bound, Limits, Observer, Report, Shared, Value};
use std::sync::Arc;
use std::time::Duration;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// Nodes a second of the simulated clock.
const SPEED: u64 = 200_000;

#[derive(Default)]
struct Heard(Vec<(i32, Value, Bound, u64, Vec<Move>)>);

impl Observer<Move> for Heard {
    fn line(&mut self, r: &Report<'_, Move>) {
        self.0
            .push((r.depth, r.value, r.bound, r.nodes, r.line.to_vec()));
    }
}

fn game(fen: &str) -> Game {
    Game::new(Board::from_fen(fen).expect(fen))
}

fn search<K: Config<Chess>>(
    engine: &mut Engine<K>,
    game: &Game,
    limits: Limits,
) -> (Outcome<Move>, Heard, Arc<Shared>) {
    let shared = Shared::new(engine.threads(), NodeClock::new(SPEED), false);
    let mut heard = Heard::default();
    let job = Job::new(game.clone(), limits);
    let outcome = engine
        .search(&job, &shared, &mut heard)
        .expect("a legal move");
    (outcome, heard, shared)
}

fn clock(ms: u64, inc: u64) -> Limits {
    Limits {
        clock: Some(Remaining {
            time: Duration::from_millis(ms),
            increment: Duration::from_millis(inc),
            moves_to_go: None,
        }),
        ..Limits::default()
    }
}

/// Positions of all kinds, the bench set.
fn positions() -> impl Iterator<Item = Game> {
    regence_chess_search::bench::POSITIONS
        .iter()
        .map(|fen| game(fen))
        .filter(|g| g.board().has_legal_move())
}

#[test]
fn every_line_is_legal_and_has_no_loop() {
    for game in positions() {
        let (_, heard, _) = search(&mut Engine::new(), &game, Limits::to_depth(7));
        for (depth, _, _, _, line) in heard.0 {
            assert!(!line.is_empty(), "depth {depth} has no line");
            let mut board = *game.board();
            let mut seen = vec![board.key()];
            for mv in line {
                assert!(
                    board.is_legal(mv),
                    "{mv} at depth {depth} in {}",
                    game.board()
                );
                board = board.make(mv);
                seen.push(board.key());
            }
            let mut twice = seen.clone();
            twice.sort_unstable();
            twice.dedup();
            assert!(twice.len() + 1 >= seen.len(), "a loop in {}", game.board());
        }
    }
}

#[test]
fn several_lines_come_best_first() {
    for game in positions() {
        let shared = Shared::new(1, NodeClock::new(SPEED), false);
        let mut job = Job::new(game.clone(), Limits::to_depth(6));
        job.lines = 4;
        let mut heard = Heard::default();
        let outcome = Engine::new().search(&job, &shared, &mut heard);
        let outcome = outcome.expect("a legal move");
        let values: Vec<Value> = outcome.lines.iter().map(|line| line.value).collect();
        assert!(
            values.is_sorted_by(|a, b| a >= b),
            "{values:?} in {}",
            game.board()
        );
        assert_eq!(outcome.best.mv, outcome.lines[0].mv);
        let last: Vec<Value> = heard
            .0
            .iter()
            .rev()
            .take(values.len())
            .map(|r| r.1)
            .rev()
            .collect();
        assert_eq!(last, values, "{}", game.board());
    }
}

#[test]
fn scores_at_short_times_are_those_of_finished_searches() {
    // Wherever the search is cut, the answer equals that of some finished iteration or of a
    // better root move that was finished: never a zero that came from nowhere.
    let game = game("3r2k1/5ppp/1p6/p1p5/P1P1R3/1P3K1P/5PP1/8 b - - 1 34");
    let (_, full, _) = search(&mut Engine::new(), &game, Limits::to_depth(10));
    for nodes in (50..20_000).step_by(997) {
        let (outcome, heard, _) = search(&mut Engine::new(), &game, Limits::to_nodes(nodes));
        let last = heard.0.last().expect("depth 1 is always finished");
        assert_eq!(
            outcome.best.value, last.1,
            "the answer was reported, {nodes} nodes"
        );
        assert_eq!(Some(&outcome.best.mv), last.4.first());
        // What was finished is what an uncut search finds: the same lines in the same order.
        for (cut, whole) in heard.0.iter().zip(&full.0).take(outcome.depth as usize) {
            assert_eq!(
                (cut.0, cut.1, cut.3),
                (whole.0, whole.1, whole.3),
                "{nodes} nodes"
            );
        }
    }
}

#[test]
fn the_search_repeats_itself_exactly() {
    for fen in [
        START,
        "r4rk1/pp1bqppp/2n1p3/3pPn2/3P4/2PB1N2/P4PPP/R1BQR1K1 w - - 5 14",
    ] {
        let (first, a, _) = search(&mut Engine::new(), &game(fen), Limits::to_depth(9));
        let (second, b, _) = search(&mut Engine::new(), &game(fen), Limits::to_depth(9));
        assert_eq!(first.nodes, second.nodes);
        assert_eq!(a.0, b.0);
    }
}

#[test]
fn a_new_game_forgets_the_old_one() {
    let mut engine = Engine::new();
    let fresh = search(&mut engine, &game(START), Limits::to_depth(8))
        .0
        .nodes;
    let warm = search(&mut engine, &game(START), Limits::to_depth(8))
        .0
        .nodes;
    assert_ne!(fresh, warm, "within a game the table must be kept");
    engine.new_game();
    let again = search(&mut engine, &game(START), Limits::to_depth(8))
        .0
        .nodes;
    assert_eq!(fresh, again, "a new game must begin like the first");
}

#[test]
fn every_node_is_counted() {
    // A counter of root moves would stand at 20 a depth.
    let (outcome, heard, shared) = search(&mut Engine::new(), &game(START), Limits::to_depth(8));
    assert!(outcome.nodes > 2000);
    assert_eq!(shared.total_nodes(), outcome.nodes);
    assert!(heard.0.windows(2).all(|w| w[0].3 < w[1].3));
}

#[test]
fn mate_distances_are_right_at_every_depth_and_from_a_warm_table() {
    // The later searches meet the table of the earlier ones, at other plies.
    let mates: [(&str, i32); 5] = [
        (
            "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1",
            1,
        ),
        ("4k3/R7/8/1R6/8/8/8/4K3 w - - 0 1", 1),
        ("7k/8/5K2/8/8/8/8/6R1 w - - 0 1", 3),
        ("8/4k3/R7/1R6/8/8/8/4K3 w - - 0 1", 3),
        ("4k3/R7/8/8/8/8/8/1R2K3 b - - 0 1", -2),
    ];
    for (fen, plies) in mates {
        let mut engine = Engine::new();
        for depth in [plies.abs() + 4, plies.abs() + 5, plies.abs() + 7] {
            let (outcome, ..) = search(&mut engine, &game(fen), Limits::to_depth(depth));
            assert_eq!(
                outcome.best.value.plies_to_win(),
                Some(plies),
                "depth {depth} in {fen}"
            );
        }
    }
}

#[test]
fn the_mate_of_the_documents_is_seen_at_depth_one() {
    let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1";
    let (outcome, ..) = search(&mut Engine::new(), &game(fen), Limits::to_depth(1));
    assert_eq!(outcome.best.mv.to_string(), "h5f7");
    assert_eq!(outcome.best.value, Value::win_in(1));
}

#[test]
fn repetition_is_known_inside_the_tree() {
    // A queen and two rooks against a queen, but the queen checks for ever.
    let fen = "6k1/5ppp/8/8/8/5q2/QR3P1P/5RK1 b - - 0 1";
    let (outcome, ..) = search(&mut Engine::new(), &game(fen), Limits::to_depth(9));
    assert_eq!(outcome.best.value, Value::DRAW, "{:?}", outcome.best);
    assert_eq!(outcome.best.mv.to_string(), "f3g4");
}

#[test]
fn a_mate_on_the_hundredth_half_move_is_a_mate() {
    let fen = "7k/8/6K1/8/8/8/8/R7 w - - 99 80";
    let (outcome, ..) = search(&mut Engine::new(), &game(fen), Limits::to_depth(3));
    assert_eq!(outcome.best.value, Value::win_in(1));
    let too_late = "7k/8/5K2/8/8/8/8/R7 w - - 99 80";
    let (outcome, ..) = search(&mut Engine::new(), &game(too_late), Limits::to_depth(5));
    assert_eq!(outcome.best.value, Value::DRAW);
}

#[test]
fn the_score_is_the_same_for_both_colours() {
    for game in positions() {
        let board = game.board();
        let flipped = flip_colors(board);
        assert_eq!(evaluate(board), evaluate(&flipped), "{board}");
        // Techniques that prune may see equal moves in another order; the plain search may not care.
        let plain = || Engine::with_config(Lab::plain());
        let (a, ..) = search(&mut plain(), &game, Limits::to_depth(3));
        let (b, ..) = search(&mut plain(), &Game::new(flipped), Limits::to_depth(3));
        assert_eq!(a.best.value, b.best.value, "{board}");
    }
}

/// The same position with White and Black exchanged.
fn flip_colors(board: &Board) -> Board {
    let fen = board.to_fen();
    let mut fields = fen.split(' ');
    let mut field = || fields.next().expect("six fields");
    let swap = |text: &str| -> String {
        let turned = |c: char| match c.is_ascii_uppercase() {
            true => c.to_ascii_lowercase(),
            false => c.to_ascii_uppercase(),
        };
        text.chars().map(turned).collect()
    };
    let rows: Vec<String> = field().split('/').rev().map(swap).collect();
    let side = if field() == "w" { "b" } else { "w" };
    let castling = swap(field());
    let ep: String = field()
        .replace('3', "x")
        .replace('6', "3")
        .replace('x', "6");
    let rest: Vec<&str> = fields.collect();
    let text = format!(
        "{} {side} {castling} {ep} {}",
        rows.join("/"),
        rest.join(" ")
    );
    Board::from_fen(&text).expect("a flipped position is valid")
}

#[test]
fn the_clock_is_used_as_planned() {
    // 10+0.1, on the simulated clock: an easy move takes an eighth of a second or more, a hard one a quarter of the clock at most, and
    // the first ten together leave a third of the clock.
    let mut engine = Engine::new();
    let mut game = game(START);
    let mut left = [10_000u64; 2];
    for ply in 0..20 {
        let side = ply % 2;
        let (outcome, _, shared) = search(&mut engine, &game, clock(left[side], 100));
        let used = shared.elapsed().as_millis() as u64;
        assert!(
            (125..=2400).contains(&used),
            "ply {ply} used {used} ms of {}",
            left[side]
        );
        left[side] = left[side] - used + 100;
        game.push(outcome.best.mv);
    }
    assert!(
        left.iter().all(|left| (3300..7000).contains(left)),
        "{left:?}"
    );
}

#[test]
fn more_time_never_means_less_depth() {
    for game in positions().take(20) {
        let mut last = 0;
        for ms in [10, 20, 40, 80] {
            let limits = Limits::for_time(Duration::from_millis(ms));
            let (outcome, ..) = search(&mut Engine::new(), &game, limits);
            assert!(outcome.depth >= last, "{ms} ms in {}", game.board());
            last = outcome.depth;
        }
    }
}

#[test]
fn fixed_times_are_used_to_the_end() {
    for ms in [50, 100, 250] {
        let limits = Limits::for_time(Duration::from_millis(ms));
        let (_, _, shared) = search(&mut Engine::new(), &game(START), limits);
        let used = shared.elapsed().as_millis() as u64;
        assert!(
            used >= ms * 9 / 10 && used <= ms + ms / 10,
            "{used} of {ms} ms"
        );
    }
}

#[test]
fn knights_go_to_the_centre_not_to_the_rim() {
    // 1.Nc3 2.Na4, as the faulty engine liked to play, is worse than ordinary development.
    let rim = "rnbqkb1r/pppp1ppp/5n2/4p3/N7/8/PPPPPPPP/R1BQKBNR w KQkq - 0 3";
    let centre = "rnbqkb1r/pppp1ppp/5n2/4p3/8/2N2N2/PPPPPPPP/R1BQKB1R w KQkq - 0 3";
    let value = |fen: &str| evaluate(game(fen).board());
    assert!(value(rim) < value(centre));
    let (outcome, ..) = search(&mut Engine::new(), &game(START), Limits::to_depth(10));
    assert_ne!(outcome.best.mv.to_string(), "b1c3");
    assert!(outcome.best.value.abs() <= Value::cp(60));
}

#[test]
fn zugzwang_is_not_hidden_by_the_null_move() {
    // Morphy's problem: Ra6 mates in two only because Black must move.
    let fen = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
    let (outcome, ..) = search(&mut Engine::new(), &game(fen), Limits::to_depth(8));
    assert_eq!(outcome.best.mv.to_string(), "a1a6");
    assert_eq!(outcome.best.value, Value::win_in(3));
}
