//! Moves as the UCI protocol writes them.

use std::error::Error;
use std::fmt;

use crate::board::Board;
use crate::moves::Move;
use crate::text::shorten;
use crate::types::{CastlingSide, PieceKind, Square};

/// Why a text is not a legal move here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveTextError {
    text: String,
    reason: String,
}

impl MoveTextError {
    pub(crate) fn new(text: &str, reason: impl Into<String>) -> MoveTextError {
        MoveTextError {
            text: shorten(text),
            reason: reason.into(),
        }
    }

    /// What was found and what is expected.
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

impl fmt::Display for MoveTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bad move {:?}: {}", self.text, self.reason)
    }
}

impl Error for MoveTextError {}

impl Board {
    /// The UCI text of a legal move: castling as `e1g1`, or as the king taking its rook (`e1h1`) when
    /// `chess960` is set.
    pub fn move_to_uci(&self, mv: Move, chess960: bool) -> String {
        if chess960 && mv.is_castle() {
            format!("{}{}", mv.from(), mv.to())
        } else {
            mv.to_string()
        }
    }

    /// Reads a UCI move and checks that it is legal.
    ///
    /// Both styles of castling are understood. Where the king's two-step target could also be an ordinary
    /// king move (Chess960), the ordinary move is meant.
    ///
    /// ```
    /// use regence_chess::Board;
    /// let board = Board::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
    /// assert_eq!(board.move_from_uci("e1g1"), board.move_from_uci("e1h1"));
    /// assert!(board.move_from_uci("e1e3").is_err());
    /// ```
    pub fn move_from_uci(&self, text: &str) -> Result<Move, MoveTextError> {
        let (from, to, promotion) = split(text)?;
        let mv = self.assemble(from, to, promotion);
        if self.is_legal(mv) {
            return Ok(mv);
        }
        if promotion.is_none() && self.king(self.side) == from {
            let castle = CastlingSide::ALL
                .into_iter()
                .filter_map(|side| self.castling_rook(self.side, side))
                .map(|rook| Move::castle(from, rook))
                .find(|castle| castle.destination() == to && self.is_legal(*castle));
            if let Some(castle) = castle.filter(|_| !is_single_step(from, to)) {
                return Ok(castle);
            }
        }
        Err(MoveTextError::new(text, self.explain(from, to, promotion)))
    }

    /// The move that the squares mean on this board, legal or not.
    fn assemble(&self, from: Square, to: Square, promotion: Option<PieceKind>) -> Move {
        if let Some(kind) = promotion {
            return Move::promote(from, to, kind);
        }
        let moved = self.kind_at(from);
        if moved == Some(PieceKind::Pawn) && self.en_passant == Some(to) && from.file() != to.file()
        {
            return Move::en_passant(from, to);
        }
        let own_rook = self.castling.contains(to) && self.colored(self.side).contains(to);
        if moved == Some(PieceKind::King) && own_rook {
            return Move::castle(from, to);
        }
        Move::new(from, to)
    }

    /// Why the squares are no legal move.
    fn explain(&self, from: Square, to: Square, promotion: Option<PieceKind>) -> String {
        let us = self.side;
        let Some(piece) = self.piece_at(from) else {
            return format!("there is no piece on {from}");
        };
        if piece.color() != us {
            return format!("the piece on {from} is {}'s, but {us} is to move", !us);
        }
        let name = piece.kind().name();
        let last = to.rank() == us.promotion_rank();
        if piece.kind() == PieceKind::Pawn && last && promotion.is_none() {
            return format!("a pawn that reaches {to} promotes: add q, r, b or n");
        }
        if promotion.is_some() && !(piece.kind() == PieceKind::Pawn && last) {
            return format!("the {name} on {from} does not promote on {to}");
        }
        if self.checkers.any() {
            return format!(
                "{us} is in check, and the {name} from {from} to {to} does not answer it"
            );
        }
        if self.pinned.contains(from) {
            return format!("the {name} on {from} is pinned or cannot go to {to}");
        }
        format!("the {name} on {from} cannot go to {to} here")
    }
}

/// Whether a king that goes from one square to the other does not leave its neighbourhood. In Chess960 the
/// castling target may be so near; the text then means the step.
fn is_single_step(from: Square, to: Square) -> bool {
    from.file().index().abs_diff(to.file().index()) < 2
}

/// Takes a text such as `e2e4` or `e7e8q` apart.
fn split(text: &str) -> Result<(Square, Square, Option<PieceKind>), MoveTextError> {
    let fault = || {
        MoveTextError::new(
            text,
            "expected two squares and, for a promotion, one of q r b n, as in e2e4 or e7e8q",
        )
    };
    if !text.is_ascii() || !(4..=5).contains(&text.len()) {
        return Err(fault());
    }
    let from = text[0..2].parse().map_err(|_| fault())?;
    let to = text[2..4].parse().map_err(|_| fault())?;
    let promotion = match text[4..].chars().next() {
        None => None,
        Some(letter) => match PieceKind::from_letter(letter) {
            None | Some(PieceKind::Pawn | PieceKind::King) => return Err(fault()),
            kind => kind,
        },
    };
    Ok((from, to, promotion))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_that_stays_where_it_is_is_never_legal() {
        // The rook on a1 may go to b1: "a1a1" must not be taken for that.
        let board = Board::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").expect("a position");
        assert!(board.move_from_uci("a1b1").is_ok());
        for text in ["a1a1", "e1e1", "a1a1q"] {
            assert!(board.move_from_uci(text).is_err(), "{text}");
        }
    }
}
