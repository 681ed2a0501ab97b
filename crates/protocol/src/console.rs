//! The console: plain words for a person or a script at a terminal, one command a line.
//!
//! [`parse`] turns a line into a [`Command`], whole or not at all. An [`Error`] is what follows `ERROR: `
//! in the answer; scripts know some of these texts by heart, so they are fixed here.

use crate::uci::Go;
use regence_chess::{PieceKind, Square};
use std::fmt;

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    New,
    Move(Step),
    Undo,
    /// A position to set up; whether it is one is for the rules to say.
    Fen(String),
    Export,
    Status,
    Eval,
    Perft(u32),
    Hash,
    /// Megabytes of the search's table; 0 for none.
    Table(u64),
    Draws,
    History,
    /// Play a move, searched to this depth.
    Ai(u8),
    Go(Go),
    Stop,
    Pgn(Pgn),
    Book(Book),
    /// A game of Chess960, from that array or from any.
    New960(Option<u16>),
    Position960,
    Uci,
    IsReady,
    Trace(Trace),
    Concurrency {
        profile: Profile,
        seed: Option<u64>,
    },
    Help,
    Quit,
}

/// A move as two squares; whether it is legal depends on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    from: Square,
    to: Square,
    promotion: Option<PieceKind>,
}

impl Step {
    pub fn from(self) -> Square {
        self.from
    }

    pub fn to(self) -> Square {
        self.to
    }

    /// The piece that was asked for; without one, a pawn that promotes becomes a queen.
    pub fn promotion(self) -> Option<PieceKind> {
        self.promotion
    }

    /// Reads `e2e4` or `e7e8Q`, in letters of either case.
    pub fn parse(text: &str) -> Result<Step, Error> {
        let lower = text.to_ascii_lowercase();
        if !lower.is_ascii() || !(4..=5).contains(&lower.len()) {
            return Err(Error::MoveFormat);
        }
        let square = |text: &str| text.parse::<Square>().map_err(|_| Error::MoveFormat);
        let promotion = match lower[4..].chars().next() {
            None => None,
            Some(letter) => match PieceKind::from_letter(letter) {
                None | Some(PieceKind::Pawn | PieceKind::King) => return Err(Error::MoveFormat),
                kind => kind,
            },
        };
        Ok(Step {
            from: square(&lower[0..2])?,
            to: square(&lower[2..4])?,
            promotion,
        })
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        match self.promotion {
            Some(kind) => write!(f, "{}", kind.letter().to_ascii_uppercase()),
            None => Ok(()),
        }
    }
}

/// `pgn …`
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pgn {
    Load(String),
    Save(String),
    Show,
    Moves,
    Comment(String),
    /// Into the variation nearest to the end of the line, or into a new one.
    Enter,
    /// Into a new variation in place of the last move.
    Open,
    Exit,
}

/// `book …`
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Book {
    Load(String),
    On,
    Off,
    Stats,
}

/// `trace …`
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trace {
    On,
    Off,
    Level(Level),
    Report,
    Reset,
    Export(String),
    Chrome(String),
}

/// How much a trace keeps; each level keeps what those before it keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Level {
    /// Refused commands.
    Error,
    /// Commands and moves, too.
    #[default]
    Info,
    /// The iterations of searches, too.
    Debug,
}

impl Level {
    pub fn as_str(self) -> &'static str {
        match self {
            Level::Error => "error",
            Level::Info => "info",
            Level::Debug => "debug",
        }
    }
}

/// How long `concurrency` works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    Quick,
    Full,
}

impl Profile {
    pub fn as_str(self) -> &'static str {
        match self {
            Profile::Quick => "quick",
            Profile::Full => "full",
        }
    }
}

/// Why a line was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    InvalidCommand,
    MoveFormat,
    AiDepth,
    /// A known command that lacks something, or has something else in its place: what is expected.
    Usage(&'static str),
    /// A `go` with parameters that cannot be understood.
    Go(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::InvalidCommand => f.write_str("Invalid command"),
            Error::MoveFormat => f.write_str("Invalid move format"),
            Error::AiDepth => f.write_str("AI depth must be 1-5"),
            Error::Usage(expected) => f.write_str(expected),
            Error::Go(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for Error {}

/// The deepest `perft`: more would keep everybody waiting for minutes.
pub const MAX_PERFT: u32 = 7;

/// Reads a line; a blank one is nothing. The command itself may be written in letters of either case.
///
/// ```
/// use regence_protocol::console::{Command, parse};
/// assert_eq!(parse("ai 3"), Ok(Some(Command::Ai(3))));
/// assert_eq!(parse("ai 9").unwrap_err().to_string(), "AI depth must be 1-5");
/// assert_eq!(parse("make tea").unwrap_err().to_string(), "Invalid command");
/// ```
pub fn parse(line: &str) -> Result<Option<Command>, Error> {
    let line = line.trim();
    let (word, rest) = split_word(line);
    if word.is_empty() {
        return Ok(None);
    }
    let command = match word.to_ascii_lowercase().as_str() {
        "new" => alone(rest, Command::New)?,
        "move" => Command::Move(Step::parse(rest)?),
        "undo" => alone(rest, Command::Undo)?,
        "fen" => Command::Fen(rest.to_string()),
        "export" => alone(rest, Command::Export)?,
        "status" => alone(rest, Command::Status)?,
        "eval" => alone(rest, Command::Eval)?,
        "perft" => Command::Perft(
            number(rest)
                .and_then(|depth| u32::try_from(depth).ok())
                .filter(|&depth| depth <= MAX_PERFT)
                .ok_or(Error::Usage("perft depth must be 0-7"))?,
        ),
        "hash" => alone(rest, Command::Hash)?,
        "table" => Command::Table(match rest {
            "off" => 0,
            _ => number(rest).ok_or(Error::Usage("table expects megabytes or off"))?,
        }),
        "draws" => alone(rest, Command::Draws)?,
        "history" => alone(rest, Command::History)?,
        "ai" => match number(rest) {
            Some(depth @ 1..=5) => Command::Ai(depth as u8),
            _ => return Err(Error::AiDepth),
        },
        "go" => Command::Go(read_go(rest)?),
        "stop" => alone(rest, Command::Stop)?,
        "pgn" => Command::Pgn(read_pgn(rest)?),
        "book" => Command::Book(read_book(rest)?),
        "new960" => Command::New960(read_array(rest)?),
        "position960" => alone(rest, Command::Position960)?,
        "uci" => alone(rest, Command::Uci)?,
        "isready" => alone(rest, Command::IsReady)?,
        "trace" => Command::Trace(read_trace(rest)?),
        "concurrency" => read_concurrency(rest)?,
        "help" => alone(rest, Command::Help)?,
        "quit" => alone(rest, Command::Quit)?,
        _ => return Err(Error::InvalidCommand),
    };
    Ok(Some(command))
}

/// The first word, and what follows it without the blanks around.
fn split_word(text: &str) -> (&str, &str) {
    match text.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim()),
        None => (text, ""),
    }
}

/// A command that has no parameters.
fn alone(rest: &str, command: Command) -> Result<Command, Error> {
    match rest {
        "" => Ok(command),
        _ => Err(Error::InvalidCommand),
    }
}

fn number(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().unwrap_or(u64::MAX))
}

/// A `go` that says how it ends. Without a limit it would think for ever by mistake.
fn read_go(text: &str) -> Result<Go, Error> {
    const EXPECTED: Error = Error::Usage(
        "go expects movetime N, wtime A btime B [winc C binc D movestogo M], depth N, nodes N or infinite",
    );
    let words: Vec<_> = text.split_whitespace().collect();
    let mut ignored = Vec::new();
    let go = Go::parse(&words, &mut ignored).map_err(|error| Error::Go(error.to_string()))?;
    let is_bounded = go.ends_by_itself(regence_chess::Color::White);
    match (is_bounded || go.infinite) && ignored.is_empty() && go.perft.is_none() && !go.ponder {
        true => Ok(go),
        false => Err(EXPECTED),
    }
}

/// A file name: all that follows, without the quotes that may be around it.
fn file_name(text: &str, expected: &'static str) -> Result<String, Error> {
    match unquoted(text) {
        "" => Err(Error::Usage(expected)),
        name => Ok(name.to_string()),
    }
}

fn unquoted(text: &str) -> &str {
    let inner = text
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'));
    inner.unwrap_or(text).trim()
}

fn read_pgn(text: &str) -> Result<Pgn, Error> {
    const EXPECTED: Error = Error::Usage(
        "pgn expects load F, save F, show, moves, comment \"text\", variation enter, variation new or variation exit",
    );
    let (word, rest) = split_word(text);
    match (word, rest) {
        ("load", _) => file_name(rest, "pgn load expects a file name").map(Pgn::Load),
        ("save", _) => file_name(rest, "pgn save expects a file name").map(Pgn::Save),
        ("show", "") => Ok(Pgn::Show),
        ("moves", "") => Ok(Pgn::Moves),
        ("comment", _) => match unquoted(rest) {
            "" => Err(Error::Usage("pgn comment expects a text in quotes")),
            text => Ok(Pgn::Comment(text.to_string())),
        },
        ("variation", "enter") => Ok(Pgn::Enter),
        ("variation", "new") => Ok(Pgn::Open),
        ("variation", "exit") => Ok(Pgn::Exit),
        _ => Err(EXPECTED),
    }
}

fn read_book(text: &str) -> Result<Book, Error> {
    match split_word(text) {
        ("load", rest) => file_name(rest, "book load expects a file name").map(Book::Load),
        ("on", "") => Ok(Book::On),
        ("off", "") => Ok(Book::Off),
        ("stats", "") => Ok(Book::Stats),
        _ => Err(Error::Usage("book expects load F, on, off or stats")),
    }
}

fn read_array(text: &str) -> Result<Option<u16>, Error> {
    match (text, number(text)) {
        ("", _) => Ok(None),
        (_, Some(array @ 0..=959)) => Ok(Some(array as u16)),
        _ => Err(Error::Usage("new960 expects a number from 0 to 959")),
    }
}

fn read_trace(text: &str) -> Result<Trace, Error> {
    match split_word(text) {
        ("on", "") => Ok(Trace::On),
        ("off", "") => Ok(Trace::Off),
        ("level", "error") => Ok(Trace::Level(Level::Error)),
        ("level", "info") => Ok(Trace::Level(Level::Info)),
        ("level", "debug") => Ok(Trace::Level(Level::Debug)),
        ("level", _) => Err(Error::Usage("trace level expects error, info or debug")),
        ("report", "") => Ok(Trace::Report),
        ("reset", "") => Ok(Trace::Reset),
        ("export", rest) => file_name(rest, "trace export expects a file name").map(Trace::Export),
        ("chrome", rest) => file_name(rest, "trace chrome expects a file name").map(Trace::Chrome),
        _ => Err(Error::Usage(
            "trace expects on, off, level L, report, reset, export F or chrome F",
        )),
    }
}

fn read_concurrency(text: &str) -> Result<Command, Error> {
    const EXPECTED: Error = Error::Usage("concurrency expects quick or full, and perhaps a seed");
    let (word, rest) = split_word(text);
    let profile = match word {
        "quick" => Profile::Quick,
        "full" => Profile::Full,
        _ => return Err(EXPECTED),
    };
    let seed = match rest {
        "" => None,
        // JSON readers are exact for whole numbers up to here.
        _ => Some(number(rest).filter(|&n| n < 1 << 53).ok_or(EXPECTED)?),
    };
    Ok(Command::Concurrency { profile, seed })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::noise::word;
    use proptest::prelude::*;

    fn command(line: &str) -> Command {
        parse(line).expect(line).expect("a command")
    }

    fn error(line: &str) -> String {
        parse(line).expect_err(line).to_string()
    }

    #[test]
    fn plain_words_are_commands() {
        for (line, expected) in [
            ("new", Command::New),
            (" undo\r", Command::Undo),
            ("export", Command::Export),
            ("status", Command::Status),
            ("eval", Command::Eval),
            ("hash", Command::Hash),
            ("table 32", Command::Table(32)),
            ("table off", Command::Table(0)),
            ("draws", Command::Draws),
            ("history", Command::History),
            ("stop", Command::Stop),
            ("position960", Command::Position960),
            ("uci", Command::Uci),
            ("isready", Command::IsReady),
            ("help", Command::Help),
            ("quit", Command::Quit),
            ("perft 4", Command::Perft(4)),
            ("ai 5", Command::Ai(5)),
            ("new960", Command::New960(None)),
            ("new960 518", Command::New960(Some(518))),
            ("fen 8/8 w", Command::Fen("8/8 w".into())),
            ("NEW", Command::New),
        ] {
            assert_eq!(command(line), expected, "{line}");
        }
        assert_eq!(parse(" \t "), Ok(None));
    }

    #[test]
    fn moves_are_two_squares_and_perhaps_a_piece() {
        let Command::Move(step) = command("move e7e8Q") else {
            panic!("not a move");
        };
        assert_eq!((step.from(), step.to()), (Square::E7, Square::E8));
        assert_eq!(step.promotion(), Some(PieceKind::Queen));
        assert_eq!(step.to_string(), "e7e8Q");
        assert_eq!(command("move e2e4"), command("MOVE E2E4"));
        for bad in ["", "e2", "e2e9", "e7e8k", "e7e8qq", "e2 e4", "é2e4", "e2e"] {
            assert_eq!(error(&format!("move {bad}")), "Invalid move format");
        }
    }

    #[test]
    fn families_of_commands_are_read_whole() {
        for (line, expected) in [
            ("pgn load a b.pgn", Pgn::Load("a b.pgn".into())),
            ("pgn save \"a b.pgn\"", Pgn::Save("a b.pgn".into())),
            ("pgn show", Pgn::Show),
            ("pgn moves", Pgn::Moves),
            (
                "pgn comment \"sharp line\"",
                Pgn::Comment("sharp line".into()),
            ),
            ("pgn comment sharp", Pgn::Comment("sharp".into())),
            ("pgn variation enter", Pgn::Enter),
            ("pgn variation new", Pgn::Open),
            ("pgn variation exit", Pgn::Exit),
        ] {
            assert_eq!(command(line), Command::Pgn(expected), "{line}");
        }
        assert_eq!(
            command("book load b"),
            Command::Book(Book::Load("b".into()))
        );
        assert_eq!(command("book off"), Command::Book(Book::Off));
        assert_eq!(
            command("trace level debug"),
            Command::Trace(Trace::Level(Level::Debug))
        );
        assert_eq!(
            command("trace chrome t.json"),
            Command::Trace(Trace::Chrome("t.json".into()))
        );
        assert_eq!(
            command("concurrency full 7"),
            Command::Concurrency {
                profile: Profile::Full,
                seed: Some(7)
            }
        );
    }

    #[test]
    fn a_search_must_say_how_it_ends() {
        for good in [
            "go movetime 200",
            "go depth 3",
            "go infinite",
            "go wtime 1000 btime 1000 winc 10 binc 10 movestogo 5",
        ] {
            assert!(matches!(command(good), Command::Go(_)), "{good}");
        }
        for bad in ["go", "go ponder", "go depth", "go fast", "go depth 3 fast"] {
            assert!(error(bad).starts_with("go"), "{bad}");
        }
    }

    #[test]
    fn errors_are_those_that_scripts_know() {
        for line in ["ai", "ai 0", "ai 6", "ai -1", "ai x", "ai 3 4"] {
            assert_eq!(error(line), "AI depth must be 1-5", "{line}");
        }
        for line in [
            "hello",
            "new game",
            "undo 2",
            "# x",
            "position startpos",
            "0",
        ] {
            assert_eq!(error(line), "Invalid command", "{line}");
        }
        for (line, part) in [
            ("pgn", "pgn expects"),
            ("pgn load", "file name"),
            ("pgn comment \"\"", "a text"),
            ("book", "book expects"),
            ("trace", "trace expects"),
            ("trace level loud", "error, info or debug"),
            ("trace export", "file name"),
            ("concurrency", "quick or full"),
            ("new960 960", "0 to 959"),
            ("perft", "0-7"),
            ("perft 99999999999999999999", "0-7"),
        ] {
            assert!(error(line).contains(part), "{line}: {}", error(line));
        }
    }

    const WORDS: &str = "new move e2e4 e7e8Q undo fen export ai go movetime depth wtime btime pgn \
         load comment variation enter exit show \"a b\" \" book on stats new960 959 trace level debug \
         export concurrency quick perft -1 0 3 99999999999999999999";

    proptest! {
        #[test]
        fn no_text_panics(line in any::<String>()) {
            let _ = parse(&line);
        }

        #[test]
        fn nothing_that_looks_like_a_command_panics(words in prop::collection::vec(word(WORDS), 0..8)) {
            if let Err(error) = parse(&words.join(" ")) {
                prop_assert!(!error.to_string().contains('\n'));
            }
        }
    }
}
