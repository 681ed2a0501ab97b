//! Static exchange evaluation: what a move wins if both sides go on taking on its target square.
//!
//! Each side takes with its least valuable piece and may stop at any time. A piece that shields its king
//! takes part only along the line to it, a king only if nobody can take back, and a pawn that takes on its
//! last rank becomes a queen. Checks elsewhere are ignored.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::moves::Move;
use crate::types::{Color, PieceKind, Rank, Square};

/// What a pawn counts in an exchange.
pub const PAWN_VALUE: i32 = 100;
/// What a knight counts in an exchange.
pub const KNIGHT_VALUE: i32 = 300;
/// What a bishop counts in an exchange.
pub const BISHOP_VALUE: i32 = 300;
/// What a rook counts in an exchange.
pub const ROOK_VALUE: i32 = 500;
/// What a queen counts in an exchange.
pub const QUEEN_VALUE: i32 = 900;

/// What a piece counts in an exchange; a king counts nothing, since it is never taken.
#[inline]
pub const fn value(kind: PieceKind) -> i32 {
    const VALUES: [i32; 6] = [
        PAWN_VALUE,
        KNIGHT_VALUE,
        BISHOP_VALUE,
        ROOK_VALUE,
        QUEEN_VALUE,
        0,
    ];
    VALUES[kind.index()]
}

/// What a promotion to a queen adds.
const PROMOTION_GAIN: i32 = QUEEN_VALUE - PAWN_VALUE;

/// The exchange on one square after its first move.
struct Exchange<'a> {
    board: &'a Board,
    target: Square,
    occupied: Bitboard,
    attackers: Bitboard,
    /// Whether pawns that take here promote.
    promoting: bool,
}

impl<'a> Exchange<'a> {
    fn after(board: &'a Board, mv: Move) -> Exchange<'a> {
        let (from, target) = (mv.from(), mv.to());
        let mut occupied = board.occupied().without(from).with(target);
        if mv.is_en_passant() {
            occupied = occupied.without(Square::new(target.file(), from.rank()));
        }
        Exchange {
            board,
            target,
            occupied,
            attackers: board.attackers_to(target, occupied) & occupied,
            promoting: is_last_rank(target),
        }
    }

    /// Finds the least valuable piece of a side that can take now, and takes it off the board.
    fn next_taker(&mut self, side: Color) -> Option<PieceKind> {
        let board = self.board;
        let mut able = self.attackers & board.colored(side);
        if able.is_empty() {
            return None;
        }
        able &= self.unpinned(side);
        let kind = PieceKind::ALL
            .into_iter()
            .find(|&kind| (able & board.pieces(kind)).any())?;
        self.occupied = self.occupied.without((able & board.pieces(kind)).first());

        // Whoever stood behind on the same line attacks the target now.
        if !matches!(kind, PieceKind::Knight | PieceKind::Rook) {
            let diagonal = board.pieces(PieceKind::Bishop) | board.pieces(PieceKind::Queen);
            self.attackers |= attacks::bishop(self.target, self.occupied) & diagonal;
        }
        if matches!(kind, PieceKind::Rook | PieceKind::Queen | PieceKind::King) {
            let straight = board.pieces(PieceKind::Rook) | board.pieces(PieceKind::Queen);
            self.attackers |= attacks::rook(self.target, self.occupied) & straight;
        }
        self.attackers &= self.occupied;

        let exposed = (self.attackers & board.colored(!side)).any();
        (kind != PieceKind::King || !exposed).then_some(kind)
    }

    /// The squares from which a side's pieces may leave for the target without exposing their king.
    fn unpinned(&self, side: Color) -> Bitboard {
        let board = self.board;
        let king = board.king(side);
        let snipers = (attacks::bishop_lines(king) & board.diagonal_sliders(!side))
            | (attacks::rook_lines(king) & board.straight_sliders(!side));
        let mut pinned = Bitboard::EMPTY;
        for sniper in snipers & self.occupied.without(self.target) {
            let blockers = attacks::between(king, sniper) & self.occupied;
            if !blockers.many() {
                pinned |= blockers;
            }
        }
        !pinned | attacks::line(king, self.target)
    }

    /// What a capture by that piece wins at once, and what then stands on the target.
    fn gain(&self, victim: i32, taker: PieceKind) -> (i32, i32) {
        if self.promoting && taker == PieceKind::Pawn {
            (victim + PROMOTION_GAIN, QUEEN_VALUE)
        } else {
            (victim, value(taker))
        }
    }
}

fn is_last_rank(square: Square) -> bool {
    matches!(square.rank(), Rank::First | Rank::Eighth)
}

impl Board {
    /// What the move itself wins, and the value of the piece that then stands on its target.
    fn first_gain(&self, mv: Move) -> (i32, i32) {
        let taken = self.captured(mv).map_or(0, value);
        match mv.promotion() {
            Some(kind) => (taken + value(kind) - PAWN_VALUE, value(kind)),
            None => (taken, self.kind_at(mv.from()).map_or(0, value)),
        }
    }

    /// Whether the exchange that a legal move begins wins at least `threshold`.
    ///
    /// ```
    /// use regence_chess::Board;
    /// let board = Board::from_fen("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1").unwrap();
    /// let takes = board.move_from_uci("e1e5").unwrap();
    /// assert!(board.see_ge(takes, 100));
    /// assert!(!board.see_ge(takes, 101));
    /// ```
    pub fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        if mv.is_castle() {
            return threshold <= 0;
        }
        let (gain, mut victim) = self.first_gain(mv);
        // How far the side that moved last is above what it needs, if the other side stops here.
        let mut margin = gain - threshold;
        if margin < 0 {
            return false;
        }
        let worst = if is_last_rank(mv.to()) {
            PROMOTION_GAIN
        } else {
            0
        };
        if margin >= victim + worst {
            return true;
        }
        let mut exchange = Exchange::after(self, mv);
        let mut side = self.side;
        while let Some(taker) = exchange.next_taker(!side) {
            let (gain, next) = exchange.gain(victim, taker);
            margin = gain - margin - 1;
            if margin < 0 {
                break;
            }
            victim = next;
            side = !side;
            if margin >= victim + worst {
                break;
            }
        }
        side == self.side
    }

    /// What the exchange that a legal move begins wins, with best play of both sides on its target.
    pub fn see(&self, mv: Move) -> i32 {
        if mv.is_castle() {
            return 0;
        }
        let (gain, mut victim) = self.first_gain(mv);
        let mut gains = [0; 33];
        gains[0] = gain;
        let mut last = 0;
        let mut side = !self.side;
        let mut exchange = Exchange::after(self, mv);
        while let Some(taker) = exchange.next_taker(side) {
            let (gain, next) = exchange.gain(victim, taker);
            last += 1;
            gains[last] = gain - gains[last - 1];
            victim = next;
            side = !side;
        }
        // From the end: whoever is to take may also stop.
        for i in (1..=last).rev() {
            gains[i - 1] = -gains[i].max(-gains[i - 1]);
        }
        gains[0]
    }
}
