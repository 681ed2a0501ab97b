//! What an engine thought about its move, as a comment: `{+0.35/12 0.25s}`.

use std::fmt;
use std::time::Duration;

use regence_core::Value;

use super::notes::Comment;

/// Score, depth and time of a move, in the form that match programs write behind each move.
///
/// The score is from the view of the side that moved, in pawns; a mate is `+M5` or `-M4` with the number of plies.
///
/// ```
/// use std::time::Duration;
/// use regence_core::Value;
/// use regence_records::pgn::{Comment, Thought};
/// let thought = Thought::new(Value::cp(35), 12, Duration::from_millis(250));
/// assert_eq!(thought.to_string(), "+0.35/12 0.25s");
/// assert_eq!(Thought::read(&Comment::from(thought)), Some(thought));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thought {
    score: Value,
    depth: u32,
    millis: u64,
}

/// The longest mate distance that is a distance and not nonsense.
const LONGEST_MATE: i32 = regence_core::MAX_PLY;

impl Thought {
    /// Score (from the view of the side that moved), depth and time of a move. Time counts in milliseconds.
    pub fn new(score: Value, depth: u32, time: Duration) -> Thought {
        Thought {
            score,
            depth,
            millis: u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
        }
    }

    /// The score, from the view of the side that moved.
    pub fn score(&self) -> Value {
        self.score
    }

    /// The depth in plies.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// How long the move took.
    pub fn time(&self) -> Duration {
        Duration::from_millis(self.millis)
    }

    /// Reads a thought at the beginning of a comment; more text may follow after a comma or a space.
    pub fn read(comment: &Comment) -> Option<Thought> {
        let mut words = comment.as_str().split([' ', ',']);
        let (score, depth) = words.next()?.split_once('/')?;
        let millis = read_seconds(words.next()?.strip_suffix('s')?)?;
        Some(Thought {
            score: read_score(score)?,
            depth: depth.parse().ok()?,
            millis,
        })
    }
}

fn read_score(text: &str) -> Option<Value> {
    let (negative, size) = match text.strip_prefix('-') {
        Some(size) => (true, size),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let value = match size.strip_prefix(['M', '#']) {
        Some(plies) => {
            let plies = plies
                .parse()
                .ok()
                .filter(|p| (0..=LONGEST_MATE).contains(p))?;
            Value::win_in(plies)
        }
        None => Value::cp(i32::try_from(read_decimal(size, 2)?).unwrap_or(i32::MAX)),
    };
    Some(if negative { -value } else { value })
}

fn read_seconds(text: &str) -> Option<u64> {
    read_decimal(text, 3)
}

/// A number with a decimal point as a whole number of its `places`-th decimals; further digits are cut off.
fn read_decimal(text: &str, places: u32) -> Option<u64> {
    let (whole, rest) = text.split_once('.').unwrap_or((text, ""));
    let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !all_digits(whole) || !all_digits(rest) {
        return None;
    }
    let whole: u64 = whole.parse().ok()?;
    let mut number = whole.checked_mul(10u64.pow(places))?;
    for (digit, place) in rest.bytes().zip((0..places).rev()) {
        number = number.checked_add(u64::from(digit - b'0') * 10u64.pow(place))?;
    }
    Some(number)
}

impl fmt::Display for Thought {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let raw = self.score.raw();
        let sign = match raw {
            0 => "",
            1.. => "+",
            _ => "-",
        };
        match self.score.plies_to_win() {
            Some(plies) => write!(f, "{sign}M{}", plies.abs())?,
            None => {
                let size = raw.unsigned_abs();
                write!(f, "{sign}{}.{:02}", size / 100, size % 100)?;
            }
        }
        write!(f, "/{} {}", self.depth, self.millis / 1000)?;
        let decimals = format!("{:03}", self.millis % 1000);
        let decimals = decimals.trim_end_matches('0');
        if !decimals.is_empty() {
            write!(f, ".{decimals}")?;
        }
        f.write_str("s")
    }
}

impl From<Thought> for Comment {
    fn from(thought: Thought) -> Comment {
        Comment::from_clean(thought.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Thought> {
        Thought::read(&Comment::new(text)?)
    }

    #[test]
    fn writes_and_reads_back() {
        let scores = [
            Value::ZERO,
            Value::cp(35),
            Value::cp(-7),
            Value::cp(1234),
            Value::win_in(5),
            Value::win_in(0),
            Value::loss_in(4),
            Value::loss_in(0),
        ];
        for score in scores {
            for millis in [0, 1, 10, 250, 999, 1000, 61_020] {
                let thought = Thought::new(score, 12, Duration::from_millis(millis));
                assert_eq!(read(&thought.to_string()), Some(thought), "{thought}");
            }
        }
        let thought = Thought::new(Value::loss_in(4), 31, Duration::from_millis(1500));
        assert_eq!(thought.to_string(), "-M4/31 1.5s");
    }

    #[test]
    fn reads_what_others_write() {
        let expected = Thought::new(Value::cp(35), 12, Duration::from_millis(250));
        assert_eq!(read("+0.35/12 0.25s, White mates"), Some(expected));
        assert_eq!(read("0.350/12 0.2509s book"), Some(expected));
        for other in [
            "book",
            "+0.35/12",
            "+0.35/12 now",
            "x/12 1s",
            "+M999/1 1s",
            "+.5/1 1s",
            "1.5/-1 1s",
            "99999999999999999999.0/1 1s",
        ] {
            assert_eq!(read(other), None, "{other}");
        }
    }
}
