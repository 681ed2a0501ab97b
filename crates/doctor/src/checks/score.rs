//! The score: whose view it is, whether colours are alike, and what an interruption does to it.

use std::time::Duration;

use super::Outcome;
use crate::finding::{Finding, Illness, Severity};
use crate::patient::Patient;
use crate::position::{Position, Searched, centipawns, score_text};
use crate::suite;
use regence_arena::client::ClientError;
use regence_arena::client::uci::{Go, Score};

pub static WHITE_VIEW: Illness = Illness {
    id: "white-view",
    severity: Severity::Fault,
    title: "Prints the score from White's point of view",
    cause: "The evaluation is White's minus Black's and is printed as it is.",
    cure: "UCI wants the view of the side to move: change the sign when Black is to move.",
};

pub static ASYMMETRIC: Illness = Illness {
    id: "asymmetric",
    severity: Severity::Fault,
    title: "Scores a position otherwise when the colours are exchanged",
    cause: "A term of the evaluation is computed for one side only, from a table that is not mirrored, or with the \
            wrong sign.",
    cure: "Test that evaluate(board) equals evaluate(mirrored board) on a few thousand positions, term by term.",
};

pub static ABORT_ZERO: Illness = Illness {
    id: "abort-zero",
    severity: Severity::Fault,
    title: "Believes the 0 of an interrupted search",
    cause: "A node that runs out of time returns 0, and its parents (or the root) take that for a score.",
    cure: "After every child, look at the stop flag and return without storing anything; throw the unfinished iteration \
           away.",
};

/// A position and its mirror image, searched alike.
#[derive(Clone, Debug)]
pub struct Pair {
    pub fen: String,
    pub score: i32,
    pub mirrored: i32,
}

/// Short searches of a lost position, and one that was long enough.
#[derive(Clone, Debug)]
pub struct Interrupted {
    pub reference: i32,
    pub short: Vec<Searched>,
}

pub fn run(patient: &mut Patient) -> Result<Outcome, ClientError> {
    let mut lost = Vec::new();
    let go = Go::for_time(patient.profile.millis(40, 200));
    for fen in suite::LOST {
        for (position, _) in suite::both_colours(fen, "") {
            lost.push(patient.fresh_search(&position, &go)?);
        }
    }
    let mut pairs = Vec::new();
    for fen in suite::GAMES {
        for depth in [1, 3] {
            let [(position, _), (mirror, _)] = suite::both_colours(fen, "");
            let score = patient
                .fresh_search(&position, &Go::to_depth(depth))?
                .centipawns();
            let mirrored = patient
                .fresh_search(&mirror, &Go::to_depth(depth))?
                .centipawns();
            if let (Some(score), Some(mirrored)) = (score, mirrored) {
                pairs.push(Pair {
                    fen: (*fen).to_owned(),
                    score,
                    mirrored,
                });
            }
        }
    }
    let mut interrupted = Vec::new();
    for fen in &suite::LOST[..patient.profile.pick(2, 4)] {
        interrupted.push(interrupt(patient, &Position::fen(fen))?);
    }
    let mut findings: Vec<Finding> = judge_view(&lost).into_iter().collect();
    if findings.is_empty() {
        findings.extend(judge_pairs(&pairs));
    }
    findings.extend(judge_interrupted(&interrupted));
    let largest = pairs
        .iter()
        .map(|pair| (pair.score - pair.mirrored).abs())
        .max()
        .unwrap_or(0);
    Ok(Outcome::of(findings).measured(format!(
        "{} pairs of mirrored positions, largest difference {largest} centipawns",
        pairs.len()
    )))
}

/// Searches of many lengths, ended by time and by stop.
fn interrupt(patient: &mut Patient, position: &Position) -> Result<Interrupted, ClientError> {
    let long = Go::for_time(patient.profile.millis(80, 400));
    // Not the last line: that one may be what we are looking for.
    let searched = patient.fresh_search(position, &long)?;
    let mut scores: Vec<i32> = searched
        .scored()
        .filter_map(|info| info.score)
        .map(centipawns)
        .collect();
    scores.sort_unstable();
    let reference = scores.get(scores.len() / 2).copied().unwrap_or(0);
    let mut short = Vec::new();
    for millis in [5, 9, 14, 20, 27, 35] {
        let go = Go::for_time(Duration::from_millis(millis));
        short.push(patient.fresh_search(position, &go)?);
    }
    for millis in [2, 9, 21] {
        patient.new_game()?;
        short.push(patient.interrupted_search(position, Duration::from_millis(millis))?);
    }
    Ok(Interrupted { reference, short })
}

/// Judges positions in which the side to move is lost.
pub fn judge_view(lost: &[Searched]) -> Option<Finding> {
    let of = |white: bool| {
        let side = lost
            .iter()
            .filter(move |s| s.position.white_to_move() == white);
        side.filter_map(|s| Some((s, s.centipawns()?)))
            .collect::<Vec<_>>()
    };
    let (white, black) = (of(true), of(false));
    let fits = white.len() >= 2
        && black.len() >= 2
        && white.iter().all(|(_, score)| *score < 0)
        && black.iter().all(|(_, score)| *score > 0);
    fits.then(|| {
        let evidence = black.iter().map(|(searched, _)| {
            let score = score_text(searched.score());
            format!(
                "{}: Black is to move and lost, and the score is {score}",
                searched.position.text()
            )
        });
        Finding::new(&WHITE_VIEW, evidence.collect())
    })
}

/// More than this for the same position is not the order of moves.
const UNLIKE: i32 = 25;

/// Judges mirrored positions.
pub fn judge_pairs(pairs: &[Pair]) -> Option<Finding> {
    let unlike = pairs
        .iter()
        .filter(|pair| (pair.score - pair.mirrored).abs() > UNLIKE);
    let evidence = unlike.map(|pair| {
        let (score, mirrored) = (pair.score, pair.mirrored);
        format!("{}: {score}, with colours exchanged {mirrored}", pair.fen)
    });
    Finding::if_enough(
        &ASYMMETRIC,
        evidence.collect(),
        (pairs.len() * 2 / 3).max(2),
    )
}

/// Judges interrupted searches.
pub fn judge_interrupted(interrupted: &[Interrupted]) -> Option<Finding> {
    let mut evidence = Vec::new();
    for case in interrupted
        .iter()
        .filter(|case| case.reference.abs() >= 200)
    {
        for searched in &case.short {
            if searched.score() == Some(Score::Centipawns(0)) {
                let before: Vec<String> = searched
                    .scored()
                    .rev()
                    .skip(1)
                    .take(2)
                    .map(|i| score_text(i.score))
                    .collect();
                let before = match before.is_empty() {
                    true => String::new(),
                    false => format!(
                        " after {}",
                        before.into_iter().rev().collect::<Vec<_>>().join(", ")
                    ),
                };
                evidence.push(format!(
                    "{}: cp 0 at the end{before}, bestmove {}; a longer search says {}",
                    searched.text(),
                    searched.best,
                    case.reference
                ));
            }
        }
    }
    let searches: usize = interrupted.iter().map(|case| case.short.len()).sum();
    Finding::if_enough(&ABORT_ZERO, evidence, (searches / 6).max(2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::testing::searched;

    fn lost(fen: &str, score: i32) -> Searched {
        let line = format!("info depth 5 score cp {score} pv a1a2");
        searched(Position::fen(fen), &[(9, &line)], "e2e4", 10)
    }

    #[test]
    fn the_view_is_judged_by_both_colours() {
        let (black, white) = (suite::LOST[0], suite::LOST[1]);
        let case = |b: i32, w: i32| {
            judge_view(&[
                lost(black, b),
                lost(black, b),
                lost(white, w),
                lost(white, w),
            ])
            .is_some()
        };
        assert!(case(800, -800));
        assert!(!case(-800, -800));
        assert!(!case(800, 800));
    }

    #[test]
    fn asymmetry_needs_most_positions() {
        let pair = |score, mirrored| Pair {
            fen: String::new(),
            score,
            mirrored,
        };
        assert!(judge_pairs(&[pair(120, -20), pair(90, -60), pair(5, 5)]).is_some());
        assert!(judge_pairs(&[pair(20, 15), pair(90, -60), pair(5, 5)]).is_none());
    }

    #[test]
    fn zeros_of_interrupted_searches_are_seen() {
        let case = |score| Interrupted {
            reference: -700,
            short: vec![lost(suite::LOST[0], score), lost(suite::LOST[0], score)],
        };
        assert!(judge_interrupted(&[case(0)]).is_some());
        assert!(judge_interrupted(&[case(-650)]).is_none());
    }
}
