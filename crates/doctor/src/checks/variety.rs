//! Variety: does the engine play one opening only?
//!
//! The same search gives the same move, and that is no fault. But whoever plays the same moves with four
//! different thinking times has not searched for them.

use std::time::Duration;

use super::Outcome;
use crate::finding::{Finding, Illness, Severity};
use crate::patient::Patient;
use crate::position::Position;
use regence_arena::client::ClientError;
use regence_arena::client::uci::Go;

pub static SAME_OPENING: Illness = Illness {
    id: "same-opening",
    severity: Severity::Suspicion,
    title: "Plays the same opening in every game",
    cause: "A book of a single line, or an evaluation that prefers one set-up to everything that a search finds.",
    cure: "Start matches from varied openings, use a book with several moves for a position, and look at what the \
           evaluation gives the moves below.",
};

/// The plies of a game that count as its opening.
const PLIES: usize = 10;

pub fn run(patient: &mut Patient) -> Outcome {
    let mut games = Vec::new();
    let done = gather(patient, &mut games);
    Outcome::of(judge(&games)).ending(done).measured(format!(
        "{} openings, {} different",
        games.len(),
        different(&games)
    ))
}

fn gather(patient: &mut Patient, games: &mut Vec<Vec<String>>) -> Result<(), ClientError> {
    for millis in patient.profile.pick([6, 14, 25, 40], [20, 50, 100, 200]) {
        let go = Go::for_time(Duration::from_millis(millis));
        let mut position = Position::startpos();
        patient.new_game()?;
        while position.moves().len() < PLIES {
            match patient.search(&position, &go)?.legal_best() {
                Some(mv) => position.push(mv),
                None => break,
            }
        }
        games.push(position.moves().to_vec());
    }
    Ok(())
}

fn different(games: &[Vec<String>]) -> usize {
    let mut sorted: Vec<&Vec<String>> = games.iter().collect();
    sorted.sort();
    sorted.dedup();
    sorted.len()
}

/// Judges openings, each played with another thinking time.
pub fn judge(games: &[Vec<String>]) -> Option<Finding> {
    let first = games.first().filter(|game| game.len() >= PLIES)?;
    (games.len() >= 3 && different(games) == 1).then(|| {
        let evidence = format!(
            "{} games with different thinking times all began {}",
            games.len(),
            first.join(" ")
        );
        Finding::new(&SAME_OPENING, vec![evidence])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_other_move_is_variety() {
        let game = |last: &str| {
            let mut moves = vec!["e2e4".to_owned(); PLIES - 1];
            moves.push(last.to_owned());
            moves
        };
        assert!(judge(&[game("a2a3"), game("a2a3"), game("a2a3")]).is_some());
        assert!(judge(&[game("a2a3"), game("a2a3"), game("a2a4")]).is_none());
    }
}
