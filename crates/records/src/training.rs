//! Games for training, about four bytes a position.
//!
//! A game is its first position in 32 bytes, then for each move two bytes for the move and two for the score of
//! the search that chose it, from White's view, then four zeros. This is the layout of the `viriformat` crate, so the
//! field's trainers read our games and we read theirs.

use std::error::Error;
use std::fmt;
use std::io::{self, Read, Write};
use std::num::NonZeroU16;

use regence_chess::{Board, Color, Move, Piece, PieceKind, Setup, Square};

/// A game with the scores of its searches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrainingGame {
    /// Where it begins, usually after a few random moves.
    pub start: Board,
    /// Who won; nobody in a draw.
    pub winner: Option<Color>,
    /// The moves.
    pub plies: Vec<ScoredMove>,
}

/// A move and what the search thought, in centipawns for White.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredMove {
    /// The move that was played.
    pub mv: Move,
    /// The score of the position before it.
    pub score: i16,
}

const HEADER: usize = 32;
/// A rook that may still castle, in place of its kind.
const CASTLING_ROOK: u8 = 6;
const NO_SQUARE: u8 = 64;
const EN_PASSANT: u16 = 0x4000;
const CASTLE: u16 = 0x8000;
const PROMOTION: u16 = 0xc000;
/// The longest game that can be: a bound for files that never end one.
const MAX_PLIES: usize = 20_000;

/// Why a file is no list of games.
#[derive(Debug)]
pub enum TrainingError {
    /// It cannot be read.
    Input(io::Error),
    /// The file ends within a game.
    CutOff,
    /// The first position is none.
    Position(String),
    /// A move is not legal; its number is counted from 1.
    Move {
        /// Its number in the game.
        ply: usize,
        /// How it stands in the file.
        bits: u16,
        /// The position.
        fen: String,
    },
    /// A game does not end.
    TooLong,
}

impl fmt::Display for TrainingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TrainingError::Input(error) => write!(f, "cannot be read: {error}"),
            TrainingError::CutOff => write!(f, "ends within a game; the last game is not whole"),
            TrainingError::Position(why) => write!(f, "a game begins with no position: {why}"),
            TrainingError::Move { ply, bits, fen } => write!(
                f,
                "move {ply} of a game ({bits:#06x}) is not legal in {fen}; the file is damaged or of another kind"
            ),
            TrainingError::TooLong => write!(
                f,
                "a game of more than {MAX_PLIES} plies; the file is damaged or of another kind"
            ),
        }
    }
}

impl Error for TrainingError {}

impl From<io::Error> for TrainingError {
    fn from(error: io::Error) -> TrainingError {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => TrainingError::CutOff,
            _ => TrainingError::Input(error),
        }
    }
}

impl TrainingGame {
    /// Adds the game to a file.
    pub fn write(&self, mut out: impl Write) -> io::Result<()> {
        out.write_all(&pack(&self.start, self.winner))?;
        for ScoredMove { mv, score } in &self.plies {
            out.write_all(&encode(*mv).to_le_bytes())?;
            out.write_all(&score.to_le_bytes())?;
        }
        out.write_all(&[0; 4])
    }

    /// The next game of a file, checked move by move; none at its end.
    pub fn read(mut input: impl Read) -> Result<Option<TrainingGame>, TrainingError> {
        let mut header = [0; HEADER];
        if input.read(&mut header[..1])? == 0 {
            return Ok(None);
        }
        input.read_exact(&mut header[1..])?;
        let (start, winner) = unpack(&header)?;
        let (mut board, mut plies) = (start, Vec::new());
        loop {
            let mut element = [0; 4];
            input.read_exact(&mut element)?;
            let [a, b, c, d] = element;
            let Some(bits) = NonZeroU16::new(u16::from_le_bytes([a, b])) else {
                return Ok(Some(TrainingGame {
                    start,
                    winner,
                    plies,
                }));
            };
            let legal = decode(bits.get()).filter(|mv| board.is_legal(*mv));
            let Some(mv) = legal else {
                return Err(TrainingError::Move {
                    ply: plies.len() + 1,
                    bits: bits.get(),
                    fen: board.to_fen(),
                });
            };
            board = board.make(mv);
            let score = i16::from_le_bytes([c, d]);
            plies.push(ScoredMove { mv, score });
            if plies.len() > MAX_PLIES {
                return Err(TrainingError::TooLong);
            }
        }
    }

    /// Each position of the game with the move that was played there and its score.
    pub fn positions(&self) -> impl Iterator<Item = (Board, ScoredMove)> + '_ {
        let mut board = self.start;
        self.plies.iter().map(move |&ply| {
            let here = board;
            board = board.make(ply.mv);
            (here, ply)
        })
    }

    /// The bytes that the game takes in a file.
    pub fn size(&self) -> usize {
        HEADER + 4 * (self.plies.len() + 1)
    }
}

fn pack(board: &Board, winner: Option<Color>) -> [u8; HEADER] {
    let mut bytes = [0; HEADER];
    bytes[..8].copy_from_slice(&board.occupied().0.to_le_bytes());
    let squares = Square::all().filter_map(|square| Some((square, board.piece_at(square)?)));
    for (index, (square, piece)) in squares.enumerate() {
        let castles = board.castling_rooks().contains(square);
        let kind = if castles {
            CASTLING_ROOK
        } else {
            piece.kind().index() as u8
        };
        let nibble = kind | (piece.color().index() as u8) << 3;
        bytes[8 + index / 2] |= nibble << (4 * (index % 2));
    }
    let en_passant = board
        .en_passant()
        .map_or(NO_SQUARE, |square| square.index() as u8);
    bytes[24] = (board.side_to_move().index() as u8) << 7 | en_passant;
    bytes[25] = board.halfmove_clock().min(255) as u8;
    bytes[26..28].copy_from_slice(&board.fullmove_number().to_le_bytes());
    bytes[30] = match winner {
        Some(Color::White) => 2,
        None => 1,
        Some(Color::Black) => 0,
    };
    bytes
}

fn unpack(bytes: &[u8; HEADER]) -> Result<(Board, Option<Color>), TrainingError> {
    let wrong = |why: &str| TrainingError::Position(why.to_owned());
    let occupied = u64::from_le_bytes(std::array::from_fn(|index| bytes[index]));
    if occupied.count_ones() > 32 {
        return Err(wrong("it has more than 32 pieces"));
    }
    let mut setup = Setup::empty();
    let mut rooks = 0;
    let squares = Square::all().filter(|square| occupied >> square.index() & 1 != 0);
    for (index, square) in squares.enumerate() {
        let nibble = bytes[8 + index / 2] >> (4 * (index % 2)) & 15;
        let color = [Color::White, Color::Black][usize::from(nibble >> 3)];
        let kind = match nibble & 7 {
            CASTLING_ROOK => {
                rooks |= 1 << square.index();
                PieceKind::Rook
            }
            code => *PieceKind::ALL
                .get(usize::from(code))
                .ok_or_else(|| wrong("it has a piece of no kind"))?,
        };
        setup.put(square, Some(Piece::new(color, kind)));
    }
    let side = [Color::White, Color::Black][usize::from(bytes[24] >> 7)];
    let halfmoves = u16::from(bytes[25]);
    let moves = u16::from_le_bytes([bytes[26], bytes[27]]).max(1);
    setup
        .set_side_to_move(side)
        .set_castling_rooks(regence_chess::Bitboard(rooks))
        .set_en_passant(Square::from_index(usize::from(bytes[24] & 127)))
        .set_counters(halfmoves, moves);
    let board = setup.build().map_err(|error| wrong(&error.to_string()))?;
    let winner = match bytes[30] {
        2 => Some(Color::White),
        1 => None,
        0 => Some(Color::Black),
        _ => return Err(wrong("its result is none of win, draw and loss")),
    };
    Ok((board, winner))
}

fn encode(mv: Move) -> u16 {
    let squares = (mv.from().index() | mv.to().index() << 6) as u16;
    match mv.promotion() {
        Some(kind) => squares | (kind.index() as u16 - 1) << 12 | PROMOTION,
        None if mv.is_en_passant() => squares | EN_PASSANT,
        None if mv.is_castle() => squares | CASTLE,
        None => squares,
    }
}

fn decode(bits: u16) -> Option<Move> {
    let from = Square::from_index(usize::from(bits & 63))?;
    let to = Square::from_index(usize::from(bits >> 6 & 63))?;
    if from == to {
        return None;
    }
    Some(match bits & PROMOTION {
        PROMOTION => {
            let kind = PieceKind::ALL[usize::from(bits >> 12 & 3) + 1];
            Move::promote(from, to, kind)
        }
        EN_PASSANT => Move::en_passant(from, to),
        CASTLE => Move::castle(from, to),
        _ => Move::new(from, to),
    })
}
