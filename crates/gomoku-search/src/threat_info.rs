//! What is at stake at a node: a win at once, threats that must be answered, and by which moves.

use crate::eval::Play;
use crate::vcf;
use regence_gomoku::{Axis, Board, Class, Move, Point, PointSet, RuleSet, Side};

/// How urgent the opponent's threats are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Urgency {
    /// Nothing has to be answered at once.
    Quiet,
    /// The opponent would make a four that cannot be stopped, or in ninuki a five that a capture could break:
    /// no loss for certain, but nothing to be judged by the look of it.
    Three,
    /// The opponent would win with the next move, or has a five that must be broken.
    Four,
}

/// The stakes of a position.
#[derive(Clone, Copy, Debug)]
pub struct ThreatInfo {
    /// A move that wins at once.
    pub win: Option<Move>,
    pub urgency: Urgency,
    /// The moves that may meet the threat; every other legal move loses in `others_lose_in` plies.
    pub answers: Option<PointSet>,
    pub others_lose_in: i32,
}

impl ThreatInfo {
    pub fn look<R: Play>(board: &mut Board<R>) -> ThreatInfo {
        let mut info = ThreatInfo {
            win: vcf::winning_move(board),
            urgency: Urgency::Quiet,
            answers: None,
            others_lose_in: 0,
        };
        if info.win.is_some() {
            return info;
        }
        if let Some(answers) = board.defences() {
            info.urgency = Urgency::Four;
            info.answers = Some(answers);
            info.others_lose_in = if board.must_break_five() { 1 } else { 2 };
            return info;
        }
        let attacker = board.side().other();
        let threats = unstoppable(board, attacker);
        if !threats.is_empty() || (R::CAPTURES && board.has_five(attacker)) {
            info.urgency = Urgency::Three;
        }
        if !threats.is_empty() && !R::CAPTURES {
            info.answers = Some(answers_to(board, &threats));
            info.others_lose_in = 4;
        }
        info
    }

    pub fn is_quiet(&self) -> bool {
        self.urgency == Urgency::Quiet
    }

    pub fn is_four(&self) -> bool {
        self.urgency == Urgency::Four
    }
}

/// From this class on a four cannot be stopped. In caro two fours in one line can be, by a stone that
/// closes both.
fn unstoppable_class<R: Play>() -> Class {
    match R::ROWS[0].five.is_closable() {
        true => Class::OpenFour,
        false => Class::DoubleFour,
    }
}

/// Where `attacker` could make a four that no single stone stops.
///
/// Where Black is bound by renju's fouls, points with two more threes are left out: a white stone
/// elsewhere may make them forbidden, so that they are no sure threat.
pub fn unstoppable<R: Play>(board: &Board<R>, attacker: Side) -> PointSet {
    if !board.has_open_four(attacker) {
        return PointSet::EMPTY;
    }
    let mut points = board.legal_between(attacker, unstoppable_class::<R>(), Class::OpenFour);
    if R::SET == RuleSet::Renju && attacker == Side::Black {
        for point in &points.clone() {
            if free_threes(board, point, attacker) >= 2 {
                points.remove(point);
            }
        }
    }
    points
}

fn free_threes<R: Play>(board: &Board<R>, point: Point, side: Side) -> usize {
    let is_three = |&axis: &Axis| board.line_class(point, side, axis).is_free_three();
    Axis::ALL.iter().filter(|axis| is_three(axis)).count()
}

/// The moves of the side to move that may meet all `threats`: stones that stop each of them, and fours
/// of its own. What captures could do is not looked at.
pub fn answers_to<R: Play>(board: &Board<R>, threats: &PointSet) -> PointSet {
    let side = board.side();
    let least = unstoppable_class::<R>();
    let stops = threats.iter().fold(board.empties(), |stops, threat| {
        stops.intersection(&board.stops(side.other(), threat, least))
    });
    board
        .only_legal(stops, side)
        .union(&board.legal_between(side, Class::Four, Class::OpenFour))
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_gomoku::{Ninuki, Size};

    /// Black has an open four, and each of its fives could be broken: White may take two of its stones.
    const BREAKABLE: &str = "k11k12l10g13g10m9j12i13h13i15j11i14i12h12i12i11g14";

    #[test]
    fn a_five_that_could_be_broken_is_no_quiet_matter() {
        let size = Size::square(19).unwrap();
        let mut board = Board::<Ninuki>::from_moves(size, BREAKABLE).unwrap();
        assert!(board.has_five(Side::Black) && board.defences().is_none());
        assert_eq!(ThreatInfo::look(&mut board).urgency, Urgency::Three);
    }
}
