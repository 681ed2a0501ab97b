//! Moves in standard algebraic notation: `Nf3`, `exd5`, `O-O`, `e8=Q+`.
//!
//! Writing follows the PGN standard to the letter. Reading is tolerant, because people and programs are
//! not: it takes whatever names exactly one legal move.

use crate::board::Board;
use crate::moves::Move;
use crate::types::{CastlingSide, File, PieceKind, Rank, Square};
use crate::uci::MoveTextError;

impl Board {
    /// The text of a legal move as the PGN standard wants it, with `+` or `#` where due.
    ///
    /// ```
    /// use regence_chess::Board;
    /// let board = Board::startpos();
    /// let mv = board.move_from_uci("g1f3").unwrap();
    /// assert_eq!(board.move_to_san(mv), "Nf3");
    /// ```
    pub fn move_to_san(&self, mv: Move) -> String {
        let mut san = match mv.castling_side() {
            Some(CastlingSide::King) => String::from("O-O"),
            Some(CastlingSide::Queen) => String::from("O-O-O"),
            None => self.san_body(mv),
        };
        let next = self.make(mv);
        if next.in_check() {
            san.push(if next.has_legal_move() { '+' } else { '#' });
        }
        san
    }

    fn san_body(&self, mv: Move) -> String {
        let mut san = String::new();
        let kind = self.moved(mv).kind();
        let capture = self.is_capture(mv);
        if kind == PieceKind::Pawn {
            if capture {
                san.push(mv.from().file().to_char());
            }
        } else {
            san.push(kind.letter().to_ascii_uppercase());
            self.push_origin(&mut san, mv, kind);
        }
        if capture {
            san.push('x');
        }
        san.push_str(&mv.to().to_string());
        if let Some(kind) = mv.promotion() {
            san.push('=');
            san.push(kind.letter().to_ascii_uppercase());
        }
        san
    }

    /// Adds as much of the origin as tells the move from its rivals: the file if that is enough, else the rank,
    /// else both.
    fn push_origin(&self, san: &mut String, mv: Move, kind: PieceKind) {
        let from = mv.from();
        let (mut rivals, mut same_file, mut same_rank) = (false, false, false);
        for other in &self.legal_moves() {
            let rival = other.to() == mv.to()
                && other.from() != from
                && !other.is_castle()
                && self.moved(other).kind() == kind;
            if rival {
                rivals = true;
                same_file |= other.from().file() == from.file();
                same_rank |= other.from().rank() == from.rank();
            }
        }
        if rivals && (!same_file || same_rank) {
            san.push(from.file().to_char());
        }
        if same_file {
            san.push(from.rank().to_char());
        }
    }

    /// Reads a move in algebraic notation.
    ///
    /// It may lack `x`, `+` and `#`, have `!` and `?` behind it, say more of the origin than it must
    /// (`Ng1f3`, `e2-e4`), promote as `e8Q`, `e8=Q` or `e8(Q)`, and castle with letters O or zeros.
    ///
    /// ```
    /// use regence_chess::Board;
    /// let board = Board::startpos();
    /// assert_eq!(board.move_from_san("Ng1-f3!?"), board.move_from_uci("g1f3"));
    /// assert!(board.move_from_san("Nf4").is_err());
    /// ```
    pub fn move_from_san(&self, text: &str) -> Result<Move, MoveTextError> {
        let pattern = match Pattern::read(text) {
            Ok(pattern) => pattern,
            Err(reason) => return Err(MoveTextError::new(text, reason)),
        };
        let moves = self.legal_moves();
        let mut fitting = moves.iter().copied().filter(|&mv| pattern.fits(self, mv));
        match (fitting.next(), fitting.next()) {
            (Some(mv), None) => Ok(mv),
            (None, _) => Err(MoveTextError::new(text, self.explain_pattern(&pattern))),
            (Some(first), Some(second)) => {
                let rivals: Vec<_> = [first, second]
                    .into_iter()
                    .chain(fitting)
                    .map(|mv| self.move_to_san(mv))
                    .collect();
                let list = rivals.join(", ");
                Err(MoveTextError::new(
                    text,
                    format!("more than one move fits ({list}), say which"),
                ))
            }
        }
    }

    fn explain_pattern(&self, pattern: &Pattern) -> String {
        let us = self.side_to_move();
        match pattern {
            Pattern::Castle(_) => format!("{us} cannot castle there now"),
            Pattern::Step(step) => {
                let name = step.kind.name();
                let last = step.to.rank() == us.promotion_rank();
                if step.kind == PieceKind::Pawn && last && step.promotion.is_none() {
                    format!(
                        "a pawn that reaches {} promotes: add =Q, =R, =B or =N",
                        step.to
                    )
                } else {
                    format!("no {name} of {us} can legally go to {} like that", step.to)
                }
            }
        }
    }
}

/// What a text says about a move.
enum Pattern {
    Castle(CastlingSide),
    Step(Step),
}

struct Step {
    kind: PieceKind,
    from_file: Option<File>,
    from_rank: Option<Rank>,
    to: Square,
    promotion: Option<PieceKind>,
}

const EXPECTED: &str = "expected a move such as e4, Nf3, exd5, O-O or e8=Q";

impl Pattern {
    fn read(text: &str) -> Result<Pattern, &'static str> {
        let body = text.trim().trim_end_matches(['+', '#', '!', '?']);
        let body = body.strip_suffix("e.p.").unwrap_or(body).trim_end();
        match body {
            "O-O" | "0-0" | "o-o" => return Ok(Pattern::Castle(CastlingSide::King)),
            "O-O-O" | "0-0-0" | "o-o-o" => return Ok(Pattern::Castle(CastlingSide::Queen)),
            "" => return Err("nothing found, expected a move such as e4, Nf3, exd5, O-O or e8=Q"),
            _ => {}
        }
        Step::read(body).map(Pattern::Step).ok_or(EXPECTED)
    }

    fn fits(&self, board: &Board, mv: Move) -> bool {
        match self {
            Pattern::Castle(side) => mv.castling_side() == Some(*side),
            Pattern::Step(step) => {
                !mv.is_castle()
                    && mv.to() == step.to
                    && mv.promotion() == step.promotion
                    && board.moved(mv).kind() == step.kind
                    && step.from_file.is_none_or(|file| file == mv.from().file())
                    && step.from_rank.is_none_or(|rank| rank == mv.from().rank())
            }
        }
    }
}

impl Step {
    fn read(body: &str) -> Option<Step> {
        if !body.is_ascii() {
            return None;
        }
        let (body, promotion) = split_promotion(body);
        let (kind, rest) = match body.chars().next()? {
            letter @ ('P' | 'N' | 'B' | 'R' | 'Q' | 'K') => {
                (PieceKind::from_letter(letter)?, &body[1..])
            }
            _ => (PieceKind::Pawn, body),
        };
        let (origin, to) = rest.split_at(rest.len().checked_sub(2)?);
        let mut origin = origin
            .strip_suffix(['x', '-', ':'])
            .unwrap_or(origin)
            .chars()
            .peekable();
        let from_file = origin.next_if(|&letter| File::from_char(letter).is_some());
        let from_rank = origin.next_if(|&digit| Rank::from_char(digit).is_some());
        if origin.next().is_some() {
            return None;
        }
        Some(Step {
            kind,
            from_file: from_file.and_then(File::from_char),
            from_rank: from_rank.and_then(Rank::from_char),
            to: to.parse().ok()?,
            promotion,
        })
    }
}

/// Cuts `=Q`, `/Q`, `(Q)` or a mere `Q` off the end.
fn split_promotion(body: &str) -> (&str, Option<PieceKind>) {
    let bare = body.strip_suffix(')').unwrap_or(body);
    let Some(letter) = bare.chars().next_back() else {
        return (body, None);
    };
    match PieceKind::from_letter(letter) {
        // A piece letter that follows a square; "Kb" or the like is no promotion, nor is anything without one.
        Some(kind) if bare.len() > 2 && !matches!(kind, PieceKind::Pawn | PieceKind::King) => {
            let rest = &bare[..bare.len() - 1];
            (
                rest.strip_suffix(['=', '/', '(']).unwrap_or(rest),
                Some(kind),
            )
        }
        _ => (body, None),
    }
}
