//! One entry of a book: sixteen bytes, the highest byte of each number first.

use regence_chess::{Board, Move, PieceKind, Square};

/// A key, a move, a weight, and four bytes that nobody agrees on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    key: u64,
    mv: u16,
    weight: u16,
    learn: u32,
}

impl Entry {
    /// The bytes of an entry.
    pub const SIZE: usize = 16;

    pub(super) fn new(key: u64, mv: u16, weight: u16) -> Entry {
        Entry {
            key,
            mv,
            weight,
            learn: 0,
        }
    }

    /// Takes sixteen bytes apart; all are possible.
    pub fn from_bytes(bytes: [u8; Entry::SIZE]) -> Entry {
        let bits = u128::from_be_bytes(bytes);
        Entry {
            key: (bits >> 64) as u64,
            mv: (bits >> 48) as u16,
            weight: (bits >> 32) as u16,
            learn: bits as u32,
        }
    }

    /// The sixteen bytes.
    pub fn to_bytes(self) -> [u8; Entry::SIZE] {
        let bits = u128::from(self.key) << 64
            | u128::from(self.mv) << 48
            | u128::from(self.weight) << 32
            | u128::from(self.learn);
        bits.to_be_bytes()
    }

    /// The key of the position.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// How often the move should be played, in comparison with the others of the position.
    pub fn weight(&self) -> u16 {
        self.weight
    }

    /// The move, if it is legal in that position.
    pub fn legal_move(&self, board: &Board) -> Option<Move> {
        decode(self.mv, board)
    }
}

/// The promotion pieces in the order of their numbers from 1.
const PROMOTIONS: [PieceKind; 4] = [
    PieceKind::Knight,
    PieceKind::Bishop,
    PieceKind::Rook,
    PieceKind::Queen,
];

/// Three bits each: target file and rank, origin file and rank, promotion. Castling is the king that takes its rook.
pub(super) fn encode(mv: Move) -> u16 {
    let promotion = mv
        .promotion()
        .and_then(|kind| PROMOTIONS.iter().position(|&known| known == kind))
        .map_or(0, |index| index as u16 + 1);
    mv.to().index() as u16 | (mv.from().index() as u16) << 6 | promotion << 12
}

/// Understands the usual castling (`e1g1`) too, which some programs write.
fn decode(bits: u16, board: &Board) -> Option<Move> {
    let square = |shift: u16| Square::from_index((bits >> shift & 63) as usize);
    let (from, to) = (square(6)?, square(0)?);
    let text = match bits >> 12 {
        0 => format!("{from}{to}"),
        number => {
            let kind = PROMOTIONS.get(usize::from(number) - 1)?;
            format!("{from}{to}{}", kind.letter())
        }
    };
    board.move_from_uci(&text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_legal_move_survives() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/1p4P1/8/2pP4/8/p7/8/R3K2R w KQkq c6 0 1",
            "1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1",
        ] {
            let board = Board::from_fen(fen).unwrap();
            for mv in &board.legal_moves() {
                assert_eq!(decode(encode(mv), &board), Some(mv), "{mv} in {fen}");
            }
        }
    }

    #[test]
    fn all_bits_are_harmless() {
        let fen = "r3k2r/1p4P1/8/2pP4/8/p7/8/R3K2R w KQkq c6 0 1";
        let board = Board::from_fen(fen).unwrap();
        for bits in 0..=u16::MAX {
            if let Some(mv) = decode(bits, &board) {
                assert!(board.is_legal(mv));
            }
        }
        // Castling in both ways.
        let read = |text: &str| board.move_from_uci(text).unwrap();
        let usual = 6 | 4 << 6;
        assert_eq!(decode(usual, &board), Some(read("e1h1")));
        assert_eq!(encode(read("e1g1")), 7 | 4 << 6);
    }

    #[test]
    fn bytes_are_in_the_order_of_the_format() {
        let bytes = *b"\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10";
        let entry = Entry::from_bytes(bytes);
        assert_eq!(entry.key(), 0x0102030405060708);
        assert_eq!(entry.weight(), 0x0b0c);
        assert_eq!(entry.to_bytes(), bytes);
    }
}
