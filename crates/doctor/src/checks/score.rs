//! The score: whose view it is, and whether colours are alike.

use super::Outcome;
use super::state::depth_of_nodes;
use crate::finding::{Finding, Illness, Severity};
use crate::patient::Patient;
use crate::position::{Searched, score_text};
use crate::suite;
use regence_arena::client::ClientError;
use regence_arena::client::uci::Go;

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

/// A position and its mirror image, searched alike.
#[derive(Clone, Debug)]
pub struct Pair {
    pub fen: String,
    pub score: i32,
    pub mirrored: i32,
}

/// What was gathered.
#[derive(Debug, Default)]
struct Gathered {
    lost: Vec<Searched>,
    pairs: Vec<Pair>,
}

pub fn run(patient: &mut Patient) -> Outcome {
    let mut gathered = Gathered::default();
    let done = gather(patient, &mut gathered);
    let Gathered { lost, pairs } = &gathered;
    let mut findings: Vec<Finding> = judge_view(lost).into_iter().collect();
    if findings.is_empty() {
        findings.extend(judge_pairs(pairs));
    }
    let largest = pairs
        .iter()
        .map(|pair| (pair.score - pair.mirrored).abs())
        .max()
        .unwrap_or(0);
    Outcome::of(findings).ending(done).measured(format!(
        "{} pairs of mirrored positions, largest difference {largest} centipawns",
        pairs.len()
    ))
}

fn gather(patient: &mut Patient, gathered: &mut Gathered) -> Result<(), ClientError> {
    let depth = depth_of_nodes(patient, 5000)?.min(6);
    for fen in suite::LOST {
        for (position, _) in suite::both_colours(fen, "") {
            gathered
                .lost
                .extend(patient.ask(&position, &Go::to_depth(depth))?);
        }
    }
    for fen in suite::GAMES {
        for depth in [1, 3] {
            let go = Go::to_depth(depth);
            let [(position, _), (mirror, _)] = suite::both_colours(fen, "");
            let score = patient
                .ask(&position, &go)?
                .and_then(|s| s.deep_centipawns());
            let mirrored = patient.ask(&mirror, &go)?.and_then(|s| s.deep_centipawns());
            if let (Some(score), Some(mirrored)) = (score, mirrored) {
                gathered.pairs.push(Pair {
                    fen: (*fen).to_owned(),
                    score,
                    mirrored,
                });
            }
        }
    }
    Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;
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
}
