//! The positions for Gomoku, as drawings: `x` is the engine, which is to move, `o` its opponent, and `*` marks the points
//! that are right. A test proves what is said of them.

use regence_arena::client::gomocup::{At, Owner};

/// What a position asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    /// A five is there to be made.
    Five,
    /// The opponent's four is there to be stopped.
    Block,
    /// A three is there to be made an open four, or the opponent's to be stopped.
    Four,
    /// A win by fours.
    Win,
    /// What looks like a win is none by this rule: the opponent's four has to be stopped.
    FalseWin,
    /// What would win is forbidden by this rule.
    Forbidden,
}

/// A task by a rule of the protocol.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    pub asks: Asks,
    /// The rules, by their numbers in `INFO rule`.
    pub rules: &'static [u32],
    pub drawing: &'static str,
}

pub const FREESTYLE: u32 = 0;
pub const STANDARD: u32 = 1;
pub const RENJU: u32 = 4;
pub const CARO: u32 = 8;
pub const RULES: &[u32] = &[FREESTYLE, STANDARD, RENJU, CARO];

/// The side of the board.
pub const SIDE: u8 = 15;

/// The drawings begin in this row and column.
const CORNER: u8 = 3;

impl Task {
    fn cells(&self) -> impl Iterator<Item = (At, char)> {
        let rows = self.drawing.split('/').enumerate();
        rows.flat_map(|(y, row)| {
            row.chars()
                .enumerate()
                .map(move |(x, c)| ((CORNER + x as u8, CORNER + y as u8), c))
        })
    }

    /// The stones in an order in which they could have been put: Black, who is the engine where both have as many, begins.
    pub fn stones(&self) -> Vec<(At, Owner)> {
        let of = |mark: char| -> Vec<At> {
            self.cells()
                .filter(|(_, c)| *c == mark)
                .map(|(at, _)| at)
                .collect()
        };
        let (own, other) = (of('x'), of('o'));
        let (own, other) = (
            own.into_iter().map(|at| (at, Owner::Own)),
            other.into_iter().map(|at| (at, Owner::Opponent)),
        );
        own.zip(other)
            .flat_map(|(own, other)| [own, other])
            .collect()
    }

    pub fn right(&self) -> Vec<At> {
        self.cells()
            .filter(|(_, c)| *c == '*')
            .map(|(at, _)| at)
            .collect()
    }
}

pub const TASKS: &[Task] = &[
    Task {
        asks: Asks::Five,
        rules: RULES,
        drawing: "oxxxx*...//..o...../....o..../......o..",
    },
    Task {
        asks: Asks::Five,
        rules: RULES,
        drawing: "x......../.x..o..../..*....../...x.o.../....x..../o.......o",
    },
    Task {
        asks: Asks::Block,
        rules: RULES,
        drawing: "xoooo*...//..x...../....x..../......x..",
    },
    Task {
        asks: Asks::Block,
        rules: RULES,
        drawing: "....o..../....o..../....*.x../....o..../....o..../.x.....x./...x.....",
    },
    Task {
        asks: Asks::Four,
        rules: &[FREESTYLE, STANDARD, CARO],
        drawing: "........./.**xxx**./........./o....o..../...o......",
    },
    Task {
        asks: Asks::Four,
        rules: &[FREESTYLE, STANDARD, CARO],
        drawing: "........./.**ooo**./........./x....x..../...x......",
    },
    Task {
        asks: Asks::Win,
        rules: &[FREESTYLE, STANDARD],
        drawing: "..oxxx*.../....../......x.../......x.o./..o...x.../......o.../o..o....",
    },
    Task {
        asks: Asks::FalseWin,
        rules: &[STANDARD],
        drawing: "xxx.xx..../......../xoooo*..../......../o.o",
    },
    Task {
        asks: Asks::Five,
        rules: &[FREESTYLE],
        drawing: "xxx*xx..../......../xoooo...../......../o.o",
    },
    Task {
        asks: Asks::FalseWin,
        rules: &[CARO],
        drawing: "oxxxx.o.../......../.xoooo*.../......../......x",
    },
    Task {
        asks: Asks::Forbidden,
        rules: &[RENJU],
        drawing: "..oxxx..../......../......x.../......x.../..o...x.../......o.../o..o..../o",
    },
];
