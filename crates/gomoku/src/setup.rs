//! Positions that do not come from play: stones put on a board, checked, then given to the rules.

use std::fmt;

use crate::board::Board;
use crate::line::{Lines, cell};
use crate::outcome::{Outcome, Victory};
use crate::point::{Point, STEPS, Side, Size};
use crate::pointset::PointSet;
use crate::rules::{CAPTURES_TO_WIN, Rule, RuleSet};
use crate::zobrist::MAX_PAIRS;

/// Stones, side to move and captured stones of a position to be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    size: Size,
    stones: [PointSet; 2],
    side: Option<Side>,
    captured: [u8; 2],
}

/// Why a position cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// The point is not on a board of this size.
    OffBoard(Point, Size),
    /// There is a stone on the point already.
    Occupied(Point),
    /// Captured stones that the rule does not know, or that are no pairs.
    Captured(RuleSet, u8),
    /// Both sides have won.
    TwoWinners,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::OffBoard(point, size) => {
                write!(
                    f,
                    "{point} is not on the {size} board: put stones on it only"
                )
            }
            SetupError::Occupied(point) => {
                write!(f, "{point} holds two stones: put one stone on a point")
            }
            SetupError::Captured(RuleSet::Ninuki, stones) => write!(
                f,
                "{stones} captured stones: expected an even number up to {}",
                2 * MAX_PAIRS
            ),
            SetupError::Captured(rule, stones) => {
                write!(
                    f,
                    "{stones} captured stones, but nothing is captured in {rule}"
                )
            }
            SetupError::TwoWinners => {
                f.write_str("both sides have a winning row: take one of them away")
            }
        }
    }
}

impl std::error::Error for SetupError {}

impl Setup {
    /// An empty board.
    pub fn new(size: Size) -> Setup {
        Setup {
            size,
            stones: [PointSet::EMPTY; 2],
            side: None,
            captured: [0; 2],
        }
    }

    /// Columns and rows.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Adds a stone.
    pub fn put(&mut self, point: Point, side: Side) -> Result<(), SetupError> {
        if !self.size.contains(point) {
            return Err(SetupError::OffBoard(point, self.size));
        }
        if self.stones.iter().any(|stones| stones.contains(point)) {
            return Err(SetupError::Occupied(point));
        }
        self.stones[side.index()].insert(point);
        Ok(())
    }

    /// Who moves next. If nobody says so, Black does when both sides have put the same number of stones
    /// on the board, captured ones included, and White otherwise.
    pub fn side_to_move(&mut self, side: Side) {
        self.side = Some(side);
    }

    /// How many stones a side has captured so far.
    pub fn captured(&mut self, side: Side, stones: u8) {
        self.captured[side.index()] = stones;
    }

    fn side(&self) -> Side {
        let put = |side: Side| {
            self.stones[side.index()].len() + usize::from(self.captured[side.other().index()])
        };
        self.side.unwrap_or_else(|| {
            if put(Side::Black) == put(Side::White) {
                Side::Black
            } else {
                Side::White
            }
        })
    }
}

impl<R: Rule> Board<R> {
    /// A board with the stones of a setup. A winning row on it ends the game; in ninuki a five of the side
    /// that is not to move may still be broken.
    pub fn from_setup(setup: &Setup) -> Result<Board<R>, SetupError> {
        for stones in setup.captured {
            let allowed = R::CAPTURES && stones % 2 == 0 && usize::from(stones) <= 2 * MAX_PAIRS;
            if stones != 0 && !allowed {
                return Err(SetupError::Captured(R::SET, stones));
            }
        }
        let mut board = Board::<R>::new(setup.size);
        for side in Side::BOTH {
            for point in &setup.stones[side.index()] {
                board.put(point.index(), side);
            }
            board.set_captured(side, setup.captured[side.index()]);
        }
        board.set_side(setup.side());
        let (five_waits, outcome) = board.standing()?;
        board.settle(five_waits, outcome);
        Ok(board)
    }

    /// Whether a five waits to be broken, and whether the game is over, from the stones alone.
    fn standing(&self) -> Result<(bool, Option<Outcome>), SetupError> {
        let (mover, last) = (self.side(), self.side().other());
        let rich = Side::BOTH.map(|side| self.captured(side) >= CAPTURES_TO_WIN);
        let won = |side, by| Ok((false, Some(Outcome::Win { side, by })));
        match rich {
            [true, true] => return Err(SetupError::TwoWinners),
            [true, false] => return won(Side::Black, Victory::Captures),
            [false, true] => return won(Side::White, Victory::Captures),
            [false, false] => {}
        }
        match (self.has_winning_row(mover), self.has_winning_row(last)) {
            (true, true) => Err(SetupError::TwoWinners),
            (true, false) => won(mover, Victory::Five),
            (false, true) if R::CAPTURES && !self.five_stands(last) => Ok((true, None)),
            (false, true) => won(last, Victory::Five),
            (false, false) => {
                let stuck = !self.has_legal_move();
                Ok((false, stuck.then_some(Outcome::Draw)))
            }
        }
    }

    fn has_winning_row(&self, side: Side) -> bool {
        let rule = R::ROWS[side.index()].five;
        self.stones(side).iter().any(|point| {
            STEPS.into_iter().any(|step| {
                row_from(self.lines(), point.index(), step, side)
                    .is_some_and(|(length, closed)| rule.wins(length, closed))
            })
        })
    }
}

/// Length of the row that starts at a stone, and how many of its ends opposing stones close; `None` if
/// the row started earlier.
fn row_from(lines: &Lines, start: usize, step: usize, side: Side) -> Option<(u32, u32)> {
    let own = side.index() as u32 + 1;
    let opposing = cell::BORDER - own;
    let before = lines.cell(start - step);
    if before == own {
        return None;
    }
    let length = (0..)
        .take_while(|i| lines.cell(start + i * step) == own)
        .count();
    let after = lines.cell(start + length * step);
    let closed = u32::from(before == opposing) + u32::from(after == opposing);
    Some((length as u32, closed))
}
