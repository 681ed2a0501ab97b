//! What is on the board: a game of chess, or a lesson without kings.

use super::board;
use super::pgn::Document;
use super::teaching::{MoveError, TeachingBoard, jumped_over};
use regence_chess::{Board, Color, Game, Move, Outcome, Piece, PieceKind, Square, perft};
use regence_chess_search::evaluate;
use regence_core::Value;
use regence_protocol::console::Step;
use regence_records::pgn::GameResult;
use std::fmt;

/// How a game has ended, as the console tells it. Where material is short it lets people play on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Checkmate(Color),
    Stalemate,
    Repetition,
    FiftyMoves,
}

impl End {
    /// How a game has ended, if it has.
    pub fn of(game: &Game) -> Option<End> {
        match game.outcome()? {
            Outcome::Checkmate { winner } => Some(End::Checkmate(winner)),
            Outcome::Stalemate => Some(End::Stalemate),
            Outcome::Repetition => Some(End::Repetition),
            Outcome::FiftyMoves => Some(End::FiftyMoves),
            Outcome::InsufficientMaterial => None,
        }
    }

    pub fn result(self) -> GameResult {
        match self {
            End::Checkmate(winner) => GameResult::win(winner),
            _ => GameResult::Draw,
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            End::Checkmate(Color::White) => "CHECKMATE: White wins",
            End::Checkmate(Color::Black) => "CHECKMATE: Black wins",
            End::Stalemate => "STALEMATE: Draw",
            End::Repetition => "DRAW: by repetition",
            End::FiftyMoves => "DRAW: by 50-move rule",
        })
    }
}

/// A lesson: the boards so far, the current one last.
#[derive(Debug)]
pub struct Lesson {
    past: Vec<TeachingBoard>,
    board: TeachingBoard,
}

/// A real game, and what its document does not know.
#[derive(Debug)]
pub struct Play {
    pub document: Document,
    /// The square that a pawn jumped over just before the first position.
    first_jump: Option<Square>,
    /// Whether it began as a game of Chess960.
    is_960: bool,
}

/// What is on the board.
#[derive(Debug)]
pub enum OnBoard {
    Play(Box<Play>),
    Lesson(Box<Lesson>),
}

impl OnBoard {
    pub fn new() -> OnBoard {
        OnBoard::of_document(Document::new(Board::startpos()))
    }

    pub fn of_document(document: Document) -> OnBoard {
        OnBoard::Play(Box::new(Play {
            first_jump: document.played().start().en_passant(),
            is_960: false,
            document,
        }))
    }

    /// The Chess960 array with that number.
    pub fn chess960(number: u16) -> OnBoard {
        OnBoard::Play(Box::new(Play {
            document: Document::new(Board::chess960(number)),
            first_jump: None,
            is_960: true,
        }))
    }

    /// A position; if it is none only because a king is missing, a lesson.
    pub fn from_fen(fen: &str) -> Result<OnBoard, String> {
        let refusal = match Board::from_fen(fen) {
            Ok(board) => {
                let jump = fen.split_ascii_whitespace().nth(3);
                return Ok(OnBoard::Play(Box::new(Play {
                    document: Document::new(board),
                    first_jump: jump.and_then(|square| square.parse().ok()),
                    is_960: board.is_chess960_setup(),
                })));
            }
            Err(error) => error.to_string(),
        };
        let pieces = fen.split_ascii_whitespace().next().unwrap_or("");
        if pieces.contains('k') && pieces.contains('K') {
            return Err(refusal);
        }
        let board = TeachingBoard::from_fen(fen)?;
        Ok(OnBoard::Lesson(Box::new(Lesson {
            past: Vec::new(),
            board,
        })))
    }

    /// The game, unless this is a lesson.
    pub fn game(&self) -> Option<&Game> {
        self.play_ref().map(|play| play.document.played())
    }

    fn play_ref(&self) -> Option<&Play> {
        match self {
            OnBoard::Play(play) => Some(play),
            OnBoard::Lesson(_) => None,
        }
    }

    /// The document of the game, unless this is a lesson.
    pub fn document(&mut self) -> Option<&mut Document> {
        match self {
            OnBoard::Play(play) => Some(&mut play.document),
            OnBoard::Lesson(_) => None,
        }
    }

    pub fn draw(&self) -> String {
        match self {
            OnBoard::Play(play) => {
                let at = play.document.played().board();
                board::draw(|square| at.piece_at(square), at.side_to_move())
            }
            OnBoard::Lesson(lesson) => {
                let at = &lesson.board;
                board::draw(|square| at.piece_at(square), at.side_to_move())
            }
        }
    }

    /// Plays a move that somebody typed.
    pub fn play(&mut self, step: Step) -> Result<(), MoveError> {
        match self {
            OnBoard::Play(play) => {
                let board = *play.document.played().board();
                let mv = find_move(&board, step)?;
                play.document.push(mv).map_err(|_| MoveError::Illegal)
            }
            OnBoard::Lesson(lesson) => {
                let next = lesson.board.play(step)?;
                lesson.past.push(lesson.board);
                lesson.board = next;
                Ok(())
            }
        }
    }

    /// Takes the last move back; false if there is none.
    pub fn undo(&mut self) -> bool {
        match self {
            OnBoard::Play(play) => play.document.undo(),
            OnBoard::Lesson(lesson) => match lesson.past.pop() {
                Some(board) => {
                    lesson.board = board;
                    true
                }
                None => false,
            },
        }
    }

    /// The FEN, with the square that a pawn has just jumped over, whether or not it can be used.
    pub fn fen(&self) -> String {
        match self {
            OnBoard::Lesson(lesson) => lesson.board.to_string(),
            OnBoard::Play(play) => {
                let game = play.document.played();
                let jump = match game.moves().last() {
                    Some(&mv) => last_jump(game.board(), mv),
                    None => play.first_jump,
                };
                let jump = jump.map_or("-".to_string(), |square| square.to_string());
                let fen = game.board().to_fen();
                let mut fields: Vec<_> = fen.split(' ').collect();
                fields[3] = &jump;
                fields.join(" ")
            }
        }
    }

    pub fn key(&self) -> u64 {
        match self {
            OnBoard::Play(play) => play.document.played().board().key(),
            OnBoard::Lesson(lesson) => lesson.board.key(),
        }
    }

    pub fn end(&self) -> Option<End> {
        match self {
            OnBoard::Play(play) => End::of(play.document.played()),
            OnBoard::Lesson(lesson) => match lesson.board.is_mated() {
                Some(true) => Some(End::Checkmate(!lesson.board.side_to_move())),
                Some(false) => Some(End::Stalemate),
                None if self.repetitions() >= 3 => Some(End::Repetition),
                None if self.halfmove_clock() >= 100 => Some(End::FiftyMoves),
                None => None,
            },
        }
    }

    /// How often the position has been on the board.
    pub fn repetitions(&self) -> usize {
        match self {
            OnBoard::Play(play) => play.document.played().repetitions(),
            OnBoard::Lesson(lesson) => {
                let key = lesson.board.key();
                1 + lesson.past.iter().filter(|old| old.key() == key).count()
            }
        }
    }

    pub fn halfmove_clock(&self) -> u16 {
        match self {
            OnBoard::Play(play) => play.document.played().board().halfmove_clock(),
            OnBoard::Lesson(lesson) => lesson.board.halfmove_clock(),
        }
    }

    /// How many positions there were so far.
    pub fn positions(&self) -> usize {
        1 + match self {
            OnBoard::Play(play) => play.document.played().moves().len(),
            OnBoard::Lesson(lesson) => lesson.past.len(),
        }
    }

    /// The static evaluation in centipawns, from White's view.
    pub fn evaluate(&self) -> i32 {
        match self {
            OnBoard::Play(play) => static_value(play.document.played().board()),
            OnBoard::Lesson(lesson) => lesson.board.material(),
        }
    }

    pub fn perft(&self, depth: u32) -> u64 {
        match self {
            OnBoard::Play(play) => perft(play.document.played().board(), depth),
            OnBoard::Lesson(lesson) => lesson.board.perft(depth),
        }
    }

    /// The Chess960 array in which the game began, with its number; none if it began elsewhere.
    pub fn array(&self) -> Option<(u16, String)> {
        let start = self.game()?.start();
        let number = (0..regence_chess::chess960::POSITIONS)
            .find(|&number| Board::chess960(number) == *start)?;
        let rank = regence_chess::File::ALL
            .map(|file| start.piece_at(Square::new(file, regence_chess::Rank::First)));
        let rank = rank.into_iter().flatten().map(Piece::to_char).collect();
        Some((number, rank))
    }

    /// Whether castling is written as the king taking its rook.
    pub fn is_chess960(&self) -> bool {
        let setup = |game: &Game| game.board().is_chess960_setup();
        self.game().is_some_and(setup) || self.is_960_game()
    }

    /// Whether the game began as one of Chess960.
    pub fn is_960_game(&self) -> bool {
        self.play_ref().is_some_and(|play| play.is_960)
    }
}

/// The legal move that two squares mean, a queen where a promotion does not say more.
fn find_move(board: &Board, step: Step) -> Result<Move, MoveError> {
    let is_pawn = board.kind_at(step.from()) == Some(PieceKind::Pawn);
    let promotes = is_pawn && step.to().rank() == board.side_to_move().promotion_rank();
    let kind = match step.promotion() {
        None if promotes => Some(PieceKind::Queen),
        kind => kind,
    };
    let letter = kind.map_or(String::new(), |kind| kind.letter().to_string());
    let text = format!("{}{}{letter}", step.from(), step.to());
    board.move_from_uci(&text).map_err(|_| {
        let plain = TeachingBoard::of(board).play(step);
        plain.err().unwrap_or(MoveError::Illegal)
    })
}

/// The square that the last move jumped over, if it was a pawn's double step.
fn last_jump(board: &Board, mv: Move) -> Option<Square> {
    jumped_over(board.kind_at(mv.to())?, mv.from(), mv.to())
}

/// The evaluation of a position in which it is nobody's turn: the mean of both turns. So positions that are the same for
/// both sides come to nothing. In check there is no other turn to ask about.
fn static_value(board: &Board) -> i32 {
    let value = white_view(evaluate(board), board.side_to_move());
    if board.in_check() {
        return value;
    }
    let passed = board.make_null();
    (value + white_view(evaluate(&passed), passed.side_to_move())) / 2
}

/// A value for the side to move, from White's view, in centipawns.
pub fn white_view(value: Value, side: Color) -> i32 {
    match side {
        Color::White => value.raw(),
        Color::Black => -value.raw(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(board: &mut OnBoard, text: &str) -> Result<(), MoveError> {
        board.play(Step::parse(text).expect(text))
    }

    #[test]
    fn a_double_step_always_shows() {
        let mut board = OnBoard::new();
        play(&mut board, "e2e4").unwrap();
        let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
        assert_eq!(board.fen(), fen);
        assert_eq!(OnBoard::from_fen(fen).unwrap().fen(), fen);
        play(&mut board, "g8f6").unwrap();
        assert!(board.fen().contains(" KQkq - 1 2"));
    }

    #[test]
    fn every_refusal_has_its_reason() {
        let mut board = OnBoard::from_fen("4k3/8/8/8/4r3/8/4N3/4K2R w K - 0 1").unwrap();
        for (text, error) in [
            ("a1a2", MoveError::NoPiece),
            ("e8e7", MoveError::WrongColor),
            ("e1e3", MoveError::Illegal),
            ("h1h8q", MoveError::Illegal),
            ("e2c3", MoveError::LeavesCheck),
        ] {
            assert_eq!(play(&mut board, text), Err(error), "{text}");
        }
        assert_eq!(play(&mut board, "e1g1"), Ok(()));
        assert_eq!(board.fen(), "4k3/8/8/8/4r3/8/4N3/5RK1 b - - 1 1");
    }

    #[test]
    fn a_promotion_is_a_queen_unless_told_otherwise() {
        for (text, fen) in [
            ("a7a8", "Q3k3/8/8/8/8/8/8/4K3 b - - 0 1"),
            ("a7a8N", "N3k3/8/8/8/8/8/8/4K3 b - - 0 1"),
        ] {
            let mut board = OnBoard::from_fen("4k3/P7/8/8/8/8/8/4K3 w - - 0 1").unwrap();
            play(&mut board, text).unwrap();
            assert_eq!(board.fen(), fen);
        }
    }

    #[test]
    fn the_start_is_even_and_a_queen_is_not() {
        assert_eq!(OnBoard::new().evaluate(), 0);
        for (fen, sign) in [
            (
                "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                1,
            ),
            (
                "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
                1,
            ),
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR b KQkq - 0 1",
                -1,
            ),
            ("8/8/8/8/8/8/8/q7 w - - 0 1", -1),
        ] {
            let value = OnBoard::from_fen(fen).unwrap().evaluate();
            assert!(value * sign > 500, "{fen}: {value}");
        }
    }

    #[test]
    fn lessons_are_told_from_mistakes() {
        assert!(
            OnBoard::from_fen("8/P7/8/8/8/8/8/8 w - - 0 1")
                .unwrap()
                .game()
                .is_none()
        );
        for bad in [
            "",
            "nonsense",
            "4k3/8/8/8/8/8/8/4K3 x - - 0 1",
            "4k2R/8/8/8/8/8/8/4K3 w - - 0 1",
            "kk6/8/8/8/8/8/8/8 w - - 0 1",
        ] {
            assert!(OnBoard::from_fen(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_lesson_is_played_and_taken_back() {
        let mut board = OnBoard::from_fen("8/P7/8/8/8/8/8/n7 w - - 0 1").unwrap();
        let (fen, key) = (board.fen(), board.key());
        play(&mut board, "a7a8").unwrap();
        play(&mut board, "a1b3").unwrap();
        assert_eq!(board.fen(), "Q7/8/8/8/8/1n6/8/8 w - - 1 2");
        assert_eq!((board.positions(), board.end()), (3, None));
        assert!(board.undo() && board.undo() && !board.undo());
        assert_eq!((board.fen(), board.key()), (fen, key));
        assert_eq!(
            board.perft(1),
            4,
            "one for each piece that the pawn may become"
        );
    }

    #[test]
    fn arrays_are_known_by_their_numbers() {
        assert_eq!(OnBoard::new().array(), Some((518, "RNBQKBNR".into())));
        assert_eq!(OnBoard::chess960(0).array(), Some((0, "BBQNNRKR".into())));
        let other = OnBoard::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
        assert_eq!(other.array(), None);
    }
}
