//! Which moves may upset a forced win of the other side (ninuki).
//!
//! A row of fours that wins after a pass wins after every stone that touches nothing of it. With captures
//! much may touch it: the points of the plan itself, captures, the ends of pairs that could then be captured,
//! rows of one's own that an answer would complete, whatever would make a forbidden answer legal, and a stone
//! beside an own one that a move of the plan would take along with it. All of that is found with whole sets
//! of points at once; a move outside of it changes nothing.

use crate::board::Board;
use crate::pointset::{AXES, PointSet, Reach};
use crate::rules::Rule;

/// All that is played in a forced win, in all of its branches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Where the attacker plays or threatens to win.
    pub attacks: PointSet,
    /// What the other side may answer.
    pub answers: PointSet,
    /// What it may not, because the rule forbids it.
    pub fouls: PointSet,
}

impl Plan {
    /// Nothing is played.
    pub const NONE: Plan = Plan {
        attacks: PointSet::EMPTY,
        answers: PointSet::EMPTY,
        fouls: PointSet::EMPTY,
    };
}

impl<R: Rule> Board<R> {
    /// The legal moves of the side to move that may upset a plan of the other side. Every other move leaves the plan as
    /// it is.
    pub fn may_upset(&self, plan: &Plan) -> PointSet {
        let (side, attacker) = (self.side(), self.side().other());
        let theirs = self.stones(attacker).union(&plan.attacks);
        let ours = self.stones(side).union(&plan.answers);
        let mut upsets = plan.attacks.union(&plan.answers);
        upsets = upsets.union(&self.captures_of(side));
        upsets = upsets.union(&plan.fouls.spread(Reach::new(0, 5)));
        upsets = upsets.union(&ends_of_pairs(&theirs));
        let fixed = without_neighbours(self.stones(attacker), &theirs);
        for axis in AXES {
            upsets = upsets.union(&nearly_fours(&ours, &fixed, axis));
            let (dx, dy) = axis;
            for step in [axis, (-dx, -dy)] {
                upsets = upsets.union(&completed_pairs(&plan.attacks, &theirs, &ours, step));
            }
        }
        self.only_legal(upsets.intersection(&self.empties()), side)
    }
}

/// The ends of all pairs: whoever holds one may capture. Even a pair that is no part of the plan counts, since its stones may
/// be what guards another pair that is.
fn ends_of_pairs(stones: &PointSet) -> PointSet {
    AXES.into_iter().fold(PointSet::EMPTY, |ends, (dx, dy)| {
        let pairs = stones.intersection(&stones.shifted(-dx, -dy));
        ends.union(&pairs.shifted(-dx, -dy))
            .union(&pairs.shifted(2 * dx, 2 * dy))
    })
}

/// The stones that no capture can take, because they are no part of a pair.
fn without_neighbours(stones: &PointSet, all: &PointSet) -> PointSet {
    AXES.into_iter().fold(*stones, |alone, (dx, dy)| {
        let neighbours = all.shifted(dx, dy).union(&all.shifted(-dx, -dy));
        alone.difference(&neighbours)
    })
}

/// The cells of five in a line that hold three of `ours` at least and no stone of the other side that stays: with one
/// more they threaten.
fn nearly_fours(ours: &PointSet, theirs: &PointSet, (dx, dy): (i32, i32)) -> PointSet {
    let mut at_least = [PointSet::EMPTY; 3];
    let mut open = PointSet::EVERYTHING;
    for step in 0..5 {
        let here = ours.shifted(-dx * step, -dy * step);
        at_least[2] = at_least[2].union(&at_least[1].intersection(&here));
        at_least[1] = at_least[1].union(&at_least[0].intersection(&here));
        at_least[0] = at_least[0].union(&here);
        open = open.difference(&theirs.shifted(-dx * step, -dy * step));
    }
    let starts = at_least[2].intersection(&open);
    (1..5).fold(starts, |cells, step| {
        cells.union(&starts.shifted(dx * step, dy * step))
    })
}

/// The cells that would make a pair of `ours` which a move of the plan takes along this step.
fn completed_pairs(
    attacks: &PointSet,
    theirs: &PointSet,
    ours: &PointSet,
    (dx, dy): (i32, i32),
) -> PointSet {
    let seen = |set: &PointSet, steps: i32| set.shifted(-dx * steps, -dy * steps);
    let takers = attacks.intersection(&seen(theirs, 3));
    let next = takers.intersection(&seen(ours, 2)).shifted(dx, dy);
    let beyond = takers.intersection(&seen(ours, 1)).shifted(2 * dx, 2 * dy);
    next.union(&beyond)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ninuki;
    use crate::point::{Point, Size};

    fn points(texts: &[&str]) -> PointSet {
        let size = Size::square(19).unwrap();
        texts.iter().map(|t| size.parse_point(t).unwrap()).collect()
    }

    fn point(text: &str) -> Point {
        Size::square(19).unwrap().parse_point(text).unwrap()
    }

    /// Black threatens an open four in the tenth row; White is to move.
    fn three() -> (Board<Ninuki>, Plan) {
        let size = Size::square(19).unwrap();
        let board = Board::from_moves(size, "j10a1k10a4l10").unwrap();
        let plan = Plan {
            attacks: points(&["i10", "h10", "m10", "n10"]),
            answers: points(&["h10", "i10", "m10", "n10"]),
            fouls: PointSet::EMPTY,
        };
        (board, plan)
    }

    #[test]
    fn a_stone_far_away_upsets_nothing() {
        let (board, plan) = three();
        let upsets = board.may_upset(&plan);
        for far in ["s19", "b2", "k15", "e5"] {
            assert!(!upsets.contains(point(far)), "{far}");
        }
        for near in ["i10", "m10", "h10", "n10"] {
            assert!(upsets.contains(point(near)), "{near}");
        }
        assert!(upsets.len() < 12, "{upsets:?}");
    }

    #[test]
    fn the_ends_of_pairs_count() {
        let size = Size::square(19).unwrap();
        // k11 makes a pair with k10, whose ends are k9 and k12.
        let board = Board::<Ninuki>::from_moves(size, "j10a1k10a4l10a7k11").unwrap();
        let upsets = board.may_upset(&three().1);
        assert!(upsets.contains(point("k9")) && upsets.contains(point("k12")));
    }

    #[test]
    fn a_row_that_an_answer_would_complete_counts() {
        let size = Size::square(19).unwrap();
        // White's g8 and h9 lie in a line with the answer i10.
        let board = Board::<Ninuki>::from_moves(size, "j10g8k10h9l10").unwrap();
        let upsets = board.may_upset(&three().1);
        assert!(upsets.contains(point("f7")) && upsets.contains(point("j11")));
    }

    #[test]
    fn a_stone_that_would_be_taken_along_counts() {
        let size = Size::square(19).unwrap();
        // m10 would take m11 and m12, had White both: m13 is Black's.
        let board = Board::<Ninuki>::from_moves(size, "j10m11k10a4l10a7m13").unwrap();
        assert!(board.may_upset(&three().1).contains(point("m12")));
    }
}
