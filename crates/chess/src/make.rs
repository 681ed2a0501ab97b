//! Making moves: a new board from an old one.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::moves::Move;
use crate::sides::{self, Black, Side, White};
use crate::types::{Color, Piece, PieceKind, Square};
use crate::zobrist;

impl Board {
    /// The board after a legal move of this board.
    ///
    /// The move must be legal; ask [`Board::is_legal`] about one of doubtful origin. An illegal move
    /// gives a board of no meaning (and a panic in debug builds).
    #[inline]
    pub fn make(&self, mv: Move) -> Board {
        debug_assert!(self.is_legal(mv), "{mv} is not legal in {self}");
        let mut next = *self;
        match self.side {
            Color::White => next.play::<White>(mv),
            Color::Black => next.play::<Black>(mv),
        }
        next
    }

    /// Turns this board into the one after the move; `S` is the side to move.
    ///
    /// It works in place so that [`Board::make`] copies the board once: copying it again right after its
    /// bytes were changed one by one would be slow.
    pub(crate) fn play<S: Side>(&mut self, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        let kind = self.moved(mv).kind();
        self.start_turn();
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        self.fullmove_number = self.fullmove_number.saturating_add(S::COLOR.index() as u16);
        self.plies_from_null = self.plies_from_null.saturating_add(1);

        if mv.is_castle() {
            self.castle::<S>(mv);
        } else {
            if let Some(victim) = self.piece_at(to) {
                self.toggle::<S::Them>(victim.kind(), to);
                self.halfmove_clock = 0;
            }
            let placed = mv.promotion().unwrap_or(kind);
            self.toggle::<S>(kind, from);
            self.toggle::<S>(placed, to);
            self.mailbox[from.index()] = None;
            self.mailbox[to.index()] = Some(Piece::new(S::COLOR, placed));

            let mut touched = Bitboard::of(from) | Bitboard::of(to);
            if kind == PieceKind::King {
                touched |= Bitboard::rank(S::COLOR.back_rank());
            }
            self.lose_castling(touched);
        }

        self.side = S::Them::COLOR;
        if kind == PieceKind::Pawn {
            self.halfmove_clock = 0;
            if mv.is_en_passant() {
                let victim = sides::offset(to, -S::UP);
                self.toggle::<S::Them>(PieceKind::Pawn, victim);
                self.mailbox[victim.index()] = None;
            } else if to.index() as i32 - from.index() as i32 == 2 * S::UP {
                self.offer_en_passant(sides::offset(from, S::UP));
            }
        }
        self.find_checks();
    }

    /// The board after passing the turn. Must not be done in check, where it would let the king be taken.
    #[inline]
    pub fn make_null(&self) -> Board {
        debug_assert!(!self.in_check(), "a null move in check, in {self}");
        let mut next = *self;
        next.start_turn();
        next.halfmove_clock = self.halfmove_clock.saturating_add(1);
        next.fullmove_number = self
            .fullmove_number
            .saturating_add(self.side.index() as u16);
        next.plies_from_null = 0;
        next.side = !self.side;
        next.find_checks();
        next
    }

    /// The key after a move without castling rights and en passant rights: nearly always the true one, and
    /// known before the move is made, so that a table can be prefetched.
    #[inline]
    pub fn key_after(&self, mv: Move) -> u64 {
        let (from, to) = (mv.from(), mv.to());
        let mut key = self.key() ^ zobrist::black_to_move();
        if let Some(target) = self.en_passant {
            key ^= zobrist::en_passant(target);
        }
        let Some(piece) = self.piece_at(from) else {
            return key;
        };
        if mv.is_castle() {
            return key;
        }
        if let Some(victim) = self.piece_at(to) {
            key ^= zobrist::piece(victim, to);
        }
        let placed = match mv.promotion() {
            Some(kind) => Piece::new(self.side, kind),
            None => piece,
        };
        key ^ zobrist::piece(piece, from) ^ zobrist::piece(placed, to)
    }

    /// What every turn does to the key: the side changes, and the chance to take en passant goes.
    #[inline]
    fn start_turn(&mut self) {
        self.keys.position ^= zobrist::black_to_move();
        if let Some(target) = self.en_passant.take() {
            self.keys.position ^= zobrist::en_passant(target);
        }
    }

    /// Puts a piece on a square of the sets and keys, or takes it away; the mailbox is the caller's.
    #[inline]
    fn toggle<S: Side>(&mut self, kind: PieceKind, square: Square) {
        let bit = Bitboard::of(square);
        self.pieces[kind.index()] ^= bit;
        self.colors[S::COLOR.index()] ^= bit;
        self.keys.toggle(S::COLOR, kind, square);
    }

    /// Strikes the castling rights whose rooks are on the given squares.
    #[inline]
    fn lose_castling(&mut self, squares: Bitboard) {
        let lost = self.castling & squares;
        if lost.any() {
            self.castling ^= lost;
            self.keys.position ^= zobrist::castling(lost);
        }
    }

    /// Moves king and rook; their squares may overlap in Chess960, so both leave before either arrives.
    fn castle<S: Side>(&mut self, mv: Move) {
        let Some(side) = mv.castling_side() else {
            return;
        };
        let back = S::COLOR.back_rank();
        let king_to = Square::new(side.king_file(), back);
        let rook_to = Square::new(side.rook_file(), back);
        self.toggle::<S>(PieceKind::King, mv.from());
        self.toggle::<S>(PieceKind::Rook, mv.to());
        self.mailbox[mv.from().index()] = None;
        self.mailbox[mv.to().index()] = None;
        self.toggle::<S>(PieceKind::King, king_to);
        self.toggle::<S>(PieceKind::Rook, rook_to);
        self.mailbox[king_to.index()] = Some(Piece::new(S::COLOR, PieceKind::King));
        self.mailbox[rook_to.index()] = Some(Piece::new(S::COLOR, PieceKind::Rook));
        self.lose_castling(Bitboard::rank(back));
    }

    /// Notes a double step over `target`, if the side that is now to move can take en passant.
    #[inline]
    fn offer_en_passant(&mut self, target: Square) {
        let near = attacks::pawn(!self.side, target) & self.of(self.side, PieceKind::Pawn);
        if near.any() && self.en_passant_takers(target).any() {
            self.en_passant = Some(target);
            self.keys.position ^= zobrist::en_passant(target);
        }
    }
}
