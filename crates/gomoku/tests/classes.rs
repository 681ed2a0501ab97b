//! The classes of all points equal those found by definition, for every rule and many sizes.

mod naive;

use naive::{DIRECTIONS, Grid, LineReader, Numbers, combined, strewn};
use regence_gomoku::{Axis, Board, Class, Rule, RuleSet, Setup, Shape, Side, dispatch};

/// A board from a grid that may hold winning rows; `None` if both sides have one.
fn board<R: Rule>(grid: &Grid) -> Option<Board<R>> {
    let setup: Setup = grid.setup(Side::Black, [0; 2]);
    Board::from_setup(&setup).ok()
}

fn compare_all<R: Rule>(grid: &Grid, lines: &mut LineReader) -> usize {
    let Some(board) = board::<R>(grid) else {
        return 0;
    };
    for side in Side::BOTH {
        let mut histogram = [0; Class::COUNT];
        for at in grid.empties() {
            let point = grid.point(at);
            let found = Axis::ALL.map(|axis| board.line_class(point, side, axis));
            let expected = DIRECTIONS.map(|d| grid.line_class(at, side, d, lines));
            assert_eq!(found, expected, "{side} at {point}, {}\n{board}", R::SET);
            let class = combined(R::SET, side, expected);
            assert_eq!(
                board.class(point, side),
                class,
                "{side} at {point}\n{board}"
            );
            assert!(board.points_of(side, class).contains(point));
            assert_eq!(board.shape(point, side), Shape::new(expected));
            histogram[class.index()] += 1;
        }
        assert_eq!(board.histogram(side), histogram);
        for class in Class::ALL {
            let points = board.points_of(side, class);
            assert_eq!(points.len(), usize::from(board.count_of(side, class)));
            assert_eq!(points.len(), usize::from(histogram[class.index()]));
        }
    }
    2 * grid.empties().len()
}

fn compare_random(
    rule: RuleSet,
    sizes: std::ops::RangeInclusive<u8>,
    points: usize,
    mut lines: LineReader,
) {
    let mut numbers = Numbers(points as u64 + rule as u64);
    let mut seen = 0;
    while seen < points {
        let width = numbers.between(*sizes.start(), *sizes.end());
        let height = numbers.between(*sizes.start(), *sizes.end());
        let grid = strewn(&mut numbers, rule, width.into(), height.into());
        seen += dispatch!(rule, R => compare_all::<R>(&grid, &mut lines));
    }
}

#[test]
fn small_boards() {
    for rule in RuleSet::ALL {
        compare_random(rule, 5..=9, 60_000, LineReader::default());
    }
}

#[test]
fn large_boards() {
    for rule in RuleSet::ALL {
        compare_random(rule, 10..=22, 60_000, LineReader::cut_at(6));
    }
}

#[test]
#[ignore = "a million points a rule, and whole lines of 22 cells tried by definition, take many minutes"]
fn many_boards() {
    for rule in RuleSet::ALL {
        compare_random(rule, 5..=10, 1_000_000, LineReader::default());
        compare_random(rule, 16..=22, 1_000_000, LineReader::cut_at(6));
        compare_random(rule, 16..=22, 10_000, LineReader::default());
    }
}
