//! The rules by which the referee ends games early, as the command line tells them: in moves of both sides.

use super::words::{number, read_pairs};
use crate::adjudication::{DrawRule, WinRule};
use crate::error::LabError;

/// `from=40,moves=8,score=10`: drawn when from that move on so many moves of both sides are not above the score.
pub fn draw(text: &str) -> Result<DrawRule, LabError> {
    let mut rule = DrawRule {
        from: 80,
        plies: 16,
        score: 10,
    };
    for (key, value) in read_pairs(text, "from=40,moves=8,score=10")? {
        match key.as_str() {
            "from" => rule.from = plies(&key, &value)?,
            "moves" => rule.plies = plies(&key, &value)?,
            "score" => rule.score = number(&key, &value)?,
            _ => return Err(unknown(&key, "from, moves and score")),
        }
    }
    Ok(rule)
}

/// `moves=4,score=600`: lost when so many moves of both sides in a row are beyond the score.
pub fn resign(text: &str) -> Result<WinRule, LabError> {
    let mut rule = WinRule {
        plies: 8,
        score: 600,
    };
    for (key, value) in read_pairs(text, "moves=4,score=600")? {
        match key.as_str() {
            "moves" => rule.plies = plies(&key, &value)?,
            "score" => rule.score = number(&key, &value)?,
            _ => return Err(unknown(&key, "moves and score")),
        }
    }
    Ok(rule)
}

/// A number of moves of both sides.
fn plies(key: &str, value: &str) -> Result<usize, LabError> {
    Ok(number::<usize>(key, value)?.saturating_mul(2))
}

fn unknown(key: &str, known: &str) -> LabError {
    LabError::new(format!("there is no '{key}' here; there are {known}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_of_both_sides() {
        let rule = draw("from=10,moves=2,score=5").unwrap();
        assert_eq!((rule.from, rule.plies, rule.score), (20, 4, 5));
        assert_eq!(draw("score=10").unwrap(), draw("from=40,moves=8").unwrap());
        assert_eq!(resign("moves=3").unwrap().plies, 6);
    }

    #[test]
    fn wrong_words_are_named() {
        let error = draw("plies=3").unwrap_err().to_string();
        assert!(error.contains("plies"), "{error}");
        let error = resign("score=high").unwrap_err().to_string();
        assert!(error.contains("high"), "{error}");
    }
}
