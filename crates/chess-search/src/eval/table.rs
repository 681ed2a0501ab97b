//! The shape of the weight table: groups of numbers with a name, a term and a reason, all in one flat array.
//!
//! The numbers live in [`weights`](super::weights), in a form that is both Rust source and the tuner's file.

use super::score::Score;

/// The terms of the evaluation, in the order in which they are explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Term {
    /// What the pieces are worth.
    Material,
    /// Where they stand.
    Squares,
    /// How many squares they can go to.
    Mobility,
    /// Weak and strong pawns.
    Pawns,
    /// Pawns that no enemy pawn can stop.
    Passed,
    /// Knights and bishops.
    Minors,
    /// Rooks and queens on files and ranks.
    Rooks,
    /// The pawns before the king.
    Shelter,
    /// Pieces that attack the king.
    KingDanger,
    /// Attacked, pinned and loose pieces.
    Threats,
    /// Driving a bare king to the edge.
    MopUp,
    /// The right to move.
    Tempo,
}

impl Term {
    /// All terms, in order.
    pub const ALL: [Term; 12] = [
        Term::Material,
        Term::Squares,
        Term::Mobility,
        Term::Pawns,
        Term::Passed,
        Term::Minors,
        Term::Rooks,
        Term::Shelter,
        Term::KingDanger,
        Term::Threats,
        Term::MopUp,
        Term::Tempo,
    ];

    /// 0 for material, then in order.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// What the explanation calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Term::Material => "Material",
            Term::Squares => "Squares",
            Term::Mobility => "Mobility",
            Term::Pawns => "Pawns",
            Term::Passed => "Passed pawns",
            Term::Minors => "Minor pieces",
            Term::Rooks => "Heavy pieces",
            Term::Shelter => "King shelter",
            Term::KingDanger => "King danger",
            Term::Threats => "Threats",
            Term::MopUp => "Mop-up",
            Term::Tempo => "Tempo",
        }
    }
}

/// A named group of neighbouring weights in the flat array.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    start: usize,
    len: usize,
}

impl Span {
    /// The group number `id`, given the lengths of all groups in order.
    pub(super) const fn locate(lengths: &[usize], id: usize) -> Span {
        let mut start = 0;
        let mut i = 0;
        while i < id {
            start += lengths[i];
            i += 1;
        }
        Span {
            start,
            len: lengths[id],
        }
    }

    /// The index of the group's weight number `offset`; the last one answers for all beyond.
    #[inline]
    pub const fn at(self, offset: usize) -> usize {
        let last = self.len - 1;
        self.start + if offset < last { offset } else { last }
    }

    /// The index of the only weight of a group of one, or of the first.
    #[inline]
    pub const fn one(self) -> usize {
        self.start
    }

    /// The indices of the whole group.
    pub const fn range(self) -> std::ops::Range<usize> {
        self.start..self.start + self.len
    }

    /// How many weights the group has.
    #[allow(clippy::len_without_is_empty)]
    pub const fn len(self) -> usize {
        self.len
    }
}

/// A group with everything that a reader (or a file) needs to know about it.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// The name of its constant.
    pub name: &'static str,
    /// The term that it belongs to.
    pub term: Term,
    /// The lines of its comment.
    pub doc: &'static [&'static str],
    /// Where its weights are.
    pub span: Span,
}

/// A weight as it is written in the table.
pub(super) const fn s(mg: i32, eg: i32) -> Score {
    Score::new(mg, eg)
}

/// Turns the written table into named spans, one flat array and a list of groups.
macro_rules! weights {
    ($($(#[doc = $doc:literal])* $term:ident $name:ident = [$($value:expr),* $(,)?];)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Id { $($name),* }

        const LENGTHS: &[usize] = &[$([$($value),*].len()),*];

        $($(#[doc = $doc])* pub const $name: Span = Span::locate(LENGTHS, Id::$name as usize);)*

        /// Every weight, group after group.
        pub static WEIGHTS: [Score; COUNT] = [$($($value,)*)*];

        /// How many weights there are.
        pub const COUNT: usize = {
            let mut total = 0;
            let mut i = 0;
            while i < LENGTHS.len() {
                total += LENGTHS[i];
                i += 1;
            }
            total
        };

        /// The groups, in the order of the array.
        pub static GROUPS: &[Group] = &[
            $(Group { name: stringify!($name), term: Term::$term, doc: &[$($doc),*], span: $name }),*
        ];
    };
}

pub(super) use weights;
