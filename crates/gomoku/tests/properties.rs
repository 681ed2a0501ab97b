//! Properties that hold for any input: nothing panics, undo is exact, text comes back, and the rules do
//! not care how the board is turned or, renju aside, which colour is which.

use proptest::prelude::*;
use regence_gomoku::{
    Axis, Board, Move, Outcome, Point, Reach, Rule, RuleSet, Setup, Side, Size, dispatch,
};

/// A size and points on it, as they may come from outside.
fn sized_points(count: usize) -> impl Strategy<Value = (Size, Vec<Point>)> {
    (5u8..=22, 5u8..=22).prop_flat_map(move |(width, height)| {
        let size = Size::new(width, height).unwrap();
        let point = (0..width, 0..height).prop_map(move |(x, y)| size.point(x, y).unwrap());
        (Just(size), prop::collection::vec(point, 0..count))
    })
}

fn rule() -> impl Strategy<Value = RuleSet> {
    prop::sample::select(RuleSet::ALL.to_vec())
}

/// Plays what can be played and checks that each move can be taken back exactly.
fn play_and_undo<R: Rule>(size: Size, points: &[Point]) -> Board<R> {
    let mut board = Board::<R>::new(size);
    for &point in points {
        let before = board.clone();
        let legal = board.is_legal(Move::new(point));
        assert_eq!(board.legal_moves().contains(point), legal);
        assert_eq!(board.play(Move::new(point)).is_ok(), legal);
        if legal {
            assert_eq!(board.last_move(), Some(Move::new(point)));
            let after = board.clone();
            assert!(board.undo());
            assert_eq!(board, before);
            board.make(Move::new(point));
            assert_eq!(board, after);
        }
    }
    board
}

fn text_comes_back<R: Rule>(size: Size, points: &[Point]) {
    let board = play_and_undo::<R>(size, points);
    let again = Board::<R>::from_diagram(&board.to_string());
    match again {
        Ok(again) => assert_eq!(again, board, "{board}"),
        // A five that was not broken in time, and the one that was made instead of breaking it.
        Err(error) => assert!(board.outcome().is_some(), "{error}\n{board}"),
    }
    let moves: String = board.moves().flatten().map(|mv| mv.to_string()).collect();
    assert_eq!(Board::<R>::from_moves(size, &moves).unwrap(), board);
}

/// Every position is the same game when the board is mirrored or turned.
fn symmetries<R: Rule>(size: Size, points: &[Point]) {
    let board = play_and_undo::<R>(size, points);
    let (width, height) = (size.width(), size.height());
    let turned_size = Size::new(height, width).unwrap();
    let mirror = |p: Point| size.point(width - 1 - p.x(), p.y()).unwrap();
    let turn = |p: Point| turned_size.point(height - 1 - p.y(), p.x()).unwrap();
    compare(&board, size, mirror, [0, 1, 3, 2]);
    compare(&board, turned_size, turn, [1, 0, 3, 2]);
}

fn compare<R: Rule>(
    board: &Board<R>,
    size: Size,
    image: impl Fn(Point) -> Point,
    axes: [usize; 4],
) {
    let mut other = Board::<R>::new(size);
    for mv in board.moves().flatten() {
        other.play(image(mv.point()).into()).unwrap();
    }
    assert_eq!(other.outcome(), board.outcome());
    for point in board.empties().iter() {
        let there = image(point);
        for side in Side::BOTH {
            assert_eq!(other.class(there, side), board.class(point, side));
            assert_eq!(other.foul(there, side), board.foul(point, side));
            assert_eq!(
                other.captures_at(there, side),
                board.captures_at(point, side)
            );
            for axis in Axis::ALL {
                let turned = Axis::ALL[axes[axis.index()]];
                assert_eq!(
                    other.line_class(there, side, turned),
                    board.line_class(point, side, axis)
                );
            }
        }
    }
}

/// The same stones with the colours exchanged.
fn colours<R: Rule>(size: Size, points: &[Point]) {
    let board = play_and_undo::<R>(size, points);
    let mut setup = Setup::new(size);
    for side in Side::BOTH {
        for point in board.stones(side).iter() {
            setup.put(point, side.other()).unwrap();
        }
        setup.captured(side.other(), board.captured(side));
    }
    setup.side_to_move(board.side().other());
    let Ok(other) = Board::<R>::from_setup(&setup) else {
        assert!(board.outcome().is_some());
        return;
    };
    let winner = board.outcome().and_then(Outcome::winner);
    assert_eq!(
        other.outcome().and_then(Outcome::winner),
        winner.map(Side::other)
    );
    for point in board.empties().iter() {
        for side in Side::BOTH {
            assert_eq!(other.class(point, side.other()), board.class(point, side));
        }
    }
}

/// Moves that do not capture give the same position in any order of each side's stones.
fn transposition<R: Rule>(size: Size, points: &[Point]) {
    let board = play_and_undo::<R>(size, points);
    if board.outcome().is_some() || Side::BOTH.iter().any(|&side| board.captured(side) > 0) {
        return;
    }
    let moves: Vec<Move> = board.moves().flatten().collect();
    let mut blacks: Vec<Move> = moves.iter().copied().step_by(2).collect();
    let whites: Vec<Move> = moves.iter().copied().skip(1).step_by(2).collect();
    blacks.reverse();
    let mut other = Board::<R>::new(size);
    for (i, _) in moves.iter().enumerate() {
        let mv = if i % 2 == 0 {
            blacks[i / 2]
        } else {
            whites[i / 2]
        };
        if other.play(mv).is_err() {
            return;
        }
    }
    if other.captured(Side::Black) + other.captured(Side::White) == 0 {
        assert_eq!(other.key(), board.key());
        assert_eq!(other, board);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, rng_seed: proptest::test_runner::RngSeed::Fixed(4), ..ProptestConfig::default() })]

    #[test]
    fn text_of_a_board_comes_back(rule in rule(), (size, points) in sized_points(120)) {
        dispatch!(rule, R => text_comes_back::<R>(size, &points));
    }

    #[test]
    fn turning_the_board_changes_nothing(rule in rule(), (size, points) in sized_points(120)) {
        dispatch!(rule, R => symmetries::<R>(size, &points));
    }

    #[test]
    fn colours_are_equal((size, points) in sized_points(120)) {
        for rule in RuleSet::ALL.into_iter().filter(|&rule| rule != RuleSet::Renju) {
            dispatch!(rule, R => colours::<R>(size, &points));
        }
    }

    #[test]
    fn the_order_of_moves_does_not_matter(rule in rule(), (size, points) in sized_points(60)) {
        dispatch!(rule, R => transposition::<R>(size, &points));
    }

    #[test]
    fn reading_never_panics(text in "\\PC{0,60}", rows in "([.XO ]{0,12}\n){0,12}", note in "(captured: |X to move|[0-9a-z, ]{0,8}){0,3}") {
        let size = Size::square(15).unwrap();
        let _ = size.parse_point(&text);
        let _ = size.parse_moves(&text);
        let _ = text.parse::<RuleSet>();
        for text in [format!("{rows}{note}"), text] {
            for rule in RuleSet::ALL {
                dispatch!(rule, R => {
                    if let Err(error) = Board::<R>::from_diagram(&text) {
                        assert!(!error.to_string().is_empty());
                    }
                    if let Err(error) = Board::<R>::from_moves(size, &text) {
                        assert!(!error.to_string().is_empty());
                    }
                });
            }
        }
    }

    #[test]
    fn every_point_is_read_back((_, points) in sized_points(40)) {
        let size = Size::square(22).unwrap();
        for point in points {
            prop_assert_eq!(size.parse_point(&point.to_string()), Ok(point));
            prop_assert_eq!(size.parse_point(&point.gomocup()), Ok(point));
        }
    }
}

#[test]
fn passing_changes_only_the_turn() {
    let size = Size::square(15).unwrap();
    let mut board = Board::<regence_gomoku::Ninuki>::from_moves(size, "h8i9g7").unwrap();
    let before = board.clone();
    board.pass();
    assert_eq!(board.side(), Side::Black);
    assert_ne!(board.key(), before.key());
    assert_eq!(board.quiets(Reach::USUAL), before.quiets(Reach::USUAL));
    assert_eq!(board.last_move(), None);
    assert!(board.undo());
    assert_eq!(board, before);
}
