//! Moves by what they threaten: wins, defences, fours, threes, captures, quiet moves.
//!
//! Every generator gives a set of legal points, so that a search can join, intersect and subtract them
//! before it looks at a single move.

use crate::board::Board;
use crate::class::{Class, Fouls};
use crate::outcome::Outcome;
use crate::point::{Move, Point, STEPS, Side};
use crate::pointset::{PointSet, Reach};
use crate::rules::{CAPTURES_TO_WIN, Rule};

impl<R: Rule> Board<R> {
    /// Every legal move of the side to move; none once the game is over.
    pub fn legal_moves(&self) -> PointSet {
        match self.outcome() {
            Some(_) => PointSet::EMPTY,
            None => self.only_legal(self.empties(), self.side()),
        }
    }

    /// The points of a set of empty points that the rule does not forbid to `side`.
    pub fn only_legal(&self, points: PointSet, side: Side) -> PointSet {
        if R::FOULS[side.index()] == Fouls::None {
            return points;
        }
        let mut legal = points;
        for point in &points.intersection(self.patterns().suspects(side)) {
            if self.foul(point, side).is_some() {
                legal.remove(point);
            }
        }
        legal
    }

    /// The points that `side` may not play though they are empty.
    pub fn forbidden(&self, side: Side) -> PointSet {
        let suspects = *self.patterns().suspects(side);
        suspects.difference(&self.only_legal(suspects, side))
    }

    /// Where `side` makes five. In ninuki the five may still be broken: [`Board::wins_at_once`] tells.
    pub fn fives(&self, side: Side) -> PointSet {
        match self.has_five(side) {
            true => self.only_legal(self.points_of(side, Class::Five), side),
            false => PointSet::EMPTY,
        }
    }

    /// Where `side` reaches ten captured stones (ninuki).
    pub fn capture_wins(&self, side: Side) -> PointSet {
        let missing = CAPTURES_TO_WIN.saturating_sub(self.captured(side));
        let mut wins = *self.captures().takes(side);
        for point in self.captures().takes(side) {
            if 2 * self.captures_at(point, side) < missing {
                wins.remove(point);
            }
        }
        wins
    }

    /// Where `side` makes a four of any kind, but no five: the moves of a search by continuous fours.
    pub fn fours(&self, side: Side) -> PointSet {
        self.legal_between(side, Class::Four, Class::OpenFour)
    }

    /// Where `side` makes a four that no single stone stops.
    pub fn open_fours(&self, side: Side) -> PointSet {
        self.legal_between(side, Class::DoubleFour, Class::OpenFour)
    }

    /// Where `side` makes a three that would become an open four, but no four.
    pub fn threes(&self, side: Side) -> PointSet {
        self.legal_between(side, Class::Three, Class::DoubleThree)
    }

    /// The legal points where `side` would make a class from `least` to `most`.
    pub fn legal_between(&self, side: Side, least: Class, most: Class) -> PointSet {
        self.only_legal(self.points_between(side, least, most), side)
    }

    /// Where `side` captures (ninuki). A capture is always legal.
    pub fn captures_of(&self, side: Side) -> PointSet {
        *self.captures().takes(side)
    }

    /// Where `side` threatens to capture a pair with its next stone (ninuki).
    pub fn capture_threats_of(&self, side: Side) -> PointSet {
        self.only_legal(*self.captures().threats(side), side)
    }

    /// The legal moves of the side to move within reach of a stone; the centre of an empty board.
    pub fn quiets(&self, reach: Reach) -> PointSet {
        let stones = self.stones(Side::Black).union(self.stones(Side::White));
        if stones.is_empty() {
            return [self.size().centre()].into_iter().collect();
        }
        let near = stones.spread(reach).intersection(&self.empties());
        self.only_legal(near, self.side())
    }

    /// Whether a legal move of the side to move ends the game in its favour.
    pub fn wins_at_once(&mut self, mv: Move) -> bool {
        if !R::CAPTURES {
            return self.class(mv.point(), self.side()) == Class::Five;
        }
        let side = self.side();
        let makes_five = self.class(mv.point(), side) == Class::Five;
        if makes_five && !self.must_break_five() && self.surely_stands(mv.point(), side) {
            return true;
        }
        self.make(mv);
        let won = self.outcome().and_then(Outcome::winner) == Some(side);
        self.undo();
        won
    }

    /// `None` unless the other side would win with its next move; then every legal move that may prevent
    /// it. A move that is left out loses at once, and without captures a move that is in the set does
    /// not, unless it meets another threat of the same kind.
    ///
    /// Moves that make five are always in the set: they win, or in ninuki force the other side to break
    /// the five instead.
    pub fn defences(&mut self) -> Option<PointSet> {
        let (side, attacker) = (self.side(), self.side().other());
        if !R::CAPTURES {
            if !self.has_five(attacker) {
                return None;
            }
            let stops = self.only_legal(self.answers(attacker, Class::Five), side);
            return Some(stops.union(&self.fives(side)));
        }
        if self.must_break_five() {
            return Some(self.captures_of(side));
        }
        let threats = self.threatened_wins();
        if threats.is_empty() {
            return None;
        }
        let blocks = threats.iter().fold(self.empties(), |blocks, point| {
            let breaking = self.breaking_threats(attacker, point);
            blocks.intersection(&self.ninuki_blocks(attacker, point).union(&breaking))
        });
        let moves = blocks
            .union(self.captures().takes(side))
            .union(&self.points_of(side, Class::Five));
        Some(self.only_legal(moves, side))
    }

    /// Where the other side would win at once if the side to move did nothing (ninuki).
    fn threatened_wins(&mut self) -> PointSet {
        let attacker = self.side().other();
        let mut wins = self.capture_wins(attacker);
        for point in &self.fives(attacker) {
            if self.surely_stands(point, attacker) {
                wins.insert(point);
                continue;
            }
            self.pass();
            if self.wins_at_once(point.into()) {
                wins.insert(point);
            }
            self.undo();
        }
        wins
    }

    /// Where a stone that neither captures nor threatens a pair now on the board may still prevent a win
    /// on `point`. There are three kinds: on the point itself; at the end of a pair which the winning
    /// stone would complete and which could then be captured; and next to an own stone, so that the
    /// winning stone would capture both and thereby open a pair of its own.
    fn ninuki_blocks(&self, attacker: Side, point: Point) -> PointSet {
        let index = point.index();
        let taken = self.captures().directions(index, attacker);
        let freed: PointSet = taken.cells(index).map(Point::from_index).collect();
        let empties = self.empties();
        let (theirs, ours) = (self.stones(attacker), self.stones(attacker.other()));
        let mut blocks = PointSet::EMPTY;
        blocks.insert(point);
        for step in STEPS
            .into_iter()
            .flat_map(|step| [step as isize, -(step as isize)])
        {
            let along = |steps: isize| Point::from_index(index.wrapping_add_signed(steps * step));
            let (behind, next, beyond) = (along(-1), along(1), along(2));
            let open = |end| empties.contains(end) || freed.contains(end);
            if theirs.contains(next) && open(behind) && open(beyond) {
                blocks.insert(behind);
                blocks.insert(beyond);
            }
            let one_of_ours = ours.contains(next) != ours.contains(beyond);
            if one_of_ours && theirs.contains(along(3)) {
                blocks.insert(next);
                blocks.insert(beyond);
            }
        }
        blocks.intersection(&empties)
    }
}
