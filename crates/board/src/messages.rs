//! What page and server say to each other, as JSON. `docs/web.md` has every message with an example.

use regence_core::{Bound, Value};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// The side of a player. White begins in chess, Black in Gomoku.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[serde(rename_all = "lowercase")]
pub enum Player {
    #[default]
    Human,
    Engine(EngineLevel),
}

/// How strong an engine plays and how long it thinks where there is no clock.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct EngineLevel {
    /// Full strength without it.
    #[serde(default)]
    pub elo: Option<u32>,
    /// Milliseconds for a move.
    #[serde(default)]
    pub movetime: Option<u64>,
    /// Nodes for a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
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
pub struct TimeControl {
    pub base: u64,
    #[serde(default)]
    pub inc: u64,
}

/// How a Gomoku game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Opening {
    #[default]
    Empty,
    Swap2,
    Balanced,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Swap2Choice {
    Black,
    White,
    Place,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    Fen,
    Pgn,
    Gomoku,
}

/// The beginning of a game.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "game", rename_all = "lowercase")]
pub enum NewGame {
    Chess {
        #[serde(default)]
        fen: Option<String>,
        #[serde(default)]
        chess960: Option<u16>,
        #[serde(default)]
        clock: Option<TimeControl>,
        #[serde(default)]
        players: Players,
    },
    Gomoku {
        #[serde(default)]
        rule: Option<String>,
        #[serde(default)]
        size: Option<u8>,
        #[serde(default)]
        opening: Opening,
        #[serde(default)]
        clock: Option<TimeControl>,
        #[serde(default)]
        players: Players,
    },
}

/// A message of the page.
#[derive(Clone, Debug, Deserialize)]
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
    },
    Swap2 {
        choice: Swap2Choice,
        #[serde(default)]
        stones: Vec<String>,
    },
    Goto {
        ply: usize,
    },
    ClockStop,
    Go,
    Resign,
    Analyse {
        #[serde(default = "one")]
        lines: usize,
        #[serde(default)]
        nodes: Option<u64>,
    },
    Stop,
    Hint {
        #[serde(default)]
        nodes: Option<u64>,
    },
    Review {
        #[serde(default)]
        nodes: Option<u64>,
    },
    Inside {
        #[serde(default)]
        nodes: Option<u64>,
    },
    Tree {
        node: u64,
    },
    Why {
        #[serde(rename = "move")]
        mv: String,
        #[serde(default)]
        nodes: Option<u64>,
    },
    Export {
        format: Format,
    },
}

fn one() -> usize {
    1
}

/// The words that `type` may have, for the message about a wrong one.
pub const TYPES: &str = "new, load, players, move, swap2, goto, clockstop, go, resign, analyse, stop, hint, review, \
     inside, tree, why and export";

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

/// A score from the view of the player who begins: White in chess, Black in Gomoku.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Score {
    /// Hundredths of a pawn, or what stands for them in Gomoku.
    Cp(i32),
    /// Moves until mate; below zero the second player mates.
    Mate(i32),
    /// Moves until five in a row or the last capture.
    Win(i32),
}

/// Which game a score belongs to: the word for a proven win differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Chess,
    Gomoku,
}

impl Score {
    /// From the score of the side to move.
    pub fn of(value: Value, is_first_to_move: bool, kind: Kind) -> Score {
        let sign = if is_first_to_move { 1 } else { -1 };
        let moves = value.plies_to_win().map(|plies| match plies {
            1.. => (plies + 1) / 2,
            _ => plies / 2,
        });
        match (moves, kind) {
            (None, _) => Score::Cp(sign * value.raw()),
            (Some(moves), Kind::Chess) => Score::Mate(sign * moves),
            (Some(moves), Kind::Gomoku) => Score::Win(sign * moves),
        }
    }
}

/// A bound from the view of the player who begins.
pub fn bound_name(bound: Bound, is_first_to_move: bool) -> Option<&'static str> {
    match (bound, is_first_to_move) {
        (Bound::Exact, _) => None,
        (Bound::Lower, true) | (Bound::Upper, false) => Some("lower"),
        (Bound::Upper, true) | (Bound::Lower, false) => Some("upper"),
    }
}

/// What a search works for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Purpose {
    Play,
    Analyse,
    Hint,
}

/// One line of a search.
#[derive(Clone, Debug, Serialize)]
pub struct Info {
    #[serde(rename = "for")]
    pub purpose: Purpose,
    pub line: usize,
    pub depth: i32,
    pub seldepth: i32,
    pub score: Score,
    pub wdl: Option<[u16; 3]>,
    pub nodes: u64,
    pub nps: u64,
    pub ms: u64,
    pub hashfull: u32,
    pub pv: Vec<String>,
    pub san: Vec<String>,
    pub bound: Option<&'static str>,
}

/// What one iteration came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
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
pub struct Use {
    pub id: &'static str,
    pub count: u64,
    /// What it did, where a recorded search knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub did: Option<Did>,
}

/// Nodes cut, moves skipped, reduced and extended, and nodes searched on a technique's own behalf.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Did {
    pub cut: u64,
    pub skipped: u64,
    pub reduced: u64,
    pub extended: u64,
    pub own: u64,
}

/// A point that a search looks at, for the heat map.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Candidate {
    pub at: String,
    /// From 0 to 1.
    pub score: f32,
    /// What a search found it to be worth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Score>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Over {
    pub result: &'static str,
    pub reason: String,
}

impl Over {
    pub fn win(winner: Colour, reason: impl Into<String>) -> Over {
        Over {
            result: match winner {
                Colour::White => "1-0",
                Colour::Black => "0-1",
            },
            reason: reason.into(),
        }
    }

    pub fn draw(reason: impl Into<String>) -> Over {
        Over {
            result: "1/2-1/2",
            reason: reason.into(),
        }
    }
}

/// Who made a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum By {
    Human,
    Engine,
}

/// A move of the game's line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Played {
    #[serde(rename = "move")]
    pub mv: String,
    pub san: String,
    pub by: By,
    pub ms: u64,
    pub score: Option<Score>,
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
        assert_eq!(Score::of(Value::cp(35), false, Kind::Chess), Score::Cp(-35));
        assert_eq!(
            Score::of(Value::win_in(5), true, Kind::Chess),
            Score::Mate(3)
        );
        assert_eq!(
            Score::of(Value::loss_in(4), true, Kind::Chess),
            Score::Mate(-2)
        );
        assert_eq!(
            Score::of(Value::win_in(1), false, Kind::Gomoku),
            Score::Win(-1)
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
