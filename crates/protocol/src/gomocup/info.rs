//! The keys of `INFO`.

use super::command::{At, coordinates};
use super::error::Error;

/// What an `INFO` line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Info {
    /// Milliseconds for one move; 0 asks for an answer at once.
    TimeoutTurn(u64),
    /// Milliseconds for the whole match; 0 means no limit.
    TimeoutMatch(u64),
    /// Milliseconds that are left of the match; negative means none.
    TimeLeft(i64),
    /// Milliseconds that each move adds.
    TimeIncrement(u64),
    /// Bytes; 0 means no limit.
    MaxMemory(u64),
    GameType(u32),
    Rule(u32),
    Evaluate(At),
    Folder(String),
    MaxDepth(u32),
    StartDepth(u32),
    MaxNode(u64),
    /// Kilobytes.
    HashSize(u64),
    ThreadNum(u32),
    CautionFactor(u32),
    Pondering(bool),
    /// How much to tell: 0 nothing, up to 3.
    ShowDetail(u32),
    Strength(u32),
    /// A key that nothing depends on.
    Ignored,
}

/// Reads `key value`.
pub(super) fn parse(rest: &str) -> Result<Info, Error> {
    let (key, value) = split(rest);
    let key = key.to_ascii_lowercase();
    Ok(match key.as_str() {
        "timeout_turn" => Info::TimeoutTurn(milliseconds("INFO timeout_turn", value)?),
        "timeout_match" => Info::TimeoutMatch(milliseconds("INFO timeout_match", value)?),
        "time_left" => Info::TimeLeft(number("INFO time_left", value)?),
        "time_increment" => Info::TimeIncrement(milliseconds("INFO time_increment", value)?),
        "max_memory" => Info::MaxMemory(number("INFO max_memory", value)?),
        "game_type" => Info::GameType(number("INFO game_type", value)?),
        "rule" => Info::Rule(number("INFO rule", value)?),
        "evaluate" => Info::Evaluate(coordinates("INFO evaluate", value)?),
        "folder" => Info::Folder(value.to_string()),
        "max_depth" => Info::MaxDepth(number("INFO max_depth", value)?),
        "start_depth" => Info::StartDepth(number("INFO start_depth", value)?),
        "max_node" => Info::MaxNode(number::<i64>("INFO max_node", value)?.max(0) as u64),
        "hash_size" => Info::HashSize(number("INFO hash_size", value)?),
        "thread_num" => Info::ThreadNum(number("INFO thread_num", value)?),
        "caution_factor" => Info::CautionFactor(number("INFO caution_factor", value)?),
        "pondering" => Info::Pondering(number::<u32>("INFO pondering", value)? != 0),
        "show_detail" => Info::ShowDetail(number("INFO show_detail", value)?),
        "strength" => Info::Strength(number("INFO strength", value)?),
        "" => return Err(Error::argument("INFO", "a key and a value", rest)),
        _ => Info::Ignored,
    })
}

/// Negative times are sent by managers whose clock has run over: none is left.
fn milliseconds(place: &'static str, text: &str) -> Result<u64, Error> {
    Ok(number::<i64>(place, text)?.max(0) as u64)
}

fn number<T: std::str::FromStr>(place: &'static str, text: &str) -> Result<T, Error> {
    let error = || Error::argument(place, "a whole number", text);
    text.trim().parse().map_err(|_| error())
}

pub(super) fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    match text.split_once(|c: char| c.is_whitespace()) {
        Some((first, rest)) => (first, rest.trim()),
        None => (text, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_values() {
        assert_eq!(parse("timeout_turn 5000"), Ok(Info::TimeoutTurn(5000)));
        assert_eq!(parse("TIME_LEFT -20\r"), Ok(Info::TimeLeft(-20)));
        assert_eq!(parse("max_node -1"), Ok(Info::MaxNode(0)));
        assert_eq!(parse("checkmate 0"), Ok(Info::Ignored));
        assert_eq!(
            parse("folder C:\\my games"),
            Ok(Info::Folder("C:\\my games".into()))
        );
        assert!(parse("rule five").is_err());
        assert!(parse("").is_err());
    }
}
