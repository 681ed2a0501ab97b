//! A board for lessons, on which kings may be missing.
//!
//! The engine's own boards always have both kings, and much of its speed and safety rests on that. A lesson
//! about promotion needs none. So there is this second, plain board: it knows how pieces move, when a king that is there
//! would be left in check, and how to write itself down. It does not castle, and nothing searches it.

use regence_chess::rng::SplitMix64;
use regence_chess::{
    Bitboard, Board, Color, Piece, PieceKind, Rank, Setup, Square, attacks, write_placement,
};
use regence_protocol::console::Step;
use std::fmt;

/// Why a move is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveError {
    NoPiece,
    WrongColor,
    Illegal,
    LeavesCheck,
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MoveError::NoPiece => "No piece at source square",
            MoveError::WrongColor => "Wrong color piece",
            MoveError::Illegal => "Illegal move",
            MoveError::LeavesCheck => "King would be in check",
        })
    }
}

/// Pieces on squares, a side to move, and the counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TeachingBoard {
    squares: [Option<Piece>; 64],
    side: Color,
    /// The square behind a pawn that has just made its double step, whether or not anybody can use it.
    en_passant: Option<Square>,
    halfmove_clock: u16,
    fullmove_number: u16,
}

impl TeachingBoard {
    /// Reads a FEN of a lesson: at least one king is missing, and all else is in order.
    pub fn from_fen(fen: &str) -> Result<TeachingBoard, String> {
        let setup = Setup::from_fen(fen).map_err(|error| error.to_string())?;
        let mut squares = [None; 64];
        for square in Square::all() {
            squares[square.index()] = setup.piece_at(square);
        }
        if !matches!(fen.split_ascii_whitespace().nth(2), None | Some("-")) {
            return Err("nobody castles on a board without both kings: write -".to_string());
        }
        let (halfmove_clock, fullmove_number) = setup.counters();
        let board = TeachingBoard {
            squares,
            side: setup.side_to_move(),
            en_passant: setup.en_passant(),
            halfmove_clock,
            fullmove_number: fullmove_number.max(1),
        };
        board.check().map(|()| board)
    }

    /// The pieces of a full board, to ask how they move.
    pub fn of(board: &Board) -> TeachingBoard {
        let mut squares = [None; 64];
        for square in Square::all() {
            squares[square.index()] = board.piece_at(square);
        }
        TeachingBoard {
            squares,
            side: board.side_to_move(),
            en_passant: board.en_passant(),
            halfmove_clock: board.halfmove_clock(),
            fullmove_number: board.fullmove_number(),
        }
    }

    fn check(&self) -> Result<(), String> {
        for color in Color::ALL {
            let kings = self.of_kind(color, PieceKind::King).count();
            if kings > 1 {
                return Err(format!(
                    "{color} has {kings} kings, at most one is possible"
                ));
            }
        }
        let pawns = self.of_kind(Color::White, PieceKind::Pawn)
            | self.of_kind(Color::Black, PieceKind::Pawn);
        if let Some(square) = (pawns & (Bitboard::RANK_1 | Bitboard::RANK_8)).lsb() {
            return Err(format!("a pawn stands on {square}, where none can be"));
        }
        if self.is_in_check(!self.side) {
            return Err(format!("{} could take the king at once", self.side));
        }
        match self.en_passant {
            Some(target) if self.jumped_pawn(target).is_none() => {
                Err(format!("no pawn can just have jumped over {target}"))
            }
            _ => Ok(()),
        }
    }

    /// Where the pawn stands that has just jumped over that square.
    fn jumped_pawn(&self, target: Square) -> Option<Square> {
        let (rank, landing) = match self.side {
            Color::White => (Rank::Sixth, Rank::Fifth),
            Color::Black => (Rank::Third, Rank::Fourth),
        };
        let pawn = Square::new(target.file(), landing);
        let is_there = self.piece_at(pawn) == Some(Piece::new(!self.side, PieceKind::Pawn));
        (target.rank() == rank && self.piece_at(target).is_none() && is_there).then_some(pawn)
    }

    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    pub fn side_to_move(&self) -> Color {
        self.side
    }

    pub fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    fn of_kind(&self, color: Color, kind: PieceKind) -> Bitboard {
        let piece = Some(Piece::new(color, kind));
        Square::all()
            .filter(|&square| self.piece_at(square) == piece)
            .collect()
    }

    fn occupied(&self) -> Bitboard {
        Square::all()
            .filter(|&square| self.piece_at(square).is_some())
            .collect()
    }

    /// Whether a side has a king, and it is attacked.
    fn is_in_check(&self, color: Color) -> bool {
        let Some(king) = self.of_kind(color, PieceKind::King).lsb() else {
            return false;
        };
        let occupied = self.occupied();
        Square::all().any(|from| match self.piece_at(from) {
            Some(piece) if piece.color() != color => attacked(piece, from, occupied).contains(king),
            _ => false,
        })
    }

    /// Whether the rules of the piece allow the step, a king in check aside.
    fn reaches(&self, piece: Piece, from: Square, to: Square) -> bool {
        let target = self.piece_at(to);
        if target.is_some_and(|other| other.color() == self.side) {
            return false;
        }
        let occupied = self.occupied();
        if piece.kind() != PieceKind::Pawn {
            return attacked(piece, from, occupied).contains(to);
        }
        if attacks::pawn(self.side, from).contains(to) {
            return target.is_some() || self.en_passant == Some(to);
        }
        let ahead = |square: Square| {
            let square = Bitboard::of(square);
            match self.side {
                Color::White => square.north(),
                Color::Black => square.south(),
            }
        };
        let one = ahead(from) - occupied;
        let is_at_home = from.relative_to(self.side).rank() == Rank::Second;
        let two = match one.lsb() {
            Some(square) if is_at_home => ahead(square) - occupied,
            _ => Bitboard::EMPTY,
        };
        (one | two).contains(to)
    }

    /// The board after a move, or why there is none.
    pub fn play(&self, step: Step) -> Result<TeachingBoard, MoveError> {
        let (from, to) = (step.from(), step.to());
        let piece = self.piece_at(from).ok_or(MoveError::NoPiece)?;
        if piece.color() != self.side {
            return Err(MoveError::WrongColor);
        }
        let is_pawn = piece.kind() == PieceKind::Pawn;
        let promotes = is_pawn && to.rank() == self.side.promotion_rank();
        if !self.reaches(piece, from, to) || step.promotion().is_some() && !promotes {
            return Err(MoveError::Illegal);
        }
        let mut next = *self;
        let captures = self.piece_at(to).is_some();
        next.squares[from.index()] = None;
        next.squares[to.index()] = Some(match promotes {
            true => Piece::new(self.side, step.promotion().unwrap_or(PieceKind::Queen)),
            false => piece,
        });
        if is_pawn
            && self.en_passant == Some(to)
            && from.file() != to.file()
            && let Some(pawn) = self.jumped_pawn(to)
        {
            next.squares[pawn.index()] = None;
        }
        next.en_passant = jumped_over(piece.kind(), from, to);
        next.halfmove_clock = match is_pawn || captures {
            true => 0,
            false => self.halfmove_clock.saturating_add(1),
        };
        if self.side == Color::Black {
            next.fullmove_number = self.fullmove_number.saturating_add(1);
        }
        next.side = !self.side;
        match next.is_in_check(self.side) {
            true => Err(MoveError::LeavesCheck),
            false => Ok(next),
        }
    }

    /// The boards after each legal move; a promotion gives four.
    pub fn successors(&self) -> Vec<TeachingBoard> {
        const PIECES: [&str; 4] = ["q", "r", "b", "n"];
        let mut boards = Vec::new();
        let own = |square: &Square| {
            self.piece_at(*square)
                .is_some_and(|piece| piece.color() == self.side)
        };
        for from in Square::all().filter(own) {
            for to in Square::all().filter(|&to| to != from) {
                let is_pawn = self.piece_at(from).map(Piece::kind) == Some(PieceKind::Pawn);
                let letters = match is_pawn && to.rank() == self.side.promotion_rank() {
                    true => &PIECES[..],
                    false => &[""],
                };
                let steps = letters.iter().map(|letter| format!("{from}{to}{letter}"));
                boards.extend(steps.filter_map(|text| self.play(Step::parse(&text).ok()?).ok()));
            }
        }
        boards
    }

    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ => self
                .successors()
                .iter()
                .map(|next| next.perft(depth - 1))
                .sum(),
        }
    }

    /// Whether the side to move has a king, and it is mated (true) or stalemated (false).
    pub fn is_mated(&self) -> Option<bool> {
        let has_king = self.of_kind(self.side, PieceKind::King).any();
        (has_king && self.successors().is_empty()).then(|| self.is_in_check(self.side))
    }

    /// The pieces' worth in centipawns, from White's view: all that can be said without kings.
    pub fn material(&self) -> i32 {
        let worth = |piece: Piece| match piece.kind() {
            PieceKind::Pawn => 100,
            PieceKind::Knight => 320,
            PieceKind::Bishop => 330,
            PieceKind::Rook => 500,
            PieceKind::Queen => 900,
            PieceKind::King => 0,
        };
        self.squares
            .iter()
            .flatten()
            .map(|&piece| match piece.color() {
                Color::White => worth(piece),
                Color::Black => -worth(piece),
            })
            .sum()
    }

    /// A key of what the repetition rule compares.
    pub fn key(&self) -> u64 {
        let mut key = 0;
        for square in Square::all() {
            if let Some(piece) = self.piece_at(square) {
                let place = (square.index() * 12 + piece.index()) as u64;
                key ^= SplitMix64::new(place).next_u64();
            }
        }
        let takers = self.en_passant.filter(|&target| {
            let near = attacks::pawn(!self.side, target);
            (near & self.of_kind(self.side, PieceKind::Pawn)).any()
        });
        let target = takers.map_or(0, |square| 1 + square.index() as u64);
        let rest = 768 + 2 * target + self.side.index() as u64;
        key ^ SplitMix64::new(rest).next_u64()
    }
}

/// The squares that a piece attacks.
fn attacked(piece: Piece, from: Square, occupied: Bitboard) -> Bitboard {
    match piece.kind() {
        PieceKind::Pawn => attacks::pawn(piece.color(), from),
        PieceKind::Knight => attacks::knight(from),
        PieceKind::Bishop => attacks::bishop(from, occupied),
        PieceKind::Rook => attacks::rook(from, occupied),
        PieceKind::Queen => attacks::queen(from, occupied),
        PieceKind::King => attacks::king(from),
    }
}

/// The square that a pawn's double step passes.
pub fn jumped_over(kind: PieceKind, from: Square, to: Square) -> Option<Square> {
    let (low, high) = (from.index().min(to.index()), from.index().max(to.index()));
    match kind == PieceKind::Pawn && high - low == 16 {
        true => Square::from_index(low + 8),
        false => None,
    }
}

impl fmt::Display for TeachingBoard {
    /// The FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_placement(f, |square| self.piece_at(square))?;
        let side = match self.side {
            Color::White => 'w',
            Color::Black => 'b',
        };
        write!(f, " {side} - ")?;
        match self.en_passant {
            Some(target) => write!(f, "{target}")?,
            None => f.write_str("-")?,
        }
        write!(f, " {} {}", self.halfmove_clock, self.fullmove_number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(fen: &str) -> TeachingBoard {
        TeachingBoard::from_fen(fen).expect(fen)
    }

    fn play(board: &TeachingBoard, text: &str) -> Result<TeachingBoard, MoveError> {
        board.play(Step::parse(text).expect(text))
    }

    #[test]
    fn a_lone_pawn_walks_and_promotes() {
        let promoted = play(&board("8/P7/8/8/8/8/8/8 w - - 0 1"), "a7a8").unwrap();
        assert_eq!(promoted.to_string(), "Q7/8/8/8/8/8/8/8 b - - 0 1");
        let knight = play(&board("8/P7/8/8/8/8/8/8 w - - 0 1"), "a7a8n").unwrap();
        assert_eq!(knight.to_string(), "N7/8/8/8/8/8/8/8 b - - 0 1");
        let jumped = play(&board("8/8/8/8/3p4/8/4P3/8 w - - 0 1"), "e2e4").unwrap();
        assert_eq!(jumped.to_string(), "8/8/8/8/3pP3/8/8/8 b - e3 0 1");
        let taken = play(&jumped, "d4e3").unwrap();
        assert_eq!(taken.to_string(), "8/8/8/8/8/4p3/8/8 w - - 0 2");
    }

    #[test]
    fn moves_are_refused_for_their_reason() {
        let start = board("7k/8/8/8/8/8/P7/R7 b - - 0 1");
        for (text, error) in [
            ("a3a4", MoveError::NoPiece),
            ("a1b1", MoveError::WrongColor),
            ("h8h6", MoveError::Illegal),
            ("h8g8q", MoveError::Illegal),
        ] {
            assert_eq!(play(&start, text), Err(error), "{text}");
        }
        let rook = board("7k/8/8/8/8/8/8/6R1 b - - 0 1");
        assert_eq!(play(&rook, "h8g8"), Err(MoveError::LeavesCheck));
    }

    #[test]
    fn only_lessons_are_read() {
        for bad in [
            "8/8/8/8 w - - 0 1",
            "K6K/8/8/8/8/8/8/8 w - - 0 1",
            "P7/8/8/8/8/8/8/8 w - - 0 1",
            "k6R/8/8/8/8/8/8/8 w - - 0 1",
            "8/8/8/8/8/8/8/R3K3 w Q - 0 1",
            "8/8/8/8/8/8/8/8 w - e3 0 1",
        ] {
            assert!(TeachingBoard::from_fen(bad).is_err(), "{bad}");
        }
        let empty = board("8/8/8/8/8/8/8/8 w - - 0 1");
        assert_eq!((empty.material(), empty.successors().len()), (0, 0));
        assert_eq!(empty.is_mated(), None);
    }

    #[test]
    fn it_moves_as_the_real_board_does_where_nobody_castles() {
        for fen in [
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        ] {
            let real = Board::from_fen(fen).unwrap();
            for depth in 0..=2 {
                let count = regence_chess::perft(&real, depth);
                assert_eq!(TeachingBoard::of(&real).perft(depth), count, "{fen}");
            }
        }
    }

    #[test]
    fn the_key_is_that_of_the_position() {
        let first = board("8/8/8/8/8/8/8/QR6 w - - 0 1");
        let second = board("8/8/8/8/8/8/8/QR6 w - - 7 9");
        let other = board("8/8/8/8/8/8/8/QR6 b - - 0 1");
        assert_eq!(first.key(), second.key());
        assert_ne!(first.key(), other.key());
    }
}
