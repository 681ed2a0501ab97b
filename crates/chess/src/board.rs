//! A position, always valid, in 192 bytes.
//!
//! Pieces are kept twice: as sets by kind and by colour for set-wise work, and square by square for "what
//! stands here?". The pieces that give check and those that are pinned are found once, when the position
//! comes into being, because every question about legality asks for them.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::types::{CastlingSide, Color, Piece, PieceKind, Square};
use crate::zobrist;

/// A valid chess position with the side to move, castling rights, en passant and move counters.
///
/// A board is a plain value: [`Board::make`] returns a new one, and nothing ever needs to be undone.
/// It comes only from a checked description (FEN or [`Setup`](crate::Setup)) or from a legal move.
///
/// ```
/// use regence_chess::Board;
/// let board = Board::startpos();
/// let mv = board.move_from_uci("e2e4").unwrap();
/// let next = board.make(mv);
/// assert_eq!(next.to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// ```
#[derive(Clone, Copy)]
#[repr(C, align(32))]
pub struct Board {
    pub(crate) pieces: [Bitboard; 6],
    pub(crate) colors: [Bitboard; 2],
    pub(crate) mailbox: [Option<Piece>; 64],
    pub(crate) keys: Keys,
    pub(crate) checkers: Bitboard,
    pub(crate) pinned: Bitboard,
    /// The rooks that may still castle: one set serves standard chess and Chess960 alike.
    pub(crate) castling: Bitboard,
    pub(crate) halfmove_clock: u16,
    pub(crate) fullmove_number: u16,
    pub(crate) en_passant: Option<Square>,
    pub(crate) side: Color,
    /// Plies since the last null move, as far as a byte counts; no repetition reaches further back.
    pub(crate) plies_from_null: u8,
}

const _: () = assert!(size_of::<Board>() == 192);

/// The incremental keys of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Keys {
    /// Everything that makes two positions the same for the rules, without the counters.
    pub position: u64,
    /// The pawns of both sides, then the other pieces of white and of black.
    pub(crate) parts: [u64; 3],
}

impl Keys {
    /// The key of all pawns.
    #[inline]
    pub fn pawns(&self) -> u64 {
        self.parts[0]
    }

    /// The key of one side's pieces other than pawns.
    #[inline]
    pub fn non_pawns(&self, color: Color) -> u64 {
        self.parts[1 + color.index()]
    }

    #[inline]
    pub(crate) fn toggle(&mut self, color: Color, kind: PieceKind, square: Square) {
        let number = zobrist::piece(Piece::new(color, kind), square);
        let part = match kind {
            PieceKind::Pawn => 0,
            _ => 1 + color.index(),
        };
        self.position ^= number;
        self.parts[part] ^= number;
    }
}

impl Board {
    /// The standard starting position.
    pub fn startpos() -> Board {
        const STANDARD: u16 = 518;
        Board::chess960(STANDARD)
    }

    /// The side whose turn it is.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        self.side
    }

    /// All pieces of one kind, of both sides.
    #[inline]
    pub fn pieces(&self, kind: PieceKind) -> Bitboard {
        self.pieces[kind.index()]
    }

    /// All pieces of one side.
    #[inline]
    pub fn colored(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// The pieces of one side and kind.
    #[inline]
    pub fn of(&self, color: Color, kind: PieceKind) -> Bitboard {
        self.pieces(kind) & self.colored(color)
    }

    /// All occupied squares.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// What stands on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.mailbox[square.index()]
    }

    /// The kind of what stands on a square.
    #[inline]
    pub fn kind_at(&self, square: Square) -> Option<PieceKind> {
        self.piece_at(square).map(Piece::kind)
    }

    /// The square of a side's king.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.of(color, PieceKind::King).first()
    }

    /// The bishops and queens of one side.
    #[inline]
    pub(crate) fn diagonal_sliders(&self, color: Color) -> Bitboard {
        (self.pieces(PieceKind::Bishop) | self.pieces(PieceKind::Queen)) & self.colored(color)
    }

    /// The rooks and queens of one side.
    #[inline]
    pub(crate) fn straight_sliders(&self, color: Color) -> Bitboard {
        (self.pieces(PieceKind::Rook) | self.pieces(PieceKind::Queen)) & self.colored(color)
    }

    /// The enemy pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// The pieces of the side to move that shield their king and may only move on the line to it.
    #[inline]
    pub fn pinned(&self) -> Bitboard {
        self.pinned
    }

    /// The rooks that may still castle, of both sides.
    #[inline]
    pub fn castling_rooks(&self) -> Bitboard {
        self.castling
    }

    /// The square of the rook with which a side may still castle on a wing. Whether it can do so now is
    /// another question.
    pub fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        let king = self.king(color);
        let rooks = self.castling & Bitboard::rank(color.back_rank());
        rooks
            .into_iter()
            .find(|&rook| CastlingSide::of(king, rook) == side)
    }

    /// Whether a side still has the right to castle on a wing.
    pub fn has_castling_right(&self, color: Color, side: CastlingSide) -> bool {
        self.castling_rook(color, side).is_some()
    }

    /// The square behind a pawn that has just made its double step, if that pawn can be taken
    /// en passant by a legal move.
    #[inline]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Plies since the last capture or pawn move.
    #[inline]
    pub fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// How many plies back an equal position may lie: none from before a capture, a pawn move or a null move.
    #[inline]
    pub(crate) fn reversible_plies(&self) -> usize {
        self.halfmove_clock.min(u16::from(self.plies_from_null)) as usize
    }

    /// The number of the current move, as counted in FEN: it grows after black's move.
    #[inline]
    pub fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// The key of the position: equal for equal positions in the sense of the repetition rule.
    #[inline]
    pub fn key(&self) -> u64 {
        self.keys.position
    }

    /// The key of the pawns of both sides.
    #[inline]
    pub fn pawn_key(&self) -> u64 {
        self.keys.pawns()
    }

    /// The key of one side's pieces other than pawns, the king included.
    #[inline]
    pub fn non_pawn_key(&self, color: Color) -> u64 {
        self.keys.non_pawns(color)
    }

    /// The keys found from scratch. [`Board::make`] keeps them up to date step by step; tests compare both.
    pub fn compute_keys(&self) -> Keys {
        let mut keys = Keys::default();
        for square in self.occupied() {
            if let Some(piece) = self.piece_at(square) {
                keys.toggle(piece.color(), piece.kind(), square);
            }
        }
        keys.position ^= zobrist::castling(self.castling);
        if let Some(target) = self.en_passant {
            keys.position ^= zobrist::en_passant(target);
        }
        if self.side == Color::Black {
            keys.position ^= zobrist::black_to_move();
        }
        keys
    }

    /// The pieces of both sides that attack a square when `occupied` stand in the way of sliders.
    #[inline]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let queens = self.pieces(PieceKind::Queen);
        let diagonal = self.pieces(PieceKind::Bishop) | queens;
        let straight = self.pieces(PieceKind::Rook) | queens;
        (attacks::pawn(Color::White, square) & self.of(Color::Black, PieceKind::Pawn))
            | (attacks::pawn(Color::Black, square) & self.of(Color::White, PieceKind::Pawn))
            | (attacks::knight(square) & self.pieces(PieceKind::Knight))
            | (attacks::king(square) & self.pieces(PieceKind::King))
            | (attacks::bishop(square, occupied) & diagonal)
            | (attacks::rook(square, occupied) & straight)
    }

    /// Whether a side attacks a square when `occupied` stand in the way of sliders.
    #[inline]
    pub fn is_attacked(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        (attacks::knight(square) & self.of(by, PieceKind::Knight)).any()
            || (attacks::pawn(!by, square) & self.of(by, PieceKind::Pawn)).any()
            || (attacks::king(square) & self.of(by, PieceKind::King)).any()
            || (attacks::bishop(square, occupied) & self.diagonal_sliders(by)).any()
            || (attacks::rook(square, occupied) & self.straight_sliders(by)).any()
    }

    /// The squares that a side's pawns attack.
    #[inline]
    pub fn pawn_attacks(&self, color: Color) -> Bitboard {
        let pawns = self.of(color, PieceKind::Pawn);
        let ahead = match color {
            Color::White => pawns.north(),
            Color::Black => pawns.south(),
        };
        ahead.east() | ahead.west()
    }

    /// The squares that a side's pieces of one kind attack.
    pub fn attacked_by_kind(&self, color: Color, kind: PieceKind) -> Bitboard {
        let occupied = self.occupied();
        let mut attacked = Bitboard::EMPTY;
        for square in self.of(color, kind) {
            attacked |= match kind {
                PieceKind::Pawn => attacks::pawn(color, square),
                PieceKind::Knight => attacks::knight(square),
                PieceKind::Bishop => attacks::bishop(square, occupied),
                PieceKind::Rook => attacks::rook(square, occupied),
                PieceKind::Queen => attacks::queen(square, occupied),
                PieceKind::King => attacks::king(square),
            };
        }
        attacked
    }

    /// All squares that a side attacks, its own pieces' squares included where they are protected.
    pub fn attacked_by(&self, color: Color) -> Bitboard {
        PieceKind::ALL
            .into_iter()
            .fold(Bitboard::EMPTY, |all, kind| {
                all | self.attacked_by_kind(color, kind)
            })
    }

    /// Whether a side has more than king and pawns; without, zugzwang is near.
    #[inline]
    pub fn has_non_pawn_material(&self, color: Color) -> bool {
        let simple = self.pieces(PieceKind::Pawn) | self.pieces(PieceKind::King);
        (self.colored(color) - simple).any()
    }

    /// Finds the checkers and the pinned pieces of the side to move.
    #[inline]
    pub(crate) fn find_checks(&mut self) {
        let (us, them) = (self.side, !self.side);
        let king = self.king(us);
        let occupied = self.occupied();
        let mut checkers = (attacks::knight(king) & self.of(them, PieceKind::Knight))
            | (attacks::pawn(us, king) & self.of(them, PieceKind::Pawn));
        let mut shields = Bitboard::EMPTY;
        let snipers = (attacks::bishop_lines(king) & self.diagonal_sliders(them))
            | (attacks::rook_lines(king) & self.straight_sliders(them));
        for sniper in snipers {
            let blockers = attacks::between(king, sniper) & occupied;
            if blockers.is_empty() {
                checkers |= sniper.into();
            } else if !blockers.many() {
                shields |= blockers;
            }
        }
        self.checkers = checkers;
        self.pinned = shields & self.colored(us);
    }

    /// Whether a pawn on `from` may take en passant on `target`, seen from the king: nobody attacks it
    /// once both pawns have left their squares.
    pub(crate) fn en_passant_is_safe(&self, from: Square, target: Square) -> bool {
        let us = self.side;
        let victim = Bitboard::of(Square::new(target.file(), from.rank()));
        let occupied = (self.occupied() - victim - from.into()) | target.into();
        let attackers = self.attackers_to(self.king(us), occupied);
        (attackers & self.colored(!us) & !victim).is_empty()
    }

    /// The pawns of the side to move that may legally take en passant on `target`.
    pub(crate) fn en_passant_takers(&self, target: Square) -> Bitboard {
        let us = self.side;
        let near = attacks::pawn(!us, target) & self.of(us, PieceKind::Pawn);
        near.into_iter()
            .filter(|&from| self.en_passant_is_safe(from, target))
            .collect()
    }
}

/// Equal boards have the same FEN: how a position came about does not matter.
impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        self.pieces == other.pieces
            && self.colors == other.colors
            && self.side == other.side
            && self.castling == other.castling
            && self.en_passant == other.en_passant
            && self.halfmove_clock == other.halfmove_clock
            && self.fullmove_number == other.fullmove_number
    }
}

impl Eq for Board {}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Board({self})")
    }
}
