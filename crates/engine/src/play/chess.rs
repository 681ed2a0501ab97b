//! Chess at the table.

use super::style::Style;
use super::table::{Ending, Table, Thought, level_words, limited, read_level};
use regence_chess::{Board, Color, File, Game, Move, Outcome, Piece, PieceKind, Rank, Square};
use regence_chess_search::{Engine, Job, wdl};
use regence_core::limiter::WallClock;
use regence_core::{Limits, NoObserver, Shared};
use regence_records::date::Date;
use regence_records::pgn::{self, GameResult, TagName};

/// The colours of a board, from the terminal's 256.
const LIGHT: u8 = 180;
const DARK: u8 = 137;
const LAST: [u8; 2] = [143, 185];
const CHECK: u8 = 167;
const INK: [u8; 2] = [231, 16];

/// How many moves are listed at most, so that an answer stays one line.
const LISTED: usize = 16;

/// A game of chess and its engine.
pub struct ChessTable {
    game: Game,
    engine: Engine,
    elo: Option<u32>,
}

impl ChessTable {
    pub fn new(start: Board, elo: Option<u32>) -> ChessTable {
        ChessTable {
            game: Game::new(start),
            engine: Engine::new(),
            elo: limited(elo),
        }
    }

    fn board(&self) -> &Board {
        self.game.board()
    }

    /// Reads a move in algebraic notation or as coordinates.
    fn read(&self, text: &str) -> Result<Move, String> {
        let board = self.board();
        let queen = format!("{text}q");
        let coordinates = || {
            let lower = text.to_ascii_lowercase();
            board.move_from_uci(&lower).or_else(|error| {
                board
                    .move_from_uci(&queen.to_ascii_lowercase())
                    .map_err(|_| error)
            })
        };
        board
            .move_from_san(text)
            .or_else(|san| coordinates().map_err(|uci| (san, uci)))
            .map_err(|(san, uci)| {
                let is_form = |reason: &str| reason.starts_with("expected");
                match (is_form(san.reason()), is_form(uci.reason())) {
                    (true, true) => format!(
                        "{} is neither a move nor a command: type a move such as e4, Nf3 or g1f3, or help",
                        quoted(text)
                    ),
                    (_, false) => self.refusal(text, uci.reason()),
                    (false, true) => self.refusal(text, san.reason()),
                }
            })
    }

    /// Why a move is not possible, and what is with the same piece.
    fn refusal(&self, text: &str, reason: &str) -> String {
        let mut answer = format!("{} is not possible here: {reason}", plain(text));
        let (whose, moves) = self.moves_like(text);
        match moves.is_empty() {
            true => answer.push_str(&format!("; there is no legal move with {whose}")),
            false => answer.push_str(&format!("; legal with {whose}: {}", listed(&moves))),
        }
        answer
    }

    /// The legal moves with the piece that a text names, and what to call it.
    fn moves_like(&self, text: &str) -> (String, Vec<String>) {
        let board = self.board();
        let mut letters = text.chars();
        let first = letters.next().unwrap_or(' ');
        let from: Option<Square> = text.get(..2).and_then(|square| square.parse().ok());
        let standing = from.filter(|_| text.len() >= 4).and_then(|square| {
            let piece = board.piece_at(square)?;
            (piece.color() == board.side_to_move()).then_some((square, piece.kind()))
        });
        let sans = |wanted: &dyn Fn(Move) -> bool| {
            let moves = board.legal_moves();
            let wanted = moves.iter().copied().filter(|&mv| wanted(mv));
            wanted.map(|mv| board.move_to_san(mv)).collect()
        };
        if let Some((square, kind)) = standing {
            let name = format!("the {} on {square}", kind.name());
            return (name, sans(&|mv| mv.from() == square));
        }
        let kind = match first {
            'N' | 'B' | 'R' | 'Q' | 'K' => PieceKind::from_letter(first),
            'O' | '0' => Some(PieceKind::King),
            'a'..='h' => Some(PieceKind::Pawn),
            _ => None,
        };
        match (kind, File::from_char(first)) {
            (Some(PieceKind::Pawn), Some(file)) => (
                format!("the {first}-pawn"),
                sans(&|mv| board.moved(mv).kind() == PieceKind::Pawn && mv.from().file() == file),
            ),
            (Some(kind), _) => {
                let name = format!("a {}", kind.name());
                (name, sans(&|mv| board.moved(mv).kind() == kind))
            }
            (None, _) => ("any piece".to_string(), sans(&|_| true)),
        }
    }

    fn draw_square(&self, square: Square, style: &Style, last: Option<Move>) -> String {
        let piece = self.board().piece_at(square);
        let text = match piece {
            None if style.has_colour() => "   ".to_string(),
            None => " · ".replace('·', if style.has_figures() { "·" } else { "." }),
            Some(piece) => format!(" {} ", glyph(piece, style)),
        };
        let is_light = (square.file().index() + square.rank().index()) % 2 == 1;
        let is_last = last.is_some_and(|mv| mv.from() == square || mv.destination() == square);
        let is_checked =
            self.board().in_check() && square == self.board().king(self.board().side_to_move());
        let background = match (is_checked, is_last, is_light) {
            (true, ..) => CHECK,
            (_, true, _) => LAST[usize::from(is_light)],
            (_, _, true) => LIGHT,
            _ => DARK,
        };
        let ink = INK[piece.map_or(0, |piece| piece.color().index())];
        style.paint(&text, ink, background)
    }
}

impl Table for ChessTable {
    fn game(&self) -> &'static str {
        "chess"
    }

    fn sides(&self) -> [&'static str; 2] {
        ["White", "Black"]
    }

    fn turn(&self) -> usize {
        self.board().side_to_move().index()
    }

    fn draw(&self, style: &Style, side: usize) -> String {
        let mut ranks = Rank::ALL;
        let mut files = File::ALL;
        match side {
            0 => ranks.reverse(),
            _ => files.reverse(),
        }
        let names: String = files.map(|file| format!(" {} ", file.to_char())).concat();
        let edge = format!("  {names}\n");
        let last = self.game.moves().last().copied();
        let mut text = edge.clone();
        for rank in ranks {
            let squares: String = files
                .map(|file| self.draw_square(Square::new(file, rank), style, last))
                .concat();
            text.push_str(&format!("{0} {squares} {0}\n", rank.to_char()));
        }
        text + edge.trim_end()
    }

    fn play(&mut self, text: &str) -> Result<String, String> {
        let mv = self.read(text)?;
        let san = self.board().move_to_san(mv);
        self.game.push(mv);
        Ok(san)
    }

    fn undo(&mut self) -> bool {
        self.game.pop().is_some()
    }

    fn ending(&self) -> Option<Ending> {
        let outcome = self.game.outcome()?;
        let reason = match outcome {
            Outcome::Checkmate { .. } => "by checkmate",
            Outcome::Stalemate => "by stalemate",
            Outcome::Repetition => "by threefold repetition",
            Outcome::FiftyMoves => "by the fifty-move rule",
            Outcome::InsufficientMaterial => "because nobody can mate any more",
        };
        Some(Ending {
            winner: outcome.winner().map(Color::index),
            reason: reason.to_string(),
        })
    }

    fn can_win(&self, side: usize) -> bool {
        let color = Color::ALL[side];
        let alone = self.board().colored(color).count() == 1;
        !alone && !self.board().insufficient_material()
    }

    fn moves(&self) -> String {
        let record = pgn::Game::record(&self.game);
        match record.line_text(pgn::LineId::MAIN) {
            Ok(text) if !text.is_empty() => text,
            _ => "No move has been played yet.".to_string(),
        }
    }

    fn possible(&self, about: &str) -> String {
        let (whose, moves) = match about.parse::<Square>() {
            Ok(square) => {
                let board = self.board();
                let moves = board.legal_moves();
                let from = moves.iter().copied().filter(|mv| mv.from() == square);
                let sans = from.map(|mv| board.move_to_san(mv)).collect();
                (format!("what stands on {square}"), sans)
            }
            Err(_) => self.moves_like(about),
        };
        match moves.is_empty() {
            true => format!("There is no legal move with {whose}."),
            false => format!("Legal with {whose}: {}", moves.join(", ")),
        }
    }

    fn think(&mut self, limits: Limits, full_strength: bool) -> Option<Thought> {
        let board = *self.board();
        let job = Job {
            elo: self.elo.filter(|_| !full_strength),
            ..Job::new(self.game.clone(), limits)
        };
        let shared = Shared::new(self.engine.threads(), WallClock::start(), false);
        let outcome = self.engine.search(&job, &shared, &mut NoObserver)?;
        let mut at = board;
        let mut line = Vec::new();
        for &mv in &outcome.best.line {
            line.push(at.move_to_san(mv));
            at = at.make(mv);
        }
        Some(Thought {
            mv: board.move_to_san(outcome.best.mv),
            value: wdl::normalised(outcome.best.value, &board),
            depth: outcome.depth,
            line,
        })
    }

    fn level(&self) -> String {
        level_words(self.elo)
    }

    fn set_level(&mut self, text: &str) -> Result<(), String> {
        self.elo = read_level(text)?;
        Ok(())
    }

    fn rules(&self) -> String {
        "The laws of chess. A game is drawn by stalemate, by the third repetition of a position, after fifty moves \
         without a capture or a pawn's move, and when nobody can mate any more. Castle with O-O and O-O-O, promote with \
         e8=Q (or =R, =B, =N)."
            .to_string()
    }

    fn example(&self) -> &'static str {
        "e4, Nf3, O-O or g1f3"
    }

    fn record(&self, names: [&str; 2], control: &str, ending: Option<&Ending>) -> String {
        let mut record = pgn::Game::record(&self.game);
        let tags = record.tags_mut();
        tags.set(TagName::EVENT, "Casual game");
        tags.set(TagName::DATE, &Date::today().dotted());
        tags.set(TagName::WHITE, names[0]);
        tags.set(TagName::BLACK, names[1]);
        tags.set(TagName::TIME_CONTROL, control);
        if let Some(ending) = ending {
            tags.set(TagName::TERMINATION, &ending.reason);
            record.set_result(match ending.winner {
                Some(winner) => GameResult::win(Color::ALL[winner]),
                None => GameResult::Draw,
            });
        }
        record.to_string()
    }

    fn restart(&mut self) {
        self.game = Game::new(*self.game.start());
        self.engine.new_game();
    }
}

/// A piece as a figure or a letter. On a coloured board both sides have the full figures, and their ink tells them apart.
fn glyph(piece: Piece, style: &Style) -> char {
    const WHITE: [char; 6] = ['♙', '♘', '♗', '♖', '♕', '♔'];
    const BLACK: [char; 6] = ['♟', '♞', '♝', '♜', '♛', '♚'];
    let kind = piece.kind().index();
    match (style.has_figures(), style.has_colour(), piece.color()) {
        (false, ..) => piece.to_char(),
        (_, false, Color::White) => WHITE[kind],
        _ => BLACK[kind],
    }
}

fn listed(moves: &[String]) -> String {
    let shown = moves[..moves.len().min(LISTED)].join(", ");
    match moves.len().saturating_sub(LISTED) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// What was typed, short and printable.
fn plain(text: &str) -> String {
    text.chars()
        .filter(|letter| !letter.is_control())
        .take(20)
        .collect()
}

pub fn quoted(text: &str) -> String {
    format!("\"{}\"", plain(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(fen: &str) -> ChessTable {
        ChessTable::new(Board::from_fen(fen).expect(fen), None)
    }

    fn start() -> ChessTable {
        ChessTable::new(Board::startpos(), None)
    }

    #[test]
    fn moves_are_read_in_both_notations() {
        for text in ["Nf3", "g1f3", "G1F3", "Ng1-f3"] {
            assert_eq!(start().play(text).as_deref(), Ok("Nf3"), "{text}");
        }
        let promotion = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
        assert_eq!(table(promotion).play("a7a8").as_deref(), Ok("a8=Q+"));
        assert_eq!(table(promotion).play("a8=N").as_deref(), Ok("a8=N"));
    }

    #[test]
    fn refusals_say_what_is_possible() {
        let refusal = |text: &str| start().play(text).unwrap_err();
        assert_eq!(
            refusal("e5"),
            "e5 is not possible here: no pawn of white can legally go to e5 like that; legal with the e-pawn: e3, e4"
        );
        assert!(refusal("Nf4").ends_with("legal with a knight: Na3, Nc3, Nf3, Nh3"));
        assert!(refusal("g1g3").ends_with("legal with the knight on g1: Nf3, Nh3"));
        assert!(refusal("Bc4").ends_with("there is no legal move with a bishop"));
        assert!(refusal("O-O").contains("cannot castle"));
        assert!(
            refusal("e7e5").contains("white is to move"),
            "{}",
            refusal("e7e5")
        );
        assert!(refusal("tea").starts_with("\"tea\" is neither a move nor a command"));
        assert!(!refusal("\u{1b}[2J").contains('\u{1b}'));
    }

    #[test]
    fn possible_moves_are_listed() {
        assert_eq!(
            start().possible("e2"),
            "Legal with what stands on e2: e3, e4"
        );
        assert_eq!(
            start().possible("N"),
            "Legal with a knight: Na3, Nc3, Nf3, Nh3"
        );
        assert_eq!(start().possible("").matches(',').count(), 19);
        assert!(start().possible("e4").contains("no legal move"));
    }

    #[test]
    fn black_sees_the_board_from_its_side() {
        let style = Style::new(false, true);
        let rows = |side| -> Vec<String> {
            start()
                .draw(&style, side)
                .lines()
                .map(String::from)
                .collect()
        };
        assert_eq!(rows(0)[1], "8  r  n  b  q  k  b  n  r  8");
        assert_eq!(rows(0)[0], "   a  b  c  d  e  f  g  h ");
        assert_eq!(rows(1)[1], "1  R  N  B  K  Q  B  N  R  1");
        assert_eq!(rows(1)[0], "   h  g  f  e  d  c  b  a ");
        let figures = start().draw(&Style::new(false, false), 0);
        assert!(figures.contains('♜') && figures.contains('♖'), "{figures}");
        let colour = start().draw(&Style::new(true, false), 0);
        assert!(colour.contains("\u{1b}[38;5;16;48;5;180m ♜ "), "{colour}");
    }

    #[test]
    fn games_end_by_the_rules() {
        let mut game = start();
        for text in ["f3", "e5", "g4", "Qh4"] {
            game.play(text).expect(text);
        }
        let ending = game.ending().expect("mate");
        assert_eq!(
            (ending.winner, ending.reason.as_str()),
            (Some(1), "by checkmate")
        );
        let record = game.record(["You", "Regence"], "-", Some(&ending));
        assert!(
            record.contains("[White \"You\"]") && record.contains("Qh4# 0-1"),
            "{record}"
        );
        assert!(
            record.contains("[Termination \"by checkmate\"]"),
            "{record}"
        );
        assert!(table("4k3/8/8/8/8/8/8/4K3 w - - 0 1").ending().is_some());
    }

    #[test]
    fn only_who_can_mate_wins_on_time() {
        let game = table("4k3/8/8/8/8/8/8/4K2R w - - 0 1");
        assert!(game.can_win(0) && !game.can_win(1));
    }

    #[test]
    fn levels_are_checked() {
        let mut game = start();
        assert_eq!(game.level(), "full strength");
        game.set_level("1200").unwrap();
        assert_eq!(game.level(), "about 1200 Elo");
        assert!(game.set_level("12").unwrap_err().contains("800 to 3000"));
        game.set_level("full").unwrap();
        assert_eq!(game.level(), "full strength");
    }
}
