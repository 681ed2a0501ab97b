//! Lines from the manager, as commands.

use super::error::Error;
use super::info::{self, Info, split};

/// A point as a manager writes it, not yet looked for on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At {
    pub x: u8,
    pub y: u8,
}

/// Whose stone a line of a board shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    Ours,
    Theirs,
    /// A stone of a winning row, in a game that goes on.
    Won,
    /// Lines of `SWAP2BOARD` and of blocks do not say.
    Unsaid,
}

/// How many stones a balanced opening is to be completed by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Balance {
    One,
    Two,
}

/// What a manager can ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    Start {
        width: u8,
        height: u8,
    },
    Restart,
    Begin,
    Turn(At),
    Play(At),
    TakeBack(At),
    /// Stones follow, then `Done`, then a move is wanted.
    Board,
    Swap2Board,
    /// As `Board`, but no move is wanted.
    YxBoard,
    /// Points that are not to be played follow.
    YxBlock,
    YxBlockUndo,
    YxBlockReset,
    Stone(At, Field),
    Done,
    Info(Info),
    About,
    End,
    /// Answer now.
    Stop,
    YxShowInfo,
    YxNBest(usize),
    YxShowForbid,
    YxBalance(Balance, i32),
    YxHashClear,
    YxShowHashUsage,
    YxSearchDefend,
    Bench,
}

impl Command {
    /// Whether only a program that speaks the Yixin extensions says so.
    pub fn is_yixin(&self) -> bool {
        matches!(
            self,
            Command::YxBoard
                | Command::YxBlock
                | Command::YxBlockUndo
                | Command::YxBlockReset
                | Command::YxShowInfo
                | Command::YxNBest(_)
                | Command::YxShowForbid
                | Command::YxBalance(..)
                | Command::YxHashClear
                | Command::YxShowHashUsage
                | Command::YxSearchDefend
        )
    }
}

/// Reads a line; `None` if it is blank.
pub fn parse(line: &str) -> Result<Option<Command>, Error> {
    let (word, rest) = split(line);
    if word.is_empty() {
        return Ok(None);
    }
    if word.starts_with(|c: char| c.is_ascii_digit()) {
        return stone(line).map(Some);
    }
    let command = match word.to_ascii_uppercase().as_str() {
        "START" => {
            let side = side("START", rest)?;
            Command::Start {
                width: side,
                height: side,
            }
        }
        "RECTSTART" => {
            let (width, height) = pair("RECTSTART", "width,height", rest)?;
            Command::Start { width, height }
        }
        "RESTART" => Command::Restart,
        "BEGIN" => Command::Begin,
        "TURN" => Command::Turn(coordinates("TURN", rest)?),
        "PLAY" => Command::Play(coordinates("PLAY", rest)?),
        "TAKEBACK" => Command::TakeBack(coordinates("TAKEBACK", rest)?),
        "BOARD" => Command::Board,
        "SWAP2BOARD" => Command::Swap2Board,
        "YXBOARD" => Command::YxBoard,
        "YXBLOCK" => Command::YxBlock,
        "YXBLOCKUNDO" => Command::YxBlockUndo,
        "YXBLOCKRESET" => Command::YxBlockReset,
        "DONE" => Command::Done,
        "INFO" => Command::Info(info::parse(rest)?),
        "ABOUT" => Command::About,
        "END" => Command::End,
        "STOP" | "YXSTOP" => Command::Stop,
        "YXSHOWINFO" => Command::YxShowInfo,
        "YXNBEST" => Command::YxNBest(count("YXNBEST", rest)?),
        "YXSHOWFORBID" => Command::YxShowForbid,
        "YXBALANCEONE" => Command::YxBalance(Balance::One, bias("YXBALANCEONE", rest)?),
        "YXBALANCETWO" => Command::YxBalance(Balance::Two, bias("YXBALANCETWO", rest)?),
        "YXHASHCLEAR" => Command::YxHashClear,
        "YXSHOWHASHUSAGE" => Command::YxShowHashUsage,
        "YXSEARCHDEFEND" => Command::YxSearchDefend,
        "BENCH" => Command::Bench,
        _ => return Err(Error::unknown(word)),
    };
    Ok(Some(command))
}

fn side(place: &'static str, text: &str) -> Result<u8, Error> {
    small(text).ok_or_else(|| Error::argument(place, "the side of the board", text))
}

fn count(place: &'static str, text: &str) -> Result<usize, Error> {
    let wanted = text.trim().parse().ok().filter(|&n| n > 0);
    wanted.ok_or_else(|| Error::argument(place, "how many moves are wanted", text))
}

fn bias(place: &'static str, text: &str) -> Result<i32, Error> {
    match text.trim() {
        "" => Ok(0),
        text => text
            .parse()
            .ok()
            .filter(|bias: &i32| bias.abs() <= 30_000)
            .ok_or_else(|| Error::argument(place, "a score from -30000 to 30000", text)),
    }
}

/// Digits only, below 256.
fn small(text: &str) -> Option<u8> {
    let text = text.trim();
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

fn pair(place: &'static str, expected: &'static str, text: &str) -> Result<(u8, u8), Error> {
    let (x, y) = text.split_once(',').unwrap_or((text, ""));
    small(x)
        .zip(small(y))
        .ok_or_else(|| Error::argument(place, expected, text))
}

pub(super) fn coordinates(place: &'static str, text: &str) -> Result<At, Error> {
    let (x, y) = pair(place, "x,y", text)?;
    Ok(At { x, y })
}

/// A line of a board: `x,y` or `x,y,field`.
fn stone(line: &str) -> Result<Command, Error> {
    let error = || Error::argument("a stone", "x,y or x,y,1|2|3", line);
    let mut parts = line.trim().split(',');
    let (x, y) = (parts.next(), parts.next());
    let (x, y) = x.and_then(small).zip(y.and_then(small)).ok_or_else(error)?;
    let field = match parts.next().map(str::trim) {
        None => Field::Unsaid,
        Some("1") => Field::Ours,
        Some("2") => Field::Theirs,
        Some("3") => Field::Won,
        Some(_) => return Err(error()),
    };
    match parts.next() {
        None => Ok(Command::Stone(At { x, y }, field)),
        Some(_) => Err(error()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn one(line: &str) -> Command {
        parse(line).unwrap().unwrap()
    }

    #[test]
    fn commands_with_any_line_end_and_case() {
        assert_eq!(one("TURN 10,9\r\n"), Command::Turn(At { x: 10, y: 9 }));
        assert_eq!(one("  turn 10 , 9 "), Command::Turn(At { x: 10, y: 9 }));
        let rect = Command::Start {
            width: 15,
            height: 20,
        };
        assert_eq!(one("RECTSTART 15,20"), rect);
        assert_eq!(one("yxbalanceone"), Command::YxBalance(Balance::One, 0));
        assert_eq!(
            one("10,10,2\r"),
            Command::Stone(At { x: 10, y: 10 }, Field::Theirs)
        );
        assert_eq!(
            one("10,10"),
            Command::Stone(At { x: 10, y: 10 }, Field::Unsaid)
        );
        assert_eq!(parse("\r\n"), Ok(None));
    }

    #[test]
    fn errors_say_what_was_expected() {
        let text = |line| parse(line).unwrap_err().to_string();
        assert_eq!(text("TURN a,b"), "ERROR TURN: expected x,y, found \"a,b\"");
        assert_eq!(text("TURN"), "ERROR TURN: expected x,y, found nothing");
        assert_eq!(text("HELLO"), "UNKNOWN there is no command \"HELLO\"");
        assert!(text("START -5").starts_with("ERROR"));
        assert!(text("1,2,9").starts_with("ERROR"));
        assert!(text("1,2,1,1").starts_with("ERROR"));
        assert!(text("300,2,1").starts_with("ERROR"));
    }

    proptest! {
        #[test]
        fn no_line_panics_and_errors_are_one_line(line in "\\PC*") {
            if let Err(error) = parse(&line) {
                let text = error.to_string();
                prop_assert!(!text.contains('\n'));
                prop_assert!(text.starts_with("ERROR ") || text.starts_with("UNKNOWN "));
            }
        }

        #[test]
        fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
            let _ = parse(&String::from_utf8_lossy(&bytes));
        }

        #[test]
        fn known_words_with_any_argument_do_not_panic(
            word in "(START|RECTSTART|TURN|PLAY|TAKEBACK|INFO|YXNBEST|YXBALANCETWO)",
            rest in "\\PC{0,20}",
        ) {
            let _ = parse(&format!("{word} {rest}"));
        }

        #[test]
        fn coordinates_come_back(x in 0u8..=255, y in 0u8..=255) {
            prop_assert_eq!(one(&format!("TURN {x},{y}")), Command::Turn(At { x, y }));
        }
    }
}
