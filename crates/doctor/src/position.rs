//! A position as it is sent to an engine, and what the engine answered there.

use std::time::Duration;

use regence_chess::{Board, Color, Game, Move, Piece, Square};

use regence_arena::client::Fault;
use regence_arena::client::uci::{Bound, Go, Info, Score, position_text};

/// A start and moves from it, all known to be legal.
#[derive(Clone, Debug)]
pub struct Position {
    fen: Option<String>,
    game: Game,
    moves: Vec<String>,
}

impl Position {
    pub fn startpos() -> Position {
        Position::from_board(Board::startpos(), None)
    }

    /// A position of our own suites. A text that is no position gives the usual start; a test reads them all.
    pub fn fen(fen: &str) -> Position {
        match Board::from_fen(fen) {
            Ok(board) => Position::from_board(board, Some(fen.to_owned())),
            Err(_) => Position::startpos(),
        }
    }

    fn from_board(board: Board, fen: Option<String>) -> Position {
        Position {
            fen,
            game: Game::new(board),
            moves: Vec::new(),
        }
    }

    /// With these moves; those after the first illegal one are left out.
    pub fn after<S: AsRef<str>>(mut self, moves: impl IntoIterator<Item = S>) -> Position {
        for text in moves {
            match read_move(self.board(), text.as_ref()) {
                Ok(mv) => self.push(mv),
                Err(_) => break,
            }
        }
        self
    }

    /// Plays a legal move.
    pub fn push(&mut self, mv: Move) {
        self.moves.push(mv.to_string());
        self.game.push(mv);
    }

    pub fn start_fen(&self) -> Option<&str> {
        self.fen.as_deref()
    }

    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    pub fn game(&self) -> &Game {
        &self.game
    }

    pub fn board(&self) -> &Board {
        self.game.board()
    }

    pub fn white_to_move(&self) -> bool {
        self.board().side_to_move() == Color::White
    }

    /// The same with colours changed. Moves are not kept.
    pub fn mirrored(&self) -> Position {
        Position::fen(&mirror(self.board()))
    }

    /// The `position` command that sends it.
    pub fn command(&self) -> String {
        position_text(self.start_fen(), &self.moves)
    }

    /// The position in words that can be pasted elsewhere.
    pub fn text(&self) -> String {
        self.board().to_fen()
    }
}

/// The FEN of the board seen from the other side, with the colours changed.
pub fn mirror(board: &Board) -> String {
    let fen = board.to_fen();
    let mut fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
    let swap = |text: &str| -> String {
        let other = |c: char| match c.is_ascii_uppercase() {
            true => c.to_ascii_lowercase(),
            false => c.to_ascii_uppercase(),
        };
        text.chars().map(other).collect()
    };
    let ranks: Vec<String> = fields[0].split('/').rev().map(swap).collect();
    fields[0] = ranks.join("/");
    fields[1] = if fields[1] == "w" { "b" } else { "w" }.to_owned();
    // Upper case stands first in castling rights.
    let mut rights: Vec<char> = swap(&fields[2]).chars().collect();
    rights.sort();
    fields[2] = rights.into_iter().collect();
    fields[3] = mirror_squares(&fields[3]);
    fields.join(" ")
}

/// A move or square with its ranks counted from the other side.
pub fn mirror_squares(text: &str) -> String {
    let other = |c: char| match c.to_digit(10) {
        Some(rank @ 1..=8) => char::from_digit(9 - rank, 10).unwrap_or(c),
        _ => c,
    };
    text.chars().map(other).collect()
}

/// A legal move from its text. Two times the same square is no move, whatever it could be taken for.
pub fn read_move(board: &Board, text: &str) -> Result<Move, String> {
    if text.len() >= 4 && text.get(..2) == text.get(2..4) {
        return Err("a move goes from one square to another".to_owned());
    }
    board
        .move_from_uci(text)
        .map_err(|error| error.reason().to_owned())
}

/// The piece that a move's text would move.
pub fn moved_piece(board: &Board, text: &str) -> Option<Piece> {
    let from: Square = text.get(..2)?.parse().ok()?;
    board.piece_at(from)
}

/// One search, with everything that was said.
#[derive(Clone, Debug)]
pub struct Searched {
    pub position: Position,
    pub go: Go,
    /// Each line of figures with the time at which it came.
    pub lines: Vec<(Duration, Info)>,
    pub best: String,
    pub ponder: Option<String>,
    pub elapsed: Duration,
    /// How long the engine, or who listens to it, was ready to run and had no processor, where the system tells.
    pub waited: Option<Duration>,
    /// The processor time of the engine in this search, where the system tells.
    pub processor: Option<Duration>,
    pub faults: Vec<Fault>,
}

impl Searched {
    /// The time that the engine itself is answerable for: what passed, without what it waited for a processor.
    pub fn own_time(&self) -> Duration {
        self.elapsed.saturating_sub(self.waited.unwrap_or_default())
    }

    /// The lines that ask the same again.
    pub fn script(&self) -> Vec<String> {
        crate::patient::script_of(&self.position, &self.go)
    }

    /// The last line of the first rank with an exact score.
    pub fn last(&self) -> Option<&Info> {
        self.scored().next_back()
    }

    /// All lines of the first rank with an exact score.
    pub fn scored(&self) -> impl DoubleEndedIterator<Item = &Info> {
        let lines = self.lines.iter().map(|(_, info)| info);
        lines.filter(|info| info.rank() == 1 && info.score.is_some() && info.bound == Bound::Exact)
    }

    /// The depth of the last finished line; 0 if there is none.
    pub fn depth(&self) -> u32 {
        self.last().and_then(|info| info.depth).unwrap_or(0)
    }

    pub fn nodes(&self) -> Option<u64> {
        self.lines.iter().filter_map(|(_, info)| info.nodes).max()
    }

    pub fn score(&self) -> Option<Score> {
        self.last().and_then(|info| info.score)
    }

    /// The last score in centipawns; a mate counts 10 000.
    pub fn centipawns(&self) -> Option<i32> {
        self.score().map(centipawns)
    }

    /// The same, unless no iteration was finished.
    pub fn deep_centipawns(&self) -> Option<i32> {
        self.centipawns().filter(|_| self.depth() > 0)
    }

    /// The best move, if it is legal.
    pub fn legal_best(&self) -> Option<Move> {
        read_move(self.position.board(), &self.best).ok()
    }

    /// Position and limits, for evidence.
    pub fn text(&self) -> String {
        let moves = match self.position.moves().len() {
            0 => String::new(),
            1..=8 => format!(" (after {})", self.position.moves().join(" ")),
            plies => format!(" (after {plies} plies)"),
        };
        format!("{}{moves}, {}", self.position.text(), self.go)
    }
}

/// What a mate counts in centipawns.
pub const MATE_CENTIPAWNS: i32 = 10_000;

pub fn centipawns(score: Score) -> i32 {
    match score {
        Score::Centipawns(size) => size.clamp(-MATE_CENTIPAWNS, MATE_CENTIPAWNS),
        Score::Mate(moves) if moves > 0 => MATE_CENTIPAWNS,
        Score::Mate(_) => -MATE_CENTIPAWNS,
    }
}

/// A score as people write it.
pub fn score_text(score: Option<Score>) -> String {
    match score {
        None => "no score".to_owned(),
        Some(Score::Centipawns(size)) => format!("cp {size}"),
        Some(Score::Mate(moves)) => format!("mate {moves}"),
    }
}

#[cfg(test)]
pub mod testing {
    //! Searches made of text, for the tests of what judges them.

    use super::*;
    use regence_arena::client::uci::{Event, read_event};

    /// A search that said these lines; times in milliseconds.
    pub fn searched(position: Position, lines: &[(u64, &str)], best: &str, took: u64) -> Searched {
        let read = |&(at, line): &(u64, &str)| match read_event(line) {
            Event::Info(info) => (Duration::from_millis(at), info),
            other => panic!("{line}: {other:?}"),
        };
        Searched {
            position,
            go: Go::for_time(Duration::from_millis(took)),
            lines: lines.iter().map(read).collect(),
            best: best.to_owned(),
            ponder: None,
            elapsed: Duration::from_millis(took),
            waited: None,
            processor: None,
            faults: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mirror_of_a_mirror_is_the_same() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "3R3r/pp6/2pn4/5pP1/6K1/8/7k/3Q1q2 w - f6 0 1",
            "4k3/8/8/8/8/8/8/4K2R w K - 3 9",
        ] {
            let board = Board::from_fen(fen).unwrap();
            let other = Board::from_fen(&mirror(&board)).unwrap();
            assert_eq!(mirror(&other), fen);
            assert_eq!(board.count_legal(), other.count_legal());
        }
        assert_eq!(mirror_squares("e7e8q"), "e2e1q");
    }
}
