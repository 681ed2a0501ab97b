//! Generators against brute force: every set holds exactly the points that its words promise.

mod naive;

use naive::{At, Game, Grid, Numbers, strewn, without_wins};
use regence_gomoku::{Board, Class, Move, Outcome, PointSet, Reach, Rule, RuleSet, Side, dispatch};

fn set(grid: &Grid, points: impl IntoIterator<Item = At>) -> PointSet {
    points.into_iter().map(|at| grid.point(at)).collect()
}

fn game(numbers: &mut Numbers, rule: RuleSet) -> Game {
    let width = numbers.between(5, 10).into();
    let height = numbers.between(5, 10).into();
    let grid = strewn(numbers, rule, width, height);
    let grid = without_wins(numbers, grid);
    let mut captured = [0; 2];
    if rule == RuleSet::Ninuki {
        captured = [0, 1].map(|_| numbers.pick(&[0, 2, 4, 6, 8, 8]));
    }
    Game {
        grid,
        side: numbers.pick(&Side::BOTH),
        captured,
        five_waits: false,
        outcome: None,
    }
}

fn by_class<R: Rule>(board: &Board<R>, game: &Game) {
    for side in Side::BOTH {
        let legal = |least: Class, most: Class| {
            let points = game.grid.empties().into_iter().filter(|&at| {
                let class = board.class(game.grid.point(at), side);
                least <= class && class <= most && game.grid.foul(at, side).is_none()
            });
            set(&game.grid, points)
        };
        assert_eq!(board.fives(side), legal(Class::Five, Class::Five));
        assert_eq!(board.fours(side), legal(Class::Four, Class::OpenFour));
        assert_eq!(
            board.open_fours(side),
            legal(Class::DoubleFour, Class::OpenFour)
        );
        assert_eq!(board.threes(side), legal(Class::Three, Class::DoubleThree));
        assert_eq!(board.has_five(side), board.count_of(side, Class::Five) > 0);
        let fours = board.points_between(side, Class::Four, Class::OpenFour);
        assert_eq!(board.has_four(side), !fours.is_empty());
    }
}

fn quiets<R: Rule>(board: &Board<R>, game: &Game) {
    let legal = game.legal();
    let near = legal.iter().copied().filter(|&(x, y)| {
        game.grid.all().into_iter().any(|stone| {
            let (dx, dy) = ((stone.0 - x).abs(), (stone.1 - y).abs());
            let aligned = dx == 0 || dy == 0 || dx == dy;
            let distance = dx.max(dy);
            game.grid.get(stone).is_some() && (distance <= 2 || (aligned && distance <= 3))
        })
    });
    let near = set(&game.grid, near);
    if game.grid.empties().len() < game.grid.all().len() {
        assert_eq!(board.quiets(Reach::USUAL), near, "{board}");
    }
}

/// One stone of the defender is put on each empty point: afterwards the attacker's classes tell whether it
/// was an answer.
fn answers<R: Rule>(board: &Board<R>, game: &Game) {
    let attacker = game.side.other();
    for least in [Class::Five, Class::OpenFour, Class::DoubleFour, Class::Four] {
        let threats = board.legal_between(attacker, least, Class::Five);
        if threats.is_empty() {
            continue;
        }
        let answers = board.answers(attacker, least);
        for at in game.grid.empties() {
            let point = game.grid.point(at);
            let after = game.grid.with(at, game.side);
            let Ok(after) = Board::<R>::from_setup(&after.setup(attacker, game.captured)) else {
                continue;
            };
            let left = threats.iter().any(|threat| {
                threat != point && {
                    let class = after.class(threat, attacker);
                    class >= least && class != Class::Forbidden
                }
            });
            assert_eq!(answers.contains(point), !left, "{point} {least:?}\n{board}");
        }
    }
}

/// Where a legal move leaves the other side without a winning answer, or wins.
fn survives(game: &Game, at: At) -> bool {
    let mut next = game.clone();
    next.play(at);
    match next.outcome {
        Some(outcome) => outcome.winner() != Some(next.side),
        None => !next
            .legal()
            .into_iter()
            .any(|reply| next.wins_at_once(reply)),
    }
}

fn defences<R: Rule>(board: &mut Board<R>, game: &Game) -> usize {
    let mut idle = game.clone();
    idle.side = game.side.other();
    let threatened = idle.legal().into_iter().any(|at| idle.wins_at_once(at));
    let before = board.clone();
    let defences = board.defences();
    assert_eq!(*board, before);
    assert_eq!(defences.is_some(), threatened, "{board}");
    let Some(defences) = defences else {
        return 0;
    };
    for at in game.legal() {
        let point = game.grid.point(at);
        let listed = defences.contains(point);
        let wins = game.wins_at_once(at);
        if !listed {
            assert!(!survives(game, at), "{point} is missing\n{board}");
        } else if R::SET != RuleSet::Ninuki {
            assert!(wins || survives(game, at), "{point} is too much\n{board}");
        }
        assert_eq!(
            board.wins_at_once(Move::new(point)),
            wins,
            "{point}\n{board}"
        );
    }
    assert!(
        defences
            .difference(&set(&game.grid, game.legal()))
            .is_empty()
    );
    1
}

fn capture_wins<R: Rule>(board: &Board<R>, game: &Game) {
    for side in Side::BOTH {
        let wins = game.grid.empties().into_iter().filter(|&at| {
            let taken = game.grid.captured_by(at, side).len() as u8;
            taken > 0 && game.captured[side.index()] + taken >= 10
        });
        assert_eq!(board.capture_wins(side), set(&game.grid, wins));
        let threats = game.grid.empties().into_iter().filter(|&at| {
            let before = |point| game.grid.captured_by(point, side);
            let after = game.grid.with(at, side);
            let next = after.empties().into_iter();
            let more = next.filter(|&point| {
                let taken = after.captured_by(point, side).len();
                taken > before(point).len()
            });
            more.count() > 0 && game.grid.foul(at, side).is_none()
        });
        assert_eq!(
            board.capture_threats_of(side),
            set(&game.grid, threats),
            "{board}"
        );
    }
}

fn check<R: Rule>(game: &Game) -> usize {
    let mut board = game.grid.board::<R>(game.side, game.captured);
    if board.outcome().is_some() {
        return 0;
    }
    by_class(&board, game);
    quiets(&board, game);
    answers(&board, game);
    if R::SET == RuleSet::Ninuki {
        capture_wins(&board, game);
    }
    defences(&mut board, game)
}

fn check_many(rule: RuleSet, positions: usize, seed: u64) -> usize {
    let mut numbers = Numbers(seed);
    let mut forced = 0;
    for _ in 0..positions {
        let game = game(&mut numbers, rule);
        forced += dispatch!(rule, R => check::<R>(&game));
    }
    forced
}

#[test]
fn generators_keep_their_word() {
    for rule in RuleSet::ALL {
        let forced = check_many(rule, 400, 50 + rule as u64);
        assert!(forced > 50, "{rule}: {forced} forced positions");
    }
}

#[test]
#[ignore = "brute force over many thousand positions takes many minutes"]
fn generators_keep_their_word_at_length() {
    for rule in RuleSet::ALL {
        check_many(rule, 20_000, 60 + rule as u64);
    }
}

/// With a five to be broken, the defences are the captures, and one of them saves the game for now.
#[test]
fn breaking_a_five() {
    let mut numbers = Numbers(5);
    let mut met = 0;
    while met < 60 {
        let mut game = game(&mut numbers, RuleSet::Ninuki);
        let makes_five = |game: &Game, at: At| game.grid.with(at, game.side).wins_at(at);
        let Some(at) = game
            .legal()
            .into_iter()
            .find(|&at| makes_five(&game, at) && !game.wins_at_once(at))
        else {
            continue;
        };
        game.play(at);
        if !game.five_waits {
            continue;
        }
        met += 1;
        let mut board = game
            .grid
            .board::<regence_gomoku::Ninuki>(game.side, game.captured);
        assert!(board.must_break_five(), "{board}");
        let defences = board.defences().unwrap();
        let mut saved = false;
        for at in game.legal() {
            let mut next = game.clone();
            next.play(at);
            let lost = next.outcome.and_then(Outcome::winner) == Some(next.side);
            saved |= !lost;
            assert!(lost || defences.contains(game.grid.point(at)), "{board}");
        }
        assert!(saved, "{board}");
    }
}
