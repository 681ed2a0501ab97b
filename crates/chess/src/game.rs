//! A game: where it began, what was played, and how it ended.

use std::fmt;

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::moves::Move;
use crate::types::{Color, PieceKind};

/// How a game ended by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The side to move is mated.
    Checkmate {
        /// The side that gave mate.
        winner: Color,
    },
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// The position has come for the third time.
    Repetition,
    /// A hundred plies without a capture or a pawn move.
    FiftyMoves,
    /// Nobody can mate any more.
    InsufficientMaterial,
}

impl Outcome {
    /// Who won, if anybody did.
    pub fn winner(self) -> Option<Color> {
        match self {
            Outcome::Checkmate { winner } => Some(winner),
            _ => None,
        }
    }

    /// Whether nobody won.
    pub fn is_draw(self) -> bool {
        self.winner().is_none()
    }

    /// The result as PGN writes it: `1-0`, `0-1` or `1/2-1/2`.
    pub fn result(self) -> &'static str {
        match self.winner() {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Checkmate { winner } => write!(f, "{winner} mates"),
            Outcome::Stalemate => f.write_str("draw by stalemate"),
            Outcome::Repetition => f.write_str("draw by threefold repetition"),
            Outcome::FiftyMoves => f.write_str("draw by the fifty-move rule"),
            Outcome::InsufficientMaterial => f.write_str("draw by insufficient material"),
        }
    }
}

impl Board {
    /// How the game ends here as far as the position alone can tell: everything but repetition.
    ///
    /// Mate comes first, so that a mate with the hundredth quiet ply is a mate.
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.has_legal_move() {
            return Some(if self.in_check() {
                Outcome::Checkmate {
                    winner: !self.side_to_move(),
                }
            } else {
                Outcome::Stalemate
            });
        }
        if self.halfmove_clock() >= 100 {
            return Some(Outcome::FiftyMoves);
        }
        self.insufficient_material()
            .then_some(Outcome::InsufficientMaterial)
    }

    /// Whether neither side could ever mate, however badly the other plays: bare kings, a single knight, or
    /// bishops that all stand on squares of one colour.
    pub fn insufficient_material(&self) -> bool {
        let pawns_and_majors = self.pieces(PieceKind::Pawn)
            | self.pieces(PieceKind::Rook)
            | self.pieces(PieceKind::Queen);
        if pawns_and_majors.any() {
            return false;
        }
        let knights = self.pieces(PieceKind::Knight);
        let bishops = self.pieces(PieceKind::Bishop);
        if knights.any() {
            return bishops.is_empty() && !knights.many();
        }
        (bishops & Bitboard::DARK).is_empty() || (bishops & Bitboard::LIGHT).is_empty()
    }
}

/// A starting position and the moves played from it.
///
/// ```
/// use regence_chess::{Board, Color, Game, Outcome};
/// let mut game = Game::new(Board::startpos());
/// for san in ["f3", "e5", "g4", "Qh4#"] {
///     let mv = game.board().move_from_san(san).unwrap();
///     game.push(mv);
/// }
/// assert_eq!(game.outcome(), Some(Outcome::Checkmate { winner: Color::Black }));
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    /// All positions before the current one.
    past: Vec<Board>,
    /// Their keys.
    keys: Vec<u64>,
    moves: Vec<Move>,
    board: Board,
}

impl Game {
    /// A game that begins here, without a move yet.
    pub fn new(board: Board) -> Game {
        Game {
            past: Vec::new(),
            keys: Vec::new(),
            moves: Vec::new(),
            board,
        }
    }

    /// A game of so many random moves that has not ended; none if it has. `random(n)` gives a number below n.
    pub fn random(start: Board, plies: u64, random: &mut dyn FnMut(u64) -> u64) -> Option<Game> {
        let mut game = Game::new(start);
        for _ in 0..plies {
            let moves = game.board().legal_moves();
            let choice = random(moves.len() as u64) as usize;
            game.push(*moves.get(choice)?);
        }
        game.outcome().is_none().then_some(game)
    }

    /// Plays a legal move. It must be legal, as for [`Board::make`].
    pub fn push(&mut self, mv: Move) {
        self.past.push(self.board);
        self.keys.push(self.board.key());
        self.moves.push(mv);
        self.board = self.board.make(mv);
    }

    /// Takes the last move back and returns it.
    pub fn pop(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.keys.pop();
        self.board = self.past.pop()?;
        Some(mv)
    }

    /// The position in which the game began.
    pub fn start(&self) -> &Board {
        self.past.first().unwrap_or(&self.board)
    }

    /// The current position.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The moves so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The keys of all positions before the current one, the most recent last, as
    /// [`is_repetition`](crate::is_repetition) wants them.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// How often the current position has been on the board in this game, this time included.
    pub fn repetitions(&self) -> usize {
        let reach = (self.board.halfmove_clock() as usize).min(self.keys.len());
        let reversible = &self.keys[self.keys.len() - reach..];
        1 + reversible
            .iter()
            .filter(|&&key| key == self.board.key())
            .count()
    }

    /// How the game has ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.board.outcome() {
            Some(decided @ (Outcome::Checkmate { .. } | Outcome::Stalemate)) => Some(decided),
            _ if self.repetitions() >= 3 => Some(Outcome::Repetition),
            other => other,
        }
    }
}
