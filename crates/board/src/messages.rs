//! What a page and its board say to each other, as JSON. `docs/web.md` has every message with an example.
//!
//! A message is a variant of [`Request`] or [`Message`], and nowhere else: the page's types (`page/src/messages.ts`) are
//! made from these, which a test checks. Messages carry facts; the page words them.

mod facts;
mod kept;
mod tree;
#[cfg(test)]
mod typescript;

pub use facts::*;
pub use kept::*;
pub use tree::*;

use crate::tree::PASS;
use regence_core::{Bound, Value};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use std::collections::BTreeMap;
#[cfg(test)]
use ts_rs::TS;

/// The side of a player. White begins in chess, Black in Gomoku.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    White,
    Black,
}

impl Colour {
    pub const fn index(self) -> usize {
        self as usize
    }

    pub const fn other(self) -> Colour {
        match self {
            Colour::White => Colour::Black,
            Colour::Black => Colour::White,
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Colour::White => "White",
            Colour::Black => "Black",
        }
    }
}

/// Who plays a side: `"human"` or `{"engine": {…}}`.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum Player {
    #[default]
    Human,
    Engine(EngineLevel),
}

/// How strong an engine plays and how long it thinks where there is no clock.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct EngineLevel {
    /// Full strength without it.
    #[serde(default)]
    pub elo: Option<u32>,
    /// Milliseconds for a move.
    #[serde(default)]
    pub movetime: Option<u64>,
    /// Nodes for a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional = nullable))]
    pub nodes: Option<u64>,
}

#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Players {
    pub white: Player,
    pub black: Player,
}

impl Players {
    pub fn of(&self, colour: Colour) -> &Player {
        match colour {
            Colour::White => &self.white,
            Colour::Black => &self.black,
        }
    }

    pub fn swapped(&self) -> Players {
        Players {
            white: self.black.clone(),
            black: self.white.clone(),
        }
    }
}

/// A time control in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct TimeControl {
    pub base: u64,
    #[serde(default)]
    pub inc: u64,
}

/// How a Gomoku game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum Opening {
    #[default]
    Empty,
    Swap2,
    Balanced,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum Swap2Choice {
    Black,
    White,
    Place,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum Format {
    Fen,
    Pgn,
    /// SGF, a record of Piskvork, or points; written as SGF.
    Gomoku,
    /// A record of Piskvork, to be written.
    Psq,
}

/// The beginning of a game.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "game", rename_all = "lowercase")]
pub enum NewGame {
    Chess {
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        fen: Option<String>,
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        chess960: Option<u16>,
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        clock: Option<TimeControl>,
        #[serde(default)]
        players: Players,
    },
    Gomoku {
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        rule: Option<String>,
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        size: Option<u8>,
        #[serde(default)]
        opening: Opening,
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        clock: Option<TimeControl>,
        #[serde(default)]
        players: Players,
    },
}

/// A message of the page.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Request {
    New(NewGame),
    Load {
        format: Format,
        text: String,
    },
    Players {
        players: Players,
    },
    Move {
        #[serde(rename = "move")]
        mv: String,
        /// Where it is made; on the board's place without it.
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        node: Option<u32>,
    },
    Swap2 {
        choice: Swap2Choice,
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<_>", optional))]
        stones: Vec<String>,
    },
    /// A place in the game: a node of its tree, or a ply of the line.
    Goto {
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        node: Option<u32>,
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        ply: Option<usize>,
    },
    /// A variation before the one before it, or with `main` into the main line.
    Promote {
        node: u32,
        #[serde(default)]
        main: bool,
    },
    /// Takes a move away with all that follows.
    Delete {
        node: u32,
    },
    /// What is said about a move; what is left out stays.
    Annotate {
        node: u32,
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        comment: Option<String>,
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        nags: Option<Vec<u8>>,
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        shapes: Option<Vec<Drawn>>,
    },
    ClockStop,
    Go,
    Resign,
    /// Offers a draw: people have agreed on it, an engine thinks about it.
    Draw,
    /// Threads and table of analyses from now on; more than there may be is the most.
    Power(Power),
    Analyse {
        #[serde(default = "one")]
        lines: usize,
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        nodes: Option<u64>,
        /// It ends there, and goes on without end otherwise.
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        depth: Option<i32>,
    },
    Stop,
    Hint {
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        nodes: Option<u64>,
    },
    /// What the side that is not to move would do if it were.
    Threat {
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        nodes: Option<u64>,
    },
    Review {
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        nodes: Option<u64>,
    },
    Inside {
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        nodes: Option<u64>,
    },
    Tree {
        node: u64,
    },
    Why {
        #[serde(rename = "move")]
        mv: String,
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        nodes: Option<u64>,
    },
    Export {
        format: Format,
    },
    /// The games of a PGN or an SGF, to choose one.
    Games {
        text: String,
    },
    /// The board as a text that brings it back.
    Keep,
    /// Puts a board that was kept in place of this one.
    Restore {
        game: String,
        /// What the clocks had when it was left; as it was kept without it.
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        clock: Option<TimeLeft>,
    },
}

fn one() -> usize {
    1
}

/// The words that `type` may have, for the message about a wrong one.
pub const TYPES: &str = "new, load, players, move, swap2, goto, promote, delete, annotate, clockstop, go, resign, \
     draw, power, analyse, stop, hint, threat, review, inside, tree, why, export, games, keep and restore";

/// The number that a message carries and its answer repeats.
pub type Id = Option<u64>;

/// Reads a message. The number is given also where the rest is not understood.
pub fn read(text: &str) -> (Id, Result<Request, String>) {
    let json: Json = match serde_json::from_str(text) {
        Ok(json) => json,
        Err(error) => {
            let found = shortened(text);
            return (
                None,
                Err(format!(
                    "expected a JSON object with a \"type\", found {found} ({error})"
                )),
            );
        }
    };
    let id = json.get("id").and_then(Json::as_u64);
    let request = serde_json::from_value(json).map_err(|error| {
        format!("the message is not understood: {error}; \"type\" is one of {TYPES}, see docs/web.md for their fields")
    });
    (id, request)
}

/// At most 60 characters, so that a message about a bad text stays readable.
pub fn shortened(text: &str) -> String {
    const LIMIT: usize = 60;
    match text.char_indices().nth(LIMIT) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}

/// How a game ended, as records write it: White's points first, in both games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub enum GameResult {
    #[serde(rename = "1-0")]
    White,
    #[serde(rename = "0-1")]
    Black,
    #[serde(rename = "1/2-1/2")]
    Draw,
}

impl GameResult {
    pub fn won_by(winner: Colour) -> GameResult {
        match winner {
            Colour::White => GameResult::White,
            Colour::Black => GameResult::Black,
        }
    }

    pub fn winner(self) -> Option<Colour> {
        match self {
            GameResult::White => Some(Colour::White),
            GameResult::Black => Some(Colour::Black),
            GameResult::Draw => None,
        }
    }

    /// As records write it.
    pub fn text(self) -> &'static str {
        match self {
            GameResult::White => "1-0",
            GameResult::Black => "0-1",
            GameResult::Draw => "1/2-1/2",
        }
    }
}

/// A score from the view of the player who begins: White in chess, Black in Gomoku.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum Score {
    /// Hundredths. In chess 100 of them win every second game; in Gomoku they are the evaluation's own.
    Cp(i32),
    /// Moves until mate; below zero the second player mates.
    Mate(i32),
    /// Moves until five in a row or the last capture.
    Win(i32),
    /// The game is over there.
    End(GameResult),
}

/// Which game a score belongs to: the word for a proven win and who begins differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Chess,
    Gomoku,
}

impl Kind {
    /// Who begins, and whose view scores are told from.
    pub const fn first(self) -> Colour {
        match self {
            Kind::Chess => Colour::White,
            Kind::Gomoku => Colour::Black,
        }
    }
}

impl Score {
    /// From the score of the side to move, on the scale that people see.
    pub fn of(value: Value, turn: Colour, kind: Kind) -> Score {
        let sign = if turn == kind.first() { 1 } else { -1 };
        let Some(plies) = value.plies_to_win() else {
            return Score::Cp(sign * value.raw());
        };
        let moves = match plies {
            // Nobody moves any more: a number of moves would have no sign.
            0 if value.is_win() => return Score::End(GameResult::won_by(turn)),
            0 => return Score::End(GameResult::won_by(turn.other())),
            1.. => (plies + 1) / 2,
            _ => plies / 2,
        };
        match kind {
            Kind::Chess => Score::Mate(sign * moves),
            Kind::Gomoku => Score::Win(sign * moves),
        }
    }
}

/// What a score is where it is not exact, from the view of the player who begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum Limit {
    Lower,
    Upper,
}

impl Limit {
    pub fn of(bound: Bound, turn: Colour, kind: Kind) -> Option<Limit> {
        match (bound, turn == kind.first()) {
            (Bound::Exact, _) => None,
            (Bound::Lower, true) | (Bound::Upper, false) => Some(Limit::Lower),
            (Bound::Upper, true) | (Bound::Lower, false) => Some(Limit::Upper),
        }
    }
}

/// What a search works for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum Purpose {
    Play,
    Analyse,
    Hint,
}

/// One line of a search.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Info {
    #[serde(rename = "for")]
    pub purpose: Purpose,
    pub line: usize,
    pub depth: i32,
    pub seldepth: i32,
    pub score: Score,
    /// In thousandths from White's view; none in Gomoku.
    pub wdl: Option<[u16; 3]>,
    pub nodes: u64,
    pub nps: u64,
    pub ms: u64,
    pub hashfull: u32,
    pub pv: Vec<String>,
    pub san: Vec<String>,
    pub bound: Option<Limit>,
}

/// What one iteration came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct DepthRow {
    pub depth: i32,
    #[serde(rename = "move")]
    pub mv: String,
    pub san: String,
    pub score: Score,
    pub nodes: u64,
    pub ms: u64,
}

/// How often a technique acted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Use {
    pub id: &'static str,
    pub count: u64,
    /// What it did, where a recorded search knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub did: Option<Did>,
}

/// Nodes cut, moves skipped, reduced and extended, and nodes searched on a technique's own behalf.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Did {
    pub cut: u64,
    pub skipped: u64,
    pub reduced: u64,
    pub extended: u64,
    pub own: u64,
}

/// A point that a search looks at, for the heat map.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Candidate {
    pub at: String,
    /// From 0 to 1.
    pub score: f32,
    /// What a search found it to be worth.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub value: Option<Score>,
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    Checkmate,
    Stalemate,
    Repetition,
    FiftyMoves,
    InsufficientMaterial,
    Five,
    Captures,
    /// No legal move is left in Gomoku.
    NoMove,
    Resigned,
    /// Both sides wanted a draw.
    Agreement,
    /// The record says so, and not why.
    Recorded,
    Time,
    /// A side ran out of time, but the other has only a king.
    TimeBareKing,
}

impl Reason {
    /// For the sentence of an error.
    pub fn words(self) -> &'static str {
        match self {
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::Repetition => "threefold repetition",
            Reason::FiftyMoves => "fifty moves without a capture or a pawn move",
            Reason::InsufficientMaterial => "insufficient material",
            Reason::Five => "five in a row",
            Reason::Captures => "ten captured stones",
            Reason::NoMove => "no legal move is left",
            Reason::Resigned => "a side resigned",
            Reason::Agreement => "a draw by agreement",
            Reason::Recorded => "as recorded",
            Reason::Time | Reason::TimeBareKing => "time has run out",
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Over {
    pub result: GameResult,
    pub reason: Reason,
    /// Who resigned or ran out of time.
    pub side: Option<Colour>,
}

impl Over {
    pub fn win(winner: Colour, reason: Reason) -> Over {
        Over {
            result: GameResult::won_by(winner),
            reason,
            side: None,
        }
    }

    pub fn draw(reason: Reason) -> Over {
        Over {
            result: GameResult::Draw,
            reason,
            side: None,
        }
    }

    /// The same, on account of one side.
    pub fn by(self, side: Colour) -> Over {
        Over {
            side: Some(side),
            ..self
        }
    }
}

/// Who made a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum By {
    Human,
    Engine,
}

/// A move of the game's line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Played {
    #[serde(rename = "move")]
    pub mv: String,
    pub san: String,
    pub by: By,
    pub ms: u64,
    pub score: Option<Score>,
}

impl Played {
    /// A passed turn.
    pub fn pass() -> Played {
        Played {
            mv: PASS.into(),
            san: PASS.into(),
            by: By::Human,
            ms: 0,
            score: None,
        }
    }
}

/// A technique of a search, for legends.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Technique {
    pub id: &'static str,
    pub name: String,
    pub short: &'static str,
    pub sentence: &'static str,
}

/// The levels that an engine can play at.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Levels {
    pub min: u32,
    pub max: u32,
}

/// What an analysis may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Power {
    pub threads: usize,
    /// Megabytes of the table.
    pub hash: usize,
}

/// What a page is told first.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Hello {
    pub version: &'static str,
    pub techniques: Vec<Technique>,
    pub gomoku_techniques: Vec<Technique>,
    pub rules: Vec<&'static str>,
    pub elo: Levels,
    /// The most that an analysis may use.
    pub power: Power,
    /// Boards that are open.
    pub boards: usize,
}

/// The clocks when a message is sent.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ClockState {
    pub white: u64,
    pub black: u64,
    pub running: Option<Colour>,
    pub base: u64,
    pub inc: u64,
}

/// Where the players are in the swap2 opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum SwapStep {
    Place3,
    Choose,
    Colour,
}

#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Swap2State {
    pub step: SwapStep,
    /// Who has to answer.
    pub who: Colour,
}

/// The board as it stands.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct State {
    #[serde(flatten)]
    pub position: Position,
    pub orientation: Colour,
    pub turn: Colour,
    /// How many moves of the line are on the board.
    pub ply: usize,
    /// The whole line.
    pub moves: Vec<Played>,
    pub over: Option<Over>,
    pub players: Players,
    pub clock: Option<ClockState>,
    pub swap2: Option<Swap2State>,
    /// An engine is at work on its move.
    pub thinking: bool,
    /// Engines wait: somebody looks back.
    pub paused: bool,
    /// Lines of the analysis that is wanted.
    pub analysing: Option<usize>,
    /// The place in the tree, and the nodes of the whole line.
    pub node: u32,
    pub line: Vec<u32>,
    /// The game is being played: engines answer, and clocks run. Otherwise moves are tried.
    pub playing: bool,
}

/// What only one of the games has.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "game", rename_all = "lowercase")]
pub enum Position {
    Chess(ChessPosition),
    Gomoku(GomokuPosition),
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ChessPosition {
    pub fen: String,
    pub start: String,
    pub chess960: bool,
    /// Where each piece may go.
    pub dests: BTreeMap<String, Vec<String>>,
    /// Which of these moves promote, as two squares.
    pub promotions: Vec<String>,
    /// The square of a king in check.
    pub check: Option<String>,
    pub last: Option<[String; 2]>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Stone {
    pub at: String,
    pub color: Colour,
    /// Its number in the line.
    pub n: usize,
}

/// What a stone makes of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    Three,
    DoubleThree,
    Four,
    FourThree,
    DoubleFour,
    OpenFour,
    Five,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Threat {
    pub at: String,
    pub class: Shape,
    pub side: Colour,
}

/// Stones taken by each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Captures {
    pub white: u32,
    pub black: u32,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct GomokuPosition {
    pub rule: &'static str,
    /// Columns.
    pub size: u8,
    /// Rows.
    pub height: u8,
    /// In the order in which they came.
    pub stones: Vec<Stone>,
    pub captures: Captures,
    pub forbidden: Vec<String>,
    /// The points of the row that won.
    pub winning: Option<Vec<String>>,
    pub threats: Vec<Threat>,
    pub last: Option<[String; 1]>,
}

/// A move in both notations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct NamedMove {
    #[serde(rename = "move")]
    pub mv: String,
    pub san: String,
}

/// How bad a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    Inaccuracy,
    Mistake,
    Blunder,
}

/// What a review found in one position, and about the move that led there.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Review {
    pub ply: usize,
    /// The node of the position in the game's tree.
    pub node: u32,
    pub score: Score,
    /// The best move in this position.
    pub best: Option<NamedMove>,
    pub mark: Option<Mark>,
    /// What should have been played in place of a marked move.
    pub better: Option<NamedMove>,
    /// How much of the chance to win the move cost, in percent.
    pub lost: Option<f64>,
    pub done: usize,
    pub total: usize,
    /// How well each side played; with the last position.
    pub sides: Option<ReviewedSides>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ReviewedSides {
    pub white: Option<ReviewedSide>,
    pub black: Option<ReviewedSide>,
}

/// How well a side played, as `regence analyse` counts it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ReviewedSide {
    /// From 0 to 100.
    pub accuracy: f64,
    /// Percent of the chance to win that a move cost on average.
    pub average_loss: f64,
}

/// A message of the board.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Message {
    Hello(Hello),
    State(Box<State>),
    /// Nodes of the game's tree that are new or changed, and those that are gone; with `all` there are no others.
    Nodes {
        all: bool,
        nodes: Vec<NodeState>,
        gone: Vec<u32>,
        /// What the record says of the game, in its order; sent with `all`.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        tags: Option<Vec<(String, String)>>,
    },
    Info(Info),
    /// How often each technique has acted, and what each iteration came to.
    InsideLive {
        techniques: Vec<Use>,
        depths: Vec<DepthRow>,
    },
    Candidates {
        points: Vec<Candidate>,
    },
    /// The engine moved; a state follows.
    Played {
        #[serde(rename = "move")]
        mv: String,
        san: String,
        ms: u64,
    },
    Hint {
        #[serde(rename = "move")]
        mv: String,
        san: String,
        score: Score,
        line: Vec<String>,
    },
    /// What the other side would do if it were to move.
    Threat {
        #[serde(rename = "move")]
        mv: String,
        san: String,
        score: Score,
        line: Vec<String>,
    },
    /// The engine's answer to the offer of a draw.
    Draw {
        accepted: bool,
    },
    Review(Review),
    /// A search is recorded.
    Inside {
        root: Option<u64>,
        nodes: u64,
        recorded: u64,
    },
    Tree(Box<Tree>),
    Why(Why),
    Export {
        format: Format,
        text: String,
    },
    Games {
        games: Vec<FoundGame>,
    },
    /// The board as it is: `restore` takes `game`.
    Kept {
        game: String,
        /// PGN or SGF.
        record: String,
        summary: Box<Summary>,
    },
    /// A question was called off.
    Stopped,
    Error {
        message: String,
    },
}

impl Message {
    pub fn error(message: impl Into<String>) -> Message {
        Message::Error {
            message: message.into(),
        }
    }
}

/// A message with the number of the request that it answers, if it had one.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Answer {
    #[serde(flatten)]
    pub message: Message,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub id: Id,
}

impl Answer {
    pub fn to_json(&self) -> String {
        // Only maps with keys that are no strings can't be written, and there are none.
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl From<Message> for Answer {
    fn from(message: Message) -> Answer {
        Answer { message, id: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_the_page_are_read() {
        let text = r#"{"type":"new","id":7,"game":"chess","fen":null,"chess960":null,"clock":{"base":60000,"inc":1000},
            "players":{"white":"human","black":{"engine":{"elo":1500,"movetime":500}}}}"#;
        let (id, request) = read(text);
        assert_eq!(id, Some(7));
        let Ok(Request::New(NewGame::Chess { clock, players, .. })) = request else {
            panic!("{request:?}");
        };
        assert_eq!(clock.map(|clock| clock.base), Some(60_000));
        assert_eq!(players.white, Player::Human);
        let (_, request) =
            read(r#"{"type":"new","game":"gomoku","rule":"renju","size":15,"opening":"swap2"}"#);
        assert!(matches!(
            request,
            Ok(Request::New(NewGame::Gomoku {
                opening: Opening::Swap2,
                ..
            }))
        ));
        let (_, request) = read(r#"{"type":"move","move":"e2e4"}"#);
        assert!(matches!(request, Ok(Request::Move { .. })));
        for kind in TYPES.replace(" and ", ", ").split(", ") {
            let (_, request) = read(&format!(r#"{{"type":"{}"}}"#, kind.trim()));
            let is_known = request.map_or_else(|error| error.contains("missing field"), |_| true);
            assert!(is_known, "{kind}");
        }
    }

    #[test]
    fn garbage_is_answered_in_words() {
        let (id, request) = read("hello");
        assert_eq!(id, None);
        assert!(request.unwrap_err().contains("JSON"));
        let (id, request) = read(r#"{"id":3,"type":"dance"}"#);
        assert_eq!(id, Some(3));
        let error = request.unwrap_err();
        assert!(
            error.contains("dance") && error.contains("analyse"),
            "{error}"
        );
        assert!(read("[1,2]").1.is_err());
        assert!(read("null").1.is_err());
        assert!(read(&"[".repeat(60_000)).1.is_err());
    }

    #[test]
    fn scores_are_told_from_the_first_players_view() {
        use Colour::{Black, White};
        let chess = |value, turn| Score::of(value, turn, Kind::Chess);
        assert_eq!(chess(Value::cp(35), Black), Score::Cp(-35));
        assert_eq!(chess(Value::cp(35), White), Score::Cp(35));
        assert_eq!(chess(Value::win_in(5), White), Score::Mate(3));
        assert_eq!(chess(Value::loss_in(4), White), Score::Mate(-2));
        assert_eq!(
            Score::of(Value::win_in(1), White, Kind::Gomoku),
            Score::Win(-1)
        );
        // "Mate in 0" says nothing of who won.
        assert_eq!(
            chess(Value::loss_in(0), White),
            Score::End(GameResult::Black)
        );
        assert_eq!(
            chess(Value::loss_in(0), Black),
            Score::End(GameResult::White)
        );
        let limit = |turn| Limit::of(Bound::Lower, turn, Kind::Gomoku);
        assert_eq!(
            (limit(Black), limit(White)),
            (Some(Limit::Lower), Some(Limit::Upper))
        );
    }

    #[test]
    fn players_look_as_the_page_writes_them() {
        let engine = Player::Engine(EngineLevel {
            elo: Some(1500),
            movetime: Some(500),
            nodes: None,
        });
        let players = Players {
            white: Player::Human,
            black: engine,
        };
        let text = serde_json::to_string(&players).unwrap();
        assert_eq!(
            text,
            r#"{"white":"human","black":{"engine":{"elo":1500,"movetime":500}}}"#
        );
        assert_eq!(serde_json::from_str::<Players>(&text).unwrap(), players);
    }
}
