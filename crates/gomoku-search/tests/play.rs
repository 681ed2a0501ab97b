//! The search as a player: it wins, defends, keeps to the rules and to its limits.

use regence_core::config::Lab;
use regence_core::iterative_deepening::Plan;
use regence_core::limiter::{Clock, NodeClock};
use regence_core::{Limits, NoObserver, Shared, Value};
use regence_gomoku::{RuleSet, Size};
use regence_gomoku_search::{AnyBoard, Engine, Gomoku, Job, Outcome, bench::board};
use std::time::Duration;

fn search(engine: &mut Engine, board: &AnyBoard, limits: Limits) -> Outcome {
    let shared = Shared::new(1, NodeClock::new(100_000), false);
    let job = Job::new(board.clone(), limits);
    engine
        .search(&job, &shared, &mut NoObserver)
        .expect("a move")
}

fn best(rule: RuleSet, moves: &str, depth: i32) -> (String, Value) {
    let board = board(rule, 15, moves).expect("a game");
    let outcome = search(&mut Engine::new(), &board, Limits::to_depth(depth));
    (outcome.best.mv.to_string(), outcome.best.value)
}

#[test]
fn a_five_is_made_at_once() {
    for rule in RuleSet::ALL {
        let (mv, value) = best(rule, "h8a1i8a3j8a5k8a7", 1);
        assert!(["g8", "l8"].contains(&mv.as_str()), "{rule}: {mv}");
        assert_eq!(value, Value::win_in(1), "{rule}");
    }
}

#[test]
fn a_four_is_blocked() {
    for rule in [RuleSet::Freestyle, RuleSet::Standard, RuleSet::Renju] {
        // Black has four, one end is closed.
        let (mv, _) = best(rule, "h8g8i8a3j8c5k8", 4);
        assert_eq!(mv, "l8", "{rule}");
    }
}

#[test]
fn an_open_three_is_answered() {
    for rule in RuleSet::ALL {
        let (mv, value) = best(rule, "h8a1i8a3j8", 5);
        assert!(
            ["f8", "g8", "k8", "l8"].contains(&mv.as_str()),
            "{rule}: {mv} {value:?}"
        );
    }
}

#[test]
fn an_open_three_wins_in_three_plies() {
    for rule in RuleSet::ALL {
        let (_, value) = best(rule, "h8a1i8a3j8a5", 5);
        assert_eq!(value, Value::win_in(3), "{rule}: {value:?}");
    }
}

#[test]
fn an_open_four_is_lost_in_two_plies() {
    let (_, value) = best(RuleSet::Freestyle, "h8a1i8a3j8a5k8", 4);
    assert_eq!(value, Value::loss_in(2));
}

/// Black makes an open four whose fives could be broken, and wins all the same: what White takes is put back.
#[test]
fn a_four_that_captures_only_delay_is_seen_early() {
    let game = "k11k12l10g13g10m9j12i13h13i15j11i14i12h12i12i11";
    let board = board(RuleSet::Ninuki, 19, game).expect("a game");
    let outcome = search(&mut Engine::new(), &board, Limits::to_depth(4));
    assert_eq!(outcome.best.mv.to_string(), "g14");
    assert!(outcome.best.value.is_win(), "{:?}", outcome.best.value);
}

/// Plays a game to its end; the rules check every move.
fn self_play(rule: RuleSet, side: u8, opening: &str, nodes: u64) -> usize {
    let mut board = board(rule, side, opening).expect("an opening");
    let mut engine = Engine::new();
    engine.set_hash(1).expect("a megabyte");
    while board.outcome().is_none() {
        let limits = Limits {
            win_in_plies: Some(200),
            ..Limits::to_nodes(nodes)
        };
        let outcome = search(&mut engine, &board, limits);
        for mv in &outcome.best.line[..1] {
            assert!(board.is_legal(*mv), "{mv}\n{board}");
        }
        board.play(outcome.best.mv).expect("a legal move");
    }
    board.ply()
}

#[test]
fn games_of_every_rule_are_played_to_the_end() {
    for rule in RuleSet::ALL {
        self_play(rule, 15, "h8i9h10", 1500);
        self_play(rule, 19, "j10", 1000);
        self_play(rule, 7, "", 400);
        self_play(rule, 5, "", 200);
    }
}

#[test]
fn lines_are_legal_from_the_first_move_to_the_last() {
    for rule in RuleSet::ALL {
        let start = board(rule, 15, "h8i9h10g7").expect("an opening");
        let outcome = search(&mut Engine::new(), &start, Limits::to_depth(6));
        let mut along = start.clone();
        for mv in &outcome.best.line {
            along.play(*mv).expect("a legal line");
        }
    }
}

#[test]
fn several_lines_come_in_order() {
    let start = board(RuleSet::Freestyle, 15, "h8i9").expect("an opening");
    let shared = Shared::new(1, NodeClock::new(100_000), false);
    let job = Job {
        lines: 4,
        ..Job::new(start, Limits::to_depth(4))
    };
    let outcome = Engine::new()
        .search(&job, &shared, &mut NoObserver)
        .expect("a move");
    assert_eq!(outcome.lines.len(), 4);
    assert!(outcome.lines.is_sorted_by(|a, b| a.value >= b.value));
}

#[test]
fn blocked_points_are_not_played() {
    let start = board(RuleSet::Freestyle, 15, "h8g8i8a3j8c5k8").expect("a game");
    let only = Size::square(15).unwrap().parse_point("l8").unwrap().into();
    let shared = Shared::new(1, NodeClock::new(100_000), false);
    let job = Job {
        blocked: vec![only],
        ..Job::new(start, Limits::to_depth(3))
    };
    let outcome = Engine::new().search(&job, &shared, &mut NoObserver);
    assert_ne!(outcome.expect("a move").best.mv, only);
}

#[test]
fn time_limits_are_kept() {
    // 100 000 nodes a second, looked at every 128 nodes: two milliseconds are the grain.
    let grain = Duration::from_millis(2);
    for rule in RuleSet::ALL {
        for ms in [50, 200, 500] {
            let limit = Duration::from_millis(ms);
            let start = board(rule, 15, "h8i9h10g7").expect("an opening");
            let shared = Shared::new(1, NodeClock::new(100_000), false);
            let job = Job::new(start, Limits::for_time(limit));
            let outcome = Engine::new().search(&job, &shared, &mut NoObserver);
            assert!(outcome.is_some());
            assert!(shared.elapsed() <= limit + grain, "{:?}", shared.elapsed());
        }
    }
}

#[test]
fn a_clock_moves_with_the_nodes() {
    let clock = NodeClock::new(1000);
    clock.advance(500);
    assert_eq!(clock.elapsed(), Duration::from_millis(500));
}

#[test]
fn every_single_technique_can_be_switched_off() {
    let start = board(RuleSet::Ninuki, 15, "h8i9h10g7").expect("an opening");
    for info in regence_gomoku_search::techniques::TECHNIQUES {
        let mut lab = Lab::<Gomoku>::new();
        lab.switch_by_name(info.name, !info.shipped).unwrap();
        let shared = Shared::new(1, NodeClock::new(100_000), false);
        let job = Job::new(start.clone(), Limits::to_nodes(3000));
        let mut engine = Engine::with_config(lab);
        assert!(engine.search(&job, &shared, &mut NoObserver).is_some());
    }
}

#[test]
fn the_plain_search_agrees_on_wins() {
    for (moves, plies) in [("c5a1d5a3e5a9f5i9", 1), ("c5a1d5a3e5a9", 3)] {
        let start = board(RuleSet::Freestyle, 9, moves).expect("a game");
        let shared = Shared::new(1, NodeClock::new(100_000), false);
        let mut engine = Engine::with_config(Lab::<Gomoku>::plain());
        let job = Job::new(start, Limits::to_depth(plies));
        let plan = Plan {
            aspiration: None,
            ..engine.plan(&job)
        };
        let outcome = engine.search_with_plan(&job, plan, &shared, &mut NoObserver);
        assert_eq!(outcome.expect("a move").best.value, Value::win_in(plies));
    }
}
