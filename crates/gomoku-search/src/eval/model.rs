//! The evaluation as numbers: what it counts on a board, and what each count weighs.
//!
//! The score is a plain sum of counts times weights, so that the laboratory can fit the weights to games. Every
//! count is here twice: where the score is summed ([`super::evaluate`] reads what the board keeps up to date), and
//! in [`features`], slow and complete, for the fit. A test holds the two together.

use super::Play;
use super::net::{self, Net};
use regence_gomoku::{Board, Class, Rule, RuleSet, Shape, Side, dispatch};

/// Weights are in this many parts of a point, so that small ones can be told apart.
pub const UNIT: i32 = 8;

/// Degrees of threat: none, then the classes from [`Class::WEAKEST_KEPT`] to [`Class::Five`].
pub const DEGREES: usize = Class::Five.index() - Class::WEAKEST_KEPT.index() + 2;

/// Kinds of threat that a side has or has not: see [`kinds`].
pub const KINDS: usize = 6;

/// All kinds of both sides, a bit each.
pub const MASKS: usize = 1 << (2 * KINDS);

/// Pairs that a side has captured: 0 to 4. The fifth wins.
const PAIRS: usize = 5;

/// More pairs than this hanging at once add nothing.
const MOST_TAKES: u16 = 4;

/// Everything that the evaluation of a rule set weighs, in parts of a point ([`UNIT`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// By colour: one for both where the rule makes no difference between them.
    colours: Vec<Colour>,
    pub captures: Captures,
    /// What shapes mean together, on top.
    pub net: Option<Net>,
}

/// What a colour's points and threats weigh.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Colour {
    /// An empty point where that colour would make a shape, by [`Shape::index`].
    pub shapes: Vec<i16>,
    /// The strongest class that the side to move, of that colour, could make (row) and the other side (column). The
    /// right to move is worth what these have in common.
    pub threats: [[i16; DEGREES]; DEGREES],
    /// All kinds of threat of both sides together, on top: those of the side to move are the low bits.
    pub masks: Vec<i16>,
}

/// What pairs of stones weigh (ninuki).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Captures {
    /// Captured pairs.
    pub captured: [i16; PAIRS],
    /// A pair that the side to move can take, by what it has captured.
    pub takes: [i16; PAIRS],
    /// A pair that the other side can take, by what that one has captured.
    pub takes_faced: [i16; PAIRS],
    /// A pair that the side to move can attack, and one that the other side can.
    pub attacks: [i16; PAIRS],
    pub attacks_faced: [i16; PAIRS],
}

/// Weights of one colour in a row.
const OF_COLOUR: usize = Shape::COUNT + DEGREES * DEGREES + MASKS;
/// Places of a colour's weights in its part of the row.
pub const THREATS: usize = Shape::COUNT;
pub const FIRST_MASK: usize = THREATS + DEGREES * DEGREES;
/// Weights of pairs, at the end of the row.
const OF_CAPTURES: usize = 5 * PAIRS;

/// How many colours are weighed apart: two where a rule forbids one of them what the other may do.
pub fn colours(rule: RuleSet) -> usize {
    fn of<R: Rule>() -> usize {
        1 + usize::from(R::FOULS[0] != R::FOULS[1])
    }
    dispatch!(rule, R => of::<R>())
}

/// How many weights a rule set has.
pub fn count(rule: RuleSet) -> usize {
    colours(rule) * OF_COLOUR + OF_CAPTURES
}

/// The place in a row where the weights of a colour begin.
pub fn first_of(rule: RuleSet, side: Side) -> usize {
    (side.index() % colours(rule)) * OF_COLOUR
}

/// Places in the captures' part of a row.
#[derive(Clone, Copy)]
enum Pair {
    Captured,
    Takes,
    TakesFaced,
    Attacks,
    AttacksFaced,
}

impl Weights {
    /// Weights that say nothing of any position.
    pub fn nothing(rule: RuleSet) -> Weights {
        let none = [0; PAIRS];
        let colour = Colour {
            shapes: vec![0; Shape::COUNT],
            threats: [[0; DEGREES]; DEGREES],
            masks: vec![0; MASKS],
        };
        Weights {
            colours: vec![colour; colours(rule)],
            captures: Captures {
                captured: none,
                takes: none,
                takes_faced: none,
                attacks: none,
                attacks_faced: none,
            },
            net: None,
        }
    }

    /// All of them but the network in one row, in the order of the fields.
    pub fn to_row(&self) -> Vec<i16> {
        let mut row = Vec::new();
        for colour in &self.colours {
            row.extend(&colour.shapes);
            row.extend(colour.threats.iter().flatten());
            row.extend(&colour.masks);
        }
        for pairs in [
            self.captures.captured,
            self.captures.takes,
            self.captures.takes_faced,
            self.captures.attacks,
            self.captures.attacks_faced,
        ] {
            row.extend(pairs);
        }
        row
    }

    /// The inverse; `None` if the row has another length.
    pub fn from_row(rule: RuleSet, row: &[i16]) -> Option<Weights> {
        if row.len() != count(rule) {
            return None;
        }
        let (of_colours, of_captures) = row.split_at(row.len() - OF_CAPTURES);
        let colour = |part: &[i16]| Colour {
            shapes: part[..THREATS].to_vec(),
            threats: std::array::from_fn(|mine| {
                std::array::from_fn(|theirs| part[THREATS + mine * DEGREES + theirs])
            }),
            masks: part[FIRST_MASK..].to_vec(),
        };
        let pairs = |pair: Pair| std::array::from_fn(|i| of_captures[pair as usize * PAIRS + i]);
        Some(Weights {
            colours: of_colours.chunks_exact(OF_COLOUR).map(colour).collect(),
            captures: Captures {
                captured: pairs(Pair::Captured),
                takes: pairs(Pair::Takes),
                takes_faced: pairs(Pair::TakesFaced),
                attacks: pairs(Pair::Attacks),
                attacks_faced: pairs(Pair::AttacksFaced),
            },
            net: None,
        })
    }

    /// Adds to what masks of threats weigh, colour by colour.
    pub fn add_to_masks(&mut self, added: impl Iterator<Item = i16>) {
        let masks = self.colours.iter_mut().flat_map(|colour| &mut colour.masks);
        masks.zip(added).for_each(|(mask, added)| *mask += added);
    }

    /// What a colour's points and threats weigh.
    #[inline]
    pub fn of(&self, side: Side) -> &Colour {
        &self.colours[side.index() % self.colours.len()]
    }
}

impl Colour {
    /// What the threats on the board add for the side to move.
    #[inline]
    pub(super) fn threats<R: Play>(&self, board: &Board<R>) -> i32 {
        let [mine, theirs] = both_classes(board);
        let mask = mask(mine, theirs);
        i32::from(self.threats[degree(mine)][degree(theirs)]) + i32::from(self.masks[mask])
    }
}

/// The classes that the side to move and the other side could make, a bit each.
#[inline]
pub fn both_classes<R: Play>(board: &Board<R>) -> [u16; 2] {
    [board.side(), board.side().other()].map(|side| board.classes(side))
}

/// The strongest of them.
#[inline]
fn degree(classes: u16) -> usize {
    let first = Class::WEAKEST_KEPT.index() - 1;
    let kept = classes & ((2 << Class::Five.index()) - 1);
    (kept.checked_ilog2().unwrap_or(0) as usize).saturating_sub(first)
}

/// The kinds of threat among classes, a bit each.
#[inline]
fn kinds(classes: u16) -> usize {
    use Class::{
        ClosedThree, ClosedThreePlus, DoubleFour, DoubleThree, Four, FourPlus, FourThree, OpenFour,
        Three, ThreePlus,
    };
    const fn bits(some: [Class; 2]) -> u16 {
        1 << some[0].index() | 1 << some[1].index()
    }
    const KIND: [u16; KINDS] = [
        bits([ClosedThree, ClosedThreePlus]),
        bits([Three, ThreePlus]),
        bits([DoubleThree, DoubleThree]),
        bits([Four, FourPlus]),
        bits([FourThree, FourThree]),
        bits([DoubleFour, OpenFour]),
    ];
    let bit = |kind: usize| usize::from(classes & KIND[kind] != 0) << kind;
    (0..KINDS).fold(0, |kinds, kind| kinds | bit(kind))
}

#[inline]
pub fn mask(mine: u16, theirs: u16) -> usize {
    kinds(mine) | kinds(theirs) << KINDS
}

/// What captures add, from the view of the side to move.
#[inline]
pub(super) fn captures<R: Play>(board: &Board<R>, weights: &Captures) -> i32 {
    let (us, them) = (board.side(), board.side().other());
    let (mine, theirs) = (pairs(board, us), pairs(board, them));
    let takes = |side| i32::from(board.pairs_to_take(side).min(MOST_TAKES));
    let attacks = |side| i32::from(board.pairs_to_threaten(side));
    i32::from(weights.captured[mine]) - i32::from(weights.captured[theirs])
        + i32::from(weights.takes[mine]) * takes(us)
        - i32::from(weights.takes_faced[theirs]) * takes(them)
        + i32::from(weights.attacks[mine]) * attacks(us)
        - i32::from(weights.attacks_faced[theirs]) * attacks(them)
}

#[inline]
fn pairs<R: Play>(board: &Board<R>, side: Side) -> usize {
    usize::from(board.captured(side) / 2).min(PAIRS - 1)
}

/// How often each weight counts for the side to move: places in [`Weights::to_row`], and counts that are not zero.
pub fn features<R: Play>(board: &Board<R>) -> Vec<(u16, i16)> {
    let mut counts = vec![0i16; count(R::SET)];
    let (us, them) = (board.side(), board.side().other());
    for point in &board.empties() {
        for (side, sign) in [(us, 1), (them, -1)] {
            counts[first_of(R::SET, side) + board.shape(point, side).index()] += sign;
        }
    }
    let [mine, theirs] = both_classes(board);
    let first = first_of(R::SET, us);
    counts[first + THREATS + degree(mine) * DEGREES + degree(theirs)] += 1;
    counts[first + FIRST_MASK + mask(mine, theirs)] += 1;
    if R::CAPTURES {
        let (mine, theirs) = (pairs(board, us), pairs(board, them));
        let takes = |side| board.pairs_to_take(side).min(MOST_TAKES) as i16;
        let attacks = |side| board.pairs_to_threaten(side) as i16;
        let first = colours(R::SET) * OF_COLOUR;
        let mut add = |pair: Pair, of: usize, by: i16| {
            counts[first + pair as usize * PAIRS + of] += by;
        };
        add(Pair::Captured, mine, 1);
        add(Pair::Captured, theirs, -1);
        add(Pair::Takes, mine, takes(us));
        add(Pair::TakesFaced, theirs, -takes(them));
        add(Pair::Attacks, mine, attacks(us));
        add(Pair::AttacksFaced, theirs, -attacks(them));
    }
    (0..).zip(counts).filter(|&(_, count)| count != 0).collect()
}

/// What a fit learns from a position: how often each shape counts, for each side apart.
#[derive(Clone, Debug, PartialEq)]
pub struct Looks {
    /// The side to move.
    pub side: Side,
    /// Shapes that it would make, and from [`Shape::COUNT`] on those of the other side, with their numbers.
    pub shapes: Box<[(u16, u8)]>,
    /// Which output weights a network takes ([`net::bucket`]).
    pub bucket: usize,
    /// The mask of threats.
    pub mask: usize,
    /// What the weights say, in points: see [`Looks::weigh`].
    pub points: f32,
    /// Counts of all weights that are not those of shapes.
    rest: Box<[(u16, i16)]>,
}

impl Looks {
    pub fn of<R: Play>(board: &Board<R>) -> Looks {
        let (us, them) = (board.side(), board.side().other());
        let mut counts = vec![0u8; 2 * Shape::COUNT];
        for point in &board.empties() {
            for (owner, side) in [us, them].into_iter().enumerate() {
                let shape = board.shape(point, side);
                if shape != Shape::DEAD {
                    let count = &mut counts[owner * Shape::COUNT + shape.index()];
                    *count = count.saturating_add(1);
                }
            }
        }
        let classes = both_classes(board);
        let colours = 0..colours(R::SET);
        let is_shape = |place: u16| {
            let of_colour = |colour| (usize::from(place)).wrapping_sub(colour * OF_COLOUR);
            colours.clone().any(|colour| of_colour(colour) < THREATS)
        };
        let rest = features(board)
            .into_iter()
            .filter(|&(place, _)| !is_shape(place));
        Looks {
            side: us,
            shapes: (0..).zip(counts).filter(|&(_, count)| count > 0).collect(),
            bucket: net::bucket(classes),
            mask: mask(classes[0], classes[1]),
            points: 0.0,
            rest: rest.collect(),
        }
    }

    /// Notes what a row of weights says of the position.
    pub fn weigh(&mut self, rule: RuleSet, row: &[i16]) {
        let of_shape = |&(feature, count): &(u16, u8)| {
            let (owner, shape) = (
                usize::from(feature) / Shape::COUNT,
                usize::from(feature) % Shape::COUNT,
            );
            let (side, sign) = match owner {
                0 => (self.side, 1),
                _ => (self.side.other(), -1),
            };
            sign * i32::from(count) * i32::from(row[first_of(rule, side) + shape])
        };
        let of_rest =
            |&(place, count): &(u16, i16)| i32::from(count) * i32::from(row[usize::from(place)]);
        let sum = self.shapes.iter().map(of_shape).sum::<i32>()
            + self.rest.iter().map(of_rest).sum::<i32>();
        self.points = sum as f32 / UNIT as f32;
    }
}
