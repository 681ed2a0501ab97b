//! A chess game on a board of the page: the line that was played, a place in it, and how both look as messages.

use crate::messages::{By, ChessPosition, Colour, Kind, Over, Played, Position, Reason, Score};
use regence_chess::{Board, Color, Game, Move, Outcome, Square};
use regence_chess_search::wdl;
use regence_core::Value;
use regence_records::pgn;
use std::collections::BTreeMap;

/// A line of moves and how many of them are on the board.
#[derive(Clone, Debug)]
pub struct ChessGame {
    chess960: bool,
    /// As far as the board stands.
    game: Box<Game>,
    /// The whole line.
    moves: Vec<Move>,
    played: Vec<Played>,
}

/// The longest line of a search that is shown.
const LONGEST_LINE: usize = 24;

impl ChessGame {
    pub fn new(start: Board, chess960: bool) -> ChessGame {
        ChessGame {
            chess960: chess960 || start.is_chess960_setup(),
            game: Box::new(Game::new(start)),
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

    /// The first game of a PGN text, or moves by their squares (`e2e4 e7e5`), at its end.
    pub fn from_pgn(text: &str) -> Result<ChessGame, String> {
        if let Some(game) = ChessGame::from_squares(text) {
            return game;
        }
        let mut games = pgn::Reader::new(text.as_bytes());
        let record = match games.next() {
            Some(Ok(record)) => record,
            Some(Err(error)) => return Err(format!("the PGN can't be read: {error}")),
            None => {
                return Err("the PGN has no game: expected tags or moves, as in 1. e4 e5".into());
            }
        };
        let mut game = ChessGame::new(*record.start(), record.is_chess960());
        for mv in record.moves() {
            game.push(mv, By::Human, 0, None);
        }
        Ok(game)
    }

    /// Moves by their squares from the usual position; none if the text is something else.
    fn from_squares(text: &str) -> Option<Result<ChessGame, String>> {
        let is_separator = |c: char| c.is_whitespace() || c == ',';
        let words = text.split(is_separator).filter(|word| !word.is_empty());
        let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
        let is_move = |word: &str| match word.as_bytes() {
            [from @ .., a, b] | [from @ .., a, b, b'q' | b'r' | b'b' | b'n'] if from.len() == 2 => {
                is_square(from) && is_square(&[*a, *b])
            }
            _ => false,
        };
        if words.clone().next().is_none() || !words.clone().all(is_move) {
            return None;
        }
        let mut game = ChessGame::new(Board::startpos(), false);
        for (number, word) in (1..).zip(words) {
            match game.read_move(word) {
                Ok(mv) => game.push(mv, By::Human, 0, None),
                Err(error) => return Some(Err(format!("ply {number}: {error}"))),
            }
        }
        Some(Ok(game))
    }

    pub fn game(&self) -> &Game {
        &self.game
    }

    pub fn board(&self) -> &Board {
        self.game.board()
    }

    pub fn ply(&self) -> usize {
        self.game.moves().len()
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
        let ply = self.ply();
        let played = Played {
            mv: self.uci(self.board(), mv),
            san: self.board().move_to_san(mv),
            by,
            ms,
            score,
        };
        if self.moves.get(ply) != Some(&mv) {
            self.moves.truncate(ply);
            self.played.truncate(ply);
            self.moves.push(mv);
            self.played.push(played);
        }
        self.game.push(mv);
    }

    /// Goes to a place in the line.
    pub fn go_to(&mut self, ply: usize) {
        while self.ply() > ply {
            self.game.pop();
        }
        while let Some(&mv) = self.moves.get(self.ply()).filter(|_| self.ply() < ply) {
            self.game.push(mv);
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
        let check = board
            .in_check()
            .then(|| board.king(board.side_to_move()).to_string());
        let last = self
            .game
            .moves()
            .last()
            .map(|mv| [mv.from().to_string(), mv.destination().to_string()]);
        Position::Chess(ChessPosition {
            fen: self.fen(board),
            start: self.fen(self.game.start()),
            chess960: self.chess960,
            dests,
            promotions,
            check,
            last,
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

    /// The whole line as PGN. `over` is how it ended where the rules alone do not tell.
    pub fn to_pgn(&self, white: &str, black: &str, over: Option<&Over>) -> String {
        let whole = self.at(self.moves.len());
        let mut record = pgn::Game::record(whole.game());
        let tags = record.tags_mut();
        tags.set(pgn::TagName::EVENT, "Régence");
        tags.set(pgn::TagName::WHITE, white);
        tags.set(pgn::TagName::BLACK, black);
        if let Some(result) = over.and_then(|over| over.result.text().parse().ok()) {
            record.set_result(result);
        }
        let mut text = Vec::new();
        // Writing to memory can't fail.
        let _ = pgn::write_game(&mut text, &record);
        String::from_utf8_lossy(&text).into_owned()
    }
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
    fn a_game_goes_out_as_pgn_and_comes_back() {
        let mut game = ChessGame::begin(None, Some(5)).unwrap();
        let mv = game.board().legal_moves()[0];
        game.push(mv, By::Human, 0, None);
        let text = game.to_pgn(
            "Vera",
            "Régence",
            Some(&Over::win(Colour::White, Reason::Time)),
        );
        assert!(
            text.contains("[White \"Vera\"]") && text.contains("1-0"),
            "{text}"
        );
        let back = ChessGame::from_pgn(&text).unwrap();
        assert!(back.chess960);
        assert_eq!(back.played()[0].mv, game.played()[0].mv);
        assert!(ChessGame::from_pgn("1. e4 e5 2. Ke3").is_err());
        assert!(ChessGame::from_pgn("").is_err());
    }

    #[test]
    fn moves_by_their_squares_are_a_game() {
        let game = ChessGame::from_pgn("e2e4 e7e5\ng1f3, b8c6").unwrap();
        assert_eq!(game.played().len(), 4);
        assert_eq!(game.played()[2].san, "Nf3");
        let error = ChessGame::from_pgn("e2e4 e2e4").unwrap_err();
        assert!(error.starts_with("ply 2"), "{error}");
        assert_eq!(ChessGame::from_pgn("1. e4 e5").unwrap().played().len(), 2);
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
