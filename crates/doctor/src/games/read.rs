//! Games from PGN, seen by one player.

use std::io::Read;
use std::time::Duration;

use regence_chess::Color;
use regence_records::pgn::{Comment, Game, GameResult, Reader, Thought};

/// What was read, and what could not be.
#[derive(Debug, Default)]
pub struct Games {
    pub list: Vec<Match>,
    pub errors: Vec<String>,
}

/// One game with its notes.
#[derive(Clone, Debug)]
pub struct Match {
    number: usize,
    names: [String; 2],
    result: GameResult,
    /// Base time and increment, where the game says.
    control: Option<(Duration, Duration)>,
    termination: String,
    is_mate: bool,
    moves: Vec<Noted>,
}

/// A move with what its player thought.
#[derive(Clone, Debug, PartialEq)]
pub struct Noted {
    pub color: Color,
    /// As `12. Nf3` or `12... Nf6`.
    pub text: String,
    pub fen: String,
    /// In centipawns for the player; a mate counts [`MATE`].
    pub score: Option<i32>,
    pub depth: Option<u32>,
    pub time: Option<Duration>,
}

/// What a mate counts.
pub const MATE: i32 = 100_000;

/// How a game ended for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    Won,
    Drawn,
    Lost,
    Open,
}

/// A game as one of its players saw it.
#[derive(Clone, Debug)]
pub struct Played {
    pub number: usize,
    pub color: Color,
    pub ending: Ending,
    pub opponent: String,
    pub control: Option<(Duration, Duration)>,
    pub termination: String,
    pub is_mate: bool,
    /// All moves of the game.
    pub moves: Vec<Noted>,
}

impl Played {
    /// The player's own moves, with their index in the game.
    pub fn own(&self) -> impl Iterator<Item = (usize, &Noted)> {
        let color = self.color;
        self.moves
            .iter()
            .enumerate()
            .filter(move |(_, noted)| noted.color == color)
    }

    fn ended_with(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.termination.contains(word))
    }

    /// Whether a clock ended it.
    pub fn is_on_time(&self) -> bool {
        self.ended_with(&["time forfeit", "on time", "time loss"])
    }

    /// Whether something else than the board and the clock ended it.
    pub fn is_by_fault(&self) -> bool {
        let faults = [
            "illegal",
            "abandon",
            "disconnect",
            "crash",
            "stall",
            "rules infraction",
        ];
        !self.is_on_time() && self.ended_with(&faults)
    }
}

impl Match {
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// The game as a player of that name saw it; both ways if it played itself.
    pub fn of<'a>(&'a self, name: &'a str) -> impl Iterator<Item = Played> + 'a {
        let sides = Color::ALL
            .into_iter()
            .filter(move |color| self.names[color.index()] == name);
        sides.map(|color| Played {
            number: self.number,
            color,
            ending: match self.result {
                GameResult::Draw => Ending::Drawn,
                GameResult::Unknown => Ending::Open,
                won if won == GameResult::win(color) => Ending::Won,
                _ => Ending::Lost,
            },
            opponent: self.names[(!color).index()].clone(),
            control: self.control,
            termination: self.termination.clone(),
            is_mate: self.is_mate,
            moves: self.moves.clone(),
        })
    }
}

/// Reads all games of a text.
pub fn games(input: impl Read) -> Games {
    let mut games = Games::default();
    for (index, game) in Reader::new(input).enumerate() {
        match game {
            Ok(game) => games.list.push(read_match(index + 1, &game)),
            Err(error) => games.errors.push(error.to_string()),
        }
    }
    games
}

fn read_match(number: usize, game: &Game) -> Match {
    let tag = |name: &str| game.tags().get(name).unwrap_or_default().to_owned();
    let mut board = *game.start();
    let mut moves = Vec::new();
    let mut last_words = String::new();
    for ply in game.main_line().plies() {
        let Some(mv) = ply.mv() else { break };
        let thought = ply
            .comments()
            .iter()
            .find_map(read_thought)
            .unwrap_or_default();
        if let Some(comment) = ply.comments().last() {
            last_words = comment.as_str().to_owned();
        }
        let dots = if board.side_to_move() == Color::White {
            "."
        } else {
            "..."
        };
        moves.push(Noted {
            color: board.side_to_move(),
            text: format!(
                "{}{dots} {}",
                board.fullmove_number(),
                board.move_to_san(mv)
            ),
            fen: board.to_fen(),
            score: thought.0,
            depth: thought.1,
            time: thought.2,
        });
        board = board.make(mv);
    }
    Match {
        number,
        names: [tag("White"), tag("Black")],
        result: game.result(),
        control: read_control(&tag("TimeControl")),
        termination: format!("{} {last_words}", tag("Termination")).to_ascii_lowercase(),
        is_mate: board.in_check() && !board.has_legal_move(),
        moves,
    }
}

type Figures = (Option<i32>, Option<u32>, Option<Duration>);

/// Score, depth and time of a comment; the time may be missing.
fn read_thought(comment: &Comment) -> Option<Figures> {
    let (score, rest) = comment.as_str().split_once('/')?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    let depth = digits.parse().ok()?;
    let time = Thought::read(comment).map(|thought| thought.time());
    Some((Some(read_score(score.trim())?), Some(depth), time))
}

fn read_score(text: &str) -> Option<i32> {
    let sign = if text.starts_with('-') { -1 } else { 1 };
    let size = text.trim_start_matches(['+', '-']);
    if size.starts_with(['M', '#']) {
        return Some(sign * MATE);
    }
    let pawns: f64 = size.parse().ok()?;
    pawns
        .is_finite()
        .then(|| sign * (pawns * 100.0).round().min(90_000.0) as i32)
}

/// `10+0.1`, `600`, `40/60+1`: base and increment in seconds.
fn read_control(text: &str) -> Option<(Duration, Duration)> {
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    let base = base.split_once('/').map_or(base, |(_, base)| base);
    let seconds = |text: &str| {
        let seconds: f64 = text.trim().parse().ok()?;
        Duration::try_from_secs_f64(seconds).ok()
    };
    Some((seconds(base)?, seconds(increment)?)).filter(|(base, _)| !base.is_zero())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_read_in_the_usual_forms() {
        let read = |text: &str| read_thought(&Comment::new(text).unwrap());
        let quarter = Some(Duration::from_millis(250));
        assert_eq!(read("+0.35/12 0.25s"), Some((Some(35), Some(12), quarter)));
        assert_eq!(read("+2.09/3"), Some((Some(209), Some(3), None)));
        assert_eq!(read("-M4/9 0.25s"), Some((Some(-MATE), Some(9), quarter)));
        assert_eq!(read("book"), None);
        assert_eq!(read("either/or"), None);
    }

    #[test]
    fn time_controls_are_read() {
        let seconds = Duration::from_secs_f64;
        assert_eq!(read_control("10+0.1"), Some((seconds(10.0), seconds(0.1))));
        assert_eq!(read_control("40/60"), Some((seconds(60.0), seconds(0.0))));
        assert_eq!(read_control("-"), None);
        assert_eq!(read_control("inf"), None);
    }

    #[test]
    fn a_game_is_seen_from_both_sides() {
        let text = "[White \"A\"]\n[Black \"B\"]\n[TimeControl \"10+0.1\"]\n\n\
                    1. f3 {-0.5/3 0.1s} e5 {+0.6/9 0.2s} 2. g4 {0.00/3 0.1s} Qh4# {+M1/9 0.1s} 0-1\n";
        let games = games(text.as_bytes());
        let loser = games.list[0].of("A").next().unwrap();
        assert_eq!(
            (loser.ending, loser.is_mate, loser.own().count()),
            (Ending::Lost, true, 2)
        );
        let winner = games.list[0].of("B").next().unwrap();
        assert_eq!(winner.ending, Ending::Won);
        assert_eq!(winner.own().last().unwrap().1.text, "2... Qh4#");
        assert_eq!(games.list[0].of("C").count(), 0);
    }
}
