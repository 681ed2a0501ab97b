//! A chess game on a board of the page: the line that was played, a place in it, and how both look as messages.

use crate::messages::{
    By, ChessPosition, Colour, Kind, Over, Place, Played, Position, Reason, Score, Spot,
};
use regence_chess::{Board, Color, Game, Move, Outcome, Square};
use regence_chess_search::wdl;
use regence_core::Value;
use regence_records::openings;
use std::collections::BTreeMap;

/// A line of moves and how many of them are on the board.
#[derive(Clone, Debug)]
pub struct ChessGame {
    chess960: bool,
    start: Board,
    /// As far as the board stands, from the beginning or behind the last passed turn.
    game: Box<Game>,
    /// The plies before `game` begins.
    base: usize,
    /// The whole line; none is a passed turn, by which annotators show a threat.
    moves: Vec<Option<Move>>,
    played: Vec<Played>,
}

/// The longest line of a search that is shown.
const LONGEST_LINE: usize = 24;

impl ChessGame {
    pub fn new(start: Board, chess960: bool) -> ChessGame {
        ChessGame {
            chess960: chess960 || start.is_chess960_setup(),
            start,
            game: Box::new(Game::new(start)),
            base: 0,
            moves: Vec::new(),
            played: Vec::new(),
        }
    }

    /// From a FEN, a Chess960 number, or the usual start.
    pub fn begin(fen: Option<&str>, chess960: Option<u16>) -> Result<ChessGame, String> {
        match (fen, chess960) {
            (Some(fen), _) => {
                let board = Board::from_fen(fen.trim()).map_err(|error| error.to_string())?;
                Ok(ChessGame::new(board, chess960.is_some()))
            }
            (None, Some(number)) if number < regence_chess::chess960::POSITIONS => {
                Ok(ChessGame::new(Board::chess960(number), true))
            }
            (None, Some(number)) => Err(format!(
                "Chess960 has the positions 0 to 959, not {number}; 518 is the usual one"
            )),
            (None, None) => Ok(ChessGame::new(Board::startpos(), false)),
        }
    }

    pub fn game(&self) -> &Game {
        &self.game
    }

    pub fn board(&self) -> &Board {
        self.game.board()
    }

    /// The position in which the line begins.
    pub fn start(&self) -> &Board {
        &self.start
    }

    pub fn is_chess960(&self) -> bool {
        self.chess960
    }

    pub fn ply(&self) -> usize {
        self.base + self.game.moves().len()
    }

    pub fn played(&self) -> &[Played] {
        &self.played
    }

    pub fn turn(&self) -> Colour {
        colour(self.board().side_to_move())
    }

    /// A move in UCI notation, or SAN.
    pub fn read_move(&self, text: &str) -> Result<Move, String> {
        let text = text.trim();
        self.board().move_from_uci(text).or_else(|error| {
            // What looks like coordinates gets the message about coordinates.
            self.board()
                .move_from_san(text)
                .map_err(|_| error.to_string())
        })
    }

    /// Plays a legal move; what came after in the line is forgotten unless it is the same move.
    pub fn push(&mut self, mv: Move, by: By, ms: u64, score: Option<Score>) {
        let played = Played {
            mv: self.uci(self.board(), mv),
            san: self.board().move_to_san(mv),
            by,
            ms,
            score,
        };
        self.keep(Some(mv), played);
        self.game.push(mv);
    }

    /// Passes the turn, which nobody can do in check.
    pub fn pass(&mut self) -> Result<(), String> {
        if self.board().in_check() {
            return Err("nobody can pass in check".into());
        }
        self.keep(None, Played::pass());
        self.step(None);
        Ok(())
    }

    fn keep(&mut self, mv: Option<Move>, played: Played) {
        let ply = self.ply();
        if self.moves.get(ply) != Some(&mv) {
            self.moves.truncate(ply);
            self.played.truncate(ply);
            self.moves.push(mv);
            self.played.push(played);
        }
    }

    fn step(&mut self, mv: Option<Move>) {
        match mv {
            Some(mv) => self.game.push(mv),
            None => {
                self.base = self.ply() + 1;
                *self.game = Game::new(self.board().make_null());
            }
        }
    }

    /// Goes to a place in the line.
    pub fn go_to(&mut self, ply: usize) {
        if ply < self.base {
            (*self.game, self.base) = (Game::new(self.start), 0);
        }
        while self.ply() > ply {
            self.game.pop();
        }
        while let Some(&mv) = self.moves.get(self.ply()).filter(|_| self.ply() < ply) {
            self.step(mv);
        }
    }

    /// The game as it stood after so many moves.
    pub fn at(&self, ply: usize) -> ChessGame {
        let mut game = self.clone();
        game.go_to(ply);
        game
    }

    pub fn over(&self) -> Option<Over> {
        let outcome = self.game.outcome()?;
        Some(match outcome {
            Outcome::Checkmate { winner } => Over::win(colour(winner), Reason::Checkmate),
            Outcome::Stalemate => Over::draw(Reason::Stalemate),
            Outcome::Repetition => Over::draw(Reason::Repetition),
            Outcome::FiftyMoves => Over::draw(Reason::FiftyMoves),
            Outcome::InsufficientMaterial => Over::draw(Reason::InsufficientMaterial),
        })
    }

    /// Whether this side could still mate: with a bare king it can't win on time.
    pub fn can_win(&self, colour: Colour) -> bool {
        let color = match colour {
            Colour::White => Color::White,
            Colour::Black => Color::Black,
        };
        self.board().colored(color).count() > 1
    }

    pub fn uci(&self, board: &Board, mv: Move) -> String {
        board.move_to_uci(mv, self.chess960)
    }

    /// A line as coordinates and as people write it.
    pub fn line(&self, moves: &[Move]) -> (Vec<String>, Vec<String>) {
        let mut board = *self.board();
        let (mut pv, mut san) = (Vec::new(), Vec::new());
        for &mv in moves.iter().take(LONGEST_LINE) {
            if !board.is_legal(mv) {
                break;
            }
            pv.push(self.uci(&board, mv));
            san.push(board.move_to_san(mv));
            board = board.make(mv);
        }
        (pv, san)
    }

    /// The part of a state that only chess has.
    pub fn position(&self, is_over: bool) -> Position {
        let board = self.board();
        let (dests, promotions) = match is_over {
            true => (BTreeMap::new(), Vec::new()),
            false => self.destinations(),
        };
        Position::Chess(ChessPosition {
            fen: self.fen(board),
            start: self.fen(&self.start),
            chess960: self.chess960,
            dests,
            promotions,
            check: self.check(),
            last: self.last(),
        })
    }

    /// A score of the side to move as people see it.
    pub fn score(&self, value: Value) -> Score {
        score(self.board(), value)
    }

    pub fn fen(&self, board: &Board) -> String {
        match self.chess960 {
            true => board.to_shredder_fen(),
            false => board.to_fen(),
        }
    }

    /// Where each piece may go, and which of these moves promote.
    fn destinations(&self) -> (BTreeMap<String, Vec<String>>, Vec<String>) {
        let mut dests: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let mut promotions = Vec::new();
        for &mv in self.board().legal_moves().iter() {
            let (from, to) = (mv.from(), self.target(mv));
            if mv.is_promotion() {
                let pair = format!("{from}{to}");
                if promotions.contains(&pair) {
                    continue;
                }
                promotions.push(pair);
            }
            dests
                .entry(from.to_string())
                .or_default()
                .push(to.to_string());
        }
        (dests, promotions)
    }

    fn target(&self, mv: Move) -> Square {
        match self.chess960 {
            true => mv.to(),
            false => mv.destination(),
        }
    }

    /// The facts of the position. Whoever tries moves may go on where a game would be drawn.
    pub fn spot(&self) -> Spot {
        let board = self.board();
        let (dests, promotions) = self.destinations();
        let words = dests
            .iter()
            .map(|(from, to)| format!("{from}{}", to.concat()));
        let words: Vec<String> = words.collect();
        Spot {
            turn: self.turn(),
            over: self.over(),
            opening: opening_of(board),
            place: Place::Chess {
                fen: self.fen(board),
                dests: words.join(" "),
                promotions,
                check: self.check(),
                last: self.last(),
            },
        }
    }

    /// The square of a king in check.
    fn check(&self) -> Option<String> {
        let board = self.board();
        let king = board.king(board.side_to_move());
        board.in_check().then(|| king.to_string())
    }

    fn last(&self) -> Option<[String; 2]> {
        let mv = self.game.moves().last()?;
        Some([mv.from().to_string(), mv.destination().to_string()])
    }
}

/// The code and the name of an opening.
pub fn opening_of(board: &Board) -> Option<String> {
    openings::name_of(board).map(|opening| format!("{} {}", opening.code, opening.name))
}

/// A score of the side to move as people see it: on the scale that UCI prints, from White's view.
pub fn score(board: &Board, value: Value) -> Score {
    let turn = colour(board.side_to_move());
    Score::of(wdl::normalised(value, board), turn, Kind::Chess)
}

pub fn colour(color: Color) -> Colour {
    match color {
        Color::White => Colour::White,
        Color::Black => Colour::Black,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chess(game: &ChessGame) -> ChessPosition {
        match game.position(false) {
            Position::Chess(position) => position,
            Position::Gomoku(_) => panic!("chess"),
        }
    }

    fn play(game: &mut ChessGame, moves: &str) {
        for text in moves.split_whitespace() {
            let mv = game.read_move(text).unwrap();
            game.push(mv, By::Human, 0, None);
        }
    }

    #[test]
    fn a_look_back_keeps_the_line_until_another_move_is_made() {
        let mut game = ChessGame::begin(None, None).unwrap();
        play(&mut game, "e2e4 e7e5 g1f3");
        game.go_to(1);
        assert_eq!((game.ply(), game.played().len()), (1, 3));
        play(&mut game, "e7e5");
        assert_eq!((game.ply(), game.played().len()), (2, 3));
        game.go_to(99);
        assert_eq!(game.ply(), 3);
        game.go_to(1);
        play(&mut game, "c7c5");
        assert_eq!((game.ply(), game.played().len()), (2, 2));
    }

    #[test]
    fn castling_is_told_in_the_way_of_the_game() {
        let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        let game = ChessGame::begin(Some(fen), None).unwrap();
        assert!(chess(&game).dests["e1"].contains(&"g1".to_owned()));
        let game = ChessGame::begin(Some("4k3/8/8/8/8/8/8/1K4R1 w G - 0 1"), None).unwrap();
        assert!(game.chess960);
        assert!(chess(&game).dests["b1"].contains(&"g1".to_owned()));
    }

    #[test]
    fn promotions_are_listed_once() {
        let game = ChessGame::begin(Some("4k3/P7/8/8/8/8/8/4K3 w - - 0 1"), None).unwrap();
        let position = chess(&game);
        assert_eq!(position.promotions, ["a7a8"]);
        assert_eq!(position.dests["a7"], ["a8"]);
    }

    #[test]
    fn a_passed_turn_is_a_move_of_the_line() {
        let mut game = ChessGame::begin(None, None).unwrap();
        play(&mut game, "e2e4");
        game.pass().unwrap();
        play(&mut game, "d2d4");
        assert_eq!((game.ply(), game.turn()), (3, Colour::Black));
        assert_eq!(game.played()[1].san, "--");
        game.go_to(1);
        assert_eq!((game.ply(), game.turn()), (1, Colour::Black));
        game.go_to(2);
        assert_eq!(chess(&game).last, None);
        game.go_to(9);
        assert_eq!((game.ply(), game.played().len()), (3, 3));
        assert_eq!(
            game.fen(game.start()),
            ChessGame::begin(None, None).unwrap().fen(game.start())
        );
        let mut checked = ChessGame::begin(Some("4k3/8/8/8/8/8/4q3/4K3 w - - 0 1"), None).unwrap();
        assert!(checked.pass().is_err());
    }

    #[test]
    fn a_spot_says_in_few_letters_what_a_position_is() {
        let mut game = ChessGame::begin(Some("4k3/P7/8/8/8/8/8/4K3 w - - 0 1"), None).unwrap();
        let Place::Chess {
            dests, promotions, ..
        } = game.spot().place
        else {
            panic!("chess");
        };
        assert_eq!(dests, "a7a8 e1d1f1d2e2f2");
        assert_eq!(promotions, ["a7a8"]);
        play(&mut game, "a7a8q");
        let spot = game.spot();
        let Place::Chess { check, last, .. } = spot.place else {
            panic!("chess");
        };
        assert_eq!((check.as_deref(), spot.turn), (Some("e8"), Colour::Black));
        assert_eq!(last, Some(["a7".into(), "a8".into()]));
    }

    #[test]
    fn errors_say_what_to_do() {
        let game = ChessGame::begin(None, None).unwrap();
        assert!(game.read_move("e2e5").unwrap_err().contains("cannot go"));
        assert!(
            ChessGame::begin(None, Some(960))
                .unwrap_err()
                .contains("959")
        );
        assert!(ChessGame::begin(Some("nonsense"), None).is_err());
    }
}
