//! The rules once more, slowly and by definition: a second opinion that shares no code with the library.
//!
//! Everything is asked of a plain grid: rows are walked, stones are put and taken away again, and a
//! shape is what the rule's words say it is. Only the names of the library's types are used, to compare.

#![allow(dead_code, reason = "each test file uses its own part")]

use std::collections::{BTreeSet, HashMap};

use regence_gomoku::{
    Board, Class, Foul, LineClass, Outcome, Point, Rule, RuleSet, Setup, Side, Size, Victory,
};

pub const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

/// Numbers that look random and are always the same.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() >> 16) as usize % limit
    }

    pub fn between(&mut self, low: u8, high: u8) -> u8 {
        low + self.below(usize::from(high - low) + 1) as u8
    }

    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// What a point of the grid holds; `None` is empty.
pub type Stone = Option<Side>;

/// A grid of stones under some rule.
#[derive(Clone, Debug)]
pub struct Grid {
    pub rule: RuleSet,
    pub width: i32,
    pub height: i32,
    cells: Vec<Stone>,
}

pub type At = (i32, i32);

fn step((x, y): At, (dx, dy): (i32, i32), steps: i32) -> At {
    (x + dx * steps, y + dy * steps)
}

impl Grid {
    pub fn new(rule: RuleSet, width: i32, height: i32) -> Grid {
        let cells = vec![None; (width * height) as usize];
        Grid {
            rule,
            width,
            height,
            cells,
        }
    }

    pub fn size(&self) -> Size {
        Size::new(self.width as u8, self.height as u8).unwrap()
    }

    pub fn point(&self, (x, y): At) -> Point {
        self.size().point(x as u8, y as u8).unwrap()
    }

    pub fn inside(&self, (x, y): At) -> bool {
        x >= 0 && y >= 0 && x < self.width && y < self.height
    }

    pub fn get(&self, at: At) -> Stone {
        if self.inside(at) {
            self.cells[(at.1 * self.width + at.0) as usize]
        } else {
            None
        }
    }

    pub fn put(&mut self, at: At, stone: Stone) {
        assert!(self.inside(at));
        self.cells[(at.1 * self.width + at.0) as usize] = stone;
    }

    pub fn is_empty(&self, at: At) -> bool {
        self.inside(at) && self.get(at).is_none()
    }

    pub fn all(&self) -> Vec<At> {
        let mut all = Vec::new();
        for y in 0..self.height {
            for x in 0..self.width {
                all.push((x, y));
            }
        }
        all
    }

    pub fn empties(&self) -> Vec<At> {
        self.all()
            .into_iter()
            .filter(|&at| self.is_empty(at))
            .collect()
    }

    /// A copy with one more stone.
    pub fn with(&self, at: At, side: Side) -> Grid {
        assert!(self.is_empty(at));
        let mut grid = self.clone();
        grid.put(at, Some(side));
        grid
    }

    /// The stones of the row that contains the stone at `at`, and what stands before and behind it.
    fn row(&self, at: At, direction: (i32, i32)) -> (i32, At, At) {
        let colour = self.get(at);
        assert!(colour.is_some());
        let mut before = -1;
        while self.get(step(at, direction, before)) == colour {
            before -= 1;
        }
        let mut behind = 1;
        while self.get(step(at, direction, behind)) == colour {
            behind += 1;
        }
        (
            behind - before - 1,
            step(at, direction, before),
            step(at, direction, behind),
        )
    }

    /// Whether the row through the stone at `at` wins for its owner.
    pub fn row_wins(&self, at: At, direction: (i32, i32)) -> bool {
        let side = self.get(at).unwrap();
        let (length, before, behind) = self.row(at, direction);
        let enemy = Some(side.other());
        match (self.rule, side) {
            (RuleSet::Freestyle | RuleSet::Ninuki, _) => length >= 5,
            (RuleSet::Renju, Side::White) => length >= 5,
            (RuleSet::Renju, Side::Black) | (RuleSet::Standard, _) => length == 5,
            (RuleSet::Caro | RuleSet::StandardCaro, _) => {
                (length >= 6 && self.rule == RuleSet::Caro)
                    || (length == 5 && !(self.get(before) == enemy && self.get(behind) == enemy))
            }
        }
    }

    /// Whether a stone there stands in a winning row.
    pub fn wins_at(&self, at: At) -> bool {
        DIRECTIONS.into_iter().any(|d| self.row_wins(at, d))
    }

    /// Whether a side has a winning row anywhere.
    pub fn has_winning_row(&self, side: Side) -> bool {
        self.all()
            .into_iter()
            .any(|at| self.get(at) == Some(side) && self.wins_at(at))
    }

    /// Whether Black's stone at `at` makes a row of six or more.
    fn overline_at(&self, at: At) -> bool {
        DIRECTIONS.into_iter().any(|d| self.row(at, d).0 > 5)
    }

    /// The different groups of four stones, the one at `at` among them, that one more stone on the line
    /// turns into an exact five.
    fn fours_along(&self, at: At, direction: (i32, i32)) -> usize {
        let mut fours = BTreeSet::new();
        for distance in -4..=4 {
            let fill = step(at, direction, distance);
            if !self.is_empty(fill) {
                continue;
            }
            let filled = self.with(fill, Side::Black);
            let (length, before, behind) = filled.row(fill, direction);
            let mut row = Vec::new();
            let mut cell = step(before, direction, 1);
            while cell != behind {
                row.push(cell);
                cell = step(cell, direction, 1);
            }
            if length == 5 && row.contains(&at) {
                row.retain(|&cell| cell != fill);
                fours.insert(row);
            }
        }
        fours.len()
    }

    /// Whether the stones at `at` and `other` stand together in four of a row whose both ends are empty and
    /// make five each. Longer than five does not count where `exactly` is set.
    fn straight_four(&self, at: At, other: At, direction: (i32, i32), exactly: bool) -> bool {
        let side = self.get(at).unwrap();
        let (length, before, behind) = self.row(at, direction);
        let distance = (other.0 - at.0) * direction.0 + (other.1 - at.1) * direction.1;
        let distance = if direction.0 != 0 && direction.1 != 0 {
            distance / 2
        } else {
            distance
        };
        let mut between = (0..=distance.abs()).map(|i| step(at, direction, i * distance.signum()));
        let together = between.all(|cell| self.get(cell) == Some(side));
        let completes = |end: At| {
            self.is_empty(end) && {
                let five = self.with(end, side);
                let (length, _, _) = five.row(end, direction);
                if exactly { length == 5 } else { length >= 5 }
            }
        };
        length == 4 && together && completes(before) && completes(behind)
    }

    /// Why Black may not play an empty point in renju.
    pub fn renju_foul(&self, at: At) -> Option<Foul> {
        let grid = self.with(at, Side::Black);
        if DIRECTIONS.into_iter().any(|d| grid.row(at, d).0 == 5) {
            return None;
        }
        if grid.overline_at(at) {
            return Some(Foul::Overline);
        }
        let fours: usize = DIRECTIONS
            .into_iter()
            .map(|d| grid.fours_along(at, d))
            .sum();
        if fours >= 2 {
            return Some(Foul::DoubleFour);
        }
        let threes = DIRECTIONS
            .into_iter()
            .filter(|&direction| {
                (-3..=3).any(|distance| {
                    let fill = step(at, direction, distance);
                    if !grid.is_empty(fill) {
                        return false;
                    }
                    let next = grid.with(fill, Side::Black);
                    let five = DIRECTIONS.into_iter().any(|d| next.row(fill, d).0 == 5);
                    next.straight_four(at, fill, direction, true)
                        && !five
                        && grid.renju_foul(fill).is_none()
                })
            })
            .count();
        (threes >= 2).then_some(Foul::DoubleThree)
    }

    /// The stones that a stone of `side` on an empty point takes.
    pub fn captured_by(&self, at: At, side: Side) -> Vec<At> {
        let mut taken = Vec::new();
        for (dx, dy) in DIRECTIONS {
            for sign in [1, -1] {
                let along = |steps| step(at, (dx * sign, dy * sign), steps);
                let pair = [along(1), along(2)];
                let enemies = pair
                    .iter()
                    .all(|&cell| self.get(cell) == Some(side.other()));
                if enemies && self.get(along(3)) == Some(side) {
                    taken.extend(pair);
                }
            }
        }
        taken
    }

    /// Whether a stone of `side` on an empty point makes a free three along a direction: no five and no
    /// four there, but one more stone makes a straight four with it.
    pub fn free_three(&self, at: At, side: Side, direction: (i32, i32)) -> bool {
        let grid = self.with(at, side);
        let fills: Vec<At> = (-4..=4)
            .map(|distance| step(at, direction, distance))
            .filter(|&fill| grid.is_empty(fill))
            .collect();
        let reaches_five = |grid: &Grid, fill: At| {
            let (_, before, behind) = grid.row(fill, direction);
            let mut cell = step(before, direction, 1);
            let mut row = Vec::new();
            while cell != behind {
                row.push(cell);
                cell = step(cell, direction, 1);
            }
            row.len() >= 5 && row.contains(&at)
        };
        if grid.row(at, direction).0 >= 5 {
            return false;
        }
        if fills
            .iter()
            .any(|&fill| reaches_five(&grid.with(fill, side), fill))
        {
            return false;
        }
        fills.iter().any(|&fill| {
            grid.with(fill, side)
                .straight_four(at, fill, direction, false)
        })
    }

    /// Why `side` may not play an empty point.
    pub fn foul(&self, at: At, side: Side) -> Option<Foul> {
        match self.rule {
            RuleSet::Renju if side == Side::Black => self.renju_foul(at),
            RuleSet::Ninuki => {
                let threes = DIRECTIONS
                    .into_iter()
                    .filter(|&d| self.free_three(at, side, d))
                    .count();
                let captures = !self.captured_by(at, side).is_empty();
                (threes >= 2 && !captures).then_some(Foul::DoubleThree)
            }
            _ => None,
        }
    }

    /// The line through `at`, as the classifier below wants it, and where `at` is in it.
    fn line(&self, at: At, direction: (i32, i32), side: Side) -> (Vec<Cell>, usize) {
        let mut first = at;
        while self.inside(step(first, direction, -1)) {
            first = step(first, direction, -1);
        }
        let mut line = Vec::new();
        let mut cell = first;
        let mut here = 0;
        while self.inside(cell) {
            if cell == at {
                here = line.len();
            }
            line.push(match self.get(cell) {
                None => Cell::Empty,
                Some(owner) if owner == side => Cell::Own,
                Some(_) => Cell::Enemy,
            });
            cell = step(cell, direction, 1);
        }
        (line, here)
    }

    /// What `side` would make on an empty point along a direction.
    pub fn line_class(
        &self,
        at: At,
        side: Side,
        direction: (i32, i32),
        lines: &mut LineReader,
    ) -> LineClass {
        let (line, here) = self.line(at, direction, side);
        lines.class(self.rule, side, &line, here)
    }

    /// The library's board with these stones.
    pub fn board<R: Rule>(&self, to_move: Side, captured: [u8; 2]) -> Board<R> {
        Board::from_setup(&self.setup(to_move, captured)).unwrap()
    }

    pub fn setup(&self, to_move: Side, captured: [u8; 2]) -> Setup {
        let mut setup = Setup::new(self.size());
        for at in self.all() {
            if let Some(side) = self.get(at) {
                setup.put(self.point(at), side).unwrap();
            }
        }
        setup.side_to_move(to_move);
        for side in Side::BOTH {
            setup.captured(side, captured[side.index()]);
        }
        setup
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    Empty,
    Own,
    Enemy,
}

/// Reads a whole line by definition: the class of a point is found by trying stones on every empty cell of
/// the line, not only near the point. Lines once read are remembered.
#[derive(Default)]
pub struct LineReader {
    /// If set, lines are cut that many cells from the point: quicker, and still more than matters.
    cut: Option<usize>,
    known: HashMap<(RuleSet, Side, usize, Vec<Cell>), LineClass>,
}

impl LineReader {
    pub fn cut_at(distance: usize) -> LineReader {
        LineReader {
            cut: Some(distance),
            ..LineReader::default()
        }
    }

    fn cut<'a>(&self, line: &'a [Cell], at: usize) -> (&'a [Cell], usize) {
        match self.cut {
            None => (line, at),
            Some(distance) => {
                let first = at.saturating_sub(distance);
                let end = line.len().min(at + distance + 1);
                (&line[first..end], at - first)
            }
        }
    }

    pub fn class(&mut self, rule: RuleSet, side: Side, line: &[Cell], at: usize) -> LineClass {
        let side = match rule {
            RuleSet::Renju => side,
            _ => Side::Black,
        };
        let (line, at) = self.cut(line, at);
        let key = (rule, side, at, line.to_vec());
        if let Some(class) = self.known.get(&key) {
            return *class;
        }
        let class = self.derive(rule, side, line, at);
        self.known.insert(key, class);
        class
    }

    fn derive(&mut self, rule: RuleSet, side: Side, line: &[Cell], at: usize) -> LineClass {
        let mut line = line.to_vec();
        line[at] = Cell::Own;
        let (length, wins) = row_of(rule, side, &line, at);
        if wins {
            return LineClass::Five;
        }
        if length > 5 && (rule, side) == (RuleSet::Renju, Side::Black) {
            return LineClass::Overline;
        }
        let fives = five_cells(rule, side, &line, at);
        if !fives.is_empty() {
            let stoppable = empty_cells(&line).into_iter().any(|stop| {
                let mut stopped = line.clone();
                stopped[stop] = Cell::Enemy;
                five_cells(rule, side, &stopped, at).is_empty()
            });
            if stoppable {
                return LineClass::Four;
            }
            let straight = fives.len() == 2
                && (fives[0] + 1..fives[1]).all(|i| line[i] == Cell::Own)
                && fives[1] - fives[0] == 5;
            return match straight {
                true => LineClass::OpenFour,
                false => LineClass::DoubleFour,
            };
        }
        let straight_only =
            rule == RuleSet::Ninuki || (rule, side) == (RuleSet::Renju, Side::Black);
        let nexts: Vec<LineClass> = empty_cells(&line)
            .into_iter()
            .map(|next| {
                let mut before = line.clone();
                before[at] = Cell::Empty;
                before[next] = Cell::Own;
                self.class(rule, side, &before, at)
            })
            .collect();
        let opens = |class: &&LineClass| {
            **class == LineClass::OpenFour || (**class == LineClass::DoubleFour && !straight_only)
        };
        let some = |wanted: &[LineClass]| nexts.iter().any(|next| wanted.contains(next));
        use LineClass::*;
        match nexts.iter().filter(opens).count() {
            0 => {}
            1 => return HalfThree,
            _ => return OpenThree,
        }
        match () {
            () if some(&[Four, DoubleFour]) => ClosedThree,
            () if some(&[OpenThree]) => OpenTwo,
            () if some(&[HalfThree]) => HalfTwo,
            () if some(&[ClosedThree]) => ClosedTwo,
            () if some(&[OpenTwo, HalfTwo]) => OpenOne,
            () if some(&[ClosedTwo]) => ClosedOne,
            () => Dead,
        }
    }
}

fn empty_cells(line: &[Cell]) -> Vec<usize> {
    (0..line.len())
        .filter(|&i| line[i] == Cell::Empty)
        .collect()
}

/// Length of the row through an own stone, and whether it wins.
fn row_of(rule: RuleSet, side: Side, line: &[Cell], at: usize) -> (usize, bool) {
    let own = |i: usize| line.get(i) == Some(&Cell::Own);
    let mut first = at;
    while first > 0 && own(first - 1) {
        first -= 1;
    }
    let mut last = at;
    while own(last + 1) {
        last += 1;
    }
    let length = last - first + 1;
    let closed_before = first > 0 && line[first - 1] == Cell::Enemy;
    let closed_behind = line.get(last + 1) == Some(&Cell::Enemy);
    let wins = match rule {
        RuleSet::Freestyle | RuleSet::Ninuki => length >= 5,
        RuleSet::Renju if side == Side::White => length >= 5,
        RuleSet::Renju | RuleSet::Standard => length == 5,
        RuleSet::Caro | RuleSet::StandardCaro => {
            (length >= 6 && rule == RuleSet::Caro)
                || (length == 5 && !(closed_before && closed_behind))
        }
    };
    (length, wins)
}

/// The empty cells where one more stone makes a winning row with the stone at `at`.
fn five_cells(rule: RuleSet, side: Side, line: &[Cell], at: usize) -> Vec<usize> {
    let mut cells = empty_cells(line);
    cells.retain(|&fill| {
        let mut filled = line.to_vec();
        filled[fill] = Cell::Own;
        let between = fill.min(at)..=fill.max(at);
        filled[between].iter().all(|&cell| cell == Cell::Own) && row_of(rule, side, &filled, at).1
    });
    cells
}

/// What the classes of four lines are together, written as a list of questions.
pub fn combined(rule: RuleSet, side: Side, lines: [LineClass; 4]) -> Class {
    use LineClass::*;
    let many = |wanted: &[LineClass]| lines.iter().filter(|line| wanted.contains(line)).count();
    let renju = rule == RuleSet::Renju && side == Side::Black;
    let threes = many(&[HalfThree, OpenThree]);
    let twos = many(&[HalfTwo, OpenTwo]);
    let closed = many(&[ClosedThree]);
    let two_fours = many(&[Four, OpenFour]) >= 2 || many(&[DoubleFour]) >= 1;
    let one_four = many(&[Four, OpenFour]) == 1;
    if many(&[Five]) >= 1 {
        Class::Five
    } else if renju && (many(&[Overline]) >= 1 || two_fours) {
        Class::Forbidden
    } else if many(&[OpenFour]) >= 1 {
        Class::OpenFour
    } else if two_fours {
        Class::DoubleFour
    } else if one_four {
        match (threes, closed + twos) {
            (0, 0) => Class::Four,
            (0, _) => Class::FourPlus,
            _ => Class::FourThree,
        }
    } else if threes > 0 {
        match (threes, closed + twos) {
            (1, 0) => Class::Three,
            (1, _) => Class::ThreePlus,
            _ => Class::DoubleThree,
        }
    } else if closed > 0 {
        match closed + twos {
            1 => Class::ClosedThree,
            _ => Class::ClosedThreePlus,
        }
    } else if twos > 0 {
        match twos {
            1 => Class::Two,
            _ => Class::DoubleTwo,
        }
    } else if many(&[OpenOne, ClosedTwo]) > 0 {
        Class::One
    } else {
        Class::Idle
    }
}

/// A game, played by definition.
#[derive(Clone, Debug)]
pub struct Game {
    pub grid: Grid,
    pub side: Side,
    pub captured: [u8; 2],
    /// The side that has just moved has a five that the other may still break.
    pub five_waits: bool,
    pub outcome: Option<Outcome>,
}

impl Game {
    pub fn new(rule: RuleSet, width: i32, height: i32) -> Game {
        Game {
            grid: Grid::new(rule, width, height),
            side: Side::Black,
            captured: [0; 2],
            five_waits: false,
            outcome: None,
        }
    }

    pub fn legal(&self) -> Vec<At> {
        if self.outcome.is_some() {
            return Vec::new();
        }
        let mut points = self.grid.empties();
        points.retain(|&at| self.grid.foul(at, self.side).is_none());
        points
    }

    /// Plays a legal move.
    pub fn play(&mut self, at: At) {
        let side = self.side;
        let taken = match self.grid.rule {
            RuleSet::Ninuki => self.grid.captured_by(at, side),
            _ => Vec::new(),
        };
        self.grid.put(at, Some(side));
        for &cell in &taken {
            self.grid.put(cell, None);
        }
        self.captured[side.index()] += taken.len() as u8;
        self.side = side.other();
        let had_to_break = std::mem::take(&mut self.five_waits);
        let win = |side, by| Some(Outcome::Win { side, by });
        self.outcome = if self.captured[side.index()] >= 10 {
            win(side, Victory::Captures)
        } else if had_to_break && self.grid.has_winning_row(side.other()) {
            win(side.other(), Victory::Five)
        } else if self.grid.wins_at(at) {
            if self.grid.rule == RuleSet::Ninuki && self.can_break_five() {
                self.five_waits = true;
                None
            } else {
                win(side, Victory::Five)
            }
        } else {
            None
        };
        if self.outcome.is_none() && self.legal_is_empty() {
            self.outcome = Some(Outcome::Draw);
        }
    }

    fn legal_is_empty(&self) -> bool {
        !self
            .grid
            .empties()
            .into_iter()
            .any(|at| self.grid.foul(at, self.side).is_none())
    }

    /// Whether some capture of the side to move leaves the other no five, or wins.
    fn can_break_five(&self) -> bool {
        self.grid.empties().into_iter().any(|at| {
            let taken = self.grid.captured_by(at, self.side);
            if taken.is_empty() {
                return false;
            }
            let mut grid = self.grid.with(at, self.side);
            for &cell in &taken {
                grid.put(cell, None);
            }
            self.captured[self.side.index()] + taken.len() as u8 >= 10
                || !grid.has_winning_row(self.side.other())
        })
    }

    /// Whether a legal move wins at once for the side to move.
    pub fn wins_at_once(&self, at: At) -> bool {
        let mut game = self.clone();
        game.play(at);
        game.outcome.and_then(Outcome::winner) == Some(self.side)
    }
}

/// A grid with stones strewn in a few clusters, denser than play: every shape turns up.
pub fn strewn(numbers: &mut Numbers, rule: RuleSet, width: i32, height: i32) -> Grid {
    let mut grid = Grid::new(rule, width, height);
    let black_share = numbers.pick(&[30, 50, 50, 70]);
    for _ in 0..1 + numbers.below(3) {
        let centre = (
            numbers.below(width as usize) as i32,
            numbers.below(height as usize) as i32,
        );
        let density = 10 + numbers.below(45);
        for dy in -4..=4 {
            for dx in -4..=4 {
                let at = (centre.0 + dx, centre.1 + dy);
                if grid.is_empty(at) && numbers.below(100) < density {
                    let black = numbers.below(100) < black_share;
                    grid.put(at, Some(if black { Side::Black } else { Side::White }));
                }
            }
        }
    }
    grid
}

/// Takes stones away until no row wins, so that the position could be one of a game that goes on.
pub fn without_wins(numbers: &mut Numbers, mut grid: Grid) -> Grid {
    loop {
        let winning: Vec<At> = grid
            .all()
            .into_iter()
            .filter(|&at| grid.get(at).is_some() && grid.wins_at(at))
            .collect();
        if winning.is_empty() {
            return grid;
        }
        let at = numbers.pick(&winning);
        grid.put(at, None);
    }
}

/// A move drawn from the legal ones, often next to a stone or completing something.
pub fn lively_move(numbers: &mut Numbers, game: &Game, legal: &[At]) -> At {
    let near: Vec<At> = legal
        .iter()
        .copied()
        .filter(|&at| {
            (-1..=1).any(|dx| (-1..=1).any(|dy| game.grid.get((at.0 + dx, at.1 + dy)).is_some()))
        })
        .collect();
    if near.is_empty() || numbers.below(10) == 0 {
        numbers.pick(legal)
    } else {
        numbers.pick(&near)
    }
}
