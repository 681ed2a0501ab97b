//! Positions as text: FEN, with X-FEN and Shredder-FEN for Chess960.

use std::fmt;
use std::str::FromStr;

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::setup::{FenError, FenField, Setup, none_dropped};
use crate::text::shorten;
use crate::types::{CastlingSide, Color, File, Piece, PieceKind, Rank, Square};

impl Board {
    /// Reads a FEN.
    ///
    /// Castling rights may be written as `KQkq` (the outermost rook of that wing, as X-FEN says) or with the
    /// rooks' files as in Shredder-FEN (`HAha`). The two counters may be missing, as in EPD; they are then 0
    /// and 1. An en passant square that no pawn can use is dropped.
    ///
    /// ```
    /// use regence_chess::Board;
    /// let error = Board::from_fen("4k3/8/8/8/8/8/8/4K3 x - - 0 1").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "bad FEN, side to move (field 2): found \"x\", expected w or b",
    /// );
    /// ```
    pub fn from_fen(fen: &str) -> Result<Board, FenError> {
        Setup::from_fen(fen)?.build()
    }

    /// Reads a FEN and drops the castling rights and the en passant square that cannot be, as most engines do:
    /// many programs write such FENs, and nothing else depends on those two fields. Returns what was dropped.
    ///
    /// ```
    /// use regence_chess::Board;
    /// let (board, dropped) = Board::from_fen_leniently("4k3/8/8/8/8/8/8/4K2R w KQ e3 0 1").unwrap();
    /// assert_eq!(board.to_fen(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    /// assert_eq!(dropped.len(), 2);
    /// ```
    pub fn from_fen_leniently(fen: &str) -> Result<(Board, Vec<FenError>), FenError> {
        let mut dropped = Vec::new();
        let board = Setup::read_fen(fen, &mut dropped)?.build_leniently(&mut dropped)?;
        Ok((board, dropped))
    }

    /// The FEN of this position. Castling rights are letters `KQkq` wherever they say which rook is meant,
    /// else the rook's file (X-FEN).
    pub fn to_fen(&self) -> String {
        self.to_string()
    }

    /// The FEN with castling rights as the files of the rooks (Shredder-FEN).
    pub fn to_shredder_fen(&self) -> String {
        Shredder(self).to_string()
    }

    fn write_fen(&self, f: &mut fmt::Formatter<'_>, shredder: bool) -> fmt::Result {
        write_placement(f, |square| self.piece_at(square))?;
        f.write_str(if self.side == Color::White {
            " w "
        } else {
            " b "
        })?;
        self.write_castling(f, shredder)?;
        match self.en_passant {
            Some(square) => write!(f, " {square}")?,
            None => f.write_str(" -")?,
        }
        write!(f, " {} {}", self.halfmove_clock, self.fullmove_number)
    }

    fn write_castling(&self, f: &mut fmt::Formatter<'_>, shredder: bool) -> fmt::Result {
        if self.castling.is_empty() {
            return f.write_str("-");
        }
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                let Some(rook) = self.castling_rook(color, side) else {
                    continue;
                };
                let letter = if shredder || outermost_rook(self, color, side) != Some(rook) {
                    rook.file().to_char()
                } else if side == CastlingSide::King {
                    'k'
                } else {
                    'q'
                };
                let letter = if color == Color::White {
                    letter.to_ascii_uppercase()
                } else {
                    letter
                };
                write!(f, "{letter}")?;
            }
        }
        Ok(())
    }
}

/// Writes the first field of a FEN: what stands where, from the eighth rank to the first.
pub fn write_placement(
    f: &mut fmt::Formatter<'_>,
    piece_at: impl Fn(Square) -> Option<Piece>,
) -> fmt::Result {
    for &rank in Rank::ALL.iter().rev() {
        let mut gap = 0;
        for file in File::ALL {
            match piece_at(Square::new(file, rank)) {
                None => gap += 1,
                Some(piece) => {
                    if gap > 0 {
                        write!(f, "{gap}")?;
                    }
                    gap = 0;
                    write!(f, "{piece}")?;
                }
            }
        }
        if gap > 0 {
            write!(f, "{gap}")?;
        }
        if rank != Rank::First {
            f.write_str("/")?;
        }
    }
    Ok(())
}

/// The rook furthest from the king on a wing of the first rank: the one that `KQkq` means.
fn outermost_rook(board: &Board, color: Color, side: CastlingSide) -> Option<Square> {
    let king = board.king(color);
    let rooks = board.of(color, PieceKind::Rook) & Bitboard::rank(color.back_rank());
    let rook = match side {
        CastlingSide::King => rooks.msb(),
        CastlingSide::Queen => rooks.lsb(),
    };
    rook.filter(|&rook| CastlingSide::of(king, rook) == side)
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_fen(f, false)
    }
}

struct Shredder<'a>(&'a Board);

impl fmt::Display for Shredder<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write_fen(f, true)
    }
}

impl FromStr for Board {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Board, FenError> {
        Board::from_fen(fen)
    }
}

impl Setup {
    /// Reads a FEN without asking whether the position is possible.
    pub fn from_fen(fen: &str) -> Result<Setup, FenError> {
        let mut dropped = Vec::new();
        let setup = Setup::read_fen(fen, &mut dropped)?;
        none_dropped(setup, dropped)
    }

    /// As [`Setup::from_fen`], but castling rights without their rook are noted and left out.
    fn read_fen(fen: &str, dropped: &mut Vec<FenError>) -> Result<Setup, FenError> {
        let mut fields = fen.split_ascii_whitespace();
        let mut next = |field: FenField| {
            fields
                .next()
                .ok_or_else(|| FenError::new(field, "nothing found, a FEN has at least 4 fields"))
        };
        let mut setup = Setup::empty();
        read_placement(&mut setup, next(FenField::Placement)?)?;
        setup.set_side_to_move(read_side(next(FenField::SideToMove)?)?);
        let castling = read_castling(&setup, next(FenField::Castling)?, dropped)?;
        setup.set_castling_rooks(castling);
        setup.set_en_passant(read_en_passant(next(FenField::EnPassant)?)?);
        let halfmove = read_counter(fields.next(), FenField::HalfmoveClock, 0)?;
        let fullmove = read_counter(fields.next(), FenField::FullmoveNumber, 1)?;
        setup.set_counters(halfmove, fullmove);
        match fields.next() {
            Some(more) => Err(FenError::new(
                FenField::Fen,
                format!(
                    "found {:?} after the sixth field, expected the end",
                    shorten(more)
                ),
            )),
            None => Ok(setup),
        }
    }
}

fn read_placement(setup: &mut Setup, text: &str) -> Result<(), FenError> {
    let fault = |reason: String| Err(FenError::new(FenField::Placement, reason));
    let rows = text.split('/').count();
    if rows != 8 {
        return fault(format!(
            "found {rows} ranks in {:?}, expected 8 with / between them",
            shorten(text)
        ));
    }
    for (row, &rank) in text.split('/').zip(Rank::ALL.iter().rev()) {
        let mut file = 0;
        for letter in row.chars() {
            if let Some(gap @ 1..=8) = letter.to_digit(10) {
                file += gap as usize;
            } else if let Some(piece) = Piece::from_char(letter) {
                if let Some(file) = File::from_index(file) {
                    setup.put(Square::new(file, rank), Some(piece));
                }
                file += 1;
            } else {
                return fault(format!(
                    "found {letter:?} in rank {}, expected a piece (pnbrqk or PNBRQK) or a gap (1 to 8)",
                    rank.to_char()
                ));
            }
        }
        if file != 8 {
            return fault(format!(
                "rank {} ({:?}) has {file} squares, expected 8",
                rank.to_char(),
                shorten(row)
            ));
        }
    }
    Ok(())
}

fn read_side(text: &str) -> Result<Color, FenError> {
    match text {
        "w" | "W" => Ok(Color::White),
        "b" | "B" => Ok(Color::Black),
        _ => Err(FenError::new(
            FenField::SideToMove,
            format!("found {:?}, expected w or b", shorten(text)),
        )),
    }
}

fn read_castling(
    setup: &Setup,
    text: &str,
    dropped: &mut Vec<FenError>,
) -> Result<Bitboard, FenError> {
    let mut rooks = Bitboard::EMPTY;
    if text == "-" {
        return Ok(rooks);
    }
    for letter in text.chars() {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        let letter = letter.to_ascii_lowercase();
        let rook = match (File::from_char(letter), letter) {
            (Some(file), _) => Ok(Square::new(file, color.back_rank())),
            (None, 'k') => outermost_rook_of(setup, color, CastlingSide::King),
            (None, 'q') => outermost_rook_of(setup, color, CastlingSide::Queen),
            (None, _) => {
                return Err(FenError::new(
                    FenField::Castling,
                    format!("found {letter:?}, expected - or letters of KQkq, A to H, a to h"),
                ));
            }
        };
        match rook {
            Ok(rook) if rooks.contains(rook) => dropped.push(FenError::new(
                FenField::Castling,
                format!("the rook on {rook} is named twice in {:?}", shorten(text)),
            )),
            Ok(rook) => rooks |= rook.into(),
            Err(fault) => dropped.push(fault),
        }
    }
    Ok(rooks)
}

/// The rook that `K`, `Q`, `k` or `q` means.
fn outermost_rook_of(setup: &Setup, color: Color, side: CastlingSide) -> Result<Square, FenError> {
    let fault = |reason: String| Err(FenError::new(FenField::Castling, reason));
    let back = color.back_rank();
    let Some(king) = setup.king(color).filter(|king| king.rank() == back) else {
        return fault(format!(
            "{color} may castle, but has no king on its first rank"
        ));
    };
    let rook = Some(Piece::new(color, PieceKind::Rook));
    let mut rooks = File::ALL
        .into_iter()
        .map(|file| Square::new(file, back))
        .filter(|&square| setup.piece_at(square) == rook && CastlingSide::of(king, square) == side);
    let outermost = match side {
        CastlingSide::King => rooks.next_back(),
        CastlingSide::Queen => rooks.next(),
    };
    let wing = if side == CastlingSide::King {
        "king's"
    } else {
        "queen's"
    };
    outermost.ok_or_else(|| {
        FenError::new(
            FenField::Castling,
            format!(
                "{color} may castle on the {wing} side, but has no rook there on its first rank"
            ),
        )
    })
}

fn read_en_passant(text: &str) -> Result<Option<Square>, FenError> {
    if text == "-" {
        return Ok(None);
    }
    match text.parse() {
        Ok(square) => Ok(Some(square)),
        Err(_) => Err(FenError::new(
            FenField::EnPassant,
            format!(
                "found {:?}, expected - or a square such as e3",
                shorten(text)
            ),
        )),
    }
}

fn read_counter(text: Option<&str>, field: FenField, missing: u16) -> Result<u16, FenError> {
    match text {
        None => Ok(missing),
        Some(text) => text.parse().map_err(|_| {
            FenError::new(
                field,
                format!(
                    "found {:?}, expected a number from 0 to {}",
                    shorten(text),
                    u16::MAX
                ),
            )
        }),
    }
}
