//! The vocabulary of threats: what a stone on a point would make in one line, and in all four together.

/// What a stone on an empty point would make in one line through it.
///
/// Each class is defined by what one more stone can turn it into; a five is always a winning one that
/// contains the new stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum LineClass {
    /// No five can ever be made here.
    Dead,
    /// A lone stone with room for a five, but never for an open one.
    ClosedOne,
    /// A lone stone that can become an open two.
    OpenOne,
    /// Two stones that can become a closed three at best.
    ClosedTwo,
    /// Two stones that can become a half three at best.
    HalfTwo,
    /// Two stones that can become an open three.
    OpenTwo,
    /// Three stones that can become a four, but not an open one.
    ClosedThree,
    /// A three that becomes an open four on exactly one point: `.X.XX.`, or `O.XXX..O`.
    HalfThree,
    /// A three that becomes an open four on two points or more: `..XXX..`.
    OpenThree,
    /// Four stones; one opposing stone can stop the five.
    Four,
    /// Two fours in one line: two points make five, `X.XXX.X`.
    DoubleFour,
    /// The straight four `.XXXX.`: two points make five and no single stone stops both.
    OpenFour,
    /// Wins.
    Five,
    /// Six or more where that is forbidden: Black in renju.
    Overline,
}

impl LineClass {
    /// How many line classes there are.
    pub const COUNT: usize = 14;

    /// All classes, in the order of their indices.
    pub const ALL: [LineClass; LineClass::COUNT] = [
        LineClass::Dead,
        LineClass::ClosedOne,
        LineClass::OpenOne,
        LineClass::ClosedTwo,
        LineClass::HalfTwo,
        LineClass::OpenTwo,
        LineClass::ClosedThree,
        LineClass::HalfThree,
        LineClass::OpenThree,
        LineClass::Four,
        LineClass::DoubleFour,
        LineClass::OpenFour,
        LineClass::Five,
        LineClass::Overline,
    ];

    /// From the four bits that the tables keep.
    #[inline]
    pub(crate) fn from_nibble(nibble: u32) -> LineClass {
        *LineClass::ALL
            .get(nibble as usize)
            .unwrap_or(&LineClass::Dead)
    }

    /// A three in the sense of the double-three rules: not answered, it becomes an open four.
    #[inline]
    pub const fn is_free_three(self) -> bool {
        matches!(self, LineClass::HalfThree | LineClass::OpenThree)
    }
}

/// What a stone on an empty point would make in its four lines together, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Class {
    /// Nothing worth a name.
    Idle,
    /// Some room: an open one or a closed two.
    One,
    /// An open or half two.
    Two,
    /// Two such twos.
    DoubleTwo,
    /// A three that can only become a stoppable four.
    ClosedThree,
    /// A closed three with another closed three or a two.
    ClosedThreePlus,
    /// One open or half three.
    Three,
    /// Such a three with a closed three or a two.
    ThreePlus,
    /// Two open or half threes.
    DoubleThree,
    /// One stoppable four.
    Four,
    /// A four with a closed three or a two.
    FourPlus,
    /// A four and an open or half three.
    FourThree,
    /// Two fours, in one line or in two.
    DoubleFour,
    /// A straight four.
    OpenFour,
    /// Makes five.
    Five,
    /// An overline or a double four for Black in renju. Double threes keep their class: whether one is
    /// real has to be asked of the board.
    Forbidden,
}

impl Class {
    /// How many classes there are.
    pub const COUNT: usize = 16;

    /// From this class on, the board keeps the set of points up to date; weaker ones are looked for when
    /// asked.
    pub const WEAKEST_KEPT: Class = Class::ClosedThree;

    /// All classes, in the order of their indices.
    pub const ALL: [Class; Class::COUNT] = [
        Class::Idle,
        Class::One,
        Class::Two,
        Class::DoubleTwo,
        Class::ClosedThree,
        Class::ClosedThreePlus,
        Class::Three,
        Class::ThreePlus,
        Class::DoubleThree,
        Class::Four,
        Class::FourPlus,
        Class::FourThree,
        Class::DoubleFour,
        Class::OpenFour,
        Class::Five,
        Class::Forbidden,
    ];

    /// The place in [`Class::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// From the low four bits of an entry of the class table.
    #[inline]
    pub(crate) fn from_nibble(nibble: u8) -> Class {
        Class::ALL[(nibble & 15) as usize]
    }

    /// The class of four line classes, and whether legality still has to be asked of the board.
    pub(crate) fn combine(lines: [LineClass; 4], fouls: Fouls) -> (Class, bool) {
        let count = |class| lines.iter().filter(|&&line| line == class).count();
        let fives = count(LineClass::Five);
        let straight = count(LineClass::OpenFour);
        let paired = count(LineClass::DoubleFour);
        let fours = count(LineClass::Four) + straight + 2 * paired;
        let threes = lines.iter().filter(|line| line.is_free_three()).count();
        let closed = count(LineClass::ClosedThree);
        let twos = count(LineClass::OpenTwo) + count(LineClass::HalfTwo);
        let ones = count(LineClass::OpenOne) + count(LineClass::ClosedTwo);

        let barred =
            fives == 0 && fouls == Fouls::Renju && (count(LineClass::Overline) > 0 || fours >= 2);
        let suspect = match fouls {
            Fouls::None => false,
            Fouls::Renju => fives == 0 && (barred || threes >= 2),
            Fouls::DoubleThree => threes >= 2,
        };
        let plus = closed + twos > 0;
        let class = match () {
            () if fives > 0 => Class::Five,
            () if barred => Class::Forbidden,
            () if straight > 0 => Class::OpenFour,
            () if fours >= 2 => Class::DoubleFour,
            () if fours == 1 && threes > 0 => Class::FourThree,
            () if fours == 1 && plus => Class::FourPlus,
            () if fours == 1 => Class::Four,
            () if threes >= 2 => Class::DoubleThree,
            () if threes == 1 && plus => Class::ThreePlus,
            () if threes == 1 => Class::Three,
            () if closed >= 2 || (closed == 1 && twos > 0) => Class::ClosedThreePlus,
            () if closed == 1 => Class::ClosedThree,
            () if twos >= 2 => Class::DoubleTwo,
            () if twos == 1 => Class::Two,
            () if ones > 0 => Class::One,
            () => Class::Idle,
        };
        (class, suspect)
    }
}

/// Which moves a rule forbids to a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fouls {
    None,
    /// Overline, double four, real double three; a five excuses all of them.
    Renju,
    /// Two free threes, unless the move captures.
    DoubleThree,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nibbles_and_classes_agree() {
        for (i, class) in LineClass::ALL.into_iter().enumerate() {
            assert_eq!(class as usize, i);
            assert_eq!(LineClass::from_nibble(i as u32), class);
        }
        for (i, class) in Class::ALL.into_iter().enumerate() {
            assert_eq!(class.index(), i);
            assert_eq!(Class::from_nibble(i as u8), class);
        }
    }

    #[test]
    fn fives_excuse_fouls_in_renju_only() {
        use LineClass::{Dead, Five, OpenThree, Overline};
        let lines = [Five, Overline, OpenThree, OpenThree];
        assert_eq!(Class::combine(lines, Fouls::Renju), (Class::Five, false));
        let lines = [Five, Dead, OpenThree, OpenThree];
        assert_eq!(
            Class::combine(lines, Fouls::DoubleThree),
            (Class::Five, true)
        );
    }

    #[test]
    fn two_fours_are_a_foul_only_in_renju() {
        use LineClass::{Dead, DoubleFour, Four};
        for lines in [[Four, Four, Dead, Dead], [DoubleFour, Dead, Dead, Dead]] {
            assert_eq!(
                Class::combine(lines, Fouls::None),
                (Class::DoubleFour, false)
            );
            assert_eq!(
                Class::combine(lines, Fouls::Renju),
                (Class::Forbidden, true)
            );
        }
    }
}
