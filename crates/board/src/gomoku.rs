//! A Gomoku game on a board of the page: the line that was played, a place in it, and how both look as messages.

use crate::messages::{
    By, Candidate, Captures, Colour, Fact, GomokuPosition, Kind, Over, Place, Played, Position,
    Reason, Score, Shape, Spot, Stone, Threat,
};
use regence_core::Value;
use regence_gomoku::{
    Class, MAX_SIDE, MIN_SIDE, Move, Outcome, Point, Reach, RuleSet, Side, Size, Victory,
};
use regence_gomoku_search::{AnyBoard, with_board};

/// A line of moves and how many of them are on the board.
#[derive(Clone, Debug)]
pub struct GomokuGame {
    /// As far as the board stands.
    board: Box<AnyBoard>,
    /// The stones that were there before the first move.
    setup: Setup,
    /// The whole line; none is a passed turn.
    moves: Vec<Option<Move>>,
    played: Vec<Played>,
}

/// Stones on the board before the first move, and who makes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    pub black: Vec<Point>,
    pub white: Vec<Point>,
    pub turn: Option<Side>,
}

impl Setup {
    pub fn is_empty(&self) -> bool {
        self.black.is_empty() && self.white.is_empty() && self.turn.is_none()
    }
}

/// The longest line of a search that is shown.
const LONGEST_LINE: usize = 24;
/// How many points the heat map shows.
const CANDIDATES: usize = 40;

impl GomokuGame {
    pub fn new(rule: RuleSet, size: Size) -> GomokuGame {
        GomokuGame {
            board: Box::new(AnyBoard::new(rule, size)),
            setup: Setup::default(),
            moves: Vec::new(),
            played: Vec::new(),
        }
    }

    /// A board with stones on it.
    pub fn set_up(rule: RuleSet, size: Size, setup: Setup) -> Result<GomokuGame, String> {
        let mut stones = regence_gomoku::Setup::new(size);
        for (side, points) in [(Side::Black, &setup.black), (Side::White, &setup.white)] {
            for &point in points {
                stones.put(point, side).map_err(|error| error.to_string())?;
            }
        }
        if let Some(side) = setup.turn {
            stones.side_to_move(side);
        }
        let board = AnyBoard::from_setup(rule, &stones).map_err(|error| error.to_string())?;
        Ok(GomokuGame {
            board: Box::new(board),
            setup,
            moves: Vec::new(),
            played: Vec::new(),
        })
    }

    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// An empty board, by the words of a message.
    pub fn begin(rule: Option<&str>, side: Option<u8>) -> Result<GomokuGame, String> {
        let rule = match rule {
            Some(name) => name.parse::<RuleSet>().map_err(|error| error.to_string())?,
            None => RuleSet::Freestyle,
        };
        let usual = rule.info().usual_side;
        let side = side.unwrap_or(usual);
        let size = Size::square(side).ok_or_else(|| {
            format!("a board has {MIN_SIDE} to {MAX_SIDE} points a side, not {side}")
        })?;
        Ok(GomokuGame::new(rule, size))
    }

    pub fn board(&self) -> &AnyBoard {
        &self.board
    }

    pub fn ply(&self) -> usize {
        self.board.ply()
    }

    pub fn played(&self) -> &[Played] {
        &self.played
    }

    pub fn turn(&self) -> Colour {
        colour(self.board.side())
    }

    pub fn read_move(&self, text: &str) -> Result<Move, String> {
        let point = self
            .board
            .size()
            .parse_point(text)
            .map_err(|error| error.to_string())?;
        Ok(Move::new(point))
    }

    /// Plays a move if it is legal; what came after in the line is forgotten unless it is the same move.
    pub fn play(&mut self, mv: Move, by: By, ms: u64, score: Option<Score>) -> Result<(), String> {
        let ply = self.ply();
        self.board.play(mv).map_err(|error| error.to_string())?;
        let played = Played {
            mv: mv.to_string(),
            san: mv.to_string(),
            by,
            ms,
            score,
        };
        self.keep(ply, Some(mv), played);
        Ok(())
    }

    /// Passes the turn.
    pub fn pass(&mut self) -> Result<(), String> {
        if let Some(over) = self.over() {
            return Err(format!("the game is over ({})", over.reason.words()));
        }
        let ply = self.ply();
        self.board.pass();
        self.keep(ply, None, Played::pass());
        Ok(())
    }

    fn keep(&mut self, ply: usize, mv: Option<Move>, played: Played) {
        if self.moves.get(ply) != Some(&mv) {
            self.moves.truncate(ply);
            self.played.truncate(ply);
            self.moves.push(mv);
            self.played.push(played);
        }
    }

    /// Goes to a place in the line.
    pub fn go_to(&mut self, ply: usize) {
        while self.ply() > ply && self.board.undo() {}
        while let Some(&mv) = self.moves.get(self.ply()).filter(|_| self.ply() < ply) {
            match mv {
                Some(mv) if self.board.play(mv).is_err() => return,
                Some(_) => {}
                None => self.board.pass(),
            }
        }
    }

    /// The game as it stood after so many moves.
    pub fn at(&self, ply: usize) -> GomokuGame {
        let mut game = self.clone();
        game.go_to(ply);
        game
    }

    pub fn over(&self) -> Option<Over> {
        Some(match self.board.outcome()? {
            Outcome::Win {
                side,
                by: Victory::Five,
            } => Over::win(colour(side), Reason::Five),
            Outcome::Win {
                side,
                by: Victory::Captures,
            } => Over::win(colour(side), Reason::Captures),
            Outcome::Draw => Over::draw(Reason::NoMove),
        })
    }

    /// A line of a search; both notations are the same here.
    pub fn line(&self, moves: &[Move]) -> Vec<String> {
        moves
            .iter()
            .take(LONGEST_LINE)
            .map(Move::to_string)
            .collect()
    }

    /// The part of a state that only Gomoku has.
    pub fn position(&self, is_over: bool) -> Position {
        let board = &self.board;
        let strings =
            |points: Vec<Point>| -> Vec<String> { points.iter().map(Point::to_string).collect() };
        let forbidden = match is_over {
            true => Vec::new(),
            false => board.forbidden(board.side()).iter().collect(),
        };
        let last = self
            .ply()
            .checked_sub(1)
            .and_then(|index| self.moves.get(index).copied().flatten());
        Position::Gomoku(GomokuPosition {
            rule: board.rule().name(),
            size: board.size().width(),
            height: board.size().height(),
            stones: self.stones(),
            captures: self.captures(),
            forbidden: strings(forbidden),
            winning: self.winning_row().map(strings),
            threats: if is_over { Vec::new() } else { self.threats() },
            last: last.map(|mv| [mv.to_string()]),
        })
    }

    /// A score of the side to move as people see it.
    pub fn score(&self, value: Value) -> Score {
        score(&self.board, value)
    }

    /// The stones on the board in the order in which they came.
    fn stones(&self) -> Vec<Stone> {
        let played = self.moves[..self.ply().min(self.moves.len())]
            .iter()
            .enumerate();
        let mut last = std::collections::HashMap::new();
        for (index, mv) in played {
            last.extend(mv.map(|mv| (mv.point(), index + 1)));
        }
        let size = self.board.size();
        let mut stones: Vec<Stone> = size
            .points()
            .filter_map(|point| {
                Some(Stone {
                    at: point.to_string(),
                    color: colour(self.board.stone(point)?),
                    n: last.get(&point).copied().unwrap_or(0),
                })
            })
            .collect();
        stones.sort_by_key(|stone| stone.n);
        stones
    }

    /// The points of the rows that won.
    fn winning_row(&self) -> Option<Vec<Point>> {
        let Some(Outcome::Win {
            side,
            by: Victory::Five,
        }) = self.board.outcome()
        else {
            return None;
        };
        let size = self.board.size();
        let has = |x: i32, y: i32| {
            let point = size.point(u8::try_from(x).ok()?, u8::try_from(y).ok()?)?;
            (self.board.stone(point) == Some(side)).then_some(point)
        };
        let mut row = Vec::new();
        for point in size.points() {
            let (x, y) = (i32::from(point.x()), i32::from(point.y()));
            for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                if has(x - dx, y - dy).is_some() {
                    continue;
                }
                let run: Vec<Point> = (0..)
                    .map_while(|step| has(x + step * dx, y + step * dy))
                    .collect();
                if run.len() >= 5 {
                    row.extend(run);
                }
            }
        }
        row.sort();
        row.dedup();
        Some(row)
    }

    fn class(&self, point: Point, side: Side) -> Class {
        with_board!(&*self.board, board => board.class(point, side))
    }

    fn empties(&self) -> Vec<Point> {
        let points = self.board.size().points();
        points
            .filter(|&point| self.board.stone(point).is_none())
            .collect()
    }

    /// Where a stone would threaten, for either side, the strongest first.
    fn threats(&self) -> Vec<Threat> {
        let mut threats = Vec::new();
        for point in self.empties() {
            for side in Side::BOTH {
                let class = self.class(point, side);
                if let Some(shape) = shape(class) {
                    threats.push((class, point, side, shape));
                }
            }
        }
        threats.sort_by_key(|&(class, ..)| std::cmp::Reverse(class));
        threats
            .into_iter()
            .take(CANDIDATES)
            .map(|(_, point, side, class)| Threat {
                at: point.to_string(),
                class,
                side: colour(side),
            })
            .collect()
    }

    /// What the shapes around each point promise to the side to move, by attack or by defence, as a heat map.
    pub fn candidates(&self, searched: &[(Move, Score)]) -> Vec<Candidate> {
        let side = self.board.side();
        let legal = self.board.legal_moves();
        // Far from all stones every point promises the same little.
        let near = match self.board.stone_count() {
            0 => self.centre().into_iter().collect(),
            _ => with_board!(&*self.board, board => board.quiets(Reach::USUAL)),
        };
        let heat = |point: Point| {
            let (own, theirs) = (self.class(point, side), self.class(point, side.other()));
            warmth(own) + 0.8 * warmth(theirs)
        };
        let value_of = |point: Point| {
            searched
                .iter()
                .find(|(mv, _)| mv.point() == point)
                .map(|&(_, score)| score)
        };
        let mut points: Vec<(Point, f32)> = legal
            .iter()
            .map(|point| (point, heat(point)))
            .filter(|&(point, heat)| {
                (heat > 0.0 && near.contains(point)) || value_of(point).is_some()
            })
            .collect();
        points.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let hottest = points.first().map_or(1.0, |&(_, heat)| heat.max(0.001));
        let mut rank = 0;
        points.retain(|&(point, _)| {
            rank += 1;
            rank <= CANDIDATES || value_of(point).is_some()
        });
        points
            .into_iter()
            .map(|(point, heat)| Candidate {
                at: point.to_string(),
                score: (heat / hottest * 1000.0).round() / 1000.0,
                value: value_of(point),
            })
            .collect()
    }

    fn centre(&self) -> Option<Point> {
        let size = self.board.size();
        size.point(size.width() / 2, size.height() / 2)
    }

    /// What a stone of the side to move does on a point.
    pub fn shape_facts(&self, mv: Move) -> Vec<Fact> {
        let side = self.board.side();
        let mut facts = Vec::new();
        if let Some(shape) = shape(self.class(mv.point(), side)) {
            let side = colour(side);
            facts.push(Fact::Makes { shape, side });
        }
        if let Some(shape) = shape(self.class(mv.point(), side.other())) {
            let side = colour(side.other());
            facts.push(Fact::Prevents { shape, side });
        }
        let pairs = with_board!(&*self.board, board => board.captures_at(mv.point(), side));
        if pairs > 0 {
            let pairs = pairs as u32;
            facts.push(Fact::Captures { pairs });
        }
        facts
    }

    /// The facts of the position.
    pub fn spot(&self) -> Spot {
        let board = &self.board;
        let over = self.over();
        let strings = |points: Vec<Point>| points.iter().map(Point::to_string).collect();
        let forbidden = match over {
            Some(_) => Vec::new(),
            None => board.forbidden(board.side()).iter().collect(),
        };
        let stone = |stone: &Stone| {
            let letter = if stone.color == Colour::Black {
                'b'
            } else {
                'w'
            };
            format!("{}{letter}{}", stone.at, stone.n)
        };
        let stones: Vec<String> = self.stones().iter().map(stone).collect();
        Spot {
            turn: self.turn(),
            over,
            opening: self.opening(),
            place: Place::Gomoku {
                stones: stones.join(" "),
                captures: self.captures(),
                forbidden: strings(forbidden),
                winning: self.winning_row().map(strings),
            },
        }
    }

    /// The name of the opening after three stones.
    pub fn opening(&self) -> Option<String> {
        let size = self.board.size();
        if size.width() != size.height() || self.board.stone_count() != 3 || self.ply() != 3 {
            return None;
        }
        let from_centre = |stone: &Stone| {
            let point = size.parse_point(&stone.at).ok()?;
            let middle = i8::try_from(size.width() / 2).ok()?;
            let away = |at: u8| i8::try_from(at).ok().map(|at| at - middle);
            Some([away(point.x())?, away(point.y())?])
        };
        let stones: Option<Vec<[i8; 2]>> = self.stones().iter().map(from_centre).collect();
        renju_name(&stones?).map(str::to_owned)
    }

    fn captures(&self) -> Captures {
        Captures {
            white: u32::from(self.board.captured(Side::White)),
            black: u32::from(self.board.captured(Side::Black)),
        }
    }
}

/// The names of openings with the second stone straight above the first one, by the third stone counted from the first one.
const DIRECT: [([i8; 2], &str); 13] = [
    ([0, 2], "Kansei"),
    ([1, 2], "Keigetsu"),
    ([2, 2], "Sosei"),
    ([1, 1], "Kagetsu"),
    ([2, 1], "Zangetsu"),
    ([1, 0], "Ugetsu"),
    ([2, 0], "Kinsei"),
    ([0, -1], "Shogetsu"),
    ([1, -1], "Kyugetsu"),
    ([2, -1], "Shingetsu"),
    ([0, -2], "Zuisei"),
    ([1, -2], "Sangetsu"),
    ([2, -2], "Yusei"),
];

/// The same with the second stone above and to the right.
const INDIRECT: [([i8; 2], &str); 13] = [
    ([2, 2], "Chosei"),
    ([2, 1], "Kyogetsu"),
    ([2, 0], "Kosei"),
    ([2, -1], "Suigetsu"),
    ([2, -2], "Ryusei"),
    ([1, 0], "Ungetsu"),
    ([1, -1], "Hogetsu"),
    ([1, -2], "Rangetsu"),
    ([0, -1], "Gingetsu"),
    ([0, -2], "Myojo"),
    ([-1, -1], "Shagetsu"),
    ([-1, -2], "Meigetsu"),
    ([-2, -2], "Suisei"),
];

/// What three stones are called, however the board is turned. They are counted from the centre.
fn renju_name(stones: &[[i8; 2]]) -> Option<&'static str> {
    let &[[0, 0], second, third] = stones else {
        return None;
    };
    let turned = |[x, y]: [i8; 2], way: u8| {
        let (x, y) = if way & 1 == 0 { (x, y) } else { (-x, y) };
        let (x, y) = if way & 2 == 0 { (x, y) } else { (x, -y) };
        if way & 4 == 0 { [x, y] } else { [y, x] }
    };
    (0..8).find_map(|way| {
        let names = match turned(second, way) {
            [0, 1] => &DIRECT,
            [1, 1] => &INDIRECT,
            _ => return None,
        };
        let third = turned(third, way);
        let found = names.iter().find(|(at, _)| *at == third);
        found.map(|&(_, name)| name)
    })
}

/// A score of the side to move as people see it, from Black's view.
pub fn score(board: &AnyBoard, value: Value) -> Score {
    Score::of(value, colour(board.side()), Kind::Gomoku)
}

pub fn colour(side: Side) -> Colour {
    match side {
        Side::Black => Colour::Black,
        Side::White => Colour::White,
    }
}

/// How warm a point is on the heat map.
fn warmth(class: Class) -> f32 {
    match class {
        Class::Idle | Class::Forbidden => 0.0,
        Class::One => 0.05,
        Class::Two => 0.15,
        Class::DoubleTwo => 0.3,
        Class::ClosedThree => 0.3,
        Class::ClosedThreePlus => 0.45,
        Class::Three => 0.6,
        Class::ThreePlus => 0.8,
        Class::DoubleThree => 1.5,
        Class::Four => 0.9,
        Class::FourPlus => 1.2,
        Class::FourThree => 3.0,
        Class::DoubleFour => 4.0,
        Class::OpenFour => 4.0,
        Class::Five => 10.0,
    }
}

/// What a class is called where it is a threat.
fn shape(class: Class) -> Option<Shape> {
    Some(match class {
        Class::Three | Class::ThreePlus => Shape::Three,
        Class::DoubleThree => Shape::DoubleThree,
        Class::Four | Class::FourPlus => Shape::Four,
        Class::FourThree => Shape::FourThree,
        Class::DoubleFour => Shape::DoubleFour,
        Class::OpenFour => Shape::OpenFour,
        Class::Five => Shape::Five,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::messages::GameResult;

    fn game(rule: RuleSet, moves: &str) -> GomokuGame {
        let size = Size::square(15).unwrap();
        let mut game = GomokuGame::new(rule, size);
        for mv in size.parse_moves(moves).unwrap() {
            game.play(mv, By::Human, 0, None).unwrap();
        }
        game
    }

    fn gomoku(game: &GomokuGame, is_over: bool) -> GomokuPosition {
        match game.position(is_over) {
            Position::Gomoku(position) => position,
            Position::Chess(_) => panic!("Gomoku"),
        }
    }

    #[test]
    fn a_look_back_keeps_the_line() {
        let mut game = game(RuleSet::Freestyle, "h8i9h9");
        game.go_to(1);
        assert_eq!((game.ply(), game.played().len()), (1, 3));
        game.go_to(9);
        assert_eq!(game.ply(), 3);
        game.go_to(1);
        let mv = game.read_move("a1").unwrap();
        game.play(mv, By::Human, 0, None).unwrap();
        assert_eq!((game.ply(), game.played().len()), (2, 2));
        assert!(
            game.play(mv, By::Human, 0, None)
                .unwrap_err()
                .contains("already holds")
        );
    }

    #[test]
    fn a_won_game_shows_its_row() {
        let game = game(RuleSet::Freestyle, "a1a2b1b2c1c2d1d2e1");
        assert_eq!(game.over().unwrap().result, GameResult::Black);
        let position = gomoku(&game, true);
        assert_eq!(position.winning.unwrap(), ["a1", "b1", "c1", "d1", "e1"]);
        assert_eq!(position.stones.len(), 9);
        assert_eq!(position.stones[8].n, 9);
    }

    #[test]
    fn threats_and_candidates_point_at_the_same_place() {
        let game = game(RuleSet::Freestyle, "h8a1i8a2j8a3");
        assert_eq!(gomoku(&game, false).threats[0].class, Shape::OpenFour);
        let candidates = game.candidates(&[]);
        assert_eq!(candidates[0].score, 1.0);
        assert!(
            ["g8", "k8"].contains(&candidates[0].at.as_str()),
            "{candidates:?}"
        );
        assert!(candidates.len() <= CANDIDATES);
    }

    /// Where no shape is near, all points are equal: those of the first row are no candidates.
    #[test]
    fn candidates_are_near_the_stones() {
        let size = Size::square(19).expect("a size");
        let at = |game: &GomokuGame| -> Vec<String> {
            let candidates = game.candidates(&[]);
            candidates.into_iter().map(|found| found.at).collect()
        };
        let mut game = GomokuGame::new(RuleSet::Freestyle, size);
        assert_eq!(at(&game), ["j10"]);
        let mv = Move::new(size.point(9, 9).expect("a point"));
        game.play(mv, By::Human, 0, None).expect("legal");
        let found = at(&game);
        assert!(found.len() >= 8, "{found:?}");
        for point in found {
            let point = size.parse_point(&point).expect("a point");
            let away = point.x().abs_diff(9).max(point.y().abs_diff(9));
            assert!(away <= 4, "{point}");
        }
    }

    #[test]
    fn openings_have_their_names_whichever_way_they_lie() {
        let name = |moves: &str| game(RuleSet::Renju, moves).spot().opening;
        for kagetsu in ["h8h9i9", "h8h7g7", "h8i8i9", "h8g8g7"] {
            assert_eq!(name(kagetsu).as_deref(), Some("Kagetsu"), "{kagetsu}");
        }
        assert_eq!(name("h8i9i7").as_deref(), Some("Hogetsu"));
        assert_eq!(name("h8i9g9").as_deref(), Some("Hogetsu"));
        assert_eq!(name("h8h9h6").as_deref(), Some("Zuisei"));
        assert_eq!(name("g8h9i9"), None);
        assert_eq!(name("h8h9"), None);
        assert_eq!(name("h8h9a1"), None);
    }

    #[test]
    fn captures_and_forbidden_points_are_shown() {
        let ninuki = game(RuleSet::Ninuki, "a1b1h8c1d1");
        let position = gomoku(&ninuki, false);
        assert_eq!(position.captures.black, 2);
        assert_eq!(position.stones.len(), 3);
        let renju = game(RuleSet::Renju, "h8a1i8a3h9o1i9o3g6o5");
        assert!(renju.over().is_none() && gomoku(&renju, true).forbidden.is_empty());
    }

    #[test]
    fn stones_may_be_set_up_and_turns_passed() {
        let size = Size::square(15).unwrap();
        let at = |text: &str| size.parse_point(text).unwrap();
        let setup = Setup {
            black: vec![at("h8"), at("i8")],
            white: vec![at("a1")],
            turn: Some(Side::Black),
        };
        let mut game = GomokuGame::set_up(RuleSet::Freestyle, size, setup).unwrap();
        assert_eq!((game.ply(), game.turn()), (0, Colour::Black));
        game.pass().unwrap();
        game.play(at("j10").into(), By::Human, 0, None).unwrap();
        let Place::Gomoku { stones, .. } = game.spot().place else {
            panic!("Gomoku");
        };
        assert_eq!(stones, "a1w0 h8b0 i8b0 j10w2");
        game.go_to(0);
        game.go_to(2);
        assert_eq!((game.ply(), game.turn()), (2, Colour::Black));
        let twice = Setup {
            black: vec![at("h8")],
            white: vec![at("h8")],
            turn: None,
        };
        assert!(GomokuGame::set_up(RuleSet::Freestyle, size, twice).is_err());
    }
}
