//! The `go` command: what to search, and how long.

use super::error::{Error, excerpt};
use regence_chess::{Board, Color, Move};
use regence_core::Limits;
use regence_core::limits::Remaining;
use std::time::Duration;

/// The parameters of `go`, as sent.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Go {
    /// The moves to choose from, as text: which are legal depends on the position.
    pub search_moves: Vec<String>,
    pub ponder: bool,
    pub infinite: bool,
    /// Milliseconds left, White's and Black's.
    pub time: [Option<u64>; 2],
    /// Milliseconds added for each move, White's and Black's.
    pub increment: [Option<u64>; 2],
    pub moves_to_go: Option<u64>,
    pub depth: Option<u64>,
    pub nodes: Option<u64>,
    /// Look for a mate in this many moves.
    pub mate: Option<u64>,
    /// Milliseconds for this move.
    pub move_time: Option<u64>,
    /// Count the leaves of the move tree to this depth instead of searching.
    pub perft: Option<u64>,
}

const KEYWORDS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

/// What is sent instead of a line that means nothing.
const INSTEAD: &str = "send for instance go depth 12, go movetime 1000 or go infinite";

/// A number that makes sense after a word.
fn example(word: &str) -> u32 {
    match word {
        "depth" => 12,
        "nodes" => 1_000_000,
        "mate" => 3,
        "perft" => 5,
        "movestogo" => 40,
        "winc" | "binc" => 100,
        "movetime" => 1000,
        _ => 60_000,
    }
}

impl Go {
    /// Reads what follows `go`. Words that mean nothing are skipped and noted in `ignored`, but a
    /// line of nothing else is refused: it would start a search that never ends.
    pub(crate) fn parse(words: &[&str], ignored: &mut Vec<String>) -> Result<Go, Error> {
        let mut go = Go::default();
        let mut understood = words.is_empty();
        let mut rest = words.iter().copied();
        while let Some(word) = rest.next() {
            if let Some(value) = go.number_for(word) {
                let expected = format!("a whole number, as in go {word} {}", example(word));
                *value = Some(whole_number(&format!("go {word}"), &expected, rest.next())?);
            } else {
                match word {
                    "ponder" => go.ponder = true,
                    "infinite" => go.infinite = true,
                    "searchmoves" => go.search_moves.extend(take_moves(&mut rest)),
                    _ => {
                        ignored.push(excerpt(word));
                        continue;
                    }
                }
            }
            understood = true;
        }
        if !understood {
            let expected = format!("one of {} ({INSTEAD})", KEYWORDS.join(", "));
            return Err(Error::unexpected("go", &expected, words.first().copied()));
        }
        Ok(go)
    }

    /// Where the number that follows `word` belongs.
    fn number_for(&mut self, word: &str) -> Option<&mut Option<u64>> {
        Some(match word {
            "wtime" => &mut self.time[0],
            "btime" => &mut self.time[1],
            "winc" => &mut self.increment[0],
            "binc" => &mut self.increment[1],
            "movestogo" => &mut self.moves_to_go,
            "depth" => &mut self.depth,
            "nodes" => &mut self.nodes,
            "mate" => &mut self.mate,
            "movetime" => &mut self.move_time,
            "perft" => &mut self.perft,
            _ => return None,
        })
    }

    /// The limits of the search for the side to move.
    pub fn limits(&self, side: Color) -> Limits {
        Limits {
            depth: self.depth.map(saturate),
            nodes: self.nodes,
            soft_nodes: None,
            move_time: self.move_time.map(Duration::from_millis),
            clock: self.clock(side),
            win_in_plies: self.mate.map(plies_of_mate),
            infinite: self.infinite,
            ponder: self.ponder,
        }
    }

    /// The clock of `side`. If only other parts of the clocks were sent, no time is known to be
    /// left, and the answer must be quick.
    fn clock(&self, side: Color) -> Option<Remaining> {
        let parts = self.time.iter().chain(&self.increment);
        if parts.chain([&self.moves_to_go]).all(Option::is_none) {
            return None;
        }
        let own = side.index();
        Some(Remaining {
            time: Duration::from_millis(self.time[own].unwrap_or(0)),
            increment: Duration::from_millis(self.increment[own].unwrap_or(0)),
            moves_to_go: self
                .moves_to_go
                .filter(|&moves| moves > 0)
                .map(|moves| u32::try_from(moves).unwrap_or(u32::MAX)),
        })
    }

    /// The legal ones of the moves to choose from, and what is wrong with the others.
    pub fn moves_on(&self, board: &Board) -> (Vec<Move>, Vec<Error>) {
        let (mut moves, mut errors) = (Vec::new(), Vec::new());
        for text in &self.search_moves {
            match board.move_from_uci(text) {
                Ok(mv) if moves.contains(&mv) => {}
                Ok(mv) => moves.push(mv),
                Err(error) => errors.push(Error::SearchMove(error)),
            }
        }
        (moves, errors)
    }

    /// Whether the search ends by itself, without `stop` or `ponderhit`. A mate that is not there
    /// is looked for without end.
    pub fn ends_by_itself(&self, side: Color) -> bool {
        let limits = Limits {
            win_in_plies: None,
            ..self.limits(side)
        };
        !limits.ponder && limits.is_bounded()
    }
}

/// The moves up to the next keyword.
fn take_moves<'a>(
    rest: &mut (impl Iterator<Item = &'a str> + Clone),
) -> impl Iterator<Item = String> {
    let mut moves = Vec::new();
    let mut ahead = rest.clone();
    while let Some(word) = ahead.next().filter(|word| !KEYWORDS.contains(word)) {
        moves.push(word.to_string());
        rest.next();
    }
    moves.into_iter()
}

/// A whole number; below zero means zero, as clocks that have run out are sent, and a number that
/// is too large means the largest.
pub(crate) fn number(place: &str, word: Option<&str>) -> Result<u64, Error> {
    whole_number(place, "a whole number", word)
}

fn whole_number(place: &str, expected: &str, word: Option<&str>) -> Result<u64, Error> {
    let fault = || Error::unexpected(place, expected, word);
    let text = word.ok_or_else(fault)?;
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(fault());
    }
    Ok(match is_negative {
        true => 0,
        // All digits, so it can only be too large.
        false => digits.parse().unwrap_or(u64::MAX),
    })
}

fn saturate(number: u64) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// A mate in `moves` is given by the last of `2 * moves - 1` plies.
fn plies_of_mate(moves: u64) -> i32 {
    saturate(moves.saturating_mul(2)).saturating_sub(1).max(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Go, Error> {
        let words: Vec<_> = text.split_whitespace().collect();
        Go::parse(&words, &mut Vec::new())
    }

    fn limits(text: &str) -> Limits {
        parse(text).expect("a go command").limits(Color::Black)
    }

    #[test]
    fn every_limit_reaches_the_search() {
        let all = limits(
            "wtime 1 btime 2000 winc 3 binc 40 movestogo 5 depth 6 nodes 7 mate 8 movetime 9",
        );
        let clock = all.clock.expect("a clock");
        assert_eq!(clock.time, Duration::from_millis(2000));
        assert_eq!(clock.increment, Duration::from_millis(40));
        assert_eq!(clock.moves_to_go, Some(5));
        assert_eq!(all.depth, Some(6));
        assert_eq!(all.nodes, Some(7));
        assert_eq!(all.win_in_plies, Some(15));
        assert_eq!(all.move_time, Some(Duration::from_millis(9)));
        assert!(!all.infinite && !all.ponder);
        assert!(limits("infinite").infinite);
        assert!(limits("ponder wtime 100 btime 100").ponder);
    }

    #[test]
    fn odd_numbers_are_made_sane() {
        let odd = limits("btime -50 binc +7 movestogo 0 depth 99999999999999999999999");
        let clock = odd.clock.expect("a clock");
        assert_eq!(clock.time, Duration::ZERO);
        assert_eq!(clock.increment, Duration::from_millis(7));
        assert_eq!(clock.moves_to_go, None);
        assert_eq!(odd.depth, Some(i32::MAX));
        assert_eq!(limits("mate 0").win_in_plies, Some(0));
        assert_eq!(
            limits("mate 18446744073709551615").win_in_plies,
            Some(i32::MAX - 1)
        );
    }

    #[test]
    fn a_clock_of_the_other_side_alone_leaves_no_time() {
        let clock = limits("wtime 1000").clock.expect("a clock");
        assert_eq!(clock.time, Duration::ZERO);
        assert!(limits("depth 3").clock.is_none());
    }

    #[test]
    fn a_bad_number_names_its_place() {
        let error = parse("wtime 100 btime soon").unwrap_err().to_string();
        assert_eq!(
            error,
            "go btime: expected a whole number, as in go btime 60000, found \"soon\""
        );
        let error = parse("depth").unwrap_err().to_string();
        assert_eq!(
            error,
            "go depth: expected a whole number, as in go depth 12, found the end of the line"
        );
        let error = parse("detph 5").unwrap_err().to_string();
        assert!(error.contains("send for instance go depth 12"), "{error}");
        for bad in [
            "nodes 1.5",
            "nodes -",
            "nodes +",
            "nodes 1e6",
            "movetime depth 3",
        ] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn unknown_words_are_skipped_unless_nothing_else_is_there() {
        let mut ignored = Vec::new();
        let go = Go::parse(&["fast", "depth", "3", "please"], &mut ignored).expect("a depth");
        assert_eq!(go.depth, Some(3));
        assert_eq!(ignored, ["\"fast\"", "\"please\""]);
        assert!(parse("detph 5").is_err());
        assert_eq!(parse(""), Ok(Go::default()));
    }

    #[test]
    fn moves_to_search_end_at_the_next_keyword() {
        let go = parse("searchmoves e2e4 d2d4 e2e4 e2e5 depth 2").expect("a go command");
        assert_eq!(go.depth, Some(2));
        let (moves, errors) = go.moves_on(&Board::startpos());
        let texts: Vec<_> = moves.iter().map(Move::to_string).collect();
        assert_eq!(texts, ["e2e4", "d2d4"]);
        assert_eq!(errors.len(), 1);
        assert!(errors[0].to_string().contains("e2e5"), "{}", errors[0]);
    }

    #[test]
    fn only_some_searches_end_by_themselves() {
        let ends = |text: &str| {
            parse(text)
                .expect("a go command")
                .ends_by_itself(Color::White)
        };
        for text in [
            "depth 3",
            "nodes 10",
            "movetime 5",
            "wtime 1 btime 1",
            "mate 3 depth 9",
        ] {
            assert!(ends(text), "{text}");
        }
        for text in [
            "",
            "infinite",
            "mate 3",
            "ponder wtime 1",
            "infinite depth 3",
        ] {
            assert!(!ends(text), "{text}");
        }
    }
}
