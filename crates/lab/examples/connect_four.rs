//! Connect Four (7x6): the rules and an evaluation. Search, table, deepening, time and threads come from the core, everything
//! below `main` from the laboratory:
//!
//! ```sh
//! cargo run --release -p regence-lab --example connect_four -- duel --off late_move_reductions --games 40 --nodes 2000
//! cargo run --release -p regence-lab --example connect_four -- why 4444 3
//! ```

use std::num::NonZeroU16;

use regence_core::event::MoveBits;
use regence_core::game::{Adjudication, Balance, Ending, Game, SetupWords, Side, Usual};
use regence_core::plain::{End, PlainGame};

const COLUMNS: u8 = 7;
const ROWS: u8 = 6;
/// Bits of a column: one more than rows, so that lines do not run from the top of one column into the next.
const HEIGHT: u8 = ROWS + 1;
/// Every cell.
const BOARD: u64 = 0x3f * 0x0000_0408_1020_4081;
/// From a cell to the next one in a line: up, right, and both diagonals.
const DIRECTIONS: [u8; 4] = [1, HEIGHT, HEIGHT - 1, HEIGHT + 1];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectFour;

/// The stones of the side to move, those of the other side, and how many there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stones {
    own: u64,
    other: u64,
    count: u8,
}

impl Stones {
    /// The lowest free cell of a column; none if it is full.
    fn free(&self, column: u8) -> Option<u64> {
        let mut cells = (0..ROWS).map(|row| 1 << (column * HEIGHT + row));
        cells.find(|cell| (self.own | self.other) & cell == 0)
    }
}

/// How many lines of four lie wholly within these cells.
fn lines(cells: u64) -> i32 {
    let in_direction = |step: &u8| {
        let pairs = cells & cells >> step;
        (pairs & pairs >> (2 * step)).count_ones() as i32
    };
    DIRECTIONS.iter().map(in_direction).sum()
}

impl PlainGame for ConnectFour {
    type Position = Stones;
    type Move = u8;

    fn legal_moves(stones: &Stones, moves: &mut Vec<u8>) {
        moves.extend(
            [3, 2, 4, 1, 5, 0, 6]
                .into_iter()
                .filter(|&column| stones.free(column).is_some()),
        );
    }

    fn play(stones: &mut Stones, column: u8) {
        *stones = Stones {
            own: stones.other,
            other: stones.own | stones.free(column).unwrap_or(0),
            count: stones.count + 1,
        };
    }

    fn key(stones: &Stones) -> u64 {
        let mixed = (stones.own ^ 0x5851_f42d).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed ^ mixed >> 29 ^ stones.other)
            .wrapping_mul(0xbf58_476d_1ce4_e5b9)
            .rotate_left(31)
    }

    fn end(stones: &Stones) -> Option<End> {
        match (lines(stones.other) > 0, stones.count == COLUMNS * ROWS) {
            (true, _) => Some(End::Lost),
            (false, true) => Some(End::Draw),
            (false, false) => None,
        }
    }

    /// How many lines each side can still fill.
    fn evaluate(stones: &Stones) -> i32 {
        4 * (lines(BOARD & !stones.other) - lines(BOARD & !stones.own))
    }

    fn bits(column: u8) -> NonZeroU16 {
        NonZeroU16::MIN.saturating_add(column.into())
    }
}

impl Game for ConnectFour {
    type Setup = Usual;

    const NAME: &'static str = "connect-four";
    const UNIT: &'static str = "hundreds of points";
    const REFUTED_BY: i32 = 40;
    const OVERLOOKED: &'static str = "nothing is overlooked: every column is looked at";
    const ADJUDICATION: Adjudication = Adjudication::NONE;
    const BALANCE: Balance = Balance {
        nodes: 3000,
        score: 40,
    };
    const BENCH_DEPTH: i32 = 14;

    fn setups(words: &SetupWords) -> Result<Vec<Usual>, String> {
        Usual::only(words)
    }

    fn start(_: &Usual) -> Stones {
        Stones::default()
    }

    /// The columns played so far, 1 to 7, as in 4453.
    fn read_position(setup: &Usual, text: &str) -> Result<Stones, String> {
        let mut stones = Self::start(setup);
        for column in text.strip_prefix("startpos").unwrap_or(text).chars() {
            let column = Self::read_move(&stones, &column.to_string())?;
            <Self as Game>::play(&mut stones, column);
        }
        Ok(stones)
    }

    fn position_text(stones: &Stones) -> String {
        let (first, second) = match Self::side_to_move(stones) {
            Side::First => (stones.own, stones.other),
            Side::Second => (stones.other, stones.own),
        };
        let cell = |row: u8, column: u8| match 1u64 << (column * HEIGHT + row) {
            cell if first & cell != 0 => 'x',
            cell if second & cell != 0 => 'o',
            _ => '.',
        };
        let row = |row| {
            (0..COLUMNS)
                .map(|column| cell(row, column))
                .collect::<String>()
        };
        (0..ROWS).rev().map(row).collect::<Vec<_>>().join("/")
    }

    fn random_opening(setup: &Usual, random: &mut dyn FnMut(u64) -> u64) -> Option<Stones> {
        let mut stones = Self::start(setup);
        for _ in 0..6 + random(2) {
            let moves = <Self as Game>::legal_moves(&stones);
            <Self as Game>::play(
                &mut stones,
                *moves.get(random(moves.len() as u64) as usize)?,
            );
        }
        Self::ending(&stones).is_none().then_some(stones)
    }

    fn bench_positions() -> Vec<Stones> {
        let texts = [
            "",
            "4",
            "44444",
            "4453",
            "3642756176227637211322113551637574556",
            "437256174",
        ];
        texts
            .iter()
            .filter_map(|text| Self::read_position(&Usual, text).ok())
            .collect()
    }

    fn side_to_move(stones: &Stones) -> Side {
        Side::BOTH[usize::from(stones.count % 2)]
    }

    fn plies(stones: &Stones) -> usize {
        stones.count.into()
    }

    fn legal_moves(stones: &Stones) -> Vec<u8> {
        let mut moves = Vec::new();
        if Self::end(stones).is_none() {
            <Self as PlainGame>::legal_moves(stones, &mut moves);
        }
        moves
    }

    fn play(stones: &mut Stones, column: u8) {
        <Self as PlainGame>::play(stones, column);
    }

    fn pass(stones: &mut Stones) {
        std::mem::swap(&mut stones.own, &mut stones.other);
    }

    fn ending(stones: &Stones) -> Option<Ending> {
        let (winner, reason) = match Self::end(stones)? {
            End::Draw => (None, "draw: the board is full".to_owned()),
            _ => {
                let winner = Self::side_to_move(stones).other();
                (
                    Some(winner),
                    format!("{} has four in a line", Self::side_name(winner)),
                )
            }
        };
        Some(Ending { winner, reason })
    }

    fn move_of(bits: MoveBits) -> Option<u8> {
        Some((bits.get() - 1) as u8).filter(|&column| column < COLUMNS)
    }

    fn move_text(_: &Stones, column: u8) -> String {
        Self::move_code(column)
    }

    fn move_code(column: u8) -> String {
        (column + 1).to_string()
    }

    fn read_move(stones: &Stones, text: &str) -> Result<u8, String> {
        let column = text
            .parse::<u8>()
            .ok()
            .and_then(|number| number.checked_sub(1));
        let legal = <Self as Game>::legal_moves(stones);
        let column = column.filter(|column| legal.contains(column));
        column.ok_or_else(|| {
            format!("'{text}' is not a move. Name a column that is not full, 1 to 7.")
        })
    }

    fn side_name(side: Side) -> &'static str {
        ["x", "o"][side.index()]
    }

    fn ending_mark(stones: &Stones) -> Option<&'static str> {
        Some(match Self::end(stones)? {
            End::Draw => "draw",
            _ => "four in a line",
        })
    }
}

pub fn main() -> std::process::ExitCode {
    regence_lab::any_game::main::<ConnectFour>()
}
