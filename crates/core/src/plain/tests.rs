//! The plain search on games that can be solved by hand.

use super::*;
use crate::config::Lab;
use crate::limiter::{NodeClock, Shared};
use crate::limits::Limits;
use crate::report::NoObserver;
use crate::value::Value;
use crate::{Engine, Request};

/// Three in a row on a board of three by three.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ThreeInARow;

/// The stones of the side to move and of the other.
type Stones = [u16; 2];

const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl PlainGame for ThreeInARow {
    type Position = Stones;
    type Move = u8;

    fn legal_moves(stones: &Stones, moves: &mut Vec<u8>) {
        moves.extend((0..9).filter(|&cell| (stones[0] | stones[1]) & 1 << cell == 0));
    }
    fn play(stones: &mut Stones, cell: u8) {
        *stones = [stones[1], stones[0] | 1 << cell];
    }
    fn key(stones: &Stones) -> u64 {
        let both = u64::from(stones[0]) << 16 | u64::from(stones[1]);
        (both + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
    fn end(stones: &Stones) -> Option<End> {
        let is_full = stones[0] | stones[1] == 0o777;
        let is_lost = LINES.iter().any(|line| stones[1] & line == *line);
        match (is_lost, is_full) {
            (true, _) => Some(End::Lost),
            (false, true) => Some(End::Draw),
            (false, false) => None,
        }
    }
    fn evaluate(stones: &Stones) -> i32 {
        // The middle is worth something.
        30 * (i32::from(stones[0] >> 4 & 1) - i32::from(stones[1] >> 4 & 1))
    }
    fn bits(cell: u8) -> NonZeroU16 {
        NonZeroU16::MIN.saturating_add(cell.into())
    }
}

/// The result of a position by definition: without windows, tables or depth.
fn solve(stones: Stones, ply: i32) -> Value {
    match ThreeInARow::end(&stones) {
        Some(End::Lost) => return Value::loss_in(ply),
        Some(End::Draw) => return Value::DRAW,
        Some(End::Won) => return Value::win_in(ply),
        None => {}
    }
    let mut moves = Vec::new();
    ThreeInARow::legal_moves(&stones, &mut moves);
    let after = |mv: u8| {
        let mut next = stones;
        ThreeInARow::play(&mut next, mv);
        -solve(next, ply + 1)
    };
    moves.into_iter().map(after).max().expect("a move")
}

fn search<K: Config<ThreeInARow>>(engine: &mut Engine<ThreeInARow, K>, stones: Stones) -> Value {
    let request = Request::new(stones, Limits::to_depth(12));
    let shared = Shared::new(engine.threads(), NodeClock::new(1_000_000), false);
    let outcome = engine.search(&request, &shared, &mut NoObserver);
    outcome.expect("a move").best.value
}

/// Positions after every pair of opening moves.
fn positions() -> impl Iterator<Item = Stones> {
    (0..9).flat_map(|first| {
        let second = (0..9).filter(move |&second| second != first);
        second.map(move |second| {
            let mut stones = [0; 2];
            ThreeInARow::play(&mut stones, first);
            ThreeInARow::play(&mut stones, second);
            stones
        })
    })
}

#[test]
fn every_result_is_exact_with_all_techniques_off() {
    for stones in positions() {
        let mut engine = Engine::with_config(Lab::plain());
        assert_eq!(search(&mut engine, stones), solve(stones, 0), "{stones:?}");
        engine.switch_table_off();
        assert_eq!(search(&mut engine, stones), solve(stones, 0), "{stones:?}");
    }
}

#[test]
fn wins_are_found_with_the_shipped_techniques() {
    let mut engine = Engine::new();
    for stones in positions() {
        let solved = solve(stones, 0);
        let found = search(&mut engine, stones);
        assert_eq!(found.is_win(), solved.is_win(), "{stones:?}");
        assert_eq!(found.is_loss(), solved.is_loss(), "{stones:?}");
    }
}

#[test]
fn every_technique_can_be_switched_off() {
    let lost_corner = [0o001, 0o020];
    let solved = solve(lost_corner, 0);
    for technique in TECHNIQUES {
        let mut lab = Lab::<ThreeInARow>::new();
        lab.switch_by_name(technique.name, !technique.shipped)
            .expect("a name of the list");
        let found = search(&mut Engine::with_config(lab), lost_corner);
        assert_eq!(
            found.is_decisive(),
            solved.is_decisive(),
            "{}",
            technique.name
        );
    }
}

#[test]
fn several_threads_find_the_same_result() {
    let mut engine = Engine::<ThreeInARow>::new();
    engine.set_threads(3).expect("three threads");
    assert_eq!(search(&mut engine, [0, 0]), Value::DRAW);
}

#[test]
fn a_finished_game_has_no_move() {
    let lost = [0o000, 0o007];
    let request = Request::new(lost, Limits::to_depth(3));
    let shared = Shared::new(1, NodeClock::new(1_000_000), false);
    let outcome = Engine::<ThreeInARow>::new().search(&request, &shared, &mut NoObserver);
    assert!(outcome.is_none());
}

#[test]
fn an_untouched_lab_walks_the_same_tree() {
    let count = |shared: &Shared| shared.total_nodes();
    let request = Request::<ThreeInARow>::new([0, 0], Limits::to_depth(8));
    let shipped = Shared::new(1, NodeClock::new(1_000_000), false);
    Engine::<ThreeInARow>::new().search(&request, &shipped, &mut NoObserver);
    let lab = Shared::new(1, NodeClock::new(1_000_000), false);
    Engine::with_config(Lab::<ThreeInARow>::new()).search(&request, &lab, &mut NoObserver);
    assert_eq!(count(&lab), count(&shipped));
    let plain = Shared::new(1, NodeClock::new(1_000_000), false);
    let mut engine = Engine::with_config(Lab::<ThreeInARow>::plain());
    engine.search(&request, &plain, &mut NoObserver);
    assert!(count(&plain) > count(&shipped), "the techniques save nodes");
}

#[test]
fn techniques_have_names_of_their_own() {
    for (i, t) in TECHNIQUES.iter().enumerate() {
        assert!(t.summary.ends_with('.'), "{}", t.name);
        let same = |o: &TechniqueInfo| o.name == t.name || o.short == t.short;
        assert_eq!(TECHNIQUES.iter().position(same), Some(i));
    }
    for p in PARAMS {
        assert!((p.min..=p.max).contains(&p.default), "{}", p.name);
    }
}
