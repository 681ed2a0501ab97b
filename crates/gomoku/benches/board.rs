//! How fast moves are made, taken back and generated, on middle-game positions of each rule set.
//!
//! `cargo bench -p regence-gomoku`: "items" are moves made and undone, or generators run.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use regence_gomoku::{
    Board, Caro, Class, Freestyle, Move, Ninuki, Reach, Renju, Rule, Side, Size, Standard,
};

fn main() {
    // Tables are built once a process, and not what is measured.
    positions::<Freestyle>(15);
    divan::main();
}

/// A small generator of numbers, always the same ones.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % limit
    }
}

/// Games between players that complete or answer fours and are otherwise drawn to other stones, stopped
/// after 12 to 43 moves.
fn positions<R: Rule>(side: u8) -> Vec<Board<R>> {
    let size = Size::square(side).expect("a playable size");
    let mut numbers = Numbers(0x6f6d_6f6b_7547);
    let mut boards = Vec::new();
    while boards.len() < 32 {
        let mut board = Board::<R>::new(size);
        let length = 12 + boards.len();
        while board.outcome().is_none() && board.ply() < length {
            let choice = board.defences().filter(|moves| !moves.is_empty());
            let moves = choice.unwrap_or_else(|| board.quiets(Reach::NEAR));
            let Some(point) = moves.iter().nth(numbers.below(moves.len().max(1))) else {
                break;
            };
            board.make(point.into());
        }
        if board.outcome().is_none() {
            boards.push(board);
        }
    }
    boards
}

fn make_and_undo<R: Rule>(bencher: Bencher<'_, '_>, side: u8) {
    let mut games: Vec<(Board<R>, Vec<Move>)> = positions::<R>(side)
        .into_iter()
        .map(|board| {
            let moves = board.quiets(Reach::USUAL).iter().map(Move::new).collect();
            (board, moves)
        })
        .collect();
    let count: usize = games.iter().map(|(_, moves)| moves.len()).sum();
    bencher.counter(ItemsCount::new(count)).bench_local(|| {
        for (board, moves) in &mut games {
            for &mv in moves.iter() {
                board.make(mv);
                black_box(board.key());
                board.undo();
            }
        }
    });
}

#[divan::bench(types = [Freestyle, Standard, Renju, Caro, Ninuki])]
fn make_undo_15<R: Rule>(bencher: Bencher<'_, '_>) {
    make_and_undo::<R>(bencher, 15);
}

#[divan::bench(types = [Freestyle, Ninuki])]
fn make_undo_19<R: Rule>(bencher: Bencher<'_, '_>) {
    make_and_undo::<R>(bencher, 19);
}

fn over_positions<R: Rule, T>(bencher: Bencher<'_, '_>, ask: impl Fn(&mut Board<R>) -> T) {
    let mut boards = positions::<R>(15);
    bencher
        .counter(ItemsCount::new(boards.len()))
        .bench_local(|| {
            for board in &mut boards {
                black_box(ask(board));
            }
        });
}

#[divan::bench(types = [Freestyle, Renju, Ninuki])]
fn quiets<R: Rule>(bencher: Bencher<'_, '_>) {
    over_positions::<R, _>(bencher, |board| board.quiets(Reach::USUAL));
}

#[divan::bench(types = [Freestyle, Renju, Ninuki])]
fn fours_of_both<R: Rule>(bencher: Bencher<'_, '_>) {
    over_positions::<R, _>(bencher, |board| Side::BOTH.map(|side| board.fours(side)));
}

#[divan::bench(types = [Freestyle, Renju, Ninuki])]
fn defences<R: Rule>(bencher: Bencher<'_, '_>) {
    over_positions::<R, _>(bencher, |board| board.defences());
}

#[divan::bench(types = [Freestyle, Renju, Ninuki])]
fn answers_to_threes<R: Rule>(bencher: Bencher<'_, '_>) {
    over_positions::<R, _>(bencher, |board| {
        board.answers(board.side().other(), Class::DoubleFour)
    });
}
