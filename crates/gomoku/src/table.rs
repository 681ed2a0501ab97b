//! Tables from the window around an empty point to the class that each side would make there.
//!
//! Nothing here is typed by hand. A [`LineRule`] says what a winning row is, and [`Classifier`] derives
//! every other class by asking what one more stone can make of the window: a four is what one stone
//! turns into five, an open four is a four that no single answer stops, a three is what one stone turns
//! into an open four, and so on down to the lone stone. Each answer is remembered, so the whole table
//! takes a few milliseconds.

use crate::class::{Class, Fouls, LineClass};
use crate::line::cell;

/// Which rows win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FiveRule {
    /// Five or more.
    AtLeast,
    /// Five and no more.
    Exactly,
    /// Six or more, or a five that opposing stones do not close at both ends. The edge closes nothing.
    NotClosed,
    /// Five and no more, not closed at both ends.
    ExactlyNotClosed,
}

impl FiveRule {
    /// Whether a row of that length wins, opposing stones standing at `closed` of its two ends.
    pub fn wins(self, length: u32, closed: u32) -> bool {
        match self {
            FiveRule::AtLeast => length >= 5,
            FiveRule::Exactly => length == 5,
            FiveRule::NotClosed => length > 5 || (length == 5 && closed < 2),
            FiveRule::ExactlyNotClosed => length == 5 && closed < 2,
        }
    }

    /// Whether stones at its ends can take from a five that it wins.
    pub fn is_closable(self) -> bool {
        !self.wins(5, 2)
    }
}

/// How one side's lines are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineRule {
    pub five: FiveRule,
    /// Whether a three must be able to become a straight four. Else a double four in the line will do.
    pub straight_only: bool,
    /// Whether a row longer than five is a foul rather than nothing.
    pub overline_is_foul: bool,
}

/// A table lookup: what both sides would make at an empty cell of a line.
pub trait LineTable: Send + Sync + std::fmt::Debug + 'static {
    /// How many cells on each side of the point the classes depend on.
    const HALF: u32;

    /// Black's class in the low four bits, White's in the high four. `bit` is the cell's position.
    fn get(&self, line: u64, bit: u32) -> u8;
}

/// Windows of four cells each way: enough where only five or more in a row matters.
pub struct NearTable(Box<[u8; 1 << 16]>);

/// Windows of five cells each way, for rules that look at what stands next to a five.
///
/// The two outermost cells are the low bits of the index: they seldom matter, so that what is used
/// stays together in the cache.
pub struct FarTable(Box<[u8; 1 << 20]>);

impl LineTable for NearTable {
    const HALF: u32 = 4;

    #[inline(always)]
    fn get(&self, line: u64, bit: u32) -> u8 {
        let window = (line >> (bit - 8)) as usize;
        self.0[window & 0xFF | window >> 2 & 0xFF00]
    }
}

impl LineTable for FarTable {
    const HALF: u32 = 5;

    #[inline(always)]
    fn get(&self, line: u64, bit: u32) -> u8 {
        let window = (line >> (bit - 10)) as usize;
        let near = window >> 2 & 0xFF | window >> 4 & 0xFF00;
        self.0[near << 4 | (window & 3) << 2 | window >> 20 & 3]
    }
}

impl NearTable {
    pub fn build(black: LineRule, white: LineRule) -> NearTable {
        let mut table = NearTable(boxed());
        fill::<NearTable>(black, white, |window, entry| {
            table.0[window & 0xFF | window >> 2 & 0xFF00] = entry;
        });
        table
    }
}

impl FarTable {
    pub fn build(black: LineRule, white: LineRule) -> FarTable {
        let mut table = FarTable(boxed());
        fill::<FarTable>(black, white, |window, entry| {
            let near = window >> 2 & 0xFF | window >> 4 & 0xFF00;
            table.0[near << 4 | (window & 3) << 2 | window >> 20 & 3] = entry;
        });
        table
    }
}

impl std::fmt::Debug for NearTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("NearTable")
    }
}

impl std::fmt::Debug for FarTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("FarTable")
    }
}

/// A zeroed array on the heap, never on the stack.
pub(crate) fn boxed<T: Default + Clone + std::fmt::Debug, const N: usize>() -> Box<[T; N]> {
    vec![T::default(); N]
        .into_boxed_slice()
        .try_into()
        .expect("the vector was made with this length")
}

/// Gives every window that can occur, with both sides' classes.
fn fill<T: LineTable>(black: LineRule, white: LineRule, mut put: impl FnMut(usize, u8)) {
    let mut for_black = Classifier::new(black, T::HALF);
    let mut for_white = (white != black).then(|| Classifier::new(white, T::HALF));
    each_window(T::HALF, |cells| {
        let black = for_black.class(cells) as u8;
        let for_white = for_white.as_mut().unwrap_or(&mut for_black);
        let white = for_white.class(swap_colours(cells)) as u8;
        put(cells as usize, white << 4 | black);
    });
}

/// Every window with an empty centre whose border cells, if any, are at its ends.
fn each_window(half: u32, mut visit: impl FnMut(u32)) {
    fn arms(half: u32) -> Vec<Vec<u32>> {
        let mut done = vec![vec![]];
        for _ in 0..half {
            done = done
                .into_iter()
                .flat_map(|arm: Vec<u32>| {
                    let inside = arm.last() != Some(&cell::BORDER);
                    let next = if inside { 0..4 } else { 3..4 };
                    next.map(move |value| [&arm[..], &[value]].concat())
                })
                .collect();
        }
        done
    }
    let arms = arms(half);
    for left in &arms {
        for right in &arms {
            let mut window = 0;
            for (i, value) in left.iter().enumerate() {
                window |= value << (2 * (half - 1 - i as u32));
            }
            for (i, value) in right.iter().enumerate() {
                window |= value << (2 * (half + 1 + i as u32));
            }
            visit(window);
        }
    }
}

/// Exchanges Black and White in every cell; empty and border stay.
fn swap_colours(window: u32) -> u32 {
    const LOW: u32 = 0x5555_5555;
    (window & LOW) << 1 | window >> 1 & LOW
}

/// The cells around an empty centre, which is to hold the new stone of the side whose stones are
/// [`cell::BLACK`].
#[derive(Clone, Copy)]
struct Window {
    cells: u32,
    half: i32,
}

impl Window {
    /// The cell `at` steps from the centre.
    fn at(self, at: i32) -> u32 {
        self.cells >> (2 * (at + self.half)) & 3
    }

    /// The window with an empty cell filled.
    fn with(self, at: i32, value: u32) -> Window {
        Window {
            cells: self.cells | value << (2 * (at + self.half)),
            ..self
        }
    }

    fn empties(self, within: i32) -> impl Iterator<Item = i32> {
        (-within..=within).filter(move |&at| at != 0 && self.at(at) == cell::EMPTY)
    }

    /// How many own stones follow the centre in one direction.
    fn arm(self, step: i32) -> i32 {
        let own = |&i: &i32| self.at(i * step) == cell::BLACK;
        (1..=self.half).take_while(own).count() as i32
    }

    fn closed(self, at: i32) -> u32 {
        u32::from(at.abs() <= self.half && self.at(at) == cell::WHITE)
    }

    /// Length of the row that contains the new stone, and whether it wins.
    fn row(self, five: FiveRule) -> (i32, bool) {
        let (left, right) = (self.arm(-1), self.arm(1));
        let length = left + 1 + right;
        let closed = self.closed(-left - 1) + self.closed(right + 1);
        (length, five.wins(length as u32, closed))
    }

    /// The cells where one more stone makes a five that contains the centre.
    fn fives(self, five: FiveRule) -> impl Iterator<Item = i32> {
        self.empties(4)
            .filter(move |&at| self.with(at, cell::BLACK).row(five).1)
    }
}

/// Finds the classes of windows.
struct Classifier {
    rule: LineRule,
    half: i32,
    /// Class plus one of the windows already known.
    known: Vec<u8>,
}

impl Classifier {
    fn new(rule: LineRule, half: u32) -> Classifier {
        Classifier {
            rule,
            half: half as i32,
            known: vec![0; 1 << (4 * half + 2)],
        }
    }

    fn class(&mut self, cells: u32) -> LineClass {
        match self.known[cells as usize] {
            0 => {
                let half = self.half;
                let class = self.derive(Window { cells, half });
                self.known[cells as usize] = class as u8 + 1;
                class
            }
            known => LineClass::from_nibble(u32::from(known) - 1),
        }
    }

    fn derive(&mut self, window: Window) -> LineClass {
        match window.row(self.rule.five) {
            (_, true) => LineClass::Five,
            (length, _) if length > 5 && self.rule.overline_is_foul => LineClass::Overline,
            (length, _) if length >= 5 => LineClass::Dead,
            _ => self.four(window).unwrap_or_else(|| self.lesser(window)),
        }
    }

    /// A four: one more stone makes five.
    fn four(&self, window: Window) -> Option<LineClass> {
        let five = self.rule.five;
        let first = window.fives(five).next()?;
        let last = window.fives(five).last()?;
        let stopped = window.empties(self.half).any(|at| {
            let answered = window.with(at, cell::WHITE);
            answered.fives(five).next().is_none()
        });
        Some(match stopped {
            true => LineClass::Four,
            false if last - first == 5 => LineClass::OpenFour,
            false => LineClass::DoubleFour,
        })
    }

    /// Everything below a four, by the best that one more stone can make of it.
    fn lesser(&mut self, window: Window) -> LineClass {
        let mut opens = 0;
        let mut best = LineClass::Dead;
        for at in window.empties(4) {
            let next = self.class(window.with(at, cell::BLACK).cells);
            let open = match next {
                LineClass::OpenFour => true,
                LineClass::DoubleFour => !self.rule.straight_only,
                _ => false,
            };
            opens += u32::from(open);
            best = best.max(one_stone_less(next));
        }
        match opens {
            0 => best,
            1 => LineClass::HalfThree,
            _ => LineClass::OpenThree,
        }
    }
}

/// What a window is called when the best that one more stone makes of it is `next`; open fours are
/// counted by the caller.
fn one_stone_less(next: LineClass) -> LineClass {
    match next {
        LineClass::Four | LineClass::DoubleFour | LineClass::OpenFour => LineClass::ClosedThree,
        LineClass::OpenThree => LineClass::OpenTwo,
        LineClass::HalfThree => LineClass::HalfTwo,
        LineClass::ClosedThree => LineClass::ClosedTwo,
        LineClass::OpenTwo | LineClass::HalfTwo => LineClass::OpenOne,
        LineClass::ClosedTwo => LineClass::ClosedOne,
        _ => LineClass::Dead,
    }
}

/// From the four line classes of a point, four bits each, to its [`Class`].
pub struct ClassTable(Box<[u8; 1 << 16]>);

/// Set in an entry of [`ClassTable`] when legality has to be asked of the board.
pub(crate) const SUSPECT: u8 = 0x80;

/// The word of a cell that is not an empty point: no line class has this nibble.
pub(crate) const OCCUPIED: u16 = 0xFFFF;

/// The entry of such a cell: one more than the last class.
pub(crate) const NO_CLASS: u8 = Class::COUNT as u8;

impl ClassTable {
    pub fn build(fouls: Fouls) -> ClassTable {
        let mut table = ClassTable(boxed());
        for (word, entry) in table.0.iter_mut().enumerate() {
            let (class, suspect) = Class::combine(unpack(word as u16), fouls);
            *entry = class as u8 | if suspect { SUSPECT } else { 0 };
        }
        table.0[OCCUPIED as usize] = NO_CLASS;
        table
    }

    #[inline(always)]
    pub fn get(&self, word: u16) -> u8 {
        self.0[word as usize]
    }
}

impl std::fmt::Debug for ClassTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ClassTable")
    }
}

/// The line classes of a word of four nibbles, in the order of the axes.
pub(crate) fn unpack(word: u16) -> [LineClass; 4] {
    [0, 4, 8, 12].map(|shift| LineClass::from_nibble(u32::from(word) >> shift & 15))
}

#[cfg(test)]
mod tests {
    use super::*;
    use LineClass::*;

    const FREE: LineRule = LineRule {
        five: FiveRule::AtLeast,
        straight_only: false,
        overline_is_foul: false,
    };
    const EXACT: LineRule = LineRule {
        five: FiveRule::Exactly,
        ..FREE
    };
    const RENJU: LineRule = LineRule {
        five: FiveRule::Exactly,
        straight_only: true,
        overline_is_foul: true,
    };
    const CARO: LineRule = LineRule {
        five: FiveRule::NotClosed,
        ..FREE
    };

    /// The class of the point marked `*` in a line such as `..XX*.O#`, `#` being border.
    fn class(rule: LineRule, text: &str) -> LineClass {
        let centre = text.find('*').unwrap() as i32;
        let mut window = 0;
        for at in -5..=5 {
            let value = match text.chars().nth((centre + at).max(0) as usize) {
                _ if centre + at < 0 => cell::EMPTY,
                Some('X') => cell::BLACK,
                Some('O') => cell::WHITE,
                Some('#') => cell::BORDER,
                _ => cell::EMPTY,
            };
            window |= value << (2 * (at + 5));
        }
        Classifier::new(rule, 5).class(window)
    }

    #[test]
    fn classes_of_freestyle() {
        for (text, expected) in [
            ("XX*XX", Five),
            ("XXX*XX", Five),
            (".XX*X.", OpenFour),
            ("OXX*X.", Four),
            ("X.X*X.X", DoubleFour),
            ("..X*X..", OpenThree),
            ("O.X*X..O", HalfThree),
            (".X*.X.", HalfThree),
            ("X.*.X.X", HalfThree),
            ("OX*X..", ClosedThree),
            ("#X*X..", ClosedThree),
            ("..X*...", OpenTwo),
            ("O.X*.O", Dead),
            ("O.X*..O", ClosedTwo),
            (".....*.....", OpenOne),
            ("O*....O", ClosedOne),
            ("O*...O", Dead),
        ] {
            assert_eq!(class(FREE, text), expected, "{text}");
        }
    }

    #[test]
    fn long_rows_by_rule() {
        assert_eq!(class(FREE, "XXX*XX"), Five);
        assert_eq!(class(EXACT, "XXX*XX"), Dead);
        assert_eq!(class(RENJU, "XXX*XX"), Overline);
        assert_eq!(class(CARO, "OXXX*XXO"), Five);
        assert_eq!(class(EXACT, "X.X*XX.X"), Dead);
        assert_eq!(class(FREE, "X.X*XX.X"), OpenFour);
        assert_eq!(class(EXACT, "X.X*XX.."), Four);
    }

    #[test]
    fn renju_threes_need_a_straight_four() {
        assert_eq!(class(FREE, "X.*.X.X"), HalfThree);
        assert_eq!(class(RENJU, "X.*.X.X"), ClosedThree);
        assert_eq!(class(RENJU, ".X*.X."), HalfThree);
        assert_eq!(class(RENJU, "X..X*X..X"), ClosedThree);
        assert_eq!(class(RENJU, "X..X*X..."), HalfThree);
    }

    #[test]
    fn caro_ends() {
        assert_eq!(class(CARO, "OXX*XXO"), Dead);
        assert_eq!(class(CARO, "OXX*XX."), Five);
        assert_eq!(class(CARO, "OXX*XX#"), Five);
        // One stone on the free side also closes the far end of the other five.
        assert_eq!(class(CARO, "..XX*X.O"), Four);
        assert_eq!(class(CARO, "..XX*X.."), OpenFour);
        assert_eq!(class(CARO, "#.XX*X.#"), OpenFour);
    }

    #[test]
    fn the_two_tables_agree_with_the_classifier() {
        let near = NearTable::build(FREE, FREE);
        let far = FarTable::build(FREE, FREE);
        each_window(5, |window| {
            let line = u64::from(window);
            assert_eq!(near.get(line, 10), far.get(line, 10));
        });
    }
}
