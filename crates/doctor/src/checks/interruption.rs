//! Interruptions: what an engine believes of a search that was broken off, and what stays in its table.
//!
//! All positions have moves that the engine itself prefers at every depth that it finishes, and moves that lose a piece.
//! Such a position is searched and broken off at many different moments, by time and by nodes. Whoever throws the
//! unfinished iteration away plays what it prefers; whoever believes it plays, sooner or later, the best of the moves that
//! happened to come first, or the 0 of a node that was left. Then the same position is searched to a small depth with
//! the table as it is: what the broken-off nodes have stored shows there.

use std::time::Duration;

use super::Outcome;
use super::state::depth_of_nodes;
use crate::finding::{Finding, Illness, Severity};
use crate::patient::Patient;
use crate::position::{MATE_CENTIPAWNS, Position, Searched, score_text};
use crate::reference::Reference;
use crate::suite;
use regence_arena::client::ClientError;
use regence_arena::client::uci::{Go, Score};

pub static ABORT_ZERO: Illness = Illness {
    id: "abort-zero",
    severity: Severity::Fault,
    title: "Believes the 0 of an interrupted search",
    cause: "A node that runs out of time returns 0, and its parents (or the root) take that for a score.",
    cure: "After every child, look at the stop flag and return without storing anything; throw the unfinished iteration \
           away.",
};

pub static PARTIAL_ITERATION: Illness = Illness {
    id: "partial-iteration",
    severity: Severity::Fault,
    title: "Believes half an iteration",
    cause: "When time runs out, the best of the root moves that were searched so far replaces the result of the finished \
            iteration.",
    cure: "Keep the result of the last finished iteration; take a move of the unfinished one only if it was searched to \
           its end and beats the first one, which was the best before.",
};

pub static ABORT_STORED: Illness = Illness {
    id: "abort-stored",
    severity: Severity::Fault,
    title: "Stores scores of interrupted searches in its table",
    cause: "A node that was left because time ran out is stored like any other: the next search believes it.",
    cure: "Store nothing once the search has been told to stop.",
};

/// What the engine itself says of a position at depths that it finishes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Truth {
    pub low: i32,
    pub high: i32,
    /// Moves that lose a piece more than others, by the reference.
    pub blunders: Vec<String>,
}

/// An interrupted search, and a search to a small depth behind it.
#[derive(Clone, Debug)]
pub struct Case {
    pub truth: Truth,
    pub broken: Searched,
    pub behind: Option<Searched>,
}

/// What was gathered.
#[derive(Debug, Default)]
struct Gathered {
    positions: usize,
    cases: Vec<Case>,
}

pub fn run(patient: &mut Patient) -> Outcome {
    let mut gathered = Gathered::default();
    let done = gather(patient, &mut gathered);
    Outcome::of(judge(&gathered.cases))
        .ending(done)
        .measured(format!(
            "{} interrupted searches of {} positions",
            gathered.cases.len(),
            gathered.positions
        ))
}

fn gather(patient: &mut Patient, gathered: &mut Gathered) -> Result<(), ClientError> {
    let mut reference = Reference::new();
    // The smallest depth that says something.
    let least = depth_of_nodes(patient, 3000)?.clamp(3, 5);
    let depths = [least, least + 1];
    for position in positions() {
        if !patient.has_time() {
            break;
        }
        let blunders = reference.blunders(&position, 250);
        let Some(truth) = ask_truth(patient, &position, depths, blunders)? else {
            continue;
        };
        gathered.positions += 1;
        for go in interruptions(patient) {
            if !patient.has_time() {
                break;
            }
            let broken = match go.infinite {
                false => patient.ask(&position, &go)?,
                true => {
                    patient.new_game()?;
                    Some(patient.interrupted_search(&position, AFTER_FIRST_LINE)?)
                }
            };
            let Some(broken) = broken else { continue };
            let behind = patient.search(&position, &Go::to_depth(depths[0]))?;
            gathered.cases.push(Case {
                truth: truth.clone(),
                broken,
                behind: Some(behind).filter(|searched| searched.depth() <= depths[1]),
            });
        }
    }
    Ok(())
}

/// Positions in which much can be won or lost by one move.
fn positions() -> Vec<Position> {
    let lost = suite::LOST.iter().map(|fen| Position::fen(fen));
    let gifts = suite::GIFTS.iter().map(|gift| Position::fen(gift.fen));
    // The piece that could be taken is now the mover's own.
    let threats = suite::GIFTS.iter().map(|gift| {
        let turned = match gift.fen.contains(" w ") {
            true => gift.fen.replacen(" w ", " b ", 1),
            false => gift.fen.replacen(" b ", " w ", 1),
        };
        Position::fen(&turned).mirrored()
    });
    let all: Vec<Position> = threats.chain(gifts).chain(lost).collect();
    // One of each kind in turn: a check that runs out of time has seen all kinds.
    (0..4)
        .flat_map(|row| all.iter().skip(row).step_by(4))
        .cloned()
        .collect()
}

/// What it says at two depths; nothing if it plays a blunder there or does not get there.
fn ask_truth(
    patient: &mut Patient,
    position: &Position,
    depths: [u32; 2],
    blunders: Vec<String>,
) -> Result<Option<Truth>, ClientError> {
    let mut scores = Vec::new();
    for depth in depths {
        let Some(searched) = patient.ask(position, &Go::to_depth(depth))? else {
            return Ok(None);
        };
        let Some(score) = searched.deep_centipawns() else {
            return Ok(None);
        };
        if searched.depth() < depth
            || score.abs() >= MATE_CENTIPAWNS
            || blunders.contains(&searched.best)
        {
            return Ok(None);
        }
        scores.push(score);
    }
    scores.sort_unstable();
    Ok(Some(Truth {
        low: scores[0],
        high: scores[1],
        blunders,
    }))
}

/// Moments at which a search is broken off.
fn interruptions(patient: &Patient) -> Vec<Go> {
    let millis: &[u64] = patient.profile.pick(
        &[14, 33, 60, 97, 140],
        &[9, 14, 21, 33, 45, 60, 78, 97, 118, 140, 190],
    );
    let nodes: &[u64] = patient.profile.pick(
        &[450, 1100, 1900, 3300, 5200, 8100, 12_000],
        &[
            300, 450, 700, 1100, 1500, 1900, 2500, 3300, 4200, 5200, 6600, 8100, 12_000, 19_000,
        ],
    );
    let by_time = millis
        .iter()
        .map(|&millis| Go::for_time(Duration::from_millis(millis)));
    let by_stop = (!patient.manner.is_deaf).then(Go::infinite);
    match patient.manner.knows_nodes {
        // The same on every machine, and quicker.
        true => {
            let by_nodes = nodes.iter().map(|&nodes| Go::to_nodes(nodes));
            by_nodes.chain(by_time.take(2)).chain(by_stop).collect()
        }
        false => by_time.chain(by_stop).collect(),
    }
}

/// When a search without end is stopped.
const AFTER_FIRST_LINE: Duration = Duration::from_millis(11);

/// What is told of a case.
fn told(case: &Case) -> String {
    let broken = &case.broken;
    format!(
        "{}: {} {} at depth {}; finished depths say {} to {}",
        broken.text(),
        broken.best,
        score_text(broken.score()),
        broken.depth(),
        case.truth.low,
        case.truth.high,
    )
}

/// Judges all cases.
pub fn judge(cases: &[Case]) -> Vec<Finding> {
    let counted: Vec<&Case> = cases
        .iter()
        .filter(|case| case.broken.depth() >= 2 && case.broken.legal_best().is_some())
        .collect();
    let is_zero = |case: &&&Case| {
        let far = case.truth.low >= 120 || case.truth.high <= -120;
        far && case.broken.score() == Some(Score::Centipawns(0))
    };
    let is_partial = |case: &&&Case| {
        case.truth.blunders.contains(&case.broken.best)
            && case.broken.score() != Some(Score::Centipawns(0))
    };
    let zeros: Vec<&&Case> = counted.iter().filter(is_zero).collect();
    let partial: Vec<&&Case> = counted.iter().filter(is_partial).collect();
    let zero_moves = counted
        .iter()
        .filter(|case| case.truth.blunders.contains(&case.broken.best))
        .count();
    let few = (cases.len() / 40).max(2);
    let finding = |illness, found: &[&&Case]| {
        let script = found.first().map(|case| case.broken.script());
        let evidence = found.iter().map(|case| told(case)).collect();
        Finding::if_enough(illness, evidence, few)
            .map(|finding| finding.shown_by(script.unwrap_or_default()))
    };
    let zero = finding(&ABORT_ZERO, &zeros).map(|finding| {
        let share = zeros.len() * 100 / counted.len().max(1);
        finding.because(format!(
            "The score is exactly 0 in {share} % of the interrupted searches, where no finished depth says anything near \
             it: a node that is left returns 0, and the root takes that for a score."
        ))
    });
    let partial = finding(&PARTIAL_ITERATION, &partial).map(|finding| {
        finding.because(format!(
            "{zero_moves} of {} interrupted searches play a move that loses a piece and that no finished depth plays: the \
             root keeps the best of those moves that were searched before time ran out.",
            counted.len()
        ))
    });
    [zero, partial, judge_stored(cases, few)]
        .into_iter()
        .flatten()
        .collect()
}

/// Judges the searches behind the interrupted ones.
fn judge_stored(cases: &[Case], few: usize) -> Option<Finding> {
    let differs = |case: &&Case| {
        let Some(behind) = case.behind.as_ref().filter(|behind| behind.depth() > 0) else {
            return false;
        };
        let Some(score) = behind.centipawns() else {
            return false;
        };
        let Truth { low, high, .. } = case.truth;
        // Most of a piece is gone, or a piece is back.
        low >= 200 && score < low / 3 || high <= -200 && score > high / 3
    };
    let found: Vec<&Case> = cases.iter().filter(differs).collect();
    let evidence = found.iter().map(|case| {
        let behind = case.behind.as_ref();
        format!(
            "{}: then {} says {} (with an empty table {} to {})",
            case.broken.text(),
            behind.map_or(String::new(), |behind| behind.go.to_string()),
            score_text(behind.and_then(Searched::score)),
            case.truth.low,
            case.truth.high
        )
    });
    let finding = Finding::if_enough(&ABORT_STORED, evidence.collect(), few)?;
    let mut script = found[0].broken.script();
    script.extend(found[0].behind.as_ref().map(|behind| behind.go.to_string()));
    Some(finding.shown_by(script))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::ids;
    use crate::position::testing::searched;

    fn case(low: i32, best: &str, broken: &str, behind: &str) -> Case {
        let line = |score: &str| format!("info depth 3 score cp {score} pv e2e4");
        let one =
            |score: &str, best: &str| searched(Position::startpos(), &[(1, &line(score))], best, 5);
        Case {
            truth: Truth {
                low,
                high: low + 50,
                blunders: vec!["a2a3".into()],
            },
            broken: one(broken, best),
            behind: Some(one(behind, "e2e4")),
        }
    }

    fn judged(case: Case) -> Vec<&'static str> {
        ids(&judge(&[case.clone(), case]))
    }

    #[test]
    fn each_way_of_believing_is_told_from_the_others() {
        assert_eq!(judged(case(500, "e2e4", "520", "510")), [""; 0]);
        assert_eq!(judged(case(500, "e2e4", "0", "510")), ["abort-zero"]);
        assert_eq!(
            judged(case(500, "a2a3", "90", "510")),
            ["partial-iteration"]
        );
        assert_eq!(judged(case(500, "e2e4", "520", "0")), ["abort-stored"]);
        assert_eq!(judged(case(-600, "e2e4", "-580", "-20")), ["abort-stored"]);
        assert_eq!(judged(case(-600, "e2e4", "-580", "-450")), [""; 0]);
        // A level position says nothing of zeros.
        assert_eq!(judged(case(-20, "e2e4", "0", "0")), [""; 0]);
        // Once is no rule.
        assert_eq!(judge(&[case(500, "a2a3", "0", "0")]).len(), 0);
    }

    #[test]
    fn there_are_positions_of_all_kinds() {
        let all = positions();
        assert_eq!(all.len(), 12);
        assert!(all.iter().all(|position| position.board().has_legal_move()));
        assert!(all.iter().any(Position::white_to_move));
    }
}
