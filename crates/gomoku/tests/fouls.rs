//! Forbidden moves, wins and captures on millions of points of random positions.

mod naive;

use naive::{Grid, Numbers, strewn, without_wins};
use regence_gomoku::{Class, Foul, Ninuki, PointSet, Renju, Rule, RuleSet, Side, dispatch};

fn size(numbers: &mut Numbers) -> (i32, i32) {
    let side = |numbers: &mut Numbers| match numbers.below(3) {
        0 => numbers.between(5, 22),
        _ => numbers.between(7, 11),
    };
    (side(numbers).into(), side(numbers).into())
}

/// How often each foul was met.
#[derive(Debug, Default, PartialEq)]
struct Met {
    points: usize,
    overline: usize,
    double_four: usize,
    double_three: usize,
    /// Points with two threes that are no foul.
    excused: usize,
}

impl Met {
    fn add(&mut self, foul: Option<Foul>) {
        self.points += 1;
        match foul {
            None => {}
            Some(Foul::Overline) => self.overline += 1,
            Some(Foul::DoubleFour) => self.double_four += 1,
            Some(Foul::DoubleThree) => self.double_three += 1,
        }
    }
}

fn renju(points: usize, seed: u64) -> Met {
    let mut numbers = Numbers(seed);
    let mut met = Met::default();
    while met.points < points {
        let (width, height) = size(&mut numbers);
        let grid = strewn(&mut numbers, RuleSet::Renju, width, height);
        let grid = without_wins(&mut numbers, grid);
        let board = grid.board::<Renju>(Side::Black, [0; 2]);
        let mut forbidden = PointSet::EMPTY;
        for at in grid.empties() {
            let point = grid.point(at);
            let expected = grid.renju_foul(at);
            assert_eq!(board.foul(point, Side::Black), expected, "{point}\n{board}");
            assert_eq!(board.foul(point, Side::White), None);
            if expected.is_some() {
                forbidden.insert(point);
            }
            met.add(expected);
            let threes = board.class(point, Side::Black) == Class::DoubleThree;
            met.excused += usize::from(threes && expected.is_none());
        }
        assert_eq!(board.forbidden(Side::Black), forbidden);
        assert!(board.forbidden(Side::White).is_empty());
    }
    met
}

#[test]
fn renju_fouls() {
    let met = renju(1_500_000, 7);
    assert!(met.overline > 500, "{met:?}");
    assert!(met.double_four > 500, "{met:?}");
    assert!(met.double_three > 2_000, "{met:?}");
    assert!(met.excused > 500, "{met:?}");
}

#[test]
#[ignore = "ten million points take many minutes"]
fn renju_fouls_at_length() {
    renju(10_000_000, 77);
}

fn ninuki(points: usize, seed: u64) -> Met {
    let mut numbers = Numbers(seed);
    let mut met = Met::default();
    while met.points < points {
        let (width, height) = size(&mut numbers);
        let grid = strewn(&mut numbers, RuleSet::Ninuki, width, height);
        let grid = without_wins(&mut numbers, grid);
        for side in Side::BOTH {
            let board = grid.board::<Ninuki>(side, [0; 2]);
            let mut takes = PointSet::EMPTY;
            let mut pairs = 0;
            for at in grid.empties() {
                let point = grid.point(at);
                let expected = grid.foul(at, side);
                assert_eq!(board.foul(point, side), expected, "{point}\n{board}");
                let taken = grid.captured_by(at, side).len();
                assert_eq!(usize::from(board.captures_at(point, side)) * 2, taken);
                if taken > 0 {
                    takes.insert(point);
                    pairs += taken / 2;
                }
                met.add(expected);
                let threes = board.class(point, side) == Class::DoubleThree;
                met.excused += usize::from(threes && expected.is_none());
            }
            assert_eq!(board.captures_of(side), takes, "{board}");
            assert_eq!(usize::from(board.pairs_to_take(side)), pairs, "{board}");
        }
    }
    met
}

#[test]
fn ninuki_fouls_and_captures() {
    let met = ninuki(1_000_000, 8);
    assert!(met.double_three > 2_000, "{met:?}");
    assert!(met.excused > 30, "{met:?}");
}

#[test]
#[ignore = "five million points take many minutes"]
fn ninuki_fouls_and_captures_at_length() {
    ninuki(5_000_000, 88);
}

/// A stone makes five exactly where the class says so.
fn wins<R: Rule>(grid: &Grid) -> usize {
    let board = grid.board::<R>(Side::Black, [0; 2]);
    let empties = grid.empties();
    let mut grid = grid.clone();
    for &at in &empties {
        for side in Side::BOTH {
            grid.put(at, Some(side));
            let five = grid.wins_at(at);
            let class = board.class(grid.point(at), side);
            assert_eq!(class == Class::Five, five, "{side} {at:?}\n{board}");
        }
        grid.put(at, None);
    }
    2 * empties.len()
}

#[test]
fn fives_on_millions_of_points() {
    let mut numbers = Numbers(6);
    for rule in RuleSet::ALL {
        let mut points = 0;
        while points < 1_000_000 {
            let (width, height) = size(&mut numbers);
            let grid = strewn(&mut numbers, rule, width, height);
            let grid = without_wins(&mut numbers, grid);
            points += dispatch!(rule, R => wins::<R>(&grid));
        }
    }
}
