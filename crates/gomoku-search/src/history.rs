//! What the search remembers of moves: which cut and which disappointed.

use regence_core::history_entry::HistoryEntry;
use regence_gomoku::{Class, Move, Point, Side};

/// The scale of move histories.
pub const HISTORY_MAX: i32 = 16384;

type Cell = HistoryEntry<HISTORY_MAX>;

/// Moves farther than this from the last one share a cell.
const NEAR: i32 = 6;
const DELTAS: usize = ((2 * NEAR + 1) * (2 * NEAR + 1)) as usize + 1;

/// A move of the line, as the histories see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    pub point: Point,
    /// What the move made.
    pub class: Class,
}

/// What a move does, wherever it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deed {
    pub makes: Class,
    pub denies: Class,
    pub takes: bool,
    pub saves: bool,
}

impl Deed {
    const COUNT: usize = Class::COUNT * Class::COUNT * 4;

    #[inline]
    fn index(self) -> usize {
        let classes = self.makes.index() * Class::COUNT + self.denies.index();
        4 * classes + 2 * usize::from(self.takes) + usize::from(self.saves)
    }
}

/// The histories of one thread. They live from search to search, until a new game.
#[derive(Debug)]
pub struct Histories {
    /// By side and point.
    points: Vec<[Cell; Point::COUNT]>,
    /// By side, by what the move so many plies before made, and by the step from there to here: shapes
    /// are the same all over the board.
    steps: [Vec<[[Cell; DELTAS]; Class::COUNT]>; 2],
    /// By side and by what the move does.
    classes: [Vec<Cell>; 2],
}

impl Default for Histories {
    fn default() -> Self {
        let steps = || vec![[[Cell::default(); DELTAS]; Class::COUNT]; 2];
        Histories {
            points: vec![[Cell::default(); Point::COUNT]; 2],
            steps: [steps(), steps()],
            classes: [(); 2].map(|()| vec![Cell::default(); Deed::COUNT]),
        }
    }
}

fn step(from: Point, to: Point) -> usize {
    let dx = i32::from(to.x()) - i32::from(from.x());
    let dy = i32::from(to.y()) - i32::from(from.y());
    if dx.abs() > NEAR || dy.abs() > NEAR {
        return DELTAS - 1;
    }
    ((dy + NEAR) * (2 * NEAR + 1) + dx + NEAR) as usize
}

impl Histories {
    pub fn clear(&mut self) {
        *self = Histories::default();
    }

    #[inline]
    pub fn point(&mut self, side: Side, mv: Move) -> &mut Cell {
        &mut self.points[side.index()][mv.point().index()]
    }

    #[inline]
    pub fn point_score(&self, side: Side, point: Point) -> i32 {
        self.points[side.index()][point.index()].get()
    }

    #[inline]
    pub fn class(&mut self, side: Side, deed: Deed) -> &mut Cell {
        &mut self.classes[side.index()][deed.index()]
    }

    #[inline]
    pub fn class_score(&self, side: Side, deed: Deed) -> i32 {
        self.classes[side.index()][deed.index()].get()
    }

    /// `back` is 0 for the move just before, 1 for the side's own last move.
    #[inline]
    pub fn step(&mut self, back: usize, side: Side, before: Played, mv: Move) -> &mut Cell {
        &mut self.steps[back][side.index()][before.class.index()][step(before.point, mv.point())]
    }

    #[inline]
    pub fn step_score(&self, back: usize, side: Side, before: Played, point: Point) -> i32 {
        self.steps[back][side.index()][before.class.index()][step(before.point, point)].get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_gomoku::Size;

    #[test]
    fn the_two_sides_do_not_share_a_history() {
        let mut histories = Histories::default();
        let point = Size::square(15).unwrap().centre();
        histories.point(Side::White, point.into()).update(1000);
        assert!(histories.point_score(Side::White, point) > 0);
        assert_eq!(histories.point_score(Side::Black, point), 0);
        histories.clear();
        assert_eq!(histories.point_score(Side::White, point), 0);
    }

    #[test]
    fn every_deed_has_a_cell_of_its_own() {
        let mut seen = std::collections::HashSet::new();
        for makes in Class::ALL {
            for denies in Class::ALL {
                for (takes, saves) in [(false, false), (false, true), (true, false), (true, true)] {
                    let deed = Deed {
                        makes,
                        denies,
                        takes,
                        saves,
                    };
                    assert!(deed.index() < Deed::COUNT && seen.insert(deed.index()));
                }
            }
        }
    }

    #[test]
    fn the_same_step_elsewhere_shares_a_cell() {
        let size = Size::square(19).unwrap();
        let at = |x, y| size.point(x, y).unwrap();
        assert_eq!(step(at(3, 3), at(4, 5)), step(at(10, 12), at(11, 14)));
        assert_ne!(step(at(3, 3), at(4, 5)), step(at(3, 3), at(5, 4)));
        assert_eq!(step(at(0, 0), at(18, 0)), step(at(0, 0), at(0, 18)));
    }
}
