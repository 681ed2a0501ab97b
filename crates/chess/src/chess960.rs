//! The starting positions of Chess960, by Scharnagl's numbers.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::setup::Setup;
use crate::types::{Color, File, Piece, PieceKind, Rank, Square};

/// How many starting positions there are.
pub const POSITIONS: u16 = 960;

impl Board {
    /// The Chess960 starting position with that number (modulo 960); 518 is the usual one.
    ///
    /// ```
    /// use regence_chess::Board;
    /// assert_eq!(Board::chess960(518), Board::startpos());
    /// assert!(Board::chess960(0).to_string().starts_with("bbqnnrkr/"));
    /// ```
    pub fn chess960(number: u16) -> Board {
        Board::double_chess960(number, number)
    }

    /// A starting position in which each side has its own arrangement.
    pub fn double_chess960(white: u16, black: u16) -> Board {
        let mut setup = Setup::empty();
        let mut rooks = Bitboard::EMPTY;
        for (color, number) in [(Color::White, white), (Color::Black, black)] {
            let pawns = if color == Color::White {
                Rank::Second
            } else {
                Rank::Seventh
            };
            for (file, kind) in File::ALL.into_iter().zip(arrangement(number)) {
                let square = Square::new(file, color.back_rank());
                setup.put(square, Some(Piece::new(color, kind)));
                setup.put(
                    Square::new(file, pawns),
                    Some(Piece::new(color, PieceKind::Pawn)),
                );
                if kind == PieceKind::Rook {
                    rooks |= square.into();
                }
            }
        }
        setup.set_castling_rooks(rooks);
        setup
            .build()
            .expect("every Chess960 arrangement is a valid position")
    }
}

/// The pieces of the first rank from a to h.
///
/// The number is taken apart by division: the light-squared bishop (4 places), the dark-squared bishop (4), the
/// queen among the free squares (6), the two knights among the rest (10); rook, king and rook fill up.
fn arrangement(number: u16) -> [PieceKind; 8] {
    const KNIGHTS: [(usize, usize); 10] = [
        (0, 1),
        (0, 2),
        (0, 3),
        (0, 4),
        (1, 2),
        (1, 3),
        (1, 4),
        (2, 3),
        (2, 4),
        (3, 4),
    ];
    let mut rest = (number % POSITIONS) as usize;
    let mut digit = |base: usize| {
        let digit = rest % base;
        rest /= base;
        digit
    };
    let mut squares = [None; 8];
    squares[2 * digit(4) + 1] = Some(PieceKind::Bishop);
    squares[2 * digit(4)] = Some(PieceKind::Bishop);
    put_on_free(&mut squares, digit(6), PieceKind::Queen);
    let (first, second) = KNIGHTS[digit(10)];
    // The later one first, so that the count of free squares before the other does not change.
    put_on_free(&mut squares, second, PieceKind::Knight);
    put_on_free(&mut squares, first, PieceKind::Knight);
    for kind in [PieceKind::Rook, PieceKind::King, PieceKind::Rook] {
        put_on_free(&mut squares, 0, kind);
    }
    squares.map(|kind| kind.unwrap_or(PieceKind::Pawn))
}

/// Puts a piece on the free square with `skip` free squares before it.
fn put_on_free(squares: &mut [Option<PieceKind>; 8], skip: usize, kind: PieceKind) {
    if let Some(square) = squares
        .iter_mut()
        .filter(|square| square.is_none())
        .nth(skip)
    {
        *square = Some(kind);
    }
}
