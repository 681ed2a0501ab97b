//! Random games: the library and a referee that plays by definition agree after every move, and what is
//! kept up to date equals what is computed anew, after making and after undoing.

mod naive;

use naive::{At, Game, Numbers, lively_move};
use regence_gomoku::{
    Board, Move, Outcome, PointSet, Rule, RuleSet, ScoreTable, Shape, ShapeRows, Side, dispatch,
};
use std::sync::Arc;

/// What the boards sum.
struct Sums<R: Rule> {
    scores: ScoreTable<R>,
    rows: Arc<ShapeRows>,
}

impl<R: Rule> Sums<R> {
    fn new() -> Sums<R> {
        let scores = ScoreTable::new(|side, _, lines| {
            (Shape::new(lines).index() * 7 % 1009) as i16 - 300 - side.index() as i16
        });
        let rows = ShapeRows::new::<R>(|view, side, class, lines| {
            let place = Shape::new(lines).index() * 4 + 2 * view.index() + side.index();
            std::array::from_fn(|lane| ((place * 31 + lane * 7 + class.index()) % 257) as i16 - 128)
        });
        Sums {
            scores,
            rows: Arc::new(rows),
        }
    }

    fn give_to(&self, board: &mut Board<R>) {
        board.set_scores(&self.scores);
        board.set_rows(Some(self.rows.clone()));
    }
}

fn compare<R: Rule>(board: &Board<R>, game: &Game) {
    assert_eq!(board.outcome(), game.outcome, "{board}");
    assert_eq!(board.side(), game.side, "{board}");
    assert_eq!(board.must_break_five(), game.five_waits, "{board}");
    for side in Side::BOTH {
        assert_eq!(board.captured(side), game.captured[side.index()]);
        let stones: Vec<_> = board.stones(side).iter().collect();
        let expected = game.grid.all().into_iter();
        let expected: Vec<_> = expected
            .filter(|&at| game.grid.get(at) == Some(side))
            .map(|at| game.grid.point(at))
            .collect();
        assert_eq!(stones, expected, "{board}");
    }
    assert_eq!(
        usize::from(board.empty_count()),
        game.grid.empties().len(),
        "{board}"
    );
}

/// The same position built from its stones alone.
fn anew<R: Rule>(board: &Board<R>, game: &Game, sums: &Sums<R>) -> Board<R> {
    let mut again: Board<R> = game.grid.board(game.side, game.captured);
    sums.give_to(&mut again);
    assert_eq!(again.size(), board.size());
    again
}

fn legal_points<R: Rule>(board: &Board<R>, game: &Game) -> Vec<At> {
    let legal = game.legal();
    let expected: PointSet = legal.iter().map(|&at| game.grid.point(at)).collect();
    assert_eq!(board.legal_moves(), expected, "{board}");
    legal
}

/// Plays a game to its end and back; gives the number of moves.
fn play<R: Rule>(
    numbers: &mut Numbers,
    (width, height): (u8, u8),
    sums: &Sums<R>,
    thorough: bool,
) -> usize {
    let mut game = Game::new(R::SET, width.into(), height.into());
    let mut board = Board::<R>::new(game.grid.size());
    sums.give_to(&mut board);
    let mut before = Vec::new();
    let mut legal = legal_points(&board, &game);
    while game.outcome.is_none() {
        let at = lively_move(numbers, &game, &legal);
        before.push(thorough.then(|| board.clone()));
        board.play(Move::new(game.grid.point(at))).unwrap();
        game.play(at);
        compare(&board, &game);
        if thorough {
            assert_eq!(board, anew(&board, &game, sums), "{board}");
            legal = legal_points(&board, &game);
        } else {
            // Every point's legality is compared in the thorough games.
            legal = match board.outcome() {
                Some(_) => Vec::new(),
                None => board
                    .legal_moves()
                    .iter()
                    .map(|point| (point.x().into(), point.y().into()))
                    .collect(),
            };
        }
    }
    let moves = before.len();
    while let Some(expected) = before.pop() {
        assert!(board.undo());
        if let Some(expected) = expected {
            assert_eq!(board, expected);
        }
    }
    assert!(!board.undo());
    let (before, at) = (board.clone(), Move::new(board.size().centre()));
    board.without_rows(|board| {
        board.make(at);
        assert_eq!(board.row_sums(), before.row_sums());
        board.undo();
    });
    assert_eq!(board, before);
    board.make(at);
    assert_ne!(board.row_sums(), before.row_sums());
    board.undo();
    let mut empty = Board::<R>::new(board.size());
    sums.give_to(&mut empty);
    assert_eq!(board, empty);
    board.set_rows(None);
    assert_eq!(board.row_sums(), &regence_gomoku::RowSums::default());
    moves
}

fn play_many<R: Rule>(moves: usize, thorough: bool, seed: u64) {
    let mut numbers = Numbers(seed);
    let sums = Sums::new();
    let mut played = 0;
    while played < moves {
        let size = match numbers.below(4) {
            0 => (numbers.between(5, 22), numbers.between(5, 22)),
            1 => (5, 5),
            _ => (numbers.between(5, 11), numbers.between(5, 11)),
        };
        played += play::<R>(&mut numbers, size, &sums, thorough);
    }
}

#[test]
fn every_detail() {
    for rule in RuleSet::ALL {
        dispatch!(rule, R => play_many::<R>(2_000, true, 100 + rule as u64));
    }
}

#[test]
fn many_games() {
    for rule in RuleSet::ALL {
        dispatch!(rule, R => play_many::<R>(30_000, false, 200 + rule as u64));
    }
}

#[test]
#[ignore = "a million moves a rule take many minutes"]
fn a_million_moves() {
    for rule in RuleSet::ALL {
        dispatch!(rule, R => play_many::<R>(100_000, true, 300 + rule as u64));
        dispatch!(rule, R => play_many::<R>(1_000_000, false, 400 + rule as u64));
    }
}

/// Every kind of ending turns up in the games above.
#[test]
fn endings_of_all_kinds_are_met() {
    let mut numbers = Numbers(9);
    let mut seen = Vec::new();
    for _ in 0..400 {
        let mut game = Game::new(RuleSet::Ninuki, 6, 6);
        while game.outcome.is_none() {
            let legal = game.legal();
            let at = lively_move(&mut numbers, &game, &legal);
            if game.five_waits && !seen.contains(&"waits") {
                seen.push("waits");
            }
            game.play(at);
        }
        let kind = match game.outcome {
            Some(Outcome::Draw) => "draw",
            Some(Outcome::Win { side, .. }) if side == game.side => "five that was not broken",
            Some(Outcome::Win { by, .. }) => match by {
                regence_gomoku::Victory::Five => "five",
                regence_gomoku::Victory::Captures => "captures",
            },
            None => unreachable!(),
        };
        if !seen.contains(&kind) {
            seen.push(kind);
        }
    }
    assert_eq!(seen.len(), 5, "{seen:?}");
}
