//! A position as somebody describes it, and the checks that make it a [`Board`].

use std::error::Error;
use std::fmt;

use crate::bitboard::Bitboard;
use crate::board::{Board, Keys};
use crate::types::{CastlingSide, Color, File, Piece, PieceKind, Rank, Square};

/// The part of a FEN (or of a [`Setup`]) that an error is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FenField {
    /// The first field: what stands where.
    Placement,
    /// The second field: whose turn it is.
    SideToMove,
    /// The third field: who may still castle.
    Castling,
    /// The fourth field: the square that a pawn has just jumped over.
    EnPassant,
    /// The fifth field: plies since a capture or pawn move.
    HalfmoveClock,
    /// The sixth field: the number of the move.
    FullmoveNumber,
    /// The text as a whole.
    Fen,
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FenField::Placement => "piece placement (field 1)",
            FenField::SideToMove => "side to move (field 2)",
            FenField::Castling => "castling rights (field 3)",
            FenField::EnPassant => "en passant square (field 4)",
            FenField::HalfmoveClock => "halfmove clock (field 5)",
            FenField::FullmoveNumber => "move number (field 6)",
            FenField::Fen => "whole text",
        })
    }
}

/// Why a description is no position: the field, and what was found and expected there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenError {
    field: FenField,
    reason: String,
}

impl FenError {
    pub(crate) fn new(field: FenField, reason: impl Into<String>) -> FenError {
        FenError {
            field,
            reason: reason.into(),
        }
    }

    /// The field in which the fault lies.
    pub fn field(&self) -> FenField {
        self.field
    }

    /// What was found there and what is expected.
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bad FEN, {}: {}", self.field, self.reason)
    }
}

impl Error for FenError {}

/// A position that nobody has checked yet.
///
/// Fill it in and call [`Setup::build`]:
///
/// ```
/// use regence_chess::{Color, Piece, Setup, Square};
/// let mut setup = Setup::empty();
/// setup.put(Square::E1, Some(Piece::WhiteKing));
/// setup.put(Square::E8, Some(Piece::BlackKing));
/// setup.set_side_to_move(Color::Black);
/// assert_eq!(setup.build().unwrap().to_string(), "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    mailbox: [Option<Piece>; 64],
    side: Color,
    castling: Bitboard,
    en_passant: Option<Square>,
    halfmove_clock: u16,
    fullmove_number: u16,
}

impl Setup {
    /// An empty board, white to move, move 1.
    pub fn empty() -> Setup {
        Setup {
            mailbox: [None; 64],
            side: Color::White,
            castling: Bitboard::EMPTY,
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }

    /// The description of a board, to change it.
    pub fn of(board: &Board) -> Setup {
        Setup {
            mailbox: board.mailbox,
            side: board.side,
            castling: board.castling,
            en_passant: board.en_passant,
            halfmove_clock: board.halfmove_clock,
            fullmove_number: board.fullmove_number,
        }
    }

    /// What stands on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.mailbox[square.index()]
    }

    /// Who is to move.
    pub fn side_to_move(&self) -> Color {
        self.side
    }

    /// The square behind a pawn that has just made its double step.
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Half moves since a capture or a pawn move, and the number of the move.
    pub fn counters(&self) -> (u16, u16) {
        (self.halfmove_clock, self.fullmove_number)
    }

    /// Puts a piece on a square, or empties it.
    pub fn put(&mut self, square: Square, piece: Option<Piece>) -> &mut Setup {
        self.mailbox[square.index()] = piece;
        self
    }

    /// Sets whose turn it is.
    pub fn set_side_to_move(&mut self, side: Color) -> &mut Setup {
        self.side = side;
        self
    }

    /// Sets the rooks that may still castle, of both sides.
    pub fn set_castling_rooks(&mut self, rooks: Bitboard) -> &mut Setup {
        self.castling = rooks;
        self
    }

    /// Sets the square that a pawn has just jumped over.
    pub fn set_en_passant(&mut self, target: Option<Square>) -> &mut Setup {
        self.en_passant = target;
        self
    }

    /// Sets the plies since a capture or pawn move, and the number of the move.
    pub fn set_counters(&mut self, halfmove_clock: u16, fullmove_number: u16) -> &mut Setup {
        self.halfmove_clock = halfmove_clock;
        self.fullmove_number = fullmove_number;
        self
    }

    /// The square of a side's king, if there is one.
    pub(crate) fn king(&self, color: Color) -> Option<Square> {
        let king = Piece::new(color, PieceKind::King);
        Square::all().find(|&square| self.piece_at(square) == Some(king))
    }

    /// Checks everything that the rules of chess ask of a position, and makes it a board.
    pub fn build(&self) -> Result<Board, FenError> {
        let mut dropped = Vec::new();
        let board = self.build_leniently(&mut dropped)?;
        none_dropped(board, dropped)
    }

    /// As [`Setup::build`], but castling rights and an en passant square that cannot be are noted and left out.
    pub(crate) fn build_leniently(&self, dropped: &mut Vec<FenError>) -> Result<Board, FenError> {
        let mut board = Board {
            pieces: [Bitboard::EMPTY; 6],
            colors: [Bitboard::EMPTY; 2],
            mailbox: self.mailbox,
            keys: Keys::default(),
            checkers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            castling: self.castling,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number.max(1),
            en_passant: None,
            side: self.side,
            plies_from_null: u8::MAX,
        };
        for square in Square::all() {
            if let Some(piece) = self.piece_at(square) {
                board.pieces[piece.kind().index()] |= square.into();
                board.colors[piece.color().index()] |= square.into();
            }
        }
        check_pieces(&board)?;
        board.castling = possible_castling(&board, dropped);
        board.find_checks();
        check_kings(&board)?;
        if let Some(target) = self.en_passant {
            match check_en_passant(&board, target) {
                Err(fault) => dropped.push(fault),
                Ok(()) if board.en_passant_takers(target).any() => board.en_passant = Some(target),
                Ok(()) => {}
            }
        }
        board.keys = board.compute_keys();
        Ok(board)
    }
}

/// Piece counts that a game can lead to: one king, and no more promoted pieces than missing pawns.
fn check_pieces(board: &Board) -> Result<(), FenError> {
    let fault = |reason: String| Err(FenError::new(FenField::Placement, reason));
    for color in Color::ALL {
        let count = |kind| board.of(color, kind).count();
        let kings = count(PieceKind::King);
        if kings != 1 {
            return fault(format!("{color} has {kings} kings, exactly one is needed"));
        }
        let pawns = count(PieceKind::Pawn);
        if pawns > 8 {
            return fault(format!("{color} has {pawns} pawns, at most 8 are possible"));
        }
        let all = board.colored(color).count();
        if all > 16 {
            return fault(format!("{color} has {all} pieces, at most 16 are possible"));
        }
        let promoted = [
            (PieceKind::Knight, 2),
            (PieceKind::Bishop, 2),
            (PieceKind::Rook, 2),
            (PieceKind::Queen, 1),
        ]
        .into_iter()
        .map(|(kind, usual)| count(kind).saturating_sub(usual))
        .sum::<u32>();
        if promoted + pawns > 8 {
            return fault(format!(
                "{color} has {pawns} pawns and at least {promoted} promoted pieces, together at most 8 are possible"
            ));
        }
    }
    let stranded = board.pieces(PieceKind::Pawn) & (Bitboard::RANK_1 | Bitboard::RANK_8);
    match stranded.lsb() {
        Some(square) => fault(format!(
            "a pawn stands on {square}, pawns are possible on ranks 2 to 7 only"
        )),
        None => Ok(()),
    }
}

/// What was read, if nothing had to be dropped from it.
pub(crate) fn none_dropped<T>(read: T, dropped: Vec<FenError>) -> Result<T, FenError> {
    dropped.into_iter().next().map_or(Ok(read), Err)
}

/// The castling rights that can be: castling needs the king and its rook on the first rank, and at most one rook a
/// wing. The others are noted in `dropped`.
fn possible_castling(board: &Board, dropped: &mut Vec<FenError>) -> Bitboard {
    let mut drop = |reason: String| dropped.push(FenError::new(FenField::Castling, reason));
    let mut possible = Bitboard::EMPTY;
    for color in Color::ALL {
        let back = Bitboard::rank(color.back_rank());
        let rooks = board.castling & back;
        if rooks.is_empty() {
            continue;
        }
        let king = board.king(color);
        if !back.contains(king) {
            drop(format!(
                "{color} may castle, but its king stands on {king} and not on its first rank"
            ));
            continue;
        }
        let own = board.of(color, PieceKind::Rook);
        for square in rooks - own {
            drop(format!(
                "{color} may castle with {square}, but has no rook there"
            ));
        }
        for side in CastlingSide::ALL {
            let mut wing = (rooks & own)
                .into_iter()
                .filter(|&rook| CastlingSide::of(king, rook) == side);
            match (wing.next(), wing.next()) {
                (Some(rook), None) => possible |= rook.into(),
                (_, None) => {}
                (_, Some(_)) => drop(format!(
                    "{color} may castle with two rooks on one wing, at most one is possible"
                )),
            }
        }
    }
    if let Some(square) = (board.castling - Bitboard::RANK_1 - Bitboard::RANK_8).lsb() {
        drop(format!("{square} is not on the first rank of either side"));
    }
    possible
}

/// The king of the side that has just moved may not be left in check, and no move gives check three times.
fn check_kings(board: &Board) -> Result<(), FenError> {
    let waiting = !board.side;
    if board.is_attacked(board.king(waiting), board.side, board.occupied()) {
        return Err(FenError::new(
            FenField::SideToMove,
            format!(
                "{} is to move, but could take {waiting}'s king at once",
                board.side
            ),
        ));
    }
    let checkers = board.checkers.count();
    if checkers > 2 {
        return Err(FenError::new(
            FenField::Placement,
            format!("{checkers} pieces give check at once, at most 2 are possible"),
        ));
    }
    Ok(())
}

/// The square must be one that the other side's pawn can just have jumped over.
fn check_en_passant(board: &Board, target: Square) -> Result<(), FenError> {
    let fault = |reason: String| Err(FenError::new(FenField::EnPassant, reason));
    let (mover, rank, origin, landing) = match board.side {
        Color::White => (Color::Black, Rank::Sixth, Rank::Seventh, Rank::Fifth),
        Color::Black => (Color::White, Rank::Third, Rank::Second, Rank::Fourth),
    };
    if target.rank() != rank {
        return fault(format!(
            "found {target}, but with {} to move a square of rank {} is expected",
            board.side,
            rank.to_char()
        ));
    }
    let landing = Square::new(target.file(), landing);
    if board.piece_at(landing) != Some(Piece::new(mover, PieceKind::Pawn)) {
        return fault(format!(
            "found {target}, but there is no {mover} pawn on {landing} that can have jumped over it"
        ));
    }
    let origin = Square::new(target.file(), origin);
    for square in [target, origin] {
        if board.piece_at(square).is_some() {
            return fault(format!(
                "found {target}, but {square} is not empty, so no pawn has just come that way"
            ));
        }
    }
    Ok(())
}

impl Board {
    /// Whether castling here needs Chess960's notation: a side may castle with a king that is not on the
    /// e-file or a rook that is not in the corner.
    pub fn is_chess960_setup(&self) -> bool {
        self.castling.into_iter().any(|rook| {
            let color = if rook.rank() == Rank::First {
                Color::White
            } else {
                Color::Black
            };
            let corner = matches!(rook.file(), File::A | File::H);
            !corner || self.king(color).file() != File::E
        })
    }
}
