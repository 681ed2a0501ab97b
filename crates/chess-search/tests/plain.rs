//! The plain search, every technique off: deepening, the table and threads must not change what
//! it finds.

use regence_chess::{Board, Game, Move};
use regence_chess_search::{Chess, Engine, Job};
use regence_core::config::Lab;
use regence_core::iterative_deepening::{Outcome, Plan};
use regence_core::limiter::NodeClock;
use regence_core::{Limits, NoObserver, Shared};

/// Depth 4 is too shallow for a repetition within the search, whose score depends on the path.
const DEPTH: i32 = 4;

const POSITIONS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkbnr/1ppp1ppp/p1n5/4p3/B3P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 1 4",
    "r4rk1/pp1bqppp/2n1p3/3pPn2/3P4/2PB1N2/P4PPP/R1BQR1K1 w - - 5 14",
    "2kr3r/ppp1qpp1/2n1bn1p/3pp3/8/2PPPN1P/PPQNBPP1/R3K2R w KQ - 0 11",
    "3r2k1/5ppp/1p6/p1p5/P1P1R3/1P3K1P/5PP1/8 b - - 1 34",
    "8/8/1p2k1p1/1Pp2p1p/2P2P1P/3K2P1/8/8 w - - 2 50",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    "r1bq1b1r/ppp2kpp/2n5/3np3/2B5/8/PPPP1PPP/RNBQK2R w KQ - 0 7",
];

fn plain_engine() -> Engine<Lab<Chess>> {
    Engine::with_config(Lab::plain())
}

fn search(engine: &mut Engine<Lab<Chess>>, fen: &str, plan: &Plan) -> Outcome<Move> {
    let game = Game::new(Board::from_fen(fen).expect(fen));
    let job = Job::new(game, plan.limits.clone());
    let shared = Shared::new(engine.threads(), NodeClock::new(1_000_000), false);
    engine
        .search_with_plan(&job, plan.clone(), &shared, &mut NoObserver)
        .expect("a legal move")
}

fn same(a: &Outcome<Move>, b: &Outcome<Move>, what: &str, fen: &str) {
    assert_eq!(a.best.value, b.best.value, "{what}: score in {fen}");
    assert_eq!(a.best.mv, b.best.mv, "{what}: move in {fen}");
}

#[test]
fn the_table_changes_neither_move_nor_score() {
    for fen in POSITIONS {
        let plan = Plan::new(Limits::to_depth(DEPTH));
        let with = search(&mut plain_engine(), fen, &plan);
        let mut engine = plain_engine();
        engine.switch_table_off();
        let without = search(&mut engine, fen, &plan);
        same(&with, &without, "table on and off", fen);
        assert!(
            with.nodes < without.nodes,
            "the table saves nothing in {fen}"
        );
    }
}

#[test]
fn deepening_to_a_depth_equals_a_direct_search_at_that_depth() {
    for fen in POSITIONS {
        for depth in 1..=DEPTH {
            let deepening = Plan::new(Limits::to_depth(depth));
            let direct = Plan {
                first_depth: depth,
                aspiration: None,
                ..deepening.clone()
            };
            let mut engine = plain_engine();
            engine.switch_table_off();
            let a = search(&mut engine, fen, &deepening);
            engine.new_game();
            let b = search(&mut engine, fen, &direct);
            assert_eq!(a.best.value, b.best.value, "depth {depth} in {fen}");
        }
    }
}

#[test]
fn aspiration_windows_change_neither_move_nor_score() {
    for fen in POSITIONS {
        let windows = Plan::new(Limits::to_depth(DEPTH));
        let full = Plan {
            aspiration: None,
            ..windows.clone()
        };
        let a = search(&mut plain_engine(), fen, &windows);
        let b = search(&mut plain_engine(), fen, &full);
        same(&a, &b, "narrow and full windows", fen);
    }
}

#[test]
fn threads_change_no_score() {
    for fen in &POSITIONS[..3] {
        let plan = Plan::new(Limits::to_depth(DEPTH));
        let one = search(&mut plain_engine(), fen, &plan);
        let mut engine = plain_engine();
        engine.set_threads(3).expect("three threads");
        let three = search(&mut engine, fen, &plan);
        // A helper may be deeper than the main thread and outvote it; at the same depth all agree.
        if three.depth == one.depth {
            assert_eq!(one.best.value, three.best.value, "{fen}");
        }
    }
}

/// Minimax by definition, without any window: the ground truth for the plain search.
fn minimax(board: &Board, depth: i32, ply: i32) -> i32 {
    use regence_core::Value;
    if board.insufficient_material() {
        return 0;
    }
    if depth == 0 {
        return quiet_minimax(board, ply);
    }
    let moves = board.legal_moves();
    if moves.is_empty() {
        return if board.in_check() {
            Value::loss_in(ply).raw()
        } else {
            0
        };
    }
    let scores = moves
        .iter()
        .map(|&mv| -minimax(&board.make(mv), depth - 1, ply + 1));
    scores.max().expect("a move")
}

fn quiet_minimax(board: &Board, ply: i32) -> i32 {
    use regence_core::Value;
    if board.insufficient_material() {
        return 0;
    }
    let moves = board.legal_moves();
    if board.in_check() {
        if moves.is_empty() {
            return Value::loss_in(ply).raw();
        }
        let scores = moves
            .iter()
            .map(|&mv| -quiet_minimax(&board.make(mv), ply + 1));
        return scores.max().expect("a move");
    }
    let stand_pat = regence_chess_search::evaluate(board).raw();
    let noisy = moves.iter().filter(|&&mv| board.is_noisy(mv));
    let scores = noisy.map(|&mv| -quiet_minimax(&board.make(mv), ply + 1));
    scores.max().map_or(stand_pat, |best| best.max(stand_pat))
}

#[test]
fn the_plain_search_is_minimax() {
    for fen in [
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "8/8/1p2k1p1/1Pp2p1p/2P2P1P/3K2P1/8/8 w - - 2 50",
        "3r2k1/5ppp/1p6/p1p5/P1P1R3/1P3K1P/5PP1/8 b - - 1 34",
        "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
        "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1",
    ] {
        let board = Board::from_fen(fen).expect(fen);
        for depth in 1..=3 {
            let found = search(
                &mut plain_engine(),
                fen,
                &Plan::new(Limits::to_depth(depth)),
            );
            assert_eq!(
                found.best.value.raw(),
                minimax(&board, depth, 0),
                "depth {depth} in {fen}"
            );
        }
    }
}
