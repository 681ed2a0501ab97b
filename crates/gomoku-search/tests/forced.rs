//! Forced wins are proofs: a referee that knows only the rules plays every legal answer against them.

use regence_core::limiter::NodeClock;
use regence_core::{Limiter, Shared};
use regence_gomoku::{Board, Freestyle, Move, Ninuki, Renju, RuleSet, Side, Size, dispatch};
use regence_gomoku_search::vct::Tables;
use regence_gomoku_search::{Budget, ForcedWin, Play, WinTable, touching, vcf, vct};

/// A small generator of numbers, the same on every machine.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound
    }
}

#[derive(Clone, Copy, PartialEq)]
enum By {
    Fours,
    Threats,
}

struct Referee {
    by: By,
    fours: WinTable,
    tables: Tables,
    limiter: Limiter,
}

impl Referee {
    fn new(by: By) -> Referee {
        Referee {
            by,
            fours: WinTable::new(12),
            tables: Tables::new(),
            limiter: Limiter::new(Shared::new(1, NodeClock::new(1_000_000), false), 0),
        }
    }

    fn find<R: Play>(&mut self, board: &mut Board<R>, nodes: u32, plies: i32) -> Option<ForcedWin> {
        let budget = Budget { nodes, plies };
        let limiter = &mut self.limiter;
        match self.by {
            By::Fours => vcf::search(board, &mut self.fours, limiter, budget),
            By::Threats => vct::search(board, &mut self.tables, limiter, budget),
        }
        .expect("nobody stops the search")
    }

    /// Plays the win against every legal answer: it must come in at most `plies`.
    fn verify<R: Play>(&mut self, board: &mut Board<R>, plies: i32) {
        let side = board.side();
        let win = self
            .find(board, 200_000, plies)
            .unwrap_or_else(|| panic!("the win is gone\n{board}"));
        assert!(win.plies <= plies, "{} > {plies}\n{board}", win.plies);
        board
            .play(win.first)
            .expect("a win begins with a legal move");
        match board.outcome() {
            Some(outcome) => assert_eq!(outcome.winner(), Some(side), "\n{board}"),
            None => {
                let answers = board.legal_moves();
                for answer in &answers {
                    board.make(answer.into());
                    self.verify_after_answer(board, side, plies - 2);
                    board.undo();
                }
            }
        }
        board.undo();
    }

    fn verify_after_answer<R: Play>(&mut self, board: &mut Board<R>, side: Side, plies: i32) {
        if let Some(outcome) = board.outcome() {
            assert_eq!(outcome.winner(), Some(side), "\n{board}");
            return;
        }
        if !wins_at_once(board) {
            self.verify(board, plies);
        }
    }
}

/// White's four is stopped at k15; taking that stone from l16 makes it a four again.
#[test]
fn a_capture_that_lets_a_four_go_on_is_part_of_a_row_of_fours() {
    let size = Size::square(19).expect("a size");
    let game = "g11j12m8g10o6h11f9j13i12j11j10j15j14i13k13i15l12h15g15";
    let mut board = Board::<Ninuki>::from_moves(size, game).expect("a game");
    let mut referee = Referee::new(By::Fours);
    let win = referee.find(&mut board, 1000, 60).expect("a win by fours");
    referee.verify(&mut board, win.plies);
}

/// By the rules alone: every legal move is tried, those that make five first.
fn wins_at_once<R: Play>(board: &mut Board<R>) -> bool {
    let side = board.side();
    let (fives, moves) = (board.fives(side), board.legal_moves());
    fives.iter().chain(moves.iter()).any(|point| {
        board.make(point.into());
        let won = board.outcome().and_then(|o| o.winner()) == Some(side);
        board.undo();
        won
    })
}

/// A game of moves near each other, cut off before it ends.
fn position<R: Play>(numbers: &mut Numbers, side: u8, plies: usize) -> Option<Board<R>> {
    let mut board = Board::<R>::new(Size::square(side)?);
    for _ in 0..plies {
        let moves: Vec<Move> = board
            .quiets(regence_gomoku::Reach::NEAR)
            .iter()
            .map(Move::new)
            .collect();
        let mv = *moves.get(numbers.below(moves.len().max(1)))?;
        board.make(mv);
        if board.outcome().is_some() {
            return None;
        }
    }
    Some(board)
}

/// Verifies the wins found in many positions; returns how many there were, and the longest.
fn verify_many<R: Play>(by: By, side: u8, count: usize, plies: usize, most: i32) -> (usize, i32) {
    let mut numbers = Numbers(R::SET as u64 + 7);
    let (mut found, mut longest) = (0, 0);
    for _ in 0..count {
        let length = plies + numbers.below(8);
        let Some(mut board) = position::<R>(&mut numbers, side, length) else {
            continue;
        };
        let mut referee = Referee::new(by);
        let Some(win) = referee.find(&mut board, 3000, 60) else {
            continue;
        };
        if (3..=most).contains(&win.plies) {
            referee.verify(&mut board, win.plies);
            found += 1;
            longest = longest.max(win.plies);
        }
    }
    (found, longest)
}

/// Whatever touches nothing of the win that a pass would allow loses to it.
#[test]
fn moves_that_touch_nothing_of_a_win_lose_to_it() {
    let mut numbers = Numbers(5);
    let (mut wins, mut left_out) = (0, 0);
    for _ in 0..1500 {
        let length = 12 + numbers.below(24);
        let Some(mut board) = position::<Ninuki>(&mut numbers, 13, length) else {
            continue;
        };
        let mut referee = Referee::new(By::Fours);
        if board.must_break_five() || board.defences().is_some() || wins_at_once(&mut board) {
            continue;
        }
        let budget = Budget {
            nodes: 500,
            plies: 60,
        };
        let found = touching::find(&mut board, &mut referee.fours, &mut referee.limiter, budget);
        let Some(touching) = found.expect("nobody stops it") else {
            continue;
        };
        wins += 1;
        for mv in &board.legal_moves().difference(&touching.answers) {
            left_out += 1;
            board.make(mv.into());
            let plies = touching.others_lose_in - 1;
            let win = referee.find(&mut board, 200_000, plies);
            assert!(win.is_some(), "{} holds\n{board}", Move::from(mv));
            board.undo();
        }
    }
    assert!(wins > 100 && left_out > 50 * wins, "{wins}, {left_out}");
}

#[test]
fn wins_by_fours_are_proofs() {
    for rule in RuleSet::ALL {
        let (found, longest) = dispatch!(rule, R => verify_many::<R>(By::Fours, 9, 300, 14, 11));
        assert!(found >= 20 && longest >= 5, "{rule}: {found}, {longest}");
    }
}

#[test]
fn wins_by_threats_are_proofs() {
    for rule in RuleSet::ALL {
        let most = if rule == RuleSet::Ninuki { 7 } else { 9 };
        let (found, longest) = dispatch!(rule, R => verify_many::<R>(By::Threats, 9, 60, 10, most));
        assert!(found >= 5 && longest >= 5, "{rule}: {found}, {longest}");
    }
}

fn fours<R: Play>(moves: &str) -> Option<ForcedWin> {
    let mut board = Board::<R>::from_moves(Size::square(15).unwrap(), moves).unwrap();
    Referee::new(By::Fours).find(&mut board, 100_000, 60)
}

#[test]
fn two_fours_at_once_win_in_three_plies() {
    // Two closed threes that cross in h8: a double four.
    let moves = "e8d8f8a1g8a3h5h4h6a5h7a7";
    let win = fours::<Freestyle>(moves).expect("a win");
    assert_eq!(win.plies, 3);
    // In renju that is Black's foul.
    assert_eq!(fours::<Renju>(moves), None);
}

#[test]
fn a_four_that_can_be_captured_is_no_win_in_ninuki() {
    // An open four after h8, but White takes two of its stones from h10 or the like.
    let size = Size::square(15).unwrap();
    let open_three = Board::<Ninuki>::from_moves(size, "e8a1f8a3g8a5").unwrap();
    let mut quiet = open_three.clone();
    let win = Referee::new(By::Fours).find(&mut quiet, 10_000, 60);
    assert!(win.is_some(), "nothing to capture");
    // The pair f8, f9 is flanked by f10: f7 breaks the row.
    let mut pinned = Board::<Ninuki>::from_moves(size, "e8a1f8f10g8a5f9c3").unwrap();
    if let Some(win) = Referee::new(By::Fours).find(&mut pinned, 10_000, 60) {
        Referee::new(By::Fours).verify(&mut pinned, win.plies);
    }
}

#[test]
fn the_shortest_win_is_not_longer_than_any_other() {
    let mut numbers = Numbers(99);
    let mut compared = 0;
    for _ in 0..300 {
        let Some(mut board) = position::<Freestyle>(&mut numbers, 11, 20) else {
            continue;
        };
        let mut referee = Referee::new(By::Fours);
        let Some(any) = referee.find(&mut board, 5000, 60) else {
            continue;
        };
        let budget = Budget {
            nodes: 50_000,
            plies: 60,
        };
        let mut table = WinTable::new(12);
        let shortest = vcf::shortest(&mut board, &mut table, &mut referee.limiter, budget)
            .expect("nobody stops the search")
            .expect("a win is known");
        assert!(shortest.plies <= any.plies);
        compared += 1;
    }
    assert!(compared > 20, "{compared}");
}

/// Wins by fours of our own making (`cargo run --release -p regence-gomoku-search --example fours -- make`):
/// rule, side of the board, length of the shortest win in plies, moves.
const FOURS: &str = include_str!("fours.txt");

/// Nodes within which each win of the set is found.
const ENOUGH: u32 = 20_000;

#[test]
fn every_win_of_the_set_is_found_and_holds() {
    let mut longest = 0;
    let mut referee = Referee {
        fours: WinTable::new(18),
        ..Referee::new(By::Fours)
    };
    for line in FOURS.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let [rule, side, plies, moves] = words[..] else {
            panic!("expected rule, side, plies and moves: {line}");
        };
        let size = Size::square(side.parse().unwrap()).unwrap();
        let rule: RuleSet = rule.parse().unwrap();
        dispatch!(rule, R => {
            let mut board = Board::<R>::from_moves(size, moves).unwrap();
            let found = referee.find(&mut board, ENOUGH, 99);
            let win = found.unwrap_or_else(|| panic!("not found: {line}"));
            referee.verify(&mut board, win.plies);
        });
        longest = longest.max(plies.parse().unwrap());
    }
    assert_eq!(longest, 25);
}
