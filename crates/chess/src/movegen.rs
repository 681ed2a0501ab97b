//! Legal moves, without trying them on a board.
//!
//! Three facts make a move legal: it goes to a square that answers the check (all squares if there is none), a
//! pinned piece stays on the line to its king, and the king goes nowhere that is attacked. The generator
//! turns them into masks and hands whole sets of targets to a [`Sink`], which lists or merely counts them.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::moves::{Move, MoveList};
use crate::sides::{self, Black, Side, White};
use crate::types::{CastlingSide, Color, File, Piece, PieceKind, Square};

/// Where generated moves go.
trait Sink {
    /// Pawns that arrive on `targets` from `step` indices behind.
    fn pawns(&mut self, targets: Bitboard, step: i32);
    /// The same on the last rank.
    fn promotions(&mut self, targets: Bitboard, step: i32);
    /// One en passant capture.
    fn en_passant(&mut self, from: Square, to: Square);
    /// A piece and all its targets.
    fn piece(&mut self, from: Square, targets: Bitboard);
    /// One castling move.
    fn castle(&mut self, king: Square, rook: Square);
}

impl Sink for MoveList {
    #[inline]
    fn pawns(&mut self, targets: Bitboard, step: i32) {
        for to in targets {
            self.push(Move::new(sides::offset(to, -step), to));
        }
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, step: i32) {
        for to in targets {
            let from = sides::offset(to, -step);
            for kind in [
                PieceKind::Queen,
                PieceKind::Knight,
                PieceKind::Rook,
                PieceKind::Bishop,
            ] {
                self.push(Move::promote(from, to, kind));
            }
        }
    }

    #[inline]
    fn en_passant(&mut self, from: Square, to: Square) {
        self.push(Move::en_passant(from, to));
    }

    #[inline]
    fn piece(&mut self, from: Square, targets: Bitboard) {
        for to in targets {
            self.push(Move::new(from, to));
        }
    }

    #[inline]
    fn castle(&mut self, king: Square, rook: Square) {
        self.push(Move::castle(king, rook));
    }
}

/// Counts moves by the size of their target sets.
struct Counter(u32);

impl Sink for Counter {
    #[inline]
    fn pawns(&mut self, targets: Bitboard, _step: i32) {
        self.0 += targets.count();
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, _step: i32) {
        self.0 += 4 * targets.count();
    }

    #[inline]
    fn en_passant(&mut self, _from: Square, _to: Square) {
        self.0 += 1;
    }

    #[inline]
    fn piece(&mut self, _from: Square, targets: Bitboard) {
        self.0 += targets.count();
    }

    #[inline]
    fn castle(&mut self, _king: Square, _rook: Square) {
        self.0 += 1;
    }
}

/// Captures, en passant and promotions.
const NOISY: u8 = 1;
/// All the rest, castling included.
const QUIET: u8 = 2;
/// Every legal move.
const ALL: u8 = NOISY | QUIET;

impl Board {
    /// All legal moves.
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate::<ALL, _>(&mut list);
        list
    }

    /// Adds the legal captures, en passant captures and promotions (of every kind) to a list.
    #[inline]
    pub fn generate_noisy(&self, list: &mut MoveList) {
        self.generate::<NOISY, _>(list);
    }

    /// Adds the legal moves that [`Board::generate_noisy`] leaves out, castling included.
    #[inline]
    pub fn generate_quiets(&self, list: &mut MoveList) {
        self.generate::<QUIET, _>(list);
    }

    /// How many legal moves there are; faster than making a list of them.
    #[inline]
    pub fn count_legal(&self) -> usize {
        match self.side {
            Color::White => self.count_legal_as::<White>() as usize,
            Color::Black => self.count_legal_as::<Black>() as usize,
        }
    }

    /// Whether there is a legal move: if not, it is mate or stalemate.
    #[inline]
    pub fn has_legal_move(&self) -> bool {
        self.count_legal() != 0
    }

    #[inline]
    pub(crate) fn count_legal_as<S: Side>(&self) -> u32 {
        let mut counter = Counter(0);
        self.generate_as::<S, ALL, _>(&mut counter);
        counter.0
    }

    #[inline]
    pub(crate) fn legal_moves_as<S: Side>(&self, list: &mut MoveList) {
        self.generate_as::<S, ALL, _>(list);
    }

    #[inline]
    fn generate<const WHAT: u8, K: Sink>(&self, sink: &mut K) {
        match self.side {
            Color::White => self.generate_as::<White, WHAT, K>(sink),
            Color::Black => self.generate_as::<Black, WHAT, K>(sink),
        }
    }

    #[inline]
    fn generate_as<S: Side, const WHAT: u8, K: Sink>(&self, sink: &mut K) {
        let own = self.colored(S::COLOR);
        let enemy = self.colored(S::Them::COLOR);
        let wanted = match WHAT {
            NOISY => enemy,
            QUIET => !(own | enemy),
            _ => !own,
        };
        let king = self.king(S::COLOR);
        self.king_moves::<S, K>(king, wanted, sink);
        if self.checkers.is_empty() {
            if WHAT & QUIET != 0 {
                self.castling_moves::<S, K>(king, sink);
            }
            self.pawn_moves::<S, WHAT, K>(king, Bitboard::ALL, sink);
            self.piece_moves::<S, K>(king, wanted, sink);
        } else if !self.checkers.many() {
            let answers = self.checkers | attacks::between(king, self.checkers.first());
            self.pawn_moves::<S, WHAT, K>(king, answers, sink);
            self.piece_moves::<S, K>(king, wanted & answers, sink);
        }
    }

    #[inline]
    fn king_moves<S: Side, K: Sink>(&self, king: Square, wanted: Bitboard, sink: &mut K) {
        let targets = attacks::king(king) & (wanted - self.pawn_attacks(S::Them::COLOR));
        if targets.is_empty() {
            return;
        }
        // Without the king on its old square, which would hide the squares behind it from a slider.
        let occupied = self.occupied() ^ king.into();
        let mut safe = targets;
        for to in targets {
            if self.is_attacked(to, S::Them::COLOR, occupied) {
                safe ^= to.into();
            }
        }
        sink.piece(king, safe);
    }

    #[inline]
    fn castling_moves<S: Side, K: Sink>(&self, king: Square, sink: &mut K) {
        let rooks = self.castling & Bitboard::rank(S::COLOR.back_rank());
        for rook in rooks {
            if self.castling_is_free(S::COLOR, king, rook) {
                sink.castle(king, rook);
            }
        }
    }

    /// Whether a side that is not in check and has the right may castle with this rook now.
    #[inline]
    fn castling_is_free(&self, color: Color, king: Square, rook: Square) -> bool {
        let path = PATHS[king.file().index()][rook.file().index()];
        let shift = 8 * color.back_rank().index() as u32;
        // The first test is the one that mostly fails. As to the second: a rook that shields its king
        // from another on the back rank cannot jump to its other side.
        (self.occupied() & Bitboard(u64::from(path.empty) << shift)).is_empty()
            && !self.pinned.contains(rook)
            && self.all_safe(Bitboard(u64::from(path.safe) << shift), color)
    }

    /// Whether the opponent of `color` attacks none of the squares.
    fn all_safe(&self, squares: Bitboard, color: Color) -> bool {
        let occupied = self.occupied();
        squares
            .into_iter()
            .all(|square| !self.is_attacked(square, !color, occupied))
    }

    #[inline]
    fn pawn_moves<S: Side, const WHAT: u8, K: Sink>(
        &self,
        king: Square,
        answers: Bitboard,
        sink: &mut K,
    ) {
        let pawns = self.of(S::COLOR, PieceKind::Pawn);
        let free = !self.pinned;
        let empty = !self.occupied();

        // A pinned pawn may go straight on only if its king is on the same file.
        let pushers = pawns & (free | Bitboard::file(king.file()));
        let single = S::forward(pushers) & empty;
        if WHAT & QUIET != 0 {
            let double = S::forward(single & S::THIRD) & empty;
            sink.pawns((single & answers) - S::EIGHTH, S::UP);
            sink.pawns(double & answers, 2 * S::UP);
        }

        if WHAT & NOISY != 0 {
            // And it may take only along the diagonal on which it is pinned.
            let (eastern, western) = match S::COLOR {
                Color::White => (
                    attacks::rising_diagonal(king),
                    attacks::falling_diagonal(king),
                ),
                Color::Black => (
                    attacks::falling_diagonal(king),
                    attacks::rising_diagonal(king),
                ),
            };
            let victims = self.colored(S::Them::COLOR) & answers;
            let east = S::forward(pawns & (free | eastern)).east() & victims;
            let west = S::forward(pawns & (free | western)).west() & victims;
            sink.pawns(east - S::EIGHTH, S::UP + 1);
            sink.pawns(west - S::EIGHTH, S::UP - 1);
            if (pawns & S::SEVENTH).any() {
                sink.promotions(east & S::EIGHTH, S::UP + 1);
                sink.promotions(west & S::EIGHTH, S::UP - 1);
                sink.promotions(single & answers & S::EIGHTH, S::UP);
            }
            if let Some(target) = self.en_passant {
                for from in self.en_passant_takers(target) {
                    sink.en_passant(from, target);
                }
            }
        }
    }

    #[inline]
    fn piece_moves<S: Side, K: Sink>(&self, king: Square, wanted: Bitboard, sink: &mut K) {
        let occupied = self.occupied();
        let diagonal = self.diagonal_sliders(S::COLOR);
        let straight = self.straight_sliders(S::COLOR);
        for from in self.of(S::COLOR, PieceKind::Knight) - self.pinned {
            sink.piece(from, attacks::knight(from) & wanted);
        }
        for from in diagonal - self.pinned {
            sink.piece(from, attacks::bishop(from, occupied) & wanted);
        }
        for from in straight - self.pinned {
            sink.piece(from, attacks::rook(from, occupied) & wanted);
        }
        if self.pinned.any() {
            for from in diagonal & self.pinned {
                let line = attacks::line(king, from);
                sink.piece(from, attacks::bishop(from, occupied) & wanted & line);
            }
            for from in straight & self.pinned {
                let line = attacks::line(king, from);
                sink.piece(from, attacks::rook(from, occupied) & wanted & line);
            }
        }
    }

    /// Whether a move of any origin, even from 16 random bits, is legal here.
    ///
    /// ```
    /// use std::num::NonZeroU16;
    /// use regence_chess::{Board, Move};
    /// let board = Board::startpos();
    /// let legal = (1..=u16::MAX)
    ///     .map(|bits| Move::from_bits(NonZeroU16::new(bits).unwrap()))
    ///     .filter(|&mv| board.is_legal(mv))
    ///     .count();
    /// assert_eq!(legal, 20);
    /// ```
    pub fn is_legal(&self, mv: Move) -> bool {
        let (us, from, to) = (self.side, mv.from(), mv.to());
        let Some(piece) = self.piece_at(from) else {
            return false;
        };
        if piece.color() != us {
            return false;
        }
        let king = self.king(us);
        if mv.is_castle() {
            return from == king
                && self.checkers.is_empty()
                && (self.castling & Bitboard::rank(us.back_rank())).contains(to)
                && self.castling_is_free(us, king, to);
        }
        if mv.is_en_passant() {
            return piece.kind() == PieceKind::Pawn
                && self.en_passant == Some(to)
                && self.en_passant_takers(to).contains(from);
        }
        if self.colored(us).contains(to) || !(mv.is_ordinary() || mv.is_promotion()) {
            return false;
        }
        let occupied = self.occupied();
        let reach = match piece.kind() {
            PieceKind::Pawn => {
                let promotes = to.rank() == us.promotion_rank();
                if promotes != mv.is_promotion() {
                    return false;
                }
                self.pawn_targets(from)
            }
            _ if mv.is_promotion() => return false,
            PieceKind::King => {
                return attacks::king(from).contains(to)
                    && !self.is_attacked(to, !us, occupied ^ from.into());
            }
            PieceKind::Knight => attacks::knight(from),
            PieceKind::Bishop => attacks::bishop(from, occupied),
            PieceKind::Rook => attacks::rook(from, occupied),
            PieceKind::Queen => attacks::queen(from, occupied),
        };
        reach.contains(to)
            && !self.checkers.many()
            && (!self.pinned.contains(from) || attacks::line(king, from).contains(to))
            && (self.checkers.is_empty()
                || self.checkers.contains(to)
                || attacks::between(king, self.checkers.first()).contains(to))
    }

    /// Where a pawn of the side to move may go if no king minded, without en passant.
    fn pawn_targets(&self, from: Square) -> Bitboard {
        let us = self.side;
        let empty = !self.occupied();
        let ahead = |set: Bitboard| match us {
            Color::White => set.north(),
            Color::Black => set.south(),
        };
        let third = match us {
            Color::White => White::THIRD,
            Color::Black => Black::THIRD,
        };
        let single = ahead(from.into()) & empty;
        let double = ahead(single & third) & empty;
        single | double | (attacks::pawn(us, from) & self.colored(!us))
    }
}

/// What castling asks of the back rank, one bit a file.
#[derive(Clone, Copy)]
struct Path {
    /// Squares on which nobody may stand, king and rook apart.
    empty: u8,
    /// Squares that may not be attacked, the king's own apart.
    safe: u8,
}

/// The paths by the files of king and rook.
static PATHS: [[Path; 8]; 8] = {
    let mut table = [[Path { empty: 0, safe: 0 }; 8]; 8];
    let mut king = 0;
    while king < 8 {
        let mut rook = 0;
        while rook < 8 {
            if king != rook {
                let side = if rook > king {
                    CastlingSide::King
                } else {
                    CastlingSide::Queen
                };
                let walk = span(king, side.king_file() as u8);
                let all = walk | span(rook, side.rook_file() as u8) | span(king, rook);
                table[king as usize][rook as usize] = Path {
                    empty: all & !(1 << king) & !(1 << rook),
                    safe: walk & !(1 << king),
                };
            }
            rook += 1;
        }
        king += 1;
    }
    table
};

/// The files from one to another, both included.
const fn span(a: u8, b: u8) -> u8 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    ((2u16 << high) - (1u16 << low)) as u8
}

const _: () = assert!(span(File::C as u8, File::E as u8) == 0b0001_1100);

impl Board {
    /// The piece that a move of this board moves; for a move from an empty square, a pawn.
    #[inline]
    pub fn moved(&self, mv: Move) -> Piece {
        self.piece_at(mv.from())
            .unwrap_or(Piece::new(self.side, PieceKind::Pawn))
    }

    /// The kind of piece that a legal move takes, a pawn for en passant.
    #[inline]
    pub fn captured(&self, mv: Move) -> Option<PieceKind> {
        if mv.is_en_passant() {
            Some(PieceKind::Pawn)
        } else if mv.is_castle() {
            None
        } else {
            self.kind_at(mv.to())
        }
    }

    /// Whether a legal move takes something.
    #[inline]
    pub fn is_capture(&self, mv: Move) -> bool {
        mv.is_en_passant() || (!mv.is_castle() && self.occupied().contains(mv.to()))
    }

    /// Whether a legal move is one of [`Board::generate_noisy`]: a capture or a promotion.
    #[inline]
    pub fn is_noisy(&self, mv: Move) -> bool {
        mv.is_promotion() || self.is_capture(mv)
    }

    /// Whether a legal move gives check, without making it.
    pub fn gives_check(&self, mv: Move) -> bool {
        let us = self.side;
        let enemy_king = self.king(!us);
        if mv.is_castle() || mv.is_en_passant() {
            // Two pieces leave their squares at once; rare enough to look at all lines.
            return self.make(mv).in_check();
        }
        let (from, to) = (mv.from(), mv.to());
        let occupied = self.occupied().without(from).with(to);
        let placed = mv.promotion().unwrap_or(self.moved(mv).kind());
        let direct = match placed {
            PieceKind::Pawn => attacks::pawn(us, to),
            PieceKind::Knight => attacks::knight(to),
            PieceKind::Bishop => attacks::bishop(to, occupied),
            PieceKind::Rook => attacks::rook(to, occupied),
            PieceKind::Queen => attacks::queen(to, occupied),
            PieceKind::King => Bitboard::EMPTY,
        };
        if direct.contains(enemy_king) {
            return true;
        }
        // A piece that leaves a line to the king may uncover a slider behind it.
        let line = attacks::line(enemy_king, from);
        if line.is_empty() || line.contains(to) {
            return false;
        }
        let behind = if attacks::rook_lines(enemy_king).contains(from) {
            attacks::rook(enemy_king, occupied) & self.straight_sliders(us)
        } else {
            attacks::bishop(enemy_king, occupied) & self.diagonal_sliders(us)
        };
        (behind & line & occupied).any()
    }
}
