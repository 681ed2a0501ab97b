//! The positions of both games, as far as a referee must know them.

use std::fmt;

use regence_chess::{Board, Color, Game as ChessGame, Move as ChessMove};
use regence_gomoku::{Move, Point, Side};
use regence_gomoku_search::AnyBoard;

use super::game::Seat;

/// A game of chess under way.
#[derive(Clone, Debug)]
pub struct ChessPosition {
    game: ChessGame,
    /// The moves as the engines are told them.
    texts: Vec<String>,
    /// Where the engines are told that the game began; `None` is the usual start.
    start: Option<String>,
    chess960: bool,
    opening_plies: usize,
}

impl ChessPosition {
    /// The game so far is the opening.
    pub fn new(game: &ChessGame, chess960: bool) -> ChessPosition {
        let start = *game.start();
        let mut position = ChessPosition {
            game: ChessGame::new(start),
            texts: Vec::new(),
            start: (start != Board::startpos()).then(|| match chess960 {
                true => start.to_shredder_fen(),
                false => start.to_fen(),
            }),
            chess960,
            opening_plies: game.moves().len(),
        };
        for &mv in game.moves() {
            position.push(mv);
        }
        position
    }

    fn push(&mut self, mv: ChessMove) {
        self.texts
            .push(self.game.board().move_to_uci(mv, self.chess960));
        self.game.push(mv);
    }

    pub fn game(&self) -> &ChessGame {
        &self.game
    }

    pub fn is_chess960(&self) -> bool {
        self.chess960
    }

    pub fn opening_plies(&self) -> usize {
        self.opening_plies
    }

    /// What `position` tells an engine.
    pub fn told(&self) -> (Option<&str>, &[String]) {
        (self.start.as_deref(), &self.texts)
    }

    /// Whether a line can be played; else what is wrong with it. A draw by the rules does not end a line: engines
    /// need not know how often a position has been.
    pub fn check_line(&self, line: &[String]) -> Result<(), String> {
        let mut board = *self.game.board();
        for text in line {
            let mv = read_move(&board, text)?;
            board = board.make(mv);
        }
        Ok(())
    }
}

/// A game of Gomoku under way.
#[derive(Clone, Debug)]
pub struct GomokuPosition {
    board: AnyBoard,
    moves: Vec<Point>,
    opening_plies: usize,
}

impl GomokuPosition {
    /// The moves must be legal: they are the opening.
    pub fn new(mut board: AnyBoard, opening: &[Point]) -> Result<GomokuPosition, String> {
        for &point in opening {
            board
                .play(Move::new(point))
                .map_err(|error| error.to_string())?;
        }
        Ok(GomokuPosition {
            board,
            moves: opening.to_vec(),
            opening_plies: opening.len(),
        })
    }

    /// A board on which these moves, the opening, have been played.
    pub fn played(board: AnyBoard, opening: Vec<Point>) -> GomokuPosition {
        GomokuPosition {
            board,
            opening_plies: opening.len(),
            moves: opening,
        }
    }

    pub fn board(&self) -> &AnyBoard {
        &self.board
    }

    /// The moves so far, Black first.
    pub fn moves(&self) -> &[Point] {
        &self.moves
    }

    pub fn opening_plies(&self) -> usize {
        self.opening_plies
    }
}

/// A game under way.
#[derive(Clone, Debug)]
pub enum Position {
    Chess(Box<ChessPosition>),
    Gomoku(Box<GomokuPosition>),
}

impl Position {
    /// Who is to move.
    pub fn seat(&self) -> Seat {
        match self {
            Position::Chess(chess) => seat_of_color(chess.game.board().side_to_move()),
            Position::Gomoku(gomoku) => seat_of_side(gomoku.board.side()),
        }
    }

    /// The side in words.
    pub fn seat_name(&self, seat: Seat) -> &'static str {
        match (self, seat) {
            (Position::Chess(_), Seat::First) | (Position::Gomoku(_), Seat::Second) => "White",
            _ => "Black",
        }
    }

    /// How the rules have ended the game, if they have: the winner, if anybody, and why.
    pub fn outcome(&self) -> Option<(Option<Seat>, String)> {
        match self {
            Position::Chess(chess) => {
                let outcome = chess.game.outcome()?;
                Some((outcome.winner().map(seat_of_color), outcome.to_string()))
            }
            Position::Gomoku(gomoku) => {
                let outcome = gomoku.board.outcome()?;
                Some((outcome.winner().map(seat_of_side), outcome.to_string()))
            }
        }
    }

    /// Plays the move of that text if it is legal; else says why not.
    pub fn play(&mut self, text: &str) -> Result<(), String> {
        match self {
            Position::Chess(chess) => {
                let mv = read_move(chess.game.board(), text)?;
                chess.push(mv);
            }
            Position::Gomoku(gomoku) => {
                let point = gomoku.board.size().parse_point(text);
                let point = point.map_err(|error| error.to_string())?;
                let played = gomoku.board.play(Move::new(point));
                played.map_err(|error| error.to_string())?;
                gomoku.moves.push(point);
            }
        }
        Ok(())
    }

    /// Plies of the whole game, the opening included; a chess position of a file counts by its move number.
    pub fn plies(&self) -> usize {
        match self {
            Position::Chess(chess) => {
                let board = chess.game.board();
                let black = usize::from(board.side_to_move() == Color::Black);
                2 * usize::from(board.fullmove_number().max(1) - 1) + black
            }
            Position::Gomoku(gomoku) => gomoku.moves.len(),
        }
    }

    /// Moves that were played by the engines.
    pub fn played(&self) -> usize {
        match self {
            Position::Chess(chess) => chess.game.moves().len() - chess.opening_plies,
            Position::Gomoku(gomoku) => gomoku.moves.len() - gomoku.opening_plies,
        }
    }
}

/// The position for a report: a FEN, or the moves of Gomoku.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Position::Chess(chess) => f.write_str(&chess.game.board().to_fen()),
            Position::Gomoku(gomoku) => {
                let board = &gomoku.board;
                write!(f, "{} {} ", board.rule(), board.size())?;
                gomoku
                    .moves
                    .iter()
                    .try_for_each(|point| write!(f, "{point}"))
            }
        }
    }
}

/// A legal move. A move that stays where it is, the usual sign of an engine that has none, has no form of its own among
/// moves, and must not be taken for another one.
fn read_move(board: &Board, text: &str) -> Result<ChessMove, String> {
    let stays = text.is_ascii() && text.len() >= 4 && text[..2] == text[2..4];
    if stays {
        return Err(format!("bad move {text:?}: it does not leave its square"));
    }
    board.move_from_uci(text).map_err(|error| error.to_string())
}

fn seat_of_color(color: Color) -> Seat {
    match color {
        Color::White => Seat::First,
        Color::Black => Seat::Second,
    }
}

fn seat_of_side(side: Side) -> Seat {
    match side {
        Side::Black => Seat::First,
        Side::White => Seat::Second,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_gomoku::{RuleSet, Size};

    #[test]
    fn chess_is_refereed() {
        let mut position = Position::Chess(Box::new(ChessPosition::new(
            &ChessGame::new(Board::startpos()),
            false,
        )));
        for mv in ["f2f3", "e7e5", "g2g4"] {
            position.play(mv).unwrap();
        }
        assert_eq!((position.seat(), position.plies()), (Seat::Second, 3));
        assert!(position.play("e8e6").is_err());
        // A rook on a1 could go to b1.
        let corner = Board::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
        let corner = ChessPosition::new(&ChessGame::new(corner), false);
        assert!(Position::Chess(Box::new(corner)).play("a1a1").is_err());
        position.play("d8h4").unwrap();
        assert_eq!(position.outcome().unwrap().0, Some(Seat::Second));
        assert_eq!(position.seat_name(Seat::Second), "Black");
    }

    #[test]
    fn lines_are_checked() {
        let chess = ChessPosition::new(&ChessGame::new(Board::startpos()), false);
        let line = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert!(chess.check_line(&line("e2e4 e7e5 g1f3")).is_ok());
        let error = chess.check_line(&line("e2e4 e2e4")).unwrap_err();
        assert!(error.contains("e2e4"), "{error}");
    }

    #[test]
    fn chess960_castles_by_taking_the_rook() {
        let board = Board::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
        let mut chess = ChessPosition::new(&ChessGame::new(board), true);
        let castle = board.move_from_uci("e1h1").unwrap();
        chess.push(castle);
        let (start, moves) = chess.told();
        assert!(start.unwrap().contains(" w H - "));
        assert_eq!(moves, ["e1h1"]);
    }

    #[test]
    fn gomoku_is_refereed() {
        let size = Size::square(15).unwrap();
        let board = AnyBoard::new(RuleSet::Freestyle, size);
        let opening: Vec<Point> = ["7,7", "0,0"]
            .map(|text| size.parse_point(text).unwrap())
            .into();
        let gomoku = GomokuPosition::new(board, &opening).unwrap();
        let mut position = Position::Gomoku(Box::new(gomoku));
        assert!(position.play("7,7").is_err());
        for mv in ["8,7", "1,1", "9,7", "2,2", "10,7", "3,3", "11,7"] {
            assert_eq!(position.outcome(), None);
            position.play(mv).unwrap();
        }
        let (winner, reason) = position.outcome().unwrap();
        assert_eq!((winner, position.played()), (Some(Seat::First), 7));
        assert!(reason.contains("five"), "{reason}");
        assert_eq!(position.seat_name(Seat::First), "Black");
        assert!(position.to_string().starts_with("freestyle 15x15 h8a1"));
    }
}
