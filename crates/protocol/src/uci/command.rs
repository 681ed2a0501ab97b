//! From a line to a command.

use super::error::{Error, excerpt};
use super::go::{Go, number};
use super::position::Position;

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    Uci,
    IsReady,
    NewGame,
    Position(Position),
    Go(Go),
    Stop,
    PonderHit,
    SetOption {
        name: String,
        value: Option<String>,
    },
    Debug(bool),
    Quit,
    /// `d`: show the position.
    Display,
    /// `eval`: explain the static evaluation.
    Eval,
    /// `perft N` or `go perft N`.
    Perft(u32),
    /// `bench`, to a depth if one is given.
    Bench(Option<i32>),
    Help,
}

/// A command, and the words of its line that were not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    pub command: Command,
    /// Quoted for a message, in order.
    pub ignored: Vec<String>,
}

/// The commands of the protocol proper. Only these are looked for behind words that mean nothing:
/// our own short words would be found in any prose.
const PROTOCOL_WORDS: [&str; 10] = [
    "uci",
    "isready",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "setoption",
    "debug",
    "quit",
];

/// Reads a line. A blank line is nothing. Unknown words before a command are skipped, as the
/// protocol asks, and noted.
///
/// ```
/// use regence_protocol::uci::{Command, parse};
/// let parsed = parse("joho debug on").unwrap().unwrap();
/// assert_eq!(parsed.command, Command::Debug(true));
/// assert_eq!(parsed.ignored, ["\"joho\""]);
/// assert!(parse("make tea").is_err());
/// ```
pub fn parse(line: &str) -> Result<Option<Parsed>, Error> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let Some(&first) = words.first() else {
        return Ok(None);
    };
    if let Some(result) = parse_command(&words) {
        return result.map(Some);
    }
    let unknown = Error::UnknownCommand {
        found: excerpt(first),
    };
    let is_command = |word: &&str| PROTOCOL_WORDS.contains(word);
    let at = words
        .iter()
        .position(is_command)
        .ok_or_else(|| unknown.clone())?;
    match parse_command(&words[at..]) {
        Some(Ok(mut parsed)) => {
            let skipped = words[..at].iter().map(|word| excerpt(word));
            parsed.ignored.splice(0..0, skipped);
            Ok(Some(parsed))
        }
        // A position that is refused must not leave the one before it in force.
        Some(Err(error @ Error::Position(_)))
            if matches!(words.get(at + 1), Some(&("fen" | "startpos"))) =>
        {
            Err(error)
        }
        _ => Err(unknown),
    }
}

/// Reads a command whose name is the first word; `None` if it is not a name.
fn parse_command(words: &[&str]) -> Option<Result<Parsed, Error>> {
    let (&name, rest) = words.split_first()?;
    let mut ignored = Vec::new();
    let mut used = 0;
    let result = match name {
        "uci" => Ok(Command::Uci),
        "isready" => Ok(Command::IsReady),
        "ucinewgame" => Ok(Command::NewGame),
        "stop" => Ok(Command::Stop),
        "ponderhit" => Ok(Command::PonderHit),
        "quit" => Ok(Command::Quit),
        "d" => Ok(Command::Display),
        "eval" => Ok(Command::Eval),
        "help" => Ok(Command::Help),
        "position" => {
            used = rest.len();
            Position::parse(rest).map(Command::Position)
        }
        "go" => {
            used = rest.len();
            Go::parse(rest, &mut ignored).map(go_or_perft)
        }
        "setoption" => {
            used = rest.len();
            parse_option(rest)
        }
        "debug" => {
            used = 1;
            match rest.first() {
                Some(&"on") => Ok(Command::Debug(true)),
                Some(&"off") => Ok(Command::Debug(false)),
                other => Err(Error::unexpected("debug", "on or off", other.copied())),
            }
        }
        "perft" => {
            used = 1;
            number("perft", rest.first().copied()).map(|depth| Command::Perft(perft_depth(depth)))
        }
        "bench" => {
            used = rest.len().min(1);
            match rest.first() {
                None => Ok(Command::Bench(None)),
                depth => number("bench", depth.copied()).map(|depth| {
                    let depth = i32::try_from(depth).unwrap_or(i32::MAX);
                    Command::Bench(Some(depth.max(1)))
                }),
            }
        }
        _ => return None,
    };
    ignored.extend(rest.iter().skip(used).map(|word| excerpt(word)));
    Some(result.map(|command| Parsed { command, ignored }))
}

fn go_or_perft(go: Go) -> Command {
    match go.perft {
        Some(depth) => Command::Perft(perft_depth(depth)),
        None => Command::Go(go),
    }
}

fn perft_depth(depth: u64) -> u32 {
    u32::try_from(depth).unwrap_or(u32::MAX)
}

/// `name <words> [value <words>]`.
fn parse_option(words: &[&str]) -> Result<Command, Error> {
    let Some((&"name", rest)) = words.split_first() else {
        return Err(Error::unexpected(
            "setoption",
            "name",
            words.first().copied(),
        ));
    };
    let (name, value) = match rest.iter().position(|&word| word == "value") {
        Some(at) => (&rest[..at], Some(rest[at + 1..].join(" "))),
        None => (rest, None),
    };
    if name.is_empty() {
        let found = rest.first().copied();
        return Err(Error::unexpected(
            "setoption name",
            "the name of an option",
            found,
        ));
    }
    Ok(Command::SetOption {
        name: name.join(" "),
        value,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::noise::word;
    use proptest::prelude::*;

    fn command(line: &str) -> Command {
        let parsed = parse(line).expect("no error").expect("a command");
        assert_eq!(parsed.ignored, [""; 0], "{line}");
        parsed.command
    }

    fn error(line: &str) -> String {
        parse(line).expect_err(line).to_string()
    }

    #[test]
    fn plain_words_are_commands() {
        for (line, expected) in [
            ("uci", Command::Uci),
            ("  isready\t\r", Command::IsReady),
            ("ucinewgame", Command::NewGame),
            ("stop", Command::Stop),
            ("ponderhit", Command::PonderHit),
            ("debug on", Command::Debug(true)),
            ("debug off", Command::Debug(false)),
            ("quit", Command::Quit),
            ("d", Command::Display),
            ("eval", Command::Eval),
            ("help", Command::Help),
            ("perft 3", Command::Perft(3)),
            ("go perft 4", Command::Perft(4)),
            ("bench", Command::Bench(None)),
            ("bench 7", Command::Bench(Some(7))),
        ] {
            assert_eq!(command(line), expected, "{line}");
        }
        assert_eq!(parse(" \t "), Ok(None));
    }

    #[test]
    fn options_have_names_and_values_of_several_words() {
        assert_eq!(
            command("setoption name Clear Hash"),
            Command::SetOption {
                name: "Clear Hash".into(),
                value: None
            }
        );
        assert_eq!(
            command("setoption name Move  Overhead value 30"),
            Command::SetOption {
                name: "Move Overhead".into(),
                value: Some("30".into())
            }
        );
        assert_eq!(
            error("setoption"),
            "setoption: expected name, found the end of the line"
        );
        assert!(error("setoption name value 3").contains("the name of an option"));
    }

    #[test]
    fn unknown_words_in_front_are_skipped_and_noted() {
        let parsed = parse("hello there isready").unwrap().unwrap();
        assert_eq!(parsed.command, Command::IsReady);
        assert_eq!(parsed.ignored, ["\"hello\"", "\"there\""]);
        // Our own words count only in front, and a command that is not whole is no command.
        assert!(error("what d is").starts_with("unknown command \"what\""));
        assert!(error("I must go home").starts_with("unknown command \"I\""));
    }

    #[test]
    fn words_that_follow_a_whole_command_are_noted() {
        let parsed = parse("stop it").unwrap().unwrap();
        assert_eq!(parsed.command, Command::Stop);
        assert_eq!(parsed.ignored, ["\"it\""]);
    }

    #[test]
    fn positions_are_read_whole_or_refused() {
        let Command::Position(position) = command("position startpos moves e2e4 e7e5 g1f3") else {
            panic!("not a position");
        };
        let game = position.game();
        assert_eq!(game.moves().len(), 3);
        assert_eq!(
            game.board().to_fen(),
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"
        );
        let Command::Position(position) = command("position fen 8/8/8/8/8/k7/p7/K7 w - - 0 1")
        else {
            panic!("not a position");
        };
        assert!(position.game().board().legal_moves().is_empty());
        assert!(error("position").contains("expected startpos or fen"));
        assert!(error("position fen").contains("expected the fields of a FEN"));
        assert!(error("position startpos e2e4").contains("found \"e2e4\""));
        assert!(error("position fen nonsense").contains("bestmove 0000"));
        assert!(error("so position fen nonsense").starts_with("position: "));
        assert!(error("a position of mine").starts_with("unknown command"));
        assert!(error("position startpos moves e2e4 e2e4").contains("move 2"));
    }

    #[test]
    fn messages_are_one_short_line_whatever_was_sent() {
        let long = "x".repeat(100_000);
        assert!(error(&long).len() < 200);
        assert!(!error("a\u{7}\u{1b}[31mb").contains('\u{1b}'));
    }

    /// Words that make lines look like commands.
    const WORDS: &str = "uci isready position startpos fen moves go depth nodes wtime btime \
         winc binc movestogo mate movetime infinite ponder searchmoves perft setoption name value \
         Hash debug on off d eval bench e2e4 e7e8q 0000 -1 0 99999999999999999999 w KQkq - \
         8/8/8/8/8/8/8/8 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

    proptest! {
        #[test]
        fn no_text_panics(line in any::<String>()) {
            let _ = parse(&line);
        }

        #[test]
        fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = parse(&String::from_utf8_lossy(&bytes));
        }

        #[test]
        fn nothing_that_looks_like_a_command_panics(words in prop::collection::vec(word(WORDS), 0..20)) {
            match parse(&words.join(" ")) {
                Ok(Some(Parsed { command: Command::Position(position), .. })) => {
                    position.game();
                }
                Ok(Some(Parsed { command: Command::Go(go), .. })) => {
                    go.limits(regence_chess::Color::White);
                    go.moves_on(&regence_chess::Board::startpos());
                }
                Ok(_) => {}
                Err(error) => prop_assert!(!error.to_string().contains('\n')),
            }
        }
    }
}
