//! The small vocabulary of chess: colours, pieces, files, ranks and squares.
//!
//! Everything here is a plain value of one byte. Indices follow the usual order: a1 is square 0, b1 is
//! square 1, h8 is square 63; white comes before black, pawns before kings.

use std::error::Error;
use std::fmt;
use std::ops::Not;
use std::str::FromStr;

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Color {
    /// The side that moves first.
    White = 0,
    /// The side that answers.
    Black = 1,
}

impl Color {
    /// Both colours, white first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// 0 for white, 1 for black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The opponent; the same as `!color`, but usable in constants.
    #[inline]
    pub const fn other(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }

    /// The rank on which this side's king and rooks begin.
    #[inline]
    pub const fn back_rank(self) -> Rank {
        match self {
            Color::White => Rank::First,
            Color::Black => Rank::Eighth,
        }
    }

    /// The rank on which this side's pawns promote.
    #[inline]
    pub const fn promotion_rank(self) -> Rank {
        self.other().back_rank()
    }
}

impl Not for Color {
    type Output = Color;

    #[inline]
    fn not(self) -> Color {
        self.other()
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::White => "white",
            Color::Black => "black",
        })
    }
}

/// What a piece is, whoever owns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum PieceKind {
    /// A pawn.
    Pawn = 0,
    /// A knight.
    Knight = 1,
    /// A bishop.
    Bishop = 2,
    /// A rook.
    Rook = 3,
    /// A queen.
    Queen = 4,
    /// A king.
    King = 5,
}

impl PieceKind {
    /// All kinds, in the order of their indices.
    pub const ALL: [PieceKind; 6] = [
        PieceKind::Pawn,
        PieceKind::Knight,
        PieceKind::Bishop,
        PieceKind::Rook,
        PieceKind::Queen,
        PieceKind::King,
    ];

    /// 0 for pawns up to 5 for kings.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The lower-case English letter: `p n b r q k`.
    pub const fn letter(self) -> char {
        match self {
            PieceKind::Pawn => 'p',
            PieceKind::Knight => 'n',
            PieceKind::Bishop => 'b',
            PieceKind::Rook => 'r',
            PieceKind::Queen => 'q',
            PieceKind::King => 'k',
        }
    }

    /// Reads an English piece letter of either case.
    pub const fn from_letter(letter: char) -> Option<PieceKind> {
        Some(match letter.to_ascii_lowercase() {
            'p' => PieceKind::Pawn,
            'n' => PieceKind::Knight,
            'b' => PieceKind::Bishop,
            'r' => PieceKind::Rook,
            'q' => PieceKind::Queen,
            'k' => PieceKind::King,
            _ => return None,
        })
    }

    /// The English name, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            PieceKind::Pawn => "pawn",
            PieceKind::Knight => "knight",
            PieceKind::Bishop => "bishop",
            PieceKind::Rook => "rook",
            PieceKind::Queen => "queen",
            PieceKind::King => "king",
        }
    }
}

/// A piece with its owner.
///
/// An enum of twelve rather than a pair, so that `Option<Piece>` is one byte: the board keeps 64 of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Piece {
    WhitePawn = 0,
    WhiteKnight = 1,
    WhiteBishop = 2,
    WhiteRook = 3,
    WhiteQueen = 4,
    WhiteKing = 5,
    BlackPawn = 6,
    BlackKnight = 7,
    BlackBishop = 8,
    BlackRook = 9,
    BlackQueen = 10,
    BlackKing = 11,
}

impl Piece {
    /// All pieces, in the order of their indices.
    pub const ALL: [Piece; 12] = [
        Piece::WhitePawn,
        Piece::WhiteKnight,
        Piece::WhiteBishop,
        Piece::WhiteRook,
        Piece::WhiteQueen,
        Piece::WhiteKing,
        Piece::BlackPawn,
        Piece::BlackKnight,
        Piece::BlackBishop,
        Piece::BlackRook,
        Piece::BlackQueen,
        Piece::BlackKing,
    ];

    /// The piece of that colour and kind.
    #[inline]
    pub const fn new(color: Color, kind: PieceKind) -> Piece {
        // A match that compiles to the sum itself, unlike a look into a table.
        match color as u8 * 6 + kind as u8 {
            0 => Piece::WhitePawn,
            1 => Piece::WhiteKnight,
            2 => Piece::WhiteBishop,
            3 => Piece::WhiteRook,
            4 => Piece::WhiteQueen,
            5 => Piece::WhiteKing,
            6 => Piece::BlackPawn,
            7 => Piece::BlackKnight,
            8 => Piece::BlackBishop,
            9 => Piece::BlackRook,
            10 => Piece::BlackQueen,
            _ => Piece::BlackKing,
        }
    }

    /// 0..12: white's pieces, then black's.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Who owns it.
    #[inline]
    pub const fn color(self) -> Color {
        if (self as u8) < 6 {
            Color::White
        } else {
            Color::Black
        }
    }

    /// What it is.
    #[inline]
    pub const fn kind(self) -> PieceKind {
        let index = self as u8;
        match if index < 6 { index } else { index - 6 } {
            0 => PieceKind::Pawn,
            1 => PieceKind::Knight,
            2 => PieceKind::Bishop,
            3 => PieceKind::Rook,
            4 => PieceKind::Queen,
            _ => PieceKind::King,
        }
    }

    /// The FEN letter: upper case for white, lower case for black.
    pub const fn to_char(self) -> char {
        let letter = self.kind().letter();
        match self.color() {
            Color::White => letter.to_ascii_uppercase(),
            Color::Black => letter,
        }
    }

    /// Reads a FEN letter.
    pub const fn from_char(letter: char) -> Option<Piece> {
        match PieceKind::from_letter(letter) {
            Some(kind) if letter.is_ascii_uppercase() => Some(Piece::new(Color::White, kind)),
            Some(kind) => Some(Piece::new(Color::Black, kind)),
            None => None,
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_char())
    }
}

/// A column of the board, a to h.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum File {
    A = 0,
    B = 1,
    C = 2,
    D = 3,
    E = 4,
    F = 5,
    G = 6,
    H = 7,
}

impl File {
    /// All files, from a to h.
    pub const ALL: [File; 8] = [
        File::A,
        File::B,
        File::C,
        File::D,
        File::E,
        File::F,
        File::G,
        File::H,
    ];

    /// 0 for the a-file up to 7 for the h-file.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The file with that index, if it is below 8.
    #[inline]
    pub const fn from_index(index: usize) -> Option<File> {
        if index < 8 {
            Some(File::wrapping(index as u8))
        } else {
            None
        }
    }

    /// The file with that index modulo 8. Written as a match, which compiles to nothing, unlike a table.
    #[inline]
    const fn wrapping(index: u8) -> File {
        match index & 7 {
            0 => File::A,
            1 => File::B,
            2 => File::C,
            3 => File::D,
            4 => File::E,
            5 => File::F,
            6 => File::G,
            _ => File::H,
        }
    }

    /// The lower-case letter of the file.
    pub const fn to_char(self) -> char {
        (b'a' + self as u8) as char
    }

    /// Reads a lower-case letter a to h.
    pub const fn from_char(letter: char) -> Option<File> {
        match letter {
            'a'..='h' => File::from_index(letter as usize - 'a' as usize),
            _ => None,
        }
    }
}

/// A row of the board, 1 to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Rank {
    First = 0,
    Second = 1,
    Third = 2,
    Fourth = 3,
    Fifth = 4,
    Sixth = 5,
    Seventh = 6,
    Eighth = 7,
}

impl Rank {
    /// All ranks, from the first to the eighth.
    pub const ALL: [Rank; 8] = [
        Rank::First,
        Rank::Second,
        Rank::Third,
        Rank::Fourth,
        Rank::Fifth,
        Rank::Sixth,
        Rank::Seventh,
        Rank::Eighth,
    ];

    /// 0 for the first rank up to 7 for the eighth.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The rank with that index, if it is below 8.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Rank> {
        if index < 8 {
            Some(Rank::wrapping(index as u8))
        } else {
            None
        }
    }

    /// The rank with that index modulo 8.
    #[inline]
    const fn wrapping(index: u8) -> Rank {
        match index & 7 {
            0 => Rank::First,
            1 => Rank::Second,
            2 => Rank::Third,
            3 => Rank::Fourth,
            4 => Rank::Fifth,
            5 => Rank::Sixth,
            6 => Rank::Seventh,
            _ => Rank::Eighth,
        }
    }

    /// The digit of the rank.
    pub const fn to_char(self) -> char {
        (b'1' + self as u8) as char
    }

    /// Reads a digit 1 to 8.
    pub const fn from_char(digit: char) -> Option<Rank> {
        match digit {
            '1'..='8' => Rank::from_index(digit as usize - '1' as usize),
            _ => None,
        }
    }
}

/// A square of the board.
///
/// ```
/// use regence_chess::{File, Rank, Square};
/// let e4: Square = "e4".parse().unwrap();
/// assert_eq!(e4, Square::new(File::E, Rank::Fourth));
/// assert_eq!(e4.flip_vertical().to_string(), "e5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Square(u8);

macro_rules! name_squares {
    ($($name:ident $index:literal)*) => {
        #[allow(missing_docs)]
        impl Square {
            $(pub const $name: Square = Square($index);)*
        }
    };
}

#[rustfmt::skip]
name_squares! {
    A1 0  B1 1  C1 2  D1 3  E1 4  F1 5  G1 6  H1 7
    A2 8  B2 9  C2 10 D2 11 E2 12 F2 13 G2 14 H2 15
    A3 16 B3 17 C3 18 D3 19 E3 20 F3 21 G3 22 H3 23
    A4 24 B4 25 C4 26 D4 27 E4 28 F4 29 G4 30 H4 31
    A5 32 B5 33 C5 34 D5 35 E5 36 F5 37 G5 38 H5 39
    A6 40 B6 41 C6 42 D6 43 E6 44 F6 45 G6 46 H6 47
    A7 48 B7 49 C7 50 D7 51 E7 52 F7 53 G7 54 H7 55
    A8 56 B8 57 C8 58 D8 59 E8 60 F8 61 G8 62 H8 63
}

impl Square {
    /// The square where a file and a rank cross.
    #[inline]
    pub const fn new(file: File, rank: Rank) -> Square {
        Square(rank as u8 * 8 + file as u8)
    }

    /// The square with that index, if it is below 64.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < 64 {
            Some(Square(index as u8))
        } else {
            None
        }
    }

    /// The square with that index modulo 64; for code that knows its index to be good.
    #[inline]
    pub(crate) const fn wrapping(index: u32) -> Square {
        Square(index as u8 & 63)
    }

    /// 0..64: a1 is 0, b1 is 1, h8 is 63.
    #[inline]
    pub const fn index(self) -> usize {
        // The mask is always idle, but tells the compiler that a table of 64 needs no bounds check.
        (self.0 & 63) as usize
    }

    /// The column of this square.
    #[inline]
    pub const fn file(self) -> File {
        File::wrapping(self.0)
    }

    /// The row of this square.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank::wrapping(self.0 >> 3)
    }

    /// The same square seen from the other side of the board: e2 becomes e7.
    #[inline]
    pub const fn flip_vertical(self) -> Square {
        Square(self.0 ^ 56)
    }

    /// The mirror square on the other wing: e2 becomes d2.
    #[inline]
    pub const fn flip_horizontal(self) -> Square {
        Square(self.0 ^ 7)
    }

    /// This square as `color` sees it: unchanged for white, flipped vertically for black.
    #[inline]
    pub const fn relative_to(self, color: Color) -> Square {
        Square(self.0 ^ (56 * color as u8))
    }

    /// All squares in the order of their indices.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..64u8).map(Square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file().to_char(), self.rank().to_char())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that should have been a square, and is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SquareError {
    found: String,
}

impl fmt::Display for SquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is not a square: a letter a to h and a digit 1 to 8 are expected, as in e4",
            self.found
        )
    }
}

impl Error for SquareError {}

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Square, SquareError> {
        let mut chars = text.chars();
        let file = chars.next().and_then(File::from_char);
        let rank = chars.next().and_then(Rank::from_char);
        match (file, rank, chars.next()) {
            (Some(file), Some(rank), None) => Ok(Square::new(file, rank)),
            _ => Err(SquareError {
                found: crate::text::shorten(text),
            }),
        }
    }
}

/// The wing on which a king castles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum CastlingSide {
    /// Towards the h-file: the king ends on the g-file, the rook on the f-file.
    King = 0,
    /// Towards the a-file: the king ends on the c-file, the rook on the d-file.
    Queen = 1,
}

impl CastlingSide {
    /// Both wings, the king's first.
    pub const ALL: [CastlingSide; 2] = [CastlingSide::King, CastlingSide::Queen];

    /// 0 for the king's wing, 1 for the queen's.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The wing of a castling move from the king's square to the rook's.
    #[inline]
    pub const fn of(king: Square, rook: Square) -> CastlingSide {
        if rook.0 > king.0 {
            CastlingSide::King
        } else {
            CastlingSide::Queen
        }
    }

    /// The file on which the king ends.
    #[inline]
    pub const fn king_file(self) -> File {
        match self {
            CastlingSide::King => File::G,
            CastlingSide::Queen => File::C,
        }
    }

    /// The file on which the rook ends.
    #[inline]
    pub const fn rook_file(self) -> File {
        match self {
            CastlingSide::King => File::F,
            CastlingSide::Queen => File::D,
        }
    }
}
