//! The game as the manager tells it: moves, or stones whose order means nothing.

use regence_gomoku::{Move, Point, RuleSet, Setup, Side, Size};
use regence_gomoku_search::AnyBoard;
use regence_protocol::gomocup::{At, Field};

/// A board, and the stones in the order in which they came.
#[derive(Clone, Debug)]
pub struct Position {
    pub board: AnyBoard,
    stones: Vec<(Point, Side)>,
}

impl Position {
    pub fn new(rule: RuleSet, size: Size) -> Position {
        Position {
            board: AnyBoard::new(rule, size),
            stones: Vec::new(),
        }
    }

    pub fn size(&self) -> Size {
        self.board.size()
    }

    pub fn rule(&self) -> RuleSet {
        self.board.rule()
    }

    /// The point of a pair of numbers.
    pub fn point(&self, at: At) -> Result<Point, String> {
        self.size().point(at.x, at.y).ok_or_else(|| {
            let size = self.size();
            format!("{},{} is not on the {size} board", at.x, at.y)
        })
    }

    /// Plays a move of the side to move.
    pub fn play(&mut self, point: Point) -> Result<(), String> {
        let side = self.board.side();
        self.board
            .play(Move::new(point))
            .map_err(|error| error.to_string())?;
        self.stones.push((point, side));
        Ok(())
    }

    /// The same stones under another rule.
    pub fn with_rule(&self, rule: RuleSet) -> Result<Position, String> {
        build(rule, self.size(), &self.stones, self.board.side())
    }

    /// Takes a stone back that was the last one.
    pub fn take_back(&mut self, point: Point) -> Result<(), String> {
        let Some(&(last, _)) = self.stones.last() else {
            return Err("there is no move to take back".into());
        };
        // A board that was set up may be taken apart in any order.
        let found = match self.board.ply() {
            0 => self.stones.iter().rposition(|&(at, _)| at == point),
            _ => (last == point).then(|| self.stones.len() - 1),
        };
        let Some(index) = found else {
            return Err(format!(
                "only the last move can be taken back, {}",
                last.gomocup()
            ));
        };
        if self.board.undo() {
            self.stones.pop();
            return Ok(());
        }
        let owner = self.stones[index].1;
        let mut stones = self.stones.clone();
        stones.remove(index);
        *self = build(self.rule(), self.size(), &stones, owner)?;
        Ok(())
    }

    /// The position of a `BOARD` command; we are to move.
    pub fn from_fields(
        rule: RuleSet,
        size: Size,
        fields: &[(Point, Field)],
    ) -> Result<Position, String> {
        let count = |wanted| fields.iter().filter(|(_, field)| *field == wanted).count();
        let ours = match count(Field::Ours) < count(Field::Theirs) {
            true => Side::White,
            false => Side::Black,
        };
        let owner = |number: usize, field: Field| match field {
            Field::Ours => ours,
            Field::Theirs => ours.other(),
            Field::Won | Field::Unsaid => Side::BOTH[number % 2],
        };
        let stones: Vec<(Point, Side)> = (0..)
            .zip(fields)
            .map(|(number, &(point, field))| (point, owner(number, field)))
            .collect();
        build(rule, size, &stones, ours)
    }

    /// The position after moves in turn, Black first.
    pub fn from_moves(rule: RuleSet, size: Size, moves: &[Point]) -> Result<Position, String> {
        let mut position = Position::new(rule, size);
        for &point in moves {
            position.play(point)?;
        }
        Ok(position)
    }
}

/// Plays the stones if they can have been played in this order; else puts them on the board. Captures
/// are known only where the order is.
fn build(
    rule: RuleSet,
    size: Size,
    stones: &[(Point, Side)],
    to_move: Side,
) -> Result<Position, String> {
    let mut played = Position::new(rule, size);
    let fits = stones
        .iter()
        .all(|&(point, side)| played.board.side() == side && played.play(point).is_ok());
    if fits && played.board.side() == to_move {
        return Ok(played);
    }
    let mut setup = Setup::new(size);
    for &(point, side) in stones {
        setup.put(point, side).map_err(|error| error.to_string())?;
    }
    setup.side_to_move(to_move);
    let board = AnyBoard::from_setup(rule, &setup).map_err(|error| error.to_string())?;
    Ok(Position {
        board,
        stones: stones.to_vec(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size() -> Size {
        Size::square(15).unwrap()
    }

    fn at(x: u8, y: u8) -> Point {
        size().point(x, y).unwrap()
    }

    #[test]
    fn boards_in_any_order() {
        use Field::{Ours, Theirs};
        let fields = [
            (at(7, 7), Theirs),
            (at(8, 8), Theirs),
            (at(6, 6), Ours),
            (at(5, 5), Theirs),
            (at(4, 4), Ours),
        ];
        let position = Position::from_fields(RuleSet::Freestyle, size(), &fields).unwrap();
        assert_eq!(position.board.side(), Side::White);
        assert_eq!(position.board.stone(at(7, 7)), Some(Side::Black));
        assert_eq!(position.board.stone_count(), 5);
    }

    #[test]
    fn stones_are_taken_back() {
        let moves = [at(7, 7), at(8, 8)];
        let mut position = Position::from_moves(RuleSet::Freestyle, size(), &moves).unwrap();
        assert!(position.take_back(at(7, 7)).is_err());
        position.take_back(at(8, 8)).unwrap();
        assert_eq!(position.board.side(), Side::White);
        position.take_back(at(7, 7)).unwrap();
        assert_eq!(position.board.stone_count(), 0);
        assert!(position.take_back(at(7, 7)).is_err());
    }

    #[test]
    fn captures_follow_from_the_order() {
        use Field::{Ours, Theirs};
        let fields = [
            (at(3, 3), Ours),
            (at(4, 3), Theirs),
            (at(9, 9), Ours),
            (at(5, 3), Theirs),
            (at(6, 3), Ours),
            (at(12, 12), Theirs),
        ];
        let position = Position::from_fields(RuleSet::Ninuki, size(), &fields).unwrap();
        assert_eq!(position.board.captured(Side::Black), 2);
    }
}
